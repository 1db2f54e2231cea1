"""The files that belong to the project, as git sees them: tracked, or new and not ignored."""

from __future__ import annotations

import subprocess
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
LAYERS = ("ingest", "replay", "analytics", "dashboard")


@cache
def files() -> list[str]:
    """Paths below the root, with ``/``; what was deleted but not yet committed is left out."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
        encoding="utf-8",
    ).stdout
    return sorted(name for name in set(listed.split("\0")) if name and (ROOT / name).is_file())


def product() -> list[str]:
    """The Python files that users install."""
    return [name for name in files() if name.endswith(".py") and name.split("/")[0] in (*LAYERS, "shengji.py")]
