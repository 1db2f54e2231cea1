"""The lead of a trick: its components, its shape, and what its verdict is (docs/rules.md 4)."""

from __future__ import annotations

import numpy as np

from replay.kernel.jit import jit, jit_inline
from replay.kernel.layout import (
    MIXED,
    NOBODY,
    OWED_PART,
    PAIR,
    QUAD,
    QUAD_TRACTOR,
    SINGLE,
    THROW,
    TRACTOR,
    TRIPLE,
    TRIPLE_TRACTOR,
    TRUMP,
    Record,
)
from replay.kernel.shapes import count_cards, decompose, link_of, one_suit, read_components
from replay.kernel.throws import fine, judge_throw
from replay.verdicts import Verdict

LEAD = int(Verdict.LEAD)
LEAD_THROW = int(Verdict.LEAD_THROW)
LEAD_THROW_UNCHECKED = int(Verdict.LEAD_THROW_UNCHECKED)
LEAD_THROW_BEATEN = int(Verdict.LEAD_THROW_BEATEN)
LEAD_FORCED = int(Verdict.LEAD_FORCED)
LEAD_FORCED_WRONG = int(Verdict.LEAD_FORCED_WRONG)
LEAD_FORCED_NEEDLESS = int(Verdict.LEAD_FORCED_NEEDLESS)
LEAD_THROW_BARRED = int(Verdict.LEAD_THROW_BARRED)
LEAD_MIXED = int(Verdict.LEAD_MIXED)


@jit_inline
def shape_of(work: Record) -> int:
    """The shape of the components in ``work``."""
    if work.n_parts + work.n_singles > 1:
        return THROW
    if work.n_parts == 0:
        return SINGLE
    width = work.part_width[0]
    if work.part_length[0] == 1:
        return PAIR if width == 2 else TRIPLE if width == 3 else QUAD
    return TRACTOR if width == 2 else TRIPLE_TRACTOR if width == 3 else QUAD_TRACTOR


@jit
def same_cards(work: Record, one: np.ndarray, at: int, size: int, other: np.ndarray, start: int) -> bool:
    """Whether two groups of ``size`` cards hold the same cards."""
    differs = 0
    for i in range(size):
        work.count[one[at + i]] += 1
        work.count[other[start + i]] -= 1
    for i in range(size):
        differs |= work.count[one[at + i]] != 0
        work.count[one[at + i]] = 0
        work.count[other[start + i]] = 0
    return bool(differs == 0)


@jit
def attempt_of(work: Record, trick: int, at: int, size: int) -> int:
    """The leader's recorded attempt for this trick, -1 if none or if it is just the cards played."""
    found = -1
    for i in range(work.n_attempts):
        if work.attempt_trick[i] == trick and work.attempt_seat[i] == work.leaders[trick]:
            found = i
    if found < 0 or work.attempt_len[found] != size:
        return found
    return -1 if same_cards(work, work.cards, at, size, work.attempt_cards[found], 0) else found


@jit
def split_of(work: Record, trick: int, cards: np.ndarray, at: int, size: int) -> int:
    """The declared split of a trick that holds just these cards, -1 if there is none."""
    for i in range(work.n_splits):
        if work.split_trick[i] != trick:
            continue
        total = 0
        for j in range(work.split_parts[i]):
            total += work.split_lens[i, j]
        if total == size and same_cards(work, cards, at, size, work.split_cards[i], 0):
            return i
    return -1


@jit
def insert_part(work: Record, width: int, length: int, top: int) -> None:
    """Adds a component of the lead at its place: tractors by cards, width, top; then units; singles apart."""
    if width == 1:
        i = work.n_singles
        while i > 0 and work.single_pos[i - 1] < top:
            work.single_pos[i] = work.single_pos[i - 1]
            i -= 1
        work.single_pos[i] = top
        work.n_singles += 1
        return
    i = work.n_parts
    while i > 0:
        w, n, t = work.part_width[i - 1], work.part_length[i - 1], work.part_top[i - 1]
        ahead = (1 if length > 1 else 0) - (1 if n > 1 else 0)
        if ahead == 0:
            ahead = width * length - w * n
        if ahead == 0:
            ahead = width - w
        if ahead == 0:
            ahead = top - t
        if ahead <= 0:
            break
        work.part_width[i], work.part_length[i], work.part_top[i] = w, n, t
        i -= 1
    work.part_width[i], work.part_length[i], work.part_top[i] = width, length, top
    work.n_parts += 1


