"""The quick tests of `make mutants`: deals against what the oracle made of them before the fault was planted.

The tables of cases run before them; these catch what no table holds. The oracle imports nothing of the
product, so its results are kept in a file and read by every mutant.
"""

from __future__ import annotations

import json
import os
import random
from pathlib import Path
from typing import Any

import pytest

from replay.ruleset import load
from tests.oracle.deal import score as oracle_score
from tests.oracle.ladder import climb
from tests.oracle.rulesets import NAMES
from tests.oracle.rulesets import load as oracle_rules
from tests.replay import agree, house, matches, rows

FOLDER = Path(os.environ.get("SHENGJI_MUTANTS", "."))
HOUSES = [f"house{seed}.toml" for seed in range(4)]
SEED = 3


def prepare(folder: Path) -> None:
    """Writes house rules, and deals with the oracle's results under every ruleset, into a folder."""
    for seed, name in enumerate(HOUSES):
        house.drawn(folder / name, random.Random(seed))
    kept = {}
    for name in [*NAMES, *HOUSES]:
        ruleset = name if name in NAMES else str(folder / name)
        deals = agree.deals_of(random.Random(f"{SEED} {name}"), ruleset, legal=12, corrupted=24, cut=4)
        kept[name] = [[deal, oracle_score(deal, oracle_rules(ruleset))] for deal in deals]
    (folder / "deals.json").write_text(json.dumps(kept, default=list), encoding="utf-8")


def kept(name: str) -> list[list[Any]]:
    """The deals of a ruleset, each with the oracle's result."""
    found: list[list[Any]] = json.loads((FOLDER / "deals.json").read_text(encoding="utf-8"))[name]
    return found


@pytest.mark.parametrize("name", [*NAMES, *HOUSES])
def test_ladders_are_those_of_the_oracle(name: str) -> None:
    ruleset = name if name in NAMES else str(FOLDER / name)
    rng = random.Random(SEED)
    played = [matches.random_match(rng, oracle_rules(ruleset)) for _ in range(60)]
    theirs = [rung for match in played for rung in climb(match, oracle_rules(ruleset))]
    assert matches.climbed(played, load(ruleset)) == theirs


@pytest.mark.parametrize("name", [*NAMES, *HOUSES])
def test_deals_are_read_as_the_oracle_reads_them(name: str) -> None:
    deals, theirs = zip(*kept(name), strict=True)
    ours = rows.score(list(deals), name if name in NAMES else str(FOLDER / name))
    told = [agree.differences(*three) for three in zip(deals, ours, theirs, strict=True)]
    assert [found for found in told if found] == []
