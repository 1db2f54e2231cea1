"""Writes docs/schema.md, every key of a ruleset in a table, from the schema: ``python -m replay.schemadoc``."""

from __future__ import annotations

import json
import tomllib
from importlib import resources
from itertools import groupby
from pathlib import Path
from typing import Any

from replay.ruleset import ROOT, flatten
from replay.schema import HEADER, KEYS, SOURCE_WORDS, STATUSES, Key

TARGET = Path("docs") / "schema.md"
OPENING = """# The keys of a ruleset

This page is generated from `replay/schema.py`; do not edit it. After a change
there run `python -m replay.schemadoc`.

A ruleset is one TOML file. It starts from another one (`extends`, `_base`
unless it says otherwise) and states what differs; every value needs an entry in
`[source]`. `shengji rulesets check FILE` names every fault by its key.

Every key can change what a record comes to. Numbers run from 0 to 1000. What each
ruleset says is in [rulesets/](rulesets/README.md).
"""
FORMS = {
    "int": "whole number",
    "bool": "true or false",
    "rank": "a rank",
    "ranks": "a list of ranks",
    "ints": "a list of whole numbers",
    "words": "a list of words",
    "ladder": "a list of steps, each a list of bids: `level_single`, `_pair`, `_triple`, `_quad` (`:S` of one suit), "
    "`small_joker_`, `big_joker_` and `joker_` with a number, `three_jokers`, `any_pair`, `consecutive_pairs`, "
    "`three_consecutive_pairs`, `any_card`, `consecutive_cards`, `three_consecutive_cards`; `+joker`, `+two_jokers` or "
    "`+both_jokers` with it ([rules.md](rules.md), 9)",
    "growth": "a table of base, base_len, op (add or mul), step",
    "clamp": "[] or [low, high]",
    "order": "a list of classes of trump: `big_joker`, `small_joker`, `level` or `level_main` and `level_off`, "
    "`perm2_main`, `perm2_off`, `rank:r`, `suit`",
    "demotions": "a list of {level, capture_rank, pattern, to}",
    "fouls": "a list of {offence, kind, amount, forfeit_at}",
    "bands": "a list of {min, max, side, levels, ref, step, win_game}",
}


def page() -> str:
    """The whole page as Markdown."""
    text = (resources.files("replay.rulesets") / f"{ROOT}.toml").read_text(encoding="utf-8")
    base = flatten(tomllib.loads(text))
    return "\n".join([OPENING, _header(), *(_section(name, keys, base) for name, keys in _sections())])


def _sections() -> list[tuple[str, list[str]]]:
    return [(name, list(keys)) for name, keys in groupby(KEYS, key=lambda key: key.rpartition(".")[0])]


def _header() -> str:
    rows = [f"| `{name}` | {kind.__name__} |" for name, kind in HEADER.items()]
    words = f"`status` is one of {_code(STATUSES)}. An entry of `[source]` is a status and a clause,\n"
    words += f'`"stated: S0:L2"`; its status is one of {_code(SOURCE_WORDS)}.\n'
    return "\n".join(["## Head of the file", "", "| key | kind |", "|---|---|", *rows, "", words])


def _section(name: str, keys: list[str], base: dict[str, Any]) -> str:
    """One table of the page: the keys of one table of the TOML file, with their values in ``base``."""
    lines = [f"## {name}", "", "| key | values | default | meaning |", "|---|---|---|---|"]
    for key in keys:
        spec = KEYS[key]
        cells = (f"`{key.rpartition('.')[2]}`", _values(spec), _code([base[key]]), spec.meaning)
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join([*lines, ""])


def _values(spec: Key) -> str:
    if spec.values:
        return ("a list of " if spec.kind == "enums" else "") + _code(spec.values)
    return FORMS[spec.kind]


def _code(values: Any) -> str:
    """Values as they stand in a TOML file."""
    return ", ".join(f"`{value if isinstance(value, str) else _toml(value)}`" for value in values)


def _toml(value: Any) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{name} = {_toml(item)}" for name, item in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(_toml, value)) + "]"
    return json.dumps(value, ensure_ascii=False)


if __name__ == "__main__":
    TARGET.write_text(page(), encoding="utf-8")
    print(f"wrote {TARGET}")
