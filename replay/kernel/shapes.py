"""Units, tractors and throws: what a set of cards of one effective suit is (docs/rules.md 2).

Copies are counted by position and printed suit: ``work.copies[p, s]``, and
``work.tally[c]`` cards have c copies. ``link[p]`` says that a tractor may run
from position p to p + 1.
"""

from __future__ import annotations

import numpy as np

from replay.kernel.jit import jit, jit_inline
from replay.kernel.layout import POSITIONS, TRUMP, WIDTHS, Record


@jit_inline
def link_of(suit: int) -> int:
    """The row of ``work.link`` for an effective suit: 1 for trump, 0 for a plain suit."""
    return 1 if suit == TRUMP else 0


@jit_inline
def one_suit(work: Record, cards: np.ndarray, at: int, size: int) -> int:
    """The effective suit that all of ``cards[at : at + size]`` share, or -1."""
    suit = work.suit[cards[at]]
    for i in range(at + 1, at + size):
        if work.suit[cards[i]] != suit:
            return -1
    return suit


@jit
def highest(work: Record, cards: np.ndarray, at: int, size: int) -> int:
    """The highest position among those cards."""
    top = -1
    for i in range(at, at + size):
        top = max(top, work.pos[cards[i]])
    return top


@jit
def clear_copies(work: Record) -> None:
    """Nothing is counted."""
    for p in range(POSITIONS):
        work.most[p] = 0
        for s in range(4):
            work.copies[p, s] = 0
    for width in range(WIDTHS):
        work.tally[width] = 0


