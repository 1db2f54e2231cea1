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

from tests.oracle.deal import score as oracle_score
from tests.oracle.fouls import settled
from tests.oracle.ladder import climb
from tests.oracle.matches import random_match
from tests.oracle.rulesets import HOUSES
from tests.oracle.rulesets import load as oracle_rules
from tests.replay import agree, house, matches, rows

FOLDER = Path(os.environ.get("SHENGJI_MUTANTS", "."))
SEED = 3
# Built-in rulesets of every width, with all that only few of them have; the oracle's houses have the rest.
BUILT_IN = (
    "cn_competition_1deck", "cn_competition_2deck", "baike_2deck_perm2", "program_80fen", "trump_highest_2deck",
    "past10_2deck", "past_k_2deck", "cn_competition_3deck", "titanic_3deck", "annex1_4deck", "four_deck_216",
)  # fmt: skip
OWN = {Path(path).stem: path for path in HOUSES}
DRAWN = [f"drawn{seed}" for seed in range(4)]
NAMES = [*BUILT_IN, *OWN, *DRAWN]


def ruleset_of(name: str, folder: Path) -> str:
    """What to load a ruleset by: its id, or the path of its file."""
    return str(folder / f"{name}.toml") if name in DRAWN else OWN.get(name, name)


def prepare(folder: Path) -> None:
    """Writes house rules, and deals with the oracle's results under every ruleset, into a folder."""
    for seed, name in enumerate(DRAWN):
        house.drawn(folder / f"{name}.toml", random.Random(seed))
    kept = {}
    for name in NAMES:
        ruleset = ruleset_of(name, folder)
        deals = agree.deals_of(random.Random(f"{SEED} {name}"), ruleset, legal=12, corrupted=24, cut=4)
        kept[name] = [[deal, oracle_score(deal, oracle_rules(ruleset))] for deal in deals]
    (folder / "deals.json").write_text(json.dumps(kept, default=list), encoding="utf-8")


def kept(name: str) -> list[list[Any]]:
    """The deals of a ruleset, each with the oracle's result."""
    found: list[list[Any]] = json.loads((FOLDER / "deals.json").read_text(encoding="utf-8"))[name]
    return found


@pytest.mark.parametrize("name", NAMES)
def test_deals_are_read_as_the_oracle_reads_them(name: str) -> None:
    deals, theirs = zip(*kept(name), strict=True)
    ours = rows.score(list(deals), ruleset_of(name, FOLDER))
    told = [agree.differences(*three) for three in zip(deals, ours, theirs, strict=True)]
    assert [found for found in told if found] == []


@pytest.mark.parametrize("name", NAMES)
def test_ladders_are_those_of_the_oracle(name: str) -> None:
    rules = oracle_rules(ruleset_of(name, FOLDER))
    rng = random.Random(SEED)
    played = [random_match(rng, rules) for _ in range(60)]
    theirs = [rung for match in played for rung in climb([settled(deal, rules) for deal in match], rules)]
    told = [{key: rung[key] for key in matches.ALL} for rung in theirs]
    assert matches.read(played, ruleset_of(name, FOLDER)) == told
