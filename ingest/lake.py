"""The lake: Delta tables in a folder, written by one run at a time and seen one whole run at a time.

``Lake.open`` / ``Lake.create`` give the lake, ``Lake.state`` the last finished
run, ``Lake.files`` / ``scan`` / ``batches`` what is visible in it, ``Lake.run``
the one way to write. A run commits to several tables and writes its row in
``runs`` last; that row names the version of every table, so a run that did not
finish is never seen. The next run takes its leftovers back.
"""

from __future__ import annotations

import json
import secrets
import shutil
import sys
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

import filelock
import pyarrow as pa
import pyarrow.parquet as pq
from deltalake import DeltaTable, WriterProperties, write_deltalake
from deltalake.exceptions import DeltaError, TableNotFoundError

from ingest.columns import RUNS
from ingest.hooks import after_run

if TYPE_CHECKING:
    import polars as pl

_PARQUET = WriterProperties(compression="ZSTD", compression_level=1)  # 3 takes a fifth longer for 6 % less
_KEEP_HOURS = 24  # how long a table that was rewritten stays readable for readers of older states


class LakeError(Exception):
    """A lake that cannot be used; the message is a full sentence with what to do."""


@dataclass(frozen=True)
class State:
    """What one finished run left visible: its id and time, and the Delta version of each table."""

    run_id: str | None = None
    finished_at: datetime | None = None
    tables: dict[str, int] = field(default_factory=dict)


