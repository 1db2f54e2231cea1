"""The lead of a trick: its shape, and whether a throw stands (docs/rules.md 4)."""

from __future__ import annotations

from replay.kernel.jit import jit
from replay.kernel.layout import MIXED, OWED_PART, PAIR, POSITIONS, SINGLE, THROW, TRACTOR, Record
from replay.kernel.shapes import count_hand_pairs, link_of, one_suit, read_components, run_ending_at
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
NOBODY = -1


@jit
def shape_of(work: Record) -> int:
    """The shape of the components in ``work``: single, pair, tractor or throw."""
    if work.n_tractors + work.n_pairs + work.n_singles > 1:
        return THROW
    if work.n_tractors == 1:
        return TRACTOR
    return PAIR if work.n_pairs == 1 else SINGLE


@jit
def note_beaten(work: Record, rules: Record, units: int, pos: int) -> None:
    """Keeps a beaten component (0 single, 1 pair, n tractor; its top) if it is the one to be forced."""
    if work.beaten_units != NOBODY:
        ahead = pos - work.beaten_pos
        if rules.fewest_cards_first == 1 and units != work.beaten_units:
            ahead = units - work.beaten_units
        if ahead == 0:
            ahead = units - work.beaten_units
        if ahead >= 0:
            return
    work.beaten_units = units
    work.beaten_pos = pos


@jit
def beat_with_hand(work: Record, rules: Record, seat: int, suit: int) -> None:
    """Notes every component of the throw in ``work`` that this one hand beats."""
    top = -1
    for card in range(54):
        if work.hand[seat, card] > 0 and work.suit[card] == suit:
            top = max(top, work.pos[card])
    for i in range(work.n_singles):
        if work.single_pos[i] < top:
            note_beaten(work, rules, 0, work.single_pos[i])
    if count_hand_pairs(work, seat, suit) == 0:
        return
    link = work.link[link_of(suit)]
    for p in range(POSITIONS):
        if work.held_pairs[p] == 0:
            continue
        for i in range(work.n_pairs):
            if work.pair_pos[i] < p:
                note_beaten(work, rules, 1, work.pair_pos[i])
        run = run_ending_at(work.held_pairs, link, p)
        for i in range(work.n_tractors):
            if run >= work.tractor_len[i] and work.tractor_top[i] < p:
                note_beaten(work, rules, work.tractor_len[i], work.tractor_top[i])


@jit
def judge_throw(work: Record, rules: Record, leader: int, suit: int) -> int:
    """1 if another hand, by itself, beats a component of the throw in ``work``; 0 if none; -1 not known."""
    work.beaten_units = NOBODY
    for step in range(1, 4):
        if work.known[(leader + step) % 4] == 0:
            return -1
    for step in range(1, 4):
        beat_with_hand(work, rules, (leader + step) % 4, suit)
    return 0 if work.beaten_units == NOBODY else 1


@jit
def is_forced_part(work: Record, shape: int) -> bool:
    """Whether the lead in ``work`` has the shape and top of the beaten component."""
    units = work.beaten_units
    if work.lead_suit != work.beaten_suit:
        return False
    if units == 0:
        return bool(shape == SINGLE and work.single_pos[0] == work.beaten_pos)
    if units == 1:
        return bool(shape == PAIR and work.pair_pos[0] == work.beaten_pos)
    same = work.tractor_len[0] == units and work.tractor_top[0] == work.beaten_pos
    return bool(shape == TRACTOR and same)


@jit
def attempt_of(work: Record, trick: int, at: int, size: int) -> int:
    """The leader's recorded attempt for this trick, -1 if none or if it is just the cards played."""
    found = -1
    for i in range(work.n_attempts):
        if work.attempt_trick[i] == trick and work.attempt_seat[i] == work.leaders[trick]:
            found = i
    if found < 0 or work.attempt_len[found] != size:
        return found
    differs = 0
    for i in range(size):
        work.count[work.cards[at + i]] += 1
        work.count[work.attempt_cards[found, i]] -= 1
    for i in range(size):
        differs |= work.count[work.cards[at + i]] != 0
        work.count[work.cards[at + i]] = 0
        work.count[work.attempt_cards[found, i]] = 0
    return found if differs else -1


@jit
def judge_attempt(work: Record, rules: Record, attempt: int, leader: int) -> int:
    """The verdict on a recorded attempt, LEAD_FORCED if it is beaten; the part owed is in ``work``."""
    size = work.attempt_len[attempt]
    suit = one_suit(work, work.attempt_cards[attempt], 0, size)
    if suit < 0:
        return LEAD_MIXED
    read_components(work, work.attempt_cards[attempt], 0, size, suit, rules.tractor_min)
    if rules.throw_barred == 1 and shape_of(work) == THROW:
        return LEAD_THROW_BARRED
    beaten = judge_throw(work, rules, leader, suit)
    if beaten < 0:
        return LEAD_THROW_UNCHECKED
    work.beaten_suit = suit
    return LEAD_FORCED if beaten == 1 and shape_of(work) == THROW else LEAD_FORCED_NEEDLESS


@jit
def judge_lead(work: Record, rules: Record, trick: int, play: int, at: int, leader: int) -> int:
    """Reads the lead into ``work`` (suit, components), writes its verdict; returns its shape."""
    size = work.lead_size
    attempt = attempt_of(work, trick, at, size)
    verdict = judge_attempt(work, rules, attempt, leader) if attempt >= 0 else LEAD
    part = OWED_PART << 12 | work.beaten_units << 6 | work.beaten_pos
    work.lead_suit = one_suit(work, work.cards, at, size)
    if work.lead_suit < 0:
        work.verdict[play] = LEAD_MIXED
        work.n_tractors = 0
        work.n_pairs = 0
        work.n_singles = size
        return MIXED
    read_components(work, work.cards, at, size, work.lead_suit, rules.tractor_min)
    shape = shape_of(work)
    if verdict == LEAD_FORCED and not is_forced_part(work, shape):
        verdict = LEAD_FORCED_WRONG
        work.owed[play] = part
    if attempt < 0 and shape == THROW and rules.throw_barred == 1:
        verdict = LEAD_THROW_BARRED
    elif attempt < 0 and shape == THROW:
        beaten = judge_throw(work, rules, leader, work.lead_suit)
        verdict = LEAD_THROW_UNCHECKED if beaten < 0 else (LEAD_THROW_BEATEN if beaten == 1 else LEAD_THROW)
        if beaten == 1:
            work.owed[play] = OWED_PART << 12 | work.beaten_units << 6 | work.beaten_pos
    work.verdict[play] = verdict
    return shape
