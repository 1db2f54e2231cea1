"""Whole ingests: versions, files that move and grow, counts that add up, the command itself."""

from __future__ import annotations

import gzip
import io
import json
import shutil
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from typer.testing import CliRunner

import ingest
from ingest import files, pipeline
from ingest.cli import app
from ingest.columns import DEALS
from ingest.lake import Lake
from ingest.record import Deal, Penalty, from_row, to_line
from tests.ingest import deals

MATCH = deals.match(6)


def table(lake: Lake, name: str) -> list[dict[str, Any]]:
    return [row for batch in lake.batches(name) for row in batch.to_pylist()]


def current(lake: Lake) -> list[tuple[int, int | None]]:
    """Deal number and recorded total of the current versions."""
    old = {row["deal_id"] for row in table(lake, "superseded")}
    return sorted((row["deal_no"], row["rec_total"]) for row in table(lake, "deals") if row["deal_id"] not in old)


def counts(lake: Lake, *paths: Path, **options: Any) -> tuple[int, ...]:
    """read, new, already there, changed, rejected; and they add up wherever they stand."""
    report = pipeline.ingest([str(path) for path in paths], lake, **options)
    total = report.total()
    read, *parts = total.values()
    assert read == sum(parts)
    logged = [row for row in table(lake, "ingest_log") if row["run_id"] == report.run_id]
    assert {name: sum(row[name] for row in logged) for name in total} == total
    assert json.loads(table(lake, "runs")[-1]["report"]).items() >= total.items()
    return tuple(total.values())


@pytest.fixture
def lake(tmp_path: Path) -> Lake:
    return Lake.create(tmp_path / "lake")


def test_again_renamed_and_grown_files_bring_exactly_what_is_new(tmp_path: Path, lake: Lake) -> None:
    file = deals.write(tmp_path / "a.jsonl", MATCH[:4])
    assert counts(lake, file) == (4, 4, 0, 0, 0)
    assert counts(lake, file) == (4, 0, 4, 0, 0)
    renamed = Path(shutil.move(file, tmp_path / "b.log"))
    assert counts(lake, renamed) == (4, 0, 4, 0, 0)
    deals.write(renamed, MATCH)
    assert counts(lake, renamed) == (6, 2, 4, 0, 0)
    packed = tmp_path / "c.jsonl.gz"
    packed.write_bytes(gzip.compress(renamed.read_bytes()))
    assert counts(lake, packed) == (6, 0, 6, 0, 0)
    assert [number for number, _ in current(lake)] == [1, 2, 3, 4, 5, 6]
    assert len(table(lake, "raw")) == 6
    assert [Path(row["path"]).name for row in table(lake, "sources")] == [
        "a.jsonl",
        "b.log",
        "b.log",
        "c.jsonl.gz",
    ]
    assert table(lake, "sources")[0]["lines"] == 4


def test_a_changed_deal_is_a_new_version_and_the_old_one_stays(tmp_path: Path, lake: Lake) -> None:
    file = deals.write(tmp_path / "a.jsonl", MATCH)
    counts(lake, file)
    other = deals.changed(MATCH[2], rec_total=120)
    deals.write(file, [*MATCH[:2], other, *MATCH[3:]])
    assert counts(lake, file) == (6, 0, 5, 1, 0)
    assert counts(lake, file) == (6, 0, 6, 0, 0)
    assert current(lake)[2] == (3, 120)
    assert len(table(lake, "deals")) == 7
    third = deals.changed(MATCH[2], rec_total=0)
    deals.write(file, [MATCH[2], other, third, other])  # an older version again changes nothing
    assert counts(lake, file) == (4, 0, 3, 1, 0)
    assert current(lake)[2] == (3, 0)


def test_versions_within_one_file(tmp_path: Path, lake: Lake) -> None:
    versions = [deals.changed(MATCH[0], rec_total=total) for total in (5, 10, 5, 15)]
    assert counts(lake, deals.write(tmp_path / "a.jsonl", versions)) == (4, 1, 1, 2, 0)
    assert current(lake) == [(1, 15)]


def test_another_source_is_another_deal_and_the_same_board(tmp_path: Path, lake: Lake) -> None:
    file = deals.write(tmp_path / "a.jsonl", MATCH)
    counts(lake, file)
    assert counts(lake, file, source="season 2") == (6, 6, 0, 0, 0)
    rows = table(lake, "deals")
    assert len({row["deal_key"] for row in rows}) == 12
    assert len({row["cards_key"] for row in rows}) == 6
    assert {row["source"] for row in table(lake, "players")} == {"shengji-deal", "season 2"}
    assert len(table(lake, "players")) == len({row["player"] for row in table(lake, "players")}) == 8


def test_names_stand_in_players_only(tmp_path: Path, lake: Lake) -> None:
    counts(lake, deals.write(tmp_path / "a.jsonl", MATCH))
    names = {row["player"]: row["name"] for row in table(lake, "players")}
    for row in table(lake, "deals"):
        assert [names[row[f"player_{seat}"]] for seat in range(4)] == ["Ada", "Bo", "Cy", "Di"]
        assert not {"Ada", "Bo", "Cy", "Di"} & {str(value) for value in row.values()}


