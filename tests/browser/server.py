"""A dashboard of its own for a test: started on a free port, waited for, and stopped."""

from __future__ import annotations

import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

ROOT = Path(__file__).parents[2]


def free_port() -> int:
    """A port of 127.0.0.1 that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def serve(lake: Path) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """The address and the process of `dashboard --lake LAKE`, once it answers."""
    port = free_port()
    command = [sys.executable, "-c", "from dashboard.cli import app; app()", "--lake", str(lake), "--port", str(port)]
    process = subprocess.Popen(command, cwd=ROOT, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    try:
        _wait(f"http://127.0.0.1:{port}/_stcore/health", process)
        yield f"http://127.0.0.1:{port}", process
    finally:
        if process.poll() is None:
            process.terminate()
            process.communicate(timeout=30)


def _wait(address: str, process: subprocess.Popen[str]) -> None:
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and process.poll() is None:
        try:
            with urlopen(address, timeout=5) as answer:
                if answer.status == 200:
                    return
        except (URLError, ConnectionError):
            time.sleep(0.2)
    raise AssertionError(f"the dashboard did not start: {process.stderr.read() if process.stderr else ''}")
