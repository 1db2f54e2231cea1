"""A ruleset as the kernel reads it: one record of numbers and tables by level and trump.

Suits, positions and joins are those of docs/rules.md 1.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ingest.cards import BIG_JOKER, LITTLE_JOKER, parse_rank
from replay.kernel.batch import Tables
from replay.kernel.layout import NO_TRUMP, POSITIONS, RULES, SEARCH_BOUND, TRUMP, Record
from replay.ruleset import Ruleset
from replay.schema import PAIRS_FOR_TRACTOR

LEVELS = range(2, 15)
OFF_LEVEL, MAIN_LEVEL, LITTLE, BIG = 12, 13, 14, 15


@dataclass(frozen=True)
class Compiled:
    """``rules`` is one RULES record; the tables are int32 indexed by level 0..14 and trump suit 0..4
    (S H C D, no trump): ``suit`` and ``pos`` [15, 5, 54], ``link`` [15, 5, 2, POSITIONS]."""

    rules: Record
    tables: Tables


def card_place(card: int, level: int, trump: int) -> tuple[int, int]:
    """(effective suit, position) of a card at a level 2..14 under a trump suit 0..4."""
    if card == BIG_JOKER:
        return TRUMP, BIG
    if card == LITTLE_JOKER:
        return TRUMP, LITTLE
    suit, rank = divmod(card, 13)
    rank += 2
    if rank == level:
        return TRUMP, MAIN_LEVEL if trump in (suit, NO_TRUMP) else OFF_LEVEL
    place = rank - 2 if rank < level else rank - 3
    return (TRUMP if suit == trump else suit), place


def joins(values: dict[str, Any], level: int, trump: int) -> np.ndarray[Any, np.dtype[np.int32]]:
    """Which positions join the next above: row 0 for plain suits, row 1 for trump."""
    link = np.zeros((2, POSITIONS), np.int32)
    plain = np.ones(11, np.int32)
    below = level - 3  # position of the rank under the level rank
    if not values["combos.bridge_level_gap"] and 0 <= below < 11:
        plain[below] = 0
    link[0, :11] = plain
    link[1, MAIN_LEVEL] = values["combos.join_small_joker_level"]
    link[1, LITTLE] = values["combos.join_big_small_joker"]
    if trump != NO_TRUMP:
        link[1, :11] = plain
        link[1, 11] = values["combos.join_level_off_top"]
        link[1, OFF_LEVEL] = values["combos.join_level_main_off"]
    return link


def _rules(values: dict[str, Any]) -> Record:
    rules = np.zeros(1, RULES).view(np.recarray)[0]
    rules.decks = values["deck.decks"]
    rules.tractor_min = values["combos.tractor_min_units"]
    rules.sub_tractor = values["follow.sub_tractor"] == "must"
    rules.pairs_only = values["follow.ladders.pair_tractor_2"] == PAIRS_FOR_TRACTOR
    rules.throw_barred = not values["throw.allowed"]
    rules.throw_pairs_only = values["follow.throw_follow"] == "pairs_only"
    rules.key_highest_card = values["ruff.over_ruff"] == "highest_card"
    rules.fewest_cards_first = values["throw.fail_play"] == "fewest_cards_beaten_component"
    rules.bound = SEARCH_BOUND
    rules.dealer_cap = values["score.dealer_cap"]
    rules.defender_cap = values["score.defender_cap"]
    _put_capture(rules, values)
    _put_bands(rules, values["score.bands"])
    rules.penalty_first = values["penalty.applied"] == "before_kitty"
    if values["penalty.clamp"]:
        rules.clamped = 1
        rules.clamp_low, rules.clamp_high = values["penalty.clamp"]
    _put_levels(rules, values)
    for suit in range(4):
        for rank, name in ((5, "five"), (10, "ten"), (13, "king")):
            rules.points[13 * suit + rank - 2] = values[f"points.{name}"]
    rules.points[LITTLE_JOKER] = values["points.small_joker"]
    rules.points[BIG_JOKER] = values["points.big_joker"]
    return rules


def _put_capture(rules: Record, values: dict[str, Any]) -> None:
    multiplier = "kitty_capture.multiplier."
    growth = values[multiplier + "pair_tractor"]
    rules.capture = values["kitty_capture.enabled"]
    rules.cap = values["kitty_capture.cap"]
    rules.per_card = values[multiplier + "per_card"]
    rules.single = values[multiplier + "single"]
    rules.pair = values[multiplier + "pair"]
    rules.tractor_base = growth["base"]
    rules.tractor_base_len = growth["base_len"]
    rules.tractor_mul = growth["op"] == "mul"
    rules.tractor_step = growth["step"]
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
    seats = {"same": 0, "next": 1, "partner": 2}
    rules.success_step = seats[values["dealer.on_success"]]
    rules.fail_step = seats[values["dealer.on_fail"]]


def _put_bands(rules: Record, bands: list[dict[str, Any]]) -> None:
    rules.bands = len(bands)
    for at, band in enumerate(bands):
        rules.band_min[at] = band.get("min", 0)
        rules.band_defenders[at] = band["side"] == "defenders"
        rules.band_levels[at] = band["levels"]
        rules.band_ref[at] = band.get("ref", 0)
        rules.band_step[at] = band.get("step", 0)


def _tables(values: dict[str, Any]) -> Compiled:
    suit = np.zeros((15, 5, 54), np.int32)
    pos = np.zeros((15, 5, 54), np.int32)
    link = np.zeros((15, 5, 2, POSITIONS), np.int32)
    for level in LEVELS:
        for trump in range(5):
            places = [card_place(card, level, trump) for card in range(54)]
            suit[level, trump] = [place[0] for place in places]
            pos[level, trump] = [place[1] for place in places]
            link[level, trump] = joins(values, level, trump)
    return Compiled(_rules(values), Tables(suit, pos, link))


_COMPILED: dict[str, Compiled] = {}


def compile_ruleset(ruleset: Ruleset) -> Compiled:
    """The ruleset in the kernel's form; made once for each hash."""
    if ruleset.hash not in _COMPILED:
        _COMPILED[ruleset.hash] = _tables(ruleset.values)
    return _COMPILED[ruleset.hash]
