"""What must hold of the oracle whatever the cards: no suit or seat is special, no point is lost, every value acts."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.oracle.cards import SUITS, Rules, pack, points
from tests.oracle.coverage import ACTING, acting, coverage
from tests.oracle.deal import Deal, score
from tests.oracle.deals import corrupt, random_deal, unfinished
from tests.oracle.fouls import settled
from tests.oracle.ladder import climb
from tests.oracle.matches import random_match
from tests.oracle.rulesets import HOUSES, NAMES, load, merge

Row = dict[str, Any]
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
        if expected["gain_side"] is not None:
            expected["gain_side"] = 1 - expected["gain_side"]
        if expected["level_down"] is not None:
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
    assert set(result["deal_violations"]) <= {"foul_unknown"}


@each_ruleset
def test_a_deal_of_other_packs_is_not_scored(ruleset: str) -> None:
    deal = deals_of(0, ruleset)[0]
    for changed in (
        {**deal, "decks": deal["decks"] % 4 + 1},
        None if load(ruleset)["deck"]["jokers_per_deck"] else {**deal, "kitty": "LJ"},
    ):
        assert changed is None or score(changed, load(ruleset))["status"] == "wrong_decks"


def test_random_deals_reach_everything_that_can_happen() -> None:
    seeds = {**dict.fromkeys(NAMES, 8), **dict.fromkeys(HOUSES, 180)}
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
    "match.best_of": 5,
    "match.timeout_order": ["last_deal_winner"],
    "penalty.list": [],
}


@pytest.mark.parametrize("key", OF_THE_MATCH)
def test_every_key_of_the_match_changes_some_match(key: str) -> None:
    table, name = key.split(".")
    changed = {}
    for ruleset in ALL:
        rules = load(ruleset)
        other = merge(rules, {table: {name: OF_THE_MATCH[key]}})
        changed[ruleset] = any(rungs_of(match, rules) != rungs_of(match, other) for match in matches_of(ruleset))
    assert any(changed.values())


@cache
def matches_of(ruleset: str) -> list[list[Row]]:
    """Random matches under a ruleset."""
    return [random_match(random.Random(seed), load(ruleset)) for seed in range(20)]


def rungs_of(match: list[Row], rules: Rules) -> list[Row]:
    """What the oracle makes of a match."""
    return climb([settled(deal, rules) for deal in match], rules)


@each_ruleset
def test_no_side_is_special(ruleset: str) -> None:
    def turned(side: int | None) -> int | None:
        return None if side is None else 1 - side

    rules = load(ruleset)
    for match in matches_of(ruleset):
        moved = [
            {
                **deal,
                "dealer": (deal["dealer"] + 1) % 4,
                "last_winner": (deal["last_winner"] + 1) % 4,
                "gain_side": turned(deal["gain_side"]),
                "levels": deal["levels"] and deal["levels"][::-1],
                "fouls": [{**foul, "side": 1 - foul["side"]} for foul in deal.get("fouls", [])],
            }
            for deal in match
        ]
        for row, other in zip(rungs_of(match, rules), rungs_of(moved, rules), strict=True):
            expected = {name: row[name][::-1] for name in ("levels_before", "levels_after", "games")}
            expected |= {name: turned(row[name]) for name in ("winner", "match_winner", "leader")}
            deals = row["next_dealer"]
            assert other == {**row, **expected, "next_dealer": None if deals is None else (deals + 1) % 4}


@each_ruleset
def test_games_and_matches_are_won_once(ruleset: str) -> None:
    rules = load(ruleset)
    best_of = rules["match"]["best_of"]
    for match in matches_of(ruleset):
        before: Row = {"games": [0, 0], "match_winner": None, "forfeited": False}
        for row in rungs_of(match, rules):
            won = [later - earlier for earlier, later in zip(before["games"], row["games"], strict=True)]
            assert won == [int(row["winner"] == side) for side in range(2)]
            assert row["game"] == sum(before["games"]) + 1
            if before["match_winner"] is None and row["match_winner"] is not None:
                assert row["over"]
                assert row["match_winner"] == row["winner"]
                assert row["forfeited"] or row["games"][row["winner"]] == best_of // 2 + 1
            elif before["match_winner"] is not None:
                assert row["match_winner"] == before["match_winner"]
            elif best_of:
                assert max(row["games"]) <= best_of // 2
            assert row["match_winner"] is None or row["leader"] is None
            before = row
