"""Score sheets against a ruleset: each error is named with its row and the right value, each good row is taken."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ingest.sheets.rows import Sheet, read_sheets
from replay.matching import Matched, match
from replay.ruleset import load
from replay.sentences import templates
from tests.replay.situations import hearing
from tests.sheets.telling import FILE, HERE, NAMES, golden, place, ruleset_of, told

ROOT = HERE.parents[1]
UTF_8, GB = "utf-8", "gb18030"
# What only logs and lakes let `match` say; tests/replay/test_match.py says it.
OF_LOGS = {f"match.{name}" for name in ("head", "unscored", "sum_log", "place_deal", "again")}

# Of each sheet: rows that are scored, then (row, what, written, right), cells (row, heading) that cannot be read, and
# (row, of) for deals scored twice. Levels: J 11, Q 12, K 13, A 14. Seats: South 0, East 1, North 2, West 3.
KNOWN: dict[str, tuple[list[int], list[tuple[int, str, Any, Any]], list[tuple[int, str]], list[tuple[int, int]]]] = {
    "plain_zh.csv": (
        [2, 3, 4, 5, 6],
        [(4, "after_1", 4, 3), (5, "after_0", 6, 5), (5, "next_dealer", 0, 2), (6, "next_dealer", 1, 2)],
        [],
        [],
    ),
    "two_heads_zh.csv": (
        [7, 8, 10, 11],
        [
            (7, "capture_points", 30, 40),
            (7, "total", 90, 100),
            (10, "after_1", 5, 4),
            (11, "total", 90, 80),
            (11, "dealer", 1, 0),
        ],
        [],
        [],
    ),
    "semicolon_en.csv": (
        [3, 4, 5, 6],
        [(4, "capture_points", 25, 20), (4, "total", 110, 105), (5, "total", 45, 40)],
        [],
        [],
    ),
    "tens_en.csv": ([2, 3, 4, 5], [(3, "next_dealer", 3, 1)], [], []),
    "shutouts_zh.csv": (
        [2, 3, 4, 5, 6, 7],
        [
            (4, "remark", "few", 40),
            (4, "after_0", 9, 8),
            (5, "level", 9, 8),
            (6, "level", 12, 11),
            (7, "remark", "none", 15),
        ],
        [],
        [],
    ),
    "twice_zh.csv": ([3, 5, 6, 8], [(8, "after_0", 4, 5)], [], [(4, 3), (7, 5)]),
    "unread_en.csv": ([2, 4], [], [(3, "points"), (5, "dealer"), (6, "level")], []),
    "carried_zh.csv": ([2, 3, 4, 5, 6], [(2, "after_0", 5, 4), (6, "level", 6, 5)], [], []),
    "passed_zh.csv": ([2, 3, 4, 5, 6], [(6, "after_1", "passed", 4)], [], []),
    "roles_en.csv": (
        [2, 3, 4, 5, 6],
        [(4, "deal_role", "defenders", "dealer"), (6, "deal_role", "dealer", "defenders")],
        [],
        [],
    ),
    "penalties_en.csv": ([6, 7, 8], [(7, "total", 60, 65), (8, "after_1", 3, 4)], [], []),
    "results_en.csv": ([2, 3, 4], [(3, "before_1", 3, 4), (4, "before_0", 3, 2)], [(5, "")], []),
    "must_play_zh.csv": (
        [2, 3, 4, 5],
        [(3, "after_0", 8, 7), (4, "level", 5, 7), (5, "takeover", False, True), (5, "next_dealer", 0, 2)],
        [],
        [],
    ),
    "merged_zh.xlsx": ([7, 8, 9, 12, 13], [(9, "after_1", 7, 6), (13, "game_winner", 1, None)], [], []),
    "two_tables_en.xlsx": ([3, 4, 3, 4, 5], [(4, "next_dealer", 2, 0), (5, "after_1", 10, 9)], [], []),
}


def held(path: Path) -> list[tuple[Sheet, Matched]]:
    return [(sheet, match(sheet, load(ruleset_of(path.name)))) for sheet in read_sheets(path.read_bytes())]


@pytest.mark.parametrize("name", NAMES)
def test_each_error_is_named_and_each_good_row_taken(name: str, tmp_path: Path) -> None:
    scored, wrong, unread, twice = KNOWN[name]
    found = held(place(name, tmp_path))
    assert [rung.row for _, one in found for rung in one.ladder] == scored
    assert [(f.row, f.name, f.written, f.right) for _, one in found for f in one.findings] == wrong
    assert [(row, cell.heading) for _, one in found for row, cell in one.unread] == unread
    assert [(a.row, a.of) for sheet, _ in found for a in sheet.asides if a.kind == "twice"] == twice


def test_what_is_said_is_what_was_reviewed() -> None:
    assert golden() == FILE.read_text("utf-8"), "read the change, then run `python -m tests.sheets.telling`"


def test_every_sentence_is_said() -> None:
    with hearing() as heard:
        golden()
    assert {key for key in templates("en") if key.startswith("match.")} - OF_LOGS <= heard["en"].keys()


def test_chinese_sentences_hold_no_latin_words_but_ranks_and_what_the_sheet_says() -> None:
    parts = FILE.read_text("utf-8").split("== ")
    words = re.findall(r"[A-Za-z_]{2,}", "\n".join(part for part in parts if part.startswith(tuple(_chinese()))))
    assert set(words) <= {"zh", "csv", "xlsx", "fen", *(word for name in NAMES for word in re.findall("[a-z_]+", name))}


def _chinese() -> list[str]:
    return [f"{name} zh" for name in NAMES if "_zh" in name]


@pytest.mark.parametrize("name", [name for name in NAMES if name.endswith("_zh.csv")])
@pytest.mark.parametrize("encoding", [UTF_8, "utf-8-sig", GB, "utf-16"])
@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_encodings_and_delimiters_change_nothing(name: str, encoding: str, delimiter: str, tmp_path: Path) -> None:
    data = (HERE / name).read_bytes()
    text = data.decode(GB if name.startswith(("two", "shut", "passed")) else "utf-8-sig")
    path = tmp_path / name
    path.write_bytes(text.replace(",", delimiter).encode(encoding))
    here = tmp_path / "here"
    here.mkdir()
    assert told(path, "zh") == told(place(name, here), "zh")


DEAL = "deal,dealer,level,points,level ns,level ew,next dealer,remarks,trump\n1,{},2,{},{},2,{},{},{}\n"


@pytest.mark.parametrize(
    ("dealer", "points", "level", "after", "remark", "trump"),
    [
        ("南", "35", "4", "北", "", "♠"),
        ("Ｓ", "３５", "４", "Ｎ", "", "S"),
        ("1", "35.0", "4.0", "3", "ok", "黑桃"),
        ("south", " 35分 ", "打4", "North", "", "Spades"),
        ("南家", "小光", "4", "北家", "", "主黑桃"),
        ("S", "", "4", "n", "小光", "♤".replace("♤", "♠")),
        ("S", "+35 pts", "4", "-", "", "—"),
    ],
)
def test_cells_as_people_write_them(
    dealer: str, points: str, level: str, after: str, remark: str, trump: str, tmp_path: Path
) -> None:
    path = tmp_path / "one.csv"
    path.write_text(DEAL.format(dealer, points, level, after, remark, trump), "utf-8")
    ((_, found),) = held(path)
    assert (found.findings, found.unread) == ([], [])
    (rung,) = found.ladder
    assert (rung.dealer, rung.level, rung.levels_after, rung.next_dealer) == (0, 2, [4, 2], 2)
    assert rung.trump in ("S", None)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("a,b,c\n1,2,3\n", "No row of headings was found"),
        (",,,\n", "No row of headings was found"),
        ("PK\x03\x04no zip", "The file is no XLSX that can be read"),
        ("\0\0\0\0", "no text in UTF-8 or GB18030"),
    ],
)
def test_what_is_no_sheet_is_told(text: str, sentence: str, tmp_path: Path) -> None:
    path = tmp_path / "bad.csv"
    path.write_bytes(text.encode("latin-1"))
    done = command(path, "--lang", "zh")
    assert (done.returncode, done.stdout) == (2, "")
    assert sentence in done.stderr
    assert "Traceback" not in done.stderr


def command(path: Path, *options: str) -> subprocess.CompletedProcess[str]:
    line = [sys.executable, "shengji.py", "match", str(path), "--ruleset", "cn_competition_2deck", *options]
    environment = os.environ | {"PYTHONPATH": str(ROOT), "PYTHONUTF8": "1"}
    return subprocess.run(line, cwd=ROOT, env=environment, capture_output=True, text=True, encoding="utf-8")


@pytest.mark.parametrize(("name", "code"), [("tens_en.csv", 1), ("right.csv", 0), ("missing.csv", 2)])
def test_the_exit_code(name: str, code: int, tmp_path: Path) -> None:
    path = place(name, tmp_path) if name in NAMES else tmp_path / name
    if name == "right.csv":
        path.write_text(DEAL.format("S", 35, 4, "N", "", "H"), "utf-8")
    assert command(path, "--json").returncode == code


def test_json_holds_the_ladder_and_every_error_in_words(tmp_path: Path) -> None:
    document = json.loads(told(place("two_tables_en.xlsx", tmp_path), "zh", as_json=True))
    first, second = document["sheets"]
    assert (document["ruleset"], first["sheet"], second["sheet"]) == ("cn_competition_2deck", "Table 1", "Table 2")
    assert [rung["points"] for rung in second["ladder"]] == [160, 35, 0]
    assert second["wrong"] == [
        {
            "row": 5, "deal": 3, "name": "after_1", "written": 10, "right": 9, "because": {},
            "text": "第5行有误：东西打牌后级数（Levels after E/W）：所记为T，应为9。",
        }
    ]  # fmt: skip


CHANGES: list[tuple[str, Callable[[str], str]]] = [
    ("a blank first line", lambda text: "\r\n" + text),
    ("blank lines at the end", lambda text: text + "\r\n,,,\r\n\r\n"),
    ("a blank last column", lambda text: text.replace("\r\n", ",\r\n")),
]


@pytest.mark.parametrize(("what", "change"), CHANGES, ids=[what for what, _ in CHANGES])
def test_blank_lines_and_columns_change_only_the_row_numbers(
    what: str, change: Callable[[str], str], tmp_path: Path
) -> None:
    text = (HERE / "plain_zh.csv").read_bytes().decode("utf-8-sig")
    path = tmp_path / "plain_zh.csv"
    path.write_bytes(change(text).encode())
    ((_, found),) = held(path)
    assert [(one.name, one.written, one.right) for one in found.findings] == [
        known[1:] for known in KNOWN["plain_zh.csv"][1]
    ]


def test_a_game_may_be_won_on_another_level_than_ace_and_the_next_begin_with_a_gap(tmp_path: Path) -> None:
    path = tmp_path / "kings.csv"
    path.write_text(f"{DEAL.splitlines()[0]}\n5,N,K,40,过,A,,,\n7,E,2,40,,3,,,\n", "utf-8")
    (sheet,) = read_sheets(path.read_bytes())
    found = match(sheet, load("past_k_2deck"))
    assert (found.findings, found.unread) == ([], [])
    assert [(rung.over, rung.game, rung.gap) for rung in found.ladder] == [(True, 1, True), (False, 2, True)]


def test_a_next_dealer_after_the_end_of_a_game_is_held_against_nothing(tmp_path: Path) -> None:
    path = tmp_path / "over.csv"
    path.write_text(f"{DEAL.splitlines()[0]}\n5,N,A,40,过,A,S,,\n", "utf-8")
    ((_, found),) = held(path)
    assert ([rung.over for rung in found.ladder], found.findings) == ([True], [])
