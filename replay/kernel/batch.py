"""The loop over a batch of deals: fills the scratch record, scores, copies the results out."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from replay.kernel.deal import score_deal
from replay.kernel.follow import Ladders
from replay.kernel.jit import jit
from replay.kernel.layout import MAX_PLAY, POSITIONS, Record

# Columns of the results that are one number a deal.
SCORED, DEFENDER_POINTS, KITTY_POINTS, LAST_WINNER, CAPTURED, MULTIPLIER = 0, 1, 2, 3, 4, 5
CAPTURE_POINTS, TOTAL, TAKEOVER, GAIN_SIDE, LEVELS_GAINED, AMBIGUOUS, PENALTY_POINTS = 6, 7, 8, 9, 10, 11, 12
WINS_GAME, DEMOTED_TO = 13, 14
NUMBERS = 15


# Columns of the facts of a deal.
SCORE_IT, DEALER, LEVEL, TRUMP_SUIT, COMPLETE, PENALTY, NO_KITTY = 0, 1, 2, 3, 4, 5, 6
FACTS = 7


class Tables(NamedTuple):
    """int32 tables of a ruleset by level and trump (``replay.compiled``)."""

    suit: np.ndarray
    pos: np.ndarray
    link: np.ndarray
    points: np.ndarray  # [15, 54], by level only
    order: np.ndarray  # the cards suit by suit, the highest first
    order_at: np.ndarray  # where each suit begins there
    rungs: np.ndarray  # of all ladders of following, and where each begins (replay.ladders)
    rungs_at: np.ndarray


class Deals(NamedTuple):
    """A batch of n deals: int32 ``facts`` [n, FACTS]; uint8 cards with int32 offsets [n + 1] ``…_at``."""

    facts: np.ndarray
    plays: np.ndarray
    plays_at: np.ndarray
    lens: np.ndarray
    lens_at: np.ndarray
    leaders: np.ndarray
    leaders_at: np.ndarray
    hands: np.ndarray
    hands_at: np.ndarray
    kitty: np.ndarray
    kitty_at: np.ndarray
    buried: np.ndarray
    buried_at: np.ndarray
    attempts_at: np.ndarray
    attempt_tricks: np.ndarray
    attempt_seats: np.ndarray
    attempt_fined: np.ndarray
    attempt_cards: np.ndarray
    attempt_cards_at: np.ndarray
    splits_at: np.ndarray
    split_tricks: np.ndarray
    split_lens: np.ndarray
    split_lens_at: np.ndarray
    split_cards: np.ndarray
    split_cards_at: np.ndarray


class Results(NamedTuple):
    """What is written: a value a play (as ``lens``), a trick (as ``leaders``), and numbers [n, NUMBERS]."""

    verdicts: np.ndarray  # uint8 a play
    owed: np.ndarray  # uint16 a play
    winners: np.ndarray  # uint8 a trick
    won_by: np.ndarray  # uint8 a trick
    shapes: np.ndarray  # uint8 a trick
    points: np.ndarray  # int16 a trick
    out_of_turn: np.ndarray  # uint8 a trick
    numbers: np.ndarray  # int32 [n, NUMBERS]


@jit
def add_cards(work: Record, seat: int, cards: np.ndarray, at: int, end: int, sign: int) -> None:
    """Adds cards to a hand, or takes them from it with ``sign`` -1."""
    for i in range(at, end):
        card = int(cards[i])
        work.hand[seat, card] += sign
        work.suit_count[seat, work.suit[card]] += sign


@jit
def set_tables(work: Record, tables: Tables, level: int, trump: int) -> None:
    """Copies the tables of this level and trump into the scratch record and empties the hands."""
    for card in range(54):
        work.suit[card] = tables.suit[level, trump, card]
        work.pos[card] = tables.pos[level, trump, card]
        work.points[card] = tables.points[level, card]
        work.order[card] = tables.order[level, trump, card]
    for s in range(6):
        work.order_at[s] = tables.order_at[level, trump, s]
    for row in range(2):
        for p in range(POSITIONS):
            work.link[row, p] = tables.link[level, trump, row, p]
    for seat in range(4):
        for card in range(54):
            work.hand[seat, card] = 0
        for s in range(5):
            work.suit_count[seat, s] = 0


@jit
def set_hands_from_plays(work: Record) -> None:
    """A complete deal: what a seat held is what it plays."""
    at = 0
    for play in range(work.n_plays):
        seat = (work.leaders[play // 4] + play % 4) % 4
        add_cards(work, seat, work.cards, at, at + work.lens[play], 1)
        at += work.lens[play]
    for seat in range(4):
        work.known[seat] = 1


@jit
def set_hands_as_dealt(work: Record, deals: Deals, i: int) -> None:
    """An unfinished deal: the hands as dealt, the dealer's with the kitty in and the buried cards out."""
    h0, k0, k1 = deals.hands_at[i], deals.kitty_at[i], deals.kitty_at[i + 1]
    b0, b1 = deals.buried_at[i], deals.buried_at[i + 1]
    size = (deals.hands_at[i + 1] - h0) // 4
    for seat in range(4):
        work.known[seat] = 1 if size > 0 and k1 > k0 and b1 > b0 else 0
        add_cards(work, seat, deals.hands, h0 + seat * size, h0 + (seat + 1) * size, 1)
    add_cards(work, work.dealer, deals.kitty, k0, k1, 1)
    add_cards(work, work.dealer, deals.buried, b0, b1, -1)


