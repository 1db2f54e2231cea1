"""Which cards of a suit serve a lead: its tractors and units found in a hand, and cards to fill up with."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from replay.selfplay.cards import Cards, Key, Order, Stock, stock_of, without

# Tractors and units to serve, largest first: (width, length); the length of a unit is 1.
Needs: TypeAlias = list[tuple[int, int]]


class _Search(NamedTuple):
    """Cards with their copies left, those held more than once in the order in which they are wanted."""

    stock: Stock
    wanted: Cards
    order: Order
    link: list[int]

    def unit_at(self, place: int, width: int) -> int | None:
        """The card at a position that gives a unit: the one with the fewest copies, then the least wanted."""
        here = [c for c in reversed(self.wanted) if self.order.pos[c] == place and self.stock[c] >= width]
        return min(here, key=self.stock.__getitem__) if here else None

    def run_at(self, card: int, width: int, length: int) -> Cards | None:
        """A unit of this card, or a tractor with its top there, as a card a unit from low to high; else None."""
        if length == 1:
            return [card] if self.stock[card] >= width else None
        if self.order.fours and (width, length, self.stock[card]) == (2, 2, 4):
            return [card, card]
        if length < self.order.shortest:
            return None
        run: Cards = []
        top = self.order.pos[card]
        for place in range(top, top - length, -1):
            unit = self.unit_at(place, width) if place == top or (place >= 0 and self.link[place]) else None
            if unit is None:
                return None
            run.insert(0, unit)
        return run

    def serve(self, needs: Needs, since: int = 0) -> list[tuple[int, int]] | None:
        """Disjoint units (card, width) that serve all the needs, the most wanted first; None if there are none."""
        if not needs:
            return []
        width, length = needs[0]
        for at in range(since, len(self.wanted)):
            run = self.run_at(self.wanted[at], width, length)
            if run is None:
                continue
            for card in run:
                self.stock[card] -= width
            rest = self.serve(needs[1:], at if needs[1:2] == needs[:1] else 0)
            if rest is not None:
                return [(card, width) for card in run] + rest
            for card in run:
                self.stock[card] += width
        return None


def compose(
    cards: Cards, needs: Needs, order: Order, key: Key, fill: Key, size: int, sparing: bool = False
) -> Cards | None:
    """``size`` cards of one suit that serve the needs, those first by ``key``, and fill up by ``fill``.

    ``sparing``: they are served from cards with few copies, and more copies of these come last.
    None if the cards do not serve them.
    """
    stock = stock_of(sorted(cards, key=key))
    wanted = [card for card, copies in stock.items() if copies > 1]
    if sparing:
        wanted.sort(key=stock.__getitem__)
    units = _Search(stock, wanted, order, order.links(order.suit[cards[0]])).serve(needs)
    if units is None:
        return None
    taken = [card for copy in range(order.widest) for card, width in units if copy < width]
    rest = sorted(without(cards, taken), key=fill)
    if sparing:
        rest.sort(key=taken.__contains__)
    return taken + rest[: size - len(taken)]
