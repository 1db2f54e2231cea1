"""What follows from when a bid was shown, whose turn it was, and two at one moment (docs/rules.md 9)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tests.oracle.cards import Rules

WHEN = ("deal", "dealt", "kitty")  # in the order of a deal


def first_turn(bids: Sequence[dict[str, Any]], dealer: int | None, rules: Rules) -> int | None:
    """The seat that has to bid or pass first; None where turns are not judged."""
    in_turn = rules["declare"]["turns"] == "partner_first"
    if not in_turn or dealer is None or all(shown["cards"] for shown in bids):
        return None
    return (dealer + 2) % 4


def untimely(when: str | None, rules: Rules) -> str | None:
    """The code of a bid that was shown too late or too early; None: it was not, or nobody wrote it down."""
    if when == "kitty":
        return "bid_late"
    if when == "deal" and rules["declare"]["timing"] == "after_deal":
        return "bid_early"
    return None


def by_kitty_card(rules: Rules) -> bool:
    """Whether a card of the kitty decides between equal bids of one moment."""
    return bool(rules["declare"]["simultaneous"] == "kitty_card")


def comes_first(seat: int, other: int, dealer: int | None, rules: Rules) -> bool:
    """Whether equal bids of one moment go by the seats, and this one comes before the other."""
    by_seat = rules["declare"]["simultaneous"] == "seat_order"
    return by_seat and dealer is not None and (seat - dealer) % 4 < (other - dealer) % 4
