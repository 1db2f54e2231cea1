"""A score sheet read: its deals row by row with typed values, and whatever else stands in it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date
from typing import Any, NamedTuple

from ingest.faults import Fault
from ingest.sheets.cells import READ, SEATS, TEXTS, is_blank, seat
from ingest.sheets.grid import Grid, grids
from ingest.sheets.head import Column, decks_in, find_head, is_head, names_in
from ingest.sheets.words import key, lookup, plain, remarks

POINTS = ("total", "trick_points")
CARRIED = ("match", "event", "round", "table", "date")  # stand for the rows below them too
_VALUES = (set(READ) - {"deal", "date"}) | set(SEATS)


class CellFault(NamedTuple):
    """A cell that cannot be read: its column's heading, what stands there, and the kind of what should."""

    heading: str
    written: str
    kind: str


class Aside(NamedTuple):
    """A row that is no deal: ``total``, ``remark``, ``heading``; or ``twice``: row ``of`` scores the deal."""

    row: int
    kind: str
    text: str
    of: int = 0


@dataclass
class SheetRow:
    """One deal of a sheet. None: not written. Levels are 2..14, seats 0..3, sides 0 and 1."""

    row: int  # as the spreadsheet counts, from 1
    cells: list[str]
    deal: int = 0
    dealer: int | None = None
    level: int | None = None
    trump: str | None = None
    trick_points: int | None = None
    kitty_points: int | None = None
    multiplier: int | None = None
    capture_points: int | None = None
    penalty: int | None = None
    total: int | None = None
    remarks: set[str] = field(default_factory=set)  # none, few, passed
    gained: int | None = None
    takeover: bool | None = None
    before: list[int | None] = field(default_factory=lambda: [None, None])
    after: list[int | None] = field(default_factory=lambda: [None, None])
    next_dealer: int | None = None
    winner: str | None = None  # who won the deal: "0" or "1", "dealer" or "defenders"
    game_winner: int | None = None
    passed: int | None = None  # the side whose level after the deal says that it has won
    texts: dict[str, str] = field(default_factory=dict)  # match, event, round, table, note, name_0 …
    day: date | None = None
    extra: dict[str, str] = field(default_factory=dict)  # columns that are not known, by heading
    faults: list[CellFault] = field(default_factory=list)

    @property
    def won(self) -> bool:
        """Whether the row says that the game is won."""
        return self.game_winner is not None or "passed" in self.remarks

    def sum(self) -> int | None:
        """The points that the row's parts come to: in tricks, captured, penalties. None where tricks are not noted."""
        if self.trick_points is None:
            return None
        captured = self.capture_points
        if self.kitty_points is not None and self.multiplier and captured != 0:
            captured = self.kitty_points * self.multiplier
        return self.trick_points + (captured or 0) + (self.penalty or 0)

    def took_over(self) -> bool | None:
        """Whether the row says that the defenders took over."""
        if self.takeover is not None or self.winner is None:
            return self.takeover
        if self.winner in ("0", "1"):
            return None if self.dealer is None else self.dealer % 2 != int(self.winner)
        return self.winner == "defenders"


@dataclass
class Sheet:
    """A worksheet with deals; ``unknown`` are headings that are kept and not understood."""

    name: str
    title: list[str]
    names: list[str | None]  # by seat
    decks: int | None
    columns: dict[str, str]  # heading of each known column
    unknown: list[str]
    last: int  # rows in all
    rows: list[SheetRow] = field(default_factory=list)
    asides: list[Aside] = field(default_factory=list)


def read_sheets(data: bytes) -> list[Sheet]:
    """The worksheets of a file that hold deals. Raises ``Fault`` if there is none."""
    found = [sheet for grid in grids(data) if (sheet := _sheet(grid)) is not None]
    if not found:
        raise Fault(
            "no_headings",
            "No row of headings was found: name at least three columns, as dealer, level, points (庄家, 级, 得分).",
        )
    return found


def _sheet(grid: Grid) -> Sheet | None:
    head = find_head(grid.rows)
    if head is None:
        return None
    below = grid.rows[head.end :]
    columns = [column for column in head.columns if column.heading or _used(column, below)]
    above = grid.rows[: head.start]
    title = [" ".join(dict.fromkeys(plain(cell) for cell in row if cell)) for row in above]
    unknown = [_heading(column) for column in columns if column.field is None]
    known = {column.field: column.heading for column in columns if column.field}
    told = [line for line in title if line]
    sheet = Sheet(grid.name, told, names_in(above), decks_in(above), known, unknown, last=len(grid.rows))
    reader = _Reader(sheet, columns)
    for number, cells in enumerate(below, head.end + 1):
        reader.take(number, cells)
    _settle_winners(sheet)
    return sheet


def _used(column: Column, rows: list[list[str]]) -> bool:
    return any(column.place < len(row) and row[column.place] for row in rows)


