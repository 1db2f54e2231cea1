"""Finds the headings of a score sheet, in one row or two, and the players and packs named above them."""

from __future__ import annotations

import re
from typing import NamedTuple

from ingest.sheets.words import headings, key, lookup, plain

_LOOK = 60  # rows in which headings are looked for
_LEAST = 3  # headings that make a row one of headings
_ANY_OF = {"dealer", "level", "points", "trick_points", "total"}
_NAMES = ("name_0", "name_1", "name_2", "name_3")
_DECKS = re.compile(r"([1-8一二两三四])\s*(?:副牌|decks?\b|packs?\b)", re.IGNORECASE)
_DIGITS = {"一": 1, "二": 2, "两": 2, "三": 3, "四": 4}
_SEAT = r"(?:南|东|北|西|south|east|north|west|[senw])家?"
_NAMED = re.compile(rf"(?<![^\W_])({_SEAT})\s*[:=\t]\s*(?!{_SEAT}\s*(?:[:=\t\n]|$))([^\t\n:,;、=]+?)"
                    rf"(?=\s*(?:[\t\n,;、]|$|\s{_SEAT}\s*[:=]))", re.IGNORECASE)  # fmt: skip


class Column(NamedTuple):
    """A column: its place (0-based), its heading as written, and what stands in it (None: not known)."""

    place: int
    heading: str
    field: str | None


class Head(NamedTuple):
    """The headings of a sheet: their first row and the row after them (0-based), and the columns."""

    start: int
    end: int
    columns: list[Column]


def find_head(rows: list[list[str]]) -> Head | None:
    """The headings among the first rows; None if there are none."""
    for at, row in enumerate(rows[:_LOOK]):
        single = _single(row)
        below = rows[at + 1] if at + 1 < len(rows) else []
        double, parts = _double(row, below)
        if parts >= 2 and _known(double) > max(_known(single), _known(_single(below))) and _enough(double):
            return Head(at, at + 2, _settled(double))
        if _enough(single) and _known(_single(below)) <= _known(single):
            return Head(at, at + 1, _settled(single))
    return None


def is_head(row: list[str]) -> bool:
    """Whether a row is one of headings, as on a second page."""
    return _enough(_single(row))


def _single(row: list[str]) -> list[Column]:
    return [Column(place, plain(cell), headings().get(key(cell))) for place, cell in enumerate(row)]


def _double(top: list[str], bottom: list[str]) -> tuple[list[Column], int]:
    """The columns of two rows of headings, and how many the lower row speaks for."""
    columns, parts, group = [], 0, ""
    for place in range(max(len(top), len(bottom))):
        upper = top[place] if place < len(top) else ""
        lower = bottom[place] if place < len(bottom) else ""
        group = upper or (group if lower else "")
        field = headings().get(key(group + lower)) if lower != group else None
        if field is None and lower and headings().get(key(lower)) not in (None, *_NAMES):
            field = headings()[key(lower)]
        parts += bool(lower) and lower != upper and field is not None
        if field is None and (not lower or lower == upper):
            field = headings().get(key(upper))
        heading = " ".join(dict.fromkeys(plain(part) for part in (group, lower) if part))
        columns.append(Column(place, heading, field))
    return columns, parts


def _known(columns: list[Column]) -> int:
    return len({column.field for column in columns if column.field})


def _enough(columns: list[Column]) -> bool:
    return _known(columns) >= _LEAST and any(column.field in _ANY_OF for column in columns)


def _settled(columns: list[Column]) -> list[Column]:
    """The columns with the meaning that each has beside the others; a second one of the same is not known."""
    there = {column.field for column in columns}
    taken: set[str] = set()
    settled = []
    for column in columns:
        field = _meant(column.field, there)
        if field in taken:
            field = None
        taken |= {field} if field else set()
        settled.append(column._replace(field=field))
    return settled


def _meant(field: str | None, there: set[str | None]) -> str | None:
    """``points`` are all of them unless the sheet adds up; ``levels`` those after, unless others are."""
    if field == "points":
        adds = there & {"total", "capture_points", "kitty_points", "multiplier"} and "trick_points" not in there
        return "trick_points" if adds else "total"
    if field in ("levels_0", "levels_1"):
        return field.replace("levels", "before" if there & {"after_0", "after_1", "after_both"} else "after")
    return field


def names_in(rows: list[list[str]]) -> list[str | None]:
    """The players named above the headings, by seat: as `南：张三`, or under a row of the four seats."""
    found: list[str | None] = [None] * 4
    for at, row in enumerate(rows):
        seats = {lookup("seat").get(key(cell)): place for place, cell in enumerate(row) if cell and not cell.isdigit()}
        if set("0123") <= {seat for seat in seats if seat} and at + 1 < len(rows):
            for seat in range(4):
                place = seats[str(seat)]
                found[seat] = plain(rows[at + 1][place]) or None if place < len(rows[at + 1]) else None
    text = "\n".join("\t".join(plain(cell) for cell in dict.fromkeys(row) if cell) for row in rows)
    for seat, name in _NAMED.findall(text):
        found[int(lookup("seat")[key(seat)])] = name.strip()
    return found


def decks_in(rows: list[list[str]]) -> int | None:
    """How many packs were played with, where a line above the headings says so."""
    found = _DECKS.search(" ".join(plain(cell) for row in rows for cell in row))
    return None if found is None else _DIGITS.get(found[1]) or int(found[1])
