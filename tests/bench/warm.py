"""Compiles the kernel, or loads what was compiled, by replaying one sample: `python -m tests.bench.warm`."""

from __future__ import annotations

import tempfile
from pathlib import Path

from ingest.lake import Lake
from ingest.pipeline import ingest
from replay.kernel.jit import is_cached
from replay.ruleset import load
from replay.runners import replay
from tests.bench.inputs import RULESET

SAMPLE = Path(__file__).parents[2] / "data" / "samples" / "clean.jsonl"


def warm() -> None:
    """Go once through all that is imported late or compiled."""
    with tempfile.TemporaryDirectory() as folder:
        lake = Lake.create(folder)
        ingest([str(SAMPLE)], lake)
        replay(lake, load(RULESET))


if __name__ == "__main__":
    if not is_cached():
        print("Compiling the kernel once …", flush=True)
    warm()
