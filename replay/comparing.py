"""Scores a lake's deals under several rulesets side by side and counts where the others differ from the first.

Nothing is written to the lake. While the deals stream through, a line of numbers a deal
goes to a temporary folder; from there whole matches are climbed and counted.
"""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pyarrow as pa
import pyarrow.compute as pc

from ingest.columns import DEALS, SUPERSEDED
from ingest.lake import Lake, State
from replay import engine
from replay.buffers import bytes_of
from replay.clusters import components
from replay.intervals import ClusterSums, Estimate, estimate
from replay.levels import DEAL_FIELDS, climb
from replay.ruleset import Ruleset
from replay.runners import BATCH, MATCH_SLICE, keys_of, on_ladder
from replay.verdicts import FIRST_VIOLATION

Array = np.ndarray[Any, Any]
Progress = Callable[[int, int], None]

COMPARABLE = (engine.SCORED, engine.PARTIAL, engine.SUMMARY)
OF_DEAL = tuple(name for name in DEAL_FIELDS if name in DEALS.names)
OF_SCORE = tuple(name for name in DEAL_FIELDS if name not in DEALS.names)
LADDER = ("level_after_0", "level_after_1", "next_dealer", "winner", "match_winner")
# What is held against each other in a deal: columns of a result, null where there is none.
RESULTS = {
    "captured": ("captured",),
    "multiplier": ("multiplier",),
    "total": ("total",),
    "takeover": ("takeover",),
    "levels_gained": ("gain_side", "levels_gained"),
}
# What is counted, in the order told, and the unit it is counted in.
UNITS = {
    "any": "deals", "trick_winners": "deals", "tricks": "tricks", "verdicts": "deals", "plays": "plays",
    **dict.fromkeys((*RESULTS, "ladder"), "deals"), "match_winners": "matches",
}  # fmt: skip


@dataclass(frozen=True)
class Share:
    """How often something differs: ``n`` of ``of``; the estimate has no interval where clusters are few."""

    what: str
    n: int
    of: int
    estimate: Estimate

    @property
    def unit(self) -> str:
        """What is counted: deals, tricks, plays or matches."""
        return UNITS[self.what]


@dataclass
class Pair:
    """A ruleset held against the first. ``left_out``: deals not compared, by (which of the two, status);
    ``differing``: of each deal that differs its ``row`` among the lake's current deals, in order, and its place
    on the ladder under the first (``…_a``) and the other (``…_b``)."""

    left_out: Counter[tuple[int, str]]
    compared: int
    shares: list[Share]
    differing: pl.DataFrame


@dataclass
class Comparison:
    """Several rulesets over the current deals of a lake as it was at ``state``; ``pairs`` has one for each
    ruleset but the first."""

    state: State
    deals: int
    pairs: list[Pair]


def current_deals(lake: Lake, state: State, columns: Sequence[str]) -> Iterator[pa.RecordBatch]:
    """The lake's current deals in batches, always in the same order; ``deal_id`` is among the columns."""
    old = lake.scan("superseded", SUPERSEDED, state).select("deal_id").collect().to_arrow()["deal_id"]
    superseded = keys_of(old.cast(pa.binary()))
    for batch in lake.batches("deals", list(columns), BATCH, state):
        is_old = np.isin(keys_of(batch["deal_id"]), superseded)
        yield batch.filter(pa.array(~is_old)) if is_old.any() else batch


def compare(lake: Lake, rulesets: Sequence[Ruleset], progress: Progress | None = None) -> Comparison:
    """Scores every current deal under each ruleset and counts where each but the first differs from the first."""
    state = lake.state()
    total = sum(batch.num_rows for batch in lake.batches("deals", ["deal_id"], state=state))
    columns = dict.fromkeys((*engine.NEEDED, *OF_DEAL, "cards_key"))
    counting = _Counting(rulesets)
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(len(rulesets)) as pool:
        done = 0
        for number, batch in enumerate(current_deals(lake, state, list(columns))):
            scores = [one.scores for one in pool.map(partial(engine.score, batch), rulesets)]
            _line(batch, scores, done).write_ipc(Path(folder) / f"{number}.arrow")
            done += batch.num_rows
            if progress:
                progress(done, total)
        if done:
            counting.count(pl.scan_ipc(Path(folder) / "*.arrow"), done)
    return Comparison(state, done, counting.pairs())


def applies(scores: pa.Table) -> pa.ChunkedArray:
    """Where the multiplier of the last trick was put to the kitty's points."""
    return pc.or_(scores["captured"], pc.not_equal(scores["capture_points"], 0))


