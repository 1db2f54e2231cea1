"""What a follower owes to a lead, and the verdict on a follow (docs/rules.md 5)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from tests.oracle.cards import POSITIONS, Chain, Order, Rules
from tests.oracle.shapes import (
    Lead,
    Pairs,
    pairs_of,
    read_lead,
    tractor_tops,
    without_pair,
    without_tractor,
)

Vector = tuple[tuple[int, ...], ...]  # (1,) or (0,) for a pair, (tractor part, pairs) for a tractor
Structure = tuple[int, ...]  # pairs in each component owed: n > 1 a tractor of n, 1 a pair


def structure(lead: Lead, rules: Rules) -> Structure:
    """The components a follow is measured against, tractors first; singles ask for nothing."""
    owed = tuple(part.units for part in lead.parts if part.kind != "single")
    tractors_owed = ["pair_tractor:2"] in rules["follow"]["ladders"]["pair_tractor_2"]
    if not tractors_owed or (lead.shape == "throw" and rules["follow"]["throw_follow"] == "pairs_only"):
        return (1,) * sum(owed)
    return owed


@lru_cache(maxsize=200_000)
def best_vector(pairs: Pairs, owed: Structure, chain: Chain, sub_tractor: str) -> Vector:
    """The best way, component by component, in which these pairs can serve the structure owed."""
    if not owed:
        return ()
    return max(
        (entry, *best_vector(left, owed[1:], chain, sub_tractor))
        for entry, left in servings(pairs, owed[0], chain, sub_tractor)
    )


def servings(pairs: Pairs, units: int, chain: Chain, sub_tractor: str) -> Iterator[tuple[tuple[int, ...], Pairs]]:
    """Every best way to serve one component, with the pairs that are left."""
    if units == 1:
        # Only pairs can still be owed after a pair: which one is taken makes no difference.
        place = next((place for place in range(POSITIONS) if pairs[place]), None)
        yield ((0,), pairs) if place is None else ((1,), without_pair(pairs, place))
        return
    for top in tractor_tops(pairs, units, chain):
        yield (units, units), without_tractor(pairs, units, top)
    if tractor_tops(pairs, units, chain):
        return
    served = min(units, sum(pairs))
    shorter = range(units - 1, chain.shortest - 1, -1) if sub_tractor == "must" else range(0)
    for part in shorter:
        for top in tractor_tops(pairs, part, chain):
            for left in _without_any(without_tractor(pairs, part, top), served - part):
                yield (part, served), left
        if tractor_tops(pairs, part, chain):
            return
    for left in _without_any(pairs, served):
        yield (0, served), left


def _without_any(pairs: Pairs, number: int) -> set[Pairs]:
    """Every way to take this number of pairs away."""
    ways = {pairs}
    for _ in range(number):
        ways = {without_pair(way, place) for way in ways for place in range(POSITIONS) if way[place]}
    return ways


def vector(lead: Sequence[str], cards: Sequence[str], order: Order, rules: Rules) -> Vector:
    """v(cards): the best vector of cards of the led suit against a lead of one suit."""
    owed = structure(read_lead(lead, order), rules)
    return best_vector(pairs_of(cards, order), owed, order.chain, rules["follow"]["sub_tractor"])


def fault(lead: Lead, held: Sequence[str], play: Sequence[str], order: Order, rules: Rules) -> str | None:
    """`revoke`, `owed_tractor`, `owed_pair`, or None for a legal follow; `held` is of the led suit only."""
    shown = [card for card in play if order.suit[card] == lead.suit]
    if len(shown) < min(lead.size, len(held)):
        return "revoke"
    owed = structure(lead, rules)
    if len(held) <= lead.size or not owed:
        return None
    sub_tractor = rules["follow"]["sub_tractor"]
    could = best_vector(pairs_of(held, order), owed, order.chain, sub_tractor)
    did = best_vector(pairs_of(shown, order), owed, order.chain, sub_tractor)
    if did == could:
        return None
    mine, best = next((a, b) for a, b in zip(did, could, strict=True) if a != b)
    return "owed_tractor" if len(best) == 2 and mine[0] < best[0] else "owed_pair"


def verdict(lead: Lead, play: Sequence[str], ruffed: str | None, order: Order) -> str:
    """What a legal follow did; `ruffed` says what kind of ruff it is, if it is one."""
    if ruffed:
        return ruffed
    shown = sum(order.suit[card] == lead.suit for card in play)
    if shown == len(play):
        return "follow"
    return "follow_short" if shown else "discard"


def rungs(lead: Lead, held: Sequence[str], order: Order, rules: Rules) -> list[str]:
    """How far down its ladder each component owed could be served, in words, for the coverage report."""
    owed = structure(lead, rules)
    if len(held) <= lead.size or not owed:
        return []
    best = best_vector(pairs_of(held, order), owed, order.chain, rules["follow"]["sub_tractor"])
    return [_rung(units, entry) for units, entry in zip(owed, best, strict=True)]


def _rung(units: int, entry: tuple[int, ...]) -> str:
    if units == 1:
        return "pair: pair" if entry[0] else "pair: none"
    tractor, pairs = entry
    if tractor:
        return "tractor: tractor" if tractor == units else "tractor: shorter tractor"
    if pairs == units:
        return "tractor: all pairs"
    return "tractor: some pairs" if pairs else "tractor: none"
