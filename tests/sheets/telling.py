"""What ``shengji match`` says of every sheet here; ``python -m tests.sheets.telling`` writes told.txt."""

from __future__ import annotations

import contextlib
import io
import tempfile
from pathlib import Path

from replay import matchcli
from replay.ruleset import load
from replay.sentences import LANGUAGES
from tests.sheets.workbooks import WORKBOOKS

HERE = Path(__file__).parent
FILE = HERE / "told.txt"
RULESETS = {"must_play_zh.csv": "program_80fen"}
RULESET = "cn_competition_2deck"
NAMES = sorted([path.name for path in HERE.glob("*.csv")] + list(WORKBOOKS))


def ruleset_of(name: str) -> str:
    """The ruleset that a sheet is held against."""
    return RULESETS.get(name, RULESET)


def place(name: str, folder: Path) -> Path:
    """The sheet as a file in a folder: a copy, or the workbook made there."""
    path = folder / name
    if name in WORKBOOKS:
        WORKBOOKS[name](path)
    else:
        path.write_bytes((HERE / name).read_bytes())
    return path


def told(path: Path, lang: str, as_json: bool = False) -> str:
    """What the command prints of a file, which it calls by its name."""
    out = io.StringIO()
    with contextlib.chdir(path.parent), contextlib.redirect_stdout(out):
        matchcli.run(path.name, load(ruleset_of(path.name)), lang, as_json)
    return out.getvalue()


def golden() -> str:
    """Everything that is said, a part a sheet and language."""
    with tempfile.TemporaryDirectory() as folder:
        parts = [f"== {name} {lang}\n{told(place(name, Path(folder)), lang)}" for name in NAMES for lang in LANGUAGES]
    return "\n".join(parts)


if __name__ == "__main__":
    FILE.write_text(golden(), encoding="utf-8")
