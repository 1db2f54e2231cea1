"""A reader that leaves (`| head -1`) is no finding and no fault of the program."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tests.replay.judging import COMMAND, ROOT

MATCHES = str(ROOT / "data" / "samples" / "matches.jsonl")
NATIVE = "cn_competition_2deck"
COMMANDS = {
    "a long text": ["check", MATCHES, "--ruleset", NATIVE],
    "a short text": ["rulesets", "diff", NATIVE, NATIVE],
    "one document": ["match", MATCHES, "--ruleset", NATIVE, "--json"],
    "deals": ["selfplay", "--deals", "1", "--ruleset", NATIVE, "--out", "-"],
}


@pytest.mark.parametrize("args", COMMANDS.values(), ids=COMMANDS)
def test_a_reader_that_leaves(args: list[str]) -> None:
    read, write = os.pipe()
    os.close(read)
    environment = os.environ | {"PYTHONPATH": str(ROOT), "SHENGJI_JIT": "0"}
    with os.fdopen(write, "wb") as out:
        command = [sys.executable, "-c", COMMAND, *args]
        done = subprocess.run(command, stdout=out, stderr=subprocess.PIPE, env=environment, text=True)
    assert (done.returncode, done.stderr) == (141, "")


def test_a_reader_that_stays_gets_everything() -> None:
    command = [sys.executable, "-c", COMMAND, *COMMANDS["a short text"]]
    done = subprocess.run(command, capture_output=True, env=os.environ | {"PYTHONPATH": str(ROOT)}, text=True)
    assert (done.returncode, done.stdout) == (0, f"{NATIVE} and {NATIVE} hold the same value for every key.\n")
