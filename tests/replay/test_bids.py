"""Bids are judged as the tables say, and every step of every ladder beats the one below and not the one above."""

from __future__ import annotations

import itertools
from collections import Counter
from typing import Any

import pytest

from ingest.cards import BIG_JOKER, LITTLE_JOKER, SUITS, parse_cards, parse_rank
from replay.bidding import Judge, judge_bids
from replay.bids import WORD, Shown, Word, words_of
from replay.ruleset import load, ruleset_ids
from replay.schema import KEYS
from replay.sentences import LANGUAGES, templates
from replay.undeclared import turned
from replay.verdicts import NAMES, BidVerdict
from tests.cases import Case
from tests.cases import load as load_cases
from tests.cases import shown_bid as asked

CASES = load_cases("bids")
IDS = [name for name in ruleset_ids() if name != "_base"]
MUCH = [  # rulesets whose text says much of declaring
    *("cn_competition_2deck", "cn_competition_3deck", "cn_shuangsheng_2deck", "baike_2deck", "titanic_3deck"),
    *("shuangsheng_online_2deck", "past10_2deck", "tianjin_2deck", "tractor_rules_2deck", "step10_top8_2deck"),
    *("step10_top7_2deck", "past_k_2deck", "annex1_4deck", "four_deck_216"),
]
Values = dict[str, Any]


def bids_of(texts: list[str]) -> list[Shown]:
    """Bids written as in the table of bids."""
    shown = [asked(bid) for bid in texts]
    return [Shown(**bid | {"cards": parse_cards(bid["cards"])}) for bid in shown]


def in_turn(cards: list[bytes]) -> list[Shown]:
    """Bids of seat 0, 1, 2 …"""
    return [Shown(seat, shown) for seat, shown in enumerate(cards)]


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_the_tables(case: Case) -> None:
    kitty = parse_cards(case["kitty"]) if "kitty" in case else None
    dealer = case["dealer"] if case["dealer"] >= 0 else None
    level, bids = parse_rank(case["level"]), bids_of(case["bids"])
    told = judge_bids(load(case["ruleset"], force=True), level, case["first_deal"], bids, kitty, dealer)
    assert [verdict.name.lower() for verdict in told.verdicts] == case["codes"]
    assert (told.trump or ("void" if told.void else "?")) == case["makes"]
    assert (-1 if told.dealer is None else told.dealer) == case["deals"]


def test_the_packs_hold_what_is_shown() -> None:
    for case in CASES:
        held: dict[int, Counter[int]] = {seat: Counter() for seat in range(4)}
        for seat, cards, *_ in bids_of(case["bids"]):
            held[seat] |= Counter(cards)
        most = max(sum(held.values(), Counter()).values(), default=0)
        assert most <= load(case["ruleset"], force=True).values["deck.decks"], case["name"]


def test_every_ruleset_has_a_table() -> None:
    number = Counter(case["ruleset"] for case in CASES)
    assert [name for name in IDS if number[name] < (10 if name in MUCH else 3)] == []


def test_every_code_and_every_way_to_declare_nothing_occurs() -> None:
    codes = {code for case in CASES for code in case["codes"]}
    houses_only = {"bid_no_trump_barred", "unjudged"}  # no ruleset bars a bid of its own ladder
    assert codes == {verdict.name.lower() for verdict in BidVerdict} - houses_only
    silent = [case for case in CASES if not set(case["codes"]) & {"bid"}]
    keys = ["declare.none_declared", "declare.none_declared_first_deal"]
    ways = {load(case["ruleset"], force=True).values[keys[case["first_deal"]]] for case in silent}
    assert ways == set(KEYS[keys[0]].values)


def test_codes_are_no_play_s_and_have_words_of_their_own() -> None:
    assert {int(verdict) for verdict in BidVerdict} & NAMES.keys() == {0}
    for lang in LANGUAGES:
        words = [templates(lang)[f"bid.{verdict.name.lower()}"] for verdict in BidVerdict]
        assert len(set(words)) == len(words)


def jokers_beside(word: Word, suit: str, values: Values, first_deal: bool) -> list[int]:
    """The jokers to show with a word of a suit."""
    companion = values["declare.joker_companion"]
    if companion == "one_small_joker_first_deal" and word.shown.startswith("level"):
        return [LITTLE_JOKER] * first_deal
    if word.beside == "joker":
        return [BIG_JOKER if companion == "suit_colour" and suit in "HD" else LITTLE_JOKER]
    return {"": [], "two_jokers": [BIG_JOKER] * 2, "both_jokers": [LITTLE_JOKER, BIG_JOKER]}[word.beside]


def shown(word: Word, suit: str, level: int, values: Values, first_deal: bool) -> bytes:
    """Cards that are this bid, of a suit if it may choose."""
    copies = {"single": 1, "pair": 2, "triple": 3, "quad": 4}.get(word.shown.rpartition("_")[2], 0)
    if word.shown == "three_jokers":
        return bytes([LITTLE_JOKER, BIG_JOKER, BIG_JOKER])
    if "joker" in word.shown:
        return bytes([LITTLE_JOKER if "small" in word.shown else BIG_JOKER] * copies)
    suit = word.suit or suit
    lowest = 13 * SUITS.index(suit)
    if word.shown.startswith("level"):
        cards = [lowest + level - 2] * copies
    else:
        number = 3 if "three" in word.shown else 1 if "any" in word.shown else 2
        cards = [lowest + i for i in range(number) for _ in range(2 if "pair" in word.shown else 1)]
    return bytes(cards + jokers_beside(word, suit, values, first_deal))


