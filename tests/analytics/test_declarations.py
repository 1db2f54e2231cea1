"""Bids in SQL and in rates, on lakes small enough to count by hand."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from analytics.catalog import open_catalog
from analytics.metrics import rates
from analytics.registry import metric
from ingest.cards import parse_cards
from replay.intervals import wilson
from replay.verdicts import BidVerdict
from tests.analytics.lakes import Row, deal, rules, score, write

BID, ADD, OVER, LOW, OPEN = (
    BidVerdict.BID, BidVerdict.BID_REINFORCE, BidVerdict.BID_OVERRIDE, BidVerdict.BID_LOW, BidVerdict.UNJUDGED,
)  # fmt: skip
WON: Row = {"takeover": False}
LOST: Row = {"takeover": True}


def declared(match: str, number: int, *bids: tuple[int, BidVerdict], **changes: Any) -> tuple[Row, Row]:
    """A deal in which seats showed S2, and what its score holds of the verdicts on them."""
    shown = [{"seat": seat, "cards": parse_cards("S2")} for seat, _ in bids]
    tiers = bytes(range(1, len(bids) + 1))
    verdicts = bytes(verdict for _, verdict in bids)
    return deal(match, number, declarations=shown, **changes), {"bid_verdicts": verdicts, "bid_tiers": tiers}


def fill(path: Path, *deals: tuple[tuple[Row, Row], Row]) -> None:
    pairs = [(one, score(one, **bids, **changes)) for (one, bids), changes in deals]
    write(path, deals=[one for one, _ in pairs], scores=[result for _, result in pairs], rulesets=[rules()])


BIDS = [
    (declared("m1", 1, (0, BID)), WON),  # dealt by South unless said otherwise
    (declared("m1", 2, (1, BID), level=5), LOST),
    (declared("m2", 1, (0, BID), (1, OVER), dealer=1, trump="H"), LOST),
    (declared("m3", 1, (2, BID)), LOST),  # the dealer is not who declared
    (declared("m4", 1, (3, BID), (3, ADD), dealer=3, trump="H"), WON),
    (declared("m5", 1, (0, BID), first_deal=False), LOST),  # the log says that it is not the first
    (declared("m6", 3, (2, BID), dealer=2, trump="NT", first_deal=True), LOST),
    ((deal("m7", 1, trump="NT"), {}), WON),  # no bids recorded
    (declared("m8", 1, trump="NT"), WON),  # nobody bid
    (declared("m9", 1, (0, OPEN), trump=None), WON),
    (declared("m9", 2, (0, BID), (1, OVER), (2, OVER), level=5), LOST),
    (declared("m9", 3, (0, BID), (1, LOW), (2, OVER)), {"violations": 1}),
]


@pytest.mark.parametrize(
    ("name", "by", "expected"),
    [
        ("first_deals_won_by_declarer", (), {(): (2, 4)}),
        ("first_deals_won_by_declarer", ("trump",), {("S",): (1, 1), ("H",): (1, 2), ("NT",): (0, 1)}),
        ("override_rate", (), {(): (2, 8)}),
        ("override_rate", ("level",), {("2",): (1, 6), ("5",): (1, 2)}),
        ("no_trump_rate", (), {(): (3, 10)}),
        ("no_trump_rate", ("level",), {("2",): (3, 8), ("5",): (0, 2)}),
    ],
)
def test_rates_of_bids(tmp_path: Path, name: str, by: tuple[str, ...], expected: dict[Any, tuple[int, int]]) -> None:
    fill(tmp_path, *BIDS)
    with open_catalog(tmp_path) as con:
        found = rates(con, metric(name), ["rules_a"], by)
    assert {tuple(rate.by.values()): (rate.numerator, rate.n) for rate in found} == expected


def test_overrides_of_one_match_are_alike(tmp_path: Path) -> None:
    """Twelve matches of two deals, both overridden in three of them: the two count as one."""
    shown = {True: ((0, BID), (1, OVER)), False: ((0, BID),)}
    fill(tmp_path, *[(declared(f"m{match}", n, *shown[match < 3]), WON) for match in range(12) for n in (1, 2)])
    with open_catalog(tmp_path) as con:
        (rate,) = rates(con, metric("override_rate"), ["rules_a"])
    assert (rate.numerator, rate.n, rate.clusters, rate.value) == (6, 24, 12, 0.25)
    # Design effect: 12/11 * 12 * 0.25 * 0.75 * 2^2 / 24^2 over 0.25 * 0.75 / 23.
    effective = 24 / ((12 / 11 * (3 * 1.5**2 + 9 * 0.5**2) / 24**2) / (0.25 * 0.75 / 23))
    assert rate.effective_n == pytest.approx(effective)
    assert (rate.low, rate.high) == pytest.approx(wilson(0.25, effective))


def test_each_bid_has_a_row(tmp_path: Path) -> None:
    fill(tmp_path, (declared("m", 1, (0, BID), (3, OVER), (1, LOW)), WON), (declared("m", 2, (2, OPEN)), WON))
    waiting, _ = declared("m", 3, (1, BID))
    write(tmp_path, deals=[waiting])
    with open_catalog(tmp_path) as con:
        rows = con.execute("""
            SELECT deal_no, d.ruleset, bid, seat, cards, d.tier, verdict, violation, stood
            FROM declarations d JOIN deals USING (deal_id) ORDER BY deal_no, bid
        """).fetchall()
    assert rows == [
        (1, "rules_a", 1, "South", "S2", 1, "bid", False, False),
        (1, "rules_a", 2, "West", "S2", 2, "bid_override", False, True),
        (1, "rules_a", 3, "East", "S2", 3, "bid_low", True, False),
        (2, "rules_a", 1, "North", "S2", 1, "unjudged", False, False),
        (3, None, 1, "East", "S2", None, None, None, None),
    ]
