"""How the bots declare trump in one deal: the highest bid that the ruleset allows them and that they want.

Where a rule text leaves room nobody bids: over their own bid only where that is plainly allowed, over a
declarer of a later deal only where that leaves the dealership alone.
"""

from __future__ import annotations

import random
from typing import Any

from ingest.cards import LITTLE_JOKER, SEATS, SUITS
from ingest.record import Declaration
from replay.kernel.layout import NO_TRUMP
from replay.ruleset import Ruleset
from replay.selfplay.bids import Bid, bids_of
from replay.selfplay.cards import Cards

SHORT, LONG = 0.12, 0.26  # trumps a bot wants: so many for a card of a full hand, so many for each drawn
NO_TRUMP_HAND = 0.2  # jokers and level cards for a card of a full hand


class Auction:
    """Who has declared what so far in one deal; ``levels``: 2..14 of both sides; ``dealer`` None: the first deal.

    A seat bids at the level of the dealer's side, at its own side's where whoever makes trump deals.
    """

    def __init__(self, rng: random.Random, ruleset: Ruleset, levels: list[int], dealer: int | None) -> None:
        self.rng = rng
        self.values = ruleset.values
        self.levels = levels
        self.dealer = dealer
        self.best: tuple[int, Bid] | None = None
        self.bids: list[Declaration] = []

    @property
    def first(self) -> bool:
        """Whether this is a first deal."""
        return self.dealer is None

    @property
    def settles_dealer(self) -> bool:
        """Whether whoever makes trump deals."""
        return self.first or self.values["declare.who_later"] == "declarer_deals"

    def level_of(self, seat: int) -> int:
        """The level at which a seat bids."""
        dealer = seat if self.settles_dealer or self.dealer is None else self.dealer
        return self.levels[dealer % 2]

    def offer(self, seat: int, hand: Cards) -> None:
        """Lets a seat declare the highest bid that its hand allows and the bot wants."""
        if not self._may_speak(seat):
            return
        for bid in bids_of(hand, self.values, self.level_of(seat), self.first):
            if self._allowed(seat, bid) and self._wants(seat, hand, bid):
                self._make(seat, bid)
                return

    def offer_around(self, hands: list[Cards], start: int) -> None:
        """Offers all seats in turn until nobody wants to declare any more."""
        before = -1
        while before < len(self.bids):
            before = len(self.bids)
            for turn in range(SEATS):
                seat = (start + turn) % SEATS
                self.offer(seat, hands[seat])

    def press(self, hands: list[Cards]) -> None:
        """Makes the dealer, or else its partner, declare the lowest bid it has, if nobody has declared."""
        for seat in () if self.dealer is None else (self.dealer, (self.dealer + 2) % SEATS):
            held = bids_of(hands[seat], self.values, self.level_of(seat), self.first)
            bids = [bid for bid in held if self._may_open(bid)]
            if bids and self.best is None:
                self._make(seat, bids[-1])

    def _make(self, seat: int, bid: Bid) -> None:
        self.best = (seat, bid)
        self.bids.append(Declaration(seat, bytes(bid.cards)))

    def _may_speak(self, seat: int) -> bool:
        """Whether the seat may declare at all."""
        if self.dealer is None or (seat - self.dealer) % 2 == 0:
            return True
        return bool(self.values["declare.who_later"] != "dealer_side_first")

    def _allowed(self, seat: int, bid: Bid) -> bool:
        """Whether the bid stands above the best so far and nothing closes the auction to it."""
        if self.best is None:
            return self._may_open(bid)
        owner, best = self.best
        if self._partner_has_bid(seat, owner):
            return False
        if bid.rung < best.rung or (bid.rung == best.rung and not self._outranks(bid, best)):
            return False
        if bid.trump != NO_TRUMP and self._locked():
            return False
        if owner != seat:
            return self.first or not (self.settles_dealer or self.values["declare.override_moves_dealer_later"])
        face = best.cards[0]
        if bid.cards[0] == face and bid.cards.count(face) > best.cards.count(face):
            return self._may_reinforce(seat)
        own = self.values["declare.self_override"]
        return own == "allowed" or (self.first and own == "first_deal_only")

    def _may_open(self, bid: Bid) -> bool:
        """Whether the bid may be the first."""
        return bid.trump != NO_TRUMP or bool(self.values["declare.no_trump_first"])

    def _partner_has_bid(self, seat: int, owner: int) -> bool:
        """Whether a bid of the partner bars the seat; ``owner`` made the best bid so far."""
        rule, partner = self.values["declare.partner"], (seat + 2) % SEATS
        return (rule == "not_over" and owner == partner) or (
            rule == "one_a_side" and any(bid.seat == partner for bid in self.bids)
        )

    def _outranks(self, bid: Bid, best: Bid) -> bool:
        """Whether a bid of the same rung stands above by the order of the suits."""
        priority: list[str] = self.values["declare.suit_priority"]
        if bid.shown not in self.values["declare.suit_priority_tiers"] or NO_TRUMP in (bid.trump, best.trump):
            return False
        if self.values["declare.suit_priority_deals"] == "first_deal" and not self.first:
            return False
        return priority.index(SUITS[bid.trump]) < priority.index(SUITS[best.trump])

    def _may_reinforce(self, seat: int) -> bool:
        """Whether a seat may add equal cards to its bid."""
        mode = self.values["declare.reinforce"]
        return mode == "repeat" or (mode == "before_override" and all(bid.seat == seat for bid in self.bids))

    def _locked(self) -> bool:
        """Whether the trump suit stands, to be overridden with jokers only."""
        if self.values["declare.first_change_locks"] and len(self.bids) > 1:
            return True
        if self.values["declare.reinforce_lock"] != "joker_only":
            return False
        last = self.bids[-1]  # shown whole, also where it adds to another
        return last.cards.count(last.cards[0]) > 1

    def _wants(self, seat: int, hand: Cards, bid: Bid) -> bool:
        """Whether the hand is long enough in that trump for the cards drawn so far."""
        if self.best is not None and self.best[1].trump == bid.trump:
            return True
        size: int = self.values["deck.hand_size"]
        trumps = trumps_of(hand, self.values, self.level_of(seat), bid.trump)
        if bid.trump == NO_TRUMP:
            return trumps >= NO_TRUMP_HAND * size and self.rng.random() < 0.3
        eager = self.first and self.best is None
        return trumps >= (1 if eager else SHORT * size + LONG * len(hand))


def trumps_of(hand: Cards, values: dict[str, Any], level: int, trump: int) -> int:
    """How many trumps a hand holds at a level 2..14 under a trump 0..4 (4: no trump)."""
    always = {0, level - 2} if "perm2_main" in values["trump.order"] else {level - 2}  # 2s and level cards
    return sum(card >= LITTLE_JOKER or card % 13 in always or card // 13 == trump for card in hand)
