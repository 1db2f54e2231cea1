"""Levels and matches: what a deal does to both sides, and the ladder of whole matches."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from replay.columns import LADDER
from replay.compiled import compile_ruleset
from replay.engine import tag
from replay.kernel import ladder as kernel
from replay.ruleset import Ruleset


@dataclass
class Standing:
    """Where both sides stand in a match: levels 2..14, and the levels each has won a deal on as dealer."""

    levels: list[int]
    won: list[set[int]] = field(default_factory=lambda: [set(), set()])


@dataclass(frozen=True)
class Step:
    """What one deal did: levels after, next dealer (None when over, or where the board names it), winner side,
    whether a must-play level stopped the gain."""

    levels: tuple[int, int]
    next_dealer: int | None
    over: bool
    winner: int | None
    must_play_stopped: bool


def start_level(ruleset: Ruleset) -> int:
    """The level 2..14 both sides start on."""
    return int(compile_ruleset(ruleset).rules.start_level)


def step(
    ruleset: Ruleset,
    standing: Standing,
    *,
    dealer: int,
    gain_side: int,
    levels_gained: int,
    takeover: bool,
    wins_game: bool = False,
    demoted_to: int = 0,
    last_winner: int = -1,
    level_down: Sequence[int] = (0, 0),
    level_up: Sequence[int] = (0, 0),
) -> Step:
    """Moves ``standing`` on by one deal, played on the dealer side's level (docs/rules.md 8).

    ``demoted_to``: the level the dealer side falls to, 0 none; ``last_winner``: the seat that won the last
    trick, -1 not known; ``level_down`` and ``level_up``: by how many levels fouls lower and lift each side.
    """
    state = np.array([*standing.levels, *(sum(1 << level for level in won) for won in standing.won)], np.int32)
    level = standing.levels[dealer % 2]
    outcome = (gain_side, levels_gained, takeover, wins_game, demoted_to, last_winner)
    deal = np.array([0, 0, dealer, level, -1, -1, *outcome, *level_down, *level_up], np.int32)
    rung = np.zeros(kernel.RUNG_COLUMNS, np.int32)
    kernel.step(compile_ruleset(ruleset).rules, state, deal, rung)
    standing.levels = [int(state[0]), int(state[1])]
    standing.won = [{level for level in range(2, 15) if state[kernel.MEMORY + side] >> level & 1} for side in range(2)]
    over = bool(rung[kernel.OVER])
    return Step(
        levels=(int(state[0]), int(state[1])),
        next_dealer=None if rung[kernel.NEXT_DEALER] < 0 else int(rung[kernel.NEXT_DEALER]),
        over=over,
        winner=int(rung[kernel.WINNER]) if over else None,
        must_play_stopped=bool(rung[kernel.STOPPED]),
    )


# What the ladder needs of a scored deal, in the order of the kernel's columns after the match.
DEAL_FIELDS = (
    "deal_no", "dealer", "level", "level_0", "level_1", "gain_side", "levels_gained", "takeover",
    "wins_game", "demoted_to", "last_winner", "level_down_0", "level_down_1", "level_up_0", "level_up_1",
)  # fmt: skip


def _match_numbers(keys: pa.ChunkedArray) -> Sequence[int]:
    codes = pc.dictionary_encode(keys).combine_chunks()
    return codes.indices.to_numpy()  # type: ignore[no-any-return]


def _nullable(values: np.ndarray[Any, Any], missing: np.ndarray[Any, Any], kind: pa.DataType) -> pa.Array:
    return pa.array(values, mask=missing).cast(kind)


def climb(deals: pa.Table, ruleset: Ruleset) -> pa.Table:
    """The ladder of whole matches: LADDER without ``run_id``, in the order given.

    ``deals`` holds ``deal_id``, ``match_key`` and DEAL_FIELDS of scored current
    deals, sorted by match and number.
    """
    columns = [np.asarray(pc.fill_null(pc.cast(deals[name], pa.int32()), -1)) for name in DEAL_FIELDS]
    facts = np.column_stack([_match_numbers(deals["match_key"]), *columns]).astype(np.int32)
    rungs = np.zeros((len(facts), kernel.RUNG_COLUMNS), np.int32)
    kernel.climb(compile_ruleset(ruleset).rules, facts, rungs)
    over = rungs[:, kernel.OVER] == 1
    levels = {
        f"level_{when}_{side}": _nullable(rungs[:, column + side], rungs[:, column + side] < 0, pa.int8())
        for when, column in (("before", kernel.FROM_0), ("after", kernel.TO_0))
        for side in range(2)
    }
    values = {
        "match_key": deals["match_key"],
        "deal_no": deals["deal_no"],
        "dealer": deals["dealer"],
        "next_dealer": _nullable(rungs[:, kernel.NEXT_DEALER], rungs[:, kernel.NEXT_DEALER] < 0, pa.int8()),
        "over": pa.array(over),
        "winner": _nullable(rungs[:, kernel.WINNER], ~over, pa.int8()),
        "chain_broken": pa.array(rungs[:, kernel.BROKEN] == 1),
        "must_play_stopped": pa.array(rungs[:, kernel.STOPPED] == 1),
    }
    return tag(levels | values, deals["deal_id"], ruleset, LADDER)
