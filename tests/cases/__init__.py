"""Tables of rule cases, one TOML file a kind, run through the engine and through the oracle.

A file holds `[defaults]` and `cases`; a case has an id (`TV-n.x` of the catalogue, `AMBIG-n.x` of a decision in it,
`REVIEW-n.x` of its second reading, `RULES-n.x` of docs/rules.md, `BID-….x`, `EXCH-….x` and `LADDER-….x` of the bids,
exchanges and levels of a ruleset, `RC-n.x` of other programs' tests, `BUG-n.x` of their faults), a source, a note in
our own words, and the fields of its kind. It runs once under each of its `rulesets`: ids of built-in ones, or files of
`houses/`. docs/cases.md is written from them by `python -m tests.cases`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent
KINDS = (
    *("order", "shape", "follow", "throw", "trick", "multiplier", "total", "outcome", "ladder", "violation", "bids"),
    "exchange",
)

Case = dict[str, Any]


def shown_bid(text: str) -> dict[str, Any]:
    """A bid as the table of bids writes it, ``1 H2 H2 @dealt &``: as a question to ``judge`` has it."""
    shown, _, when = text.removesuffix("&").strip().partition("@")
    said = {"when": when.strip()} if when else {}
    return (
        {"seat": int(text[0]), "cards": shown[2:].strip()} | said | ({"together": True} if text.endswith("&") else {})
    )


def read(name: str) -> dict[str, Any]:
    """One file of this folder, parsed."""
    return tomllib.loads((FOLDER / f"{name}.toml").read_text("utf-8"))


def written(kind: str) -> list[Case]:
    """Every case of a kind as it stands in its file, over the defaults, and its deals with what they leave unsaid."""
    table = read(kind)
    cases = [{**table["defaults"], **case} for case in table["cases"]]
    return [case | {"deals": list(_in_a_row(case["deals"]))} for case in cases] if kind == "ladder" else cases


def _in_a_row(deals: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """The deals of a match: each the next one, dealt by seat 0 on the level of its side, unless it says otherwise."""
    for number, deal in enumerate(deals, 1):
        whole = {"deal_no": number, "dealer": 0, "levels": None} | deal
        yield whole if "level" in deal else whole | {"level": whole["levels"][whole["dealer"] % 2]}


def load(kind: str) -> list[Case]:
    """Every case of a kind, once a ruleset: its fields, `ruleset` (an id or a path), and a unique `name`."""
    return [
        {**case, "ruleset": place(ruleset), "name": f"{case['id']}-{Path(ruleset).stem}"}
        for case in written(kind)
        for ruleset in case["rulesets"]
    ]


def place(ruleset: str) -> str:
    """A built-in ruleset's id as it is; the path of a file of `houses/`."""
    return str(FOLDER / ruleset) if ruleset.endswith(".toml") else ruleset


def outcomes(case: Case) -> list[tuple[int, str, int, bool]]:
    """Each of the points of an outcome case, with the side that gains, its levels and whether it wins the game."""
    wins = case.get("wins_game", [False] * len(case["x"]))
    return list(zip(case["x"], case["side"], case["levels"], wins, strict=True))
