"""Writes what one ingest run found: settles each deal as new, already there or changed, and counts."""

from __future__ import annotations

from collections import defaultdict
from datetime import UTC, datetime
from hashlib import blake2b
from typing import Any

import msgspec
import pyarrow as pa

from ingest.batch import Players, Record
from ingest.columns import INGEST_LOG, RAW, REJECTS, SOURCES, SUPERSEDED
from ingest.faults import Reject
from ingest.known import Fate, Known
from ingest.lake import Run
from ingest.stream import Chunk, Reading

_COMMIT_BYTES = 32 << 20  # Arrow bytes kept before they are written


class FileCount(msgspec.Struct, kw_only=True):
    """What became of one file: read = accepted + duplicate + changed + rejected."""

    path: str
    file_hash: str
    format: str | None  # None: the file is empty
    source: str | None
    read: int = 0
    accepted: int = 0
    duplicate: int = 0
    changed: int = 0
    rejected: int = 0

    def words(self) -> str:
        """The counts as a sentence."""
        if self.format is None:
            return f"{self.path}: empty, nothing to read."
        deals = "deal" if self.read == 1 else "deals"
        return (
            f"{self.format}: {self.path}: {self.read} {deals} read: {self.accepted} new, "
            f"{self.duplicate} already there, {self.changed} changed, {self.rejected} rejected."
        )


class Writer:
    """One run's writing. ``players`` must be the one that the chunks were made with."""

    def __init__(self, run: Run) -> None:
        self._run = run
        self._known = Known(run.lake)
        self.players = Players(
            (row["player"], row["source"], row["name"])
            for batch in run.lake.batches("players")
            for row in batch.to_pylist()
        )
        self.names = self.players.by_id()
        self._stored_rejects = {
            _fingerprint(row["line"], row["code"], row["raw"])
            for batch in run.lake.batches("rejects", columns=["line", "code", "raw"])
            for row in batch.to_pylist()
        }
        self._sources = {
            (row["file_hash"], row["path"], row["reader_version"])
            for batch in run.lake.batches("sources", columns=["file_hash", "path", "reader_version"])
            for row in batch.to_pylist()
        }
        self._raw_seen: tuple[str, int] | None = None
        self._waiting: dict[str, list[pa.RecordBatch]] = defaultdict(list)
        self._bytes = 0

    def write(self, chunk: Chunk, count: FileCount) -> None:
        """Take the deals and rejects of a chunk of one file, and count them."""
        fates = self._known.settle(chunk.batch)
        kept = [row for row, (fate, _) in enumerate(fates) if fate is not Fate.DUPLICATE]
        changed = [(row, old) for row, (_, old) in enumerate(fates) if old is not None]
        self._keep_deals(chunk, kept, changed)
        self._keep_rejects(chunk.rejects)
        count.read += len(fates) + len(chunk.rejects)
        count.accepted += len(kept) - len(changed)
        count.changed += len(changed)
        count.duplicate += len(fates) - len(kept)
        count.rejected += len(chunk.rejects)

    def _keep_deals(self, chunk: Chunk, kept: list[int], changed: list[tuple[int, bytes]]) -> None:
        if not kept:
            return
        whole = len(kept) == chunk.batch.num_rows
        self._add("deals", chunk.batch if whole else chunk.batch.take(pa.array(kept, pa.int64())))
        self._keep_raw([chunk.records[row] for row in kept])
        if changed:
            ids = chunk.batch.column("deal_id")
            rows = [{"deal_id": old, "superseded_by": ids[row].as_py()} for row, old in changed]
            self._add_rows("superseded", SUPERSEDED, rows)

    def _keep_raw(self, records: list[Record]) -> None:
        """The text of each line that gave a deal, once."""
        lines = []
        for record in records:
            place = (record.origin.file_hash, record.line.number)
            if place != self._raw_seen:
                self._raw_seen = place
                lines.append(record)
        if lines:
            columns = [
                pa.array([record.origin.file_hash for record in lines], pa.string()),
                pa.array([record.line.number for record in lines], pa.int64()),
                pa.array([record.line.text for record in lines], pa.string()),
                pa.repeat(self._run.run_id, len(lines)),
            ]
            self._add("raw", pa.RecordBatch.from_arrays(columns, schema=RAW))

    def _keep_rejects(self, rejects: list[Reject]) -> None:
        """Rejects that the lake does not have yet; reading a file again does not repeat them."""
        rows = []
        for reject in rejects:
            fingerprint = _fingerprint(reject.line, reject.code, reject.raw)
            if fingerprint not in self._stored_rejects:
                self._stored_rejects.add(fingerprint)
                rows.append(msgspec.structs.asdict(reject))
        self._add_rows("rejects", REJECTS, rows)

    def source(self, count: FileCount, reading: Reading) -> None:
        """Note a file that was read, unless the lake knows it under this path."""
        version = reading.reader.version if reading.reader else 0
        key = (count.file_hash, count.path, version)
        if key in self._sources:
            return
        self._sources.add(key)
        row = {
            "file_hash": count.file_hash,
            "path": count.path,
            "format": count.format,
            "source": count.source,
            "reader_version": version,
            "bytes": reading.content.size,
            "lines": reading.content.line_count,
            "read_at": datetime.now(UTC),
        }
        self._add_rows("sources", SOURCES, [row])

    def finish(self, counts: list[FileCount]) -> None:
        """Write all that waits, the players and the ingest log."""
        now = datetime.now(UTC)
        rows = [msgspec.structs.asdict(count) | {"finished_at": now} for count in counts]
        self._add_rows("ingest_log", INGEST_LOG, rows)
        new = self.players.new()
        if new.num_rows:
            self._waiting["players"] += new.to_batches()
        self._flush()

    def _add_rows(self, table: str, schema: pa.Schema, rows: list[dict[str, Any]]) -> None:
        if rows:
            marked = [row | {"run_id": self._run.run_id} for row in rows]
            self._add(table, pa.RecordBatch.from_pylist(marked, schema))

    def _add(self, table: str, batch: pa.RecordBatch) -> None:
        self._waiting[table].append(batch)
        self._bytes += batch.nbytes
        if self._bytes > _COMMIT_BYTES:
            self._flush()

    def _flush(self) -> None:
        for table, batches in self._waiting.items():
            self._run.append(table, pa.Table.from_batches(batches))
        self._waiting.clear()
        self._bytes = 0


def _fingerprint(line: int, code: str, raw: str) -> bytes:
    return blake2b(f"{line}\n{code}\n{raw}".encode(), digest_size=16).digest()
