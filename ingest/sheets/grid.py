"""A score sheet as rows of text: CSV in the encodings that spreadsheet programs write, or XLSX."""

from __future__ import annotations

import csv
import io
import zipfile
from collections.abc import Iterator
from datetime import date, datetime
from typing import Any, NamedTuple

from ingest.faults import Fault

ZIP = b"PK\x03\x04"
MAX_BYTES = 32 << 20
_DELIMITERS = ",;\t"
_UTF_16 = (b"\xff\xfe", b"\xfe\xff")
_UNREADABLE = "The file is no text in UTF-8 or GB18030 and no XLSX: save it as CSV (UTF-8) or as XLSX."


class Grid(NamedTuple):
    """One worksheet: its name (empty for CSV) and its rows from the first on; blank cells are empty."""

    name: str
    rows: list[list[str]]


def grids(data: bytes) -> list[Grid]:
    """The worksheets of a file. Raises ``Fault`` for what is no sheet."""
    if len(data) > MAX_BYTES:
        raise Fault("sheet_too_big", f"The file is larger than {MAX_BYTES >> 20} MiB: no score sheet is that big.")
    if data.startswith(ZIP):
        return _workbook(data)
    text = decode(data)
    rows = csv.reader(io.StringIO(text, newline=""), delimiter=_delimiter(text))
    try:
        return [Grid("", [[cell.strip() for cell in row] for row in rows])]
    except csv.Error as error:
        raise Fault("sheet_damaged", f"The file is no CSV: {error}.") from error


def decode(data: bytes) -> str:
    """The text of a CSV file: UTF-8 with or without a mark, UTF-16 with one, or GB18030.

    Raises ``Fault`` for anything else.
    """
    encodings = ("utf-16",) if data.startswith(_UTF_16) else ("utf-8-sig", "gb18030")
    for encoding in encodings:
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError:
            continue
        if "\0" not in text:
            return text
    raise Fault("not_text", _UNREADABLE)


def _delimiter(text: str) -> str:
    """The sign that stands most often between cells."""
    return max(_DELIMITERS, key=text.count)


def _workbook(data: bytes) -> list[Grid]:
    from openpyxl import load_workbook
    from openpyxl.utils.exceptions import InvalidFileException

    try:
        book = load_workbook(io.BytesIO(data), data_only=True)
        return [Grid(sheet.title, _filled(sheet)) for sheet in book.worksheets]
    except (InvalidFileException, zipfile.BadZipFile, KeyError, ValueError, TypeError, OSError) as error:
        raise Fault("sheet_damaged", f"The file is no XLSX that can be read ({error}): save it anew.") from error


def _filled(sheet: Any) -> list[list[str]]:
    """The cells of a worksheet as text; every cell of a merged area holds what its first one shows."""
    rows = [[_text(value) for value in row] for row in sheet.iter_rows(values_only=True)]
    for area in sheet.merged_cells.ranges:
        shown = rows[area.min_row - 1][area.min_col - 1]
        for row, column in _places(area):
            if row < len(rows) and column < len(rows[row]):
                rows[row][column] = shown
    return rows


def _places(area: Any) -> Iterator[tuple[int, int]]:
    for row in range(area.min_row - 1, area.max_row):
        for column in range(area.min_col - 1, area.max_col):
            yield row, column


def _text(value: object) -> str:
    """A cell's value as it would stand in a CSV file."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "1" if value else "0"
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, datetime):
        return value.date().isoformat()
    if isinstance(value, date):
        return value.isoformat()
    return str(value).strip()
