"""Pairs, tractors and throws: what a set of cards of one effective suit is (docs/rules.md 2).

Pairs are counted by position. ``link[p]`` says that a tractor may run from
position p to p + 1.
"""

from __future__ import annotations

import numpy as np

from replay.kernel.jit import jit, jit_inline
from replay.kernel.layout import POSITIONS, TRUMP, Record


@jit_inline
def link_of(suit: int) -> int:
    """The row of ``work.link`` for an effective suit: 1 for trump, 0 for a plain suit."""
    return 1 if suit == TRUMP else 0


@jit
def one_suit(work: Record, cards: np.ndarray, at: int, size: int) -> int:
    """The effective suit that all of ``cards[at : at + size]`` share, or -1."""
    suit = work.suit[cards[at]]
    for i in range(at + 1, at + size):
        if work.suit[cards[i]] != suit:
            return -1
    return suit


@jit
def count_pairs(work: Record, cards: np.ndarray, at: int, size: int, suit: int) -> int:
    """Counts into ``work.pairs`` the pairs among those cards that are of ``suit``; how many there are."""
    for p in range(POSITIONS):
        work.pairs[p] = 0
    total = 0
    for i in range(at, at + size):
        card = cards[i]
        work.count[card] += 1
        if work.count[card] % 2 == 0 and work.suit[card] == suit:
            work.pairs[work.pos[card]] += 1
            total += 1
    for i in range(at, at + size):
        work.count[cards[i]] = 0
    return total


@jit
def count_hand_pairs(work: Record, seat: int, suit: int) -> int:
    """Counts into ``work.held_pairs`` the pairs of ``suit`` in a hand; how many there are."""
    for p in range(POSITIONS):
        work.held_pairs[p] = 0
    total = 0
    if work.suit_count[seat, suit] < 2:
        return total
    for card in range(54):
        pairs = work.hand[seat, card] // 2
        if pairs > 0 and work.suit[card] == suit:
            work.held_pairs[work.pos[card]] += pairs
            total += pairs
    return total


@jit
def run_ending_at(pairs: np.ndarray, link: np.ndarray, top: int) -> int:
    """How many joined positions with at least one pair end at ``top``."""
    length = 0
    p = top
    while p >= 0 and pairs[p] > 0:
        length += 1
        p -= 1
        if p < 0 or link[p] == 0:
            break
    return length


@jit
def longest_run(pairs: np.ndarray, link: np.ndarray) -> int:
    """The longest run of joined pairs as ``64 * length + top``; of equal ones the highest."""
    best = 0
    length = 0
    for p in range(POSITIONS):
        if pairs[p] == 0:
            length = 0
            continue
        length = length + 1 if length > 0 and link[p - 1] == 1 else 1
        if length * 64 >= best - best % 64:
            best = length * 64 + p
    return best


@jit
def take_run(pairs: np.ndarray, top: int, length: int, sign: int) -> None:
    """Adds ``sign`` to the pairs of the run of that length below and at ``top``."""
    for p in range(top - length + 1, top + 1):
        pairs[p] += sign


@jit
def decompose(work: Record, link: np.ndarray, shortest: int) -> None:
    """Splits ``work.pairs`` largest first into the lead's tractors and pairs (AMBIG-8)."""
    for p in range(POSITIONS):
        work.spare[p] = work.pairs[p]
    work.n_tractors = 0
    work.n_pairs = 0
    while True:
        run = longest_run(work.spare, link)
        length = run // 64
        top = run % 64
        if length < shortest:
            break
        work.tractor_len[work.n_tractors] = length
        work.tractor_top[work.n_tractors] = top
        work.n_tractors += 1
        take_run(work.spare, top, length, -1)
    for p in range(POSITIONS - 1, -1, -1):
        for _ in range(work.spare[p]):
            work.pair_pos[work.n_pairs] = p
            work.n_pairs += 1


@jit
def read_components(work: Record, cards: np.ndarray, at: int, size: int, suit: int, shortest: int) -> None:
    """Reads cards of one suit as components: tractors, pairs, singles of the lead in ``work``."""
    count_pairs(work, cards, at, size, suit)
    decompose(work, work.link[link_of(suit)], shortest)
    work.n_singles = 0
    for i in range(at, at + size):
        work.count[cards[i]] += 1
    for i in range(at, at + size):
        card = cards[i]
        if work.count[card] % 2 == 1:
            work.single_pos[work.n_singles] = work.pos[card]
            work.n_singles += 1
        work.count[card] = 0


@jit
def highest(work: Record, cards: np.ndarray, at: int, size: int) -> int:
    """The highest position among those cards."""
    top = -1
    for i in range(at, at + size):
        top = max(top, work.pos[cards[i]])
    return top