@jit
def read_split(work: Record, rules: Record, split: int, suit: int) -> bool:
    """Reads the lead as it was declared to split; False if a part is no component by itself."""
    parts = 0
    at = 0
    for j in range(work.split_parts[split]):
        size = work.split_lens[split, j]
        cards = work.split_cards[split]
        width, length, top = 1, 1, work.pos[cards[at]]
        if size > 1:
            count_cards(work, cards, at, size, suit)
            link = work.link[link_of(suit)]
            number = decompose(work, rules, link, work.play_width, work.play_length, work.play_top)
            if number != 1 or work.play_width[0] * work.play_length[0] != size:
                return False
            width, length, top = work.play_width[0], work.play_length[0], work.play_top[0]
        if parts == 0:
            work.n_parts = 0
            work.n_singles = 0
        insert_part(work, width, length, top)
        parts += 1
        at += size
    return bool(parts > 0)


@jit_inline
def read_lead(work: Record, rules: Record, trick: int, cards: np.ndarray, at: int, size: int, suit: int) -> None:
    """Reads a lead of one suit into ``work``: as declared where that counts, else largest first."""
    if rules.declared == 1 and size > 1 and work.n_splits > 0:
        split = split_of(work, trick, cards, at, size)
        if split >= 0 and read_split(work, rules, split, suit):
            return
    read_components(work, rules, cards, at, size, suit)


@jit_inline
def is_barred(work: Record, rules: Record, shape: int, suit: int) -> bool:
    """Whether a throw of this suit may not be led."""
    barred = rules.throw_barred == 1 or (rules.trump_throw_barred == 1 and suit == TRUMP)
    return bool(shape == THROW and barred)


@jit
def is_forced_part(work: Record) -> bool:
    """Whether the lead in ``work`` has the shape and top of the component that is forced."""
    if work.lead_suit != work.forced_suit or work.n_parts + work.n_singles != 1:
        return False
    if work.n_parts == 0:
        return bool(work.forced_width == 1 and work.single_pos[0] == work.forced_pos)
    same = work.part_width[0] == work.forced_width and work.part_length[0] == work.forced_length
    return bool(same and work.part_top[0] == work.forced_pos)


@jit
def forced_part(work: Record) -> int:
    """The component that is forced, as evidence."""
    return OWED_PART << 12 | (work.forced_width - 1) << 10 | work.forced_length << 6 | work.forced_pos


@jit
def judge_attempt(work: Record, rules: Record, attempt: int, trick: int, leader: int) -> int:
    """The verdict on a recorded attempt, LEAD_FORCED if it is beaten; the part owed is in ``work``."""
    size = work.attempt_len[attempt]
    cards = work.attempt_cards[attempt]
    suit = one_suit(work, cards, 0, size)
    if suit < 0:
        return LEAD_MIXED
    read_lead(work, rules, trick, cards, 0, size, suit)
    shape = shape_of(work)
    if is_barred(work, rules, shape, suit):
        return LEAD_THROW_BARRED
    beaten = judge_throw(work, rules, leader, suit)
    if beaten < 0:
        return LEAD_THROW_UNCHECKED
    if beaten == 0 or shape != THROW:
        return LEAD_FORCED_NEEDLESS
    return LEAD_FORCED


@jit
def judge_lead(work: Record, rules: Record, trick: int, play: int, at: int, leader: int) -> int:
    """Reads the lead into ``work`` (suit, components), writes its verdict; returns its shape."""
    size = work.lead_size
    attempt = attempt_of(work, trick, at, size) if work.n_attempts > 0 else NOBODY
    verdict = judge_attempt(work, rules, attempt, trick, leader) if attempt >= 0 else LEAD
    part = forced_part(work) if verdict == LEAD_FORCED else 0
    fined = verdict == LEAD_FORCED and work.attempt_fined[attempt] == 0
    cost = fine(work, rules, work.attempt_len[attempt]) if fined else 0
    work.lead_suit = one_suit(work, work.cards, at, size)
    if work.lead_suit < 0:
        work.verdict[play] = LEAD_MIXED
        work.n_parts = 0
        work.n_singles = size
        return MIXED
    work.fine += cost if (leader + work.dealer) % 2 == 0 else -cost
    read_lead(work, rules, trick, work.cards, at, size, work.lead_suit)
    shape = shape_of(work)
    if verdict == LEAD_FORCED and not is_forced_part(work):
        verdict = LEAD_FORCED_WRONG
        work.owed[play] = part
    if attempt < 0 and is_barred(work, rules, shape, work.lead_suit):
        verdict = LEAD_THROW_BARRED
    elif attempt < 0 and shape == THROW:
        beaten = judge_throw(work, rules, leader, work.lead_suit)
        verdict = LEAD_THROW_UNCHECKED if beaten < 0 else (LEAD_THROW_BEATEN if beaten == 1 else LEAD_THROW)
        if beaten == 1:
            work.owed[play] = forced_part(work)
    work.verdict[play] = verdict
    return shape
