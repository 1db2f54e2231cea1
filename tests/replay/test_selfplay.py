"""Self-play keeps the rules of every ruleset, records what it did, ends its matches, and repeats itself by seed."""

from __future__ import annotations

import dataclasses
import os
import subprocess
import sys
from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from ingest.cards import LITTLE_JOKER, parse_rank
from replay.ruleset import Ruleset, list_rulesets, load
from replay.selfplay import play
from replay.selfplay.match import UNENDING
from tests.replay.played import Played, read_back

ROOT = Path(__file__).parents[2]
NATIVE = "cn_competition_2deck"
RULESETS = [ruleset.id for ruleset in list_rulesets()]
OFTEN = [NATIVE, "program_80fen"]  # played long enough to count on what is seen
MOVES_DEALER = ("flip_match_dealer", "dealer_side_must_declare_or_lose_dealership")
RECORDED = {
    "winners": "rec_trick_winners",
    "trick_points": "rec_trick_points",
    "defender_points": "rec_defender_points",
    "kitty_points": "rec_kitty_points",
    "multiplier": "rec_multiplier",
    "total": "rec_total",
    "takeover": "rec_takeover",
    "levels_gained": "rec_levels_gained",
    "level_after_0": "rec_level_after_0",
    "level_after_1": "rec_level_after_1",
    "next_dealer": "rec_next_dealer",
    "winner": "rec_winner",
}


