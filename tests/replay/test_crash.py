"""A replay that is killed leaves the lake as it was, readers see whole runs only, and the next one completes."""

from __future__ import annotations

import os
import secrets
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest

from ingest.lake import Lake
from replay.ruleset import load
from replay.runners import replay
from tests.replay import lakes

RULESET = "program_80fen"
MATCHES, LENGTH = 6, 10
DEALS = MATCHES * LENGTH
COMMITS = 16  # of such a replay; the last makes it visible
TABLES = ("scores", "ladder", "rulesets", "runs")

# Replays in small batches; waits a little before each commit and is killed before commit or after it.
KILLED = """
import os, signal, sys, time
import ingest.lake
from ingest.lake import Lake
from replay import runners
from replay.ruleset import load

path, ruleset, at, after, delay = sys.argv[1], sys.argv[2], int(sys.argv[3]), sys.argv[4] == "after", float(sys.argv[5])
runners.BATCH = runners.WRITE_EVERY = 3
write, count = ingest.lake.write_deltalake, 0

def counted(*args, **names):
    global count
    count += 1
    time.sleep(delay)
    if count == at and not after:
        os.kill(os.getpid(), signal.SIGKILL)
    write(*args, **names)
    if count == at:
        os.kill(os.getpid(), signal.SIGKILL)

ingest.lake.write_deltalake = counted
lake = Lake.open(path)
print("started", flush=True)
runners.replay(lake, load(ruleset))
print(count, flush=True)
"""


def start(lake: Lake, at: int = 0, when: str = "before", delay: float = 0.02) -> subprocess.Popen[str]:
    """A replay in another process, to be killed at its commit number ``at`` (0: never)."""
    command = [sys.executable, "-c", KILLED, str(lake.path), RULESET, str(at), when, str(delay)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=os.environ)
    assert process.stdout
    assert process.stdout.readline() == "started\n"
    return process


def seen(lake: Lake) -> tuple[int, ...]:
    """How many rows of each table a reader of the visible state sees."""
    state = lake.state()
    return tuple(sum(batch.num_rows for batch in lake.batches(table, state=state)) for table in TABLES)


def polled(lake: Lake, process: subprocess.Popen[str]) -> set[tuple[int, ...]]:
    """All that a reader sees until the process has ended."""
    found = {seen(lake)}
    while process.poll() is None:
        found.add(seen(lake))
        time.sleep(0.02)
    return found | {seen(lake)}


def scored_once(lake: Lake, ruleset: str = RULESET) -> None:
    """Every current deal has exactly one score, and one rung of the ladder if it has a result."""
    deals = Counter(row["deal_id"] for batch in lake.batches("deals") for row in batch.to_pylist())
    old = {row["deal_id"] for batch in lake.batches("superseded") for row in batch.to_pylist()}
    rows = [row for batch in lake.batches("scores") for row in batch.to_pylist() if row["ruleset"] == ruleset]
    scores = Counter(row["deal_id"] for row in rows)
    rungs = [row for batch in lake.batches("ladder") for row in batch.to_pylist() if row["ruleset"] == ruleset]
    current = deals.keys() - old
    assert scores.keys() >= current
    assert set(scores.values()) == {1}
    assert Counter(row["deal_id"] for row in rungs) == Counter(dict.fromkeys(current, 1))


BEFORE = (0, 0, 0, 1)  # only the run that brought the deals
DONE = (DEALS, DEALS, 1, 2)


def make(path: Path) -> Lake:
    return lakes.make(path, lakes.matches(RULESET, MATCHES, LENGTH))


def test_a_replay_is_seen_whole(tmp_path: Path) -> None:
    lake = make(tmp_path)
    process = start(lake)
    assert polled(lake, process) == {BEFORE, DONE}
    assert process.communicate()[0] == f"{COMMITS}\n"
    scored_once(lake)


def killed(path: Path, at: int, when: str) -> None:
    """Kills a replay at a commit; a reader sees nothing of it, unless it had finished, and a rerun completes."""
    lake = make(path)
    process = start(lake, at, when)
    finished = at == COMMITS and when == "after"
    assert polled(lake, process) == ({BEFORE, DONE} if finished else {BEFORE})
    assert process.wait() == -signal.SIGKILL
    process.communicate()
    assert replay(lake, load(RULESET)).deals.total() == (0 if finished else DEALS)
    assert seen(lake)[:3] == DONE[:3]
    scored_once(lake)


@pytest.mark.parametrize(("at", "when"), [(1, "before"), (8, "after"), (COMMITS, "before"), (COMMITS, "after")])
def test_a_killed_replay_leaves_the_lake_as_it_was(at: int, when: str, tmp_path: Path) -> None:
    killed(tmp_path, at, when)


@pytest.mark.long
@pytest.mark.parametrize("when", ["before", "after"])
@pytest.mark.parametrize("at", range(1, COMMITS + 1))
def test_a_replay_killed_at_any_commit_leaves_the_lake_as_it_was(at: int, when: str, tmp_path: Path) -> None:
    killed(tmp_path, at, when)


@pytest.mark.long
@pytest.mark.parametrize("moment", range(20))
def test_a_replay_killed_at_any_moment_leaves_whole_runs(moment: int, tmp_path: Path) -> None:
    lake = make(tmp_path)
    process = start(lake, delay=0.0)
    time.sleep(moment / 10 + secrets.randbelow(100) / 1000)
    process.kill()
    assert polled(lake, process) <= {BEFORE, DONE}
    process.communicate()
    replay(lake, load(RULESET))
    assert seen(lake)[:3] == DONE[:3]
    scored_once(lake)
