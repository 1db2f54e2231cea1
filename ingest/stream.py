"""From files to checked chunks of deals: recognise, read, check; no lake is needed for it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import pyarrow as pa

from ingest import validate
from ingest.batch import Origin, Players, Record, to_batch
from ingest.faults import Fault, Reject
from ingest.files import Content, IngestError, Line
from ingest.readers import READERS, recognise
from ingest.readers.base import Reader

CHUNK = 4096  # deals checked at once


class Chunk(NamedTuple):
    """Some records of one file: the good deals as rows with their records, and the rejects."""

    batch: pa.RecordBatch
    records: list[Record]
    rejects: list[Reject]


def reader_named(name: str) -> Reader:
    """The reader of a format. Raises ``IngestError`` naming those that there are."""
    if name not in READERS:
        raise IngestError(f"There is no format {name!r}: the formats are {', '.join(READERS)}.")
    return READERS[name]


def reader_of(content: Content, name: str) -> Reader | None:
    """The reader of a file by what it holds; None for an empty file.

    Raises ``IngestError`` for a file that no reader recognises.
    """
    try:
        head = content.head()
    except Fault as fault:
        raise IngestError(f"{name} cannot be read: {fault.sentence}") from fault
    if not head.strip():
        return None
    reader = recognise(head)
    if reader is None:
        raise IngestError(f"{name} is {_looks(head)}.")
    return reader


def _looks(head: bytes) -> str:
    if head.startswith((b"\xff\xfe", b"\xfe\xff")):
        return "UTF-16 text: save it as UTF-8"
    if b"\0" in head[:4096]:
        return f"a binary file in none of the known formats ({', '.join(READERS)})"
    return f"in none of the known formats ({', '.join(READERS)})"


class Reading(NamedTuple):
    """A file that is being read: its name for people, content and reader, and who reads it as what source."""

    name: str
    content: Content
    reader: Reader | None  # None: the file is empty
    source: str | None  # named by the user; else the record's own, else the format
    run_id: str

    def origin(self, format: str | None, source: str | None) -> Origin:
        """Where a record comes from that itself names a format and a source, or not."""
        assert self.reader is not None
        named = format or self.reader.name
        whose = self.source or source or named
        return Origin(self.reader, named, whose, self.name, self.content.file_hash, self.run_id)


def chunks(reading: Reading, players: Players) -> Iterator[Chunk]:
    """The deals and rejects of a file, in its order, some thousands at a time."""
    origins: dict[tuple[str | None, str | None], Origin] = {}
    records: list[Record] = []
    rejects: list[Reject] = []
    if reading.reader is None:
        return
    for line, items in reading.reader.read(reading.content):
        for place, item in enumerate(items):
            named = (item.format, item.source)
            origin = origins.get(named) or origins.setdefault(named, reading.origin(*named))
            if item.deal is not None:
                records.append(Record(item.deal, item.text, line, place, origin))
            elif item.fault is not None:
                rejects.append(_reject(origin, line, place, item.fault, item.deal_no))
        if len(records) + len(rejects) >= CHUNK:
            yield _checked(records, rejects, players)
            records, rejects = [], []
    if records or rejects:
        yield _checked(records, rejects, players)


def _checked(records: list[Record], rejects: list[Reject], players: Players) -> Chunk:
    batch, faults = validate.check(to_batch(records, players))
    if faults:
        for row, fault in faults.items():
            deal, _, line, place, origin = records[row]
            rejects.append(_reject(origin, line, place, fault, deal.deal_no))
        rejects.sort(key=lambda reject: reject.line)
        good = [row for row in range(len(records)) if row not in faults]
        records = [records[row] for row in good]
        batch = batch.take(pa.array(good, pa.int64()))
    return Chunk(batch, records, rejects)


def _reject(origin: Origin, line: Line, place: int, fault: Fault, deal_no: int | None) -> Reject:
    raw = origin.reader.part(line.text, place)
    start = line.offset + max(line.text.find(raw), 0)
    return Reject(
        code=fault.code,
        sentence=fault.sentence,
        path=origin.path,
        line=line.number,
        raw=raw.decode(errors="replace"),
        file_hash=origin.file_hash,
        deal_no=deal_no,
        trick=fault.trick,
        seat=fault.seat,
        byte_from=start,
        byte_to=start + len(raw),
    )