def _heading(column: Column) -> str:
    return column.heading or f"column {column.place + 1}"


class _Reader:
    """Takes the rows below the headings one by one."""

    def __init__(self, sheet: Sheet, columns: list[Column]) -> None:
        self._sheet = sheet
        self._columns = columns
        self._seats = {key(name): seat for seat, name in enumerate(sheet.names) if name}
        self._carried: dict[str, Any] = {}
        self._seen: dict[int, int] = {}  # deal -> row, in this match
        self._last: SheetRow | None = None

    def take(self, number: int, cells: list[str]) -> None:
        """Reads a row as a deal, or notes what it is instead."""
        kind = self._kind(cells)
        if kind:
            self._aside(number, cells, kind)
        elif any(not is_blank(text) for column, text in self._of(cells) if column.field in _VALUES):
            self._deal(number, cells)
        elif any(not is_blank(text) for column, text in self._of(cells) if not _is_number(column, text)):
            self._aside(number, cells, "remark")

    def _kind(self, cells: list[str]) -> str | None:
        first = [cell for cell in cells if cell][:2]
        if any(key(cell) in lookup("total_row") for cell in first):
            return "total"
        return "heading" if is_head(cells) else None

    def _aside(self, number: int, cells: list[str], kind: str, of: int = 0) -> None:
        text = " ".join(dict.fromkeys(plain(cell) for cell in cells if cell))
        self._sheet.asides.append(Aside(number, kind, text, of))

    def _of(self, cells: list[str]) -> Iterator[tuple[Column, str]]:
        for column in self._columns:
            yield column, cells[column.place] if column.place < len(cells) else ""

    def _deal(self, number: int, cells: list[str]) -> None:
        row = SheetRow(number, cells)
        for column, text in self._of(cells):
            self._cell(row, column, text)
        if "none" in row.remarks and row.total is None and row.trick_points is None:
            row.total = 0
        last = self._last
        same_match = last is None or last.texts.get("match") == row.texts.get("match")
        if not same_match or (last and last.won):
            self._seen = {}
        row.deal = row.deal or (max(self._seen, default=0) + 1)
        if last is not None and cells == last.cells:
            self._aside(number, cells, "twice", last.row)
        elif row.deal in self._seen:
            self._aside(number, cells, "twice", self._seen[row.deal])
        else:
            self._seen[row.deal] = number
            self._last = row
            self._sheet.rows.append(row)

    def _cell(self, row: SheetRow, column: Column, text: str) -> None:
        name = column.field
        if is_blank(text):
            if name in CARRIED and name in self._carried:
                _put(row, name, self._carried[name])
            return
        if name is None:
            row.extra[_heading(column)] = text
            return
        kind, read = ("seat", None) if name in SEATS else READ.get(name, ("", plain))
        try:
            if name in POINTS or name == "note":
                text = self._remarks(row, name, text)
            value = seat(text, self._seats) if read is None else read(text) if text else None
        except ValueError:
            row.faults.append(CellFault(_heading(column), plain(text), "points" if name in POINTS else kind))
            return
        if name in CARRIED:
            self._carried[name] = value
        _put(row, name, value)

    def _remarks(self, row: SheetRow, name: str, text: str) -> str:
        """Takes 大光 and the like out of a cell of points; what else stands there is left."""
        found = remarks(text)
        row.remarks |= found
        if name == "note" or not found & {"none", "few"}:
            return text
        digits = "".join(char for char in plain(text) if char.isdigit())
        return digits or ("0" if "none" in found else "")


def _is_number(column: Column, text: str) -> bool:
    """Whether a cell holds only the number of a deal, printed on the form, or what a column carries down."""
    return column.field in CARRIED or (column.field == "deal" and plain(text).rstrip(".").isdigit())


def _put(row: SheetRow, name: str, value: Any) -> None:
    """Puts a value where it belongs in the row."""
    if value is None:
        return
    if name in TEXTS:
        row.texts[name] = value
    elif name == "date":
        row.day = value
    elif name.endswith("_both"):
        for side in (0, 1):
            _put(row, f"{name.removesuffix('both')}{side}", value[side] if name[0] == "a" else value[side][0])
    elif name.startswith("before_"):
        row.before[int(name[-1])] = value
    elif name.startswith("after_"):
        side = int(name[-1])
        row.after[side], passed = value
        if passed:
            row.game_winner = row.passed = side
    else:
        setattr(row, name, value)


def _settle_winners(sheet: Sheet) -> None:
    """A column of winners that names a side once in all names the winner of the game, not of a deal."""
    named = [row for row in sheet.rows if row.winner is not None]
    if len(sheet.rows) > 1 and len(named) == 1 and named[0].winner in ("0", "1"):
        row = named[0]
        row.game_winner, row.winner = int(row.winner or 0), None
