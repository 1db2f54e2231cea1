"""Plants each fault of `mutants.toml` in a copy of the tree and runs the quick tests: `python -m tests.mutants`.

Prints each fault with the test that caught it, then the score. Exit 1 if one survives, or if the tests fail
without any fault.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue
from typing import NamedTuple

from tests.mutants import quick

ROOT = Path(__file__).parents[2]
FOLDERS = ("ingest", "replay", "tests")
CASES, DEALS = "tests/replay/test_cases.py", "tests/mutants/quick.py"
DECLARING = (
    *("tests/replay/test_bids.py", "tests/replay/test_exchanges.py", "tests/replay/test_fouls.py"),
    *("tests/replay/test_match.py::test_how_a_match_ends", "tests/replay/test_bids_agree.py"),
    *("tests/replay/test_exchanges_agree.py", CASES),
)
WORKERS = 2
SECONDS = 180  # a fault that never ends is not caught by any test: it counts as a survivor


class Mutant(NamedTuple):
    """A fault: what it breaks, in which file, and the text that is put in another's place; and what should catch it."""

    breaks: str
    file: str
    old: str
    new: str

    @property
    def tests(self) -> tuple[str, ...]:
        return (CASES, DEALS) if self.file.startswith("replay/kernel/") else DECLARING


def mutants() -> list[Mutant]:
    """The faults of `mutants.toml`. Raises ``ValueError`` where a text does not stand exactly once in its file."""
    found = [
        Mutant(**row) for row in tomllib.loads((Path(__file__).parent / "mutants.toml").read_text("utf-8"))["mutants"]
    ]
    for mutant in found:
        times = (ROOT / mutant.file).read_text(encoding="utf-8").count(mutant.old)
        if times != 1:
            raise ValueError(f"{mutant.file} holds {mutant.old!r} {times} times; {mutant.breaks!r} needs it once")
    return found


def first_failure(tree: Path, deals: Path, tests: tuple[str, ...]) -> str | None:
    """The name of the first of these tests that fails in a tree, None if all pass."""
    environment = os.environ | {"PYTHONPATH": str(tree), "SHENGJI_JIT": "0", "SHENGJI_MUTANTS": str(deals)}
    options = ("-x", "-q", "-p", "no:cacheprovider", "--tb=no", "-m", "not long")
    command = [sys.executable, "-m", "pytest", *options, *tests]
    try:
        done = subprocess.run(command, cwd=tree, env=environment, capture_output=True, text=True, timeout=SECONDS)
    except subprocess.TimeoutExpired:
        return None
    failed = re.search(r"^(?:FAILED|ERROR) (\S+)", done.stdout, re.MULTILINE)
    if done.returncode and not failed:
        raise RuntimeError(f"The tests did not run:\n{done.stdout}{done.stderr}")
    return failed[1] if failed else None


def copied(folder: Path) -> Path:
    """A copy of what the tests need, in a new folder."""
    for name in FOLDERS:
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", folder)
    return folder


def caught(planted: list[Mutant], folder: Path) -> Iterator[tuple[Mutant, str | None]]:
    """Each fault with the test that catches it, in order; as many trees at a time as there are workers."""
    trees: SimpleQueue[Path] = SimpleQueue()
    for number in range(WORKERS):
        trees.put(copied(folder / f"tree{number}"))

    def plant(mutant: Mutant) -> str | None:
        tree = trees.get()
        path = tree / mutant.file
        sound = path.read_text(encoding="utf-8")
        try:
            path.write_text(sound.replace(mutant.old, mutant.new), encoding="utf-8")
            return first_failure(tree, folder, mutant.tests)
        finally:
            path.write_text(sound, encoding="utf-8")
            trees.put(tree)

    with ThreadPoolExecutor(WORKERS) as pool:
        yield from zip(planted, pool.map(plant, planted), strict=True)


def main() -> int:
    """Runs all; the exit status."""
    planted = mutants()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        quick.prepare(folder)
        broken = first_failure(copied(folder / "sound"), folder, (*DECLARING, DEALS))
        if broken:
            print(f"Without any fault {broken} fails: mend that first.", file=sys.stderr)
            return 1
        survivors = 0
        for mutant, test in caught(planted, folder):
            survivors += test is None
            print(f"{mutant.file}: {mutant.breaks}\n    {test or 'SURVIVES'}", flush=True)
    print(f"{len(planted) - survivors} of {len(planted)} faults caught.")
    return 1 if survivors else 0


if __name__ == "__main__":
    sys.exit(main())
