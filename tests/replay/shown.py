"""What a page shows as output, printed anew: each block of it that begins with a command.

``python -m tests.replay.shown`` writes the page anew: read it before you commit it.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.replay.judging import COMMAND, ROOT

PAGE = ROOT / "docs" / "compare.md"
FILE = re.compile(r"^```toml\n# (\S+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
BLOCK = re.compile(r"^```\n(\$ shengji ([^\n]*)\n)(.*?)^```$", re.MULTILINE | re.DOTALL)


def page() -> str:
    """The page with what its commands print now, run one after another in a folder with the samples and its files."""
    text = PAGE.read_text(encoding="utf-8")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "data").mkdir()
        (folder / "data" / "samples").symlink_to(ROOT / "data" / "samples")
        for file in FILE.finditer(text):
            (folder / file[1]).write_text(f"# {file[1]}\n{file[2]}", encoding="utf-8")

        def printed(block: re.Match[str]) -> str:
            done = subprocess.run(
                [sys.executable, "-c", COMMAND, *shlex.split(block[2])],
                cwd=folder,
                capture_output=True,
                encoding="utf-8",
                env=os.environ | {"PYTHONPATH": str(ROOT), "SHENGJI_JIT": "0"},
            )
            assert done.returncode < 2, done.stderr
            return f"```\n{block[1]}{done.stdout}```"

        return BLOCK.sub(printed, text)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
    print(f"wrote {PAGE}")
