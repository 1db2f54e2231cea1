"""What a bot follows with: what it owes, high where that wins, points to its partner, else the least it can."""

from __future__ import annotations

import random
from itertools import combinations

from replay.kernel.layout import TRUMP
from replay.selfplay.cards import Cards, Key
from replay.selfplay.choosing import Needs, compose
from replay.selfplay.referee import Referee
from replay.selfplay.table import Table

SAFE = 10  # a position that will most likely hold the trick


class Follow:
    """One seat's turn to follow, with what lies in the trick so far."""

    def __init__(self, table: Table, referee: Referee, seat: int, plays: list[Cards]) -> None:
        self.table = table
        self.order = table.order
        self.hand = table.hands[seat]
        self.referee = referee
        self.seat = seat
        self.last = len(plays) == 3
        self.at_stake = sum(self.order.points[card] for play in plays for card in play)
        self.partner_wins = (referee.best_seat - seat) % 2 == 0
        ruffed = referee.best_suit != referee.suit
        self.safe = self.partner_wins and (self.last or ruffed or referee.best_key >= SAFE)

    def choose(self, rng: random.Random) -> Cards:
        """A legal play."""
        suit, size = self.referee.suit, self.referee.size
        held = self.hand[suit]
        if len(held) > size:
            return self._in_suit(held, size)
        if held:
            return held + self._others(size - len(held))
        if suit != TRUMP and len(self.hand[TRUMP]) >= size and not self.safe:
            ruff = self._ruff(size)
            if ruff and (size > 1 or self.at_stake >= 5 or rng.random() < 0.5):
                return ruff
        return self._others(size)

    def _give(self, card: int) -> int:
        return self.order.rank[card] - 1000 * self.order.points[card]

    def _save(self, card: int) -> int:
        return 5 * self.order.rank[card] + 162 * self.order.points[card]

    def _win(self, card: int) -> int:
        return -self.order.rank[card]

    @property
    def _mood(self) -> Key:
        return self._give if self.safe else self._save

    def _in_suit(self, held: Cards, size: int) -> Cards:
        owed = self.referee.owed(self.seat)
        low = self._legal(held, owed, size, self._mood)
        if self.partner_wins:
            return low
        if size == 1 and self.last:
            winners = [card for card in held if self.referee.beats([card])]
            return [min(winners, key=self._give)] if winners else low
        high = self._legal(held, owed, size, self._win)
        wasteful = size == 1 and self.order.points[high[0]] and not self.table.is_sure(self.seat, high[0])
        return low if wasteful or not self.referee.beats(high) else high

    def _legal(self, held: Cards, owed: Needs, size: int, key: Key) -> Cards:
        """A legal play of the suit led, the sooner by ``key`` the better: what is owed, filled up; where the kernel
        wants it otherwise, the first of all choices that it takes."""
        if size == 1:
            return [min(held, key=key)]
        fill = self._win if self.referee.fills_high() else key
        wary = self.referee.fill_matters
        play = compose(held, owed, self.order, key, fill, size, sparing=wary)
        if play and (not wary or self.referee.is_legal(self.seat, play)):
            return play
        choices = map(list, combinations(sorted(held, key=key), size))
        return next(cards for cards in choices if self.referee.is_legal(self.seat, cards))

    def _ruff(self, size: int) -> Cards | None:
        """The least ruff that stands best in the trick, None if there is none."""
        for key in (self._save, self._win):
            play = compose(self.hand[TRUMP], self.referee.needs, self.order, key, key, size)
            if play and self.referee.beats(play):
                return play
        return None

    def _others(self, size: int) -> Cards:
        """Cards of other suits than the one led: trump last, points for a partner who wins, else the least worth."""
        spare = [card for suit, cards in enumerate(self.hand) if suit != self.referee.suit for card in cards]
        mood = self._mood
        return sorted(spare, key=lambda card: (self.order.suit[card] == TRUMP, mood(card), card))[:size]
