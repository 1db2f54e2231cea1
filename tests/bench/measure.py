"""One measurement in a process of its own: `python -m tests.bench.measure NAME FOLDER` prints a number.

Rates are deals per CPU-second of the whole process, all its threads counted,
without what is imported or compiled first.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import msgspec
import pyarrow.parquet as pq

from ingest.columns import DEALS
from ingest.lake import Lake
from ingest.pipeline import ingest
from replay import engine, runners
from replay.compiled import compile_ruleset
from replay.kernel import batch
from replay.kernel.jit import compiled
from replay.kernel.plain import rules_record, work_record
from replay.ruleset import load
from tests.bench import inputs
from tests.bench.warm import warm

KERNEL_DEALS = 50_000
PLAIN_DEALS = 400
REPEATS = 3


def _rate(n: int, work: Callable[[], object], repeats: int = REPEATS) -> float:
    """The best of some runs."""
    best = float("inf")
    for _ in range(repeats):
        start = time.process_time()
        work()
        best = min(best, time.process_time() - start)
    return n / best


def kernel(folder: Path) -> float:
    """The kernel alone, compiled or not, over rows that are ready in memory."""
    n = KERNEL_DEALS if compiled() else PLAIN_DEALS
    compiled_rules = compile_ruleset(load(inputs.RULESET))
    deals, _, _ = engine.deals_of(next(Lake.open(folder / inputs.LAKE).batches("deals", rows=n)), compiled_rules)
    results = engine._results(deals)
    work, rules = work_record(), rules_record(compiled_rules.rules)

    def run() -> None:
        batch.score_batch(work, rules, compiled_rules.tables, deals, results)

    if compiled():
        run()
    return _rate(len(deals.facts), run)


def replay(folder: Path) -> float:
    """Parquet to results in Parquet: a whole replay run over a lake that has none."""
    warm()
    return _rate(inputs.LAKE_DEALS, lambda: runners.replay(Lake.open(folder / inputs.LAKE), load(inputs.RULESET)), 1)


def copy(folder: Path) -> float:
    """The same Parquet read and written again, nothing scored."""

    def run() -> None:
        with tempfile.TemporaryFile(dir=folder) as file, pq.ParquetWriter(file, DEALS, compression="zstd") as writer:
            for rows in Lake.open(folder / inputs.LAKE).batches("deals"):
                writer.write_batch(rows.cast(DEALS))

    return _rate(inputs.LAKE_DEALS, run)


def ingest_native(folder: Path) -> float:
    """Lines of shengji-deal/1 to a finished run in a new lake."""
    return _ingest(folder / inputs.NATIVE)


def ingest_80fen(folder: Path) -> float:
    """Lines of 80fen to a finished run in a new lake."""
    return _ingest(folder / inputs.FEN80)


def _ingest(file: Path) -> float:
    warm()
    with tempfile.TemporaryDirectory(dir=file.parent) as lake:
        return _rate(inputs.FILE_DEALS, lambda: ingest([str(file)], Lake.create(lake)), 1)


def decode_native(folder: Path) -> float:
    """The JSON of the same lines decoded, and nothing else."""
    return _decode(folder / inputs.NATIVE)


def decode_80fen(folder: Path) -> float:
    """The JSON of the same lines decoded, and nothing else."""
    return _decode(folder / inputs.FEN80)


def _decode(file: Path) -> float:
    decode = msgspec.json.Decoder().decode
    lines = file.read_bytes().splitlines()

    def run() -> None:
        for line in lines:
            decode(line)

    return _rate(inputs.FILE_DEALS, run)


def start(folder: Path) -> float:
    """CPU seconds of this process from its beginning to its first scored deal, compiling what is not compiled."""
    first = next(Lake.open(folder / inputs.LAKE).batches("deals", rows=1))
    engine.score(first, load(inputs.RULESET))
    return time.process_time()


MEASURES: dict[str, Callable[[Path], float]] = {
    work.__name__: work
    for work in (kernel, replay, copy, ingest_native, decode_native, ingest_80fen, decode_80fen, start)
}

if __name__ == "__main__":
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})  # one core
    print(MEASURES[sys.argv[1]](Path(sys.argv[2])))
