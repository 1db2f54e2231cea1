"""Score sheets in a lake: every good row becomes a summary, is put on the ladder, and counts where it can."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import polars as pl
import pytest

import ingest
from analytics.catalog import build, open_catalog
from analytics.metrics import rates
from analytics.registry import metric
from ingest.faults import Reject
from ingest.lake import Lake
from ingest.pipeline import ingest as read_into
from ingest.sheets.rows import read_sheets
from replay.columns import LADDER, SCORES
from replay.matching import match
from replay.ruleset import load
from replay.runners import replay
from tests.sheets.telling import NAMES, place, ruleset_of
from tests.sheets.test_match import KNOWN

HEAD = "deal,dealer,level,points in tricks,kitty,multiplier,total,level ns,level ew,remarks,lamp\n"


def rows(path: Path) -> tuple[list[dict[str, Any]], list[Reject]]:
    rejects: list[Reject] = []
    found = [row for batch in ingest.read(path, on_reject=rejects.append) for row in batch.to_pylist()]
    return found, rejects


@pytest.mark.parametrize("name", NAMES)
def test_each_row_is_a_summary_or_a_reject(name: str, tmp_path: Path) -> None:
    found, rejects = rows(place(name, tmp_path))
    _, _, unread, twice = KNOWN[name]
    lacking = {row for row, heading in unread if not heading}  # can be read, but not scored
    assert {(reject.code, reject.line) for reject in rejects} == {
        *(("bad_cell", row) for row, heading in unread if heading),
        *(("deal_twice", row) for row, _ in twice),
    }
    assert [row["line"] for row in found] == sorted_by_sheet(KNOWN[name][0], lacking)
    assert {(row["tier"], row["format"]) for row in found} == {("summary", "sheet")}


def sorted_by_sheet(scored: list[int], more: set[int]) -> list[int]:
    return [*scored, *sorted(more)]


@pytest.mark.parametrize("name", ["plain_zh.csv", "tens_en.csv", "merged_zh.xlsx", "carried_zh.csv", "passed_zh.csv"])
def test_the_lake_comes_to_what_the_sheet_is_held_against(name: str, tmp_path: Path) -> None:
    ruleset = load(ruleset_of(name))
    path = place(name, tmp_path)
    lake = Lake.create(tmp_path / "lake")
    read_into([str(path)], lake)
    report = replay(lake, ruleset)
    (sheet,) = read_sheets(path.read_bytes())
    rungs = match(sheet, ruleset).ladder
    scores = lake.scan("scores", SCORES).select("takeover", "gain_side", "levels_gained", "status").collect().rows()
    assert scores == [(rung.takeover, rung.gain_side, rung.levels_gained, "summary") for rung in rungs]
    dealers = lake.scan("ladder", LADDER).sort("match_key", "deal_no").collect()
    assert len(dealers) == len(rungs) == report.deals["summary"]
    assert not dealers["chain_broken"].to_list()[1:].count(True)


def test_read_again_grown_and_mended(tmp_path: Path) -> None:
    path, lake = tmp_path / "table 3.csv", Lake.create(tmp_path / "lake")
    line = ["1,S,2,35,,,35,4,2,,\n", "2,N,4,100,,,100,4,2,,\n", "3,W,2,75,,,75,4,4,,\n"]
    steps = [
        (line[:2], (2, 0, 0)),
        (line, (1, 0, 2)),
        ([*line[:2], line[2].replace("4,4", "4,3")], (0, 1, 2)),
    ]
    for lines, counts in steps:
        path.write_text(HEAD + "".join(lines), "utf-8")
        total = read_into([str(path)], lake).total()
        assert (total["accepted"], total["changed"], total["duplicate"]) == counts


def test_what_a_sheet_holds_and_the_record_does_not_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text(HEAD + "1,S,2,,,,小光,4,2,late,on\n2,N,4,60,10,4,100,4,2,,\n", "utf-8")
    (first, second), rejects = rows(path)
    assert rejects == []
    assert first["extra"] == '{"x_lamp":"on","x_note":"late","x_points":"小光"}'
    assert (first["rec_total"], first["level_0"], second["level_0"], second["level_1"]) == (None, 2, 4, 2)
    assert (second["rec_defender_points"], second["rec_kitty_points"], second["rec_multiplier"]) == (60, 10, 4)
    assert (second["rec_total"], second["rec_level_after_0"]) == (100, 4)


CAPTURES = [
    # points in tricks, kitty, multiplier, total -> captured, capture points, whether it has a result
    ("60,10,4,100", (True, 40, True)),
    ("60,10,4,60", (False, 0, True)),
    ("60,,,60", (None, 0, True)),
    (",,,60", (None, None, True)),
    ("60,10,,100", (True, 40, True)),
    ("60,0,4,60", (None, 0, True)),
    ("60,10,4,90", (None, None, False)),
    ("60,,,40", (None, None, False)),
    (",10,4,", (None, None, False)),
    ("60,9999,99,", (None, None, False)),
]


@pytest.mark.parametrize(("points", "expected"), CAPTURES)
def test_what_is_known_of_the_capture(points: str, expected: tuple[Any, ...], tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text(f"{HEAD}1,S,2,{points},,,,\n", "utf-8")
    lake = Lake.create(tmp_path / "lake")
    read_into([str(tmp_path / "a.csv")], lake)
    replay(lake, load("cn_competition_2deck"))
    (score,) = lake.scan("scores", SCORES).collect().to_dicts()
    assert (score["captured"], score["capture_points"], score["takeover"] is not None) == expected
    assert (score["status"], score["violations"]) == ("summary", 0)
    assert lake.scan("ladder", LADDER).select(pl.len()).collect().item() == expected[2]


def test_summaries_count_in_the_rates_that_they_know(tmp_path: Path) -> None:
    lake = Lake.create(tmp_path / "lake")
    files = [str(place(name, tmp_path)) for name in ("plain_zh.csv", "two_heads_zh.csv")]
    read_into(files, lake)
    replay(lake, load("cn_competition_2deck"))
    build(lake)
    with open_catalog(lake.path) as con:
        (won,) = rates(con, metric("dealer_win_rate"), ["cn_competition_2deck"])
        (captured,) = rates(con, metric("capture_rate"), ["cn_competition_2deck"])
        tricks = con.execute("SELECT count(*) FROM tricks").fetchone()
    # Of the second sheet two totals do not add up: those deals have no result.
    assert (won.numerator, won.n) == (4, 7)
    assert (captured.numerator, captured.n) == (1, 1)
    assert tricks == (0,)