@jit
def count_cards(work: Record, cards: np.ndarray, at: int, size: int, suit: int) -> None:
    """Counts those of ``cards[at : at + size]`` that are of a suit; the break rules do not hold for them."""
    clear_copies(work)
    work.whole = 0
    for i in range(at, at + size):
        card = cards[i]
        if work.suit[card] == suit:
            p, s = work.pos[card], min(card // 13, 3)
            copies = work.copies[p, s]
            work.copies[p, s] = copies + 1
            work.most[p] = max(work.most[p], copies + 1)
            work.tally[copies] -= 1
            work.tally[copies + 1] += 1


@jit
def count_hand(work: Record, seat: int, suit: int) -> None:
    """Counts the cards of a suit in a hand."""
    clear_copies(work)
    work.whole = 0
    for i in range(work.order_at[suit], work.order_at[suit + 1]):
        card = work.order[i]
        copies = work.hand[seat, card]
        if copies > 0:
            p = work.pos[card]
            work.copies[p, min(card // 13, 3)] = copies
            work.most[p] = max(work.most[p], copies)
            work.tally[copies] += 1


@jit
def tally_hand(work: Record, seat: int, suit: int) -> None:
    """Counts only how many cards of a suit a hand holds in so many copies: enough where no tractor is asked for."""
    for width in range(WIDTHS):
        work.tally[width] = 0
    work.whole = 0
    for i in range(work.order_at[suit], work.order_at[suit + 1]):
        copies = work.hand[seat, work.order[i]]
        if copies > 1:
            work.tally[copies] += 1


@jit_inline
def gives(work: Record, rules: Record, copies: int, width: int) -> bool:
    """Whether a card with so many copies gives a unit of that width."""
    if copies <= width or work.whole == 0:
        return copies >= width
    if copies == 3:
        return bool(rules.whole_triple == 0)
    return bool(rules.whole_quad_pair == 0) if width == 2 else bool(rules.whole_quad_triple == 0)


@jit_inline
def holder(work: Record, rules: Record, p: int, width: int) -> int:
    """The printed suit at a position that gives a unit and has the fewest copies, -1 if none does."""
    best = -1
    for s in range(4):
        copies = work.copies[p, s]
        if gives(work, rules, copies, width) and (best < 0 or copies < work.copies[p, best]):
            best = s
    return best


@jit_inline
def has_unit(work: Record, rules: Record, p: int, width: int) -> bool:
    """Whether a card at a position gives a unit of that width."""
    if work.whole == 0:
        return bool(work.most[p] >= width)
    return bool(holder(work, rules, p, width) >= 0)


@jit_inline
def move(work: Record, p: int, s: int, number: int) -> None:
    """Adds ``number`` copies of a card, or takes them away."""
    copies = work.copies[p, s]
    work.tally[copies] -= 1
    work.tally[copies + number] += 1
    work.copies[p, s] = copies + number
    work.most[p] = max(max(work.copies[p, 0], work.copies[p, 1]), max(work.copies[p, 2], work.copies[p, 3]))


@jit
def run_ending_at(work: Record, rules: Record, link: np.ndarray, top: int, width: int) -> int:
    """How many joined positions with a unit of that width end at ``top``."""
    length = 0
    p = top
    while p >= 0 and has_unit(work, rules, p, width):
        length += 1
        p -= 1
        if p < 0 or link[p] == 0:
            break
    return length


@jit
def longest_run(work: Record, rules: Record, link: np.ndarray, width: int) -> tuple[int, int]:
    """The length and the top of the longest tractor of that width, of equally long ones the highest; (0, 0) if none."""
    number = 0
    for copies in range(width, WIDTHS):
        number += work.tally[copies]
    best = max(rules.tractor_min, 2)
    if number < best or rules.tractor[width] == 0:
        return 0, 0
    length = 0
    top = -1
    for p in range(POSITIONS):
        if not has_unit(work, rules, p, width):
            length = 0
            continue
        length = length + 1 if length > 0 and link[p - 1] == 1 else 1
        if length >= best:
            best = length
            top = p
    return (best, top) if top >= 0 else (0, 0)


@jit
def four_at(work: Record, p: int) -> int:
    """The printed suit with four copies at a position, -1 if there is none."""
    for s in range(4):
        if work.copies[p, s] == 4:
            return s
    return -1


@jit
def take_largest_tractor(work: Record, rules: Record, link: np.ndarray, found: np.ndarray) -> bool:
    """Takes the tractor with most cards, then the widest, then the highest, out of the copies; False if none is left.

    ``found`` gets its width, length and top.
    """
    best = 0
    for width in range(rules.widest, 1, -1):
        length, top = longest_run(work, rules, link, width)
        if length * width > best:
            best = length * width
            found[0], found[1], found[2] = width, length, top
    four = -1
    if rules.quad_tractor == 1 and work.tally[4] > 0:
        for p in range(POSITIONS - 1, -1, -1):
            if four_at(work, p) >= 0:
                better = best < 4 or (best == 4 and found[0] == 2 and found[2] < p)
                four = p if better else -1
                break
    if four >= 0:
        move(work, four, four_at(work, four), -4)
        found[0], found[1], found[2] = 2, 2, four
        return True
    if best == 0:
        return False
    for j in range(found[1]):
        move(work, found[2] - j, holder(work, rules, found[2] - j, found[0]), -found[0])
    return True


@jit
def decompose(
    work: Record, rules: Record, link: np.ndarray, widths: np.ndarray, lengths: np.ndarray, tops: np.ndarray
) -> int:
    """Splits the copies counted largest first into tractors and units (AMBIG-8); how many there are.

    What is left in ``work.copies`` are the singles.
    """
    parts = 0
    found = work.left  # width, length, top
    pairs = work.tally[2] + work.tally[3] + work.tally[4]
    while pairs > 1 or (pairs == 1 and rules.quad_tractor == 1 and work.tally[4] == 1):
        if not take_largest_tractor(work, rules, link, found):
            break
        widths[parts], lengths[parts], tops[parts] = found[0], found[1], found[2]
        parts += 1
        pairs = work.tally[2] + work.tally[3] + work.tally[4]
    for width in range(rules.widest, 1, -1):
        if pairs == 0:
            break
        for p in range(POSITIONS - 1, -1, -1):
            for s in range(4):
                while work.copies[p, s] >= width:
                    move(work, p, s, -width)
                    widths[parts], lengths[parts], tops[parts] = width, 1, p
                    parts += 1
    return parts


@jit
def read_singles(work: Record) -> None:
    """The singles left in the copies, highest first, as those of the lead."""
    work.n_singles = 0
    left = work.tally[1] + 2 * work.tally[2] + 3 * work.tally[3] + 4 * work.tally[4]
    p = POSITIONS - 1
    while left > 0:
        for s in range(4):
            for _ in range(work.copies[p, s]):
                work.single_pos[work.n_singles] = p
                work.n_singles += 1
                left -= 1
        p -= 1


@jit
def read_components(work: Record, rules: Record, cards: np.ndarray, at: int, size: int, suit: int) -> None:
    """Reads cards of one suit largest first as the components of the lead in ``work``."""
    if size == 1 or (size == 2 and cards[at] == cards[at + 1] and rules.widest > 1):
        work.n_parts = size - 1
        work.n_singles = 2 - size
        work.single_pos[0] = work.pos[cards[at]]
        work.part_width[0], work.part_length[0], work.part_top[0] = 2, 1, work.pos[cards[at]]
        return
    count_cards(work, cards, at, size, suit)
    link = work.link[link_of(suit)]
    work.n_parts = decompose(work, rules, link, work.part_width, work.part_length, work.part_top)
    read_singles(work)


@jit
def read_play(work: Record, rules: Record, cards: np.ndarray, at: int, size: int, suit: int) -> None:
    """Reads cards of one suit largest first as the components of another play."""
    count_cards(work, cards, at, size, suit)
    link = work.link[link_of(suit)]
    work.play_parts = decompose(work, rules, link, work.play_width, work.play_length, work.play_top)
