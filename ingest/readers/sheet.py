"""Reads score sheets, CSV or XLSX: one row a deal, results without plays (docs/formats/sheet.md)."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import blake2b
from pathlib import Path

from ingest.faults import Fault
from ingest.files import Content, Line
from ingest.readers.base import Item, Reader, Unit, extra_text, item, whole
from ingest.record import Deal, Penalty
from ingest.sheets.cells import MOST
from ingest.sheets.grid import ZIP, decode
from ingest.sheets.head import is_head
from ingest.sheets.rows import Aside, Sheet, SheetRow, read_sheets
from ingest.sheets.words import expected, plain

DECKS = 2  # where the sheet does not say
ACE = 14
_SHOWN = 4096  # bytes of a line that are looked at


def read(content: Content) -> Iterator[Unit]:
    """The deals of a sheet row by row; a row that cannot be read, or repeats a deal, is a fault."""
    try:
        sheets = read_sheets(content.text())
    except Fault as fault:
        yield Unit(Line(1, 0, b""), [Item(fault=fault)])
        return
    stem = content.path.name.removesuffix(".gz")
    for sheet in sheets:
        name = f"{Path(stem).stem} {sheet.name}" if len(sheets) > 1 else Path(stem).stem
        yield from _units(sheet, name)
    content.line_count = max(sheet.last for sheet in sheets)


def _units(sheet: Sheet, name: str) -> Iterator[Unit]:
    matches = _Matches(sheet, name)
    twice = [aside for aside in sheet.asides if aside.kind == "twice"]
    entries: list[SheetRow | Aside] = [*sheet.rows, *twice]
    for entry in sorted(entries, key=lambda entry: entry.row):
        if isinstance(entry, Aside):
            fault = Fault("deal_twice", f"Row {entry.row} scores a deal that row {entry.of} holds: keep one of them.")
            yield Unit(Line(entry.row, 0, entry.text.encode()), [Item(fault=fault)])
        else:
            text = "\t".join(entry.cells).encode()
            yield Unit(Line(entry.row, 0, text), [matches.item(entry)])


class _Matches:
    """The rows of a sheet as deals: in a match numbered on where the sheet begins again after a game."""

    def __init__(self, sheet: Sheet, name: str) -> None:
        told = "\n".join([*sheet.title, *(name or "" for name in sheet.names)]).strip()
        mark = blake2b(told.encode(), digest_size=4).hexdigest()
        self._sheet = sheet
        self._name = f"{name} #{mark}" if told else name
        self._match: str | None = None
        self._shift = 0  # what a row's number lacks where the sheet numbers each game from 1
        self._highest = 0  # number so far in this match
        self._before: SheetRow | None = None  # the row before, in this match

    def item(self, row: SheetRow) -> Item:
        """The row's deal with its canonical text, or its fault."""
        match = row.texts.get("match", self._name)
        if match != self._match:
            self._match, self._shift, self._highest, self._before = match, 0, 0, None
        before, self._before = self._before, row
        if before is not None and before.won and row.deal + self._shift <= self._highest:
            self._shift = self._highest
        number = row.deal + self._shift
        self._highest = max(self._highest, number)
        return Item(fault=_fault(row), deal_no=number) if row.faults else item(self._deal(row, number, before))

    def _deal(self, row: SheetRow, number: int, before: SheetRow | None) -> Deal:
        texts = row.texts
        levels = _levels_before(row, before)
        return Deal(
            match_name=str(self._match),
            deal_no=number,
            decks=self._sheet.decks or DECKS,
            event=texts.get("event"),
            round=texts.get("round"),
            table=texts.get("table"),
            played_on=row.day,
            names=[texts.get(f"name_{seat}") or self._sheet.names[seat] for seat in range(4)],
            level=row.level or (None if row.dealer is None else levels[row.dealer % 2]),
            trump=row.trump,
            dealer=row.dealer,
            level_0=levels[0],
            level_1=levels[1],
            penalties=_penalties(row),
            rec_defender_points=row.trick_points,
            rec_kitty_points=row.kitty_points,
            rec_multiplier=row.multiplier,
            rec_total=_total(row),
            rec_takeover=row.took_over(),
            rec_levels_gained=row.gained if row.gained is not None and row.gained < 128 else None,
            rec_level_after_0=row.after[0],
            rec_level_after_1=row.after[1],
            rec_next_dealer=row.next_dealer,
            rec_winner=row.game_winner,
            extra=extra_text(_extra(row)),
        )


def _total(row: SheetRow) -> int | None:
    """The total as noted, or what its parts come to, as far as a record can hold it."""
    total = row.total if row.total is not None else row.sum()
    return total if total is not None and abs(total) <= MOST else None


def _levels_before(row: SheetRow, before: SheetRow | None) -> list[int | None]:
    """The levels that the sheet gives: in this row, after the deal before, or as the dealer side's level played."""
    levels = [level or left for level, left in zip(row.before, _left(row, before), strict=True)]
    if row.dealer is not None and row.level is not None and row.before[row.dealer % 2] is None:
        levels[row.dealer % 2] = row.level
    return levels


def _left(row: SheetRow, before: SheetRow | None) -> list[int | None]:
    """The levels after the row before. None where they may not stand any more: a sheet need not say who has won a
    game, but both sides begin the next one lower, or on A where the ruleset counts from it.
    """
    if before is None or before.won or row.deal != before.deal + 1:
        return [None, None]
    left = list(before.after)
    if row.dealer is None:
        return left
    dealing, defending = row.dealer % 2, 1 - row.dealer % 2
    if left[dealing] is not None and row.level not in (None, left[dealing]):
        return [None, None]
    stood, stands = left[defending], row.after[defending]
    if stood is not None and stands not in (None, stood) and not stood < stands < ACE:
        left[defending] = None
    return left


def _penalties(row: SheetRow) -> list[Penalty] | None:
    """The net change of the defenders' points as a fine of the side that it speaks against."""
    if not row.penalty or row.dealer is None:
        return None
    fouled = (row.dealer + (row.penalty < 0)) % 2
    return [Penalty(fouled, kind="net", points=abs(row.penalty))]


def _extra(row: SheetRow) -> dict[str, str | int]:
    """What a sheet holds and the record has no column for."""
    kept: dict[str, str | int] = {f"x_{heading}": text for heading, text in row.extra.items()}
    if "note" in row.texts:
        kept["x_note"] = row.texts["note"]
    if row.capture_points is not None:
        kept["x_captured_points"] = row.capture_points
    if "few" in row.remarks and row.total is None:
        kept["x_points"] = "小光"
    return kept


def _fault(row: SheetRow) -> Fault:
    cells = [f"{cell.heading} is {cell.written!r}: {expected(cell.kind, 'en')}" for cell in row.faults]
    return Fault("bad_cell", f"Row {row.row}: {'; '.join(cells)}.")


def _recognises(line: bytes) -> bool:
    """A workbook, or a line of headings."""
    if line.startswith(ZIP):
        return True
    if line.lstrip()[:1] in (b"{", b"["):
        return False
    try:
        text = decode(line[:_SHOWN])
    except Fault:
        return False
    return any(is_head([plain(cell.strip(' "')) for cell in text.split(sign)]) for sign in ",;\t")


READER = Reader(name="sheet", version=2, recognises=_recognises, read=read, part=whole)
