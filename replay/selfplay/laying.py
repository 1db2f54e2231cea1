"""What lies in the kitty before the first lead: the dealer buries, then others may show cards and bury anew."""

from __future__ import annotations

import random
from typing import NamedTuple

from ingest.cards import SEATS
from ingest.record import Exchange
from replay.bidding import Judge
from replay.bids import Shown
from replay.compiled import compile_ruleset
from replay.exchanges import LADDER, ExchangeJudge
from replay.kernel.layout import NO_TRUMP
from replay.ruleset import Ruleset
from replay.selfplay.auction import NO_TRUMP_HAND, trumps_of
from replay.selfplay.bids import Bid, bids_of
from replay.selfplay.burying import bury
from replay.selfplay.cards import Cards, order_of, without
from replay.selfplay.dealing import Dealt
from replay.verdicts import ExchangeVerdict

WANTED = 0.3  # trumps a bot wants for the kitty, for a card of a full hand
LOSS = 2  # how many trumps it would give up for it


class Laid(NamedTuple):
    """A deal before the first lead; ``trump`` 0..4, ``exchanges`` None where the ruleset knows none."""

    hands: list[Cards]
    buried: Cards
    buried_by: int
    trump: int
    exchanges: list[Exchange] | None


def lay(rng: random.Random, ruleset: Ruleset, dealt: Dealt, first: bool) -> Laid:
    """Lets the dealer bury, and the others after it exchange as they want to; ``first``: in the first deal."""
    hands = [hand.copy() for hand in dealt.hands]
    buried, trump = dealt.kitty, dealt.trump
    exchanges: list[Exchange] = []
    may = _Chances(rng, ruleset, dealt, first)
    seat, silent = dealt.dealer, 0

    def take() -> Cards:
        """What lies there once the seat has taken it and buried anew."""
        full = hands[seat] + buried
        laid = bury(rng, ruleset, full, order_of(compile_ruleset(ruleset), dealt.level, trump))
        hands[seat] = without(full, laid)
        return laid

    buried = take()
    if not ruleset.values[LADDER]:
        return Laid(hands, buried, seat, trump, None)
    while silent < SEATS - 1:
        seat, silent = (seat + 1) % SEATS, silent + 1
        bid = may.choose(seat, hands[seat], exchanges, trump)
        if bid is not None:
            exchanges.append(Exchange(seat, bytes(bid.cards), bytes(buried)))
            trump, silent = bid.trump, 0
            buried = take()
    return Laid(hands, buried, exchanges[-1].seat if exchanges else dealt.dealer, trump, exchanges)


class _Chances:
    """What may be shown for the kitty in one deal, as the engine judges it."""

    def __init__(self, rng: random.Random, ruleset: Ruleset, dealt: Dealt, first: bool) -> None:
        self.rng, self.values, self.dealt, self.first = rng, ruleset.values, dealt, first
        bids = [Shown(bid.seat, bid.cards) for bid in dealt.bids]
        self.auction = Judge(self.values).judge(dealt.level, first, bids, None, dealt.dealer)
        self.judge = ExchangeJudge(self.values)

    def choose(self, seat: int, hand: Cards, before: list[Exchange], trump: int) -> Bid | None:
        """The highest bid that is allowed after those before and that the bot wants; ``trump`` is that of now."""
        for bid in bids_of(hand, self.values, self.dealt.level, self.first, LADDER):
            shown = [*((one.seat, one.cards) for one in before), (seat, bytes(bid.cards))]
            judged = self.judge.judge(self.dealt.level, self.first, shown, self.dealt.dealer, self.auction)
            if judged.verdicts[-1] == ExchangeVerdict.EXCHANGE and self._wants(hand, bid.trump, trump):
                return bid
        return None

    def _wants(self, hand: Cards, trump: int, now: int) -> bool:
        """Whether a trump suits a hand, hardly worse than the one of now; no trump by chance."""
        size: int = self.values["deck.hand_size"]
        trumps, held = (trumps_of(hand, self.values, self.dealt.level, suit) for suit in (trump, now))
        if trump == NO_TRUMP:
            return trumps >= NO_TRUMP_HAND * size and self.rng.random() < 0.8
        return trumps >= max(WANTED * size, held - LOSS)
