"""Writes house rulesets: built-in values with other supported ones put in by chance."""

from __future__ import annotations

import json
import random
from itertools import permutations
from pathlib import Path
from typing import Any

from replay.schema import KEYS, NOTHING

BANDS: list[dict[str, Any]] = [
    {"max": 0, "side": "dealer", "levels": 3},
    {"min": 5, "max": 35, "side": "dealer", "levels": 2},
    {"min": 40, "max": 75, "side": "dealer", "levels": 1},
    {"min": 80, "max": 115, "side": "defenders", "levels": 0},
    {"min": 120, "side": "defenders", "levels": 1, "ref": 120, "step": 40},
]
GROWTHS = [
    {"base": 6, "base_len": 2, "op": "add", "step": 2},
    {"base": 8, "base_len": 2, "op": "mul", "step": 2},
    {"base": 3, "base_len": 1, "op": "add", "step": 1},
]
# Keys that the engine acts on and the oracle reads, with values to choose from. Those of packs, combinations
# and the order of trump hang together: they are drawn by the functions below.
CHOICES: dict[str, list[Any]] = {
    "points.big_joker": [0, 0, 100],
    "points.level_card": [0, 0, 30],
    "points.rounding": ["none", "floor_10"],
    "levels.must_play": [[], ["2", "5", "T", "K"], ["5", "J", "A"]],
    "levels.win_mode": ["pass", "exceed", "reach", "none"],
    "levels.win_level": ["A", "K", "7"],
    "levels.stop_at_win_level": [True, False],
    "levels.wrap": [True, False],
    "levels.demotions": [
        [],
        [{"level": "J", "capture_rank": "J", "pattern": "any", "to": "start"}],
        [
            {"level": rank, "capture_rank": card, "pattern": pattern, "to": to}
            for rank, card, pattern, to in (
                ("5", "9", "single", "2"),
                ("5", "9", "pair", "start"),
                ("A", "A", "any", "9"),
            )
        ],
    ],
    "trump.off_level_equal": [True, True, False],
    "trump.no_trump_possible": [True, True, False],
    "dealer.on_success": ["partner", "next", "same", "last_trick_winner", "fixed_by_board"],
    "dealer.on_fail": ["next", "partner", "last_trick_winner", "fixed_by_board"],
    "bury.forbid_points": [False, False, True],
    "bury.min_points": [0, 0, 20],
    "combos.tractor_min_units": [2, 2, 3],
    "combos.bridge_level_gap": [True, False],
    "combos.join_big_small_joker": [True, False],
    "combos.join_small_joker_level": [True, False],
    "combos.join_level_main_off": [True, False],
    "combos.join_level_off_top": [True, False],
    "combos.join_level_off_perm2": [True, False],
    "combos.join_perm2_main_off": [True, False],
    "combos.join_perm2_top": [True, False],
    "throw.allowed": [True, True, True, False],
    "throw.in_trump": [True, True, True, False],
    "throw.beaten_if": list(KEYS["throw.beaten_if"].values),
    "throw.decomposition": ["largest_first", "declared"],
    "throw.fail_play": list(KEYS["throw.fail_play"].values),
    "throw.fail_points_per_card": [0, 10],
    "throw.fail_points_flat": [0, 20],
    "throw.fail_points_count": list(KEYS["throw.fail_points_count"].values),
    "throw.fail_points_cap": [0, 30],
    "follow.break_triple_for_pair": ["must", "may"],
    "follow.break_quad_for_triple": ["must", "may"],
    "follow.break_quad_for_pair": ["must", "may"],
    "follow.sub_tractor": ["free", "must"],
    "follow.trump_fill": ["free", "highest_first"],
    "follow.throw_follow": ["per_component", "per_component", "pairs_only", "suit_only"],
    **{
        f"follow.ladders.{name}": [*KEYS[f"follow.ladders.{name}"].values[:-1]] * 3 + [NOTHING]
        for name in ("pair", "triple", "quad", "pair_tractor_2", "triple_tractor_2")
    },
    "ruff.structure": ["at_least", "at_least", "exact"],
    "ruff.over_ruff": list(KEYS["ruff.over_ruff"].values),
    "kitty_capture.enabled": [True, True, False],
    "kitty_capture.requires_trump": [False, True],
    "kitty_capture.keep_effect": ["none", "subtract_multiplied"],
    "kitty_capture.keep_requires_trump": [False, True],
    "kitty_capture.pattern_of": ["lead_structure", "winning_cards"],
    "kitty_capture.forces_takeover": [False, True],
    "kitty_capture.cap": [0, 3, 8],
    "kitty_capture.multiplier.per_card": [0, 0, 2],
    "kitty_capture.multiplier.single": [1, 2],
    "kitty_capture.multiplier.pair": [2, 4, 9],
    "kitty_capture.multiplier.triple": [0, 8],
    "kitty_capture.multiplier.quad": [0, 16],
    "kitty_capture.multiplier.pair_tractor": GROWTHS,
    "kitty_capture.multiplier.triple_tractor": GROWTHS,
    "kitty_capture.multiplier.quad_tractor": GROWTHS,
    "kitty_capture.multiplier.throw": ["largest_component", "most_cards_component", "fixed"],
    "kitty_capture.multiplier.throw_min": [0, 3, 5],
    "score.dealer_cap": [0, 2],
    "score.defender_cap": [0, 1],
    "score.bands": [
        BANDS,
        [{"max": 75, "side": "dealer", "levels": 0, "win_game": True}, *BANDS[3:-1], {**BANDS[-1], "win_game": True}],
    ],
    "penalty.applied": ["last", "before_kitty"],
    "penalty.clamp": [[], [0, 200], [-40, 120]],
    "penalty.list": [
        [],
        [
            {"offence": "foul", "kind": "opp_level_up", "amount": 2},
            {"offence": "wrong_card", "kind": "points_per_card", "amount": 10},
            {"offence": "misreport", "kind": "points", "amount": 10},
            {"offence": "wrong_follow", "kind": "own_level_down", "amount": 1},
        ],
        [
            {"offence": "foul", "kind": "loses_deal", "amount": 2, "forfeit_at": 4},
            {"offence": "miscount", "kind": "points_per_card_no_keep_or_capture", "amount": 5},
            {"offence": "mixed_up", "kind": "void_deal"},
            {"offence": "gives_up", "kind": "forfeit"},
            {"offence": "late", "kind": "points", "amount": 5, "forfeit_at": 2},
            {"offence": "cheating", "kind": "opp_level_up", "amount": 1, "forfeit_at": 3},
        ],
    ],
    "match.best_of": [0, 1, 3, 5],
    "match.time_limit_min": [60],
    "match.time_limit_of": ["match", "match", "game"],
    "match.timeout_order": [
        [],
        *map(list, permutations(("games", "level", "dealer_side", "last_deal_winner"), 2)),
        ["first_there", "level", "last_deal_winner"],
    ],
}
# Packs: hand and kitty.
PACKS = {1: (12, 6), 2: (25, 8), 3: (39, 6), 4: (51, 12)}
JOKERS = ["big_joker", "small_joker"]
# Orders of trump: the usual one, with permanent 2s, and two that no text has.
ORDERS = [
    [*JOKERS, "level_main", "level_off", "suit"],
    [*JOKERS, "level_main", "level_off", "perm2_main", "perm2_off", "suit"],
    ["level", *JOKERS, "rank:5", "rank:3", "rank:2", "suit"],
    ["big_joker", "level_main", "level_off", "small_joker", "perm2_main", "suit", "perm2_off"],
]
HEADER = """schema_version = 1
extends = "_base"
status = "complete"
title_zh = "自家规则"
title_en = "House rules"
"""


