"""A ruleset in full: every value with its source, and what is not modelled."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from replay.ruleset import Ruleset
from replay.schema import KEYS


def lines(ruleset: Ruleset) -> Iterator[str]:
    """The lines of ``shengji rulesets show``."""
    yield f"{ruleset.id}  {ruleset.title('zh')} / {ruleset.title('en')}"
    yield f"status {ruleset.status}, hash {ruleset.hash}"
    if ruleset.status == "fragment":
        yield "a fragment of a rule text, too little to score by: refused unless --force is given"
    if ruleset.profile_of:
        yield f"profile of the log format {', '.join(ruleset.profile_of)}"
    yield f"sources: {', '.join(ruleset.header.get('sources', []))}"
    section = ""
    for key, spec in KEYS.items():
        if key.split(".")[0] != section:
            section = key.split(".")[0]
            yield ""
            yield f"[{section}]"
        yield f"{key} = {json.dumps(ruleset.values[key], ensure_ascii=False)}"
        layer, status, clause = ruleset.sources[key]
        inherited = "" if layer == ruleset.id else f" (from {layer})"
        yield f"    {spec.meaning}; {status}: {clause}{inherited}"
    if ruleset.header.get("unmodelled"):
        yield ""
        yield "What the text states and a replay cannot know:"
        yield from (f"  - {item}" for item in ruleset.header["unmodelled"])


def as_dict(ruleset: Ruleset) -> dict[str, Any]:
    """What ``shengji rulesets show --json`` prints.

    ``values`` maps every key to its value, the status and clause of its source, and ``from``, the ruleset that
    states it.
    """
    values = {}
    for key in KEYS:
        layer, status, clause = ruleset.sources[key]
        values[key] = {"value": ruleset.values[key], "status": status, "clause": clause, "from": layer}
    lists = {key: list(ruleset.header.get(key, [])) for key in ("sources", "unmodelled", "profile_of")}
    head = {"id": ruleset.id, "status": ruleset.status, "title_zh": ruleset.title("zh"), "hash": ruleset.hash}
    return head | {"title_en": ruleset.title("en")} | lists | {"values": values}
