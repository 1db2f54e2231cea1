"""One deal: its tricks, the capture, the points and the levels gained (docs/rules.md 7)."""

from __future__ import annotations

from replay.kernel.jit import jit
from replay.kernel.layout import UNKNOWN, Record
from replay.kernel.trick import score_trick


@jit
def component_value(rules: Record, units: int) -> int:
    """The multiplier of a single (0), a pair (1) or a tractor of n pairs."""
    if units == 0:
        return rules.single
    if units == 1:
        return rules.pair
    value = rules.tractor_base
    for _ in range(units - rules.tractor_base_len):
        value = value * rules.tractor_step if rules.tractor_mul == 1 else value + rules.tractor_step
    return value


@jit
def throw_value(work: Record, rules: Record) -> int:
    """The multiplier of the throw in ``work``, by ``kitty_capture.multiplier.throw``."""
    if rules.throw_mode == 2:
        return rules.throw_min
    if rules.throw_mode == 1:
        units = work.tractor_len[0] if work.n_tractors > 0 else min(work.n_pairs, 1)
        return max(component_value(rules, units), rules.throw_min)
    value = rules.single if work.n_singles > 0 else 0
    if work.n_pairs > 0:
        value = max(value, rules.pair)
    for i in range(work.n_tractors):
        value = max(value, component_value(rules, work.tractor_len[i]))
    return max(value, rules.throw_min)


@jit
def multiplier_of(work: Record, rules: Record) -> int:
    """The kitty multiplier of the lead that stands in ``work``."""
    if rules.per_card > 0:
        value = rules.per_card * work.lead_size
    elif work.n_tractors + work.n_pairs + work.n_singles > 1:
        value = throw_value(work, rules)
    elif work.n_tractors == 1:
        value = component_value(rules, work.tractor_len[0])
    else:
        value = component_value(rules, work.n_pairs)
    return min(value, rules.cap) if rules.cap > 0 else value


@jit
def apply_bands(work: Record, rules: Record) -> None:
    """Turns the defenders' points in ``work.total`` into a takeover and levels gained."""
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
    work.gain_side = (work.dealer + work.takeover) % 2


@jit
def add_up(work: Record, rules: Record) -> None:
    """The defenders' points X from tricks, penalties and capture in the ruleset's order.

    ``work.penalty`` becomes what the penalties really changed: less where the
    ruleset limits the sum before the kitty.
    """
    if rules.penalty_first == 1 and rules.clamped == 1:
        points = min(max(work.defender_points + work.penalty, rules.clamp_low), rules.clamp_high)
        work.penalty = points - work.defender_points
    work.total = work.defender_points + work.penalty + work.capture_points


@jit
def finish_deal(work: Record, rules: Record) -> None:
    """Capture, total and levels of a complete deal whose every trick has a winner."""
    work.last_winner = work.winner[work.n_tricks - 1]
    work.multiplier = multiplier_of(work, rules)
    defended = (work.last_winner + work.dealer) % 2
    work.captured = 1 if defended == 1 and rules.capture == 1 else 0
    work.capture_points = work.kitty_points * work.multiplier if work.captured == 1 else 0
    add_up(work, rules)
    apply_bands(work, rules)


@jit
def score_deal(work: Record, rules: Record) -> bool:
    """Scores the deal filled into ``work``; True if it has a result, False if only its tricks are scored."""
    work.play_at = 0
    work.card_at = 0
    work.defender_points = 0
    work.too_ambiguous = 0
    decided = work.complete == 1 and work.has_buried == 1 and work.n_tricks > 0
    for trick in range(work.n_tricks):
        score_trick(work, rules, trick)
        work.too_ambiguous |= work.ambiguous
        winner = work.winner[trick]
        if winner == UNKNOWN:
            decided = False
        elif (winner + work.dealer) % 2 == 1:
            work.defender_points += work.trick_points[trick]
    if decided:
        finish_deal(work, rules)
    return decided