@jit
def set_plays(work: Record, deals: Deals, i: int) -> None:
    """Copies the plays of deal i into the scratch record."""
    p0, p1 = deals.plays_at[i], deals.plays_at[i + 1]
    n0, n1 = deals.lens_at[i], deals.lens_at[i + 1]
    t0, t1 = deals.leaders_at[i], deals.leaders_at[i + 1]
    work.n_plays = n1 - n0
    work.n_tricks = t1 - t0
    for k in range(p0, p1):
        work.cards[k - p0] = int(deals.plays[k])
    for k in range(n0, n1):
        work.lens[k - n0] = int(deals.lens[k])
    for k in range(t0, t1):
        work.leaders[k - t0] = int(deals.leaders[k])


@jit
def set_attempts(work: Record, deals: Deals, i: int) -> None:
    """Copies the recorded throw attempts of deal i."""
    a0, a1 = deals.attempts_at[i], deals.attempts_at[i + 1]
    work.n_attempts = a1 - a0
    for a in range(a0, a1):
        at = deals.attempt_cards_at[a]
        size = min(deals.attempt_cards_at[a + 1] - at, MAX_PLAY)
        work.attempt_trick[a - a0] = deals.attempt_tricks[a]
        work.attempt_seat[a - a0] = deals.attempt_seats[a]
        work.attempt_len[a - a0] = size
        work.attempt_fined[a - a0] = deals.attempt_fined[a]
        for k in range(size):
            work.attempt_cards[a - a0, k] = int(deals.attempt_cards[at + k])


@jit
def set_splits(work: Record, deals: Deals, i: int) -> None:
    """Copies the splits that leaders of deal i declared."""
    a0, a1 = deals.splits_at[i], deals.splits_at[i + 1]
    work.n_splits = a1 - a0
    for a in range(a0, a1):
        parts, cards = deals.split_lens_at[a], deals.split_cards_at[a]
        work.split_trick[a - a0] = deals.split_tricks[a]
        work.split_parts[a - a0] = min(deals.split_lens_at[a + 1] - parts, MAX_PLAY)
        for k in range(work.split_parts[a - a0]):
            work.split_lens[a - a0, k] = int(deals.split_lens[parts + k])
        for k in range(min(deals.split_cards_at[a + 1] - cards, MAX_PLAY)):
            work.split_cards[a - a0, k] = int(deals.split_cards[cards + k])


@jit
def set_deal(work: Record, tables: Tables, deals: Deals, i: int) -> None:
    """Fills the scratch record with deal i: tables, plays, hands, buried points, attempts."""
    facts = deals.facts[i]
    work.dealer = facts[DEALER]
    work.level = facts[LEVEL]
    work.complete = facts[COMPLETE]
    work.penalty = facts[PENALTY]
    work.no_kitty = facts[NO_KITTY]
    set_tables(work, tables, facts[LEVEL], facts[TRUMP_SUIT])
    set_plays(work, deals, i)
    if work.complete == 1:
        set_hands_from_plays(work)
    else:
        set_hands_as_dealt(work, deals, i)
    work.has_buried = 0
    work.kitty_points = 0
    for k in range(deals.buried_at[i], deals.buried_at[i + 1]):
        work.has_buried = 1
        work.kitty_points += work.points[int(deals.buried[k])]
    set_attempts(work, deals, i)
    set_splits(work, deals, i)


@jit
def copy_out(work: Record, results: Results, play0: int, trick0: int) -> None:
    """Writes the results of every play and trick of the deal."""
    for k in range(work.n_plays):
        results.verdicts[play0 + k] = work.verdict[k]
        results.owed[play0 + k] = work.owed[k]
    for t in range(work.n_tricks):
        results.winners[trick0 + t] = work.winner[t]
        results.won_by[trick0 + t] = work.won_by[t]
        results.shapes[trick0 + t] = work.lead_shape[t]
        results.points[trick0 + t] = work.trick_points[t]
        results.out_of_turn[trick0 + t] = work.out_of_turn[t]


@jit
def copy_numbers_out(work: Record, numbers: np.ndarray, scored: bool) -> None:
    """Writes the results of the deal that are single numbers."""
    numbers[SCORED] = 1 if scored else 0
    numbers[DEFENDER_POINTS] = work.defender_points
    numbers[KITTY_POINTS] = work.kitty_points
    numbers[LAST_WINNER] = work.last_winner
    numbers[CAPTURED] = work.captured
    numbers[MULTIPLIER] = work.multiplier
    numbers[CAPTURE_POINTS] = work.capture_points
    numbers[TOTAL] = work.total
    numbers[TAKEOVER] = work.takeover
    numbers[GAIN_SIDE] = work.gain_side
    numbers[LEVELS_GAINED] = work.levels_gained
    numbers[AMBIGUOUS] = work.too_ambiguous
    numbers[PENALTY_POINTS] = work.penalty
    numbers[WINS_GAME] = work.wins_game
    numbers[DEMOTED_TO] = work.demoted_to


@jit
def score_batch(work: Record, rules: Record, tables: Tables, deals: Deals, results: Results) -> None:
    """Scores every deal of a batch that is to be scored into ``results``."""
    ladders = Ladders(tables.rungs, tables.rungs_at)
    for i in range(deals.facts.shape[0]):
        if deals.facts[i, SCORE_IT] == 0:
            continue
        set_deal(work, tables, deals, i)
        scored = score_deal(work, rules, ladders)
        copy_out(work, results, deals.lens_at[i], deals.leaders_at[i])
        copy_numbers_out(work, results.numbers[i], scored)
