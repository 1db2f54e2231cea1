"""What a follower owes to a lead, and the verdict on a follow (docs/rules.md 5)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from tests.oracle.cards import Rules, less
from tests.oracle.ladders import Duties, Rung, duties, ladder
from tests.oracle.order import Combos, Order, of_suit
from tests.oracle.shapes import KINDS, Lead, Stock, runs, stock_of, units

Structure = tuple[tuple[int, int], ...]  # (width, length) of every component that is owed something
BREAKS = {"break_triple_for_pair": (3, 2), "break_quad_for_triple": (4, 3), "break_quad_for_pair": (4, 2)}


class Vector(NamedTuple):
    """The step of its ladder on which each component is served, and which of the rungs of that step it was."""

    steps: tuple[int, ...]
    rungs: tuple[int, ...]


class Owed(NamedTuple):
    """What a lead asks for beside its suit, what of it a follower may form, and how it is served."""

    shapes: Structure
    combos: Combos
    duty: Duties
    from_top: bool  # cards that fill up beside pairs are the highest


def owed_to(lead: Lead, order: Order, rules: Rules) -> Owed | None:
    """What is owed to a lead; None for nothing but cards of its suit."""
    shapes = structure(lead, rules)
    if not shapes or lead.suit is None:
        return None
    return Owed(shapes, combos_to_follow(lead.suit, order, rules), duties(rules), _fills_from_top(lead, rules))


def structure(lead: Lead, rules: Rules) -> Structure:
    """The components a follow is measured against, in their order; singles ask for nothing."""
    owed = [(part.width, part.units) for part in lead.parts if part.width > 1]
    if lead.shape == "throw" and rules["follow"]["throw_follow"] == "pairs_only":
        return ((2, 1),) * sum(length * (width // 2) for width, length in owed)
    if lead.shape == "throw" and rules["follow"]["throw_follow"] == "suit_only":
        return ()
    return tuple(owed)


def combos_to_follow(suit: str, order: Order, rules: Rules) -> Combos:
    """What a follower may form in a suit, less what need not be broken."""
    kept = frozenset(broken for name, broken in BREAKS.items() if rules["follow"][name] == "may")
    return order.combos[suit]._replace(kept=kept)


def best_vector(stock: Stock, owed: Structure, combos: Combos, duty: Duties) -> Vector:
    """The best way, component by component, in which these cards can serve the structure owed."""
    return _best_vector(_serving(stock, owed), owed, combos, duty)


def _serving(stock: Stock, owed: Structure) -> Stock:
    """What of a stock can serve a structure: no singles, and where no tractor is owed, wherever it stands."""
    if all(length == 1 for _, length in owed):
        return _unplaced(stock)
    return tuple([held for held in stock if held[1] > 1])


@lru_cache(maxsize=200_000)
def _best_vector(stock: Stock, owed: Structure, combos: Combos, duty: Duties) -> Vector:
    if not owed:
        return Vector((), ())
    step, ways = servings(stock, owed, combos, duty)
    found = []
    for rung, left in ways:
        rest = best_vector(left, owed[1:], combos, duty)
        found.append(Vector((step, *rest.steps), (rung, *rest.rungs)))
    return min(found)


def servings(stock: Stock, owed: Structure, combos: Combos, duty: Duties) -> tuple[int, set[tuple[int, Stock]]]:
    """The highest step on which the first component can be served, with every way: the rung, and what it leaves."""
    placed = any(length > 1 for _, length in owed[1:])
    for number, step in enumerate(ladder(*owed[0], duty, combos)):
        ways = {(at, left) for at, rung in enumerate(step) for left in _ways(stock, rung, combos, placed=placed)}
        if ways:
            return number, ways
    raise AssertionError("a ladder ends with nothing owed")


def _ways(stock: Stock, rung: Rung, combos: Combos, *, placed: bool) -> set[Stock]:
    """What every way to take a rung from a stock leaves; where no tractor is owed later, positions are forgotten."""
    ways = {stock} if rung.run is None else {left for _, left in runs(stock, *rung.run, combos)}
    if not placed:
        ways = set(map(_unplaced, ways))
    for width in rung.widths:
        ways = {left for way in ways for _, left in units(way, width, combos)}
        if not placed:
            ways = set(map(_unplaced, ways))
    return ways


def _unplaced(stock: Stock) -> Stock:
    """The stock with its positions numbered anew by what stands on them: units are as good wherever they stand."""
    places: dict[int, list[int]] = {}
    for place, copies in stock:
        if copies > 1:
            places.setdefault(place, []).append(copies)
    return tuple((at, copies) for at, group in enumerate(sorted(places.values())) for copies in group)


def vector(owed: Owed, cards: Sequence[str], order: Order) -> Vector:
    """v(cards): the best vector of cards of the led suit."""
    return best_vector(stock_of(cards, order), owed.shapes, owed.combos, owed.duty)


def fault(lead: Lead, owed: Owed | None, held: Sequence[str], play: Sequence[str], order: Order) -> str | None:
    """What is wrong with a follow, None for a legal one; `held` is of the led suit only."""
    shown = of_suit(play, lead.suit, order)
    if len(shown) < min(lead.size, len(held)):
        return "revoke"
    if owed is None or len(held) <= lead.size:
        return None
    could, did = vector(owed, held, order), vector(owed, shown, order)
    if did.steps > could.steps:
        return _code(owed, could, did)
    if did.steps[0] and owed.from_top and not _is_highest(held, shown, order):
        return "owed_highest"
    return None


def _code(owed: Owed, could: Vector, did: Vector) -> str:
    """What the first rung that was not reached has and the rung shown lacks."""
    at = next(at for at, pair in enumerate(zip(could.steps, did.steps, strict=True)) if pair[0] != pair[1])
    best, shown = (rungs_served(owed, served)[at] for served in (could, did))
    if best.run and (shown.run is None or best.run > shown.run):
        return "owed_tractor"
    if best.units[0] > shown.units[0]:
        return "owed_quad"
    return "owed_triple" if best.units[1] > shown.units[1] else "owed_pair"


def rungs_served(owed: Owed, served: Vector) -> list[Rung]:
    """The rungs that a vector stands for."""
    places = zip(owed.shapes, served.steps, served.rungs, strict=True)
    return [ladder(width, length, owed.duty, owed.combos)[step][rung] for (width, length), step, rung in places]


def _fills_from_top(lead: Lead, rules: Rules) -> bool:
    asked = rules["follow"]["trump_fill"] == "highest_first"
    return asked and lead.suit == "trump" and lead.shape in ("pair", "tractor")


def _is_highest(held: Sequence[str], shown: Sequence[str], order: Order) -> bool:
    """Whether the cards shown beside pairs have the highest positions that the hand has for them."""
    fill = [card for card, copies in Counter(shown).items() if copies % 2]
    free = less(held, less(shown, fill))
    highest = sorted((order.position[card] for card in free), reverse=True)
    return sorted((order.position[card] for card in fill), reverse=True) == highest[: len(fill)]


def verdict(lead: Lead, play: Sequence[str], ruffed: str | None, order: Order) -> str:
    """What a legal follow did; `ruffed` says what kind of ruff it is, if it is one."""
    if ruffed:
        return ruffed
    shown = len(of_suit(play, lead.suit, order))
    if shown == len(play):
        return "follow"
    return "follow_short" if shown else "discard"


def rungs(lead: Lead, owed: Owed | None, held: Sequence[str], order: Order) -> list[str]:
    """How far down its ladder each component owed could be served, in words, for the coverage report."""
    if owed is None or len(held) <= lead.size:
        return []
    served = rungs_served(owed, vector(owed, held, order))
    return [_in_words(width, length, rung) for (width, length), rung in zip(owed.shapes, served, strict=True)]


def _in_words(width: int, length: int, rung: Rung) -> str:
    led = KINDS[width, length > 1].replace("_", " ")
    if rung.run:
        found = KINDS[rung.run[0], True].replace("_", " ")
        return f"{led}: {found if rung.run[1] == length else f'shorter {found}'}"
    names = {4: "quad", 3: "triple", 2: "pair"}
    if length == 1:
        return f"{led}: {names[rung.widths[0]] if rung.widths else 'none'}"
    if 4 in rung.widths and width < 4:
        return f"{led}: bomb"
    kinds = [f"{name}s" for wide, name in names.items() if wide in rung.widths]
    whole = "all " if kinds and rung.widths == [rung.widths[0]] * length else ""
    return f"{led}: {whole}{' and '.join(kinds) or 'none'}"