def write(path: Path, values: dict[str, Any], header: str = HEADER, sources: bool = True) -> str:
    """Writes a ruleset of dotted keys, each with a source; its path as text, for ``load``."""
    lines = [f"{key} = {toml(value)}" for key, value in values.items()]
    if sources:
        lines += ["[source]", *(f'"{key}" = "decided: house"' for key in values)]
    path.write_text("\n".join([header, *lines]), encoding="utf-8")
    return str(path)


def toml(value: Any) -> str:
    """A value as TOML."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{name} = {toml(item)}" for name, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(toml, value)) + "]"
    return json.dumps(value, ensure_ascii=False)


def combinations(rng: random.Random, decks: int) -> dict[str, Any]:
    """Which units and tractors there are with so many packs."""
    widths = rng.choice([min(1, decks - 1), decks - 1, decks - 1, 0 if decks < 3 else 1])
    units = dict(zip(("pair", "triple", "quad"), (width <= widths for width in (1, 2, 3)), strict=True))
    values: dict[str, Any] = {f"combos.{name}": there for name, there in units.items()}
    values |= {f"combos.{name}_tractor": there and rng.random() < 0.8 for name, there in units.items()}
    values["combos.quad_as_tractor"] = decks == 4 and values["combos.pair_tractor"] and rng.random() < 0.4
    values["combos.bomb"] = "follow_obligation" if units["quad"] and rng.random() < 0.4 else "none"
    return values


def drawn(path: Path, rng: random.Random) -> str:
    """A ruleset with a value drawn for every key of CHOICES, packs, combinations and an order of trump."""
    decks = rng.choice([1, 2, 2, 2, 3, 3, 4, 4])
    hand, kitty = PACKS[decks]
    order = rng.choice([ORDERS[0], *ORDERS])
    packs = {"deck.decks": decks, "deck.hand_size": hand, "deck.kitty_size": kitty, "deck.kitty_size_allowed": [kitty]}
    trump = {"trump.order": order}
    values = packs | trump | combinations(rng, decks) | {key: rng.choice(choices) for key, choices in CHOICES.items()}
    if "games" in values["match.timeout_order"]:
        values["match.time_limit_of"] = "match"
    if values["bury.forbid_points"]:
        values["bury.min_points"] = 0
    if values["follow.break_triple_for_pair"] == "may":
        values["follow.break_quad_for_pair"] = "may"
    for width in ("pair", "triple", "quad"):
        if values["combos.tractor_min_units"] < values[f"kitty_capture.multiplier.{width}_tractor"]["base_len"]:
            values["combos.tractor_min_units"] = 2
    return write(path, values)
