"""What stands in a cell of a score sheet, as values: numbers, levels, seats, suits, as people type them."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import date
from typing import Any

from ingest.cards import parse_rank
from ingest.sheets.words import key, lookup, plain

MOST = 32767
_NOTHING = {"", "-", "–", "—", "－", "/", "―"}
_NUMBER = re.compile(r"([+-]?\d{1,9})(?:\.0*)?")
_UNITS = re.compile(r"^(?:[×x*]|升)|(?:分|级|倍|副|points?|pts?|[×x])$", re.IGNORECASE)
_DATE = re.compile(r"(\d{4})\D(\d{1,2})\D(\d{1,2})(?:\D.*)?")
_PAIR = re.compile(r"\s*[/:、,;|-]\s*|\s+")


def is_blank(text: str) -> bool:
    """Whether a cell holds nothing, or a stroke that says so."""
    return plain(text) in _NOTHING


def number(text: str) -> int:
    """A whole number, also with a unit or written as 85.0. Raises ``ValueError``."""
    found = _NUMBER.fullmatch(_UNITS.sub("", plain(text).replace("−", "-").lstrip("'")).strip())
    if not found or abs(int(found[1])) > MOST:
        raise ValueError(text)
    return int(found[1])


def count(text: str) -> int:
    """A whole number that is not below zero. Raises ``ValueError``."""
    value = number(text)
    if value < 0:
        raise ValueError(text)
    return value


def deal_number(text: str) -> int:
    """The number of a deal, also as 第3副. Raises ``ValueError``."""
    value = number(re.sub(r"^(?:第|#|no\.?)\s*|\s*(?:副|局)$", "", plain(text), flags=re.IGNORECASE))
    if value < 1:
        raise ValueError(text)
    return value


def level(text: str) -> int:
    """A level 2..14. Raises ``ValueError``."""
    return parse_rank(re.sub(r"\.0*$", "", plain(text).removeprefix("打").strip()))


def level_after(text: str) -> tuple[int | None, bool]:
    """A level after a deal; or none, and True: the side has passed the last, which wins the game.

    Raises ``ValueError``.
    """
    if key(text) in lookup("passed"):
        return None, True
    return level(text), False


def pair(text: str) -> tuple[tuple[int | None, bool], tuple[int | None, bool]]:
    """The levels of both sides from one cell. Raises ``ValueError``."""
    first, second = _PAIR.split(plain(text))
    return level_after(first), level_after(second)


def seat(text: str, names: Mapping[str, int]) -> int:
    """A seat 0..3, by its name or by that of who sits there. Raises ``ValueError``."""
    named = names.get(key(text))
    if named is not None:
        return named
    return int(word("seat")(re.sub(r"\.0*$", "", plain(text))))


def word(table: str) -> Callable[[str], str]:
    """Reads a word of a table of words.toml; the reader raises ``ValueError`` for any other."""

    def read(text: str) -> str:
        found = lookup(table).get(key(text))
        if found is None:
            raise ValueError(text)
        return found

    return read


def day(text: str) -> date:
    """A date, the year first. Raises ``ValueError``."""
    found = _DATE.fullmatch(plain(text))
    if not found:
        raise ValueError(text)
    return date(*map(int, found.groups()))


def winner(text: str) -> str:
    """``0`` or ``1``, a side; or the role ``dealer`` or ``defenders``. Raises ``ValueError``."""
    return lookup("side").get(key(text)) or word("role")(text)


# How the columns are read, and the kind of what to write in them (``words.expected``).
READ: dict[str, tuple[str, Callable[[str], Any]]] = {
    "deal": ("deal", deal_number),
    "level": ("level", level),
    "trump": ("trump", lambda text: word("trump")(plain(text).removeprefix("主"))),
    "trick_points": ("number", number),
    "kitty_points": ("count", count),
    "multiplier": ("count", count),
    "capture_points": ("count", count),
    "penalty": ("number", number),
    "total": ("points", number),
    "gained": ("count", count),
    "takeover": ("answer", lambda text: word("answer")(text) == "yes"),
    "before_0": ("level", level),
    "before_1": ("level", level),
    "before_both": ("pair", pair),
    "after_0": ("after", level_after),
    "after_1": ("after", level_after),
    "after_both": ("pair", pair),
    "winner": ("winner", winner),
    "game_winner": ("side", lambda text: int(word("side")(text))),
    "date": ("date", day),
}
SEATS = ("dealer", "next_dealer")
TEXTS = ("match", "event", "round", "table", "note", "name_0", "name_1", "name_2", "name_3")
