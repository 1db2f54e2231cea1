"""One deal: its tricks, the capture, the points and the levels gained (docs/rules.md 7)."""

from __future__ import annotations

import numpy as np

from replay.kernel.follow import Ladders
from replay.kernel.jit import jit
from replay.kernel.layout import ANY_CARD, SINGLE_CARD, TRUMP, UNKNOWN, Record
from replay.kernel.shapes import one_suit, read_play
from replay.kernel.trick import score_trick

MOST_TIMES = 1_000_000  # the greatest multiplier


@jit
def component_value(rules: Record, width: int, length: int) -> int:
    """The multiplier of a unit of a width (1: a single) or of a tractor."""
    if length == 1:
        return rules.unit_value[width]
    value = rules.growth_base[width]
    for _ in range(length - rules.growth_len[width]):
        value = value * rules.growth_step[width] if rules.growth_mul[width] == 1 else value + rules.growth_step[width]
        value = min(value, MOST_TIMES)
    return value


@jit
def throw_value(rules: Record, parts: int, widths: np.ndarray, lengths: np.ndarray, singles: int) -> int:
    """The multiplier of a throw of these components, by ``kitty_capture.multiplier.throw``."""
    if rules.throw_mode == 2:
        return rules.throw_min
    value = rules.unit_value[1] if singles > 0 else 0
    most = 1
    for part in range(parts):
        cards = widths[part] * lengths[part]
        worth = component_value(rules, widths[part], lengths[part])
        if rules.throw_mode == 0 or cards == most:
            value = max(value, worth)
        elif cards > most:
            most = cards
            value = worth
    return max(value, rules.throw_min)


@jit
def multiplier_of(rules: Record, parts: int, widths: np.ndarray, lengths: np.ndarray, singles: int, size: int) -> int:
    """The kitty multiplier of a play of ``size`` cards with these components."""
    if rules.per_card > 0:
        value = rules.per_card * size
    elif parts + singles > 1:
        value = throw_value(rules, parts, widths, lengths, singles)
    elif parts == 1:
        value = component_value(rules, widths[0], lengths[0])
    else:
        value = rules.unit_value[1]
    return min(value, rules.cap) if rules.cap > 0 else value


@jit
def last_multiplier(work: Record, rules: Record) -> int:
    """The multiplier of the last trick: of its lead, or of the winner's own cards."""
    size = work.lead_size
    if rules.winning_cards == 0:
        return multiplier_of(rules, work.n_parts, work.part_width, work.part_length, work.n_singles, size)
    suit = one_suit(work, work.cards, work.won_at, size)
    work.play_parts = 0
    singles = size
    if suit >= 0:
        read_play(work, rules, work.cards, work.won_at, size, suit)
        for part in range(work.play_parts):
            singles -= work.play_width[part] * work.play_length[part]
    return multiplier_of(rules, work.play_parts, work.play_width, work.play_length, singles, size)


@jit
def apply_bands(work: Record, rules: Record) -> None:
    """Turns the defenders' points in ``work.total`` into a takeover, levels gained, a game won."""
    band = 0
    for i in range(1, rules.bands):
        if rules.band_min[i] <= work.total:
            band = i
    levels = rules.band_levels[band]
    if rules.band_step[band] > 0:
        levels += abs(work.total - rules.band_ref[band]) // rules.band_step[band]
    limit = rules.defender_cap if rules.band_defenders[band] == 1 else rules.dealer_cap
    work.takeover = rules.band_defenders[band]
    work.levels_gained = min(levels, limit) if limit > 0 else levels
    work.wins_game = rules.band_wins[band]
    if rules.forces_takeover == 1 and work.captured == 1 and work.takeover == 0:
        work.takeover = 1
        work.levels_gained = 0
        work.wins_game = 0
    work.gain_side = (work.dealer + work.takeover) % 2


@jit
def add_up(work: Record, rules: Record) -> None:
    """The defenders' points X from tricks, fouls and kitty in the ruleset's order.

    ``work.penalty`` becomes what fouls and fines really changed: less where the
    ruleset limits the sum before the kitty.
    """
    work.penalty += work.fine
    if rules.penalty_first == 1 and rules.clamped == 1:
        points = min(max(work.defender_points + work.penalty, rules.clamp_low), rules.clamp_high)
        work.penalty = points - work.defender_points
    work.total = work.defender_points + work.penalty + work.capture_points
    if rules.floor_ten == 1:
        sign = 1 if work.total >= 0 else -1
        work.total = sign * (abs(work.total) // 10 * 10)


@jit
def settle_kitty(work: Record, rules: Record) -> None:
    """Who has the kitty, how many times it counts, and what it adds to the defenders' points."""
    size = work.lead_size
    work.multiplier = last_multiplier(work, rules)
    by_trump = one_suit(work, work.cards, work.won_at, size) == TRUMP
    work.captured = 0
    work.capture_points = 0
    if work.no_kitty >> (work.last_winner % 2) & 1:
        return
    if (work.last_winner + work.dealer) % 2 == 1:
        if rules.capture == 1 and (by_trump or rules.capture_trump == 0):
            work.captured = 1
            work.capture_points = work.kitty_points * work.multiplier
    elif rules.keep_subtracts == 1 and (by_trump or rules.keep_trump == 0):
        work.capture_points = -work.kitty_points * work.multiplier


@jit
def demotion_of(work: Record, rules: Record) -> int:
    """The level the dealer side falls to by this capture, 0 if to none."""
    for i in range(rules.demotions):
        if rules.demoted_level[i] != work.level:
            continue
        held = 0
        paired = 0
        for at in range(work.won_at, work.won_at + work.lead_size):
            card = work.cards[at]
            if card < 52 and card % 13 + 2 == rules.demoting_rank[i]:
                held += 1
                for other in range(at + 1, work.won_at + work.lead_size):
                    paired |= 1 if work.cards[other] == card else 0
        pattern = rules.demoting_pattern[i]
        if held > 0 and (pattern == ANY_CARD or (pattern == SINGLE_CARD) == (paired == 0)):
            return rules.demoted_to[i]
    return 0


@jit
def finish_deal(work: Record, rules: Record) -> None:
    """Capture, total and levels of a complete deal whose every trick has a winner."""
    work.last_winner = work.winner[work.n_tricks - 1]
    settle_kitty(work, rules)
    add_up(work, rules)
    apply_bands(work, rules)
    work.demoted_to = demotion_of(work, rules) if work.captured == 1 else 0


@jit
def score_deal(work: Record, rules: Record, ladders: Ladders) -> bool:
    """Scores the deal filled into ``work``; True if it has a result, False if only its tricks are scored."""
    work.play_at = 0
    work.card_at = 0
    work.defender_points = 0
    work.fine = 0
    work.too_ambiguous = 0
    decided = work.complete == 1 and work.has_buried == 1 and work.n_tricks > 0
    for trick in range(work.n_tricks):
        score_trick(work, rules, ladders, trick)
        work.too_ambiguous |= work.ambiguous
        winner = work.winner[trick]
        if winner == UNKNOWN:
            decided = False
        elif (winner + work.dealer) % 2 == 1:
            work.defender_points += work.trick_points[trick]
    if decided:
        finish_deal(work, rules)
    return decided
