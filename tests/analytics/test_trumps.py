"""Trumps of the dealer's side after burying: counted against one card after another, and asked as a rate."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

from analytics.catalog import open_catalog
from analytics.metrics import rates
from analytics.registry import metric
from analytics.trumps import count
from ingest.cards import parse_cards
from tests.analytics.lakes import Row, deal, rules, score, write

KINDS = {"level": pa.int8(), "dealer": pa.int8(), "hands": pa.binary(), "kitty": pa.binary(), "buried": pa.binary()}


def counted(*rows: Row) -> list[int]:
    columns = {name: pa.array([row[name] for row in rows], kind) for name, kind in KINDS.items()}
    return count(pa.record_batch(columns | {"trump": pa.array([row["trump"] for row in rows])})).tolist()


def known(hands: list[str], kitty: str, buried: str, **facts: Any) -> Row:
    """The facts of a deal with hands of one length, from texts."""
    cards = {"hands": b"".join(map(parse_cards, hands)), "kitty": parse_cards(kitty), "buried": parse_cards(buried)}
    return {"level": 10, "trump": "H", "dealer": 0} | cards | facts


HANDS = ["HA ST", "BJ H2", "S9 LJ", "CT D3"]


@pytest.mark.parametrize(
    ("row", "trumps"),
    [
        (known(HANDS, "S2", "S2"), 3),  # South and North: HA, the off-suit ten, LJ
        (known(HANDS, "S2", "S2", dealer=3), 3),  # East and West: BJ H2 CT
        (known(HANDS, "H3 D4", "D4 S9"), 4),  # the kitty's trump is kept
        (known(HANDS, "S2 S3", "HA S3"), 2),  # a trump is buried
        (known(HANDS, "S2", "S2", trump="S"), 3),  # ST S9 LJ; S2 goes in and out
        (known(HANDS, "S2", "S2", level=9, trump="S"), 3),  # ST S9 LJ
        (known(["H2"] * 4, "BJ", "LJ", dealer=2), 2),
    ],
)
def test_trumps_are_counted(row: Row, trumps: int) -> None:
    assert counted(row) == [trumps]


def test_hands_of_several_lengths_stand_in_one_batch() -> None:
    rows = [known(HANDS, "S2", "S2"), known(["H2"] * 4, "BJ", "LJ", dealer=2), known(HANDS, "H3 D4", "D4 S9")]
    assert counted(*rows) == [3, 2, 4]


def test_as_counted_one_card_after_another() -> None:
    rng = random.Random(1)
    rows, expected = [], []
    for _ in range(50):
        pack = [card for card in range(54) for _ in range(2)]
        rng.shuffle(pack)
        level, trump, dealer = rng.randint(2, 14), rng.randrange(4), rng.randrange(4)
        hands, kitty = [pack[25 * seat : 25 * seat + 25] for seat in range(4)], pack[100:]
        held = hands[dealer] + kitty
        rng.shuffle(held)
        ours = held[8:] + hands[(dealer + 2) % 4]
        expected.append(sum(card >= 52 or card % 13 + 2 == level or card // 13 == trump for card in ours))
        cards = {"hands": b"".join(map(bytes, hands)), "kitty": bytes(kitty), "buried": bytes(held[:8])}
        rows.append({"level": level, "trump": "SHCD"[trump], "dealer": dealer} | cards)
    assert counted(*rows) == expected


def test_the_rate_counts_deals_with_known_cards_and_a_trump_suit(tmp_path: Path) -> None:
    def dealt(number: int, trumps: int, takeover: bool = False, **changes: Any) -> tuple[Row, Row]:
        ours = "HA " * trumps + "S3 " * (20 - trumps)
        cards = known([ours, *["S4 " * 20] * 3], "S2", "S2")
        row = deal(f"m{number}", 1, **({"tier": "full"} | cards | changes))
        return row, score(row, takeover=takeover)

    pairs = [
        dealt(1, 3),
        dealt(2, 12),
        dealt(3, 14, takeover=True),
        dealt(4, 20),
        dealt(5, 20, trump="NT"),
        dealt(6, 20, tier="plays"),
        dealt(7, 20, buried=None),
        dealt(8, 20, kitty=None),
        dealt(9, 20, exchanges=[{"seat": 1, "cards": b"", "took": parse_cards("S2")}]),
    ]
    write(tmp_path, deals=[row for row, _ in pairs], scores=[result for _, result in pairs], rulesets=[rules()])
    with open_catalog(tmp_path) as con:
        (overall,) = rates(con, metric("win_rate_by_trumps"), ["rules_a"])
        split = rates(con, metric("win_rate_by_trumps"), ["rules_a"], ["trumps"])
    assert (overall.numerator, overall.n) == (3, 4)
    assert {rate.by["trumps"]: (rate.numerator, rate.n) for rate in split} == {
        "0-11": (1, 1),
        "12-14": (1, 2),
        "18-20": (1, 1),
    }
