"""Cards as a player looks at them in one deal: their order, and the pairs, tractors and throws in a hand.

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
Key: TypeAlias = Callable[[int], int]  # the lower, the sooner a card is played


class Order(NamedTuple):
    """Suit, position, points and rank of every card at one level and trump; ``link`` as in docs/rules.md 1."""

    suit: list[int]
    pos: list[int]
    points: list[int]
    rank: list[int]  # sorts by position, equal cards together
    link: list[list[int]]  # row 0 plain suits, row 1 trump
    members: list[Cards]  # the 54 faces by suit, high to low
    shortest: int  # pairs in the shortest tractor

    def links(self, suit: int) -> list[int]:
        """Which positions of a suit join the next above."""
        return self.link[suit == TRUMP]


def order_of(compiled: Compiled, level: int, trump: int) -> Order:
    """The order at a level 2..14 under a trump suit 0..4 (4: no trump)."""
    suit: list[int] = compiled.tables.suit[level, trump].tolist()
    pos: list[int] = compiled.tables.pos[level, trump].tolist()
    rank = [54 * place + card for card, place in enumerate(pos)]
    faces = sorted(range(54), key=rank.__getitem__, reverse=True)
    members = [[card for card in faces if suit[card] == s] for s in range(TRUMP + 1)]
    points: list[int] = compiled.rules.points.tolist()
    link: list[list[int]] = compiled.tables.link[level, trump].tolist()
    return Order(suit, pos, points, rank, link, members, int(compiled.rules.tractor_min))


def hand_of(cards: Iterable[int], order: Order) -> Hand:
    """The cards as a hand."""
    hand: Hand = [[], [], [], [], []]
    for card in sorted(cards, key=order.rank.__getitem__):
        hand[order.suit[card]].append(card)
    return hand


def pairs_of(cards: Cards) -> Cards:
    """One card for each pair in cards that lie from low to high."""
    return [card for card, above in pairwise(cards) if card == above]


def tractors_of(pairs: Cards, order: Order, suit: int) -> list[Cards]:
    """The longest tractors in pairs of one suit, each as one card a pair from low to high."""
    link = order.links(suit)
    runs: list[Cards] = []
    for card in pairs:
        place = order.pos[card]
        last = order.pos[runs[-1][-1]] if runs else place
        if runs and place == last:
            continue  # a second off-suit level pair is in no tractor with the first
        if runs and place == last + 1 and link[last]:
            runs[-1].append(card)
        else:
            runs.append([card])
    return [run for run in runs if len(run) >= order.shortest]


def components_of(cards: Cards, order: Order, suit: int) -> list[Cards]:
    """All cards of a suit as tractors, then pairs, then singles."""
    pairs = pairs_of(cards)
    tractors = tractors_of(pairs, order, suit)
    used = {card for run in tractors for card in run}
    twice = set(pairs)
    return (
        [[card for card in run for _ in range(2)] for run in tractors]
        + [[card, card] for card in pairs if card not in used]
        + [[card] for card in cards if card not in twice]
    )


def without(cards: Cards, gone: Cards) -> Cards:
    """The cards less those gone, in the same order."""
    left = cards.copy()
    for card in gone:
        left.remove(card)
    return left


def place(stock: dict[int, Cards], lengths: list[int], link: list[int], tops: list[int]) -> Cards | None:
    """Disjoint tractors of these lengths out of pairs by position, one card a pair, each as early in ``tops``
    as can be; None if they do not fit. ``stock`` is spent."""
    if not lengths:
        return []
    length = lengths[0]
    for top in tops:
        run = range(top - length + 1, top + 1)
        if not all(stock.get(p) for p in run) or not all(link[p] for p in run[:-1]):
            continue
        taken = [stock[p].pop() for p in run]
        rest = place(stock, lengths[1:], link, tops)
        if rest is not None:
            return taken + rest
        for p, card in zip(run, taken, strict=True):
            stock[p].append(card)
    return None


def compose(cards: Cards, tractors: list[int], pairs: int, size: int, order: Order, key: Key) -> Cards | None:
    """``size`` cards of one suit that hold these tractors and that many pairs in all, else by ``key``.

    None if the cards do not hold them.
    """
    held = sorted(pairs_of(cards), key=key)
    if len(held) < pairs:
        return None
    chosen: Cards = []
    if tractors:
        stock: dict[int, Cards] = {}
        for card in held:
            stock.setdefault(order.pos[card], []).append(card)
        placed = place(stock, tractors, order.links(order.suit[cards[0]]), list(stock))
        if placed is None:
            return None
        chosen = placed
    chosen = chosen + [card for card in held if card not in chosen][: pairs - len(chosen)]
    play = chosen + chosen
    rest = sorted(without(cards, play), key=key)
    return play + rest[: size - len(play)]
