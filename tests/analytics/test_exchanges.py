"""The view declarations: each bid and each exchange with its verdict, its tier, and which of them made trump."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from analytics.catalog import open_catalog
from ingest.cards import parse_cards
from replay.verdicts import BidVerdict, ExchangeVerdict
from tests.analytics.lakes import Row, deal, rules, score, write

BIDS = [{"seat": 0, "cards": "S2"}, {"seat": 1, "cards": "H2 H2"}, {"seat": 2, "cards": "C2"}]
EXCHANGES = [
    {"seat": 3, "cards": "D2 D2", "took": "S3 H4"},
    {"seat": 2, "cards": "LJ LJ", "took": "S3 D5"},
    {"seat": 0, "cards": "S2", "took": "D6 D5"},
]
CODES = {
    "bid_verdicts": bytes([BidVerdict.BID, BidVerdict.BID_OVERRIDE, BidVerdict.BID_LOW]),
    "bid_tiers": bytes([1, 2, 1]),
    "exchange_verdicts": bytes(
        [ExchangeVerdict.EXCHANGE_LOW, ExchangeVerdict.EXCHANGE, ExchangeVerdict.EXCHANGE_UNKNOWN]
    ),
    "exchange_tiers": bytes([2, 5, 0]),
}


def coded(shown: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Bids or exchanges as they are stored."""
    return [
        {key: parse_cards(value) if isinstance(value, str) else value for key, value in one.items()} for one in shown
    ]


def shown(tmp_path: Path, recorded: Row, scored: Row | None) -> list[tuple[Any, ...]]:
    """The rows of the view for one deal, without its id."""
    one = deal("m", 1, **recorded)
    write(tmp_path, deals=[one], scores=[score(one, **scored)] if scored is not None else [], rulesets=[rules()])
    with open_catalog(tmp_path) as con:
        return con.execute(
            "SELECT * EXCLUDE (deal_id, ruleset, moment, together) FROM declarations ORDER BY kind, bid"
        ).fetchall()


BID_ROWS = [
    ("bid", 1, "South", "S2", None, 1, "bid", False, False),
    ("bid", 2, "East", "H2 H2", None, 2, "bid_override", False, True),
    ("bid", 3, "North", "C2", None, 1, "bid_low", True, False),
]
EXCHANGE_ROWS = [
    ("exchange", 1, "West", "D2 D2", "S3 H4", 2, "exchange_low", True, False),
    ("exchange", 2, "North", "LJ LJ", "S3 D5", 5, "exchange", False, True),
    ("exchange", 3, "South", "S2", "D6 D5", None, "exchange_unknown", True, False),
]


def test_bids_alone(tmp_path: Path) -> None:
    bids = {name: value for name, value in CODES.items() if name.startswith("bid_")}
    assert shown(tmp_path, {"declarations": coded(BIDS)}, bids) == BID_ROWS


def test_exchanges_alone(tmp_path: Path) -> None:
    exchanges = {name: value for name, value in CODES.items() if name.startswith("exchange_")}
    assert shown(tmp_path, {"exchanges": coded(EXCHANGES)}, exchanges) == EXCHANGE_ROWS


def test_an_exchange_that_was_allowed_stood_over_every_bid(tmp_path: Path) -> None:
    rows = shown(tmp_path, {"declarations": coded(BIDS), "exchanges": coded(EXCHANGES)}, CODES)
    assert rows == [(*row[:-1], False) for row in BID_ROWS] + EXCHANGE_ROWS


def test_one_that_was_not_stood_over_none(tmp_path: Path) -> None:
    none = {"exchange_verdicts": CODES["exchange_verdicts"][::2], "exchange_tiers": bytes([2, 0])}
    rows = shown(tmp_path, {"declarations": coded(BIDS), "exchanges": coded(EXCHANGES[::2])}, CODES | none)
    assert [row[-1] for row in rows] == [False, True, False, False, False]


@pytest.mark.parametrize("recorded", [{}, {"declarations": [], "exchanges": []}], ids=["not recorded", "none"])
def test_nothing_shown(tmp_path: Path, recorded: Row) -> None:
    codes = dict.fromkeys(CODES, b"") if recorded else {}
    assert shown(tmp_path, recorded, codes) == []


def test_a_deal_not_replayed_has_no_verdict(tmp_path: Path) -> None:
    rows = shown(tmp_path, {"declarations": coded(BIDS[:1]), "exchanges": coded(EXCHANGES[:1])}, None)
    assert rows == [
        ("bid", 1, "South", "S2", None, None, None, None, None),
        ("exchange", 1, "West", "D2 D2", "S3 H4", None, None, None, None),
    ]
