"""Self-play keeps the rules, records what it did, ends its matches, and gives the same bytes for a seed."""

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

from ingest.cards import BIG_JOKER, LITTLE_JOKER
from replay.ruleset import Ruleset, load
from replay.selfplay import SelfPlayError, play
from tests.replay.played import Played, read_back

ROOT = Path(__file__).parents[2]
RULESETS = ["cn_competition_2deck", "program_80fen"]  # those it plays: others have bids it does not know
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
    """A thousand deals under each ruleset, read back and scored."""
    return read_back(play(1000, 20, load(request.param)), load(request.param), tmp_path_factory.mktemp("selfplay"))


def assert_kept_to_the_rules(played: Played) -> None:
    assert played.violations == []
    assert {deal["status"] for deal in played.deals} == {"scored"}
    for deal in played.deals:
        recorded = {name: deal[column] for name, column in RECORDED.items()}
        assert recorded == {name: deal[name] for name in RECORDED}, (deal["match_name"], deal["deal_no"])


def test_no_play_breaks_a_rule_and_the_results_are_the_engines(played: Played) -> None:
    assert_kept_to_the_rules(played)


def test_every_card_and_point_is_there(played: Played) -> None:
    for deal in played.deals:
        for cards in (deal["hands"] + deal["kitty"], deal["plays"] + deal["buried"]):
            assert Counter(cards) == dict.fromkeys(range(54), 2)
        assert sum(deal["trick_points"]) + deal["kitty_points"] == 200
        assert deal["tier"] == "full"
        assert deal["synthetic"]
        assert deal["extra"] == f'{{"x_ruleset":"{played.ruleset.id}"}}'


def rung(bid: dict[str, Any], level: int, ladder: list[list[str]]) -> int:
    """The place of a declaration on the ladder; ValueError if the ladder lacks it."""
    cards = bid["cards"]
    if cards[0] >= LITTLE_JOKER:
        name = {LITTLE_JOKER: "small_joker_pair", BIG_JOKER: "big_joker_pair"}[cards[0]]
    else:
        assert cards[0] % 13 + 2 == level
        name = ("level_single", "level_pair")[len(cards) - 1]
    assert len(cards) == (1 if name == "level_single" else 2)
    assert len(set(cards)) == 1
    return ladder.index([name])


def test_declarations_climb_the_ladder_and_settle_trump_and_dealer(played: Played) -> None:
    ladder = played.ruleset.values["declare.ladder"]
    for deal in played.deals:
        bids = deal["declarations"] or []
        rungs = [rung(bid, deal["level"], ladder) for bid in bids]
        assert rungs == sorted(set(rungs))
        for one, other in pairwise(bids):
            assert one["seat"] != other["seat"] or set(one["cards"]) == set(other["cards"])
        if bids:
            card = bids[-1]["cards"][0]
            assert deal["trump"] == ("NT" if card >= LITTLE_JOKER else "SHCD"[card // 13])
            assert not deal["first_deal"] or deal["dealer"] == bids[-1]["seat"]


def test_what_matters_in_a_deal_occurs(played: Played) -> None:
    seen = played.seen()
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
    names += ["overridden or reinforced", "nobody declared", "no trump"]
    wanted = {name for name in names if name != "no trump" or played.ruleset.values["trump.no_trump_possible"]}
    print(sorted(seen.items()))
    assert {name for name in wanted if seen[name] == 0} == set()
    assert ("no trump" in seen) == ("no trump" in wanted)


def test_matches_go_on_until_somebody_wins(played: Played) -> None:
    matches: dict[str, list[dict[str, Any]]] = {}
    for deal in played.deals:
        matches.setdefault(deal["match_name"], []).append(deal)
    assert len(matches) > 20
    for deals in matches.values():
        assert [deal["deal_no"] for deal in deals] == [*range(1, len(deals) + 1)]
        assert all(deal["rec_winner"] is None for deal in deals[:-1])
        for deal, after in pairwise(deals):
            assert after["dealer"] == deal["rec_next_dealer"]
            assert [after["level_0"], after["level_1"]] == [deal["rec_level_after_0"], deal["rec_level_after_1"]]
    for deals in list(matches.values())[:-1]:
        assert deals[-1]["rec_winner"] in (0, 1)
        assert deals[-1]["rec_next_dealer"] is None


def test_few_deals_are_the_beginning_of_many_and_seeds_differ() -> None:
    ruleset = load(RULESETS[0])
    lines = list(play(30, 4, ruleset))
    assert list(play(7, 4, ruleset)) == lines[:7]
    assert next(play(1, 5, ruleset)) != lines[0].replace("selfplay-4", "selfplay-5")


@pytest.mark.parametrize("environment", [{"PYTHONHASHSEED": "7"}, {"PYTHONHASHSEED": "8", "SHENGJI_JIT": "0"}], ids=str)
def test_the_same_bytes_whatever_the_hash_seed_and_compiled_or_not(environment: dict[str, str]) -> None:
    code = (
        "from replay.ruleset import load; from replay.selfplay import play\n"
        f"for line in play(12, 3, load({RULESETS[0]!r})): print(line)"
    )
    run = [sys.executable, "-c", code]
    done = subprocess.run(
        run, env=os.environ | {"PYTHONPATH": str(ROOT)} | environment, capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines() == list(play(12, 3, load(RULESETS[0])))


def changed(**values: Any) -> Ruleset:
    """The first ruleset with other values; ``__`` stands for the dot of a key."""
    ruleset = load(RULESETS[0])
    return dataclasses.replace(
        ruleset, values=ruleset.values | {key.replace("__", "."): value for key, value in values.items()}
    )


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({"declare__timing": "after_deal"}, "declare.timing: selfplay does not play 'after_deal', only 'during_deal'."),
        ({"kitty_exchange__enabled": True}, "kitty_exchange.enabled: selfplay does not play True, only False."),
        ({"declare__ladder": [["level_single"], ["joker", "level_single"]]}, "the bid joker + level_single."),
    ],
    ids=lambda value: next(iter(value)) if isinstance(value, dict) else "",
)
def test_what_it_cannot_play_it_refuses_by_key(values: dict[str, Any], sentence: str) -> None:
    with pytest.raises(SelfPlayError) as caught:
        play(1, 1, changed(**values))
    assert sentence in str(caught.value)


def test_points_are_not_buried_where_that_is_forbidden(tmp_path: Path) -> None:
    ruleset = changed(bury__forbid_points=True)
    played = read_back(play(60, 1, ruleset), ruleset, tmp_path)
    assert {deal["kitty_points"] for deal in played.deals} == {0}


def test_no_throw_is_led_where_throws_are_barred(tmp_path: Path) -> None:
    ruleset = changed(throw__allowed=False)
    played = read_back(play(60, 1, ruleset), ruleset, tmp_path)
    assert_kept_to_the_rules(played)
    assert played.seen()["shape: throw"] == 0


@pytest.mark.long
@pytest.mark.parametrize("name", RULESETS)
def test_thousands_of_deals_keep_the_rules(name: str, tmp_path: Path) -> None:
    seed = int.from_bytes(os.urandom(4), "big")
    print("seed", seed)
    assert_kept_to_the_rules(read_back(play(5000, seed, load(name)), load(name), tmp_path))
