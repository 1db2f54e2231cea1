"""Engine and oracle, two programs written apart, must read whole matches alike, from the first bid to the last game."""

from __future__ import annotations

import json
import secrets
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from replay.ruleset import load
from replay.selfplay import play
from tests.oracle.bids import LEGAL, auction
from tests.oracle.cards import JOKERS, Rules
from tests.oracle.records import as_recorded, declared, matches, rungs, score
from tests.oracle.rulesets import NAMES
from tests.oracle.rulesets import load as oracle_rules
from tests.oracle.turns import turns

Row = dict[str, Any]
# What self-play shows beside the turns of the levels; all of it must occur under the rulesets together.
DECLARING = [
    *("bid", "bid_reinforce", "bid_override", "a bid of jokers", "jokers beside a bid", "nobody declared"),
    *("exchange", "exchanged again"),
]


def shows(deal: Row, rules: Rules) -> Iterator[str]:
    """What the bids of a deal show."""
    told = auction(deal["level"], deal["first_deal"], deal["bids"], None, deal["dealer"], rules)
    yield from told["codes"]
    for bid in deal["bids"]:
        jokers = sum(card in JOKERS for card in bid["cards"].split())
        if jokers:
            yield "a bid of jokers" if jokers == len(bid["cards"].split()) else "jokers beside a bid"
    if not deal["bids"]:
        yield "nobody declared"
    yield from (code for code in declared(deal, rules)["codes"])
    if len(deal["exchanges"] or []) > 1:
        yield "exchanged again"


def same_declared(deal: Row, rules: Rules) -> None:
    """What the oracle makes of bids and exchanges is what the bots went by."""
    told = declared(deal, rules)
    assert set(told["codes"]) <= {"exchange"}, json.dumps(deal)
    assert told["trump"] in (deal["trump"], None), json.dumps(deal)
    assert told["dealer"] in (deal["dealer"], None), json.dumps(deal)
    codes = auction(deal["level"], deal["first_deal"], deal["bids"], None, deal["dealer"], rules)["codes"]
    assert set(codes) <= set(LEGAL), json.dumps(deal)


def same_matches(ruleset: str, seed: int, number: int) -> Counter[str]:
    """Holds what the engine recorded of its own matches against the oracle; tells how often everything occurred."""
    rules = oracle_rules(ruleset)
    seen: Counter[str] = Counter()
    for deals in matches(play(number, seed, load(ruleset))):
        results = [score(deal, rules) for deal in deals]
        rows, ladder = rungs(deals, results, rules)
        for deal, result, row, rung in zip(deals, results, rows, ladder, strict=True):
            same_declared(deal, rules)
            told = as_recorded(result, rung)
            recorded = dict.fromkeys(told) | deal["result"]
            assert recorded == told, f"ruleset {ruleset}, seed {seed}, deal {deal['deal']} of {deal['match']}"
            assert rung["levels_before"] == deal["levels"]
            seen.update([*turns(row, rung, rules), *shows(deal, rules)])
    return seen


def test_engine_and_oracle_read_whole_matches_alike() -> None:
    seen: Counter[str] = Counter()
    for ruleset in NAMES:
        exchanging = oracle_rules(ruleset)["kitty_exchange"]["ladder"]
        seen.update(same_matches(ruleset, 3, 60 if exchanging else 16))
    print("\n".join(f"{count:6} {name}" for name, count in sorted(seen.items())))
    assert [name for name in DECLARING if not seen[name]] == []


@pytest.mark.long
@pytest.mark.parametrize("ruleset", NAMES)
def test_engine_and_oracle_read_fresh_matches_alike(ruleset: str) -> None:
    seed = secrets.randbits(32)
    print(f"seed {seed}", sorted(same_matches(ruleset, seed, 150).items()))
