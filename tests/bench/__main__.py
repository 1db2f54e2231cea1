"""Measures speed and memory, each beside its yardstick, and writes ``bench.json``: `python -m tests.bench`."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from tests.bench import inputs
from tests.bench.memory import peak

ROOT = Path(__file__).parents[2]
MEMORY_BOUND = 1536  # MiB
RATE = "deals per CPU-second"


class Figure(NamedTuple):
    """One line of the table and of ``bench.json``; ``beside`` says what the yardstick is."""

    name: str
    value: float
    unit: str
    yardstick: float
    beside: str

    def line(self) -> str:
        """The figure for people."""
        value, yardstick = (f"{n:,.1f}" if n < 100 else f"{n:,.0f}" for n in (self.value, self.yardstick))
        return (
            f"{self.name:<14} {value:>8} {self.unit}, {self.value / self.yardstick:.2f} × {self.beside} ({yardstick})"
        )

    def entry(self) -> dict[str, str | float]:
        """The figure for programs."""
        return {
            "name": self.name,
            "value": self.value,
            "unit": self.unit,
            "yardstick": self.yardstick,
            "ratio": self.value / self.yardstick,
        }


class Bench(NamedTuple):
    """Runs each measurement in a process of its own, with a cache of compiled kernels of its own."""

    folder: Path

    def run(self, name: str, **more: str) -> float:
        """The number that a measurement prints."""
        print(f"  {name} …", file=sys.stderr, flush=True)
        environment = os.environ | {"SHENGJI_CACHE": str(self.folder / "cache")} | more
        if environment.pop("PYTHONDONTWRITEBYTECODE", None):  # else every start would compile every library's source
            environment["PYTHONPYCACHEPREFIX"] = str(self.folder / "bytecode")
        command = [sys.executable, "-m", "tests.bench.measure", name, str(self.folder)]
        done = subprocess.run(command, cwd=ROOT, env=environment, check=True, stdout=subprocess.PIPE, text=True)
        return float(done.stdout)

    def figures(self) -> Iterator[Figure]:
        """Every figure, as it is measured."""
        self.run("start", SHENGJI_JIT="0")  # bytecode of all libraries
        first, later = self.run("start"), self.run("start")
        yield Figure("compile", first, "CPU-seconds from nothing to a scored deal", later, "a later start")
        plain = self.run("kernel", SHENGJI_JIT="0")
        yield Figure("kernel", self.run("kernel"), RATE, plain, "the same source uncompiled")
        yield Figure("replay", self.run("replay"), RATE, self.run("copy"), "the same Parquet read and written")
        for name in ("native", "80fen"):
            decoding = self.run(f"decode_{name}")
            yield Figure(f"ingest_{name}", self.run(f"ingest_{name}"), RATE, decoding, "decoding alone")
        print("  peak_memory …", file=sys.stderr, flush=True)
        yield Figure("peak_memory", peak(self.folder), "MiB", MEMORY_BOUND, "the bound")


def main() -> None:
    """Prepare, measure, print, write."""
    with tempfile.TemporaryDirectory() as name:
        print("  preparing …", file=sys.stderr, flush=True)
        inputs.prepare(Path(name))
        entries = []
        for figure in Bench(Path(name)).figures():
            print(figure.line(), flush=True)
            entries.append(figure.entry())
    (ROOT / "bench.json").write_text(json.dumps(entries, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
