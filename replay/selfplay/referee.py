"""The referee of one deal: the kernel itself says what a throw comes to, what is owed, who wins and what it scores.

Self-play has no second reading of the rules: it fills the kernel's scratch
record play by play and asks the kernel's own functions. They are called with
the integer types that the kernel calls them with, so that nothing is compiled
for self-play alone.
"""

from __future__ import annotations

from itertools import accumulate, chain
from typing import Any, NamedTuple

import numpy as np

from ingest.cards import CARDS_PER_DECK, SEATS
from ingest.record import Throw
from replay.compiled import Compiled
from replay.evidence import component_cards
from replay.kernel.deal import finish_deal
from replay.kernel.follow import LEGAL, TOO_AMBIGUOUS, Ladders, count_held, fills_high, judge_follow, owe
from replay.kernel.jit import compiled as compiles
from replay.kernel.layout import (
    BY_ALL,
    LENGTH,
    ONLY_SUIT,
    PAIRS,
    QUADS,
    SINGLE,
    THROW,
    TRIPLES,
    TRUMP,
    WIDTH,
    Record,
)
from replay.kernel.lead import LEAD, LEAD_THROW_BEATEN, judge_lead
from replay.kernel.plain import ladders_record, rules_record, work_record
from replay.kernel.readings import is_higher, keep_tops, note_lead, play_key
from replay.kernel.trick import score_trick
from replay.selfplay.cards import Cards, Order
from replay.selfplay.choosing import Needs

INT: Any = np.int32 if compiles() else int  # the kernel's own integer


class Rulebook(NamedTuple):
    """A ruleset as the kernel's functions take it."""

    rules: Record
    ladders: Ladders


def rulebook_of(compiled: Compiled) -> Rulebook:
    """The kernel's records of a compiled ruleset."""
    return Rulebook(rules_record(compiled.rules), ladders_record(compiled.tables.rungs, compiled.tables.rungs_at))


class Result(NamedTuple):
    """What the kernel makes of the finished deal; points, levels, sides as in ``replay.columns.SCORES``.

    ``demoted_to`` is 0 where nobody falls.
    """

    defender_points: int
    kitty_points: int
    multiplier: int
    total: int
    takeover: bool
    gain_side: int
    levels_gained: int
    wins_game: bool
    demoted_to: int
    last_winner: int

    @property
    def outcome(self) -> dict[str, Any]:
        """What ``replay.levels.step`` asks of a deal."""
        names = ("gain_side", "levels_gained", "takeover", "wins_game", "demoted_to", "last_winner")
        return {name: getattr(self, name) for name in names}


