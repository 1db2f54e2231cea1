"""What a follower owes and whether the play pays it (docs/rules.md 5)."""

from __future__ import annotations

from replay.kernel.jit import jit
from replay.kernel.layout import OWED_PAIRS, OWED_SUIT, OWED_TRACTOR, SINGLE, THROW, UNKNOWN, Record
from replay.kernel.search import best_tractors
from replay.kernel.shapes import count_hand_pairs, count_pairs, link_of
from replay.verdicts import Verdict

LEGAL = UNKNOWN  # no verdict yet: what the play did is not settled here
UNJUDGED = int(Verdict.UNJUDGED)
REVOKE = int(Verdict.REVOKE)
OWED_PAIR_CODE = int(Verdict.OWED_PAIR)
OWED_TRACTOR_CODE = int(Verdict.OWED_TRACTOR)
TOO_AMBIGUOUS = int(Verdict.TOO_AMBIGUOUS)


@jit
def pairs_led(work: Record) -> int:
    """How many pairs the lead holds, those of its tractors included."""
    total = work.n_pairs
    for i in range(work.n_tractors):
        total += work.tractor_len[i]
    return total


@jit
def only_pairs_owed(work: Record, rules: Record, shape: int) -> bool:
    """Whether the lead asks for a number of pairs only, not for tractors."""
    if work.n_tractors == 0 or rules.pairs_only == 1:
        return True
    return bool(shape == THROW and rules.throw_pairs_only == 1)


@jit
def owe(work: Record, rules: Record, shape: int, held_pairs: int) -> int:
    """Writes what the hand in ``work.held_pairs`` owes into ``work.owed_size/served``.

    Returns the pairs owed beside the tractors' entries; ``work.n_owed`` is the
    number of those entries.
    """
    work.n_owed = 0
    if only_pairs_owed(work, rules, shape):
        return min(pairs_led(work), held_pairs)
    left = best_tractors(work, rules, work.held_pairs, held_pairs, work.link[link_of(work.lead_suit)])
    work.n_owed = work.n_tractors
    for i in range(work.n_tractors):
        work.owed_size[i] = work.best_size[i]
        work.owed_served[i] = work.best_served[i]
    return min(work.n_pairs, left)


@jit
def structure(work: Record, rules: Record, shape: int, seat: int, play: int, at: int) -> int:
    """The verdict on the structure of a play all of the led suit, from a hand that holds more of it."""
    held = count_hand_pairs(work, seat, work.lead_suit)
    if held == 0:
        return LEGAL
    owed = owe(work, rules, shape, held)
    shown = count_pairs(work, work.cards, at, work.lead_size, work.lead_suit)
    if work.n_owed > 0:
        left = best_tractors(work, rules, work.pairs, shown, work.link[link_of(work.lead_suit)])
        for i in range(work.n_owed):
            if work.best_size[i] < work.owed_size[i]:
                work.owed[play] = OWED_TRACTOR << 12 | work.owed_size[i] << 6
                return OWED_TRACTOR_CODE
            if work.best_served[i] < work.owed_served[i]:
                work.owed[play] = OWED_PAIRS << 12 | work.owed_served[i]
                return OWED_PAIR_CODE
        shown = left
    if shown < owed:
        work.owed[play] = OWED_PAIRS << 12 | owed
        return OWED_PAIR_CODE
    return LEGAL


@jit
def judge_follow(work: Record, rules: Record, shape: int, seat: int, play: int, at: int) -> int:
    """The verdict on a follow: LEGAL where it owes nothing more, else the code, evidence in ``work.owed``."""
    if work.known[seat] == 0:
        return UNJUDGED
    size = work.lead_size
    held = work.suit_count[seat, work.lead_suit]
    shown = 0
    for i in range(at, at + size):
        if work.suit[work.cards[i]] == work.lead_suit:
            shown += 1
    if shown < min(size, held):
        work.owed[play] = OWED_SUIT << 12 | min(size, held)
        return REVOKE
    if held <= size or shape == SINGLE:
        return LEGAL
    work.steps = 0
    verdict = structure(work, rules, shape, seat, play, at)
    return TOO_AMBIGUOUS if work.steps > rules.bound else verdict
