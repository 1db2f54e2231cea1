"""What must hold of the oracle whatever the cards: no suit or seat is special, and no point is lost."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tests.oracle.cards import SUITS
from tests.oracle.deal import Deal, score
from tests.oracle.deals import corrupt, coverage, random_deal, unfinished
from tests.oracle.rulesets import NAMES, load

LEGAL = {"lead", "lead_throw", "lead_forced", "follow", "follow_short", "discard", "ruff", "over_ruff", "under_ruff"}
SEEDS = range(12)
each_ruleset = pytest.mark.parametrize("ruleset", NAMES)


def deals_of(seed: int, ruleset: str) -> list[Deal]:
    """A legal deal, the same broken, and the same unfinished."""
    rng = random.Random(seed)
    deal = random_deal(rng, load(ruleset), spice=seed % 3 != 0)
    return [deal, corrupt(rng, deal), unfinished(rng, deal)]


def relabel(value: Any, suits: dict[str, str]) -> Any:
    """The same record with other suits: cards are words, jokers stay."""
    if isinstance(value, list):
        return [relabel(item, suits) for item in value]
    if isinstance(value, dict):
        return {name: relabel(item, suits) for name, item in value.items()}
    if not isinstance(value, str):
        return value
    return " ".join(suits.get(card[0], card[0]) + card[1:] if len(card) == 2 else card for card in value.split())


@each_ruleset
@pytest.mark.parametrize("seed", SEEDS)
def test_no_suit_is_special(ruleset: str, seed: int) -> None:
    other = dict(zip(SUITS, random.Random(seed).sample(SUITS, 4), strict=True))
    for deal in deals_of(seed, ruleset):
        changed: Deal = {**relabel(deal, other), "trump": other.get(deal["trump"], deal["trump"])}
        assert score(changed, load(ruleset)) == score(deal, load(ruleset))


@each_ruleset
@pytest.mark.parametrize("seed", SEEDS)
def test_no_seat_is_special(ruleset: str, seed: int) -> None:
    for deal in deals_of(seed, ruleset):
        hands = deal["hands"]
        turned: Deal = {
            **deal,
            "dealer": (deal["dealer"] + 1) % 4,
            "hands": [hands[3], *hands[:3]] if hands else None,
            "tricks": [[(leader + 1) % 4, *plays] for leader, *plays in deal["tricks"]],
            "throws": [{**throw, "seat": (throw["seat"] + 1) % 4} for throw in deal["throws"]],
            "penalties": [{**foul, "side": 1 - foul["side"]} for foul in deal["penalties"]],
        }
        expected = score(deal, load(ruleset))
        expected["winners"] = [None if seat is None else (seat + 1) % 4 for seat in expected["winners"]]
        if expected["gain_side"] is not None:
            expected["gain_side"] = 1 - expected["gain_side"]
        assert score(turned, load(ruleset)) == expected


@each_ruleset
@pytest.mark.parametrize("seed", SEEDS)
def test_points_add_up(ruleset: str, seed: int) -> None:
    for deal in deals_of(seed, ruleset)[:2]:
        result = score(deal, load(ruleset))
        assert sum(result["trick_points"]) + result["kitty_points"] == 200
        parts = ("defender_points", "capture_points", "penalty_points")
        assert result["total"] == sum(result[name] for name in parts)


@each_ruleset
@pytest.mark.parametrize("seed", SEEDS)
def test_a_deal_played_by_the_rules_has_no_violation(ruleset: str, seed: int) -> None:
    result = score(deals_of(seed, ruleset)[0], load(ruleset))
    assert set(result["verdicts"]) <= LEGAL
    assert not result["out_of_turn"]


def test_random_deals_reach_everything_that_can_happen() -> None:
    results = [
        score(deal, load(ruleset)) for ruleset in NAMES for seed in range(100) for deal in deals_of(seed, ruleset)
    ]
    seen = coverage(results)
    print("\n".join(f"{count:6} {name}" for name, count in seen.items()))
    assert [name for name, count in seen.items() if not count] == []
