"""The catalog: what each view shows, that it follows the lake, and that nothing else can be reached."""

from __future__ import annotations

import json
import os
import shutil
import tempfile
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import duckdb
import pyarrow as pa
import pytest

from analytics.catalog import FILE_NAME, VIEWS, CatalogError, open_catalog
from analytics.viewdocs import view_doc
from ingest.lake import Lake
from tests.analytics.lakes import Row, deal, key, ladder, rules, score, write
from tests.ingest.deals import older

RULES = {"ruleset": "rules_a", "ruleset_hash": "hash_rules_a", "engine_version": 1}


def rows(lake: Path, query: str, *values: Any) -> list[tuple[Any, ...]]:
    with open_catalog(lake) as con:
        return con.execute(query, list(values)).fetchall()


def write_scored(path: Path, *deals: Row, **score_changes: Any) -> Lake:
    return write(
        path,
        deals=deals,
        scores=[score(one, **score_changes) for one in deals],
        ladder=[ladder(one) for one in deals],
        rulesets=[rules()],
    )


@pytest.mark.parametrize("filled", [False, True])
@pytest.mark.parametrize("view", VIEWS)
def test_columns_are_those_documented_with_or_without_rows(tmp_path: Path, view: str, filled: bool) -> None:
    if filled:
        write_scored(tmp_path, deal("m", 1))
    else:
        Lake.create(tmp_path)
    with open_catalog(tmp_path) as con:
        columns = con.sql(f"SELECT * FROM {view}").columns
    assert columns == list(view_doc(view).columns)


def test_every_view_of_the_catalog_is_documented(tmp_path: Path) -> None:
    Lake.create(tmp_path)
    found = rows(tmp_path, "SELECT view_name FROM duckdb_views() WHERE schema_name = 'main' AND NOT internal")
    assert {name for (name,) in found} == set(VIEWS)


def test_a_lake_from_before_counted_penalties_grows_on(tmp_path: Path) -> None:
    fine = {"side": 1, "seat": 3, "kind": "wrong_card", "points": 10, "trick": 1}
    old, new = deal("m", 1, penalties=[fine]), deal("m", 2, penalties=[fine | {"count": 3}])
    lake = Lake.create(tmp_path)
    with lake.run("ingest") as run:
        run.append("deals", pa.Table.from_pylist([old], older()))
    counts = "SELECT deal_no, penalties[1].points, penalties[1].count, penalties[1].trick FROM deals ORDER BY ALL"
    assert rows(tmp_path, counts) == [(1, 10, None, 2)]
    write(tmp_path, deals=[new])
    assert rows(tmp_path, counts) == [(1, 10, None, 2), (2, 10, 3, 2)]


def test_an_unfolded_deal_reads_as_it_was_played(tmp_path: Path) -> None:
    write_scored(tmp_path, deal("m", 1))
    assert rows(tmp_path, "SELECT trick, turn, seat, cards, verdict, violation FROM plays ORDER BY ALL") == [
        (1, 1, "South", "S5 S5", "lead", False),
        (1, 2, "East", "S6 S6", "follow", False),
        (1, 3, "North", "S7 S7", "follow", False),
        (1, 4, "West", "S8 S8", "follow", False),
        (2, 1, "South", "H3", "lead", False),
        (2, 2, "East", "BJ", "ruff", False),
        (2, 3, "North", "H5", "follow", False),
        (2, 4, "West", "LJ", "under_ruff", False),
    ]
    assert rows(tmp_path, "SELECT trick, leader, shape, cards, winner, won_by, points FROM tricks") == [
        (1, "South", "pair", 2, "South", "lead", 10),
        (2, "South", "single", 1, "East", "ruff", 0),
    ]
    assert rows(tmp_path, "SELECT hand_south, hand_west, kitty, plays, level, dealer FROM deals") == [
        (
            "S5 S5 H3",
            "S8 S8 LJ",
            "ST",
            ["S5 S5", "S6 S6", "S7 S7", "S8 S8", "H3", "BJ", "H5", "LJ"],
            "2",
            "South",
        )
    ]


def test_an_unfinished_deal_has_its_plays_and_no_winner(tmp_path: Path) -> None:
    cut = deal("m", 1, plays=bytes([3, 3, 4, 4, 5, 5, 6, 6, 14, 255]), play_lens=bytes([2] * 4 + [1] * 2))
    write_scored(tmp_path, cut, status="partial", winners=bytes([0, 255]), won_by=bytes([0, 255]))
    assert rows(tmp_path, "SELECT seat, cards FROM plays WHERE trick = 2 ORDER BY turn") == [
        ("South", "H3"),
        ("East", "??"),
    ]
    assert rows(tmp_path, "SELECT winner, won_by FROM tricks WHERE trick = 2") == [(None, None)]


def test_plays_of_a_deal_not_replayed_have_no_verdict(tmp_path: Path) -> None:
    write(tmp_path, deals=[deal("m", 1)])
    assert rows(tmp_path, "SELECT DISTINCT ruleset, verdict, violation FROM plays") == [(None, None, None)]


