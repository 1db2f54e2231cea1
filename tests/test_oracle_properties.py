"""What must hold of the oracle whatever the cards: no suit or seat is special, no point is lost, every value acts."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.oracle.cards import SUITS, pack, points
from tests.oracle.coverage import ACTING, acting, coverage
from tests.oracle.deal import Deal, score
from tests.oracle.deals import corrupt, random_deal, unfinished
from tests.oracle.ladder import climb
from tests.oracle.matches import random_match
from tests.oracle.rulesets import HOUSES, NAMES, load, merge

LEGAL = {"lead", "lead_throw", "lead_forced", "follow", "follow_short", "discard", "ruff", "over_ruff", "under_ruff"}
SEEDS = range(6)
ALL = [*NAMES, *HOUSES]
EQUAL_SUITS = [name for name in ALL if load(name)["trump"]["off_level_equal"]]


def short(ruleset: str) -> str:
    """The name of a ruleset or of a file of house rules."""
    return Path(ruleset).stem


each_ruleset = pytest.mark.parametrize("ruleset", ALL, ids=short)


@cache
def deals_of(seed: int, ruleset: str) -> list[Deal]:
    """A legal deal, the same broken, and the same unfinished."""
    rng = random.Random(f"{seed} {short(ruleset)}")
    deal = random_deal(rng, load(ruleset), spice=seed % 3 != 0)
    return [deal, corrupt(rng, deal), unfinished(rng, deal)]


@cache
def results_of(seed: int, ruleset: str) -> list[dict[str, Any]]:
    """What the oracle makes of these deals."""
    return [score(deal, load(ruleset)) for deal in deals_of(seed, ruleset)]


def relabel(value: Any, suits: dict[str, str]) -> Any:
    """The same record with other suits: cards are words, jokers stay."""
    if isinstance(value, list):
        return [relabel(item, suits) for item in value]
    if isinstance(value, dict):
        return {name: relabel(item, suits) for name, item in value.items()}
    if not isinstance(value, str):
        return value
    return " ".join(suits.get(card[0], card[0]) + card[1:] if len(card) == 2 else card for card in value.split())


@pytest.mark.parametrize("ruleset", EQUAL_SUITS, ids=short)
@pytest.mark.parametrize("seed", SEEDS)
def test_no_suit_is_special(ruleset: str, seed: int) -> None:
    other = dict(zip(SUITS, random.Random(seed).sample(SUITS, 4), strict=True))
    for deal, expected in zip(deals_of(seed, ruleset), results_of(seed, ruleset), strict=True):
        changed: Deal = {**relabel(deal, other), "trump": other.get(deal["trump"], deal["trump"])}
        assert score(changed, load(ruleset)) == expected


@each_ruleset
@pytest.mark.parametrize("seed", SEEDS)
def test_no_seat_is_special(ruleset: str, seed: int) -> None:
    for deal, result in zip(deals_of(seed, ruleset), results_of(seed, ruleset), strict=True):
        hands = deal["hands"]
        turned: Deal = {
            **deal,
            "dealer": (deal["dealer"] + 1) % 4,
            "hands": [hands[3], *hands[:3]] if hands else None,
            "tricks": [[(leader + 1) % 4, *plays] for leader, *plays in deal["tricks"]],
            "throws": [{**throw, "seat": (throw["seat"] + 1) % 4} for throw in deal["throws"]],
            "penalties": [{**foul, "side": 1 - foul["side"]} for foul in deal["penalties"]],
        }
        expected = {**result, "winners": [None if seat is None else (seat + 1) % 4 for seat in result["winners"]]}
        if expected["status"] == "scored":
            expected["gain_side"] = 1 - expected["gain_side"]
            expected |= {name: expected[name][::-1] for name in ("level_down", "level_up")}
        assert score(turned, load(ruleset)) == expected


@each_ruleset
@pytest.mark.parametrize("seed", SEEDS)
def test_points_add_up(ruleset: str, seed: int) -> None:
    rules = load(ruleset)
    for deal, result in zip(deals_of(seed, ruleset)[:2], results_of(seed, ruleset), strict=False):
        in_the_pack = points(pack(rules), deal["level"], rules)
        assert sum(result["trick_points"]) + result["kitty_points"] == in_the_pack
        summed = sum(result[name] for name in ("defender_points", "capture_points", "penalty_points"))
        if rules["points"]["rounding"] == "floor_10":
            assert result["total"] % 10 == 0
            assert abs(result["total"]) <= abs(summed) < abs(result["total"]) + 10
        else:
            assert result["total"] == summed


@each_ruleset
@pytest.mark.parametrize("seed", SEEDS)
def test_a_deal_played_by_the_rules_has_no_violation(ruleset: str, seed: int) -> None:
    result = results_of(seed, ruleset)[0]
    assert set(result["verdicts"]) <= LEGAL
    assert not result["out_of_turn"]
    assert not result["deal_violations"]


@each_ruleset
def test_a_deal_of_other_packs_is_not_scored(ruleset: str) -> None:
    deal = deals_of(0, ruleset)[0]
    for changed in (
        {**deal, "decks": deal["decks"] % 4 + 1},
        None if load(ruleset)["deck"]["jokers_per_deck"] else {**deal, "kitty": "LJ"},
    ):
        assert changed is None or score(changed, load(ruleset))["status"] == "wrong_decks"


def test_random_deals_reach_everything_that_can_happen() -> None:
    seeds = {**dict.fromkeys(NAMES, 8), **dict.fromkeys(HOUSES, 80)}
    seen = coverage(
        result for ruleset, last in seeds.items() for at in range(last) for result in results_of(at, ruleset)
    )
    print("\n".join(f"{count:6} {name}" for name, count in seen.items()))
    assert [name for name, count in seen.items() if not count] == []


def test_every_value_of_a_key_changes_some_deal() -> None:
    waiting = {(key, repr(value)) for key, values in ACTING.items() for value in values}
    for seed in range(40):
        for ruleset in [*HOUSES, *NAMES]:
            for deal in deals_of(seed, ruleset) if waiting else []:
                waiting.difference_update(list(acting(deal, load(ruleset), waiting)))
    assert sorted(waiting) == []


# Of the match: a value, and another that is tried in its place.
OF_THE_MATCH = {
    "levels.must_play": [],
    "levels.win_mode": "none",
    "levels.win_level": "7",
    "levels.stop_at_win_level": False,
    "levels.wrap": True,
    "dealer.on_success": "same",
    "dealer.on_fail": "partner",
}


@pytest.mark.parametrize("key", OF_THE_MATCH)
def test_every_key_of_the_match_changes_some_match(key: str) -> None:
    table, name = key.split(".")
    changed = {}
    for ruleset in ALL:
        rules = load(ruleset)
        other = merge(rules, {table: {name: OF_THE_MATCH[key]}})
        played = [random_match(random.Random(seed), rules) for seed in range(20)]
        changed[ruleset] = any(climb(match, rules) != climb(match, other) for match in played)
    assert any(changed.values())
