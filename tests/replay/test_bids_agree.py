"""Engine and oracle, two programs written apart, must judge every auction alike."""

from __future__ import annotations

import json
import random
import secrets
from pathlib import Path
from typing import Any

import pytest

from ingest.cards import parse_cards, parse_rank
from replay.bidding import judge_bids
from replay.bids import Shown
from replay.ruleset import load
from tests.oracle.auctions import drawn_rules, random_auction
from tests.oracle.bids import auction
from tests.oracle.rulesets import HOUSES, NAMES
from tests.oracle.rulesets import load as oracle_rules
from tests.replay import house

Judged = dict[str, Any]


def bids_of(shown: list[Judged]) -> list[Shown]:
    """Bids as the engine takes them."""
    return [Shown(**bid | {"cards": parse_cards(bid["cards"])}) for bid in shown]


def engine(given: Judged, ruleset: str) -> Judged:
    """What the engine makes of the auction, in the oracle's words."""
    bids = bids_of(given["bids"])
    kitty = None if given["kitty"] is None else parse_cards(" ".join(given["kitty"]))
    judged = judge_bids(load(ruleset), parse_rank(given["level"]), given["first_deal"], bids, kitty, given["dealer"])
    codes = [verdict.name.lower() for verdict in judged.verdicts]
    return {"trump": judged.trump, "dealer": judged.dealer, "void": judged.void, "codes": codes}


def dotted(drawn: dict[str, dict[str, Any]]) -> dict[str, Any]:
    """Drawn rules by dotted keys."""
    return {f"{table}.{key}": value for table, keys in drawn.items() for key, value in keys.items()}


def compare(rng: random.Random, ruleset: str, number: int) -> None:
    """Holds both against each other on random auctions under a ruleset; the first that differs is told whole."""
    rules = oracle_rules(ruleset)
    for _ in range(number):
        given = random_auction(rng, rules)
        assert engine(given, ruleset) == auction(**given, rules=rules), f"ruleset {ruleset}, {json.dumps(given)}"


@pytest.mark.parametrize("ruleset", [*NAMES, *HOUSES], ids=lambda ruleset: Path(ruleset).stem)
def test_engine_and_oracle_judge_bids_alike(ruleset: str) -> None:
    compare(random.Random(Path(ruleset).stem), ruleset, 200)


@pytest.mark.parametrize("seed", range(60))
def test_engine_and_oracle_judge_bids_alike_under_drawn_rules(seed: int, tmp_path: Path) -> None:
    compare_drawn(seed, tmp_path, 100)


def compare_drawn(seed: int, folder: Path, number: int) -> None:
    """The same under rules of declaring that are drawn by a seed."""
    rng = random.Random(seed)
    compare(rng, house.write(folder / f"house_{seed}.toml", dotted(drawn_rules(rng))), number)


@pytest.mark.long
def test_engine_and_oracle_judge_bids_alike_on_fresh_auctions(tmp_path: Path) -> None:
    seed = secrets.randbits(32)
    print(f"seed {seed}")
    for ruleset in [*NAMES, *HOUSES]:
        compare(random.Random(f"{seed} {Path(ruleset).stem}"), ruleset, 5_000)
    for more in range(500):
        compare_drawn(seed + more, tmp_path, 200)
