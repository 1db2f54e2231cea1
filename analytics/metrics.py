"""Answers to metric questions: rates with n, clusters and intervals, and what was left out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any

from analytics.registry import Dimension, Metric, MetricError, dimensions
from analytics.words import names
from replay.intervals import MIN_CLUSTERS, ClusterSums, estimate

if TYPE_CHECKING:
    import duckdb

_SEATS = {"dealer_side": (0, 2), "defenders": (1, 3)}


@dataclass(frozen=True)
class Rate:
    """One row of an answer. ``value``, ``low``, ``high`` are shares 0..1; ``note`` is a name in words.toml."""

    metric: str
    ruleset: str
    by: dict[str, str | None]
    numerator: int
    n: int
    clusters: int
    effective_n: float | None
    value: float | None
    low: float | None
    high: float | None
    note: str | None


@dataclass(frozen=True)
class Coverage:
    """Of a ruleset: the current deals, those left out by reason, and records that are no current deals."""

    ruleset: str
    deals: int
    counted: int
    left_out: dict[str, int]
    never_counted: dict[str, int]


@dataclass(frozen=True)
class Snapshot:
    """The lake state that an answer is about."""

    run_id: str | None
    finished_at: datetime | None
    digest: str


def rulesets(con: duckdb.DuckDBPyConnection) -> list[str]:
    """Ids of the rulesets that the lake holds results under, in alphabetical order."""
    rows = con.execute("SELECT ruleset FROM rulesets ORDER BY ruleset").fetchall()
    return [name for (name,) in rows]


def formats(con: duckdb.DuckDBPyConnection) -> list[str]:
    """The log formats of the lake's current deals, in alphabetical order."""
    rows = con.execute("SELECT DISTINCT format FROM base.deals ORDER BY format").fetchall()
    return [name for (name,) in rows]


def snapshot(con: duckdb.DuckDBPyConnection) -> Snapshot:
    """The state that ``con`` shows."""
    row = con.execute("SELECT run_id, finished_at, digest FROM base.built").fetchone()
    assert row is not None
    return Snapshot(*row)


def choose_rulesets(con: duckdb.DuckDBPyConnection, wanted: Sequence[str], lake: str) -> list[str]:
    """The ids of the rulesets asked for, or of all that the lake holds. A ``.toml`` path stands for what it says now.

    Raises ``MetricError`` if one has no results, ``RulesetError`` if a file cannot be used.
    """
    there = rulesets(con)
    have = f" It has results under {', '.join(there)}." if there else ""
    found = {name: _held(con, name) if name.endswith(".toml") else name for name in wanted}
    missing = [name for name, held in found.items() if held not in there]
    if missing:
        raise MetricError(f"No deal of this lake was replayed under {missing[0]}{_way(missing[0], there, lake)}.{have}")
    if not there:
        raise MetricError(
            f"No deal of this lake was replayed under any ruleset: run `shengji replay --lake {lake} --ruleset ID`."
        )
    return [held for held in dict.fromkeys(found.values()) if held] or there


def _way(name: str, there: Sequence[str], lake: str) -> str:
    """How a lake comes to results under a ruleset, or that there is none of this name."""
    from replay.ruleset import load, no_such, ruleset_ids

    if not name.endswith(".toml") and name not in ruleset_ids():
        return f"; {no_such(name, [*there, *ruleset_ids()])}"
    force = " --force" if load(name, force=True).status == "fragment" else ""
    return f": run `shengji replay --lake {lake} --ruleset {name}{force}`"


def _held(con: duckdb.DuckDBPyConnection, path: str) -> str | None:
    """The id of a ruleset file if the lake's results under that id are by the same rules."""
    from replay.ruleset import load

    ruleset = load(path, force=True)  # a fragment, too, may have been replayed
    query = "SELECT 1 FROM rulesets WHERE ruleset = $1 AND ruleset_hash = $2"
    return ruleset.id if con.execute(query, [ruleset.id, ruleset.hash]).fetchone() else None


def rates(
    con: duckdb.DuckDBPyConnection,
    metric: Metric,
    rulesets: Sequence[str],
    by: Sequence[str] = (),
    formats: Sequence[str] = (),
) -> list[Rate]:
    """The metric under each ruleset, split by dimensions, among deals of ``formats`` (none: all).

    Raises ``MetricError`` for a dimension that the metric does not have.
    """
    split = [_dimension(metric, name) for name in dict.fromkeys(by) if name != "ruleset"]
    rows = con.execute(_query(metric, split), [list(rulesets), list(formats)]).fetchall()
    found = [_rate(metric, split, row) for row in rows]
    if not split:
        empty = set(rulesets) - {rate.ruleset for rate in found}
        found += [_rate(metric, [], (name, 0, 0, 0, 0, 0, 0)) for name in sorted(empty)]
    return found


def _dimension(metric: Metric, name: str) -> Dimension:
    if name not in metric.dimensions:
        raise MetricError(f"{metric.name} cannot be split by {name!r}; it can be by {', '.join(metric.dimensions)}.")
    return dimensions()[name]


