"""Real games of the program 80fen, from the log to the catalog: re-scored, they come to what it recorded."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from analytics.catalog import open_catalog
from ingest.lake import Lake
from ingest.pipeline import ingest
from replay.ruleset import load
from replay.runners import replay
from tests.cases import FOLDER

LOGS = os.environ.get("SHENGJI_REAL_LOGS")
pytestmark = [
    pytest.mark.skipif(not LOGS, reason="SHENGJI_REAL_LOGS names no folder of real logs"),
    pytest.mark.xdist_group("80fen"),
]
PROFILE = "program_80fen"
DEALS, BOARDS = 125, 77
TRICKS = 2246
# How many values of each field the logs record; all of them are to be compared.
RECORDED = {
    "trick_winner": TRICKS,
    "trick_points": 0,
    "defender_points": DEALS,
    "kitty_points": DEALS,
    "multiplier": DEALS,
    "total": DEALS,
    "takeover": DEALS,
    "levels_gained": 54,  # the logs say only what defenders gain
    "levels_after": DEALS,
}
Query = Any


@pytest.fixture(scope="module")
def catalog(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Query]:
    """The catalog of a lake that holds the logs, scored under their own profile."""
    assert LOGS
    lake = Lake.create(tmp_path_factory.mktemp("80fen") / "lake")
    ingest([str(Path(LOGS) / "80fen")], lake)
    replay(lake, load(PROFILE))
    with open_catalog(lake.path) as connection:
        yield connection


def rows(catalog: Query, sql: str) -> list[tuple[Any, ...]]:
    return list(catalog.execute(sql).fetchall())


def test_every_deal_is_read_and_scored(catalog: Query) -> None:
    assert rows(catalog, "SELECT count(*), count(DISTINCT cards_key) FROM deals") == [(DEALS, BOARDS)]
    assert rows(catalog, "SELECT count(*) FROM rejects") == [(0,)]
    assert rows(catalog, "SELECT ruleset, status, count(*) FROM results GROUP BY ALL") == [(PROFILE, "scored", DEALS)]


def test_what_the_logs_record_is_compared(catalog: Query) -> None:
    told = rows(catalog, f"SELECT field, compared, not_scored FROM agreement WHERE ruleset = '{PROFILE}'")
    compared = {field: (number, not_scored) for field, number, not_scored in told}
    assert {field: compared[field] for field in RECORDED} == {field: (n, 0) for field, n in RECORDED.items()}


def test_only_known_values_differ(catalog: Query) -> None:
    columns = ("format", "deal_id", "field", "trick", "recorded", "rescored")
    found = [
        dict(zip(columns, row, strict=True)) for row in rows(catalog, f"SELECT {', '.join(columns)} FROM differences")
    ]
    known = tomllib.loads((FOLDER / "known_differences.toml").read_text("utf-8"))["differences"]
    assert all(entry["cause"] for entry in known)
    left = [entry for entry in known if entry["format"] == "80fen"]
    unknown = []
    for difference in found:
        match = next((entry for entry in left if _same(entry, difference)), None)
        if match:
            left.remove(match)
        else:
            unknown.append(difference)
    assert unknown == [], "values that differ and are not in tests/cases/known_differences.toml"
    assert left == [], "entries of tests/cases/known_differences.toml that no longer differ: take them out"


def _same(entry: dict[str, Any], difference: dict[str, Any]) -> bool:
    names = ("field", "recorded", "rescored")
    there = difference["deal_id"].startswith(entry["deal"]) and entry.get("trick") == difference["trick"]
    return there and all(entry[name] == difference[name] for name in names)
