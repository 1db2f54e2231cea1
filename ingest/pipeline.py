"""From files to the lake in one run, and to batches without a lake; counts always add up."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import msgspec
import pyarrow as pa

from ingest import files
from ingest.batch import Players
from ingest.faults import Reject
from ingest.files import Found, IngestError
from ingest.lake import Lake
from ingest.readers.base import Reader
from ingest.stream import Reading, chunks, reader_named, reader_of
from ingest.writer import FileCount, Writer

HINT = "If you know the format, name it with --format."
SHOWN = 100  # rejects kept in a report; the lake keeps all


class Report(msgspec.Struct, kw_only=True):
    """What an ingest did: the counts of each file, the files left out and why, the first rejects."""

    run_id: str
    files: list[FileCount]
    left_out: list[str]
    rejects: list[Reject]

    def total(self) -> dict[str, int]:
        """The counts of all files together."""
        names = ("read", "accepted", "duplicate", "changed", "rejected")
        return {name: sum(getattr(count, name) for count in self.files) for name in names}


def plan(paths: Sequence[str], lake: Path, format: str | None) -> tuple[list[Found], Reader | None]:
    """The files that are meant and the reader that is named, if one is.

    Raises ``IngestError`` for paths and formats that are not there.
    """
    named = None if format is None else reader_named(format)
    return files.find(paths, without=lake), named


def ingest(
    paths: Sequence[str],
    lake: Lake,
    format: str | None = None,
    source: str | None = None,
    progress: Callable[[str], None] = lambda text: None,
) -> Report:
    """Bring the deals of files, folders, globs or ``-`` into a lake, in one run.

    ``format`` names the format instead of recognising it; ``source`` says where the logs are from (part
    of a deal's identity; default: the format). ``progress`` is told how far it is. Raises
    ``IngestError`` or ``LakeError`` when it could not run; the lake is then as it was.
    """
    found, named = plan(paths, lake.path, format)
    with lake.run("ingest") as run, _no_cycles():
        report = Report(run_id=run.run_id, files=[], left_out=[], rejects=[])
        writer = Writer(run)
        for file in found:
            with files.opened(file, writer.names) as content:
                try:
                    reader = named or reader_of(content, file.name)
                except IngestError as error:
                    report.left_out.append(str(error))
                    continue
                reading = Reading(file.name, content, reader, source, run.run_id)
                report.files.append(_read_into(writer, reading, report.rejects, progress))
        if not report.files:
            raise IngestError(*report.left_out, HINT)
        writer.finish(report.files)
        run.report |= report.total() | {"files": len(report.files), "left_out": report.left_out}
    return report


@contextmanager
def _no_cycles() -> Iterator[None]:
    """Keep the collector of cycles from walking over millions of records, which hold none."""
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()


def _read_into(writer: Writer, reading: Reading, rejects: list[Reject], progress: Callable[[str], None]) -> FileCount:
    """Read one file into the lake; its first rejects go to ``rejects``."""
    format = reading.reader.name if reading.reader else None
    count = FileCount(
        path=reading.name,
        file_hash=reading.content.file_hash,
        format=format,
        source=reading.source or format,
    )
    for chunk in chunks(reading, writer.players):
        writer.write(chunk, count)
        rejects += chunk.rejects[: SHOWN - len(rejects)]
        progress(f"{reading.name}: {count.read} deals read …")
    writer.source(count, reading)
    return count


def read(
    path: str | Path,
    format: str | None = None,
    source: str | None = None,
    on_reject: Callable[[Reject], None] | None = None,
    names: dict[str, str] | None = None,
    on_left_out: Callable[[str], None] | None = None,
) -> Iterator[pa.RecordBatch]:
    """The deals of a file or folder as batches of ``ingest.columns.DEALS``, without a lake.

    Each record that is no possible deal is given to ``on_reject``; without it the first one raises
    ``IngestError`` saying where and what. A file in no known format raises it as well; with ``on_left_out``
    it is left out and that is told why, and only a path with no other file raises it. Player columns hold ids,
    as in a lake; ``names`` is filled with the name of each id as they are met.
    """
    named = None if format is None else reader_named(format)
    players = Players()
    found = files.find([str(path)])
    left_out: list[str] = []
    for file in found:
        with files.opened(file) as content:
            try:
                reader = named or reader_of(content, file.name)
            except IngestError as error:
                if on_left_out is None:
                    raise
                left_out.append(str(error))
                continue
            reading = Reading(file.name, content, reader, source, "")
            for chunk in chunks(reading, players):
                for reject in chunk.rejects:
                    if on_reject is None:
                        raise IngestError(f"{reject.where()}: {reject.sentence}")
                    on_reject(reject)
                if names is not None:
                    names |= players.by_id()
                if chunk.records:
                    yield chunk.batch
    if len(left_out) == len(found):
        raise IngestError(*left_out)
    if on_left_out is not None:
        for sentence in left_out:
            on_left_out(sentence)