@pytest.mark.parametrize("first_deal", [True, False])
@pytest.mark.parametrize("name", IDS)
def test_every_step_beats_the_one_below_and_not_the_one_above(name: str, first_deal: bool) -> None:
    ruleset = load(name, force=True)
    values = ruleset.values
    level = parse_rank(values["levels.start"])
    for below, above in itertools.combinations(words_of(values["declare.ladder"]), 2):
        cards = [shown(word, suit, level, values, first_deal) for word, suit in ((below, "H"), (above, "C"))]
        up = Judge(values | {"declare.no_trump_first": True}).judge(level, first_deal, in_turn(cards), None, 0)
        assert up.verdicts == (BidVerdict.BID, BidVerdict.BID_OVERRIDE), (below, above)
        open_to_all = Judge(values | {"declare.reinforce_lock": "none", "declare.no_trump_first": True})
        down = open_to_all.judge(level, first_deal, in_turn(cards[::-1]), None, 0)
        assert down.verdicts == (BidVerdict.BID, BidVerdict.BID_LOW), (below, above)


@pytest.mark.parametrize("name", IDS)
def test_a_bid_does_not_beat_its_like(name: str) -> None:
    ruleset = load(name, force=True)
    free = {"declare.reinforce_lock": "none", "declare.no_trump_first": True}
    values = ruleset.values | {"declare.suit_priority": []} | free
    level = parse_rank(values["levels.start"])
    for word in words_of(values["declare.ladder"]):
        cards = [shown(word, suit, level, values, True) for suit in "CS"]
        assert Judge(values).judge(level, True, in_turn(cards), None, None).verdicts[1] == BidVerdict.BID_LOW


def judged(values: Values, *texts: str, **place: Any) -> list[str]:
    """The codes of bids under the defaults with other values."""
    at = {"level": 2, "first_deal": True, "kitty": None, "dealer": None} | place
    found = Judge(load("topping_2deck").values | values).judge(bids=bids_of(list(texts)), **at)
    return [verdict.name.lower() for verdict in found.verdicts]


def test_what_is_not_known_is_not_judged() -> None:
    assert judged({}, "0 S2", "1 ??", "2 H2 H2") == ["bid", "unjudged", "unjudged"]
    assert judged({}, "0 S2", level=None) == ["unjudged"]
    for level, texts in ((2, ["0 S2", "1 ?? ??"]), (None, ["0 S2"]), (None, [])):
        told = judge_bids(load("topping_2deck"), level, True, bids_of(texts), None, 0)
        assert (told.trump, told.dealer, told.void) == (None, None, False)


def test_a_bid_of_jokers_where_there_is_no_deal_without_trump() -> None:
    barred = {"trump.no_trump_possible": False}
    assert judged(barred, "0 S2", "1 LJ LJ", "1 LJ BJ") == ["bid", "bid_no_trump_barred", "bid_unknown"]


def test_the_dealer_of_a_later_deal_may_move() -> None:
    moving = load("topping_2deck").values | {"declare.override_moves_dealer_later": True}
    for texts, dealer in ((["1 S2"], 2), (["1 S2", "1 S2 S2"], 2), (["1 S2", "3 H2 H2"], 3), (["1 S2", "3 D2"], 2)):
        assert Judge(moving).judge(2, False, bids_of(texts), None, 2).dealer == dealer


@pytest.mark.parametrize(
    ("nobody", "joker", "kitty", "trump"),
    [
        ("flip_first_suit", "continue", "D9 LJ D3", "D"),
        ("flip_first_suit", "continue", "D9 LJ S3", None),
        ("flip_first_suit", "continue", "LJ BJ", None),
        ("flip_first_suit", "no_trump", "D9 LJ D3", None),
        ("flip_first_suit", "no_trump", "D9 D3", "D"),
        ("flip_first_suit", "no_trump", "LJ BJ", "NT"),
        ("flip_first_suit", "up_to_three_then_no_trump", "D9 LJ BJ", "D"),
        ("flip_first_suit", "up_to_three_then_no_trump", "D9 LJ BJ BJ", None),
        ("flip_match_dealer", "continue", "S3 S4", "S"),
        ("flip_level_joker_first", "continue", "S3 D2 LJ", "D"),
        ("flip_level_joker_first", "continue", "S2 D2", None),
        ("flip_level_joker_first", "continue", "S3 D3 LJ", "NT"),
        ("flip_level_joker_first", "continue", "S3 D3", None),
        ("flip_level_then_high", "continue", "S3 D2 LJ", "D"),
        ("flip_level_then_high", "continue", "HA SA D3 LJ", "S"),
        ("flip_level_then_high", "continue", "H2 S2 D3 LJ", None),
        ("no_trump", "continue", "S3 D3", "NT"),
        ("dealer_partner_names_suit", "continue", "S3 S4", None),
    ],
)
def test_a_record_keeps_its_kitty_sorted(nobody: str, joker: str, kitty: str, trump: str | None) -> None:
    values = load("topping_2deck").values | {"declare.flipped_joker": joker}
    for order in itertools.permutations(parse_cards(kitty)):
        assert turned(values, nobody, 2, bytes(order), in_order=False) == trump
        assert trump in (None, turned(values, nobody, 2, bytes(order), in_order=True))


def test_the_words_of_a_ladder() -> None:
    for text in ("level_pair:S+joker", "any_card+both_jokers", "three_jokers", "small_joker_quad", "joker_single"):
        assert WORD.fullmatch(text), text
    for text in ("level", "level_five", "joker_pair+joker", "joker_pair:S", "any_pair:X", "any_pair+jokers", ""):
        assert not WORD.fullmatch(text), text
