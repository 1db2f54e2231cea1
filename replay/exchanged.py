"""The exchanges of the kitty of a batch of deals: their verdicts, the trump after them, and the hands then."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from ingest.cards import SEATS, UNKNOWN, sort_cards
from replay.buffers import Array
from replay.declared import Barred, Declared
from replay.exchanges import ExchangeJudge
from replay.verdicts import EXCHANGE_NAMES, FIRST_VIOLATION

NEEDED = ("level", "first_deal", "deal_no", "dealer", "exchanges")  # columns of a deal record
CARDS = ("dealer", "hands", "kitty", "buried", "exchanges")


def judge_batch(batch: pa.RecordBatch, judge: ExchangeJudge, judged: Array, bids: Declared) -> Declared:
    """What bids and exchanges come to, of the deals in a mask; ``bids`` is what the bids alone come to.

    Adds the columns ``exchange_verdicts`` and ``exchange_tiers``, null where no exchanges are recorded.
    """
    there = judged & np.asarray(pc.is_valid(batch["exchanges"]))
    verdicts, tiers = (np.full(batch.num_rows, None, object) for _ in range(2))
    verdicts[there] = tiers[there] = b""
    exchanging = np.flatnonzero(there & _some(batch["exchanges"]))
    trumps = np.array(bids.columns["derived_trump"].to_pylist() if len(exchanging) else [], object)
    barred = []
    rows = batch.select(NEEDED).take(pa.array(exchanging)).to_pylist()
    for deal, row in zip(exchanging.tolist(), rows, strict=True):
        first_deal = row["deal_no"] == 1 if row["first_deal"] is None else row["first_deal"]
        shown = [(exchange["seat"], exchange["cards"]) for exchange in row["exchanges"]]
        auction = bids.auction(deal)
        dealer = auction.dealer if row["dealer"] is None and auction is not None else row["dealer"]
        found = judge.judge(row["level"], first_deal, shown, dealer, auction)
        verdicts[deal], tiers[deal] = bytes(found.verdicts), bytes(found.tiers)
        trumps[deal] = found.trump(trumps[deal])
        barred += [
            Barred(deal, seat, cards, EXCHANGE_NAMES[verdict])
            for (seat, cards), verdict in zip(shown, found.verdicts, strict=True)
            if verdict >= FIRST_VIOLATION
        ]
    columns = {"exchange_verdicts": pa.array(verdicts, pa.binary()), "exchange_tiers": pa.array(tiers, pa.binary())}
    if len(exchanging):
        columns["derived_trump"] = pa.array(trumps, pa.string())
    return bids._replace(columns=bids.columns | columns, barred=bids.barred + barred)


def _some(exchanges: pa.Array) -> Array:
    """Which deals have exchanges."""
    return np.asarray(pc.fill_null(pc.greater(pc.list_value_length(exchanges), 0), False))


def buriers(batch: pa.RecordBatch, dealer: Array) -> Array:
    """The seat that buried last: of the last exchange, else the dealer's."""
    found = dealer.copy()
    for deal in np.flatnonzero(_some(batch["exchanges"])).tolist():
        found[deal] = batch["exchanges"][deal][-1]["seat"].as_py()
    return found


def as_played(batch: pa.RecordBatch, unfinished: Array) -> tuple[pa.Array, pa.Array]:
    """The columns hands and kitty; of unfinished deals with exchanges the hands of the first trick, null where they are
    not known, and as kitty what is buried: the dealer, who takes the one and lays the other away, keeps its hand."""
    hands, kitty = batch["hands"], batch["kitty"]
    changed = unfinished & _some(batch["exchanges"])
    if not changed.any():
        return hands, kitty
    rows = batch.select(CARDS).take(pa.array(np.flatnonzero(changed))).to_pylist()
    mask = pa.array(changed)
    after = pa.array([_hands_after(row) for row in rows], pa.binary())
    laid = pa.array([row["buried"] for row in rows], pa.binary())
    return pc.replace_with_mask(hands, mask, after), pc.replace_with_mask(kitty, mask, laid)


def _hands_after(row: dict[str, Any]) -> bytes | None:
    """The four hands after the last exchange, each sorted; None where cards or dealer are not known."""
    took = [exchange["took"] for exchange in row["exchanges"]]
    if any(row[name] is None for name in CARDS) or any(UNKNOWN in cards for cards in took):
        return None
    size = len(row["hands"]) // SEATS
    held = [Counter(row["hands"][size * seat : size * (seat + 1)]) for seat in range(SEATS)]
    seats = [row["dealer"], *(exchange["seat"] for exchange in row["exchanges"])]
    for seat, taken, laid in zip(seats, [row["kitty"], *took], [*took, row["buried"]], strict=True):
        held[seat].update(taken)
        held[seat].subtract(laid)
    return b"".join(sort_cards(bytes(hand.elements())) for hand in held)
