"""The table of matches shows for every ruleset each turn that its values allow, and nothing that they do not."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.cases import Case
from tests.cases import load as load_cases
from tests.oracle.cards import Rules
from tests.oracle.ladder import climb
from tests.oracle.rulesets import FOLDER, load, merge
from tests.oracle.total import outcome
from tests.oracle.turns import ROLES, possible, turns
from tests.test_oracle_cases import as_scored

EVERY = sorted(path.stem for path in FOLDER.glob("*.toml") if load(path.stem)["status"] != "abstract")
CASES: dict[str, list[Case]] = {}
for one in load_cases("ladder"):
    CASES.setdefault(one["ruleset"], []).append(one)


def capped(points: int, rules: Rules) -> Iterator[str]:
    """Whose gain the caps of a ruleset shorten at these points."""
    free = merge(rules, {"score": {"dealer_cap": 0, "defender_cap": 0}})
    gain = outcome(points, 0, rules)
    if gain.levels < outcome(points, 0, free).levels:
        yield f"capped as {ROLES[gain.takeover]}"


def shown(case: Case) -> set[str]:
    """What the last deal of a case shows."""
    rules = load(case["ruleset"])
    deals = [as_scored(deal, case["ruleset"]) for deal in case["deals"]]
    points = case["deals"][-1].get("points")
    caps = set() if points is None else set(capped(points, rules))
    return turns(deals[-1], climb(deals, rules)[-1], rules) | caps


@pytest.mark.parametrize("ruleset", EVERY)
def test_the_table_of_matches_has_every_turn(ruleset: str) -> None:
    rules: dict[str, Any] = load(ruleset)
    caps = {word for points in (-1000, 3000) for word in capped(points, rules)}
    seen = set().union(*map(shown, CASES[ruleset]))
    by_points = set().union(*(shown(case) for case in CASES[ruleset] if "points" in case["deals"][-1]))
    wanted = possible(rules) | caps
    assert sorted(wanted - seen) == []
    assert sorted(by_points - wanted - {"a gap", "game won late"}) == []
