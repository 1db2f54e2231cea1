"""The command line as a whole: quick to start, one sentence when it cannot run, and as the README says."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
import typer.main

import shengji
from tests.packaging.tree import ROOT

HEAVY = [
    "altair",
    "deltalake",
    "duckdb",
    "msgspec",
    "numba",
    "numpy",
    "pandas",
    "polars",
    "pyarrow",
    "pydantic",
    "streamlit",
]
COMMAND = typer.main.get_command(shengji.app)
PROMISED = {"ingest", "replay", "explain", "rulesets", "selfplay", "stats", "sql", "dashboard"}


def run(*args: str, code: str = "import shengji; shengji.main()") -> subprocess.CompletedProcess[str]:
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    environment.pop("SHENGJI_DEBUG", None)
    return subprocess.run(
        [sys.executable, "-c", code, *args], capture_output=True, text=True, encoding="utf-8", env=environment
    )


def test_every_layer_gives_its_commands() -> None:
    assert set(COMMAND.commands) >= PROMISED


@pytest.mark.parametrize("command", [[], *[[command] for command in COMMAND.commands]], ids=" ".join)
def test_help_loads_nothing_heavy(command: list[str]) -> None:
    code = (
        "import atexit, sys, shengji\n"
        f"atexit.register(lambda: print([name for name in {HEAVY} if name in sys.modules], file=sys.stderr))\n"
        "shengji.main()"
    )
    done = run(*command, "--help", code=code)
    assert (done.returncode, done.stderr) == (0, "[]\n")
    assert "Usage:" in done.stdout


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["stats", "--lake", "nowhere"], "no lake at nowhere"),
        (["sql", "SELECT 1", "--lake", "nowhere"], "no lake at nowhere"),
        (["replay", "--lake", "nowhere", "--ruleset", "program_80fen"], "no lake at nowhere"),
        (["explain", "x", "--lake", "nowhere", "--ruleset", "program_80fen"], "no lake at nowhere"),
        (["rulesets", "show", "no_such_rules"], "no_such_rules"),
        (["ingest", "no-such-file", "--lake", "{tmp}/lake"], "no-such-file"),
    ],
    ids=lambda value: value[0] if isinstance(value, list) else "",
)
def test_what_cannot_run_ends_with_a_sentence_and_2(args: list[str], said: str, tmp_path: Path) -> None:
    done = run(*[arg.format(tmp=tmp_path) for arg in args])
    assert done.returncode == 2
    assert said in done.stderr
    assert "Traceback" not in done.stderr
    assert done.stdout == ""


def test_an_error_of_nobody_asks_for_a_report() -> None:
    code = "import shengji, analytics.cli, sys\nsys.argv[1:] = ['x']\n"
    code += "@shengji.app.command()\ndef x() -> None:\n    raise KeyError('k')\nshengji.main()"
    done = run(code=code)
    assert (done.returncode, done.stdout) == (2, "")
    assert re.fullmatch(r"shengji x stopped at .*\(KeyError: 'k'\).*SHENGJI_DEBUG=1.*\n", done.stderr)


def _readme_commands() -> list[str]:
    blocks = re.findall(r"^```[a-z]*\n(.*?)^```", (ROOT / "README.md").read_text("utf-8"), re.MULTILINE | re.DOTALL)
    lines = [line.removeprefix("$ ").strip() for block in blocks for line in block.splitlines()]
    return [line for line in lines if re.match(r"(shengji|make) [a-z]", line)]


@pytest.mark.parametrize("line", _readme_commands())
def test_a_command_of_the_readme_exists(line: str) -> None:
    program, name, *rest = line.split("#")[0].split()
    if program == "make":
        assert re.search(rf"^{name}:", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)
        return
    command = COMMAND.commands[name]
    if hasattr(command, "commands"):
        command = command.commands[rest[0]]
    known = {option for parameter in command.params for option in parameter.opts}
    assert {word for word in rest if word.startswith("--")} <= known
