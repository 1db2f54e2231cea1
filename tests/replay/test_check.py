"""The check of a file: every fault of the samples named with its place, in both languages, without a compiler."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import Any

import pytest

from replay.checking import Checker
from replay.ruleset import list_rulesets
from replay.verdicts import FIRST_VIOLATION, BidVerdict, ExchangeVerdict, Verdict
from tests.replay.judging import ROOT, run

SAMPLES = ROOT / "data" / "samples"
NATIVE = "cn_competition_2deck"
LOGS = os.environ.get("SHENGJI_REAL_LOGS")

# What the samples hold that is wrong: file, lines of `check` in Chinese and in English.
FOUND = [
    (
        "revoke.jsonl",
        [
            "  第6圈，东（bot B），D9：违例，有牌不跟：手中有 S9 S8 S6 S3，应跟一张黑桃。",
            "    依据：跟牌（通例：D11、S0:L3）",
        ],
        [
            "  trick 6, East (bot B), D9: NOT ALLOWED, a revoke: holds S9 S8 S6 S3 and owed one card of spades.",
            "    by following suit (by custom: D11, S0:L3)",
        ],
    ),
    (
        "wrong_winner.jsonl",
        ["  记录不符：第5圈得圈者：记录为东，按规则为南。"],
        ["  recorded otherwise: winner of trick 5: East in the log, South by the rules."],
    ),
    (
        "missing_card.jsonl",
        ["  拒收：{path}，第4行，第4副：四家手牌张数不等。"],
        [
            "  rejected: {path}, line 4, deal 4: The hands hold 25 25 24 25 cards; "
            "all four must hold equally many."
        ],
    ),
    (
        "cut_off.jsonl",
        ["  拒收：{path}，第6行，第6副：记录在中途截断。"],
        ["  rejected: {path}, line 6, deal 6: The line ends in the middle of the record: it was cut off."],
    ),
]  # fmt: skip
RESULT = {"zh": re.compile(r"selfplay-\S+ 第\d+副（第\d+行）："), "en": re.compile(r"Deal \d+ of selfplay-")}


def check(*args: Any, **environment: str) -> tuple[int, list[str], str]:
    """Exit code, lines and what was said aside of `shengji check`."""
    done = run("check", *map(str, args), **environment)
    return done.returncode, done.stdout.splitlines(), done.stderr


@pytest.mark.parametrize("lang", ["zh", "en"])
@pytest.mark.parametrize(("name", "zh", "en"), FOUND, ids=[name for name, *_ in FOUND])
def test_each_fault_is_named(name: str, zh: list[str], en: list[str], lang: str) -> None:
    path = SAMPLES / name
    code, (head, *told, _), aside = check(path, "--ruleset", NATIVE, "--lang", lang)
    assert (code, aside) == (1, "")
    assert str(path) in head
    found = [line for line in told if not RESULT[lang].match(line)]
    assert found == [line.format(path=path) for line in {"zh": zh, "en": en}[lang]]
    assert len(told) - len(found) == (6 if name in ("revoke.jsonl", "wrong_winner.jsonl") else 5)


@pytest.mark.parametrize(
    ("name", "ruleset", "deals"),
    [("clean.jsonl", NATIVE, 24), ("matches.jsonl", NATIVE, 72), ("80fen.ndjson", "program_80fen", 35)],
)
def test_nothing_is_found_where_nothing_is_wrong(name: str, ruleset: str, deals: int) -> None:
    code, lines, aside = check(SAMPLES / name, "--ruleset", ruleset)
    assert (code, aside) == (0, "")
    assert lines[-1] == f"{deals} deals: 0 not allowed, 0 recorded otherwise, 0 rejected."
    assert len(lines) == deals + 2


def test_results_are_told_in_words() -> None:
    _, lines, _ = check(SAMPLES / "clean.jsonl", "--ruleset", NATIVE)
    assert lines[1].startswith("Deal 1 of selfplay-cn_competition_2deck-2-1 (line 1): ")
    for line in lines[1:-1]:
        assert re.search(
            r"The defenders have -?\d+ points\. .+ (Next dealer|The game is over): .+ Every play was", line
        )
    assert "The game is over: " in lines[-2]


def test_the_document_holds_the_same() -> None:
    code, (text,), aside = check(*(SAMPLES / name for name, *_ in FOUND), "--ruleset", NATIVE, "--json")
    told = json.loads(text)
    assert (code, aside) == (1, "")
    counts = {key: told[key] for key in ("ruleset", "deals", "violations", "differences", "rejects", "unreadable")}
    assert counts == {
        "ruleset": NATIVE, "deals": 22, "violations": 1, "differences": 1, "rejects": 2, "unreadable": []
    }  # fmt: skip
    (revoke,) = [deal for deal in told["found"] if deal["violations"]]
    assert (Path(revoke["file"]).name, revoke["line"], revoke["deal"], revoke["status"]) == (
        "revoke.jsonl",
        4,
        4,
        "scored",
    )
    assert revoke["violations"] == [
        {
            "trick": 6,
            "seat": 1,
            "player": "bot B",
            "code": "revoke",
            "cards": "D9",
            "held": "S9 S8 S6 S3",
            "owed": "one card of spades",
            "clause": "following suit (by custom: D11, S0:L3)",
            "text": FOUND[0][2][0],
        }
    ]
    (wrong,) = [deal for deal in told["found"] if deal["differences"]]
    assert (Path(wrong["file"]).name, wrong["deal"]) == ("wrong_winner.jsonl", 4)
    assert wrong["differences"] == [
        {"field": "trick_winners", "trick": 5, "recorded": 1, "rescored": 0, "text": FOUND[1][2][0]}
    ]
    assert [reject["code"] for reject in told["rejected"]] == ["hand_sizes", "cut_off"]
    assert len(told["found"]) == 22
    assert all(deal["result"] for deal in told["found"])


@pytest.mark.parametrize(
    ("lang", "told"),
    [
        ("zh", "  记录不符：本局胜方：记录为南北，按规则为尚无。"),
        ("en", "  recorded otherwise: winner of the game: South and North in the log, nobody by the rules."),
    ],
)
def test_a_game_that_is_not_over_has_no_winner(tmp_path: Path, lang: str, told: str) -> None:
    deal = json.loads((SAMPLES / "clean.jsonl").read_text(encoding="utf-8").splitlines()[0])
    path = tmp_path / "won.jsonl"
    path.write_text(json.dumps(deal | {"result": deal["result"] | {"winner": 0}}), encoding="utf-8")
    code, lines, _ = check(path, "--ruleset", NATIVE, "--lang", lang)
    assert (code, lines[2]) == (1, told)
    assert told in run("match", str(path), "--ruleset", NATIVE, "--lang", lang, SHENGJI_JIT="0").stdout.splitlines()


BIDS = [{"seat": 1, "cards": "C2"}, {"seat": 2, "cards": "D2"}, {"seat": 0, "cards": "H2"}]
BIDDING = [  # bids of the first sample deal (clubs, dealt by East), and what is told of them
    (
        BIDS[:2],
        ["  北（bot C）亮 D2：违例：压不过已亮的牌。", "    依据：declare.ladder（原文：S0:L3）"],
        [
            "  North (bot C) shows D2: NOT ALLOWED: it does not beat the bid that stands.",
            "    by declare.ladder (stated: S0:L3)",
        ],
    ),
    (
        BIDS[1:2],
        ["  记录不符：主：记录为梅花，按规则为方块。", "  记录不符：庄家：记录为东，按规则为北。"],
        [
            "  recorded otherwise: trump: clubs in the log, diamonds by the rules.",
            "  recorded otherwise: dealer: East in the log, North by the rules.",
        ],
    ),
    (
        [],
        ["  记录不符：主：记录为梅花，按规则为本副作废。"],
        ["  recorded otherwise: trump: clubs in the log, a void deal by the rules."],
    ),
]


@pytest.mark.parametrize("lang", ["zh", "en"])
@pytest.mark.parametrize(("bids", "zh", "en"), BIDDING, ids=["bid", "trump and dealer", "nobody"])
def test_bids_are_told(tmp_path: Path, bids: list[dict[str, Any]], zh: list[str], en: list[str], lang: str) -> None:
    deal = json.loads((SAMPLES / "clean.jsonl").read_text(encoding="utf-8").splitlines()[0])
    path = tmp_path / "bids.jsonl"
    path.write_text(json.dumps(deal | {"bids": bids}), encoding="utf-8")
    code, (_, *told, _), aside = check(path, "--ruleset", NATIVE, "--lang", lang)
    assert (code, aside) == (1, "")
    assert [line for line in told if not RESULT[lang].match(line)] == {"zh": zh, "en": en}[lang]


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_every_violation_rests_on_a_clause(lang: str) -> None:
    codes = [code for code in (*Verdict, *BidVerdict, *ExchangeVerdict) if code >= FIRST_VIOLATION]
    for ruleset in list_rulesets(fragments=True):
        checker = Checker(ruleset, lang, print)
        assert all(checker.clause(code.name.lower()) for code in codes)


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["none.jsonl", "--ruleset", NATIVE], "There is no file or folder none.jsonl"),
        ([SAMPLES / "clean.jsonl", "--ruleset", "none"], "there is no such ruleset"),
        ([SAMPLES / "clean.jsonl", "--ruleset", NATIVE, "--lang", "fr"], "it may be zh or en"),
        ([SAMPLES / "make.py", "--ruleset", NATIVE], "make.py"),
    ],
    ids=["file", "ruleset", "lang", "kind of file"],
)
def test_what_cannot_run_ends_with_2(args: list[Any], said: str) -> None:
    code, _, aside = check(*args)
    assert code == 2
    assert said in aside
    assert "Traceback" not in aside


def test_a_file_that_cannot_be_read_stops_no_other() -> None:
    code, lines, aside = check("none.jsonl", SAMPLES / "revoke.jsonl", "--ruleset", NATIVE)
    assert (code, aside) == (2, "There is no file or folder none.jsonl: check the path.\n")
    assert lines[-1] == "6 deals: 1 not allowed, 0 recorded otherwise, 0 rejected."


@pytest.mark.parametrize("command", ["check", "match"])
def test_a_foreign_file_of_a_folder_is_left_out(tmp_path: Path, command: str) -> None:
    said = f"left out: {tmp_path / 'notes.txt'} is in none of the known formats"
    (tmp_path / "notes.txt").write_text("hello", "utf-8")
    alone = run(command, str(tmp_path), "--ruleset", NATIVE, SHENGJI_JIT="0")
    assert (alone.returncode, alone.stderr.startswith(said.removeprefix("left out: "))) == (2, True)
    (tmp_path / "played.jsonl").write_bytes((SAMPLES / "clean.jsonl").read_bytes())
    words = run(command, str(tmp_path), "--ruleset", NATIVE, SHENGJI_JIT="0")
    assert (words.returncode, words.stderr.startswith(said)) == (0, True)
    document = run(command, str(tmp_path), "--ruleset", NATIVE, "--json", SHENGJI_JIT="0")
    told = json.loads(document.stdout)
    assert (document.returncode, told["deals"]) == (0, len((SAMPLES / "clean.jsonl").read_text("utf-8").splitlines()))
    assert [f"left out: {one}" for one in told["left_out"]] == words.stderr.splitlines()


@pytest.mark.parametrize("command", ["check", "match"])
@pytest.mark.parametrize("name", ["empty.csv", "empty.jsonl"])
def test_an_empty_file_holds_no_deals(tmp_path: Path, command: str, name: str) -> None:
    (tmp_path / name).write_text("\n", "utf-8")
    done = run(command, str(tmp_path / name), "--ruleset", NATIVE, SHENGJI_JIT="0")
    assert (done.returncode, done.stderr) == (0, "")
    assert re.search(r"^(0 deals|0 matches)", done.stdout.splitlines()[-1])


def test_nothing_is_compiled_where_no_kernel_is_at_hand(tmp_path: Path) -> None:
    code = "import sys, shengji\ntry:\n    shengji.main()\nfinally:\n    print('numba' in sys.modules, file=sys.stderr)"
    place = {"SHENGJI_CACHE": str(tmp_path)}
    done = run("check", str(SAMPLES / "revoke.jsonl"), "--ruleset", NATIVE, code=code, **place)
    assert (done.returncode, done.stderr) == (1, "False\n")
    assert done.stdout.splitlines()[-1].startswith("6 deals: 1 not allowed")


@pytest.mark.skipif(not LOGS, reason="SHENGJI_REAL_LOGS names no folder of real logs")
def test_real_games_agree_with_their_profile() -> None:
    assert LOGS
    files = sorted((Path(LOGS) / "80fen").iterdir())
    code, lines, aside = check(*files, "--ruleset", "program_80fen")
    assert (code, aside) == (0, "")
    assert lines[-1] == "125 deals: 0 not allowed, 0 recorded otherwise, 0 rejected."