def test_only_the_current_version_stands(tmp_path: Path) -> None:
    old, new = deal("m", 1), deal("m", 1, dealer=1)
    write_scored(tmp_path, old)
    write(
        tmp_path,
        deals=[new],
        superseded=[{"deal_id": old["deal_id"], "superseded_by": new["deal_id"]}],
        violations=[{**RULES, "deal_id": old["deal_id"], "trick": 0, "seat": 1, "code": "revoke"}],
    )
    assert rows(tmp_path, "SELECT deal_id FROM deals") == [(new["deal_id"].hex(),)]
    assert rows(tmp_path, "SELECT deal_id, superseded_by FROM deals_all ORDER BY dealer DESC") == [
        (old["deal_id"].hex(), new["deal_id"].hex()),
        (new["deal_id"].hex(), None),
    ]
    for view in ("results", "ladders", "tricks", "violations"):
        assert rows(tmp_path, f"SELECT * FROM {view}") == []


def test_results_are_those_of_the_last_rules_and_the_newest_engine(tmp_path: Path) -> None:
    one = deal("m", 1)
    for total, tag in [
        (5, {"ruleset_hash": "h1", "engine_version": 1}),
        (10, {"ruleset_hash": "h1", "engine_version": 2}),
        (15, {"ruleset_hash": "h2", "engine_version": 2}),
    ]:
        deals = [one] if total == 5 else []
        write(tmp_path, deals=deals, scores=[score(one, total=total, **tag)], rulesets=[rules(**tag)])
        assert rows(tmp_path, "SELECT total FROM results") == [(total,)]


def test_a_violation_is_told_with_its_evidence(tmp_path: Path) -> None:
    one = deal("m", 1)
    evidence = {"suit": "S", "played": bytes([4, 4]), "held": bytes([3, 3, 4]), "owed": "pair:1"}
    violation = {**RULES, "deal_id": one["deal_id"], "trick": 0, "seat": 1, "code": "owed_pair", **evidence}
    write(tmp_path, deals=[one], scores=[score(one)], rulesets=[rules()], violations=[violation])
    assert rows(tmp_path, "SELECT trick, seat, verdict, suit, played, held, owed FROM violations") == [
        (1, "East", "owed_pair", "S", "S6 S6", "S5 S5 S6", "pair:1")
    ]


def test_a_match_tells_how_far_it_went(tmp_path: Path) -> None:
    deals = [deal("m", number) for number in (1, 2, 4)]
    won: Row = {"winner": 0, "over": True, "games_0": 1, "match_winner": 0}
    steps = [
        ladder(deals[0], must_play_stopped=True),
        ladder(deals[1], level_after_0=8, must_play_stopped=True),
        ladder(deals[2], level_after_0=14, chain_broken=True, **won),
    ]
    write(tmp_path, deals=deals, scores=[score(one) for one in deals], ladder=steps, rulesets=[rules()])
    columns = "deals, scored, first_deal_no, last_deal_no, level_0, level_1, winner, chain_breaks"
    assert rows(tmp_path, f"SELECT {columns} FROM matches") == [(3, 3, 1, 4, "A", "2", 0, 1)]
    assert rows(tmp_path, "SELECT games_0, games_1, time_up, leader, points_0, must_play_stops FROM matches") == [
        (1, 0, None, None, None, 2)
    ]


HOUR = {"time_limit_min": 60, "time_limit_of": "match", "timeout": "wins", "win_points": 3, "loss_points": 1}
LATE, LAST = datetime(2026, 1, 1, 9, tzinfo=UTC), {"leader": 1}
ENDS: dict[str, tuple[Row, int | None, Row, tuple[Any, ...]]] = {
    "time is up": (HOUR, 60, LAST, (True, 1, None, 1, 3)),
    "it is not": (HOUR, 59, LAST, (False, None, 1, None, None)),
    "times are not known": (HOUR, None, LAST, (None, None, 1, None, None)),
    "no limit": (HOUR | {"time_limit_min": 0}, 60, {}, (None, None, None, None, None)),
    "a limit of each game": (HOUR | {"time_limit_of": "game"}, 60, {}, (None, None, None, None, None)),
    "nobody leads": (HOUR, 60, {}, (True, None, None, None, None)),
    "leading wins a deal only": (HOUR | {"timeout": "deals_win_level"}, 60, LAST, (True, None, 1, None, None)),
    "won before": (HOUR, 60, {"match_winner": 0}, (True, 0, None, 3, 1)),
    "no points are given": (HOUR | {"win_points": 0, "loss_points": 0}, 60, LAST, (True, 1, None, None, None)),
}


@pytest.mark.parametrize(("stated", "minutes", "last", "told"), ENDS.values(), ids=ENDS)
def test_a_match_tells_who_won_it_when_time_is_up(
    tmp_path: Path, stated: Row, minutes: int | None, last: Row, told: tuple[Any, ...]
) -> None:
    begun = [None if minutes is None else LATE + timedelta(minutes=at) for at in (0, 1, minutes or 0)]
    deals = [deal("m", number, played_at=at) for number, at in enumerate(begun, 1)]
    steps = [ladder(deals[0], leader=0), ladder(deals[1], leader=0), ladder(deals[2], **last)]
    ruleset = rules(resolved=json.dumps({"match": stated}))
    write(tmp_path, deals=deals, scores=[score(one) for one in deals], ladder=steps, rulesets=[ruleset])
    columns = "time_up, winner, leader, points_0, points_1"
    assert rows(tmp_path, f"SELECT {columns} FROM matches") == [told]


