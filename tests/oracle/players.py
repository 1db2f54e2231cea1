"""Random players who keep the rules: they like tractors, pairs and throws, and ruff when they can."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence

from tests.oracle.cards import POSITIONS, Order, Rules
from tests.oracle.follow import Structure, best_vector, servings, structure
from tests.oracle.shapes import Component, Lead, components, pairs_of, read_lead, without_pair
from tests.oracle.throws import Hands, beaten_parts, forced_part


def choose_lead(
    rng: random.Random, hand: Sequence[str], others: Hands, order: Order, rules: Rules, *, spice: bool
) -> tuple[list[str], list[str] | None]:
    """The cards led, and the throw that was attempted where it failed."""
    suit = order.suit[rng.choice(hand)]
    cards = [card for card in hand if order.suit[card] == suit]
    parts = components(cards, order)
    if len(parts) > 1 and rules["throw"]["allowed"] and rng.random() < (0.6 if spice else 0.2):
        reckless = rng.random() < 0.2
        thrown = _pick_throw(rng, suit, cards, parts, others, order, reckless=reckless)
        lead = read_lead(thrown, order) if thrown else None
        if lead and lead.shape == "throw":
            beaten = beaten_parts(lead, others, order)
            return (cards_of(forced_part(beaten, rules), thrown, order), thrown) if beaten else (thrown, None)
    large = [part for part in parts if part.kind != "single"]
    part = rng.choice(large if large and rng.random() < 0.8 else parts)
    if part.units > order.chain.shortest and rng.random() < 0.3:
        part = part._replace(units=part.units - 1)
    return cards_of(part, cards, order), None


def _pick_throw(
    rng: random.Random,
    suit: str,
    cards: list[str],
    parts: Sequence[Component],
    others: Hands,
    order: Order,
    *,
    reckless: bool,
) -> list[str]:
    """Some or all of the components nobody beats; of any components if reckless."""
    weak = [] if reckless else beaten_parts(Lead(suit, "throw", tuple(parts), len(cards)), others, order)
    strong = [part for part in parts if part not in weak]
    if len(strong) > 1 and rng.random() < 0.5:
        strong = rng.sample(strong, rng.randint(2, min(5, len(strong))))
    thrown: list[str] = []
    rest = list(cards)
    for part in sorted(strong):  # pairs first, then singles, then tractors: the cards are there in any order
        for card in cards_of(part, rest, order):
            thrown.append(card)
            rest.remove(card)
    return thrown


def cards_of(part: Component, cards: Sequence[str], order: Order) -> list[str]:
    """Cards among these that make the component; a single is taken from no pair if possible."""
    copies = Counter(cards)
    if part.kind == "single":
        there = [card for card in copies if order.position[card] == part.top]
        return [min(there, key=lambda card: copies[card])]
    found: list[str] = []
    for place in range(part.top - part.units + 1, part.top + 1):
        found += 2 * [next(c for c in copies if order.position[c] == place and copies[c] > 1)]
    return found


def choose_follow(rng: random.Random, lead: Lead, hand: Sequence[str], order: Order, rules: Rules) -> list[str]:
    """A legal follow drawn at random."""
    held = [card for card in hand if order.suit[card] == lead.suit]
    if len(held) > lead.size:
        owed = structure(lead, rules)
        return _serve(rng, held, owed, lead.size, order, rules["follow"]["sub_tractor"])
    trumps = [card for card in hand if order.suit[card] == "trump"]
    if not held and len(trumps) >= lead.size and rng.random() < 0.8:
        shape = tuple(part.units for part in lead.parts if part.kind != "single")
        return _serve(rng, trumps, shape, lead.size, order, "free")
    others = [card for card in hand if order.suit[card] != lead.suit]
    return held + rng.sample(others, lead.size - len(held))


def _serve(
    rng: random.Random, cards: Sequence[str], owed: Structure, size: int, order: Order, sub_tractor: str
) -> list[str]:
    """A play of `size` cards that serves the structure as well as these cards can, the rest at random."""
    pairs = left = pairs_of(cards, order)
    while owed and any(left):
        if owed[0] == 1:
            ways = [without_pair(left, place) for place in range(POSITIONS) if left[place]]
        else:
            goal = best_vector(left, owed, order.chain, sub_tractor)
            ways = [
                way
                for entry, way in servings(left, owed[0], order.chain, sub_tractor)
                if (entry, *best_vector(way, owed[1:], order.chain, sub_tractor)) == goal
            ]
        left, owed = rng.choice(ways), owed[1:]
    play: list[str] = []
    doubles = [card for card, copies in Counter(cards).items() if copies > 1]
    for place in range(POSITIONS):
        there = [card for card in doubles if order.position[card] == place]
        for card in rng.sample(there, pairs[place] - left[place]):
            play += [card, card]
    rest = list((Counter(cards) - Counter(play)).elements())
    return play + rng.sample(rest, size - len(play))
