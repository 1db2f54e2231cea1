"""The lake: whole runs only, one writer at a time, leftovers of a crash taken back."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pyarrow as pa
import pytest

from ingest import lake as lake_module
from ingest.lake import Lake, LakeError

SCHEMA = pa.schema([("n", pa.int64()), ("cards", pa.binary()), ("list", pa.list_(pa.int16()))])


def rows(*numbers: int) -> pa.Table:
    return pa.Table.from_pylist([{"n": n, "cards": bytes([n]), "list": [n]} for n in numbers], SCHEMA)


def visible(lake: Lake, table: str = "deals") -> list[int]:
    return [n for batch in lake.batches(table, columns=["n"]) for n in batch.column(0).to_pylist()]


def crash(lake: Lake, table: str, *numbers: int) -> None:
    """Write as a run does and die before it finishes."""
    with suppress(ZeroDivisionError), lake.run("ingest") as run:
        run.append(table, rows(*numbers))
        raise ZeroDivisionError


def parquet_files(lake: Lake, table: str) -> int:
    return len(list((lake.path / "tables" / table).glob("*.parquet")))


def test_an_empty_lake_has_no_state_and_empty_tables(tmp_path: Path) -> None:
    lake = Lake.create(tmp_path / "lake")
    state = lake.state()
    assert (state.run_id, state.finished_at, state.tables) == (None, None, {})
    assert lake.files("deals") == []
    assert list(lake.batches("deals")) == []
    assert lake.scan("deals", SCHEMA).collect().schema.names() == ["n", "cards", "list"]


def test_opening_what_is_no_lake_says_how_to_make_one(tmp_path: Path) -> None:
    with pytest.raises(LakeError, match="make one with `shengji ingest PATH"):
        Lake.open(tmp_path / "nothing")


@pytest.mark.parametrize("name", ["a file/lake", "50%25/lake"])
def test_a_folder_that_cannot_hold_a_lake_is_refused(tmp_path: Path, name: str) -> None:
    (tmp_path / "a file").write_text("")
    with pytest.raises(LakeError, match="choose another with --lake"):
        Lake.create(tmp_path / name)


def test_a_run_is_seen_whole_and_in_order(tmp_path: Path) -> None:
    lake = Lake.create(tmp_path / "湖 lake")
    with lake.run("ingest") as first:
        first.append("deals", rows(1, 2))
        first.append("deals", rows(3))
        first.report["read"] = 3
        assert visible(lake) == []
    with lake.run("ingest") as second:
        second.append("deals", rows(4))
        assert visible(lake) == [1, 2, 3]
    assert visible(lake) == [1, 2, 3, 4]
    assert lake.scan("deals", SCHEMA).collect()["n"].to_list() == [1, 2, 3, 4]
    state = lake.state()
    assert state.run_id == second.run_id
    assert [row["report"] for batch in lake.batches("runs") for row in batch.to_pylist()] == [
        '{"read": 3}',
        "{}",
    ]


def test_a_pinned_state_does_not_move(tmp_path: Path) -> None:
    lake = Lake.create(tmp_path)
    with lake.run("ingest") as run:
        run.append("deals", rows(1))
    pinned = lake.state()
    with lake.run("ingest") as run:
        run.replace("deals", SCHEMA, iter(rows(8, 9).to_batches()))
    assert visible(lake) == [8, 9]
    assert [batch.to_pylist()[0]["n"] for batch in lake.batches("deals", state=pinned)] == [1]


def test_a_crashed_run_is_never_seen_and_taken_back(tmp_path: Path) -> None:
    lake = Lake.create(tmp_path)
    with lake.run("ingest") as run:
        run.append("deals", rows(1))
    crash(lake, "deals", 2)
    crash(lake, "rejects", 3)
    assert visible(lake) == [1]
    assert visible(lake, "rejects") == []
    with lake.run("ingest") as run:
        assert parquet_files(lake, "deals") == 1
        run.append("deals", rows(4))
    assert visible(lake) == [1, 4]
    assert "rejects" not in lake.state().tables


def test_a_crashed_first_run_leaves_an_empty_lake(tmp_path: Path) -> None:
    lake = Lake.create(tmp_path)
    crash(lake, "deals", 1)
    assert lake.state().run_id is None
    with lake.run("ingest"):
        pass
    assert visible(lake) == []


def test_files_written_but_not_committed_are_swept(tmp_path: Path) -> None:
    lake = Lake.create(tmp_path)
    with lake.run("ingest") as run:
        run.append("deals", rows(1))
    (tmp_path / "tables" / "deals" / "part-cut-off.parquet").write_bytes(b"PAR1 and no more")
    with lake.run("ingest"):
        assert parquet_files(lake, "deals") == 1
    assert visible(lake) == [1]


def test_after_run_functions_see_the_finished_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[list[int]] = []
    monkeypatch.setattr(lake_module, "after_run", [lambda lake: seen.append(visible(lake))])
    lake = Lake.create(tmp_path)
    with lake.run("ingest") as run:
        run.append("deals", rows(1))
    crash(lake, "deals", 2)
    assert seen == [[1]]


FINE = [("side", pa.int8()), ("trick", pa.int16())]
OLDER = pa.schema([("n", pa.int64()), ("fines", pa.list_(pa.struct(FINE)))])
LATER = pa.schema(
    [
        ("n", pa.int64()),
        ("parts", pa.list_(pa.struct([("cards", pa.binary())]))),
        ("fines", pa.list_(pa.struct([FINE[0], ("count", pa.int16()), FINE[1]]))),
    ]
)
OLD_ROWS = [{"n": 1, "fines": [{"side": 0, "trick": 3}]}, {"n": 2, "fines": None}]
AS_LATER = [
    {"n": 1, "parts": None, "fines": [{"side": 0, "count": None, "trick": 3}]},
    {"n": 2, "parts": None, "fines": None},
]
LATER_ROWS = [{"n": 3, "parts": [{"cards": b"\5"}], "fines": [{"side": 1, "count": 2, "trick": None}]}]


def as_later(lake: Lake, columns: list[str] | None = None) -> list[dict[str, object]]:
    """The rows of the table under the later schema; both ways to read it must agree."""
    found = [row for batch in lake.batches("deals", columns, schema=LATER) for row in batch.to_pylist()]
    assert lake.scan("deals", LATER).select(columns or LATER.names).collect().to_dicts() == found
    return found


def test_what_an_older_lake_lacks_is_null(tmp_path: Path) -> None:
    lake = Lake.create(tmp_path)
    with lake.run("ingest") as run:
        run.append("deals", pa.Table.from_pylist(OLD_ROWS, OLDER))
    assert as_later(lake) == AS_LATER
    assert as_later(lake, ["parts", "n"]) == [{"parts": None, "n": 1}, {"parts": None, "n": 2}]
    with suppress(ZeroDivisionError), lake.run("ingest") as run:
        run.append("deals", pa.Table.from_pylist(LATER_ROWS, LATER))
        raise ZeroDivisionError
    assert as_later(lake) == AS_LATER
    for times in (1, 2):
        with lake.run("ingest") as run:
            run.append("deals", pa.Table.from_pylist(LATER_ROWS, LATER))
        assert as_later(lake) == AS_LATER + LATER_ROWS * times
    assert as_later(lake, ["parts"])[1:3] == [{"parts": None}, {"parts": [{"cards": b"\5"}]}]


def test_a_damaged_table_is_a_sentence(tmp_path: Path) -> None:
    lake = Lake.create(tmp_path)
    with lake.run("ingest") as run:
        run.append("deals", rows(1))
    for commit in (tmp_path / "tables" / "deals" / "_delta_log").iterdir():
        commit.unlink()
    with pytest.raises(LakeError, match="deals"):
        lake.files("deals")


WRITER = """
import sys, time
from ingest.lake import Lake
from tests.ingest.test_lake import rows, visible
lake = Lake.create(sys.argv[1])
for _ in range(4):
    with lake.run("ingest") as run:
        seen = visible(lake)
        time.sleep(0.02)
        run.append("deals", rows(len(seen)))
"""


@pytest.fixture
def writers(tmp_path: Path) -> Iterator[list[subprocess.Popen[str]]]:
    command = [sys.executable, "-c", WRITER, str(tmp_path)]
    processes = [subprocess.Popen(command, text=True, stderr=subprocess.PIPE) for _ in range(2)]
    yield processes
    for process in processes:
        process.kill()
        process.communicate()


def test_two_writers_take_turns(tmp_path: Path, writers: list[subprocess.Popen[str]]) -> None:
    errors = "".join(process.communicate(timeout=60)[1] for process in writers)
    assert [process.returncode for process in writers] == [0, 0]
    assert visible(Lake.open(tmp_path)) == list(range(8))
    assert set(errors.splitlines()) <= {f"Waiting for another run to finish with {tmp_path} …"}
