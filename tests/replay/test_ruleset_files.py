"""A ruleset's own file works wherever a built-in id does: the same answers, under the file's name."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path

import pytest

from tests.replay import house, judging
from tests.replay.judging import ROOT

BASE = "cn_competition_2deck"
SAMPLE = str(ROOT / "data" / "samples" / "revoke.jsonl")
SHEET = str(ROOT / "tests" / "sheets" / "plain_zh.csv")
TITLE = "Rules of our club"

run = partial(judging.run, SHENGJI_JIT="0")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of ``club.toml``, which says what BASE says, by way of a file beside it; and of a lake replayed
    under both."""
    made = tmp_path_factory.mktemp("club")
    (made / "parents").mkdir()
    house.write(made / "parents" / "old.toml", {}, house.HEADER.replace('"_base"', f'"{BASE}"'))
    header = house.HEADER.replace('"_base"', '"parents/old.toml"').replace("House rules", TITLE)
    house.write(made / "club.toml", {}, header.replace("自家规则", "本社规则"))
    rulesets = ["--ruleset", BASE, "--ruleset", str(made / "club.toml")]
    assert run("ingest", SAMPLE, "--lake", str(made / "lake")).returncode == 0
    assert run("replay", "--lake", str(made / "lake"), *rulesets).returncode == 0
    return made


def told(folder: Path, ruleset: str, *args: str) -> str:
    """What a command prints under a ruleset, with the file's title and id put in place of the other's."""
    done = run(*[arg.format(lake=folder / "lake", out=folder / "out") for arg in args], "--ruleset", ruleset)
    assert done.returncode in (0, 1), done.stderr
    words = {"中国升级竞赛规则（两副，双升）": "本社规则", "China Shengji Competition Rules, two decks": TITLE}
    text = done.stdout.replace(BASE, "club").replace(str(folder / "club.toml"), "club")
    for word, ours in words.items():
        text = text.replace(word, ours)
    return text


COMMANDS = {
    "replay": ["replay", "--lake", "{lake}"],
    "explain": ["explain", "revoke.jsonl:4", "--lake", "{lake}"],
    "check": ["check", SAMPLE, "--lang", "zh"],
    "match": ["match", SHEET],
    "judge": ["judge", "follow", "H3", "--lead", "HK", "--hand", "H3 S3", "--trump", "S", "--level", "2"],
    "selfplay": ["selfplay", "--deals", "2", "--out", "-"],
    "compare": ["compare", "--lake", "{lake}", "--ruleset", "program_80fen"],
    "compare one": ["compare", "--lake", "{lake}", "--ruleset", "program_80fen", "--deal", "revoke.jsonl:4"],
    "stats": ["stats", "dealer_win_rate", "--lake", "{lake}", "--csv"],
}


@pytest.mark.parametrize("command", COMMANDS.values(), ids=COMMANDS)
def test_a_path_works_where_an_id_does(command: list[str], folder: Path) -> None:
    ours = told(folder, str(folder / "club.toml"), *command)
    assert ours
    assert ours.replace("from club", "") == told(folder, BASE, *command).replace("from club", "")


def test_a_question_of_a_stream_names_a_file(folder: Path) -> None:
    question = {"kind": "outcome", "points": 85, "ruleset": str(folder / "club.toml")}
    done = run("judge", "--json", stdin=json.dumps(question) + "\n")
    assert json.loads(done.stdout)["side"] == "defenders"


def test_stats_say_where_a_file_was_changed_after_the_replay(folder: Path, tmp_path: Path) -> None:
    path = house.write(tmp_path / "club.toml", {"points.five": 0}, house.HEADER)
    done = run("stats", "--lake", str(folder / "lake"), "--ruleset", path)
    assert (done.returncode, done.stdout) == (2, "")
    assert f"No deal of this lake was replayed under {path}" in done.stderr


def test_a_file_with_faults_ends_every_command_with_its_keys(folder: Path, tmp_path: Path) -> None:
    path = house.write(tmp_path / "bad.toml", {"follow.sub_tractor": "maybe"})
    for command in COMMANDS.values():
        done = run(*[arg.format(lake=folder / "lake", out=folder / "out") for arg in command], "--ruleset", path)
        assert (done.returncode, done.stdout) == (2, "")
        assert "follow.sub_tractor: is 'maybe'; it may be free or must" in done.stderr
