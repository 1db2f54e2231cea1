"""What the bots of self-play choose in hands where one choice is plainly right."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from ingest.cards import format_cards, parse_cards, sort_cards
from replay.compiled import compile_ruleset
from replay.kernel.layout import TRUMP
from replay.ruleset import load
from replay.selfplay.burying import bury
from replay.selfplay.cards import order_of, parts_of
from replay.selfplay.dealing import copies_of
from replay.selfplay.following import Follow
from replay.selfplay.leading import choose_lead
from replay.selfplay.referee import Referee, rulebook_of
from replay.selfplay.table import Table

TWO, THREE, FOUR = "cn_competition_2deck", "cn_competition_3deck", "annex1_4deck"
RULESET = load(TWO)
ORDER = order_of(compile_ruleset(RULESET), 2, 0)  # level 2, spades


def table_of(*hands: str, name: str = TWO) -> tuple[Table, Referee]:
    """A table at which seat 0 is dealer and leads, at the first level with spades as trump."""
    cards = [list(parse_cards(hand)) for hand in hands]
    compiled = compile_ruleset(load(name))
    order = order_of(compiled, int(compiled.rules.start_level), 0)
    table = Table(order, copies_of(compiled.values), cards, [], 0, throws=(True, True))
    return table, Referee(rulebook_of(compiled), order, cards, [], 0)


def text(cards: list[int]) -> str:
    return format_cards(sort_cards(bytes(cards)))


@pytest.mark.parametrize(
    ("why", "plays", "hand", "chosen"),
    [
        ("points to a partner who wins for good", ["HA", "H3"], "HK H4 D6", "HK"),
        ("the tenth before the five", ["HA", "H3"], "HT H5 D6", "HT"),
        ("no points to an opponent who wins", ["HA"], "HK H4 D6", "H4"),
        ("a king does not run into an ace at large", ["H4"], "HK H3 D6", "H3"),
        ("the last seat takes the trick with points", ["H9", "H3", "H4"], "HA HK H3", "HK"),
        ("the last seat leaves a trick to its partner", ["H9", "HA", "H4"], "HK H3 D6", "HK"),
        ("the pair that is owed", ["HQ HQ"], "H3 H3 HA H5", "H3 H3"),
        ("a pair that wins", ["HQ HQ"], "H3 H3 HA HA", "HA HA"),
        ("a tractor that is owed", ["H3 H3 H4 H4"], "H6 H6 H7 H7 HA HJ", "H7 H7 H6 H6"),
        ("the least ruff for points", ["HK"], "S3 S9 D6", "S3"),
        ("an over-ruff just high enough is not known: the highest", ["HK", "H3", "S9"], "S3 SA D6", "SA"),
        ("no ruff over a partner who wins", ["HA", "H3"], "S3 D6 D9", "D6"),
        ("no ruff of a pair without a pair", ["HK HK"], "S3 S9 D6 D9", "D9 D6"),
        ("all of the suit, then the least", ["HQ HQ"], "H3 D6 DK", "H3 D6"),
    ],
    ids=lambda value: value if isinstance(value, str) and " " in value and value[0].islower() else "",
)
def test_follow(why: str, plays: list[str], hand: str, chosen: str) -> None:
    assert followed(plays, hand, TWO) == chosen


def followed(plays: list[str], hand: str, name: str) -> str:
    """What a bot follows with after these plays."""
    hands = [*plays, hand, *["C3 C4 C5 C6"] * (3 - len(plays))]
    table, referee = table_of(*hands, name=name)
    before = [list(parse_cards(play)) for play in plays]
    assert referee.lead(0, before[0]) == before[0]
    for seat, cards in enumerate(before):
        if seat:
            referee.follow(seat, cards)
        table.play(seat, cards, referee.suit)
    return text(Follow(table, referee, len(plays), before).choose(random.Random(1)))


@pytest.mark.parametrize(
    ("name", "lead", "hand", "chosen"),
    [
        (THREE, "H3 H3 H3", "H4 H4 H4 H6 HJ", "H4 H4 H4"),
        (THREE, "H3 H3 H3", "H6 H6 H7 HJ HQ", "H7 H6 H6"),
        (THREE, "H3 H3 H3 H4 H4 H4", "H6 H6 H6 H7 H7 H7 HQ HQ HQ HA", "H7 H7 H7 H6 H6 H6"),
        (THREE, "H3 H3 H3 H4 H4 H4", "H6 H6 H6 H8 H8 HT HJ HQ HA", "HJ H8 H8 H6 H6 H6"),
        (THREE, "H3 H3 H3 H4 H4 H4", "H6 H6 H7 H7 H9 HT HJ HQ HA", "HJ H9 H7 H7 H6 H6"),
        (THREE, "H3 H3", "H6 H6 H6 HJ HQ", "H6 H6"),
        (FOUR, "H4 H4 H5 H5", "H9 H9 H9 H9 HT HJ HQ", "H9 H9 H9 H9"),
        (FOUR, "HJ HJ HJ HJ", "H9 H9 H9 HQ HQ HA", "HQ H9 H9 H9"),
        ("four_deck_216", "HJ HJ HJ", "H9 H9 H9 H9 HT HK", "H9 H9 H9"),
        ("trump_highest_2deck", "S5 S5", "S6 S9 SJ HA", "SJ S9"),
        ("trump_highest_2deck", "S5 S5 S6 S6", "S3 S3 S7 S9 SJ SQ", "SQ SJ S3 S3"),
        ("cn_competition_1deck", "HA HK", "H3 H9 HT", "H9 H3"),
    ],
)
def test_follow_with_wider_units_and_filled_up_from_the_top(name: str, lead: str, hand: str, chosen: str) -> None:
    assert followed([lead], hand, name) == chosen


@pytest.mark.parametrize(
    ("name", "hand", "parts"),
    [
        (TWO, "H3 H3 H4 H4 H6 H6 H8", ["H3 H3 H4 H4", "H6 H6", "H8"]),
        (THREE, "H7 H7 H7 H8 H8 H8 H9 H9", ["H7 H7 H7 H8 H8 H8", "H9 H9"]),
        (THREE, "H7 H7 H8 H8 H9 H9 H9", ["H7 H7 H8 H8 H9 H9", "H9"]),
        (THREE, "H7 H7 H7 H9 HJ HJ", ["H7 H7 H7", "HJ HJ", "H9"]),
        (FOUR, "H5 H5 H5 H5 H7 H7 H7 H8", ["H5 H5 H5 H5", "H7 H7 H7", "H8"]),
        (FOUR, "H5 H5 H5 H5 H6 H6 H6 H6", ["H5 H5 H5 H5 H6 H6 H6 H6"]),
        ("four_deck_216", "H5 H5 H6 H6", ["H5 H5", "H6 H6"]),
    ],
)
def test_a_hand_is_taken_largest_first(name: str, hand: str, parts: list[str]) -> None:
    table, _ = table_of(hand, "C3", "C4", "C5", name=name)
    found = parts_of(table.hands[0][1], table.order, 1)
    assert [format_cards(bytes(part.cards)) for part in found] == parts


@pytest.mark.parametrize(
    ("why", "hand", "led"),
    [
        ("both aces", "HA HA H7 D4 D6", "HA HA"),
        ("all winners of a suit thrown together", "HA HA HK HK HQ HQ H4 D6", "HA HA HK HK HQ HQ"),
        ("a low card, no points, where nothing wins", "DK DT D4", "D4"),
        ("nothing but trump that nobody beats", "BJ BJ LJ", "BJ BJ LJ"),
    ],
    ids=lambda value: value if isinstance(value, str) and value[0].islower() else "",
)
def test_lead(why: str, hand: str, led: str) -> None:
    table, _ = table_of(hand, "C3", "C4", "C5")
    assert text(choose_lead(random.Random(1), table, 0)) == led


@pytest.mark.parametrize(
    ("attempted", "other", "forced"),
    [
        ("HA HK", "HA", "HK"),
        ("HA HA HK", "H3", None),
        ("HK HK HA", "HA", None),
        ("HA HQ HQ", "HK HK", "HQ HQ"),
        ("HA HA H4 H4 H3 H3", "H5 H5 H6 H6", "H4 H4 H3 H3"),
        ("BJ SQ SQ", "SK SK", "SQ SQ"),
    ],
)
def test_a_throw_that_is_beaten_is_cut_and_noted(attempted: str, other: str, forced: str | None) -> None:
    _, referee = table_of(attempted, other, "C3", "C4")
    assert text(referee.lead(0, list(parse_cards(attempted)))) == text(list(parse_cards(forced or attempted)))
    assert [text(list(throw.attempted)) for throw in referee.throws] == ([attempted] if forced else [])


def test_bury_keeps_trump_aces_and_most_points() -> None:
    rng = random.Random(1)
    buried: Counter[int] = Counter()
    for _ in range(200):
        buried.update(bury(rng, RULESET, rng.sample([*range(54)] * 2, 33), ORDER))
    assert not [card for card in buried if ORDER.suit[card] == TRUMP]
    points = sum(count for card, count in buried.items() if ORDER.points[card])
    aces = sum(count for card, count in buried.items() if ORDER.pos[card] == 11)
    assert buried.total() == 1600
    assert aces < 0.05 * buried.total()
    assert points < 0.2 * buried.total()
