"""How a play is read as the components of the lead, and which of two plays is higher (docs/rules.md 6)."""

from __future__ import annotations

from replay.kernel.jit import jit, jit_inline
from replay.kernel.layout import BY_ALL, BY_HIGHEST_CARD, POSITIONS, TRUMP, WIDTHS, Record
from replay.kernel.search import place_tractors, take_highest_unit
from replay.kernel.shapes import count_cards, highest, link_of, read_play


@jit
def note_left(work: Record, at: int) -> None:
    """Writes the positions of the copies left, highest first, into ``work.tops`` from ``at`` on."""
    for p in range(POSITIONS - 1, -1, -1):
        for s in range(4):
            for _ in range(work.copies[p, s]):
                work.tops[at] = p
                at += 1


@jit
def note_lead(work: Record, rules: Record, at: int) -> int:
    """The key of the lead; all its tops go to ``work.best_tops``."""
    if rules.decides == BY_HIGHEST_CARD or work.n_parts == 0:
        key = highest(work, work.cards, at, work.lead_size)
    else:
        key = work.part_top[0]
    if rules.decides == BY_ALL:
        for part in range(work.n_parts):
            work.best_tops[part] = work.part_top[part]
        for i in range(work.n_singles):
            work.best_tops[work.n_parts + i] = work.single_pos[i]
    return key


@jit
def read_exactly(work: Record, rules: Record, at: int, suit: int) -> bool:
    """Whether the play's own components are those of the lead; its tops go to ``work.tops``."""
    read_play(work, rules, work.cards, at, work.lead_size, suit)
    if work.play_parts != work.n_parts:
        return False
    for part in range(work.n_parts):
        same = work.play_width[part] == work.part_width[part] and work.play_length[part] == work.part_length[part]
        if not same:
            return False
        work.tops[part] = work.play_top[part]
    note_left(work, work.n_parts)
    return True


@jit
def read_freely(work: Record, rules: Record, at: int, suit: int, tops: int) -> bool:
    """Whether the play can be read as the lead's components; the first ``tops`` of its reading go to ``work.tops``."""
    count_cards(work, work.cards, at, work.lead_size, suit)
    for width in range(WIDTHS):
        work.need[width] = 0
    runs = 0
    for part in range(work.n_parts):
        if work.part_length[part] > 1:
            work.run_width[runs] = work.part_width[part]
            work.run_length[runs] = work.part_length[part]
            runs += 1
        else:
            work.need[work.part_width[part]] += 1
    work.steps = 0
    if not place_tractors(work, rules, work.link[link_of(suit)], runs):
        return False
    for run in range(runs):
        work.tops[run] = work.place[run] // 2
    for width in range(WIDTHS):
        work.left[width] = work.need[width]
    for part in range(runs, min(tops, work.n_parts)):
        width = work.part_width[part]
        work.left[width] -= 1
        work.tops[part] = take_highest_unit(work, rules, width)
    if tops > work.n_parts:
        note_left(work, work.n_parts)
    return True


@jit
def read_key(work: Record, rules: Record, at: int, suit: int) -> int:
    """The key of a play of one suit read as the components of the lead, -1 if it cannot be.

    Where all components decide, its tops are in ``work.tops``.
    """
    size = work.lead_size
    if work.n_parts == 0 and rules.decides != BY_ALL and rules.exact == 0:
        return highest(work, work.cards, at, size)
    if rules.exact == 1:
        reads = read_exactly(work, rules, at, suit)
    else:
        reads = read_freely(work, rules, at, suit, size if rules.decides == BY_ALL else 1)
    if not reads:
        return -1
    if rules.decides == BY_HIGHEST_CARD or work.n_parts == 0:
        return highest(work, work.cards, at, size)
    return work.tops[0]


@jit_inline
def play_key(work: Record, rules: Record, at: int, suit: int) -> int:
    """As ``read_key``, at once for the many plays of one card or two."""
    size = work.lead_size
    if size == 1:
        return work.pos[work.cards[at]]
    if size == 2 and work.n_parts == 1:
        return work.pos[work.cards[at]] if work.cards[at] == work.cards[at + 1] else -1
    return read_key(work, rules, at, suit)


@jit_inline
def is_higher(work: Record, rules: Record, key: int, best: int) -> bool:
    """Whether the play just read stands above the best so far of the same suit."""
    if rules.decides != BY_ALL or work.n_parts + work.n_singles == 1:
        return key > best
    above = 0
    for i in range(work.n_parts + work.n_singles):
        above += 1 if work.tops[i] > work.best_tops[i] else 0
    return bool(above == work.n_parts + work.n_singles)


@jit_inline
def keep_tops(work: Record, rules: Record) -> None:
    """The play just read stands best: all its tops where all decide."""
    if rules.decides != BY_ALL:
        return
    for i in range(work.n_parts + work.n_singles):
        work.best_tops[i] = work.tops[i]


@jit_inline
def matches_suit(work: Record, suit: int) -> bool:
    """Whether cards of this one suit (-1: several) can match the lead's suit."""
    return bool(suit == work.lead_suit or suit == TRUMP)
