"""Units, tractors and the components of a set of cards of one effective suit (docs/rules.md 2)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

from tests.oracle.order import WIDTHS, Combos, Order

Stock = tuple[tuple[int, int], ...]  # the position and the copies of every different card, sorted
Parts = Sequence[Sequence[str]]
KINDS = {(1, False): "single"} | {(width, False): name for width, name in WIDTHS.items()}
KINDS |= {(2, True): "tractor", (3, True): "triple_tractor", (4, True): "quad_tractor"}


class Component(NamedTuple):
    """A single (width 1), a unit (units 1) or a tractor of `units` units; `top` is its highest position."""

    width: int
    units: int
    top: int

    @property
    def kind(self) -> str:
        return KINDS[self.width, self.units > 1]

    @property
    def cards(self) -> int:
        return self.width * self.units


class Lead(NamedTuple):
    """The first play of a trick; `suit` is None when it mixes suits."""

    suit: str | None
    shape: str  # mixed, throw, or the kind of its only component
    parts: tuple[Component, ...]
    size: int


def stock_of(cards: Sequence[str], order: Order) -> Stock:
    """Which positions these cards of one suit hold, with how many copies each."""
    copies: dict[str, int] = {}
    for card in cards:
        copies[card] = copies.get(card, 0) + 1
    return tuple(sorted([(order.position[card], number) for card, number in copies.items()]))


def take(stock: Stock, place: int, width: int, combos: Combos) -> Stock:
    """The stock less a unit that is on a position, taken from the card with the fewest copies that serves."""
    for at, (where, copies) in enumerate(stock):
        if where == place and copies >= width and (copies, width) not in combos.kept:
            rest = [(where, copies - width)] if copies > width else []
            return tuple(sorted([*stock[:at], *rest, *stock[at + 1 :]]))
    raise AssertionError(f"no unit of {width} on {place}")


def places(stock: Stock, width: int, combos: Combos) -> set[int]:
    """The positions on which a stock holds a unit so wide."""
    return {place for place, copies in stock if copies >= width and (copies, width) not in combos.kept}


def units(stock: Stock, width: int, combos: Combos) -> Iterator[tuple[int, Stock]]:
    """The position of every unit in a stock, highest first, and what it leaves."""
    for place in sorted(places(stock, width, combos), reverse=True):
        yield place, take(stock, place, width, combos)


def runs(stock: Stock, width: int, length: int, combos: Combos) -> Iterator[tuple[int, Stock]]:
    """The top of every tractor of so many units in a stock, highest first, and what it leaves."""
    known = width in combos.runs and length >= combos.shortest
    held = places(stock, width, combos) if known else set()
    quads = {place for place, copies in stock if copies == 4} if combos.quad_run and (width, length) == (2, 2) else ()
    for top in sorted(held.union(quads), reverse=True):
        span = range(top, top - length, -1)
        if known and held.issuperset(span) and combos.joins.issuperset(span[1:]):
            yield top, _without(stock, span, width, combos)
        if top in quads:
            yield top, take(stock, top, 4, combos)


def _without(stock: Stock, span: Sequence[int], width: int, combos: Combos) -> Stock:
    for place in span:
        stock = take(stock, place, width, combos)
    return stock


def ways(stock: Stock, width: int, length: int, combos: Combos) -> Iterator[tuple[int, Stock]]:
    """The top of every unit or tractor of this shape in a stock, highest first, and what it leaves."""
    return runs(stock, width, length, combos) if length > 1 else units(stock, width, combos)


def possible(stock: Stock, combos: Combos) -> list[Component]:
    """Every single, unit and tractor in a stock."""
    found = [Component(1, 1, place) for place, _ in stock]
    found += [Component(width, 1, place) for width in combos.units for place, _ in units(stock, width, combos)]
    for width, length in _sizes(stock, combos):
        found += [Component(width, length, top) for top, _ in runs(stock, width, length, combos)]
    return found


def _sizes(stock: Stock, combos: Combos) -> list[tuple[int, int]]:
    """The width and length of every tractor that so many cards can hold, the largest first, then the wider."""
    return _sizes_of(sum([copies for _, copies in stock if copies > 1]), combos)


@cache
def _sizes_of(cards: int, combos: Combos) -> list[tuple[int, int]]:
    sizes = {
        (width, length) for width in combos.runs for length in range(combos.shortest, cards // width + 1) if length > 1
    }
    if combos.quad_run and cards >= 4:
        sizes.add((2, 2))
    return sorted(sizes, key=lambda size: (size[0] * size[1], size[0]), reverse=True)


def components(cards: Sequence[str], order: Order) -> tuple[Component, ...]:
    """The largest-first components of cards of one suit: tractors, then units, then singles."""
    if len(cards) == 1:
        return (Component(1, 1, order.position[cards[0]]),)
    combos = order.combos[order.suit[cards[0]]]
    stock = stock_of(cards, order)
    found = []
    for width, length in _sizes(stock, combos):
        while run := next(runs(stock, width, length, combos), None):
            found.append(Component(width, length, run[0]))
            stock = run[1]
    left = stock[::-1]
    for width in sorted((1, *combos.units), reverse=True):
        found += [Component(width, 1, place) for place, copies in left for _ in range(copies // width)]
        left = tuple([(place, copies % width) for place, copies in left])
    return tuple(found)


def rank_of(part: Component) -> tuple[int, ...]:
    """The order of the components: tractors by cards, width and top, units by width and top, singles by top."""
    tractor = part.units > 1
    return (-tractor, -part.cards * tractor, -part.width, -part.top)


def read_lead(cards: Sequence[str], order: Order, split: Parts | None = None) -> Lead:
    """The shape of a lead, split as declared where each part is a component; one of mixed suits counts as singles."""
    suits = {order.suit[card] for card in cards}
    if len(suits) > 1:
        singles = [Component(1, 1, order.position[card]) for card in cards]
        return Lead(None, "mixed", tuple(singles), len(cards))
    parts = components(cards, order)
    declared = [components(part, order) for part in split or []]
    if declared and all(len(part) == 1 for part in declared):
        parts = tuple(sorted((part[0] for part in declared), key=rank_of))
    return Lead(suits.pop(), parts[0].kind if len(parts) == 1 else "throw", parts, len(cards))