def _query(metric: Metric, split: list[Dimension]) -> str:
    dims = [f"d{place}" for place in range(len(split))]
    grouped = "".join(f", {dimension.sql} AS {dim}" for dimension, dim in zip(split, dims, strict=True))
    shown = "".join(f", {d.show.replace('value', dim)}" for d, dim in zip(split, dims, strict=True))
    order = "".join(f", {d.sort.replace('value', dim)} NULLS LAST" for d, dim in zip(split, dims, strict=True))
    keys = "".join(f", {dim}" for dim in dims)
    base = _seated(metric) if any(d.name == "player" for d in split) else metric.base
    return f"""
    WITH population AS (
      SELECT ruleset, {metric.cluster} AS cluster, ({metric.counts}) AS counts{grouped}
      FROM {base}
      WHERE left_out IS NULL AND ({metric.where})
        AND list_contains($1, ruleset) AND (len($2) = 0 OR list_contains($2, format))
    ),
    clustered AS (
      SELECT ruleset, cluster, count(*) AS m, count(*) FILTER (counts) AS k{keys}
      FROM population GROUP BY ruleset, cluster{keys}
    )
    SELECT ruleset{shown}, count(*), CAST(sum(m) AS BIGINT), CAST(sum(k) AS BIGINT),
      CAST(sum(m * m) AS BIGINT), CAST(sum(k * k) AS BIGINT), CAST(sum(k * m) AS BIGINT)
    FROM clustered GROUP BY ruleset{keys} ORDER BY ruleset{order}
    """


def _seated(metric: Metric) -> str:
    """The base once for each of the two players whose deal it is, as ``player``: source/name."""
    seats = [f"[player_0, player_1, player_2, player_3][(dealer + {n}) % 4 + 1]" for n in _SEATS[metric.players]]
    return f"""(
      SELECT seated.* EXCLUDE (player), coalesce(who, player) AS player
      FROM (SELECT *, unnest([{", ".join(seats)}]) AS player FROM {metric.base}) AS seated
      LEFT JOIN (
        SELECT player, any_value(source || '/' || name) AS who FROM lake.players GROUP BY player
      ) USING (player)
    )"""


def _rate(metric: Metric, split: list[Dimension], row: tuple[Any, ...]) -> Rate:
    ruleset, *shown = row[: 1 + len(split)]
    sums = ClusterSums(*row[1 + len(split) :])
    found = estimate(sums)
    note = "no_deals" if sums.m == 0 else "few_clusters" if sums.clusters < MIN_CLUSTERS else None
    return Rate(
        metric=metric.name,
        ruleset=ruleset,
        by={dimension.name: value for dimension, value in zip(split, shown, strict=True)},
        numerator=sums.k,
        n=sums.m,
        clusters=sums.clusters,
        effective_n=found.effective_n,
        value=found.value,
        low=found.low,
        high=found.high,
        note=note,
    )


def coverage(con: duckdb.DuckDBPyConnection, rulesets: Sequence[str], formats: Sequence[str] = ()) -> list[Coverage]:
    """For each ruleset how many current deals are counted and why others are not: they add up.

    Rejects are counted once a record, however often the file was read.
    """
    chosen = "(len($1) = 0 OR list_contains($1, format))"
    row = con.execute(
        f"""SELECT (SELECT count(*) FROM base.deals WHERE {chosen}),
          (SELECT count(DISTINCT (line, deal_no, byte_from, code, raw)) FROM lake.rejects
           LEFT JOIN (SELECT file_hash, any_value(format) AS format FROM lake.sources GROUP BY file_hash)
           USING (file_hash) WHERE {chosen}),
          (SELECT count(*) FROM lake.superseded JOIN lake.deals USING (deal_id) WHERE {chosen})""",
        [list(formats)],
    ).fetchone()
    assert row is not None
    deals, rejects, changed = row
    reasons = con.execute(
        f"""SELECT ruleset, left_out, count(*) FROM base.counted
        WHERE {chosen} AND list_contains($2, ruleset) GROUP BY ruleset, left_out""",
        [list(formats), list(rulesets)],
    ).fetchall()
    counts = {(ruleset, reason): n for ruleset, reason, n in reasons}
    never = {"rejects": rejects, "changed": changed}
    return [_coverage(ruleset, deals, counts, never) for ruleset in rulesets]


def _coverage(ruleset: str, deals: int, counts: dict[tuple[str, str | None], int], never: dict[str, int]) -> Coverage:
    replayed = sum(n for (name, _), n in counts.items() if name == ruleset)
    missing = {"not_replayed": deals - replayed}
    found = missing | {reason: n for (name, reason), n in counts.items() if name == ruleset and reason}
    left_out = {reason: found[reason] for reason in names("left_out") if found.get(reason)}
    return Coverage(ruleset, deals, counts.get((ruleset, None), 0), left_out, never)
