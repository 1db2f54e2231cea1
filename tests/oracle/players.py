"""Random players who keep the rules: they like tractors, units and throws, and ruff when they can."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from tests.oracle.cards import Rules, less
from tests.oracle.follow import Owed, best_vector, fault, owed_to, rungs_served, vector
from tests.oracle.order import Combos, Order, of_suit
from tests.oracle.shapes import (
    Component,
    Lead,
    Parts,
    components,
    places,
    possible,
    read_lead,
    stock_of,
    ways,
)
from tests.oracle.throws import Hands, beaten_parts, forced_part

Cards = list[str]
TRIES = 40


class Choice(NamedTuple):
    """The cards led, the throw that was attempted where it failed, and how it was declared to split."""

    led: Cards
    attempted: Cards | None = None
    split: Parts | None = None


class Stuck(Exception):
    """No legal follow was found: three identical cards may be kept from a pair and four may not."""


def choose_lead(
    rng: random.Random, hand: Sequence[str], others: Hands, order: Order, rules: Rules, *, spice: bool
) -> Choice:
    """A lead, some of them throws, and of these some that fail."""
    suit = order.suit[rng.choice(hand)]
    cards = of_suit(hand, suit, order)
    parts = components(cards, order)
    barred = not rules["throw"]["allowed"] or (suit == "trump" and not rules["throw"]["in_trump"])
    if not barred and rng.random() < (0.6 if spice else 0.2):
        reckless = rng.random() < 0.25
        thrown = _pick_throw(rng, Lead(suit, "throw", parts, len(cards)), cards, others, order, rules, reckless)
        split = None
        if rules["throw"]["decomposition"] == "declared" and rng.random() < 0.4:
            split = _split(rng, thrown, order)
        lead = read_lead(thrown, order, split) if thrown else None
        if lead and lead.shape == "throw":
            beaten = beaten_parts(lead, others, order, rules)
            if beaten:
                return Choice(cards_of(forced_part(lead, beaten, rules), thrown, order), thrown, split)
            return Choice(thrown, None, split)
    large = [part for part in parts if part.width > 1]
    part = rng.choice(large if large and rng.random() < 0.8 else parts)
    if rng.random() < 0.3:
        part = parts[0]
    return Choice(cards_of(_perhaps_less(rng, part, order.combos[suit]), cards, order))


def _perhaps_less(rng: random.Random, part: Component, combos: Combos) -> Component:
    """The component, sometimes shorter or narrower."""
    if part.units > combos.shortest and rng.random() < 0.3:
        part = part._replace(units=part.units - 1)
    narrower = part.width - 1
    if rng.random() < 0.15 and narrower in ((1, *combos.units) if part.units == 1 else combos.runs):
        part = part._replace(width=narrower)
    return part


def _pick_throw(
    rng: random.Random, lead: Lead, cards: Cards, others: Hands, order: Order, rules: Rules, reckless: bool
) -> Cards:
    """Some or all of the components nobody beats; of any components if reckless."""
    weak = [] if reckless else beaten_parts(lead, others, order, rules)
    strong = [part for part in lead.parts if part not in weak]
    if len(strong) > 1 and rng.random() < 0.6:
        strong = rng.sample(strong, rng.randint(2, min(5, len(strong))))
    thrown: Cards = []
    for part in strong:
        rest = less(cards, thrown)
        tops = ways(stock_of(rest, order), part.width, part.units, order.combos[lead.suit or ""])
        if any(top == part.top for top, _ in tops):
            thrown += cards_of(part, rest, order)
    return thrown


def _split(rng: random.Random, cards: Cards, order: Order) -> Parts | None:
    """Any way to split cards of one suit into components."""
    rest, parts = list(cards), []
    while rest:
        part = rng.choice(possible(stock_of(rest, order), order.combos[order.suit[rest[0]]]))
        parts.append(cards_of(part, rest, order))
        rest = less(rest, parts[-1])
    return parts or None


def cards_of(part: Component, cards: Sequence[str], order: Order, combos: Combos | None = None) -> Cards:
    """Cards among these that make the component, each unit of the card with the fewest copies that serves."""
    combos = combos or order.combos[order.suit[cards[0]]]
    span = range(part.top, part.top - part.units, -1)
    copies = Counter([card for card in cards if order.position[card] in span])
    wanted = [(place, part.width) for place in span]
    if part.units > 1:
        held = places(stock_of(cards, order), part.width, combos)
        in_a_row = held.issuperset(span) and combos.joins.issuperset(span[1:]) and part.width in combos.runs
        if not (in_a_row and part.units >= combos.shortest):
            wanted = [(part.top, 4)]  # four identical cards as a tractor
    found: Cards = []
    for place, width in wanted:
        there = [card for card in copies if order.position[card] == place and copies[card] >= width]
        serving = [card for card in there if (copies[card], width) not in combos.kept]
        found += [min(serving, key=lambda card: copies[card])] * width
    return found


def choose_follow(rng: random.Random, lead: Lead, hand: Sequence[str], order: Order, rules: Rules) -> Cards:
    """A legal follow drawn at random."""
    held = of_suit(hand, lead.suit, order)
    if len(held) > lead.size:
        return _follow_suit(rng, lead, held, order, rules)
    trumps = [] if held else of_suit(hand, "trump", order)
    if len(trumps) >= lead.size and rng.random() < 0.85:
        return _ruff(rng, lead, trumps, order)
    others = [card for card in hand if order.suit[card] != lead.suit]
    return held + rng.sample(others, lead.size - len(held))


def _follow_suit(rng: random.Random, lead: Lead, held: Cards, order: Order, rules: Rules) -> Cards:
    """What is owed, and the rest at random, or from the top where that is asked for."""
    owed = owed_to(lead, order, rules)
    for _ in range(TRIES):
        play = _serve(rng, owed, held, order) if owed else []
        rest = less(held, play)
        rng.shuffle(rest)
        if rng.random() < 0.3:
            rest.sort(key=lambda card: order.position[card], reverse=True)
        play += rest[: lead.size - len(play)]
        if fault(lead, owed, held, play, order) is None:
            return play
    raise Stuck


def _serve(rng: random.Random, owed: Owed, held: Cards, order: Order) -> Cards:
    """Cards that serve the components owed as well as these can, the ways drawn at random."""
    goal = vector(owed, held, order)
    play: Cards = []
    for at, rung in enumerate(rungs_served(owed, goal), 1):
        shapes = ([rung.run] if rung.run else []) + [(width, 1) for width in rung.widths]
        for _ in range(TRIES):
            drawn = _draw(rng, shapes, less(held, play), order, owed.combos)
            left = stock_of(less(held, play + (drawn or [])), order)
            later = best_vector(left, owed.shapes[at:], owed.combos, owed.duty)
            if drawn is not None and later.steps == goal.steps[at:]:
                play += drawn
                break
    return play


def _draw(
    rng: random.Random, shapes: Sequence[tuple[int, int]], cards: Cards, order: Order, combos: Combos
) -> Cards | None:
    """Cards that make units and tractors (width, length), drawn one after another; None where one is not there."""
    found: Cards = []
    for width, length in shapes:
        rest = less(cards, found)
        tops = [top for top, _ in ways(stock_of(rest, order), width, length, combos)]
        if not tops:
            return None
        found += cards_of(Component(width, length, rng.choice(tops)), rest, order, combos)
    return found


def _ruff(rng: random.Random, lead: Lead, trumps: Cards, order: Order) -> Cards:
    """Trumps that hold the components of the lead if these do; else any."""
    shapes = [(part.width, part.units) for part in lead.parts if part.width > 1]
    drawn = None
    largest = next(ways(stock_of(trumps, order), *shapes[0], order.combos["trump"]), None) if shapes else None
    for _ in range(TRIES if largest else 0):
        drawn = drawn or _draw(rng, shapes, trumps, order, order.combos["trump"])
    play = drawn or []
    return play + rng.sample(less(trumps, play), lead.size - len(play))