@pytest.fixture(scope="module", params=RULESETS)
def played(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Played:
    """Some deals under each ruleset, read back and scored."""
    return read_back(play(40, 20, load(request.param)), load(request.param), tmp_path_factory.mktemp("selfplay"))


@pytest.fixture(scope="module", params=OFTEN)
def often(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Played:
    """Many deals, read back and scored."""
    return read_back(play(800, 20, load(request.param)), load(request.param), tmp_path_factory.mktemp("selfplay"))


def assert_kept_to_the_rules(played: Played) -> None:
    assert played.violations == []
    assert {deal["status"] for deal in played.deals} == {"scored"}
    for deal in played.deals:
        recorded = {name: deal[column] for name, column in RECORDED.items()}
        assert recorded == {name: deal[name] for name in RECORDED}, (deal["match_name"], deal["deal_no"])
        assert deal["derived_trump"] in (None, deal["trump"])
        assert deal["derived_dealer"] in (None, deal["dealer"])


def test_no_play_breaks_a_rule_and_the_results_are_the_engines(played: Played) -> None:
    assert_kept_to_the_rules(played)


def test_every_card_is_there(played: Played) -> None:
    for deal in played.deals:
        for cards in (deal["hands"] + deal["kitty"], deal["plays"] + deal["buried"]):
            assert Counter(cards) == dict.fromkeys(range(54), played.ruleset.values["deck.decks"])
        assert len(deal["buried"]) == len(deal["kitty"]) == played.ruleset.values["deck.kitty_size"]
        assert deal["tier"] == "full"
        assert deal["synthetic"]
        assert deal["extra"] == f'{{"x_ruleset":"{played.ruleset.id}"}}'


RUNS = ("any", "consecutive", "three_consecutive")


def shown(cards: bytes, level: int) -> set[str]:
    """What a declaration may be called on a ladder, jokers beside it left out."""
    suited = Counter(card for card in cards if card < LITTLE_JOKER)
    jokers = Counter(card for card in cards if card >= LITTLE_JOKER)
    if not suited and jokers.total() == 3:
        return {"three_jokers"}
    if not suited:
        (joker, number), *_ = jokers.items()
        assert len(jokers) == 1
        size = ("single", "pair", "triple", "quad")[number - 1]
        return {f"{('small', 'big')[joker - LITTLE_JOKER]}_joker_{size}", f"joker_{size}"}
    names = set()
    if len(suited) == 1 and next(iter(suited)) % 13 + 2 == level:
        names.add("level_" + ("single", "pair", "triple", "quad")[suited.total() - 1])
    (each,) = set(suited.values())
    if each <= 2 and max(suited) - min(suited) == len(suited) - 1:
        names.add(f"{RUNS[len(suited) - 1]}_{('card', 'pair')[each - 1]}{'s' if len(suited) > 1 else ''}")
    assert max(suited) // 13 == min(suited) // 13
    return names


def rung(cards: bytes, level: int, ladder: list[list[str]]) -> int:
    """The place of a declaration on the ladder."""
    names = shown(cards, level) | {
        f"{name}:{'SHCD'[min(cards) // 13]}" for name in shown(cards, level) if min(cards) < 52
    }
    found = [place for place, words in enumerate(ladder) if any(word.partition("+")[0] in names for word in words)]
    jokers = [{"": 0, "joker": 1}.get(ladder[place][0].partition("+")[2], 2) for place in found]
    beside = sum(card >= LITTLE_JOKER for card in cards) if min(cards) < LITTLE_JOKER else 0
    return next(place for place, least in zip(found[::-1], jokers[::-1], strict=True) if least <= beside)


def test_declarations_climb_the_ladder_and_settle_trump_and_dealer(played: Played) -> None:
    values = played.ruleset.values
    for deal in played.deals:
        bids = deal["declarations"] or []
        rungs = [rung(bid["cards"], deal["level"], values["declare.ladder"]) for bid in bids]
        assert rungs == sorted(rungs)
        assert len(set(rungs)) == len(rungs) or values["declare.suit_priority"]
        for one, other in pairwise(bids):
            same = set(one["cards"]) == set(other["cards"])
            assert one["seat"] != other["seat"] or same or values["declare.self_override"] == "allowed"
        made = [*bids, *(deal["exchanges"] or [])]
        if made:
            suited = min(made[-1]["cards"])
            assert deal["trump"] == ("NT" if suited >= LITTLE_JOKER else "SHCD"[suited // 13])
        if bids:
            first = -1 if values["declare.override_moves_dealer_first_deal"] else 0
            assert not deal["first_deal"] or deal["dealer"] == bids[first]["seat"]


def test_the_kitty_goes_from_hand_to_hand_where_the_ruleset_lets_it(played: Played) -> None:
    ladder = played.ruleset.values["kitty_exchange.ladder"]
    exchanges = [deal["exchanges"] for deal in played.deals]
    assert all(entries is None for entries in exchanges) == (ladder == [])
    if ladder:
        assert any(exchanges)
        assert all(entries is not None for entries in exchanges)
    for deal in played.deals:
        seats = [deal["dealer"], *(entry["seat"] for entry in deal["exchanges"] or [])]
        assert all(one != other for one, other in pairwise(seats))
        assert all(len(entry["took"]) == len(deal["kitty"]) for entry in deal["exchanges"] or [])


def matches_of(played: Played) -> list[list[dict[str, Any]]]:
    """The deals match by match."""
    matches: dict[str, list[dict[str, Any]]] = {}
    for deal in played.deals:
        matches.setdefault(deal["match_name"], []).append(deal)
    return list(matches.values())


def test_a_deal_follows_from_the_one_before(played: Played) -> None:
    values = played.ruleset.values
    boards, start = values["dealer.first"] == "fixed_by_board", parse_rank(values["levels.start"])
    for deals in matches_of(played):
        assert [deal["deal_no"] for deal in deals] == [*range(1, len(deals) + 1)]
        assert all(deal["match_winner"] is None for deal in deals[:-1])
        assert all(deal["level"] == deal[f"level_{deal['dealer'] % 2}"] for deal in deals)
        for deal, after in pairwise(deals):
            if boards:
                assert deal["rec_next_dealer"] is None
                assert after["level_0"] == after["level_1"]
                continue
            if deal["rec_winner"] is not None:  # a game of several
                assert (after["level_0"], after["level_1"], after["first_deal"]) == (start, start, True)
                continue
            assert [after["level_0"], after["level_1"]] == [deal["rec_level_after_0"], deal["rec_level_after_1"]]
            if values["declare.who_later"] == "declarer_deals":
                bidders = {bid["seat"] for bid in after["declarations"] or []}
                assert {after["dealer"]} == (bidders or {deal["rec_next_dealer"]})
            elif values["declare.none_declared"] not in MOVES_DEALER:
                assert after["dealer"] == deal["rec_next_dealer"]


def test_a_match_that_nobody_can_win_has_its_number_of_deals(played: Played) -> None:
    if played.ruleset.values["levels.win_mode"] == "none" or not played.ruleset.values["match.best_of"]:
        assert {len(deals) for deals in matches_of(played)[:-1]} == {UNENDING}


def test_what_matters_in_a_deal_occurs(often: Played) -> None:
    seen = often.seen()
    names = ["shape: single", "shape: pair", "shape: tractor", "shape: throw", "verdict: lead_forced"]
    names += [
        "verdict: ruff",
        "verdict: over_ruff",
        "verdict: discard",
        "won by follow",
        "captured",
        "takeover",
        "held",
    ]
    names += ["overridden or reinforced", "nobody declared"]
    names += ["no trump"] if often.ruleset.values["trump.no_trump_possible"] else []
    print(sorted(seen.items()))
    assert {name for name in names if seen[name] == 0} == set()
    assert ("no trump" in seen) == ("no trump" in names)


def test_matches_go_on_until_somebody_wins(often: Played) -> None:
    matches = matches_of(often)
    assert len(matches) > 20
    for deals in matches[:-1]:
        assert deals[-1]["rec_winner"] in (0, 1)
        assert deals[-1]["rec_next_dealer"] is None


def test_few_deals_are_the_beginning_of_many_and_seeds_differ() -> None:
    ruleset = load(NATIVE)
    lines = list(play(30, 4, ruleset))
    assert list(play(7, 4, ruleset)) == lines[:7]
    assert next(play(1, 5, ruleset)) != lines[0].replace(f"{NATIVE}-4", f"{NATIVE}-5")


@pytest.mark.parametrize("environment", [{"PYTHONHASHSEED": "7"}, {"PYTHONHASHSEED": "8", "SHENGJI_JIT": "0"}], ids=str)
def test_the_same_bytes_whatever_the_hash_seed_and_compiled_or_not(environment: dict[str, str]) -> None:
    names = (NATIVE, "cn_competition_3deck", "four_deck_216")
    code = (
        "from replay.ruleset import load; from replay.selfplay import play\n"
        f"for name in {names!r}:\n"
        "    for line in play(6, 3, load(name)): print(line)"
    )
    run = [sys.executable, "-c", code]
    done = subprocess.run(
        run, env=os.environ | {"PYTHONPATH": str(ROOT)} | environment, capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines() == [line for name in names for line in play(6, 3, load(name))]


def changed(name: str, **values: Any) -> Ruleset:
    """A ruleset with other values; ``__`` stands for the dot of a key."""
    ruleset = load(name)
    return dataclasses.replace(
        ruleset, values=ruleset.values | {key.replace("__", "."): value for key, value in values.items()}
    )


@pytest.mark.parametrize(
    "ruleset",
    [
        changed(NATIVE, throw__allowed=False),
        changed(NATIVE, throw__in_trump=False),
        changed(NATIVE, throw__beaten_if="any_other_hand_beats_or_ruffs_any_component"),
        changed("past10_2deck", throw__fail_play="fewest_cards_component", throw__fail_points_count="beaten"),
        changed("cn_competition_3deck", ruff__over_ruff="all_components"),
        changed("cn_competition_3deck", ruff__structure="exact", follow__break_triple_for_pair="may"),
        changed("cn_competition_3deck", combos__tractor_min_units=3, follow__trump_fill="highest_first"),
        changed("cn_competition_3deck", follow__throw_follow="suit_only", combos__bridge_level_gap=False),
        changed("annex1_4deck", combos__quad_as_tractor=True, follow__break_quad_for_triple="may"),
        changed("annex1_4deck", combos__quad=False, combos__quad_tractor=False, combos__bomb="none"),
        changed("four_deck_216", follow__ladders__quad=[[]], follow__break_triple_for_pair="may"),
        changed("baike_2deck_perm2", trump__off_level_equal=False, combos__join_level_off_perm2=True),
        changed("cn_competition_2deck", bury__min_points=30),
        changed("cn_competition_2deck", bury__forbid_points=True),
    ],
    ids=lambda ruleset: ruleset.hash,
)
def test_it_plays_by_values_that_no_ruleset_has(ruleset: Ruleset, tmp_path: Path) -> None:
    played = read_back(play(25, 1, ruleset), ruleset, tmp_path)
    assert_kept_to_the_rules(played)
    if not ruleset.values["throw.allowed"]:
        assert played.seen()["shape: throw"] == 0


@pytest.mark.long
@pytest.mark.parametrize("name", RULESETS)
def test_thousands_of_deals_keep_the_rules(name: str, tmp_path: Path) -> None:
    seed = int.from_bytes(os.urandom(4), "big")
    print("seed", seed)
    deals = 5000 if name in OFTEN else 500
    assert_kept_to_the_rules(read_back(play(deals, seed, load(name)), load(name), tmp_path))
