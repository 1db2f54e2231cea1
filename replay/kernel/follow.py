"""What a follower owes and whether the play pays it (docs/rules.md 5)."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from replay.kernel.jit import jit, jit_inline
from replay.kernel.layout import (
    LENGTH,
    ONLY_PAIRS,
    ONLY_SUIT,
    OWED_HIGHEST,
    OWED_PAIRS,
    OWED_QUADS,
    OWED_SUIT,
    OWED_TRACTOR,
    OWED_TRIPLES,
    PAIRS,
    POSITIONS,
    QUADS,
    RANK,
    RUNG_COLUMNS,
    SINGLE,
    THROW,
    TRIPLES,
    TRUMP,
    UNKNOWN,
    WIDTH,
    WIDTHS,
    Record,
)
from replay.kernel.search import lift_all, place_tractors
from replay.kernel.shapes import count_cards, count_hand, gives, link_of, longest_run, tally_hand
from replay.verdicts import Verdict

LEGAL = UNKNOWN  # no verdict yet: what the play did is not settled here
UNJUDGED = int(Verdict.UNJUDGED)
REVOKE = int(Verdict.REVOKE)
OWED_PAIR_CODE = int(Verdict.OWED_PAIR)
OWED_TRACTOR_CODE = int(Verdict.OWED_TRACTOR)
OWED_TRIPLE_CODE = int(Verdict.OWED_TRIPLE)
OWED_QUAD_CODE = int(Verdict.OWED_QUAD)
OWED_HIGHEST_CODE = int(Verdict.OWED_HIGHEST)
TOO_AMBIGUOUS = int(Verdict.TOO_AMBIGUOUS)


class Ladders(NamedTuple):
    """The rungs of a component of width w and length n: ``rows[at[w, n] : at[w, n + 1]]`` (``replay.ladders``)."""

    rows: Any  # int32 [n, RUNG_COLUMNS], or a grid of the same (replay.kernel.plain)
    at: Any  # int32 [WIDTHS, MAX_LENGTH + 2]


@jit
def has_tractors(work: Record) -> bool:
    """Whether the lead holds a tractor."""
    return bool(work.n_parts > 0 and work.part_length[0] > 1)


@jit
def add_rung(work: Record, ladders: Ladders, row: int, runs: int, sign: int) -> int:
    """Adds the demands of a rung to the search, or takes them out; how many tractors are asked for then."""
    rows = ladders.rows
    work.need[2] += sign * rows[row, PAIRS]
    work.need[3] += sign * rows[row, TRIPLES]
    work.need[4] += sign * rows[row, QUADS]
    if rows[row, WIDTH] == 0:
        return runs
    work.run_width[runs] = rows[row, WIDTH]
    work.run_length[runs] = rows[row, LENGTH]
    return runs + 1


@jit
def fit(work: Record, rules: Record, link: np.ndarray, runs: int) -> bool:
    """Whether the tractors and units asked for fit side by side."""
    for at in range(runs):
        if work.run_length[at] > work.longest[work.run_width[at]]:
            return False
    fits = place_tractors(work, rules, link, runs)
    if fits:
        lift_all(work, runs)
    return fits


@jit
def note_longest(work: Record, rules: Record, link: np.ndarray) -> None:
    """Writes the length of the longest tractor of each width among the copies counted into ``work.longest``."""
    for width in range(2, rules.widest + 1):
        work.longest[width], _ = longest_run(work, rules, link, width)
    if rules.quad_tractor == 1 and work.tally[4] > 0:
        work.longest[2] = max(work.longest[2], 2)


@jit
def is_as_good(work: Record, ladders: Ladders, part: int, row: int) -> bool:
    """Whether a row of the ladders is a rung of this component as good as the one chosen for it."""
    width, length = work.part_width[part], work.part_length[part]
    if row < ladders.at[width, length] or row >= ladders.at[width, length + 1]:
        return False
    return bool(ladders.rows[row, RANK] == ladders.rows[work.rung[part], RANK])


@jit
def next_choice(work: Record, ladders: Ladders, parts: int) -> bool:
    """Chooses the next rungs as good as those chosen for the first components, the last changing first."""
    for part in range(parts - 1, -1, -1):
        if is_as_good(work, ladders, part, work.rung[part] + 1):
            work.rung[part] += 1
            return True
        while is_as_good(work, ladders, part, work.rung[part] - 1):
            work.rung[part] -= 1
    return False


@jit
def ask_chosen(work: Record, ladders: Ladders, parts: int) -> int:
    """Demands the rungs chosen for the first components, and nothing else; how many tractors are asked for."""
    for width in range(WIDTHS):
        work.need[width] = 0
    runs = 0
    for part in range(parts):
        runs = add_rung(work, ladders, work.rung[part], runs, 1)
    return runs


@jit
def choose_others(work: Record, rules: Record, ladders: Ladders, link: np.ndarray, parts: int) -> bool:
    """Whether other rungs, as good, fit where those chosen for the first components do not; they stay chosen."""
    for part in range(parts):
        work.rung_before[part] = work.rung[part]
    while next_choice(work, ladders, parts) and work.steps <= rules.bound:
        if fit(work, rules, link, ask_chosen(work, ladders, parts)):
            return True
    for part in range(parts):
        work.rung[part] = work.rung_before[part]
    ask_chosen(work, ladders, parts)
    return False


@jit
def climb(work: Record, rules: Record, ladders: Ladders, rungs: np.ndarray) -> None:
    """The best vector of the cards counted: for each component of the lead the highest rung that serves it
    beside those before it, into ``rungs`` [part, RUNG_COLUMNS]."""
    link = work.link[link_of(work.lead_suit)]
    runs = 0
    for width in range(WIDTHS):
        work.need[width] = 0
    if has_tractors(work):
        note_longest(work, rules, link)
    for part in range(work.n_parts):
        width, length = work.part_width[part], work.part_length[part]
        last = ladders.at[width, length + 1] - 1
        for row in range(ladders.at[width, length], last + 1):
            work.rung[part] = row
            tried = add_rung(work, ladders, row, runs, 1)
            fits = fit(work, rules, link, tried)
            if not fits and part > 0 and not is_as_good(work, ladders, part, row + 1):
                fits = choose_others(work, rules, ladders, link, part + 1)
                tried = ask_chosen(work, ladders, part + 1) if fits else tried
            if work.steps > rules.bound:
                return
            if fits or row == last:
                runs = tried
                break
            add_rung(work, ladders, row, runs, -1)
    for part in range(work.n_parts):
        for column in range(RUNG_COLUMNS):
            rungs[part, column] = ladders.rows[work.rung[part], column]


@jit
def missing(work: Record, play: int, part: int) -> int:
    """The verdict on a component served worse than it could be; the evidence goes to ``work.owed``."""
    owed, shown = work.owed_rung[part], work.shown_rung[part]
    wider = owed[WIDTH] - shown[WIDTH]
    if owed[WIDTH] > 0 and (wider > 0 or (wider == 0 and owed[LENGTH] > shown[LENGTH])):
        work.owed[play] = OWED_TRACTOR << 12 | owed[LENGTH] << 6 | owed[WIDTH]
        return OWED_TRACTOR_CODE
    alone = work.part_length[part] == 1
    column, kind, code = PAIRS, OWED_PAIRS, OWED_PAIR_CODE
    if owed[QUADS] > shown[QUADS]:
        column, kind, code = QUADS, OWED_QUADS, OWED_QUAD_CODE
    elif owed[TRIPLES] > shown[TRIPLES]:
        column, kind, code = TRIPLES, OWED_TRIPLES, OWED_TRIPLE_CODE
    number = owed[column]
    if alone:  # as many as all units of this width are owed
        number = 0
        for other in range(work.n_parts):
            if work.part_length[other] == 1 and work.part_width[other] == work.part_width[part]:
                number += work.owed_rung[other, column]
    elif column == PAIRS and owed[WIDTH] == 2:
        number += owed[LENGTH]
    work.owed[play] = kind << 12 | number
    return code


@jit
def pairs_given(work: Record, rules: Record) -> int:
    """How many pairs the copies counted give."""
    total = work.tally[2]
    total += work.tally[3] if gives(work, rules, 3, 2) else 0
    return total + (2 * work.tally[4] if gives(work, rules, 4, 2) else 0)


@jit
def pairs_led(work: Record) -> int:
    """How many pairs the lead's units hold, those of its tractors included."""
    total = 0
    for part in range(work.n_parts):
        total += work.part_length[part] * (work.part_width[part] // 2)
    return total


@jit
def only_pairs(work: Record, rules: Record, shape: int) -> bool:
    """Whether the lead asks for a number of pairs only: so it stands in the rules, or it is of pairs alone."""
    return bool(shape == THROW and rules.throw_owes == ONLY_PAIRS)


@jit
def count_held(work: Record, rules: Record, seat: int) -> int:
    """Counts the hand's cards of the suit led, as closely as the lead asks; how many are there more than once."""
    if has_tractors(work):
        count_hand(work, seat, work.lead_suit)
    else:
        tally_hand(work, seat, work.lead_suit)
    work.whole = rules.whole
    return work.tally[2] + work.tally[3] + work.tally[4]


@jit
def owe(work: Record, rules: Record, ladders: Ladders, shape: int) -> int:
    """Writes what the hand just counted owes into ``work.owed_rung``, a rung a component.

    Returns the number of pairs owed where only that counts, else 0.
    """
    if only_pairs(work, rules, shape):
        return min(pairs_led(work), pairs_given(work, rules)) * rules.pairs_owed
    climb(work, rules, ladders, work.owed_rung)
    return 0


@jit
def is_filled_high(work: Record, rules: Record, seat: int, play: int, at: int) -> bool:
    """Whether the cards beside the play's pairs are the highest the hand has beside them (docs/rules.md 5.2)."""
    size = work.lead_size
    for i in range(at, at + size):
        work.count[work.cards[i]] += 1
    lowest = POSITIONS
    for i in range(at, at + size):
        if work.count[work.cards[i]] % 2 == 1:
            lowest = min(lowest, work.pos[work.cards[i]])
    wrong = -1
    for card in range(54):
        if work.suit[card] == TRUMP and work.hand[seat, card] > work.count[card] and work.pos[card] > lowest:
            wrong = max(wrong, work.pos[card])
    for i in range(at, at + size):
        work.count[work.cards[i]] = 0
    if wrong >= 0:
        work.owed[play] = OWED_HIGHEST << 12 | wrong
    return bool(wrong < 0)


@jit
def fills_high(work: Record, rules: Record) -> bool:
    """Whether the lead asks for the highest trumps beside the pairs: one pair or one tractor of pairs of trump."""
    one = work.n_parts == 1 and work.n_singles == 0 and work.part_width[0] == 2
    return bool(rules.fill_high == 1 and work.lead_suit == TRUMP and one)


@jit
def structure(work: Record, rules: Record, ladders: Ladders, shape: int, seat: int, play: int, at: int) -> int:
    """The verdict on the structure of a play all of the led suit, from a hand that holds more of it."""
    if work.n_parts == 0 or (shape == THROW and rules.throw_owes == ONLY_SUIT):
        return LEGAL
    if count_held(work, rules, seat) == 0 and not fills_high(work, rules):
        return LEGAL
    if work.lead_size == 2 and work.cards[at] == work.cards[at + 1]:
        return LEGAL  # a pair pays for a pair
    pairs = owe(work, rules, ladders, shape)
    count_cards(work, work.cards, at, work.lead_size, work.lead_suit)
    work.whole = rules.whole
    if only_pairs(work, rules, shape):
        if pairs_given(work, rules) >= pairs:
            return LEGAL
        work.owed[play] = OWED_PAIRS << 12 | pairs
        return OWED_PAIR_CODE
    climb(work, rules, ladders, work.shown_rung)
    for part in range(work.n_parts):
        behind = work.shown_rung[part, RANK] - work.owed_rung[part, RANK]
        if behind > 0:
            return missing(work, play, part)
        if behind < 0:
            break
    if fills_high(work, rules) and work.shown_rung[0, RANK] > 0 and not is_filled_high(work, rules, seat, play, at):
        return OWED_HIGHEST_CODE
    return LEGAL


@jit_inline
def judge_follow(work: Record, rules: Record, ladders: Ladders, shape: int, seat: int, play: int, at: int) -> int:
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
    verdict = structure(work, rules, ladders, shape, seat, play, at)
    return TOO_AMBIGUOUS if work.steps > rules.bound else verdict