@pytest.mark.parametrize(
    "query",
    [
        "SELECT * FROM read_csv('/etc/passwd')",
        "SELECT * FROM read_text('/etc/hostname')",
        "SELECT * FROM glob('/etc/*')",
        "COPY (SELECT 1) TO '/tmp/written.csv'",
        "ATTACH '/tmp/other.duckdb'",
        "INSTALL httpfs",
        "SET enable_external_access=true",
        "CREATE TABLE main.t (i INTEGER)",
        "SELECT * FROM local_frame",
    ],
)
def test_nothing_else_can_be_reached(tmp_path: Path, query: str) -> None:
    write_scored(tmp_path, deal("m", 1))
    local_frame = duckdb.sql("SELECT 1")  # a variable that DuckDB must not find
    with open_catalog(tmp_path) as con, pytest.raises(duckdb.Error):
        con.execute(query)
    del local_frame


def test_the_catalog_follows_the_lake(tmp_path: Path) -> None:
    Lake.create(tmp_path / "a")
    assert rows(tmp_path / "a", "SELECT run_id, finished_at, tables FROM snapshot") == [(None, None, "{}")]
    lake = write_scored(tmp_path / "a", deal("m", 1))
    shown = rows(tmp_path / "a", "SELECT run_id, finished_at <= ? FROM snapshot", datetime.now(UTC))
    assert shown == [(lake.state().run_id, True)]
    shutil.move(tmp_path / "a", tmp_path / "b")
    assert rows(tmp_path / "b", "SELECT lake FROM snapshot") == [(str(tmp_path / "b"),)]
    assert rows(tmp_path / "b", "SELECT count(*) FROM plays") == [(8,)]


def test_an_open_catalog_keeps_its_state_and_a_new_one_sees_the_next(tmp_path: Path) -> None:
    write_scored(tmp_path, deal("m", 1))
    with open_catalog(tmp_path) as before:
        write_scored(tmp_path, deal("m", 2))
        with open_catalog(tmp_path) as after:
            counts = [con.execute("SELECT count(*) FROM deals").fetchone() for con in (before, after)]
    assert counts == [(1,), (2,)]


def test_a_current_catalog_is_not_built_again(tmp_path: Path) -> None:
    write_scored(tmp_path, deal("m", 1))
    rows(tmp_path, "SELECT 1")
    built = (tmp_path / FILE_NAME).stat()
    rows(tmp_path, "SELECT 1")
    again = (tmp_path / FILE_NAME).stat()
    assert (built.st_ino, built.st_mtime_ns) == (again.st_ino, again.st_mtime_ns)


def test_a_damaged_catalog_is_made_anew(tmp_path: Path) -> None:
    write_scored(tmp_path, deal("m", 1))
    (tmp_path / FILE_NAME).write_bytes(b"not a database")
    assert rows(tmp_path, "SELECT count(*) FROM deals") == [(1,)]


def test_no_lake_is_told_with_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(CatalogError, match=r"There is no lake at .*shengji ingest"):
        open_catalog(tmp_path / "none")


def test_quotes_in_the_lake_path_do_no_harm(tmp_path: Path) -> None:
    write_scored(tmp_path / "it's a lake", deal("m", 1))
    assert rows(tmp_path / "it's a lake", "SELECT count(*) FROM deals") == [(1,)]


def test_matches_that_share_a_board_are_one_cluster_also_over_a_third(tmp_path: Path) -> None:
    boards = {"m1": "x", "m2": "xy", "m3": "yz", "m4": "z", "m5": "w", "m6": ""}
    deals = [
        deal(match, number, cards_key=key("board", board))
        for match, shared in boards.items()
        for number, board in enumerate(shared, 1)
    ]
    deals += [deal("m6", 1, cards_key=None), deal("m7", 1, cards_key=None)]
    write_scored(tmp_path, *deals)
    found = rows(tmp_path, "SELECT match_name, dense_rank() OVER (ORDER BY cluster) FROM base.counted")
    clusters = dict(found)
    joined = {clusters[match] for match in ("m1", "m2", "m3", "m4")}
    apart = {clusters[match] for match in ("m5", "m6", "m7")}
    assert (len(joined), len(apart), joined & apart) == (1, 3, set())


def test_a_lake_that_may_only_be_read_at_another_path_is_answered_from_a_catalog_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lake = write_scored(tmp_path / "lake", deal("m", 1))
    rows(lake.path, "SELECT 1")
    moved = lake.path.rename(tmp_path / "moved")
    before = (moved / FILE_NAME).read_bytes()
    aside = tmp_path / "aside"
    aside.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(aside))
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    assert rows(moved, "SELECT count(*) FROM results") == [(1,)]
    assert (moved / FILE_NAME).read_bytes() == before
    assert list(aside.iterdir()) == []
