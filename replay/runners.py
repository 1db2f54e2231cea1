"""Scores what is new in a lake under a ruleset and writes the results back, in one run.

Deals stream through in batches; with several workers, threads score batches side
by side (the kernel runs without the GIL) and results keep their order.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import polars as pl
import pyarrow as pa
import pyarrow.compute as pc

from ingest.columns import DEALS, SUPERSEDED
from ingest.lake import Lake, Run
from replay import engine
from replay.buffers import bytes_of
from replay.columns import LADDER, RULESETS, SCORES, VIOLATIONS
from replay.levels import DEAL_FIELDS, climb
from replay.ruleset import Ruleset

BATCH = 16384
WRITE_EVERY = 16  # batches a commit
MATCH_SLICE = 400_000  # deals whose ladder is worked out at once

Keys = np.ndarray[Any, np.dtype[np.bytes_]]
Progress = Callable[[int, int], None]


@dataclass
class Report:
    """What a replay under one ruleset did: deals by status, and violations by code."""

    ruleset: str
    ruleset_hash: str
    already: int = 0
    deals: Counter[str] = field(default_factory=Counter)
    violations: Counter[str] = field(default_factory=Counter)
    deals_with_violations: int = 0
    matches: int = 0

    def as_dict(self) -> dict[str, Any]:
        """The report as plain values, for JSON."""
        counts = {"deals": dict(self.deals), "violations": dict(self.violations)}
        return self.__dict__ | counts | {"engine_version": engine.ENGINE_VERSION, "new": self.deals.total()}


def replay(lake: Lake, ruleset: Ruleset, *, workers: int = 1, progress: Progress | None = None) -> Report:
    """Scores every current deal that has no result for this ruleset and engine version, as one run."""
    report = Report(ruleset.id, ruleset.hash)
    with lake.run("replay") as run:
        done = _done(lake, run, ruleset)
        report.already = len(done)
        touched = _score_new(lake, run, ruleset, done, report, workers, progress)
        _name_ruleset(lake, run, ruleset)
        if len(touched):
            report.matches = len(touched)
            _write_ladder(lake, run, ruleset, touched)
        run.report |= report.as_dict()
    return report


def keys_of(column: pa.Array | pa.ChunkedArray) -> Keys:
    """A column of 16-byte keys as a numpy array."""
    chunk = column.combine_chunks() if isinstance(column, pa.ChunkedArray) else column
    data, _ = bytes_of(chunk)
    return data.view("S16")


def _among(keys: Keys, known: Keys) -> np.ndarray[Any, np.dtype[np.bool_]]:
    """Which of the keys are among the sorted known ones."""
    if not len(known):
        return np.zeros(len(keys), bool)
    at = np.minimum(np.searchsorted(known, keys), len(known) - 1)
    return known[at] == keys  # type: ignore[no-any-return]


def _ours(ruleset: Ruleset) -> pl.Expr:
    same_rules = (pl.col("ruleset") == ruleset.id) & (pl.col("ruleset_hash") == ruleset.hash)
    return same_rules & (pl.col("engine_version") == engine.ENGINE_VERSION)


def _done(lake: Lake, run: Run, ruleset: Ruleset) -> Keys:
    """The deals that already have a result for this ruleset and engine version, sorted."""
    scores = lake.scan("scores", SCORES, run.before).filter(_ours(ruleset)).select("deal_id")
    return np.sort(keys_of(scores.collect(engine="streaming").to_arrow()["deal_id"].cast(pa.binary())))


def _new_deals(lake: Lake, run: Run, skip: Keys) -> Iterator[pa.RecordBatch]:
    for batch in lake.batches("deals", list(engine.NEEDED), BATCH, run.before, DEALS):
        fresh = ~_among(keys_of(batch["deal_id"]), skip)
        if fresh.all():
            yield batch
        elif fresh.any():
            yield batch.filter(pa.array(fresh))


def _score_all(
    batches: Iterable[pa.RecordBatch], ruleset: Ruleset, workers: int
) -> Iterator[tuple[pa.RecordBatch, engine.Scored]]:
    """Each batch with its results, in order; at most two batches a worker wait at a time."""
    with ThreadPoolExecutor(workers) as pool:
        waiting: list[tuple[pa.RecordBatch, Future[engine.Scored]]] = []
        for batch in batches:
            waiting.append((batch, pool.submit(engine.score, batch, ruleset)))
            if len(waiting) >= 2 * workers:
                first, future = waiting.pop(0)
                yield first, future.result()
        for first, future in waiting:
            yield first, future.result()


def _score_new(
    lake: Lake, run: Run, ruleset: Ruleset, done: Keys, report: Report, workers: int, progress: Progress | None
) -> Keys:
    """Scores and writes the new deals; the keys of the matches they belong to, sorted."""
    old = lake.scan("superseded", SUPERSEDED, run.before).select("deal_id").collect().to_arrow()["deal_id"]
    skip = np.sort(np.concatenate([done, keys_of(old.cast(pa.binary()))]))
    total = sum(pc.count(batch["deal_id"]).as_py() for batch in lake.batches("deals", ["deal_id"], state=run.before))
    touched: list[Keys] = []
    pending: list[engine.Scored] = []
    for batch, scored in _score_all(_new_deals(lake, run, skip), ruleset, workers):
        _count(report, scored)
        touched.append(np.unique(keys_of(batch["match_key"])))
        pending.append(scored)
        if len(pending) >= WRITE_EVERY:
            _write(run, pending)
            pending = []
        if progress:
            progress(report.deals.total(), total - report.already)
    _write(run, pending)
    return np.unique(np.concatenate(touched)) if touched else np.zeros(0, "S16")


def _count(report: Report, scored: engine.Scored) -> None:
    for row in pc.value_counts(scored.scores["status"]).to_pylist():
        report.deals[row["values"]] += row["counts"]
    for row in pc.value_counts(scored.violations["code"]).to_pylist():
        report.violations[row["values"]] += row["counts"]
    report.deals_with_violations += pc.sum(pc.greater(scored.scores["violations"], 0)).as_py() or 0


def stamp(table: pa.Table, run: Run, schema: pa.Schema) -> pa.Table:
    """The table with the run's id, in the schema's order."""
    return table.append_column("run_id", pa.repeat(run.run_id, len(table))).select(schema.names).cast(schema)


def _write(run: Run, scored: list[engine.Scored]) -> None:
    if not scored:
        return
    run.append("scores", stamp(pa.concat_tables(part.scores for part in scored), run, SCORES))
    violations = pa.concat_tables(part.violations for part in scored)
    if len(violations):
        run.append("violations", stamp(violations, run, VIOLATIONS))


def _name_ruleset(lake: Lake, run: Run, ruleset: Ruleset) -> None:
    """Writes the ruleset's row unless it is the newest of its id: the newest says which results count."""
    rows = lake.scan("rulesets", RULESETS, run.before).filter(pl.col("ruleset") == ruleset.id).sort("run_id").collect()
    newest = rows.tail(1).filter(_ours(ruleset))
    if len(newest):
        return
    row = {
        "ruleset": ruleset.id,
        "ruleset_hash": ruleset.hash,
        "engine_version": engine.ENGINE_VERSION,
        "title_zh": ruleset.title("zh"),
        "title_en": ruleset.title("en"),
        "profile_of": ruleset.profile_of,
        "resolved": json.dumps(ruleset.resolved, ensure_ascii=False),
        "run_id": run.run_id,
    }
    run.append("rulesets", pa.Table.from_pylist([row], RULESETS))


