"""Cards as a player looks at them in one deal: their order, and the units, tractors and throws in a hand.

A hand is five lists of cards, one an effective suit (S H C D, trump), each from
low to high; equal cards lie side by side.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import pairwise
from typing import NamedTuple, TypeAlias

from replay.compiled import Compiled
from replay.kernel.layout import TRUMP

Cards: TypeAlias = list[int]
Hand: TypeAlias = list[Cards]
Stock: TypeAlias = dict[int, int]  # card -> copies, from low to high
Key: TypeAlias = Callable[[int], int]  # the lower, the sooner a card is played


class Order(NamedTuple):
    """Suit, position, points and rank of every card at one level and trump; ``link`` as in docs/rules.md 1."""

    level: int
    suit: list[int]
    pos: list[int]
    points: list[int]
    rank: list[int]  # sorts by position, equal cards together
    link: list[list[int]]  # row 0 plain suits, row 1 trump
    members: list[Cards]  # the 54 faces by suit, high to low
    widest: int  # width of the widest unit
    tractors: list[int]  # widths of tractors, the widest first
    shortest: int  # units in the shortest tractor
    fours: bool  # four equal cards are a tractor of two pairs

    def links(self, suit: int) -> list[int]:
        """Which positions of a suit join the next above."""
        return self.link[suit == TRUMP]


class Part(NamedTuple):
    """A single, a unit or a tractor in a hand: its cards from low to high, and the width of its units."""

    cards: Cards
    width: int


def order_of(compiled: Compiled, level: int, trump: int) -> Order:
    """The order at a level 2..14 under a trump suit 0..4 (4: no trump)."""
    tables, rules = compiled.tables, compiled.rules
    suit: list[int] = tables.suit[level, trump].tolist()
    pos: list[int] = tables.pos[level, trump].tolist()
    rank = [54 * place + card for card, place in enumerate(pos)]
    faces, starts = tables.order[level, trump].tolist(), tables.order_at[level, trump].tolist()
    widest = int(rules.widest)
    return Order(
        level=level,
        suit=suit,
        pos=pos,
        points=tables.points[level].tolist(),
        rank=rank,
        link=tables.link[level, trump].tolist(),
        members=[faces[start:end] for start, end in pairwise(starts)],
        widest=widest,
        tractors=[width for width in range(widest, 1, -1) if rules.tractor[width]],
        shortest=int(rules.tractor_min),
        fours=bool(rules.quad_tractor),
    )


def hand_of(cards: Iterable[int], order: Order) -> Hand:
    """The cards as a hand."""
    hand: Hand = [[], [], [], [], []]
    for card in sorted(cards, key=order.rank.__getitem__):
        hand[order.suit[card]].append(card)
    return hand


def stock_of(cards: Cards) -> Stock:
    """How many copies of each card there are, in the order of the cards."""
    stock: Stock = {}
    for card in cards:
        stock[card] = stock.get(card, 0) + 1
    return stock


def without(cards: Cards, gone: Cards) -> Cards:
    """The cards less those gone, in the same order."""
    left = cards.copy()
    for card in gone:
        left.remove(card)
    return left


def _runs(stock: Stock, width: int, order: Order, suit: int) -> list[Cards]:
    """The longest tractors of a width, each as one card a unit from low to high."""
    link = order.links(suit)
    runs: list[Cards] = []
    last = -1
    for card, copies in stock.items():
        place = order.pos[card]
        if copies < width or (runs and place == last):
            continue  # equal off-suit level cards stand in no tractor with each other
        if runs and place == last + 1 and link[last]:
            runs[-1].append(card)
        else:
            runs.append([card])
        last = place
    runs = [run for run in runs if len(run) >= order.shortest]
    if order.fours and width == 2:
        runs += [[card, card] for card, copies in stock.items() if copies == 4]
    return runs


def _largest_tractor(stock: Stock, order: Order, suit: int) -> Part | None:
    """The tractor with most cards, then the wider, then the higher."""
    found = [(width, run) for width in order.tractors for run in _runs(stock, width, order, suit)]
    if not found:
        return None
    width, run = max(found, key=lambda one: (one[0] * len(one[1]), one[0], order.pos[one[1][-1]]))
    return Part([card for card in run for _ in range(width)], width)


def parts_of(cards: Cards, order: Order, suit: int) -> list[Part]:
    """All cards of a suit, largest first: tractors, units from wide to narrow, singles; each kind low to high."""
    stock = stock_of(cards)
    tractors: list[Part] = []
    units: list[Part] = []
    if len(stock) < len(cards):
        while tractor := _largest_tractor(stock, order, suit):
            tractors.append(tractor)
            for card in tractor.cards:
                stock[card] -= 1
        for width in range(order.widest, 1, -1):
            for card, copies in stock.items():
                units += [Part([card] * width, width)] * (copies // width)
                stock[card] = copies % width
    tractors.sort(key=lambda part: order.rank[part.cards[0]])
    return tractors + units + [Part([card], 1) for card, copies in stock.items() for _ in range(copies)]
