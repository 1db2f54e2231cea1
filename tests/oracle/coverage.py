"""Counts what a set of results has covered, and which values of a ruleset a deal depends on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Iterator
from typing import Any

from tests.oracle.cards import Rules
from tests.oracle.deal import Deal, score
from tests.oracle.rulesets import merge

# What must occur under the rulesets and the house rules together.
WANTED = {
    "status": ["scored", "partial"],
    "shape": ["mixed", "single", "pair", "triple", "quad", "tractor", "triple_tractor", "quad_tractor", "throw"],
    "won_by": ["lead", "follow", "ruff", "over_ruff"],
    "verdict": [
        "unjudged",
        "lead",
        "lead_throw",
        "lead_throw_unchecked",
        "lead_forced",
        "lead_mixed",
        "lead_throw_barred",
        "lead_throw_beaten",
        "lead_forced_wrong",
        "lead_forced_needless",
        "follow",
        "follow_short",
        "discard",
        "ruff",
        "over_ruff",
        "under_ruff",
        "revoke",
        "owed_pair",
        "owed_triple",
        "owed_quad",
        "owed_tractor",
        "owed_highest",
        "out_of_turn",
        "kitty_size",
        "bury_points",
        "bury_few_points",
        "no_trump_barred",
        "foul_unknown",
    ],
    "rung": [
        f"{led}: {rung}"
        for led, rungs in (
            ("pair", "pair, none"),
            ("triple", "triple, pair, none"),
            ("quad", "quad, triple, pair, none"),
            ("tractor", "tractor, bomb, shorter tractor, all pairs, pairs, none"),
            (
                "triple tractor",
                "triple tractor, bomb, shorter triple tractor, all triples, triples and pairs, triples, tractor, "
                "shorter tractor, all pairs, pairs, none",
            ),
            (
                "quad tractor",
                "quad tractor, shorter quad tractor, all quads, quads and triples, quads and pairs, "
                "triple tractor, triples and pairs, tractor",
            ),
        )
        for rung in rungs.split(", ")
    ],
    "outcome": [
        *("captured", "not captured", "kept", "subtracted", "takeover", "held", "forced takeover", "wins_game"),
        *("demoted", "level_down", "level_up", "fine", "fine recorded instead", "clamped", "rounded"),
        *("gain capped", "multiplier capped", "no capture by a foul", "no keep by a foul"),
        *("ruled: void", "ruled: void, both lose"),
        *(f"ruled: {by} by {side}" for by in ("lost", "forfeit") for side in ("the dealer side", "the defenders")),
    ],
}
# The keys that act on a deal, with the values that are tried in place of each other.
ACTING: dict[str, list[Any]] = {
    "points.five": [5, 0],
    "points.ten": [10, 0],
    "points.king": [10, 0],
    "points.small_joker": [0, 5, 50],
    "points.big_joker": [0, 5, 100],
    "points.level_card": [0, 10, 30],
    "points.rounding": ["none", "floor_10"],
    "trump.off_level_equal": [True, False],
    "trump.no_trump_possible": [True, False],
    "bury.forbid_points": [False, True],
    "bury.min_points": [0, 40],
    **{f"combos.{name}": [True, False] for name in ("pair", "triple", "quad")},
    **{f"combos.{name}_tractor": [True, False] for name in ("pair", "triple", "quad")},
    "combos.bomb": ["none", "follow_obligation"],
    "combos.quad_as_tractor": [False, True],
    "combos.tractor_min_units": [2, 3],
    "combos.bridge_level_gap": [True, False],
    "combos.join_big_small_joker": [True, False],
    "combos.join_small_joker_level": [True, False],
    "combos.join_level_main_off": [True, False],
    "combos.join_level_off_top": [True, False],
    "combos.join_level_off_perm2": [True, False],
    "combos.join_perm2_main_off": [True, False],
    "combos.join_perm2_top": [True, False],
    "throw.allowed": [True, False],
    "throw.in_trump": [True, False],
    "throw.beaten_if": ["any_other_hand_beats_any_component", "any_other_hand_beats_or_ruffs_any_component"],
    "throw.decomposition": ["largest_first", "declared"],
    "throw.fail_play": [
        *("lowest_beaten_component", "fewest_cards_beaten_component", "lowest_component", "fewest_cards_component"),
    ],
    "throw.fail_points_per_card": [0, 4, 5, 10],
    "throw.fail_points_flat": [0, 3, 20],
    "throw.fail_points_count": ["thrown", "returned", "beaten"],
    "throw.fail_points_cap": [0, 20],
    "follow.break_triple_for_pair": ["must", "may"],
    "follow.break_quad_for_triple": ["must", "may"],
    "follow.break_quad_for_pair": ["must", "may"],
    "follow.sub_tractor": ["free", "must"],
    "follow.trump_fill": ["free", "highest_first"],
    "follow.throw_follow": ["per_component", "pairs_only", "suit_only"],
    "follow.ladders.pair": [[["pair"], []], [[]]],
    "follow.ladders.triple": [[["triple"], ["pair"], []], [[]]],
    "follow.ladders.quad": [[["quad"], ["triple"], ["pair"], []], [[]]],
    "follow.ladders.pair_tractor_2": [
        [["pair_tractor:2"], ["pair", "pair"], ["pair"], []],
        [["pair", "pair"], ["pair"], []],
        [[]],
    ],
    "follow.ladders.triple_tractor_2": [
        [
            *(["triple_tractor:2"], ["triple", "triple"], ["triple", "pair"], ["triple"]),
            *(["pair_tractor:2"], ["pair", "pair"], ["pair"], []),
        ],
        [
            *(["triple_tractor:2"], ["triple", "triple"], ["pair_tractor:2"], ["triple", "pair"]),
            *(["triple"], ["pair", "pair"], ["pair"], []),
        ],
        [[]],
    ],
    "ruff.structure": ["at_least", "exact"],
    "ruff.over_ruff": ["key_component", "highest_card", "all_components"],
    "kitty_capture.enabled": [True, False],
    "kitty_capture.requires_trump": [False, True],
    "kitty_capture.keep_effect": ["none", "subtract_multiplied"],
    "kitty_capture.keep_requires_trump": [False, True],
    "kitty_capture.pattern_of": ["lead_structure", "winning_cards"],
    "kitty_capture.forces_takeover": [False, True],
    "kitty_capture.cap": [0, 1],
    "kitty_capture.multiplier.per_card": [0, 2],
    "kitty_capture.multiplier.throw": ["largest_component", "most_cards_component", "fixed"],
    "kitty_capture.multiplier.throw_min": [0, 3, 6],
    "score.dealer_cap": [0, 3],
    "score.defender_cap": [0, 3, 6],
    "penalty.applied": ["last", "before_kitty"],
}


def coverage(results: Iterable[dict[str, Any]]) -> Counter[str]:
    """How often each shape, verdict, rung and outcome occurs; what never occurs of what is wanted is there with 0."""
    seen = Counter({f"{kind}: {name}": 0 for kind, names in WANTED.items() for name in names})
    for result in results:
        seen[f"status: {result['status']}"] += 1
        seen["verdict: out_of_turn"] += len(result["out_of_turn"])
        for kind, name in (("shape", "shapes"), ("won_by", "won_by"), ("rung", "rungs"), ("outcome", "events")):
            seen.update(f"{kind}: {found}" for found in result[name] if found)
        seen.update(f"verdict: {found}" for name in ("verdicts", "deal_violations") for found in result[name])
    return seen


def acting(deal: Deal, rules: Rules, waiting: Container[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    """Keys and values (`repr`) of ACTING without which, or with which instead of its own, a deal scores otherwise.

    Only those are tried of which something is waited for.
    """
    result = _told(score(deal, rules))
    for key, values in ACTING.items():
        own = value_of(key, rules)
        for value in values:
            pair = [(key, repr(own)), (key, repr(value))]
            wanted = value != own and (pair[0] in waiting or pair[1] in waiting)
            if wanted and _told(score(deal, merge(rules, _nested(key, value)))) != result:
                yield from pair


def value_of(key: str, rules: Rules) -> Any:
    """The value of a dotted key."""
    value: Any = rules
    for part in key.split("."):
        value = value[part]
    return value


def _nested(key: str, value: Any) -> dict[str, Any]:
    for part in reversed(key.split(".")):
        value = {part: value}
    return dict(value)


def _told(result: dict[str, Any]) -> dict[str, Any]:
    """A result without what only this report reads."""
    return {name: told for name, told in result.items() if name not in ("rungs", "events")}
