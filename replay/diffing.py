"""The keys in which two rulesets differ: both values, and where each comes from."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import groupby
from typing import Any

from replay.ruleset import Ruleset
from replay.schema import KEYS
from replay.sentences import say


def differing(a: Ruleset, b: Ruleset) -> list[str]:
    """The keys whose values differ, in the schema's order."""
    return [key for key in KEYS if a.values[key] != b.values[key]]


def value_words(lang: str, ruleset: Ruleset, key: str) -> str:
    """A key's value in a ruleset as TOML has it, with the status and clause of its source."""
    value = ruleset.values[key]
    origin, status, clause = ruleset.sources[key]
    told = {
        "value": value if isinstance(value, str) else json.dumps(value, ensure_ascii=False),
        "status": say(lang, f"status.{status}"),
        "clause": clause,
    }
    if origin == ruleset.id:
        return say(lang, "compare.value", **told)
    return say(lang, "compare.value_from", origin=origin, **told)


def value_dict(ruleset: Ruleset, key: str) -> dict[str, Any]:
    """A key's value with its source: ``value``, ``status``, ``clause``, and ``from``, the ruleset that states it."""
    origin, status, clause = ruleset.sources[key]
    return {"value": ruleset.values[key], "status": status, "clause": clause, "from": origin}


def lines(lang: str, *rulesets: tuple[str, Ruleset]) -> Iterator[str]:
    """What ``shengji rulesets diff`` prints of two rulesets, each under the name it was given by, table by table."""
    (a, one), (b, other) = rulesets
    keys = differing(one, other)
    if not keys:
        yield say(lang, "compare.same", a=a, b=b)
        return
    yield say(lang, "compare.differ", a=a, b=b, n=len(keys))
    for table, names in groupby(keys, lambda key: key.rpartition(".")[0]):
        yield ""
        yield f"[{table}]"
        for key in names:
            yield key.rpartition(".")[2]
            for name, ruleset in rulesets:
                yield "  " + say(lang, "compare.held", ruleset=name, value=value_words(lang, ruleset, key))


def as_dict(a: Ruleset, b: Ruleset) -> dict[str, Any]:
    """What ``shengji rulesets diff --json`` prints: both rulesets, and each key with its value in ``a`` and ``b``."""
    keys = [{"key": key, "a": value_dict(a, key), "b": value_dict(b, key)} for key in differing(a, b)]
    named = {name: {"id": one.id, "hash": one.hash} for name, one in (("a", a), ("b", b))}
    return named | {"same": not keys, "keys": keys}
