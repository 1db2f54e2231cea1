"""The bids of a batch of deals: their verdicts, the trump and dealer that follow, and which bids were not allowed.

Real bids repeat from deal to deal: each way to bid is judged once, by a key of bytes that holds all it depends on.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from replay.bidding import Auction, Judge
from replay.bids import Shown
from replay.buffers import Array, binary, bytes_of, rows_at
from replay.undeclared import VOID
from replay.verdicts import BID_NAMES, FIRST_VIOLATION, BidVerdict

NEEDED = ("level", "first_deal", "deal_no", "dealer", "kitty", "declarations")  # columns of a deal record
MOMENTS = (None, "deal", "dealt", "kitty")  # when a bid was shown, None: not known
TOGETHER = 4  # added where it was shown together with the one before
NOT_KNOWN = 255  # for a level or a dealer in a key
MOST_KNOWN = 100_000  # auctions kept


class Barred(NamedTuple):
    """A bid or an exchange that was not allowed: the index of its deal, the seat, the cards shown and its code."""

    deal: int
    seat: int
    cards: bytes
    code: str


class Declared(NamedTuple):
    """What the bids of each deal come to, as columns of ``replay.columns.SCORES``; and each bid not allowed.

    ``at`` has the place of each deal's auction among ``auctions``, -1 where no bids are recorded.
    """

    columns: dict[str, pa.Array]
    barred: list[Barred]
    auctions: list[Auction]
    at: Array

    def auction(self, deal: int) -> Auction | None:
        """What the bids of a deal come to, its kitty left aside; None where none are recorded."""
        return None if self.at[deal] < 0 else self.auctions[self.at[deal]]


class RecordJudge:
    """Judges the bids of deal records under a ruleset (its resolved ``values``)."""

    def __init__(self, values: dict[str, Any]) -> None:
        self._judge = Judge(values)
        self._known: dict[bytes, Auction] = {}

    def auction(self, key: bytes) -> Auction:
        """The auction of a key, its kitty not known."""
        auction = self._known.get(key)
        if auction is None:
            auction = self._judge.judge(*_place(key), bids_of(key), None, _dealer(key), in_order=False)
            if len(self._known) < MOST_KNOWN:
                self._known[key] = auction
        return auction

    def undeclared(self, key: bytes, kitty: bytes) -> Auction:
        """The auction of a key without a legal bid; the order of the kitty is not known."""
        return self._judge.judge(*_place(key), bids_of(key), kitty, _dealer(key), in_order=False)


def _place(key: bytes) -> tuple[int | None, bool]:
    """The level, None where it is not known, and whether the deal is a first one."""
    return None if key[0] == NOT_KNOWN else key[0], bool(key[1])


def _dealer(key: bytes) -> int | None:
    """The dealer that the record names, None where it names nobody."""
    return None if key[2] == NOT_KNOWN else key[2]


def bids_of(key: bytes) -> list[Shown]:
    """The bids of a key: level, whether a first deal, dealer, how many bids; a byte a bid for its seat, then one for
    when it was shown (``MOMENTS``, with ``TOGETHER`` added), then one for its number of cards, then all cards."""
    n = key[3]
    seats, moments, sizes = (key[4 + part * n : 4 + (part + 1) * n] for part in range(3))
    bids, at = [], 4 + 3 * n
    for seat, moment, size in zip(seats, moments, sizes, strict=True):
        together = moment >= TOGETHER
        bids.append(Shown(seat, key[at : at + size], MOMENTS[moment % TOGETHER], together))
        at += size
    return bids


def judge_batch(batch: pa.RecordBatch, judge: RecordJudge, judged: Array) -> Declared:
    """Judges the recorded bids of the deals in a mask.

    Null where no bids are recorded; the dealer also where the bids do not settle who deals.
    """
    there = np.flatnonzero(judged & np.asarray(pc.is_valid(batch["declarations"])))
    rows = batch.select(NEEDED).take(pa.array(there))
    keys = _keys(rows).dictionary_encode()
    ways, at = keys.dictionary.to_pylist(), np.asarray(keys.indices)
    auctions = [judge.auction(way) for way in ways]
    trumps = np.array([VOID if one.void else one.trump for one in auctions], object)[at]
    silent = np.array([not one.declared for one in auctions], bool)[at]
    for i in np.flatnonzero(silent).tolist():
        kitty = rows["kitty"][i].as_py()
        if kitty and trumps[i] is None:
            trumps[i] = judge.undeclared(ways[at[i]], kitty).trump
    dealers = [one.dealer if one.settles_dealer else None for one in auctions]
    columns = {
        "bid_verdicts": pa.array([bytes(one.verdicts) for one in auctions], pa.binary()).take(pa.array(at)),
        "bid_tiers": pa.array([bytes(one.tiers) for one in auctions], pa.binary()).take(pa.array(at)),
        "derived_trump": pa.array(trumps, pa.string()),
        "derived_dealer": pa.array(dealers, pa.int8()).take(pa.array(at)),
    }
    place = np.zeros(batch.num_rows, np.int32)
    place[there] = np.arange(len(there))
    spread = pa.array(place, mask=~np.isin(np.arange(batch.num_rows), there))
    barred = [barred_bids(way, one.verdicts) for way, one in zip(ways, auctions, strict=True)]
    found = np.flatnonzero(np.array([bool(bids) for bids in barred], bool)[at])
    whole = np.full(batch.num_rows, -1)
    whole[there] = at
    return Declared(
        {name: column.take(spread) for name, column in columns.items()},
        [Barred(int(there[i]), *bid) for i in found for bid in barred[at[i]]],
        auctions,
        whole,
    )


def barred_bids(key: bytes, verdicts: tuple[BidVerdict, ...]) -> list[tuple[int, bytes, str]]:
    """Seat, cards and code of each bid of a key that is not allowed."""
    if max(verdicts, default=0) < FIRST_VIOLATION:
        return []
    told = zip(bids_of(key), verdicts, strict=True)
    return [(bid.seat, bid.cards, BID_NAMES[verdict]) for bid, verdict in told if verdict >= FIRST_VIOLATION]


def _keys(rows: pa.RecordBatch) -> pa.Array:
    """The key of each deal, all of which have recorded some bids, or none."""
    bids = rows["declarations"]
    at, each = rows_at(bids), bids.flatten()
    cards, cards_at = bytes_of(each.field("cards"))
    first = pc.fill_null(rows["first_deal"], pc.equal(rows["deal_no"], 1))
    head = np.empty((len(bids), 4), np.uint8)
    for column, name in ((0, "level"), (2, "dealer")):
        head[:, column] = np.asarray(pc.fill_null(rows[name], -1)).astype(np.uint8)  # -1 is NOT_KNOWN
    head[:, 1], head[:, 3] = np.asarray(first), np.diff(at)
    parts = [
        binary(head.reshape(-1), 4 * np.arange(len(bids) + 1)),
        binary(np.asarray(each.field("seat")).astype(np.uint8), at),
        binary(_moments(each), at),
        binary(np.diff(cards_at).astype(np.uint8), at),
        binary(cards, cards_at[at]),
    ]
    return pc.binary_join_element_wise(*parts, b"")


def _moments(bids: pa.StructArray) -> Array:
    """A byte a bid that says when it was shown."""
    when = np.asarray(pc.fill_null(pc.index_in(bids.field("when"), pa.array(MOMENTS[1:])), -1)).astype(np.uint8) + 1
    together = np.asarray(pc.fill_null(bids.field("together"), False)).astype(np.uint8)
    return np.add(when, TOGETHER * together, dtype=np.uint8)
