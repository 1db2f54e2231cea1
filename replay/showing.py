"""A ruleset in words: every value with its source, what is taken from the log, what is not modelled."""

from __future__ import annotations

import json
from collections.abc import Iterator

from replay.ruleset import Ruleset
from replay.schema import KEYS, LOG, TEXT

TAKEN = {LOG: "  [taken from the log, not checked]", TEXT: "  [describes only]"}


def lines(ruleset: Ruleset) -> Iterator[str]:
    """The lines of ``shengji rulesets show``."""
    yield f"{ruleset.id}  {ruleset.title('zh')} / {ruleset.title('en')}"
    yield f"status {ruleset.status}, hash {ruleset.hash}"
    if ruleset.profile_of:
        yield f"profile of the log format {', '.join(ruleset.profile_of)}"
    yield f"sources: {', '.join(ruleset.header['sources'])}"
    section = ""
    for key in KEYS:
        value = ruleset.values[key]
        if key.split(".")[0] != section:
            section = key.split(".")[0]
            yield ""
            yield f"[{section}]"
        yield f"{key} = {json.dumps(value, ensure_ascii=False)}{TAKEN.get(KEYS[key].by, '')}"
        layer, status, clause = ruleset.sources[key]
        inherited = "" if layer == ruleset.id else f" (from {layer})"
        yield f"    {KEYS[key].meaning}; {status}: {clause}{inherited}"
    if ruleset.header["unmodelled"]:
        yield ""
        yield "What the text states and a replay cannot know:"
        yield from (f"  - {item}" for item in ruleset.header["unmodelled"])