def on_ladder(suffix: str = "") -> pl.Expr:
    """Which scored deals the ladder takes: those with a result, and those whose fouls may forfeit the match.

    ``suffix``: what the names of SCORES end in.
    """
    return pl.any_horizontal(pl.col(f"{name}{suffix}").is_not_null() for name in ("takeover", "strikes"))


def _ladder_input(lake: Lake, run: Run, ruleset: Ruleset, touched: Keys) -> Iterator[pa.Table]:
    """Current deals of the touched matches that the ladder takes, whole matches at a time, by match and number."""
    written = run.written()
    facts = [name for name in DEAL_FIELDS if name in DEALS.names]
    results = [name for name in DEAL_FIELDS if name not in facts]
    old = lake.scan("superseded", SUPERSEDED, written).select("deal_id")
    deals = (
        lake.scan("deals", DEALS, written).select("deal_id", "match_key", *facts).join(old, on="deal_id", how="anti")
    )
    scores = lake.scan("scores", SCORES, written).filter(_ours(ruleset), on_ladder())
    matches = pl.LazyFrame({"match_key": touched.astype(object)}, schema={"match_key": pl.Binary})
    chosen = deals.join(matches, on="match_key", how="semi").join(scores.select("deal_id", *results), on="deal_id")
    slices = 1 + chosen.select(pl.len()).collect(engine="streaming").item() // MATCH_SLICE
    for part in range(slices):
        here = chosen.filter(pl.col("match_key").hash(0) % slices == part)
        table = here.sort("match_key", "deal_no", "deal_id").collect(engine="streaming").to_arrow()
        if len(table):
            keys = {name: table[name].cast(pa.binary()) for name in ("deal_id", "match_key")}
            yield pa.table([keys.get(name, table[name]) for name in table.column_names], table.column_names)


def _write_ladder(lake: Lake, run: Run, ruleset: Ruleset, touched: Keys) -> None:
    """Works out the ladder of the touched matches; what stood for them before is replaced."""
    rungs = (stamp(climb(deals, ruleset), run, LADDER) for deals in _ladder_input(lake, run, ruleset, touched))
    before = lake.scan("ladder", LADDER, run.before).filter(_ours(ruleset)).select("match_key").unique()
    stood = keys_of(before.collect(engine="streaming").to_arrow()["match_key"].cast(pa.binary()))
    if not _among(stood, touched).any():
        for table in rungs:
            run.append("ladder", table)
        return
    run.replace("ladder", LADDER, _replaced(lake, run, ruleset, touched, rungs))


def _replaced(
    lake: Lake, run: Run, ruleset: Ruleset, touched: Keys, rungs: Iterable[pa.Table]
) -> Iterator[pa.RecordBatch]:
    for batch in lake.batches("ladder", state=run.before):
        rows = pl.DataFrame(batch.select(["ruleset", "ruleset_hash", "engine_version"]))
        same = rows.select(_ours(ruleset)).to_series().to_numpy()
        stays = ~(same & _among(keys_of(batch["match_key"]), touched))
        yield batch.filter(pa.array(stays)).cast(LADDER)
    for table in rungs:
        yield from table.combine_chunks().to_batches()