class Referee:
    """Judges one deal as it is played. ``hands`` are the four at the first lead.

    ``best_seat``, ``best_suit`` and ``best_key`` tell the play that stands best in the trick.
    """

    def __init__(self, book: Rulebook, order: Order, hands: list[Cards], buried: Cards, dealer: int) -> None:
        rules = book.rules
        self.rules, self.ladders = book
        self.bound, self.throw_owes = rules.bound, rules.throw_owes
        self.may_fill_high, self.all_decide = rules.fill_high == 1, rules.decides == BY_ALL
        self.fill_matters = self.may_fill_high or rules.whole == 1  # cards beside what is owed can be wrong
        self.order = order
        self.needs: Needs = []  # the lead's tractors and units
        self.throws: list[Throw] = []
        self.trick = -1  # 0-based
        self.step = 0  # plays made in this trick
        self.begun = 0  # cards played before this trick
        self.at = 0  # cards played
        self.work = work = work_record()
        self.cards = work.cards
        for field, values in ((work.suit, order.suit), (work.pos, order.pos), (work.points, order.points)):
            field[:] = values
        work.order[:] = list(chain(*order.members))
        work.order_at[:] = list(accumulate(map(len, order.members), initial=0))
        for row in range(2):
            work.link[row][:] = order.link[row]
        work.known[:] = [1] * SEATS
        work.dealer, work.level, work.complete, work.has_buried = dealer, order.level, 1, 1
        work.kitty_points = sum(order.points[card] for card in buried)
        for seat, hand in enumerate(hands):
            suits = [order.suit[card] for card in hand]
            work.hand[seat][:] = [hand.count(card) for card in range(CARDS_PER_DECK)]
            work.suit_count[seat][:] = [suits.count(suit) for suit in range(TRUMP + 1)]

    def lead(self, seat: int, cards: Cards) -> Cards:
        """Begins a trick; returns what is played of these cards: a throw that is beaten is cut to the part forced."""
        self.trick += 1
        self.step = 1
        self.begun = self.at
        self.work.leaders[self.trick] = seat
        if self._read_lead(seat, cards) == LEAD_THROW_BEATEN:
            work = self.work
            part = (int(work.forced_width), int(work.forced_length), int(work.forced_pos))
            forced = list(component_cards(cards, np.array(self.order.pos), *part))
            self.throws.append(Throw(self.trick, seat, bytes(cards), bytes(forced)))
            self._read_lead(seat, forced)
            self._note_attempt(seat, cards)
            cards = forced
        single = self.size == 1
        self.best_seat, self.best_suit = seat, self.suit
        self.best_key = self.order.pos[cards[0]] if single else int(note_lead(self.work, self.rules, INT(self.begun)))
        self.at += len(cards)
        return cards

    def _read_lead(self, seat: int, cards: Cards) -> int:
        """Lays a lead down, reads its suit and components; returns the kernel's verdict."""
        work = self.work
        self.size = len(cards)
        self.suit = self.order.suit[cards[0]]
        work.lead_size = self.size
        work.lens[SEATS * self.trick : SEATS * self.trick + SEATS] = [self.size] * SEATS
        self.cards[self.begun : self.begun + self.size] = cards
        self.shape, self.needs = SINGLE, []
        if self.size == 1:
            return LEAD
        where = map(INT, (self.trick, SEATS * self.trick, self.begun, seat))
        self.shape = int(judge_lead(work, self.rules, *where))
        parts = work.n_parts
        self.needs = list(zip(map(int, work.part_width[:parts]), map(int, work.part_length[:parts]), strict=True))
        return int(work.verdict[SEATS * self.trick])

    def _note_attempt(self, seat: int, cards: Cards) -> None:
        """Keeps a throw that failed: the kernel fines it when it scores the trick."""
        work, number = self.work, len(self.throws) - 1
        work.n_attempts = number + 1
        work.attempt_trick[number] = self.trick
        work.attempt_seat[number] = seat
        work.attempt_len[number] = len(cards)
        work.attempt_cards[number][: len(cards)] = cards

    def follow(self, seat: int, cards: Cards) -> None:
        """Takes the next play of the trick."""
        if self.beats(cards):
            self.best_seat, self.best_suit, self.best_key = seat, self.order.suit[cards[0]], self.key
            if self.all_decide:
                keep_tops(self.work, self.rules)
        self._lay(cards)
        self.step += 1
        self.at += self.size

    def _lay(self, cards: Cards) -> None:
        self.cards[self.at : self.at + self.size] = cards

    def is_legal(self, seat: int, cards: Cards) -> bool:
        """Whether the kernel has nothing against this play as the next of the trick."""
        self._lay(cards)
        play = SEATS * self.trick + self.step
        verdict = judge_follow(self.work, self.rules, self.ladders, self.shape, seat, play, self.at)
        return int(verdict) in (LEGAL, TOO_AMBIGUOUS)

    def owed(self, seat: int) -> Needs:
        """What the seat's follow must hold where its cards of the suit led are more than enough."""
        work = self.work
        only_suit = self.shape == THROW and self.throw_owes == ONLY_SUIT
        if not self.needs or only_suit or int(count_held(work, self.rules, seat)) == 0:
            return []
        work.steps = 0
        pairs = int(owe(work, self.rules, self.ladders, self.shape))
        if self.shape == THROW and self.throw_owes:
            return [(2, 1)] * pairs
        if work.steps > self.bound:
            return []
        rungs = [work.owed_rung[part] for part in range(len(self.needs))]
        tractors = [(int(rung[WIDTH]), int(rung[LENGTH])) for rung in rungs if rung[WIDTH]]
        units = ((4, QUADS), (3, TRIPLES), (2, PAIRS))
        return tractors + [(width, 1) for width, column in units for rung in rungs for _ in range(rung[column])]

    def fills_high(self) -> bool:
        """Whether the lead asks to be filled up with the highest trumps."""
        return self.may_fill_high and bool(fills_high(self.work, self.rules))

    def beats(self, cards: Cards) -> bool:
        """Whether the cards, played next, would stand best in the trick; their key stays in ``key``."""
        suit = self.order.suit[cards[0]]
        if suit not in (self.suit, TRUMP) or any(self.order.suit[card] != suit for card in cards):
            return False
        if self.size == 1:
            self.key = self.order.pos[cards[0]]
        else:
            self._lay(cards)
            self.key = int(play_key(self.work, self.rules, self.at, suit))
        if self.key < 0 or suit != self.best_suit:
            return self.key >= 0 and suit == TRUMP
        if self.size == 1 or not self.all_decide:
            return self.key > self.best_key
        return bool(is_higher(self.work, self.rules, self.key, self.best_key))

    def close(self) -> int:
        """Ends the trick; returns the seat that wins it."""
        work = self.work
        work.n_tricks = self.trick + 1
        work.n_plays = SEATS * (self.trick + 1)
        score_trick(work, self.rules, self.ladders, INT(self.trick))
        winner = int(work.winner[self.trick])
        if (winner - work.dealer) % 2 == 1:
            work.defender_points += work.trick_points[self.trick]
        return winner

    def finish(self) -> Result:
        """Scores the deal after its last trick."""
        work = self.work
        finish_deal(work, self.rules)
        return Result(
            defender_points=int(work.defender_points),
            kitty_points=int(work.kitty_points),
            multiplier=int(work.multiplier),
            total=int(work.total),
            takeover=bool(work.takeover),
            gain_side=int(work.gain_side),
            levels_gained=int(work.levels_gained),
            wins_game=bool(work.wins_game),
            demoted_to=int(work.demoted_to),
            last_winner=int(work.last_winner),
        )
