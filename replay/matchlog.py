"""The matches of a log or of a lake under a ruleset: the ladder of each, and what its records say otherwise."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from itertools import groupby
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from replay import engine
from replay.bidding import bids_move_dealer
from replay.ending import End, end_of
from replay.fouls import Ruling, fouls_of
from replay.levels import DEAL_FIELDS, REACHED, climb
from replay.ruleset import Ruleset
from replay.rungs import Rung

Row = dict[str, Any]
# What a log may record of a deal's place in its match, and what it is held against.
RECORDED = ("total", "takeover", "levels_gained", "level_after_0", "level_after_1", "next_dealer", "winner")
PLAYERS = tuple(f"player_{seat}" for seat in range(4))
OF_DEAL = (
    "deal_id", "match_key", "match_name", "source", "line", "deal_no", "dealer", "level", "trump", "level_0", "level_1",
    "played_at", *PLAYERS, *(f"rec_{name}" for name in RECORDED),
)  # fmt: skip
OF_SCORE = ("status", "total", "ruled", "derived_dealer", *(name for name in DEAL_FIELDS if name not in OF_DEAL))
NEEDED = tuple(dict.fromkeys((*engine.NEEDED, *OF_DEAL)))


@dataclass(frozen=True)
class Otherwise:
    """A value of a record that the rules do not come to; ``name`` as in RECORDED, or ``level``, ``dealer``, and
    ``before_0`` and ``before_1``, the levels before the deal. ``right``: None for nobody."""

    name: str
    recorded: Any
    right: Any


@dataclass
class Place:
    """A deal of a match: its rung, None where it has no result, ``status`` says why; and what it records otherwise.

    ``times``: how often it is recorded; the record read last counts, as in a lake.
    """

    deal: int
    line: int
    status: str
    rung: Rung | None
    otherwise: list[Otherwise]
    times: int = 1


@dataclass
class Match:
    """A match of a log; ``players``: the ids in seats 0..3 in its first deal."""

    name: str
    source: str
    players: list[str | None]
    places: list[Place] = field(default_factory=list)
    end: End | None = None

    @property
    def rungs(self) -> list[Rung]:
        """The ladder: the deals with a result, or a forfeit."""
        return [place.rung for place in self.places if place.rung]


def matches(batches: Iterable[pa.RecordBatch], ruleset: Ruleset, only: str = "") -> Iterator[Match]:
    """The matches of deals (``ingest.columns.DEALS``, at least NEEDED) in the order in which they begin.

    ``only``: the name of the matches to take; empty: all.
    """
    scored, rulings = _scored(batches, ruleset, only)
    if not len(scored):
        return
    keys = {"match_key": pa.binary(), "deal_id": pa.binary()}
    begins = pc.dictionary_encode(scored["match_key"]).combine_chunks().indices
    scored = scored.append_column("begins", begins).sort_by([(name, "ascending") for name in ("begins", "deal_no")])
    scored = _once(scored)
    taken = scored.filter(pc.or_(pc.is_valid(scored["takeover"]), pc.is_valid(scored["strikes"])))
    columns = {name: taken[name].cast(keys.get(name, taken[name].type)) for name in (*keys, *DEAL_FIELDS)}
    ladder = {rung["deal_id"]: rung for rung in climb(pa.table(columns), ruleset).to_pylist()}
    for _, deals in groupby(scored.to_pylist(), lambda deal: deal["begins"]):
        yield _match(list(deals), ladder, rulings, ruleset)


def _once(scored: pa.Table) -> pa.Table:
    """Each deal once, of sorted ones, as it was read last; ``times``: how often it was there."""
    begins, numbers = scored["begins"].to_numpy(), scored["deal_no"].to_numpy()
    last = np.append((begins[1:] != begins[:-1]) | (numbers[1:] != numbers[:-1]), True)
    at = np.flatnonzero(last)
    return scored.take(pa.array(at)).append_column("times", pa.array(np.diff(at, prepend=-1)))


def _scored(batches: Iterable[pa.RecordBatch], ruleset: Ruleset, only: str) -> tuple[pa.Table, dict[bytes, Ruling]]:
    """The deals with what the ladder needs of their scores, and what fouls decide, by deal."""
    tables: list[pa.Table] = []
    rulings: dict[bytes, Ruling] = {}
    for given in batches:
        batch = given.filter(pc.equal(given["match_name"], only)) if only else given
        scores = engine.score(batch, ruleset).scores
        columns = {name: batch[name] for name in OF_DEAL} | {name: scores[name] for name in OF_SCORE}
        tables.append(pa.table(columns))
        if pc.any(scores["ruled"]).as_py():
            dealers = np.asarray(pc.fill_null(batch["dealer"], 0), np.int32)
            fouls = fouls_of(batch["penalties"], dealers, ruleset.values["penalty.list"])
            rulings |= {batch["deal_id"][at].as_py(): ruling for at, ruling in fouls.rulings.items()}
    return pa.concat_tables(tables) if tables else pa.table({}), rulings


def _match(deals: list[Row], ladder: dict[bytes, Row], rulings: dict[bytes, Ruling], ruleset: Ruleset) -> Match:
    """One match from its deals by number."""
    first, last = deals[0], deals[-1]
    told = Match(first["match_name"], first["source"], [first[name] for name in PLAYERS])
    by_board = ruleset.values["dealer.first"] == "fixed_by_board"
    before: Row | None = None
    number = 0
    for deal in deals:
        rung = ladder.get(deal["deal_id"])
        before = before if deal["deal_no"] == number + 1 else None
        otherwise = [] if by_board else list(_before(deal, before, rung, ruleset))
        otherwise += _after(deal, rung) if rung else ()
        step = _rung(deal, rung, rulings.get(deal["deal_id"]) if deal["ruled"] else None) if rung else None
        told.places.append(Place(deal["deal_no"], deal["line"], deal["status"], step, otherwise, deal["times"]))
        before, number = rung, deal["deal_no"]
    if told.rungs:
        reached = told.rungs[-1]
        minutes = _minutes(first["played_at"], last["played_at"])
        told.end = end_of(ruleset, reached.match_winner, reached.leader, minutes)
    return told


def _before(deal: Row, before: Row | None, rung: Row | None, ruleset: Ruleset) -> Iterator[Otherwise]:
    """What a record says otherwise of where the match stood; ``before``: the rung of the deal before, if known.

    A game may begin on other levels than the start level.
    """
    stood = [None, None] if before is None or before["over"] else [before[f"level_after_{side}"] for side in (0, 1)]
    for side, right in enumerate(stood):
        recorded = deal[f"level_{side}"]
        if None not in (right, recorded) and right != recorded:
            yield Otherwise(f"before_{side}", recorded, right)
    turn = deal["derived_dealer"]
    if turn is None and before is not None and not bids_move_dealer(ruleset.values):
        turn = before["next_dealer"]
    if None not in (turn, deal["dealer"]) and turn != deal["dealer"]:
        yield Otherwise("dealer", deal["dealer"], turn)
    if rung is not None and None not in (deal["dealer"], deal["level"]):
        stands = rung[f"level_before_{deal['dealer'] % 2}"]
        if stands not in (None, deal["level"]):
            yield Otherwise("level", deal["level"], stands)


def _after(deal: Row, rung: Row) -> Iterator[Otherwise]:
    """What a record says otherwise of a deal with a result: a game won is won by nobody where the game is not over."""
    for name in RECORDED:
        recorded, right = deal[f"rec_{name}"], rung[name] if name in rung else deal[name]
        if recorded is not None and recorded != right and (right is not None or name == "winner"):
            yield Otherwise(name, recorded, right)


def _rung(deal: Row, rung: Row, ruling: Ruling | None) -> Rung:
    result = ("takeover", "gain_side", "levels_gained", "wins_game")
    return Rung(
        row=deal["line"], deal=deal["deal_no"], dealer=deal["dealer"], level=deal["level"], trump=deal["trump"],
        points=deal["total"], **{name: deal[name] for name in result}, **{name: rung[name] for name in REACHED},
        levels_after=[rung["level_after_0"], rung["level_after_1"]], gap=rung["chain_broken"], ruling=ruling,
        match=deal["match_name"],
    )  # fmt: skip


def _minutes(first: datetime | None, last: datetime | None) -> float | None:
    return None if first is None or last is None else (last - first).total_seconds() / 60
