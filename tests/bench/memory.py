"""Peak memory of the whole process tree while a large input is ingested and replayed."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

from tests.bench import inputs

EVERY = 0.05  # seconds between two looks


def peak(folder: Path) -> float:
    """MiB at the worst moment of `shengji ingest` and `shengji replay --workers 2`, catalog included."""
    lake = str(folder / "large")
    commands = [
        ["ingest", str(folder / inputs.LARGE), "--lake", lake],
        ["replay", "--lake", lake, "--ruleset", inputs.RULESET, "--workers", "2"],
    ]
    return max(_peak(command) for command in commands) / 1024


def _peak(command: list[str]) -> int:
    """KiB; pages that two processes share count twice."""
    print(f"  peak memory of {command[0]} …", file=sys.stderr, flush=True)
    whole = [sys.executable, "-m", "shengji", *command]
    highest = 0
    with subprocess.Popen(whole, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True) as child:
        while child.poll() is None:
            highest = max(highest, sum(_resident(process) for process in _session(child.pid)))
            time.sleep(EVERY)
    if child.returncode:
        raise RuntimeError(f"{' '.join(whole)} ended with {child.returncode}")
    return highest


def _session(leader: int) -> list[Path]:
    """The processes of a session, as folders of /proc."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            session = (process / "stat").read_text().rpartition(")")[2].split()[3]
        except OSError:  # ended meanwhile
            continue
        if int(session) == leader:
            found.append(process)
    return found


def _resident(process: Path) -> int:
    try:
        status = (process / "status").read_text()
    except OSError:
        return 0
    return next((int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS:")), 0)