def test_rejects_are_counted_again_but_kept_once(tmp_path: Path, lake: Lake) -> None:
    file = tmp_path / "a.jsonl"
    file.write_text(to_line(MATCH[0]) + "\nnonsense\n" + to_line(deals.changed(MATCH[1], decks=3)) + "\n")
    assert counts(lake, file) == (3, 1, 0, 0, 2)
    assert counts(lake, file) == (3, 0, 1, 0, 2)
    (first, second) = table(lake, "rejects")
    assert (first["line"], first["code"], first["raw"], first["deal_no"]) == (2, "not_json", "nonsense", None)
    assert (second["line"], second["code"], second["deal_no"]) == (3, "deal_size", 2)
    assert second["raw"] == file.read_text().splitlines()[2]
    assert [row["line"] for row in table(lake, "raw")] == [1]


def test_deals_keep_their_order_over_chunks(tmp_path: Path, lake: Lake, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ingest.stream.CHUNK", 3)
    match = deals.match(20)
    file = deals.write(tmp_path / "a.jsonl", [*match, *match[:5]])
    assert counts(lake, file) == (25, 20, 5, 0, 0)
    assert [row["deal_no"] for row in table(lake, "deals")] == [*range(1, 21)]


def test_folders_and_globs(tmp_path: Path, lake: Lake) -> None:
    logs = tmp_path / "logs"
    (logs / "deep" / ".hidden").mkdir(parents=True)
    deals.write(logs / "a.jsonl", MATCH[:1])
    deals.write(logs / "deep" / "b.NDJSON", MATCH[1:2])
    deals.write(logs / "deep" / ".hidden" / "c.jsonl", MATCH[2:3])
    deals.write(logs / "d.dat", MATCH[3:4])
    (logs / "readme.txt").write_text("hello")
    (logs / "empty.log").write_text("")
    inside = Lake.create(logs / "lake")
    report = pipeline.ingest([str(logs)], inside)
    assert [Path(count.path).name for count in report.files] == ["a.jsonl", "b.NDJSON", "empty.log"]
    assert len(report.left_out) == 1
    assert "readme.txt is in none of the known formats" in report.left_out[0]
    assert report.files[2].words().endswith("empty.log: empty, nothing to read.")
    assert counts(inside, logs) == (2, 0, 2, 0, 0)
    assert counts(lake, logs / "*.jsonl", logs / "a.jsonl", logs / "**" / "*.NDJSON") == (2, 2, 0, 0, 0)


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"hello", "none of the known formats (shengji-deal, 80fen, godot, parquet, sheet)"),
        (b"\x7fELF\0\0\0", "a binary file"),
        ("名".encode("utf-16"), "UTF-16 text: save it as UTF-8"),
        (b"\x1f\x8bnonsense", "gzip data is damaged"),
    ],
)
def test_a_file_in_no_known_format(tmp_path: Path, lake: Lake, content: bytes, sentence: str) -> None:
    file = tmp_path / "a.log"
    file.write_bytes(content)
    with pytest.raises(files.IngestError) as error:
        pipeline.ingest([str(file)], lake)
    assert sentence in str(error.value)
    assert lake.state().run_id is None


def test_a_named_format_is_not_recognised_but_taken(tmp_path: Path, lake: Lake) -> None:
    file = tmp_path / "a.log"
    file.write_text("hello\n")
    assert counts(lake, file, format="shengji-deal") == (1, 0, 0, 0, 1)


def parquet(lake: Lake, path: Path) -> Path:
    pq.write_table(pa.Table.from_batches(lake.batches("deals"), DEALS), path)
    return path


def test_parquet_in_the_same_lake_is_already_there(tmp_path: Path, lake: Lake) -> None:
    counts(lake, deals.write(tmp_path / "a.jsonl", [*MATCH[:3], deals.changed(MATCH[3], hands=None)]))
    file = parquet(lake, tmp_path / "deals.parquet")
    assert counts(lake, file) == (4, 0, 4, 0, 0)
    other = Lake.create(tmp_path / "other")
    assert counts(other, file) == (4, 4, 0, 0, 0)
    same = ("plays", "hands", "kitty", "tier", "not_checked", "cards_key", "format", "source", "rec_total", "extra")
    for mine, theirs in zip(table(lake, "deals"), table(other, "deals"), strict=True):
        assert [mine[name] for name in same] == [theirs[name] for name in same]


@pytest.mark.parametrize(
    ("column", "value", "code"),
    [
        ("level", 99, "wrong_value"),
        ("trump", "X", "wrong_value|bad_trump"),
        ("dealer", 7, "wrong_value"),
        ("plays", b"\0", "wrong_value|play_count|bad_trick"),
        ("decks", 3, "deal_size"),
        ("kitty", b"\0" * 8, "card_twice"),
        ("match_name", None, "wrong_value|key_missing"),
    ],
)
def test_parquet_rows_are_checked(tmp_path: Path, lake: Lake, column: str, value: object, code: str) -> None:
    counts(lake, deals.write(tmp_path / "a.jsonl", MATCH[:3]))
    rows = table(lake, "deals")
    rows[1][column] = value
    file = tmp_path / "deals.parquet"
    pq.write_table(pa.Table.from_pylist(rows, DEALS), file)
    other = Lake.create(tmp_path / "other")
    assert counts(other, file) == (3, 2, 0, 0, 1)
    assert table(other, "rejects")[0]["code"] in code.split("|")
    assert table(other, "rejects")[0]["line"] == 2


