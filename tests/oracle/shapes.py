"""Pairs, tractors and the components of a set of cards of one effective suit (docs/rules.md 2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from tests.oracle.cards import POSITIONS, Chain, Order

Pairs = tuple[int, ...]  # how many pairs stand on each position


class Component(NamedTuple):
    """A single (units 1), a pair (units 1) or a tractor of `units` pairs; `top` is its highest position."""

    kind: str
    units: int
    top: int

    @property
    def cards(self) -> int:
        return 1 if self.kind == "single" else 2 * self.units


class Lead(NamedTuple):
    """The first play of a trick; `suit` is None when it mixes suits."""

    suit: str | None
    shape: str  # mixed single pair tractor throw
    parts: tuple[Component, ...]
    size: int


def pairs_of(cards: Sequence[str], order: Order) -> Pairs:
    """The number of pairs (two identical cards) on each position."""
    pairs = [0] * POSITIONS
    if len(cards) > 1:
        for card, copies in Counter(cards).items():
            pairs[order.position[card]] += copies // 2
    return tuple(pairs)


def tractor_tops(pairs: Pairs, units: int, chain: Chain) -> list[int]:
    """The top of every tractor of this length in these pairs, highest first."""
    tops = []
    for top in range(POSITIONS - 1, units - 2, -1):
        span = range(top - units + 1, top + 1)
        if all(pairs[place] for place in span) and all(place in chain.joins for place in span[:-1]):
            tops.append(top)
    return tops


def without_tractor(pairs: Pairs, units: int, top: int) -> Pairs:
    """These pairs less one on each position of a tractor."""
    return tuple(n - (top - units < place <= top) for place, n in enumerate(pairs))


def without_pair(pairs: Pairs, place: int) -> Pairs:
    """These pairs less one on a position."""
    return without_tractor(pairs, 1, place)


def components(cards: Sequence[str], order: Order) -> tuple[Component, ...]:
    """The largest-first components: longest tractor again and again, then pairs, then singles."""
    if len(cards) == 1:
        return (Component("single", 1, order.position[cards[0]]),)
    pairs = held = pairs_of(cards, order)
    found = []
    for units in range(len(cards) // 2, order.chain.shortest - 1, -1):
        while tops := tractor_tops(pairs, units, order.chain):
            found.append(Component("tractor", units, tops[0]))
            pairs = without_tractor(pairs, units, tops[0])
    singles = Counter(order.position[card] for card in cards)
    downwards = range(POSITIONS - 1, -1, -1)
    found += [Component("pair", 1, place) for place in downwards for _ in range(pairs[place])]
    found += [Component("single", 1, place) for place in downwards for _ in range(singles[place] - 2 * held[place])]
    return tuple(found)


def read_lead(cards: Sequence[str], order: Order) -> Lead:
    """The shape of a lead; one of mixed suits counts as singles."""
    suits = {order.suit[card] for card in cards}
    if len(suits) > 1:
        singles = [Component("single", 1, order.position[card]) for card in cards]
        return Lead(None, "mixed", tuple(singles), len(cards))
    parts = components(cards, order)
    return Lead(suits.pop(), parts[0].kind if len(parts) == 1 else "throw", parts, len(cards))
