"""One trick: who led what, who followed how, who won (docs/rules.md 4 to 6)."""

from __future__ import annotations

from replay.kernel.follow import LEGAL, UNJUDGED, Ladders, judge_follow
from replay.kernel.jit import jit, jit_inline
from replay.kernel.layout import (
    BY_FOLLOW,
    BY_LEAD,
    BY_OVER_RUFF,
    BY_RUFF,
    MIXED,
    UNKNOWN,
    Record,
)
from replay.kernel.lead import judge_lead
from replay.kernel.readings import is_higher, keep_tops, matches_suit, note_lead, play_key
from replay.kernel.shapes import one_suit
from replay.verdicts import Verdict

FOLLOW = int(Verdict.FOLLOW)
FOLLOW_SHORT = int(Verdict.FOLLOW_SHORT)
DISCARD = int(Verdict.DISCARD)
RUFF = int(Verdict.RUFF)
OVER_RUFF = int(Verdict.OVER_RUFF)
UNDER_RUFF = int(Verdict.UNDER_RUFF)
TOO_AMBIGUOUS = int(Verdict.TOO_AMBIGUOUS)


@jit_inline
def legal_code(work: Record, at: int, suit: int, ruffs: bool, ruffed: bool, takes: bool) -> int:
    """What a legal follow did: followed, followed short, discarded, ruffed, over- or under-ruffed."""
    if ruffs:
        return (OVER_RUFF if takes else UNDER_RUFF) if ruffed else RUFF
    if suit == work.lead_suit:
        return FOLLOW
    for i in range(at, at + work.lead_size):
        if work.suit[work.cards[i]] == work.lead_suit:
            return FOLLOW_SHORT
    return DISCARD


@jit_inline
def take_from_hand(work: Record, seat: int, at: int, size: int) -> None:
    """Removes played cards from a hand that is known."""
    if work.known[seat] == 0:
        return
    for i in range(at, at + size):
        card = work.cards[i]
        work.hand[seat, card] -= 1
        work.suit_count[seat, work.suit[card]] -= 1


@jit_inline
def points_of(work: Record, at: int, size: int) -> int:
    """The points of the played cards ``[at, at + size)``."""
    points = 0
    for i in range(at, at + size):
        points += work.points[work.cards[i]]
    return points


@jit
def judge_followers(work: Record, rules: Record, ladders: Ladders, trick: int, shape: int, plays: int) -> None:
    """Judges the plays after the lead in order and keeps who stands best."""
    first = work.play_at
    at = work.card_at
    size = work.lead_size
    leader = work.leaders[trick]
    best_key = note_lead(work, rules, at)
    best_suit = work.lead_suit
    for step in range(1, plays):
        at += size
        play = first + step
        seat = (leader + step) % 4
        verdict = judge_follow(work, rules, ladders, shape, seat, play, at)
        suit = one_suit(work, work.cards, at, size)
        key = play_key(work, rules, at, suit) if matches_suit(work, suit) else -1
        ruffs = key >= 0 and suit != work.lead_suit
        ruffed = best_suit != work.lead_suit
        takes = key >= 0 and ((ruffs and not ruffed) or (suit == best_suit and is_higher(work, rules, key, best_key)))
        if verdict == LEGAL:
            verdict = legal_code(work, at, suit, ruffs, ruffed, takes) if work.ambiguous == 0 else TOO_AMBIGUOUS
        work.verdict[play] = verdict
        if takes:
            best_key = key
            best_suit = suit
            keep_tops(work, rules)
            work.winner[trick] = seat
            work.won_by[trick] = (BY_OVER_RUFF if ruffed else BY_RUFF) if ruffs else BY_FOLLOW
            work.won_at = at
        take_from_hand(work, seat, at, size)


@jit
def score_trick(work: Record, rules: Record, ladders: Ladders, trick: int) -> None:
    """Scores the next trick of the deal in ``work`` into its results and moves on behind it."""
    plays = min(4, work.n_plays - work.play_at)
    first = work.play_at
    at = work.card_at
    leader = work.leaders[trick]
    before = work.winner[trick - 1] if trick > 0 else work.dealer
    work.out_of_turn[trick] = 1 if before != UNKNOWN and before != leader else 0
    work.lead_size = work.lens[first]
    work.ambiguous = 0
    work.owed[first] = 0
    shape = judge_lead(work, rules, trick, first, at, leader)
    work.lead_shape[trick] = shape
    take_from_hand(work, leader, at, work.lead_size)
    work.winner[trick] = leader
    work.won_by[trick] = BY_LEAD
    work.won_at = at
    for play in range(first + 1, first + plays):
        work.owed[play] = 0
        work.verdict[play] = UNJUDGED
    if shape == MIXED:
        for step in range(1, plays):
            take_from_hand(work, (leader + step) % 4, at + step * work.lead_size, work.lead_size)
    else:
        judge_followers(work, rules, ladders, trick, shape, plays)
    if plays < 4 or work.ambiguous == 1:
        work.winner[trick] = UNKNOWN
        work.won_by[trick] = UNKNOWN
    work.trick_points[trick] = points_of(work, at, plays * work.lead_size)
    work.play_at += plays
    work.card_at += plays * work.lead_size
