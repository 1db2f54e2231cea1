"""The facts of a deal under a ruleset, one by one, and in which of them two rulesets differ."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import polars as pl
import pyarrow as pa

from ingest.lake import Lake
from replay import engine
from replay.comparing import LADDER, RESULTS, Comparison, Pair, current_deals
from replay.kernel.layout import UNKNOWN
from replay.ruleset import Ruleset
from replay.verdicts import FIRST_VIOLATION, NAMES

TRICK_WINNER, ALLOWED = "trick_winner", "allowed"
PLACE = ("match_name", "deal_no")  # by what a deal is named, beside its id


class Fact(NamedTuple):
    """What can differ: ``trick_winner``, ``allowed`` (of a play), a key of RESULTS, a column of the ladder, or
    the code of a violation that is of no play. ``trick`` from 0, and ``seat``, where there is one."""

    what: str
    trick: int | None = None
    seat: int | None = None


Facts = dict[Fact, Any]


class Difference(NamedTuple):
    """A fact with its value under the first ruleset and under the other; None where there is none."""

    fact: Fact
    a: Any
    b: Any

    def as_dict(self) -> dict[str, Any]:
        """Plain values for JSON; tricks from 1."""
        trick = None if self.fact.trick is None else self.fact.trick + 1
        return {"what": self.fact.what, "trick": trick, "seat": self.fact.seat, "a": self.a, "b": self.b}


def facts(deals: pa.RecordBatch, results: engine.Scored, rungs: Sequence[dict[str, Any] | None]) -> list[Facts]:
    """The facts of each deal: of its results, and of its place on the ladder where that is known.

    There is a multiplier only where the kitty counted; a gain is [side, levels].
    """
    violations: dict[bytes, list[dict[str, Any]]] = {}
    for row in results.violations.to_pylist():
        violations.setdefault(row["deal_id"], []).append(row)
    found = []
    for leaders, score, rung in zip(deals["leaders"].to_pylist(), results.scores.to_pylist(), rungs, strict=True):
        told = _play_facts(leaders or b"", score, violations.get(score["deal_id"], []))
        if score["takeover"] is not None:
            told |= {Fact(what): score[what] for what in RESULTS}
            told[Fact("levels_gained")] = [score["gain_side"], score["levels_gained"]]
        if not (score["captured"] or score["capture_points"]):
            told.pop(Fact("multiplier"), None)
        found.append(told | ({Fact(name): rung[name] for name in LADDER} if rung else {}))
    return found


def _play_facts(leaders: bytes, score: dict[str, Any], violations: list[dict[str, Any]]) -> Facts:
    """Who won each trick, which plays were allowed, and what else was a violation."""
    told: Facts = {
        Fact(TRICK_WINNER, trick): None if seat == UNKNOWN else seat for trick, seat in enumerate(score["winners"])
    }
    codes = {(play // 4, (leaders[play // 4] + play) % 4): code for play, code in enumerate(score["verdicts"])}
    told |= {Fact(ALLOWED, *play): code < FIRST_VIOLATION for play, code in codes.items()}
    for row in violations:
        if row["code"] != NAMES.get(codes.get((row["trick"], row["seat"]), 0)):
            told[Fact(row["code"], row["trick"], row["seat"])] = True
    return told


def differences(a: Facts, b: Facts) -> list[Difference]:
    """The facts that two rulesets tell otherwise, in the order of the deal."""
    found = [Difference(fact, a.get(fact), b.get(fact)) for fact in a | b if a.get(fact) != b.get(fact)]
    # Where only one of them counts the kitty, that is the difference, and not its multiplier.
    return [one for one in found if one.fact.what != "multiplier" or None not in (one.a, one.b)]


def listed(
    lake: Lake, comparison: Comparison, pair: Pair, rulesets: Sequence[Ruleset], most: int | None
) -> Iterator[tuple[dict[str, Any], list[Difference]]]:
    """The first ``most`` deals of a pair that differ, None for all: what names each, and its differences."""
    wanted = pair.differing.head(len(pair.differing) if most is None else most)
    columns = list(dict.fromkeys((*engine.NEEDED, *PLACE)))
    first = 0
    for batch in current_deals(lake, comparison.state, columns) if len(wanted) else ():
        here = wanted.filter(pl.col("row").is_between(first, first + batch.num_rows, closed="left"))
        if len(here):
            deals = batch.take(pa.array(here["row"].to_numpy() - first))
            for deal, found in zip(deals.to_pylist(), _told(deals, here, rulesets), strict=True):
                yield {"deal_id": deal["deal_id"].hex(), **{name: deal[name] for name in PLACE}}, found
        first += batch.num_rows
        if first > wanted["row"].item(-1):
            return


def _told(deals: pa.RecordBatch, rungs: pl.DataFrame, rulesets: Sequence[Ruleset]) -> Iterator[list[Difference]]:
    """The differences of each deal, with its places on both ladders."""
    places = rungs.to_dicts()
    a, b = (
        facts(
            deals,
            engine.score(deals, ruleset),
            [{name: place[f"{name}_{side}"] for name in LADDER} for place in places],
        )
        for side, ruleset in zip("ab", rulesets, strict=True)
    )
    return map(differences, a, b)
