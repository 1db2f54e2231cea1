"""The kernel against that of another commit, in one run: `python -m tests.bench.against COMMIT`.

Every ruleset scores deals of its own self-play. Rulesets of two packs are held against the other commit's
kernel over the same deals, per play: under the ruleset of its own that differs in fewest values. Those of
one, three and four packs are held against this commit's two packs under ``COMMON``, per card. The processes take
turns, so that what else the machine does falls on all of them.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

from replay.ruleset import list_rulesets, load
from replay.selfplay import play

ROOT = Path(__file__).parents[2]
COMMON = "cn_competition_2deck"
DEALS, SEED, TURNS = 120, 4, 2
# Run with the tree that is measured in front on the path: what it prints is CPU-seconds for one pass over a file.
MEASURE = """
import inspect, sys, time
import pyarrow.parquet as pq
from replay import engine
from replay.compiled import compile_ruleset
from replay.kernel import batch
from replay.kernel.plain import rules_record, work_record
from replay.ruleset import load
compiled = compile_ruleset(load(sys.argv[2]))
rows = pq.read_table(sys.argv[1]).combine_chunks().to_batches()[0]
takes = list(inspect.signature(engine.deals_of).parameters)[1]
deals = engine.deals_of(rows, compiled if takes == "compiled" else 2)[0]
results, work, rules = engine._results(deals), work_record(), rules_record(compiled.rules)
best = float("inf")
for turn in range(6):
    start = time.process_time()
    batch.score_batch(work, rules, compiled.tables, deals, results)
    best = min(best, time.process_time() - start) if turn else best
print(best)
"""


class Tree(NamedTuple):
    """A source tree and the ids of its rulesets."""

    folder: Path
    rulesets: set[str]
    cache: Path

    def seconds(self, deals: Path, ruleset: str) -> float:
        """CPU-seconds its kernel takes for a file of deals under a ruleset."""
        environment = os.environ | {"PYTHONPATH": str(self.folder), "SHENGJI_CACHE": str(self.cache)}
        command = [sys.executable, "-c", MEASURE, str(deals), ruleset]
        done = subprocess.run(command, cwd=self.folder, env=environment, check=True, stdout=subprocess.PIPE, text=True)
        return float(done.stdout)


def tree_of(folder: Path, cache: Path) -> Tree:
    """The tree in a folder."""
    return Tree(folder, {path.stem for path in (folder / "replay" / "rulesets").glob("*.toml")}, cache)


def nearest(ruleset: str, known: set[str]) -> str:
    """The ruleset of two packs among those known that differs from this one in fewest values."""
    values = load(ruleset).values
    others = [one for one in list_rulesets() if one.id in known and one.values["deck.decks"] == 2]
    return min(others, key=lambda one: sum(one.values[key] != value for key, value in values.items())).id


def write_deals(path: Path, ruleset: str) -> tuple[int, int]:
    """Writes deals of the ruleset's self-play as the kernel takes them; (plays, cards) in them."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    from ingest.pipeline import read

    lines = path.with_suffix(".jsonl")
    lines.write_text("\n".join(play(DEALS, SEED, load(ruleset))) + "\n", encoding="utf-8")
    table = pa.Table.from_batches(list(read(lines)))
    table = pa.concat_tables([table] * 20)
    pq.write_table(table, path)
    sizes = (
        [len(value) for value in table["play_lens"].to_pylist()],
        [len(value) for value in table["plays"].to_pylist()],
    )
    return sum(sizes[0]), sum(sizes[1])


def main(commit: str) -> None:
    """Plays, measures, prints a line a ruleset and the greatest ratio of both kinds."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        other = folder / "other"
        other.mkdir()
        archive = subprocess.run(["git", "archive", commit], cwd=ROOT, check=True, stdout=subprocess.PIPE).stdout
        subprocess.run(["tar", "-x", "-C", str(other)], input=archive, check=True)
        ours, theirs = tree_of(ROOT, folder / "cache"), tree_of(other, folder / "other_cache")
        counts = {}
        for ruleset in (one.id for one in list_rulesets()):
            print(f"  {ruleset} is played …", file=sys.stderr, flush=True)
            counts[ruleset] = write_deals(folder / f"{ruleset}.parquet", ruleset)
        compare(folder, counts, ours, theirs)


def compare(folder: Path, counts: dict[str, tuple[int, int]], ours: Tree, theirs: Tree) -> None:
    """Measures in turns and prints."""
    greatest = {"per play": 0.0, "per card": 0.0}
    common = folder / f"{COMMON}.parquet"
    for ruleset, (_, cards) in counts.items():
        deals = folder / f"{ruleset}.parquet"
        two = load(ruleset).values["deck.decks"] == 2
        best, beside = float("inf"), float("inf")
        for _ in range(TURNS):
            best = min(best, ours.seconds(deals, ruleset))
            if two:
                beside = min(beside, theirs.seconds(deals, nearest(ruleset, theirs.rulesets)))
            else:
                beside = min(beside, ours.seconds(common, COMMON) * cards / counts[COMMON][1])
        kind = "per play" if two else "per card"
        greatest[kind] = max(greatest[kind], best / beside)
        print(f"{ruleset:<32} {best / beside:.2f} × {kind}", flush=True)
    print(json.dumps({f"greatest {kind}": round(ratio, 3) for kind, ratio in greatest.items()}))


if __name__ == "__main__":
    main(sys.argv[1])
