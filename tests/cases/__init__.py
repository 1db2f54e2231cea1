"""Tables of rule cases, one TOML file a kind, run through the engine and through the oracle.

A file holds `[defaults]` and `cases`; a case has an id (`TV-n.x` of the catalogue, `RC-n.x` of other
programs' tests, `BUG-n.x` of their faults, `AMBIG-n.x` of a decision), a source, a note in our own words,
and the fields of its kind. It runs once under each of its `rulesets`.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent
KINDS = ("order", "shape", "follow", "throw", "trick", "multiplier", "total", "outcome", "ladder")

Case = dict[str, Any]


def load(kind: str) -> list[Case]:
    """Every case of a kind, once a ruleset: its fields over the defaults, `ruleset`, and a unique `name`."""
    table = tomllib.loads((FOLDER / f"{kind}.toml").read_text("utf-8"))
    cases = [{**table["defaults"], **case} for case in table["cases"]]
    return [
        {**case, "ruleset": ruleset, "name": f"{case['id']}-{ruleset}"}
        for case in cases
        for ruleset in case["rulesets"]
    ]


def outcomes(case: Case) -> list[tuple[int, str, int, bool]]:
    """Each of the points of an outcome case, with the side that gains, its levels and whether it wins the game."""
    wins = case.get("wins_game", [False] * len(case["x"]))
    return list(zip(case["x"], case["side"], case["levels"], wins, strict=True))
