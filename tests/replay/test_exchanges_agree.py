"""Engine and oracle, two programs written apart, must judge every exchange of the kitty alike."""

from __future__ import annotations

import json
import random
import secrets
from pathlib import Path
from typing import Any

import pytest

from ingest.cards import parse_cards, parse_rank
from replay.bidding import judge_bids
from replay.exchanges import ExchangeJudge
from replay.ruleset import load
from tests.cases import Case
from tests.cases import load as load_cases
from tests.oracle.auctions import drawn_rules
from tests.oracle.exchanges import judged
from tests.oracle.rulesets import HOUSES, NAMES
from tests.oracle.rulesets import load as oracle_rules
from tests.oracle.takings import random_taking
from tests.replay import house
from tests.test_oracle_exchanges import case_of

Given = dict[str, Any]


def shown(entries: list[dict[str, Any]]) -> list[tuple[int, bytes]]:
    """Bids or exchanges as the engine takes them."""
    return [(one["seat"], parse_cards(one["cards"])) for one in entries]


def engine(given: Given, ruleset: str) -> Given:
    """What the engine makes of bids and exchanges, in the oracle's words."""
    rules, level, first, dealer = load(ruleset), parse_rank(given["level"]), given["first_deal"], given["dealer"]
    kitty = None if given["kitty"] is None else parse_cards(" ".join(given["kitty"]))
    made: Given = {"trump": None, "dealer": None, "void": False}
    auction = None
    if given["bids"] is not None:
        auction = judge_bids(rules, level, first, shown(given["bids"]), kitty, dealer)
        made = {"trump": auction.trump, "dealer": auction.dealer, "void": auction.void}
    buries = made["dealer"] if dealer is None else dealer
    exchanged = ExchangeJudge(rules.values).judge(level, first, shown(given["exchanges"]), buries, auction)
    codes = [verdict.name.lower() for verdict in exchanged.verdicts]
    return made | {"trump": exchanged.trump(made["trump"]), "codes": codes}


def compare(rng: random.Random, ruleset: str, number: int) -> None:
    """Holds both against each other on random exchanges under a ruleset; the first that differs is told whole."""
    rules = oracle_rules(ruleset)
    for _ in range(number):
        given = random_taking(rng, rules).given
        assert engine(given, ruleset) == judged(**given, rules=rules), f"ruleset {ruleset}, {json.dumps(given)}"


CASES = load_cases("exchange")


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_the_table_of_exchanges(case: Case) -> None:
    result = engine(case_of(case), case["ruleset"])
    trump = "void" if result["void"] else result["trump"] or "?"
    deals = -1 if result["dealer"] is None else result["dealer"]
    assert (result["codes"], trump, deals) == (case["codes"], case["makes"], case["deals"])


@pytest.mark.parametrize("ruleset", [*NAMES, *HOUSES], ids=lambda ruleset: Path(ruleset).stem)
def test_engine_and_oracle_judge_exchanges_alike(ruleset: str) -> None:
    compare(random.Random(Path(ruleset).stem), ruleset, 150)


def compare_drawn(seed: int, folder: Path, number: int) -> None:
    """The same under rules of declaring and exchanging that are drawn by a seed."""
    rng = random.Random(seed)
    drawn = {f"{table}.{key}": value for table, keys in drawn_rules(rng).items() for key, value in keys.items()}
    compare(rng, house.write(folder / f"house_{seed}.toml", drawn), number)


@pytest.mark.parametrize("seed", range(60))
def test_engine_and_oracle_judge_exchanges_alike_under_drawn_rules(seed: int, tmp_path: Path) -> None:
    compare_drawn(seed, tmp_path, 80)


@pytest.mark.long
def test_engine_and_oracle_judge_exchanges_alike_on_fresh_ones(tmp_path: Path) -> None:
    seed = secrets.randbits(32)
    print(f"seed {seed}")
    for ruleset in [*NAMES, *HOUSES]:
        compare(random.Random(f"{seed} {Path(ruleset).stem}"), ruleset, 1_000)
    for more in range(200):
        compare_drawn(seed + more, tmp_path, 100)
