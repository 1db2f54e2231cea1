"""Levels and matches: what a deal does to both sides, and the ladder of whole matches."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from replay.columns import LADDER
from replay.compiled import compile_ruleset
from replay.engine import tag
from replay.kernel import ladder as kernel
from replay.kernel import match
from replay.ruleset import Ruleset

NOBODY = NOT_KNOWN = -1
NO_TIME = np.iinfo(np.int64).max


class Standing:
    """Where a match stands before a deal: levels 2..14 (-1 not known), games won, and all else that counts.

    A match begins with both sides on the start level, or on ``levels``; ``won``: the levels that each side has won
    a deal on as dealer.
    """

    def __init__(
        self, ruleset: Ruleset, levels: Sequence[int] | None = None, won: Sequence[set[int]] = (set(), set())
    ) -> None:
        self.state = np.zeros(match.STATE_COLUMNS, np.int32)
        match.begin_match(compile_ruleset(ruleset).rules, self.state)
        self.state[match.MEMORY : match.MEMORY + 2] = [sum(1 << level for level in side) for side in won]
        if levels is not None:
            self.levels = levels

    @property
    def levels(self) -> list[int]:
        """The levels of both sides."""
        return self.state[match.STANDS : match.STANDS + 2].tolist()  # type: ignore[no-any-return]

    @levels.setter
    def levels(self, levels: Sequence[int]) -> None:
        self.state[match.STANDS : match.STANDS + 2] = levels

    def at(self, levels: Sequence[int]) -> Standing:
        """The same with other levels."""
        other = object.__new__(Standing)
        other.state = self.state.copy()
        other.levels = levels
        return other

    def game_began(self, seconds: int) -> None:
        """The game that is being played began then, as ``step`` counts the time of a deal."""
        self.state[match.BEGAN] = seconds

    def lose_track(self) -> None:
        """A deal is missing: levels and all but the games are not known."""
        match.lose_track(self.state)


@dataclass(frozen=True, kw_only=True)
class Reached:
    """Where a deal leaves the match, by the names of LADDER: next dealer (None when over, after a void deal, or where
    the board names it), winner side of the game, whether a must-play level stopped the gain; the number of the game and
    how many each side has won now; the side that has won the match, the one that leads if time is up, whether it was
    forfeited; whether the game is won because its time is up."""

    next_dealer: int | None
    over: bool
    winner: int | None
    must_play_stopped: bool
    game: int
    games_0: int
    games_1: int
    match_winner: int | None
    leader: int | None
    forfeited: bool
    by_time: bool


REACHED = tuple(field.name for field in fields(Reached))


@dataclass(frozen=True, kw_only=True)
class Step(Reached):
    """What one deal did: the levels after it, and where it leaves the match."""

    levels: tuple[int, int]

    @property
    def reached(self) -> dict[str, Any]:
        """The same without the levels."""
        return {name: getattr(self, name) for name in REACHED}


def start_level(ruleset: Ruleset) -> int:
    """The level 2..14 both sides start on."""
    return int(compile_ruleset(ruleset).rules.start_level)


def step(
    ruleset: Ruleset,
    standing: Standing,
    *,
    dealer: int,
    gain_side: int | None,
    levels_gained: int,
    takeover: bool,
    wins_game: bool = False,
    demoted_to: int = 0,
    last_winner: int = NOBODY,
    level_down: Sequence[int] = (0, 0),
    level_up: Sequence[int] = (0, 0),
    strikes: Sequence[int] = (),
    began: int | None = None,
) -> Step:
    """Moves ``standing`` on to the next deal by one deal, played on the dealer side's level (docs/rules.md 8).

    ``gain_side``: None of a void deal; ``demoted_to``: the level the dealer side falls to, 0 none; ``last_winner``:
    the seat that won the last trick, -1 not known; ``level_down`` and ``level_up``: by how many levels fouls lower
    and lift each side; ``strikes``: fouls that can forfeit, as ``replay.fouls.Fouls`` counts them in a deal;
    ``began``: when it began, in seconds from any moment, None not known.
    """
    rules, level = compile_ruleset(ruleset).rules, standing.levels[dealer % 2]
    gainer = NOBODY if gain_side is None else gain_side
    outcome = (gainer, levels_gained, takeover, wins_game, demoted_to, last_winner)
    time = NOT_KNOWN if began is None else began
    deal = np.array([0, 0, dealer, level, NOBODY, NOBODY, *outcome, *level_down, *level_up, time], np.int32)
    rung = np.zeros(kernel.RUNG_COLUMNS, np.int32)
    fouls = np.zeros(2 * rules.forfeits, np.int32)
    fouls[: len(strikes)] = strikes
    kernel.step(rules, standing.state, deal, fouls, rung)
    if rung[kernel.OVER]:
        match.begin_game(rules, standing.state)
    told = [None if value == NOBODY else int(value) for value in rung]
    return Step(
        levels=(int(rung[kernel.TO_0]), int(rung[kernel.TO_1])),
        next_dealer=told[kernel.NEXT_DEALER],
        over=bool(rung[kernel.OVER]),
        winner=told[kernel.WINNER],
        must_play_stopped=bool(rung[kernel.STOPPED]),
        game=int(rung[kernel.RUNG_GAME]),
        games_0=int(rung[kernel.GAMES_0]),
        games_1=int(rung[kernel.GAMES_1]),
        match_winner=told[kernel.WINS_MATCH],
        leader=told[kernel.LEADER],
        forfeited=bool(rung[kernel.FORFEITED]),
        by_time=bool(rung[kernel.BY_TIME]),
    )


# What the ladder needs of a scored deal, in the order of the kernel's columns after the match.
DEAL_FIELDS = (
    "deal_no", "dealer", "level", "level_0", "level_1", "gain_side", "levels_gained", "takeover",
    "wins_game", "demoted_to", "last_winner", "level_down_0", "level_down_1", "level_up_0", "level_up_1",
    "strikes", "played_at",
)  # fmt: skip


def _match_numbers(keys: pa.ChunkedArray) -> Sequence[int]:
    codes = pc.dictionary_encode(keys).combine_chunks()
    return codes.indices.to_numpy()  # type: ignore[no-any-return]


def _strikes(column: pa.ChunkedArray, kinds: int) -> np.ndarray[Any, Any]:
    """The fouls of each deal that can forfeit, int32 [n, 2 x kinds]."""
    found = np.zeros((len(column), 2 * kinds), np.int32)
    there = np.flatnonzero(np.asarray(pc.is_valid(column)))
    if len(there) and kinds:
        found[there] = column.drop_null().to_pylist()
    return found


def _began(column: pa.ChunkedArray, matches: Sequence[int]) -> np.ndarray[Any, Any]:
    """When each deal began, in seconds after the first of its match that has a time; -1 not known."""
    seconds = pc.cast(pc.cast(column, pa.timestamp("s", "UTC"), safe=False), pa.int64())
    times = np.asarray(pc.fill_null(seconds, NO_TIME), np.int64)
    first = np.full(len(times) + 1, NO_TIME)
    np.minimum.at(first, matches, times)
    return np.where(times == NO_TIME, NOT_KNOWN, times - first[matches])


def _nullable(values: np.ndarray[Any, Any], kind: pa.DataType) -> pa.Array:
    return pa.array(values, mask=values < 0).cast(kind)


def climb(deals: pa.Table, ruleset: Ruleset) -> pa.Table:
    """The ladder of whole matches: LADDER without ``run_id``, in the order given.

    ``deals`` holds ``deal_id``, ``match_key`` and DEAL_FIELDS of current deals with a result or with strikes, sorted by
    match and number; one without a result has a rung only where a side forfeits in it.
    """
    compiled = compile_ruleset(ruleset)
    *numbers, _, _ = DEAL_FIELDS
    columns = [np.asarray(pc.fill_null(pc.cast(deals[name], pa.int32()), NOBODY)) for name in numbers]
    matches = _match_numbers(deals["match_key"])
    facts = np.column_stack([matches, *columns, _began(deals["played_at"], matches)]).astype(np.int32)
    rungs = np.zeros((len(facts), kernel.RUNG_COLUMNS), np.int32)
    state, strikes = np.zeros(match.STATE_COLUMNS, np.int32), _strikes(deals["strikes"], compiled.rules.forfeits)
    kernel.climb(compiled.rules, state, facts, strikes, rungs)
    kept = rungs[:, kernel.RUNG_GAME] > 0
    if not kept.all():
        deals, rungs = deals.filter(pa.array(kept)), rungs[kept]
    levels = {
        f"level_{when}_{side}": _nullable(rungs[:, column + side], pa.int8())
        for when, column in (("before", kernel.FROM_0), ("after", kernel.TO_0))
        for side in range(2)
    }
    values = {
        "match_key": deals["match_key"],
        "deal_no": deals["deal_no"],
        "dealer": deals["dealer"],
        "next_dealer": _nullable(rungs[:, kernel.NEXT_DEALER], pa.int8()),
        "over": pa.array(rungs[:, kernel.OVER] == 1),
        "winner": _nullable(rungs[:, kernel.WINNER], pa.int8()),
        "chain_broken": pa.array(rungs[:, kernel.BROKEN] == 1),
        "must_play_stopped": pa.array(rungs[:, kernel.STOPPED] == 1),
        "game": pa.array(rungs[:, kernel.RUNG_GAME]),
        "games_0": pa.array(rungs[:, kernel.GAMES_0]),
        "games_1": pa.array(rungs[:, kernel.GAMES_1]),
        "match_winner": _nullable(rungs[:, kernel.WINS_MATCH], pa.int8()),
        "leader": _nullable(rungs[:, kernel.LEADER], pa.int8()),
        "forfeited": pa.array(rungs[:, kernel.FORFEITED] == 1),
        "by_time": pa.array(rungs[:, kernel.BY_TIME] == 1),
    }
    return tag(levels | values, deals["deal_id"], ruleset, LADDER)
