"""Who wins a trick, and how (docs/rules.md 6)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from tests.oracle.cards import Rules
from tests.oracle.order import Combos, Order
from tests.oracle.shapes import Lead, Stock, components, read_lead, stock_of, ways

Shapes = tuple[tuple[int, int], ...]  # (width, length) of components, in their order
Tops = tuple[int, ...]


class Trick(NamedTuple):
    """`winner` counts plays from the leader; `ruffs` says of each play which kind of ruff it was, or None."""

    winner: int
    won_by: str
    ruffs: list[str | None]


class Standing(NamedTuple):
    """What is compared of a play that matches the lead."""

    ruff: bool
    tops: Tops
    highest: int


def play_out(plays: Sequence[Sequence[str]], order: Order, rules: Rules, lead: Lead | None = None) -> Trick:
    """The best of the plays, the leader's first; equal plays stay behind the earlier one."""
    lead = lead or read_lead(plays[0], order)
    if lead.suit is None:
        return Trick(0, "lead", [None] * len(plays))
    best = Standing(False, tuple(part.top for part in lead.parts), _highest(plays[0], order))
    winner, won_by = 0, "lead"
    ruffs: list[str | None] = [None]
    for index, play in enumerate(plays[1:], 1):
        standing = _standing(play, lead, order, rules)
        beats = standing is not None and _is_higher(standing, best, rules["ruff"]["over_ruff"])
        ruffs.append(_ruff_name(beats, won_by) if standing and standing.ruff else None)
        if standing and beats:
            winner, best, won_by = index, standing, ruffs[-1] or "follow"
    return Trick(winner, won_by, ruffs)


def _standing(play: Sequence[str], lead: Lead, order: Order, rules: Rules) -> Standing | None:
    suits = {order.suit[card] for card in play}
    ruff = suits == {"trump"} and lead.suit != "trump"
    tops = reading(play, lead, order, rules) if ruff or suits == {lead.suit} else None
    return None if tops is None else Standing(ruff, tops, _highest(play, order))


def _highest(play: Sequence[str], order: Order) -> int:
    return max([order.position[card] for card in play])


def _is_higher(play: Standing, best: Standing, over_ruff: str) -> bool:
    if play.ruff != best.ruff:
        return play.ruff
    if over_ruff == "highest_card":
        return play.highest > best.highest
    if over_ruff == "all_components":
        return all(mine > theirs for mine, theirs in zip(play.tops, best.tops, strict=True))
    return play.tops[0] > best.tops[0]


def _ruff_name(beats: bool, standing: str) -> str:
    if not beats:
        return "under_ruff"
    return "over_ruff" if standing in ("ruff", "over_ruff") else "ruff"


def reading(play: Sequence[str], lead: Lead, order: Order, rules: Rules) -> Tops | None:
    """The tops of cards of one suit read as the components of the lead, the highest way; None: they do not match."""
    if lead.size == 1:
        return (order.position[play[0]],)
    shapes = tuple((part.width, part.units) for part in lead.parts)
    if rules["ruff"]["structure"] == "exact":
        own = components(play, order)
        return tuple(part.top for part in own) if tuple((part.width, part.units) for part in own) == shapes else None
    owed = tuple(shape for shape in shapes if shape != (1, 1))
    return _tops(stock_of(play, order), owed, order.combos[order.suit[play[0]]])


@lru_cache(maxsize=200_000)
def _tops(stock: Stock, shapes: Shapes, combos: Combos) -> Tops | None:
    """The lexicographically highest tops in which a stock holds these shapes; what is left over are singles."""
    if not shapes:
        return tuple(place for place, copies in reversed(stock) for _ in range(copies))
    best: Tops | None = None
    for top, left in ways(stock, *shapes[0], combos):
        if best and top < best[0]:
            break
        rest = _tops(left, shapes[1:], combos)
        if rest is not None:
            best = max(best or (), (top, *rest))
    return best
