"""Searches over all ways to read the pairs of a play, never the first found (docs/rules.md 5, 6).

Both walk placements of tractors from the highest down and give up, with
``work.ambiguous``, after a bound of steps.
"""

from __future__ import annotations

import numpy as np

from replay.kernel.jit import jit
from replay.kernel.layout import POSITIONS, Record
from replay.kernel.shapes import run_ending_at, take_run


@jit
def highest_top(work: Record, rules: Record, link: np.ndarray) -> int:
    """The highest top the longest tractor led can have when ``work.pairs`` serve all tractors led.

    -1 if they cannot serve them. Each tractor is cut to exactly the length led;
    tractors of one length are placed from the top down.
    """
    k = work.n_tractors
    pairs = work.pairs
    level = 0
    work.start[0] = POSITIONS
    work.given[0] = 0
    while level >= 0:
        top = work.start[level]
        if work.given[level] == 1:
            take_run(pairs, top, work.tractor_len[level], 1)
        work.given[level] = 0
        placed = -1
        for p in range(min(top, POSITIONS) - 1, -1, -1):
            work.steps += 1
            if run_ending_at(pairs, link, p) >= work.tractor_len[level]:
                placed = p
                break
        if work.steps > rules.bound:
            work.ambiguous = 1
            return -1
        if placed < 0:
            level -= 1
            continue
        work.start[level] = placed
        work.given[level] = 1
        if level == k - 1:
            return work.start[0]
        take_run(pairs, placed, work.tractor_len[level], -1)
        level += 1
        work.given[level] = 0
        same = work.tractor_len[level] == work.tractor_len[level - 1]
        work.start[level] = placed + 1 if same else POSITIONS
    return -1


@jit
def longest_placeable(pairs: np.ndarray, link: np.ndarray, length: int, shortest: int) -> int:
    """The longest tractor of at most ``length`` pairs that ``pairs`` hold, 0 if none."""
    best = 0
    for p in range(POSITIONS):
        best = max(best, run_ending_at(pairs, link, p))
    best = min(best, length)
    return best if best >= shortest else 0


@jit
def serve(work: Record, rules: Record, pairs: np.ndarray, link: np.ndarray, level: int) -> None:
    """Notes what the component at a fresh level of the search gets at most: of a tractor, and of pairs.

    Pairs that serve it loosely are reserved by number (``work.free``): which they
    are is settled last, so they never take a later component's tractor.
    """
    length = work.tractor_len[level]
    longest = longest_placeable(pairs, link, min(length, work.free[level]), rules.tractor_min)
    if longest < length and rules.sub_tractor == 0:
        longest = 0
    work.given[level] = longest
    work.served[level] = min(length, work.free[level])
    work.free[level + 1] = work.free[level] - work.served[level]


@jit
def next_place(work: Record, pairs: np.ndarray, link: np.ndarray, level: int) -> int:
    """The next lower top for this level's tractor, -1 if none is left.

    ``work.start`` is the place before, POSITIONS on a fresh level. A level without
    a tractor has one place, 0. Equal tractors are placed from the top down.
    """
    top = work.start[level]
    work.steps += 1
    if work.given[level] == 0:
        return 0 if top == POSITIONS else -1
    if top == POSITIONS and level > 0:
        alike = work.tractor_len[level] == work.tractor_len[level - 1]
        if alike and work.given[level] == work.given[level - 1]:
            top = work.start[level - 1] + 1
    for p in range(top - 1, -1, -1):
        work.steps += 1
        if run_ending_at(pairs, link, p) >= work.given[level]:
            return p
    return -1


@jit
def keep_if_better(work: Record, first: int) -> int:
    """Keeps the vector just found if it is the first or lexicographically above the best so far.

    Returns 1 if every tractor got its full length: nothing can be better.
    """
    better = first
    full = 1
    for i in range(work.n_tractors):
        if work.given[i] < work.tractor_len[i]:
            full = 0
        if better == 0:
            ahead = work.given[i] - work.best_size[i]
            if ahead == 0:
                ahead = work.served[i] - work.best_served[i]
            better = min(max(ahead, -1), 1)
    if better == 1:
        for i in range(work.n_tractors):
            work.best_size[i] = work.given[i]
            work.best_served[i] = work.served[i]
    return full


@jit
def best_tractors(work: Record, rules: Record, pairs: np.ndarray, total: int, link: np.ndarray) -> int:
    """The best way ``pairs`` (``total`` in all) serve the tractors led, into ``work.best_size/served``.

    Lexicographic over the tractors, longest first (docs/rules.md 5.3). Returns how
    many pairs are left for the pairs led. ``pairs`` is spent in the search.
    """
    level = 0
    first = 1
    work.free[0] = total
    work.start[0] = POSITIONS
    serve(work, rules, pairs, link, 0)
    while level >= 0:
        if work.start[level] < POSITIONS and work.given[level] > 0:
            take_run(pairs, work.start[level], work.given[level], 1)
        placed = next_place(work, pairs, link, level)
        if work.steps > rules.bound:
            work.ambiguous = 1
            break
        if placed < 0:
            level -= 1
            continue
        work.start[level] = placed
        if work.given[level] > 0:
            take_run(pairs, placed, work.given[level], -1)
        if level < work.n_tractors - 1:
            level += 1
            work.start[level] = POSITIONS
            serve(work, rules, pairs, link, level)
            continue
        if keep_if_better(work, first) == 1:
            break
        first = 0
    left = total
    for i in range(work.n_tractors):
        left -= work.best_served[i]
    return left
