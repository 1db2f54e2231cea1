"""Names out of logs and file names do not move the cursor, colour the screen or begin lines of their own."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from replay.sentences import say
from tests.replay.judging import ROOT, run

WILD = "a\x1b[31m\n\x9b2J\x85\u2028b"
TAMED = "a\ufffd[31m\ufffd\ufffd2J\ufffd\ufffdb"
NATIVE = "cn_competition_2deck"
CONTROLS = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029]")


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The deals with a revoke and one that cannot be read, under names that hold control characters."""
    text = (ROOT / "data" / "samples" / "revoke.jsonl").read_text("utf-8")
    match = json.loads(text.splitlines()[0])["match"]
    for name in (match, "bot B"):
        text = text.replace(json.dumps(name), json.dumps(WILD))
    path = tmp_path_factory.mktemp("names") / "wild\x1b[2J\nname.jsonl"
    path.write_text(text + '{"format":"shengji-deal/1"}\n', "utf-8")
    return path


@pytest.fixture(scope="module")
def lake(log: Path) -> Path:
    """A lake of that log, replayed; what was said of it on the way is tame."""
    lake = log.with_name("lake")
    for args in (["ingest", str(log), "--lake", str(lake)], ["replay", "--lake", str(lake), "--ruleset", NATIVE]):
        done = run(*args, SHENGJI_JIT="0")
        assert done.returncode == 0
        assert not CONTROLS.search(done.stdout + done.stderr)
    return lake


@pytest.mark.parametrize("command", ["check", "match"])
def test_of_a_log(log: Path, command: str) -> None:
    done = run(command, str(log), "--ruleset", NATIVE)
    assert (done.returncode, done.stderr) == (1, "")
    assert not CONTROLS.search(done.stdout)
    assert TAMED in done.stdout
    assert "wild\ufffd[2J\ufffdname.jsonl" in done.stdout


@pytest.mark.parametrize(
    "args",
    [
        ("explain", f"{WILD}/4", "--ruleset", NATIVE),
        ("match", "LAKE", "--ruleset", NATIVE),
        ("sql", "SELECT name FROM players"),
        ("stats", "dealer_win_rate", "--by", "match"),
    ],
    ids=lambda args: args[0],
)
def test_of_a_lake(lake: Path, args: tuple[str, ...]) -> None:
    command = [str(lake) if arg == "LAKE" else arg for arg in args]
    done = run(*command, *([] if "LAKE" in args else ["--lake", str(lake)]))
    assert done.stderr == ""
    assert not CONTROLS.search(done.stdout)
    assert TAMED in done.stdout


def test_in_what_went_wrong(log: Path, lake: Path) -> None:
    unread = log.with_name("other\x1b[1m\n.log")
    unread.write_text("no log", "utf-8")
    for args in (["check", str(unread), "--ruleset", NATIVE], ["explain", f"{WILD}/99", "--lake", str(lake)]):
        done = run(*args, *(["--ruleset", NATIVE] if args[0] == "explain" else []))
        assert done.returncode == 2
        assert len(done.stderr.splitlines()) == 1
        assert not CONTROLS.search(done.stdout + done.stderr)


def test_json_holds_them_as_they_are(log: Path) -> None:
    told = json.loads(run("check", str(log), "--ruleset", NATIVE, "--json").stdout)
    assert {deal["match"] for deal in told["found"]} == {WILD}


def test_a_page_shows_them_replaced() -> None:
    from dashboard.frame import plain

    assert plain(WILD) == re.sub(r"(\[)", r"\\\1", TAMED)
    assert TAMED in say("zh", "match.head", match=WILD, source="s", deals=1)
