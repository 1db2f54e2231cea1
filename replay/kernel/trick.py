"""One trick: who led what, who followed how, who won (docs/rules.md 4 to 6)."""

from __future__ import annotations

from replay.kernel.follow import LEGAL, UNJUDGED, judge_follow, pairs_led
from replay.kernel.jit import jit
from replay.kernel.layout import (
    BY_FOLLOW,
    BY_LEAD,
    BY_OVER_RUFF,
    BY_RUFF,
    MIXED,
    POSITIONS,
    TRUMP,
    UNKNOWN,
    Record,
)
from replay.kernel.lead import judge_lead
from replay.kernel.search import highest_top
from replay.kernel.shapes import count_pairs, highest, link_of, one_suit
from replay.verdicts import Verdict

FOLLOW = int(Verdict.FOLLOW)
FOLLOW_SHORT = int(Verdict.FOLLOW_SHORT)
DISCARD = int(Verdict.DISCARD)
RUFF = int(Verdict.RUFF)
OVER_RUFF = int(Verdict.OVER_RUFF)
UNDER_RUFF = int(Verdict.UNDER_RUFF)
TOO_AMBIGUOUS = int(Verdict.TOO_AMBIGUOUS)


@jit
def lead_key(work: Record, rules: Record, at: int) -> int:
    """The key of the lead: the top of its largest component, or its highest card."""
    if rules.key_highest_card == 1 or work.n_tractors + work.n_pairs == 0:
        return highest(work, work.cards, at, work.lead_size)
    return work.tractor_top[0] if work.n_tractors > 0 else work.pair_pos[0]


@jit
def play_key(work: Record, rules: Record, at: int, suit: int) -> int:
    """The key of a play of one suit read as the components of the lead, -1 if it cannot be."""
    size = work.lead_size
    top = highest(work, work.cards, at, size)
    need = pairs_led(work)
    if need == 0:
        return top
    if count_pairs(work, work.cards, at, size, suit) < need:
        return -1
    best = -1
    if work.n_tractors > 0:
        work.steps = 0
        best = highest_top(work, rules, work.link[link_of(suit)])
    else:
        for p in range(POSITIONS):
            if work.pairs[p] > 0:
                best = p
    return top if best >= 0 and rules.key_highest_card == 1 else best


@jit
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


@jit
def take_from_hand(work: Record, seat: int, at: int, size: int) -> None:
    """Removes played cards from a hand that is known."""
    if work.known[seat] == 0:
        return
    for i in range(at, at + size):
        card = work.cards[i]
        work.hand[seat, card] -= 1
        work.suit_count[seat, work.suit[card]] -= 1


@jit
def points_of(work: Record, rules: Record, at: int, size: int) -> int:
    """The points of the played cards ``[at, at + size)``."""
    points = 0
    for i in range(at, at + size):
        points += rules.points[work.cards[i]]
    return points


@jit
def judge_followers(work: Record, rules: Record, trick: int, shape: int, plays: int) -> None:
    """Judges the plays after the lead in order and keeps who stands best."""
    first = work.play_at
    at = work.card_at
    size = work.lead_size
    leader = work.leaders[trick]
    best_key = lead_key(work, rules, at)
    best_suit = work.lead_suit
    work.winner[trick] = leader
    work.won_by[trick] = BY_LEAD
    for step in range(1, plays):
        at += size
        play = first + step
        seat = (leader + step) % 4
        verdict = judge_follow(work, rules, shape, seat, play, at)
        suit = one_suit(work, work.cards, at, size)
        fits = suit == work.lead_suit or suit == TRUMP
        key = play_key(work, rules, at, suit) if fits else -1
        ruffs = key >= 0 and suit != work.lead_suit
        ruffed = best_suit != work.lead_suit
        takes = key >= 0 and ((ruffs and not ruffed) or (suit == best_suit and key > best_key))
        if verdict == LEGAL:
            verdict = legal_code(work, at, suit, ruffs, ruffed, takes) if work.ambiguous == 0 else TOO_AMBIGUOUS
        work.verdict[play] = verdict
        if takes:
            best_key = key
            best_suit = suit
            work.winner[trick] = seat
            work.won_by[trick] = (BY_OVER_RUFF if ruffed else BY_RUFF) if ruffs else BY_FOLLOW
        take_from_hand(work, seat, at, size)


@jit
def score_trick(work: Record, rules: Record, trick: int) -> None:
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
    for play in range(first + 1, first + plays):
        work.owed[play] = 0
        work.verdict[play] = UNJUDGED
    if shape == MIXED:
        work.winner[trick] = leader
        work.won_by[trick] = BY_LEAD
        for step in range(1, plays):
            take_from_hand(work, (leader + step) % 4, at + step * work.lead_size, work.lead_size)
    else:
        judge_followers(work, rules, trick, shape, plays)
    if plays < 4 or work.ambiguous == 1:
        work.winner[trick] = UNKNOWN
        work.won_by[trick] = UNKNOWN
    work.trick_points[trick] = points_of(work, rules, at, plays * work.lead_size)
    work.play_at += plays
    work.card_at += plays * work.lead_size
