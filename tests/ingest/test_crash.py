"""kill -9 while ingesting, and two ingests at once: readers see whole runs only, each deal is current once."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest

from ingest import pipeline
from ingest.lake import Lake
from tests.ingest import deals

INGEST = """
import sys
import ingest.stream, ingest.writer
from ingest.lake import Lake
from ingest.pipeline import ingest as run
ingest.stream.CHUNK = 20
ingest.writer._COMMIT_BYTES = 1  # a commit a chunk: as many moments to die at as there can be
run(sys.argv[2:], Lake.create(sys.argv[1]))
"""


def start(lake: Path, *paths: Path) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", INGEST, str(lake), *map(str, paths)]
    return subprocess.Popen(command, stderr=subprocess.PIPE, text=True)


def seen(lake: Lake) -> tuple[int, int, int]:
    """Deals, raw texts and files that the visible state holds, all of one state."""
    state = lake.state()
    deals_, raw, log = (
        sum(batch.num_rows for batch in lake.batches(table, state=state)) for table in ("deals", "raw", "ingest_log")
    )
    return deals_, raw, log


def kill_at(lake: Lake, file: Path, moment: float, whole: set[tuple[int, int, int]]) -> None:
    """Ingest, look at the lake all the time, kill at a moment; every look shows a whole state."""
    process = start(lake.path, file)
    end = time.monotonic() + moment
    while process.poll() is None and time.monotonic() < end:
        assert seen(lake) in whole
    process.send_signal(signal.SIGKILL)
    process.communicate()
    assert seen(lake) in whole


def lasts(tmp_path: Path, file: Path) -> float:
    """Seconds that an ingest of the file lasts here."""
    before = time.monotonic()
    _, errors = start(tmp_path / "timed", file).communicate()
    assert errors == ""
    return time.monotonic() - before


def killed_over_and_over(tmp_path: Path, moments: int) -> None:
    lake = Lake.create(tmp_path / "lake")
    first = deals.write(tmp_path / "first.jsonl", deals.match(10, name="first"))
    pipeline.ingest([str(first)], lake)
    second = deals.write(tmp_path / "second.jsonl", deals.match(200, name="second"))
    seconds = lasts(tmp_path, second)
    before, after = (10, 10, 1), (210, 210, 2)
    for moment in range(1, moments + 1):
        if seen(lake) != before:
            break
        kill_at(lake, second, seconds * moment / (moments + 1), {before, after})
    report = pipeline.ingest([str(second)], lake)
    assert report.total()["read"] == 200
    current = [key for batch in lake.batches("deals") for key in batch.column("deal_key").to_pylist()]
    assert len(current) == len(set(current)) == 210
    kept = {file for table in lake.state().tables for file in lake.files(table) if table != "runs"}
    on_disk = {str(file) for file in (lake.path / "tables").glob("*/*.parquet") if file.parent.name != "runs"}
    assert on_disk == kept


def test_killed_at_a_few_moments(tmp_path: Path) -> None:
    killed_over_and_over(tmp_path, 4)


@pytest.mark.long
def test_killed_at_twenty_moments(tmp_path: Path) -> None:
    killed_over_and_over(tmp_path, 20)


def test_two_ingests_of_overlapping_files_at_once(tmp_path: Path) -> None:
    match = deals.match(300)
    changed = [deals.changed(deal, rec_total=5) for deal in match[100:200]]
    one = deals.write(tmp_path / "one.jsonl", match[:200])
    two = deals.write(tmp_path / "two.jsonl", [*changed, *match[150:]])
    processes = [start(tmp_path / "lake", file) for file in (one, two)]
    errors = [process.communicate(timeout=120)[1] for process in processes]
    assert [process.returncode for process in processes] == [0, 0], errors
    lake = Lake.open(tmp_path / "lake")
    old = {row["deal_id"] for batch in lake.batches("superseded") for row in batch.to_pylist()}
    rows = [row for batch in lake.batches("deals", ["deal_id", "deal_no"]) for row in batch.to_pylist()]
    current = sorted(row["deal_no"] for row in rows if row["deal_id"] not in old)
    assert current == list(range(1, 301))
    assert len(rows) == len({row["deal_id"] for row in rows}) == 400


READ_ONLY = """
import os, sys
from ingest.lake import Lake, LakeError
if os.geteuid() == 0:
    os.setuid(65534)
try:
    with Lake.create(sys.argv[1]).run("ingest"):
        pass
except LakeError as error:
    print(error)
"""


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="needs the rights of a POSIX system")
def test_a_lake_that_may_not_be_written_says_so() -> None:
    with tempfile.TemporaryDirectory() as name:  # a folder that another user may enter
        folder = Path(name)
        lake = Lake.create(folder / "lake")
        for path, rights in ((lake.path / "tables", 0o555), (lake.path, 0o555), (folder, 0o755)):
            path.chmod(rights)
        command = [sys.executable, "-c", READ_ONLY, str(lake.path)]
        result = subprocess.run(command, capture_output=True, text=True)
        lake.path.chmod(0o755)
    assert result.stderr == ""
    assert f"The lake {lake.path} cannot be written (Permission denied)" in result.stdout