def _numbers(keys: pa.Array) -> Array:
    """Keys as numbers: the first half of each hash; 0 where there is none."""
    return keys_of(pc.fill_null(keys, bytes(16))).view(np.uint64)[::2].copy()


def _differing(a: Array, b: Array, at: Array) -> Array:
    """How many of each deal's values differ; deal i has those from at[i] to at[i + 1]."""
    sums: Array = np.concatenate([[0], np.cumsum(a != b)])
    counts: Array = sums[at[1:]] - sums[at[:-1]]
    return counts


def _line(batch: pa.RecordBatch, scores: Sequence[pa.Table], first_row: int) -> pl.DataFrame:
    """What is kept of each deal of a batch; ``_0`` stands for the first ruleset, and so on."""
    n = batch.num_rows
    kept: dict[str, Any] = {"row": np.arange(first_row, first_row + n, dtype=np.uint32)}
    kept |= {"match": _numbers(batch["match_key"]), "board": _numbers(batch["cards_key"])}
    kept |= {name: batch[name] for name in OF_DEAL}
    names = dict.fromkeys(("status", *OF_SCORE, *(name for columns in RESULTS.values() for name in columns)))
    for i, score in enumerate(scores):
        kept |= {f"{name}_{i}": score[name] for name in names}
        kept[f"multiplier_{i}"] = pc.if_else(applies(score), score["multiplier"], None)
    winners, tricks_at = zip(*(bytes_of(score["winners"].combine_chunks()) for score in scores), strict=True)
    verdicts, plays_at = zip(*(bytes_of(score["verdicts"].combine_chunks()) for score in scores), strict=True)
    barred = [codes >= FIRST_VIOLATION for codes in verdicts]
    others = [
        score["violations"].to_numpy() - _differing(bad, np.zeros_like(bad), plays_at[0])
        for score, bad in zip(scores, barred, strict=True)
    ]
    kept |= {"tricks": np.diff(tricks_at[0]), "plays": np.diff(plays_at[0])}
    for j in range(1, len(scores)):
        kept[f"tricks_{j}"] = _differing(winners[0], winners[j], tricks_at[0])
        kept[f"plays_{j}"] = _differing(barred[0], barred[j], plays_at[0])
        kept[f"others_{j}"] = others[0] != others[j]
    frame = pl.from_arrow(pa.table(kept))
    assert isinstance(frame, pl.DataFrame)
    return frame.with_columns(pl.col("board").replace(0, None))


def _clusters(lines: pl.LazyFrame) -> pl.DataFrame:
    """``match`` and ``cluster`` of the matches that share a board with another (``replay.clusters``)."""
    played = lines.select("match", "board").drop_nulls().unique()
    edges = played.with_columns(first=pl.col("match").min().over("board")).filter(pl.col("match") != pl.col("first"))
    ends = edges.select("match", "first").collect(engine="streaming")
    matches = pl.concat([ends["match"], ends["first"]]).unique().sort()
    left, right = (matches.search_sorted(ends[name]).cast(pl.Int64).to_numpy() for name in ("match", "first"))
    labels = components(left, right, len(matches))
    return pl.DataFrame({"match": matches, "cluster": matches.gather(labels)})


def _climbed(lines: pl.DataFrame, i: int, ruleset: Ruleset) -> pl.DataFrame:
    """The lines of whole matches with the ladder under ruleset ``i``, null for deals without a result."""
    known = lines.filter(on_ladder(f"_{i}"))
    keys = {"deal_id": known["row"], "match_key": known["match"]}
    columns = {name: key.cast(pl.String).cast(pl.Binary).to_arrow().cast(pa.binary()) for name, key in keys.items()}
    columns |= {name: known[name if name in OF_DEAL else f"{name}_{i}"].to_arrow() for name in DEAL_FIELDS}
    rungs = pl.from_arrow(climb(pa.table(columns), ruleset).select(["deal_id", *LADDER]))
    assert isinstance(rungs, pl.DataFrame)
    row = pl.col("deal_id").cast(pl.String).cast(pl.UInt32).alias("row")
    named = rungs.select(row, *(pl.col(name).alias(f"{name}_{i}") for name in LADDER))
    return lines.join(named, on="row", how="left", maintain_order="left")


