"""A ruleset as the kernel reads it: one record of numbers and tables by level and trump.

Suits, positions and joins are those of docs/rules.md 1.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ingest.cards import parse_rank
from replay.declared import RecordJudge
from replay.exchanges import ExchangeJudge
from replay.fouls import forfeiting
from replay.kernel.batch import Tables
from replay.kernel.layout import (
    LAST_WINNER_DEALS,
    NOBODY_DEALS,
    POSITIONS,
    RULES,
    SEARCH_BOUND,
    Record,
)
from replay.ladders import ladders
from replay.places import joins, places
from replay.ruleset import Ruleset
from replay.schema import KEYS, NOTHING
from replay.worth import card_points

LEVELS = range(2, 15)
UNITS = ("pair", "triple", "quad")  # by width from 2


@dataclass(frozen=True)
class Compiled:
    """``rules`` is one RULES record; the tables are int32 indexed by level 0..14 and trump suit 0..4
    (S H C D, no trump): ``suit`` and ``pos`` [15, 5, 54], ``link`` [15, 5, 2, POSITIONS], ``order`` [15, 5, 54]
    and ``order_at`` [15, 5, 6], ``points`` [15, 54]."""

    rules: Record
    tables: Tables
    values: dict[str, Any]  # of the ruleset, by dotted key
    bids: RecordJudge
    exchanges: ExchangeJudge


def _rules(values: dict[str, Any]) -> Record:
    rules = np.zeros(1, RULES).view(np.recarray)[0]
    rules.widest = 1 + sum(values[f"combos.{unit}"] for unit in UNITS)
    for width, unit in enumerate(UNITS, 2):
        rules.tractor[width] = values[f"combos.{unit}_tractor"]
    rules.quad_tractor = values["combos.quad_as_tractor"]
    rules.tractor_min = values["combos.tractor_min_units"]
    rules.bound = SEARCH_BOUND
    _put_throws(rules, values)
    _put_play(rules, values)
    _put_capture(rules, values)
    _put_bands(rules, values)
    _put_levels(rules, values)
    _put_match(rules, values)
    return rules


def _put_throws(rules: Record, values: dict[str, Any]) -> None:
    rules.throw_barred = not values["throw.allowed"]
    rules.trump_throw_barred = not values["throw.in_trump"]
    rules.declared = values["throw.decomposition"] == "declared"
    rules.ruffs_beat = "ruffs" in values["throw.beaten_if"]
    rules.fewest_cards_first = values["throw.fail_play"].startswith("fewest")
    rules.force_any = "beaten" not in values["throw.fail_play"]
    rules.fine_flat = values["throw.fail_points_flat"]
    rules.fine_per_card = values["throw.fail_points_per_card"]
    rules.fine_count = ("thrown", "returned", "beaten").index(values["throw.fail_points_count"])
    rules.fine_cap = values["throw.fail_points_cap"]


def _put_play(rules: Record, values: dict[str, Any]) -> None:
    rules.whole_triple = values["follow.break_triple_for_pair"] == "may"
    rules.whole_quad_triple = values["follow.break_quad_for_triple"] == "may"
    rules.whole_quad_pair = values["follow.break_quad_for_pair"] == "may"
    rules.whole = rules.whole_triple or rules.whole_quad_triple or rules.whole_quad_pair
    rules.throw_owes = ("per_component", "pairs_only", "suit_only").index(values["follow.throw_follow"])
    rules.pairs_owed = values["follow.ladders.pair"] != NOTHING
    rules.fill_high = values["follow.trump_fill"] == "highest_first"
    rules.exact = values["ruff.structure"] == "exact"
    rules.decides = ("key_component", "highest_card", "all_components").index(values["ruff.over_ruff"])


def _put_capture(rules: Record, values: dict[str, Any]) -> None:
    multiplier = "kitty_capture.multiplier."
    rules.capture = values["kitty_capture.enabled"]
    rules.capture_trump = values["kitty_capture.requires_trump"]
    rules.keep_subtracts = values["kitty_capture.keep_effect"] == "subtract_multiplied"
    rules.keep_trump = values["kitty_capture.keep_requires_trump"]
    rules.forces_takeover = values["kitty_capture.forces_takeover"]
    rules.winning_cards = values["kitty_capture.pattern_of"] == "winning_cards"
    rules.cap = values["kitty_capture.cap"]
    rules.per_card = values[multiplier + "per_card"]
    for width, unit in enumerate(("single", *UNITS), 1):
        rules.unit_value[width] = values[multiplier + unit]
    for width, unit in enumerate(UNITS, 2):
        growth = values[f"{multiplier}{unit}_tractor"]
        rules.growth_base[width] = growth["base"]
        rules.growth_len[width] = growth["base_len"]
        rules.growth_mul[width] = growth["op"] == "mul"
        rules.growth_step[width] = growth["step"]
    modes = ("largest_component", "most_cards_component", "fixed")
    rules.throw_mode = modes.index(values[multiplier + "throw"])
    rules.throw_min = values[multiplier + "throw_min"]


def _put_levels(rules: Record, values: dict[str, Any]) -> None:
    sequence = [parse_rank(rank) for rank in values["levels.sequence"]]
    rules.levels = len(sequence)
    rules.sequence[: len(sequence)] = sequence
    for rank in values["levels.must_play"]:
        rules.must_play[parse_rank(rank)] = 1
    rules.start_level = parse_rank(values["levels.start"])
    rules.win_level = parse_rank(values["levels.win_level"])
    rules.win_mode = ("pass", "exceed", "reach", "none").index(values["levels.win_mode"])
    rules.stop_at_win = values["levels.stop_at_win_level"]
    rules.wrap = values["levels.wrap"]
    rules.demotions = len(values["levels.demotions"])
    for at, entry in enumerate(values["levels.demotions"]):
        rules.demoted_level[at] = parse_rank(entry["level"])
        rules.demoting_rank[at] = parse_rank(entry["capture_rank"])
        rules.demoting_pattern[at] = ("any", "single", "pair").index(entry["pattern"])
        rules.demoted_to[at] = rules.start_level if entry["to"] == "start" else parse_rank(entry["to"])
    seats = {"same": 0, "next": 1, "partner": 2, "last_trick_winner": LAST_WINNER_DEALS, "fixed_by_board": NOBODY_DEALS}
    rules.success_step = seats[values["dealer.on_success"]]
    rules.fail_step = seats[values["dealer.on_fail"]]


def _put_match(rules: Record, values: dict[str, Any]) -> None:
    rules.best_of = values["match.best_of"]
    if values["match.time_limit_of"] == "game":
        rules.game_seconds = 60 * values["match.time_limit_min"]
    words = KEYS["match.timeout_order"].values
    for at, word in enumerate(values["match.timeout_order"]):
        rules.timeout_order[at] = 1 + words.index(word)
    kinds = forfeiting(values["penalty.list"])
    rules.forfeits = len(kinds)
    for at, kind in enumerate(kinds):
        rules.forfeit_at[at] = kind.get("forfeit_at", 0)


def _put_bands(rules: Record, values: dict[str, Any]) -> None:
    rules.penalty_first = values["penalty.applied"] == "before_kitty"
    if values["penalty.clamp"]:
        rules.clamped = 1
        rules.clamp_low, rules.clamp_high = values["penalty.clamp"]
    rules.floor_ten = values["points.rounding"] == "floor_10"
    rules.dealer_cap = values["score.dealer_cap"]
    rules.defender_cap = values["score.defender_cap"]
    rules.bands = len(values["score.bands"])
    for at, band in enumerate(values["score.bands"]):
        rules.band_min[at] = band.get("min", 0)
        rules.band_defenders[at] = band["side"] == "defenders"
        rules.band_levels[at] = band["levels"]
        rules.band_ref[at] = band.get("ref", 0)
        rules.band_step[at] = band.get("step", 0)
        rules.band_wins[at] = band.get("win_game", False)


def _tables(values: dict[str, Any]) -> Compiled:
    suit = np.zeros((15, 5, 54), np.int32)
    pos = np.zeros((15, 5, 54), np.int32)
    link = np.zeros((15, 5, 2, POSITIONS), np.int32)
    order = np.zeros((15, 5, 54), np.int32)
    order_at = np.zeros((15, 5, 6), np.int32)
    points = np.zeros((15, 54), np.int32)
    for level in LEVELS:
        points[level] = [card_points(values, card, level) for card in range(54)]
        for trump in range(5):
            here = places(values, level, trump)
            suit[level, trump], pos[level, trump] = zip(*map(here.of, range(54)), strict=True)
            link[level, trump] = joins(values, here)
            order[level, trump] = np.lexsort((-np.arange(54), -pos[level, trump], suit[level, trump]))
            order_at[level, trump, 1:] = np.cumsum(np.bincount(suit[level, trump], minlength=5))
    tables = Tables(suit, pos, link, points, order, order_at, *ladders(values))
    return Compiled(_rules(values), tables, values, RecordJudge(values), ExchangeJudge(values))


_COMPILED: dict[str, Compiled] = {}


def compile_ruleset(ruleset: Ruleset) -> Compiled:
    """The ruleset in the kernel's form; made once for each hash."""
    if ruleset.hash not in _COMPILED:
        _COMPILED[ruleset.hash] = _tables(ruleset.values)
    return _COMPILED[ruleset.hash]
