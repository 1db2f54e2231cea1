"""The referee of one deal: the kernel itself says what a throw comes to, what is owed, who wins and what it scores.

Self-play has no second reading of the rules: it fills the kernel's scratch
record play by play and asks the kernel's own functions. They are called with
the integer types that the kernel calls them with, so that nothing is compiled
for self-play alone.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ingest.cards import CARDS_PER_DECK, SEATS
from ingest.record import Throw
from replay.compiled import Compiled
from replay.kernel.deal import finish_deal
from replay.kernel.follow import owe
from replay.kernel.layout import SINGLE, TRUMP, new_work
from replay.kernel.lead import LEAD, LEAD_THROW_BEATEN, judge_lead
from replay.kernel.shapes import count_hand_pairs
from replay.kernel.trick import play_key, score_trick
from replay.selfplay.cards import Cards, Order

Strength = tuple[int, int]  # (ruffs, key); compares as plays of one trick do
NO_MATCH: Strength = (-1, -1)
INT: Any = np.int32  # the kernel's own integer


class Owed(NamedTuple):
    """What a follow must hold: tractors of these lengths, and so many pairs with theirs."""

    tractors: list[int]
    pairs: int


class Result(NamedTuple):
    """What the kernel makes of the finished deal; points, levels, sides as in ``replay.columns.SCORES``."""

    defender_points: int
    kitty_points: int
    multiplier: int
    total: int
    takeover: bool
    gain_side: int
    levels_gained: int


class Referee:
    """Judges one deal as it is played. ``hands`` are the four at the first lead."""

    def __init__(self, compiled: Compiled, order: Order, hands: list[Cards], buried: Cards, dealer: int) -> None:
        self.rules = compiled.rules
        self.order = order
        self.throws: list[Throw] = []
        self.trick = -1  # 0-based
        self.begun = 0  # cards played before this trick
        self.at = 0  # cards played
        self.work = work = new_work()
        # By name, not as attributes: that is four times quicker, and the record is asked often.
        self.cards, self.tractor_len, self.verdicts = work["cards"], work["tractor_len"], work["verdict"]
        for name, value in (("suit", order.suit), ("pos", order.pos), ("link", order.link), ("known", 1)):
            work[name][:] = value
        for name, value in (("dealer", dealer), ("complete", 1), ("has_buried", 1)):
            work[name] = value
        work["kitty_points"] = sum(order.points[card] for card in buried)
        for seat, hand in enumerate(hands):
            suits = [order.suit[card] for card in hand]
            work["hand"][seat] = np.bincount(hand, minlength=CARDS_PER_DECK)
            work["suit_count"][seat] = np.bincount(suits, minlength=TRUMP + 1)

    def lead(self, seat: int, cards: Cards) -> Cards:
        """Begins a trick; returns what is played of these cards: a throw that is beaten is cut to the part forced."""
        self.trick += 1
        self.begun = self.at
        self.work["leaders"][self.trick] = seat
        if self._read_lead(seat, cards) == LEAD_THROW_BEATEN:
            forced = self._forced_part(cards)
            self.throws.append(Throw(self.trick, seat, bytes(cards), bytes(forced)))
            self._read_lead(seat, forced)
            cards = forced
        self.at += len(cards)
        return cards

    def _read_lead(self, seat: int, cards: Cards) -> int:
        """Lays a lead down, reads its suit and components; returns the kernel's verdict."""
        self.size = len(cards)
        self.suit = self.order.suit[cards[0]]
        self.work["lead_size"] = self.size
        self.work["lens"][SEATS * self.trick : SEATS * self.trick + SEATS] = self.size
        self.cards[self.begun : self.begun + self.size] = cards
        self.shape, self.pairs, self.tractors = SINGLE, 0, list[int]()
        if self.size == 1:
            return LEAD
        where = map(INT, (self.trick, SEATS * self.trick, self.begun, seat))
        self.shape = int(judge_lead(self.work, self.rules, *where))
        self.tractors = self.tractor_len[: self.work["n_tractors"]].tolist()
        self.pairs = int(self.work["n_pairs"]) + sum(self.tractors)
        return int(self.verdicts[SEATS * self.trick])

    def _forced_part(self, cards: Cards) -> Cards:
        """The single, pair or tractor of a beaten throw that the kernel has just found to be forced."""
        units, top = int(self.work["beaten_units"]), int(self.work["beaten_pos"])
        copies = 2 if units else 1
        part: Cards = []
        for place in range(top - max(units, 1) + 1, top + 1):
            here = [card for card in cards if self.order.pos[card] == place and cards.count(card) >= copies]
            part += [min(here, key=cards.count)] * copies
        return part

    def follow(self, cards: Cards) -> None:
        """Takes the next play of the trick."""
        self.cards[self.at : self.at + self.size] = cards
        self.at += self.size

    def owed(self, seat: int) -> Owed:
        """What the seat's follow must hold where its cards of the suit led are more than enough."""
        if self.pairs == 0:
            return Owed([], 0)
        work = self.work
        held = int(count_hand_pairs(work, seat, self.suit))
        if held == 0:
            return Owed([], 0)
        work["steps"] = 0
        pairs = int(owe(work, self.rules, self.shape, held))
        sizes = work["owed_size"][: work["n_owed"]].tolist()
        pairs += int(work["owed_served"][: work["n_owed"]].sum())
        return Owed([size for size in sizes if size], pairs)

    def strength(self, cards: Cards) -> Strength:
        """How the cards would stand in this trick; the greater wins, the first of equals stays."""
        suit = self.order.suit[cards[0]]
        if suit not in (self.suit, TRUMP) or any(self.order.suit[card] != suit for card in cards):
            return NO_MATCH
        if self.size == 1:
            key = self.order.pos[cards[0]]
        else:
            self.cards[self.at : self.at + self.size] = cards
            key = int(play_key(self.work, self.rules, self.at, suit))
        return (int(suit != self.suit), key) if key >= 0 else NO_MATCH

    def close(self) -> int:
        """Ends the trick; returns the seat that wins it."""
        work = self.work
        work["n_tricks"] = self.trick + 1
        work["n_plays"] = SEATS * work["n_tricks"]
        score_trick(work, self.rules, INT(self.trick))
        winner = int(work["winner"][self.trick])
        if (winner - work["dealer"]) % 2 == 1:
            work["defender_points"] += work["trick_points"][self.trick]
        return winner

    def finish(self) -> Result:
        """Scores the deal after its last trick."""
        work = self.work
        finish_deal(work, self.rules)
        return Result(
            defender_points=int(work["defender_points"]),
            kitty_points=int(work["kitty_points"]),
            multiplier=int(work["multiplier"]),
            total=int(work["total"]),
            takeover=bool(work["takeover"]),
            gain_side=int(work["gain_side"]),
            levels_gained=int(work["levels_gained"]),
        )