def _marks(j: int) -> dict[str, tuple[pl.Expr, pl.Expr]]:
    """Of each thing counted a deal: how often it can differ, and how often it does, from ruleset 0 to ``j``."""

    def known(*names: str) -> pl.Expr:
        return pl.all_horizontal(pl.col(f"{name}_{i}").is_not_null() for name in names for i in (0, j))

    def unlike(names: Sequence[str]) -> pl.Expr:
        return pl.any_horizontal(pl.col(f"{name}_0").ne_missing(pl.col(f"{name}_{j}")) for name in names)

    tricks, plays, others = pl.col(f"tricks_{j}"), pl.col(f"plays_{j}"), pl.col(f"others_{j}")
    found = {
        "trick_winners": (pl.col("tricks") > 0, tricks > 0),
        "tricks": (pl.col("tricks"), tricks),
        "verdicts": ((pl.col("plays") > 0) | others, (plays > 0) | others),
        "plays": (pl.col("plays"), plays),
    }
    found |= {what: (known(*names), known(*names) & unlike(names)) for what, names in RESULTS.items()}
    found["ladder"] = known("takeover"), known("takeover") & unlike(LADDER)
    deals = [differs for what, (_, differs) in found.items() if UNITS[what] == "deals"]
    return found | {"any": (pl.lit(True), pl.any_horizontal(deals))}


class _Counting:
    """Counts slice by slice; a cluster of matches lies whole in one slice."""

    def __init__(self, rulesets: Sequence[Ruleset]) -> None:
        self.rulesets = rulesets
        others = range(1, len(rulesets))
        self.left_out: dict[int, Counter[tuple[int, str]]] = {j: Counter() for j in others}
        self.compared = dict.fromkeys(others, 0)
        self.differing: dict[int, list[pl.DataFrame]] = {j: [] for j in others}
        self.sums = {(j, what): np.zeros(6, np.int64) for j in others for what in UNITS}

    def count(self, lines: pl.LazyFrame, deals: int) -> None:
        """Counts the lines of all deals."""
        joined = lines.join(_clusters(lines).lazy(), on="match", how="left")
        whole = joined.with_columns(pl.coalesce("cluster", "match").alias("cluster"))
        slices = 1 + deals // MATCH_SLICE
        for part in range(slices):
            here = whole.filter(pl.col("cluster") % slices == part).sort("match", "deal_no", "row").collect()
            for i, ruleset in enumerate(self.rulesets):
                here = _climbed(here, i, ruleset)
            for j in self.compared:
                self._count_pair(here, j)

    def _count_pair(self, lines: pl.DataFrame, j: int) -> None:
        usable = {i: pl.col(f"status_{i}").is_in(COMPARABLE) for i in (0, j)}
        for i, unusable in ((0, ~usable[0]), (j, usable[0] & ~usable[j])):
            for status, n in lines.filter(unusable)[f"status_{i}"].value_counts().iter_rows():
                self.left_out[j][i, status] += n
        marks = _marks(j)
        columns = {f"m_{what}": m.cast(pl.Int64) for what, (m, _) in marks.items()}
        columns |= {f"k_{what}": k.cast(pl.Int64) for what, (_, k) in marks.items()}
        pair = lines.filter(usable[0] & usable[j]).with_columns(**columns)
        self.compared[j] += len(pair)
        rungs = {f"{name}_{side}": f"{name}_{i}" for side, i in (("a", 0), ("b", j)) for name in LADDER}
        self.differing[j].append(pair.filter(pl.col("k_any") > 0).select("row", **rungs))
        for what in marks:
            self._add(j, what, pair.select("cluster", m=f"m_{what}", k=f"k_{what}"))
        games = pair.filter(pl.col("m_ladder") > 0).group_by("match", "cluster", maintain_order=True)
        winners = games.agg(a=pl.col("winner_0").drop_nulls(), b=pl.col(f"winner_{j}").drop_nulls())
        differs = (pl.col("a") != pl.col("b")).cast(pl.Int64)
        self._add(j, "match_winners", winners.select("cluster", m=pl.lit(1, pl.Int64), k=differs))

    def _add(self, j: int, what: str, counts: pl.DataFrame) -> None:
        """Adds what a slice holds of (m, k) to the sums over clusters."""
        clusters = counts.group_by("cluster").agg(pl.col("m", "k").sum()).filter(pl.col("m") > 0)
        m, k = (clusters[name].to_numpy() for name in ("m", "k"))
        self.sums[j, what] += [len(clusters), m.sum(), k.sum(), m @ m, k @ k, k @ m]

    def pairs(self) -> list[Pair]:
        """What was counted, a pair for each ruleset but the first."""
        found = []
        for j, compared in self.compared.items():
            sums = {what: ClusterSums(*self.sums[j, what].tolist()) for what in UNITS}
            shares = [Share(what, one.k, one.m, estimate(one)) for what, one in sums.items()]
            rows = pl.concat(self.differing[j]).sort("row") if self.differing[j] else pl.DataFrame({"row": []})
            found.append(Pair(self.left_out[j], compared, shares, rows))
        return found