class Lake:
    """A lake folder. Any number of readers; one writer at a time, through ``run``."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @classmethod
    def open(cls, path: str | Path) -> Lake:
        """The lake at ``path``. Raises ``LakeError`` if there is none."""
        folder = Path(path).absolute()
        if not (folder / "tables").is_dir():
            raise LakeError(
                f"There is no lake at {path}: make one with `shengji ingest PATH... --lake {path}`, "
                "or give the folder of one that exists."
            )
        return cls(folder)

    @classmethod
    def create(cls, path: str | Path) -> Lake:
        """The lake at ``path``, made empty if there is none. Raises ``LakeError`` if it cannot be made."""
        folder = Path(path).absolute()
        if "%" in str(folder):  # the Delta library decodes it as in an address
            raise LakeError(f"A lake's path cannot hold a % ({path}): choose another with --lake.")
        try:
            (folder / "tables").mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise LakeError(
                f"The lake folder {path} cannot be made ({error.strerror}): choose another with --lake."
            ) from error
        return cls(folder)

    def state(self) -> State:
        """The last finished run, or an empty state. Raises ``LakeError`` if the lake is damaged."""
        runs = self._table("runs")
        if runs is None:
            return State()
        rows = pa.concat_tables(_read(file) for file in _files(runs))
        last = rows.sort_by("finished_at").slice(rows.num_rows - 1).to_pylist()[0]
        tables = json.loads(last["tables"])
        return State(last["run_id"], last["finished_at"], tables | {"runs": runs.version()})

    def files(self, table: str, state: State | None = None) -> list[str]:
        """Absolute Parquet paths of a table in the visible (or given) state, oldest first; ``[]`` if none."""
        version = (state or self.state()).tables.get(table)
        if version is None:
            return []
        delta = self._table(table, version)
        if delta is None:
            raise LakeError(f"The lake {self.path} lost its table {table}: restore it or ingest again.")
        return _files(delta)

    def scan(self, table: str, schema: pa.Schema, state: State | None = None) -> pl.LazyFrame:
        """A table of the visible (or the given) state as a lazy frame with the columns of ``schema``.

        Null where a stored file is older than a column or a field; no rows if there is no such table.
        """
        import polars as pl

        empty = pl.from_arrow(schema.empty_table())
        assert isinstance(empty, pl.DataFrame)
        files = self.files(table, state)
        if not files:
            return empty.lazy()
        filled = pl.ScanCastOptions(missing_struct_fields="insert", extra_struct_fields="ignore")
        return pl.scan_parquet(
            files, schema=empty.schema, missing_columns="insert", extra_columns="ignore", cast_options=filled
        )

    def batches(
        self,
        table: str,
        columns: list[str] | None = None,
        rows: int = 65536,
        state: State | None = None,
        schema: pa.Schema | None = None,
    ) -> Iterator[pa.RecordBatch]:
        """A table of the visible (or the given) state in batches of at most ``rows``, in a stable order.

        With the table's ``schema`` every batch has all its columns (or ``columns`` of them), null where a
        stored file is older than a column or a field; without it the columns are those of each file.
        """
        wanted = schema if schema is None or columns is None else pa.schema([schema.field(name) for name in columns])
        names = columns if wanted is None else wanted.names
        for file in self.files(table, state):
            with pq.ParquetFile(file) as parquet:
                batches = parquet.iter_batches(batch_size=rows, columns=names)
                yield from batches if wanted is None else (_filled(batch, wanted) for batch in batches)

    @contextmanager
    def run(self, kind: str) -> Iterator[Run]:
        """One writing run of a ``kind`` (ingest, replay).

        Takes the writer lock (waits for it, saying so on stderr), takes back
        what an unfinished run left, and on a clean exit makes all that was
        written visible at once, then calls every function in ``after_run``.
        """
        with self._locked():
            state = self.state()
            self._sweep(state)
            run = Run(self, kind, state)
            yield run
            run._finish()
            for function in after_run:
                function(self)

    @contextmanager
    def _locked(self) -> Iterator[None]:
        lock = filelock.FileLock(self.path / ".lock")
        try:
            try:
                lock.acquire(timeout=0)
            except filelock.Timeout:
                print(f"Waiting for another run to finish with {self.path} …", file=sys.stderr, flush=True)
                lock.acquire()
        except OSError as error:
            raise LakeError(
                f"The lake {self.path} cannot be written ({error.strerror}): "
                "give yourself the right to write there or choose another with --lake."
            ) from error
        try:
            yield
        finally:
            lock.release()

    def _folder(self, table: str) -> Path:
        return self.path / "tables" / table

    def _folders(self) -> list[Path]:
        return sorted(folder for folder in (self.path / "tables").iterdir() if folder.is_dir())

    def _table(self, table: str, version: int | None = None) -> DeltaTable | None:
        try:
            return DeltaTable(self._folder(table), version=version)
        except TableNotFoundError:
            return None
        except DeltaError as error:
            raise LakeError(
                f"The table {table} of the lake {self.path} cannot be read ({error}): "
                "restore the folder from a copy, or ingest the logs into a new lake."
            ) from error

    def _sweep(self, state: State) -> None:
        """Take back commits and files that no finished run made visible."""
        for folder in self._folders():
            version = state.tables.get(folder.name)
            if version is None:
                shutil.rmtree(folder)
                continue
            latest = self._table(folder.name)
            if latest is not None and latest.version() != version:
                latest.restore(version)
            kept = set(self.files(folder.name, state))
            since = state.finished_at.timestamp() if state.finished_at else 0.0
            for file in folder.glob("*.parquet"):
                if str(file) not in kept and file.stat().st_mtime > since:
                    file.unlink()


class Run:
    """A run in progress. What it writes is seen by nobody until it finishes."""

    def __init__(self, lake: Lake, kind: str, before: State) -> None:
        now = datetime.now(UTC)
        self.lake = lake
        self.kind = kind
        self.before = before
        self.run_id = f"{now:%Y%m%dT%H%M%S}-{secrets.token_hex(3)}"
        self.report: dict[str, Any] = {}
        self._replaced: set[str] = set()

    def append(self, table: str, data: pa.Table) -> None:
        """Add rows to a table, in the order given; they may have columns that its rows so far have not."""
        target = self.lake._table(table) or self.lake._folder(table)
        whole = data.combine_chunks()  # the writer takes the chunks of a table in any order
        write_deltalake(target, whole, mode="append", schema_mode="merge", writer_properties=_PARQUET)

    def replace(self, table: str, schema: pa.Schema, batches: Iterable[pa.RecordBatch]) -> None:
        """Write a whole table anew from a stream of batches, in one commit; their order may change."""
        target = self.lake._table(table) or self.lake._folder(table)
        reader = pa.RecordBatchReader.from_batches(schema, _in_own_thread(batches))
        write_deltalake(target, reader, mode="overwrite", writer_properties=_PARQUET)
        self._replaced.add(table)

    def written(self) -> State:
        """The state with all this run has written so far, for ``Lake.scan`` and ``Lake.batches``."""
        return State(self.run_id, None, self._versions())

    def _finish(self) -> None:
        before = self.before.finished_at
        now = datetime.now(UTC)
        if before is not None:  # times of runs only go up, whatever the clock does
            now = max(now, before + timedelta(microseconds=1))
        row = {
            "run_id": self.run_id,
            "kind": self.kind,
            "finished_at": now,
            "tables": json.dumps(self._versions(), sort_keys=True),
            "report": json.dumps(self.report, ensure_ascii=False),
        }
        runs = [_read(file) for file in self.lake.files("runs")]
        rows = pa.concat_tables([*(run.cast(RUNS) for run in runs), pa.Table.from_pylist([row], RUNS)])
        self.replace("runs", RUNS, rows.combine_chunks().to_batches())
        for table in self._replaced:
            delta = self.lake._table(table)
            if delta is not None:
                delta.vacuum(_KEEP_HOURS, dry_run=False, enforce_retention_duration=False)

    def _versions(self) -> dict[str, int]:
        names = [folder.name for folder in self.lake._folders() if folder.name != "runs"]
        tables = {name: self.lake._table(name) for name in names}
        return {name: delta.version() for name, delta in tables.items() if delta is not None}


def _in_own_thread(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """The batches, fetched apart from the Delta writer's threads, which may not open another Delta table."""
    source = iter(batches)
    with ThreadPoolExecutor(1) as thread:
        while (batch := thread.submit(next, source, None).result()) is not None:
            yield batch


def _filled(batch: pa.RecordBatch, schema: pa.Schema) -> pa.RecordBatch:
    """The columns of ``schema``, null where the batch has no such column or field."""
    nothing = pa.nulls(batch.num_rows)
    held = set(batch.schema.names)
    arrays = [(batch.column(field.name) if field.name in held else nothing).cast(field.type) for field in schema]
    return pa.RecordBatch.from_arrays(arrays, schema=schema)


def _read(file: str) -> pa.Table:
    """A Parquet file as a table; unlike ``pq.read_table`` this imports neither datasets nor pandas."""
    with pq.ParquetFile(file) as parquet:
        return parquet.read()


def _files(delta: DeltaTable) -> list[str]:
    """Absolute paths of a table's files, in the order they were written."""
    actions = pa.RecordBatchReader.from_stream(delta.get_add_actions()).read_all()
    order = sorted(zip(actions["modification_time"].to_pylist(), actions["path"].to_pylist(), strict=True))
    root = unquote(delta.table_uri.removeprefix("file://"))
    return [str(Path(root) / unquote(path)) for _, path in order]
