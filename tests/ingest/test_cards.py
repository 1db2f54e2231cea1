"""Cards between text and codes: the tables of notation, and the whole-deal way against the plain one."""

from __future__ import annotations

import random

import pytest

from ingest import bulk
from ingest.cards import TEXT, format_cards, parse_card, parse_cards, parse_rank, sort_cards


@pytest.mark.parametrize(
    ("text", "card"),
    [
        ("S2", 0),
        ("SJ", 9),
        ("SA", 12),
        ("H2", 13),
        ("C2", 26),
        ("D2", 39),
        ("DA", 51),
        ("LJ", 52),
        ("BJ", 53),
        ("??", 255),
        ("s10", 8),
        ("♠10", 8),
        ("♥a", 25),
        ("hT", 21),
        ("lj", 52),
        ("小王", 52),
        ("大王", 53),
    ],
)
def test_cards_as_people_write_them(text: str, card: int) -> None:
    assert parse_card(text) == card


@pytest.mark.parametrize("text", ["", "S", "S1", "X5", "10", "SS", "LA", "J", "S5S5", "5S", "S11"])
def test_what_is_no_card_is_named(text: str) -> None:
    with pytest.raises(ValueError, match="is no card"):
        parse_card(text)


@pytest.mark.parametrize(("text", "rank"), [("2", 2), ("T", 10), ("10", 10), ("a", 14), ("K", 13)])
def test_ranks(text: str, rank: int) -> None:
    assert parse_rank(text) == rank


@pytest.mark.parametrize("text", ["", "1", "11", "23", "LJ", "x"])
def test_what_is_no_rank_is_named(text: str) -> None:
    with pytest.raises(ValueError, match="is no rank"):
        parse_rank(text)


def test_the_order_of_cards_is_one() -> None:
    cards = parse_cards("D2 S3 BJ ?? HA S3 LJ CK SA")
    assert format_cards(sort_cards(cards)) == "BJ LJ SA S3 S3 HA CK D2 ??"


def test_groups_are_read_and_written_as_card_by_card() -> None:
    rng = random.Random(5)
    for _ in range(300):
        groups = [
            sort_cards(bytes(rng.randrange(54) for _ in range(rng.randrange(1, 27))))
            for _ in range(rng.randrange(1, 30))
        ]
        texts = [format_cards(group) for group in groups]
        codes, counts = bulk.read_groups(texts)
        assert (codes, counts) == (b"".join(groups), bytes(map(len, groups)))
        assert bulk.write_groups(codes, counts) == texts
        mixed = b"".join(bytes(rng.sample(group, len(group))) for group in groups)
        assert bulk.write_groups(mixed, counts) == texts


@pytest.mark.parametrize(
    "groups",
    [
        ["S5 S6"],  # not in order
        ["S5", "S4 S5"],
        ["S5  S4"],
        ["S5,S4"],
        ["S5\tS4"],
        [" S5"],
        ["S5 "],
        ["s5"],
        ["S10"],
        ["L2"],
        ["BA"],
        ["LJ BJ"],
        ["??"],
        ["S5", ""],
        ["♠5"],
        ["SJ L2"],
        ["S5 S4", "H5 H6"],
    ],
)
def test_text_that_is_not_canonical_is_left_to_the_tolerant_way(groups: list[str]) -> None:
    with pytest.raises(KeyError):
        bulk.read_groups(groups)


def test_every_single_card_is_read_and_nothing_else_of_two_letters() -> None:
    letters = "SHCDLB?23456789TJQKAsx "
    for first in letters:
        for second in letters:
            text = first + second
            if text in TEXT:
                assert bulk.read_groups([text])[0] == bytes([TEXT.index(text)])
            else:
                with pytest.raises(KeyError):
                    bulk.read_groups([text])
