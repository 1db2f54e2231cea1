"""Whether the copies counted hold tractors and units side by side, over all ways (docs/rules.md 5, 6).

Tractors are placed from the highest down, each way tried until one fits; units
beside them are settled by number, since which they are never matters. The search
gives up, with ``work.ambiguous``, after a bound of steps.
"""

from __future__ import annotations

import numpy as np

from replay.kernel.jit import jit
from replay.kernel.layout import POSITIONS, Record
from replay.kernel.shapes import four_at, gives, has_unit, holder, move


@jit
def units_fit(work: Record, rules: Record, need: np.ndarray) -> bool:
    """Whether the copies left give so many units of each width, disjoint."""
    if need[2] + need[3] + need[4] == 0:
        return True
    quads = work.tally[4] - need[4]
    triples = work.tally[3]
    if quads < 0:
        return False
    from_triple = 1 if gives(work, rules, 3, 2) else 0  # pairs a card gives
    from_quad = 2 if gives(work, rules, 4, 2) else 0
    if gives(work, rules, 4, 3):
        spent = max(0, need[3] - triples)  # quads broken for triples
        if from_quad < from_triple:
            spent = min(need[3], quads)
        quads -= spent
        triples -= need[3] - spent
    else:
        triples -= need[3]
    if quads < 0 or triples < 0:
        return False
    return bool(work.tally[2] + triples * from_triple + quads * from_quad >= need[2])


@jit
def lay(work: Record, rules: Record, at: int) -> None:
    """Takes the cards of tractor ``at`` at its place out of the copies."""
    width, place = work.run_width[at], work.place[at]
    work.laid[at] = 1
    if place % 2 == 0:
        s = four_at(work, place // 2)
        work.taken[at, 0] = s
        move(work, place // 2, s, -4)
        return
    for j in range(work.run_length[at]):
        s = holder(work, rules, place // 2 - j, width)
        work.taken[at, j] = s
        move(work, place // 2 - j, s, -width)


@jit
def lift(work: Record, at: int) -> None:
    """Puts the cards of tractor ``at`` back."""
    work.laid[at] = 0
    top = work.place[at] // 2
    if work.place[at] % 2 == 0:
        move(work, top, work.taken[at, 0], 4)
        return
    for j in range(work.run_length[at]):
        move(work, top - j, work.taken[at, j], work.run_width[at])


@jit
def fits_at(work: Record, rules: Record, link: np.ndarray, place: int, width: int, length: int) -> bool:
    """Whether a tractor fits at a place: twice its top, and one more unless it is four equal cards."""
    top = place // 2
    if place % 2 == 0:
        return bool(width == 2 and length == 2 and four_at(work, top) >= 0)
    if top + 1 < length or length < rules.tractor_min:
        return False
    j = 0
    while j < length and (j == 0 or link[top - j] == 1) and has_unit(work, rules, top - j, width):
        j += 1
    return bool(j == length)


@jit
def next_place(work: Record, rules: Record, link: np.ndarray, at: int) -> int:
    """The next lower place for tractor ``at``, -1 if none is left."""
    for place in range(work.place[at] - 1, -1, -1):
        if place % 2 == 0 and rules.quad_tractor == 0:
            continue
        work.steps += 1
        if fits_at(work, rules, link, place, work.run_width[at], work.run_length[at]):
            return place
    return -1


@jit
def are_enough(work: Record, number: int) -> bool:
    """Whether the copies counted hold as many units as are asked for in all, wherever they stand."""
    pairs = work.need[2] + work.need[3] + 2 * work.need[4]
    triples = work.need[3] + work.need[4]
    quads = work.need[4]
    for at in range(number):
        width, length = work.run_width[at], work.run_length[at]
        pairs += length * (width // 2)
        triples += length if width > 2 else 0
        quads += length if width > 3 else 0
    wide = work.tally[3] + work.tally[4]
    return bool(quads <= work.tally[4] and triples <= wide and pairs <= work.tally[2] + wide + work.tally[4])


@jit
def place_tractors(work: Record, rules: Record, link: np.ndarray, number: int) -> bool:
    """Lays ``number`` tractors of ``work.run_width/length`` so that the units in ``work.need`` fit beside them.

    The first way found has the lexicographically highest tops; it stays laid. Equal
    tractors that follow each other are placed from the top down.
    """
    if number == 0:
        return units_fit(work, rules, work.need)
    if not are_enough(work, number):
        return False
    at = 0
    work.place[0] = 2 * POSITIONS
    work.laid[0] = 0
    while at >= 0:
        if work.laid[at] == 1:
            lift(work, at)
        place = next_place(work, rules, link, at)
        if work.steps > rules.bound:
            work.ambiguous = 1
            return False
        if place < 0:
            at -= 1
            continue
        work.place[at] = place
        lay(work, rules, at)
        if not units_fit(work, rules, work.need):
            continue
        if at == number - 1:
            return True
        at += 1
        work.laid[at] = 0
        same = work.run_width[at] == work.run_width[at - 1] and work.run_length[at] == work.run_length[at - 1]
        work.place[at] = place + 1 if same else 2 * POSITIONS
    return False


@jit
def lift_all(work: Record, number: int) -> None:
    """Puts back what ``place_tractors`` has laid."""
    for at in range(number - 1, -1, -1):
        lift(work, at)


@jit
def take_highest_unit(work: Record, rules: Record, width: int) -> int:
    """Takes the highest unit of a width that leaves room for ``work.left``; its position, -1 if none does."""
    for p in range(POSITIONS - 1, -1, -1):
        if not has_unit(work, rules, p, width):
            continue
        s = holder(work, rules, p, width)
        move(work, p, s, -width)
        if units_fit(work, rules, work.left):
            return p
        move(work, p, s, width)
    return -1