def test_a_lake_and_a_file_from_before_declared_throws(tmp_path: Path, lake: Lake) -> None:
    fined = deals.changed(MATCH[0], penalties=[Penalty(1, points=5)])
    counts(lake, deals.write(tmp_path / "a.jsonl", [fined]))
    older = deals.older()
    stored = pa.Table.from_batches(lake.batches("deals")).select(older.names).cast(older)
    pq.write_table(stored, tmp_path / "older.parquet")
    old = Lake.create(tmp_path / "old")
    with old.run("ingest") as run:
        run.append("deals", stored)
        run.append("players", pa.Table.from_batches(lake.batches("players")))
    new = deals.told(MATCH[1], 0)
    assert counts(old, tmp_path / "older.parquet", tmp_path / "a.jsonl") == (2, 0, 2, 0, 0)
    assert counts(old, deals.write(tmp_path / "b.jsonl", [new])) == (1, 1, 0, 0, 0)
    before, after = [row for batch in old.batches("deals", schema=DEALS) for row in batch.to_pylist()]
    assert (before["declared"], before["penalties"][0]["count"], before["penalties"][0]["points"]) == (None, None, 5)
    assert [from_row(after).declared, from_row(after).penalties] == [new.declared, new.penalties]


@pytest.mark.parametrize("cut", [10, 400])
def test_damaged_parquet_is_one_reject(tmp_path: Path, lake: Lake, cut: int) -> None:
    counts(lake, deals.write(tmp_path / "a.jsonl", MATCH[:3]))
    file = parquet(lake, tmp_path / "deals.parquet")
    file.write_bytes(file.read_bytes()[:-cut])
    assert counts(lake, file) == (1, 0, 0, 0, 1)
    assert table(lake, "rejects")[0]["code"] == "parquet_damaged"


def test_read_is_public_and_light() -> None:
    import subprocess
    import sys

    code = "import sys, ingest; ingest.read; print([m for m in ('typer','streamlit','duckdb') if m in sys.modules])"
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert out.stdout.strip() == "[]"


def test_read_gives_batches_of_the_published_schema(tmp_path: Path) -> None:
    file = deals.write(tmp_path / "a.jsonl", MATCH)
    (batch,) = ingest.read(file)
    assert batch.schema.equals(DEALS)
    assert batch.column("deal_no").to_pylist() == [1, 2, 3, 4, 5, 6]


def run(*arguments: object) -> Any:
    return CliRunner().invoke(app, [str(argument) for argument in arguments])


def write_faulty(path: Path, good: list[Deal]) -> Path:
    deals.write(path, good)
    with path.open("a") as file:
        file.write("nonsense\n")
    return path


def test_the_command_says_what_became_of_each_file(tmp_path: Path) -> None:
    file = write_faulty(tmp_path / "a.jsonl", MATCH[:2])
    result = run(file, "--lake", tmp_path / "lake")
    assert result.exit_code == 0
    words = f"shengji-deal: {file}: 3 deals read: 2 new, 0 already there, 0 changed, 1 rejected.\n"
    assert result.stdout == words
    assert f"rejected: {file}, line 3: The line is not JSON" in result.stderr
    again = run(file, tmp_path, "--lake", tmp_path / "lake", "--json", "--strict")
    assert again.exit_code == 1
    report = json.loads(again.stdout)
    assert report["total"] == {"read": 3, "accepted": 0, "duplicate": 2, "changed": 0, "rejected": 1}
    assert report["rejects"][0]["code"] == "not_json"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["nowhere.jsonl"], "There is no file or folder nowhere.jsonl"),
        (["no*thing"], "There is no file or folder no*thing"),
        (
            [".", "--format", "80fem"],
            "There is no format '80fem': the formats are shengji-deal, 80fen, godot, parquet, sheet.",
        ),
        (["empty"], "No log files"),
    ],
)
def test_what_cannot_run_says_why_and_exits_with_2(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], sentence: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "empty").mkdir()
    result = run(*arguments, "--lake", tmp_path / "lake")
    assert result.exit_code == 2
    assert sentence in result.stderr
    assert result.stdout == ""
    assert not (tmp_path / "lake").exists()


def test_standard_input(tmp_path: Path, lake: Lake, monkeypatch: pytest.MonkeyPatch) -> None:
    text = deals.write(tmp_path / "a.jsonl", MATCH).read_bytes()
    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=io.BytesIO(gzip.compress(text))))
    report = pipeline.ingest(["-"], lake)
    assert report.files[0].words().startswith("shengji-deal: standard input: 6 deals read: 6 new")
