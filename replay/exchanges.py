"""Judges the exchanges of the kitty of one deal in their order, and says what they make trump (docs/rules.md 10)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from ingest.cards import UNKNOWN
from replay.bidding import Auction
from replay.bids import Bid, Ladder
from replay.verdicts import BidVerdict, ExchangeVerdict

Exchange = tuple[int, bytes]  # seat 0..3, the cards shown for the kitty
LADDER = "kitty_exchange.ladder"


class Exchanged(NamedTuple):
    """What the exchanges of a deal come to.

    A verdict each, and a tier on the ladder, from 1, 0 on none; ``made`` is the trump of the last legal one, None
    without one.
    """

    verdicts: tuple[ExchangeVerdict, ...]
    tiers: tuple[int, ...]
    made: str | None

    def trump(self, declared: str | None) -> str | None:
        """What is trump after them, ``declared`` before them; None where it does not follow."""
        return None if ExchangeVerdict.UNJUDGED in self.verdicts else self.made or declared


class ExchangeJudge:
    """Judges the exchanges of many deals under one ruleset (its resolved ``values``)."""

    def __init__(self, values: dict[str, Any]) -> None:
        self.ladder = Ladder(values, LADDER)
        self._none = not values[LADDER]
        self._first_too: bool = values["kitty_exchange.on_first_deal"]
        self._after_a_bid = values["kitty_exchange.window"] == "before_kitty_flip"
        self._bidder_waits = values["kitty_exchange.bidder"] == "after_another"

    def judge(
        self,
        level: int | None,
        first_deal: bool,
        exchanges: Sequence[Exchange],
        dealer: int | None,
        auction: Auction | None,
    ) -> Exchanged:
        """Judges exchanges at a level 2..14, None where it is not known.

        ``dealer`` is who buried first, None where that is not known; ``auction`` is what the bids of the deal come to,
        None where they are not recorded.
        """
        if level is None or (auction is not None and BidVerdict.UNJUDGED in auction.verdicts):
            return Exchanged((ExchangeVerdict.UNJUDGED,) * len(exchanges), (0,) * len(exchanges), None)
        known = next((at for at, (_, cards) in enumerate(exchanges) if UNKNOWN in cards), len(exchanges))
        barred = self._is_barred(first_deal, auction)
        standing = None if auction is None else auction.standing
        top = -1 if standing is None else self._tier(level, first_deal, standing.cards)
        waits = auction.bidder if auction is not None and self._bidder_waits else None
        below, made, verdicts, tiers = dealer, None, [], []
        for seat, cards in exchanges[:known]:
            found = self.ladder.read(level, first_deal, cards)
            verdict = ExchangeVerdict.EXCHANGE_BARRED if barred else _verdict(found, seat == below, seat == waits, top)
            if verdict == ExchangeVerdict.EXCHANGE and isinstance(found, Bid):
                top, made, waits = found.tier, found.trump, None
            verdicts.append(verdict)
            tiers.append(found.tier + 1 if isinstance(found, Bid) else 0)
            below = seat
        rest = len(exchanges) - known
        return Exchanged((*verdicts, *[ExchangeVerdict.UNJUDGED] * rest), (*tiers, *[0] * rest), made)

    def _is_barred(self, first_deal: bool, auction: Auction | None) -> bool:
        """Whether the kitty may not be taken again in a deal at all."""
        by_kitty = auction is not None and not auction.declared
        void = auction is not None and auction.void
        return self._none or (first_deal and not self._first_too) or (self._after_a_bid and by_kitty) or void

    def _tier(self, level: int, first_deal: bool, cards: bytes) -> int:
        """The tier of cards on the ladder, -1 if they are on none."""
        found = self.ladder.read(level, first_deal, cards)
        return found.tier if isinstance(found, Bid) else -1


def _verdict(found: Bid | BidVerdict, own: bool, waits: bool, top: int) -> ExchangeVerdict:
    """The verdict on an exchange that is not barred: ``own`` of what its seat buried, or by one that ``waits`` for
    another's, over the tier ``top``."""
    if not isinstance(found, Bid):
        companion = found == BidVerdict.BID_COMPANION
        return ExchangeVerdict.EXCHANGE_COMPANION if companion else ExchangeVerdict.EXCHANGE_UNKNOWN
    if own:
        return ExchangeVerdict.EXCHANGE_OWN
    if waits:
        return ExchangeVerdict.EXCHANGE_BIDDER
    return ExchangeVerdict.EXCHANGE if found.tier > top else ExchangeVerdict.EXCHANGE_LOW
