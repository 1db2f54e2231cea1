"""Reads Parquet files in the published schema of ``deals``; every row is checked like a line of text.

Derived columns and keys are worked out anew. A row keeps its own format and source. Names
stand only in the table ``players``: where that is not at hand the ids stand for the names.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
import pyarrow as pa
import pyarrow.parquet as pq

from ingest.columns import DEALS
from ingest.faults import Fault
from ingest.files import Content, Line
from ingest.readers import shengji_deal
from ingest.readers.base import Item, Reader, Unit, whole
from ingest.record import from_row, to_lines

_NEEDED = frozenset(DEALS.names) - {"deal_id", "deal_key", "match_key", "cards_key", "run_id", "file_hash"}
_LATER = frozenset({"declared", "exchanges"})  # what files of before do not have; not known in them
_ROWS = 1024  # read together


def _read(content: Content) -> Iterator[Unit]:
    number = 0
    try:
        with pq.ParquetFile(content.path) as file:
            lacking = sorted(_NEEDED - _LATER - set(file.schema_arrow.names))
            if lacking:
                raise Fault("column_missing", f"The Parquet file lacks the columns {', '.join(lacking)}.")
            for batch in file.iter_batches(_ROWS, columns=sorted(_NEEDED)):
                rows = [dict.fromkeys(_LATER) | row for row in batch.to_pylist()]
                yield from _units(number, rows, content)
                number += batch.num_rows
    except pa.ArrowException as error:
        fault = Fault("parquet_damaged", f"The Parquet file cannot be read from row {number + 1} on: {error}.")
        yield Unit(Line(number + 1, 0, b""), [Item(fault=fault)])
    except Fault as fault:
        yield Unit(Line(1, 0, b""), [Item(fault=fault)])


def _units(before: int, rows: list[dict[str, Any]], content: Content) -> Iterator[Unit]:
    """Each row as the line of text it stands for, read as such a line is."""
    texts = _texts(rows, content.names)
    parsed = iter(shengji_deal.parse_all([text for text in texts if isinstance(text, bytes)]))
    for number, (row, text) in enumerate(zip(rows, texts, strict=True), before + 1):
        if isinstance(text, bytes):
            items = [item._replace(format=row["format"], source=row["source"]) for item in next(parsed)]
            yield Unit(Line(number, 0, text), items)
        else:
            fault = Fault("wrong_value", f"The row holds a value that no record can hold: {text!r}.")
            deal_no = row["deal_no"] if isinstance(row["deal_no"], int) else None
            yield Unit(Line(number, 0, repr(row).encode()), [Item(fault=fault, deal_no=deal_no)])


def _texts(rows: list[dict[str, Any]], names: Mapping[str, str]) -> list[bytes | Exception]:
    """The canonical text of each row, or the error of a row that has none."""
    try:
        return [*to_lines([from_row(row, names) for row in rows])]
    except (KeyError, IndexError, TypeError, ValueError, AttributeError, msgspec.MsgspecError) as error:
        if len(rows) == 1:
            return [error]
        half = len(rows) // 2
        return [*_texts(rows[:half], names), *_texts(rows[half:], names)]


READER = Reader(name="parquet", version=1, recognises=lambda line: line.startswith(b"PAR1"), read=_read, part=whole)
