"""Writes house rulesets: built-in values with other supported ones put in by chance."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

OWED_TO_TRACTOR = [["pair_tractor:2"], ["pair", "pair"], ["pair"], []]
# Keys that the engine acts on and the oracle reads, with values to choose from.
CHOICES: dict[str, list[Any]] = {
    "levels.must_play": [[], ["2", "5", "T", "K"], ["5", "J", "A"]],
    "levels.win_mode": ["pass", "exceed", "reach", "none"],
    "levels.win_level": ["A", "K", "7"],
    "levels.stop_at_win_level": [True, False],
    "dealer.on_success": ["partner", "next", "same"],
    "dealer.on_fail": ["next", "partner"],
    "combos.tractor_min_units": [2, 3],
    "combos.bridge_level_gap": [True, False],
    "combos.join_big_small_joker": [True, False],
    "combos.join_small_joker_level": [True, False],
    "combos.join_level_main_off": [True, False],
    "combos.join_level_off_top": [True, False],
    "throw.allowed": [True, True, True, False],
    "throw.fail_play": ["lowest_beaten_component", "fewest_cards_beaten_component"],
    "follow.ladders.pair_tractor_2": [OWED_TO_TRACTOR, OWED_TO_TRACTOR, OWED_TO_TRACTOR[1:]],
    "follow.sub_tractor": ["free", "must"],
    "follow.throw_follow": ["per_component", "pairs_only"],
    "ruff.over_ruff": ["key_component", "highest_card"],
    "kitty_capture.enabled": [True, True, False],
    "kitty_capture.cap": [0, 3, 8],
    "kitty_capture.multiplier.per_card": [0, 0, 2],
    "kitty_capture.multiplier.single": [1, 2],
    "kitty_capture.multiplier.pair": [2, 4, 9],
    "kitty_capture.multiplier.pair_tractor": [
        {"base": 6, "base_len": 2, "op": "add", "step": 2},
        {"base": 8, "base_len": 2, "op": "mul", "step": 2},
        {"base": 3, "base_len": 1, "op": "add", "step": 1},
    ],
    "kitty_capture.multiplier.throw": ["largest_component", "most_cards_component", "fixed"],
    "kitty_capture.multiplier.throw_min": [0, 3, 5],
    "score.dealer_cap": [0, 2],
    "score.defender_cap": [0, 1],
    "penalty.applied": ["last", "before_kitty"],
    "penalty.clamp": [[], [0, 200], [-40, 120]],
}
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


def drawn(path: Path, rng: random.Random) -> str:
    """A ruleset with a value drawn for every key of CHOICES."""
    return write(path, {key: rng.choice(choices) for key, choices in CHOICES.items()})
