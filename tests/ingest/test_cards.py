"""Cards between text and codes: the tables of notation, and the whole-deal way against the plain one."""

from __future__ import annotations

import json
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


def groups_of(rng: random.Random, most: int, least: int = 1) -> list[bytes]:
    cards = [*range(54), 255]
    return [
        sort_cards(bytes(rng.choice(cards) for _ in range(rng.randrange(1, 27))))
        for _ in range(rng.randint(least, most))
    ]


def test_groups_are_read_and_written_as_card_by_card() -> None:
    rng = random.Random(5)
    for _ in range(300):
        groups = groups_of(rng, 30)
        texts = [format_cards(group) for group in groups]
        assert bulk.read_groups(texts) == groups
        counts = bulk.lengths(groups)
        assert bulk.write_groups(b"".join(groups), counts) == texts
        mixed = b"".join(bytes(rng.sample(group, len(group))) for group in groups)
        assert bulk.write_groups(mixed, counts) == texts
        assert bulk.split(bulk.sort_groups(mixed, counts), counts) == groups


def test_tricks_are_read_and_written_as_json() -> None:
    rng = random.Random(6)
    for _ in range(100):
        plays = [groups_of(rng, 20, 0) for _ in range(rng.randrange(5))]
        tricks = [
            [[rng.randrange(4), *map(format_cards, deal[first : first + 4])] for first in range(0, len(deal), 4)]
            for deal in plays
        ]
        texts = [json.dumps(deal, separators=(",", ":")).encode() for deal in tricks]
        found = [
            bulk.Tricks(b"".join(deal), bytes(map(len, deal)), bytes(trick[0] for trick in its))
            for deal, its in zip(plays, tricks, strict=True)
        ]
        assert bulk.read_tricks(texts) == found
        counts = bulk.lengths([play for deal in plays for play in deal])
        leaders = b"".join(deal.leaders for deal in found)
        assert bulk.write_tricks(b"".join(deal.plays for deal in found), counts, leaders, bulk.lengths(plays)) == texts


@pytest.mark.parametrize(
    "text",
    [
        "S5 S6",  # not in order
        "S5  S4",
        "S5,S4",
        "S5\tS4",
        " S5",
        "S5 ",
        "s5",
        "S10",
        "L2",
        "BA",
        "LJ BJ",
        "?? S5",
        "♠5",
        "♠♠",
        "𝄞𝄞",
        "SJ L2",
        "S",
    ],
)
def test_text_that_is_not_canonical_is_left_to_the_tolerant_way(text: str) -> None:
    assert bulk.read_groups(["S5", text, "H6 H5"]) == [b"\x03", None, b"\x11\x10"]
    good = b'[[3,"S5","S4","H2","H3"]]'
    tricks = json.dumps([[0, "S5", text]], separators=(",", ":"), ensure_ascii=False).encode()
    first, bad, last = bulk.read_tricks([good, tricks, good])
    assert first == last == bulk.Tricks(b"\x03\x02\x0d\x0e", b"\1\1\1\1", b"\3")
    assert bad is None


@pytest.mark.parametrize(
    "text",
    [
        "",
        "null",
        '"',
        "[",
        '[[0,"S5"]',
        '[[4,"S5"]]',
        '[["S5"]]',
        '[[0,"S5"],[1,"S5"]]',
        '[[0,"S5","S5","S5","S5","S5"]]',
        '[[0,"S5","S5","S5","S5"],[1]]',
        '[[0, "S5"]]',
        '[[0,"S5\\""]]',
        "[[0,1]]",
        '[[0,"S5","S5","S5","S5"][0,"S5","S5","S5","S5"]]',
        '[[0,"' + " ".join(["S5"] * 256) + '"]]',
    ],
)
def test_tricks_that_are_not_canonical_are_left_to_the_tolerant_way(text: str) -> None:
    assert bulk.read_tricks([b"[]", text.encode(), b"[]"]) == [
        bulk.Tricks(b"", b"", b""),
        None,
        bulk.Tricks(b"", b"", b""),
    ]


def test_every_single_card_is_read_and_nothing_else_of_two_letters() -> None:
    letters = "SHCDLB23456789TJQKAsx "
    for first in letters:
        for second in letters:
            text = first + second
            assert bulk.read_groups([text]) == [bytes([TEXT.index(text)]) if text in TEXT else None]
