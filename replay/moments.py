"""Whether a bid came at its time and in its turn, and which of two at the same moment comes first (docs/rules.md 9)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ingest.cards import SEATS
from replay.bids import Shown
from replay.verdicts import BidVerdict


def at_its_time(values: dict[str, Any], bids: Sequence[Shown], at: int, dealer: int | None) -> BidVerdict | None:
    """The verdict on a bid that is a pass, or not in turn or in time; None for any other.

    ``values`` are a ruleset's, ``dealer`` is the one that the record names.
    """
    shown = bids[at]
    if values["declare.turns"] == "partner_first" and _is_out_of_turn(bids, at, dealer):
        return BidVerdict.BID_TURN
    if not shown.cards:
        return BidVerdict.PASS
    if shown.when == "kitty":
        return BidVerdict.BID_LATE
    early = shown.when == "deal" and values["declare.timing"] == "after_deal"
    return BidVerdict.BID_EARLY if early else None


def _is_out_of_turn(bids: Sequence[Shown], at: int, dealer: int | None) -> bool:
    """Whether it is another seat's turn: told only where the dealer is known and passes are recorded."""
    if dealer is None or all(bid.cards for bid in bids):
        return False
    turn = bids[at - 1].seat + 1 if at else dealer + 2
    return bids[at].seat != turn % SEATS


def comes_before(seat: int, other: int, dealer: int | None) -> bool:
    """Whether a seat comes before another from the dealer on, counter-clockwise."""
    return dealer is not None and (seat - dealer) % SEATS < (other - dealer) % SEATS
