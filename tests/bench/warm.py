"""Compiles the kernel, or loads what was compiled, by scoring one deal: `python -m tests.bench.warm`."""

from __future__ import annotations

from replay import engine
from replay.kernel.jit import is_cached
from replay.ruleset import load
from tests.bench.inputs import RULESET, oracle_deals
from tests.replay import rows

if __name__ == "__main__":
    if not is_cached():
        print("Compiling the kernel once …", flush=True)
    engine.score(rows.batch(oracle_deals(1)), load(RULESET))
