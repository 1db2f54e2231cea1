"""Deals the cards one by one while the bots declare trump by the ruleset's ladder."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import NamedTuple

from ingest.cards import BIG_JOKER, CARDS_PER_DECK, LITTLE_JOKER, SEATS
from ingest.record import Declaration
from replay.kernel.layout import NO_TRUMP
from replay.ruleset import Ruleset
from replay.selfplay.cards import Cards

JOKERS = {"small_joker_pair": LITTLE_JOKER, "big_joker_pair": BIG_JOKER}
COPIES = {"level_single": 1, "level_pair": 2}


class Dealt(NamedTuple):
    """A deal before the kitty is taken up; ``trump`` is 0..4 (4: no trump)."""

    hands: list[Cards]
    kitty: Cards
    bids: list[Declaration]
    trump: int
    dealer: int


class Bid(NamedTuple):
    """A possible declaration: its rung on the ladder, the trump it makes, the cards shown."""

    rung: int
    trump: int
    cards: Cards


class Auction:
    """Who has declared what so far in one deal; ``first``: the deal that settles the dealer too."""

    def __init__(self, rng: random.Random, ruleset: Ruleset, level: int, first: bool) -> None:
        self.rng = rng
        self.values = ruleset.values
        self.level = level
        self.first = first
        self.ladder: list[str] = [bid[0] for bid in self.values["declare.ladder"]]
        self.best: tuple[int, Bid] | None = None
        self.bids: list[Declaration] = []

    def offer(self, seat: int, hand: Cards) -> None:
        """Lets a seat declare the highest bid that its hand allows and the bot wants."""
        for bid in self._possible(hand):
            if self._allowed(seat, bid) and self._wants(hand, bid):
                self.best = (seat, bid)
                self.bids.append(Declaration(seat, bytes(bid.cards)))
                return

    def _possible(self, hand: Cards) -> Iterator[Bid]:
        for rung in range(len(self.ladder) - 1, -1, -1):
            name = self.ladder[rung]
            if name in JOKERS:
                joker = JOKERS[name]
                if hand.count(joker) == 2 and self.values["trump.no_trump_possible"]:
                    yield Bid(rung, NO_TRUMP, [joker, joker])
                continue
            for suit in range(4):
                card = 13 * suit + self.level - 2
                if hand.count(card) >= COPIES[name]:
                    yield Bid(rung, suit, [card] * COPIES[name])

    def _allowed(self, seat: int, bid: Bid) -> bool:
        """Above the best so far; over one's own bid only to reinforce it with the same card."""
        if self.best is None:
            return True
        owner, best = self.best
        if bid.rung <= best.rung:
            return False
        return owner != seat or (bid.cards[0] == best.cards[0] and self.values["declare.reinforce"] != "never")

    def _wants(self, hand: Cards, bid: Bid) -> bool:
        """Whether the hand is long enough in that trump for the cards drawn so far."""
        if self.best is not None and self.best[1].trump == bid.trump:
            return True
        trumps = sum(card >= LITTLE_JOKER or card % 13 == self.level - 2 for card in hand)
        if bid.trump == NO_TRUMP:
            return trumps >= 5 and self.rng.random() < 0.3
        trumps += sum(card // 13 == bid.trump and card % 13 != self.level - 2 for card in hand)
        eager = self.first and self.best is None
        return trumps >= (1 if eager else 3 + 0.26 * len(hand))


def deal_out(rng: random.Random, ruleset: Ruleset, level: int, dealer: int | None) -> Dealt:
    """Shuffles and deals at a level 2..14 until somebody's trump holds; ``dealer`` None: this deal settles it."""
    nobody = "declare.none_declared" if dealer is not None else "declare.none_declared_first_deal"
    while True:
        auction = Auction(rng, ruleset, level, dealer is None)
        first = rng.randrange(SEATS) if dealer is None else dealer
        hands, kitty = _draw(rng, ruleset, first, auction)
        if auction.best is not None:
            return Dealt(hands, kitty, auction.bids, auction.best[1].trump, _dealer(auction, dealer))
        if ruleset.values[nobody] != "redeal":
            trump = NO_TRUMP if ruleset.values[nobody] == "no_trump" else _flip(kitty)
            return Dealt(hands, kitty, [], trump, first)


def _draw(rng: random.Random, ruleset: Ruleset, first: int, auction: Auction) -> tuple[list[Cards], Cards]:
    """The four hands as drawn, card by card from seat ``first`` on, and the kitty in its order."""
    pack = [*range(CARDS_PER_DECK)] * ruleset.values["deck.decks"]
    rng.shuffle(pack)
    hands: list[Cards] = [[] for _ in range(SEATS)]
    dealt = SEATS * ruleset.values["deck.hand_size"]
    for turn, card in enumerate(pack[:dealt]):
        seat = (first + turn) % SEATS
        hands[seat].append(card)
        if card >= LITTLE_JOKER or card % 13 == auction.level - 2 or turn >= dealt - SEATS:
            auction.offer(seat, hands[seat])
    return hands, pack[dealt:]


def _dealer(auction: Auction, dealer: int | None) -> int:
    """The dealer of old, or in the first deal the last to declare (the first, if overrides do not move it)."""
    if dealer is not None:
        return dealer
    moves = auction.values["declare.override_moves_dealer_first_deal"]
    return auction.bids[-1 if moves else 0].seat


def _flip(kitty: Cards) -> int:
    """The suit of the kitty's first card that is no joker."""
    return next(card // 13 for card in kitty if card < LITTLE_JOKER)
