"""The two ways of reading cards, levels, trumps and times in a record's text.

``STRICT`` takes canonical text only and raises ``KeyError`` for anything else,
fast. ``TOLERANT`` takes what a person may write and raises ``Fault``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, date, datetime
from typing import NamedTuple

from ingest.bulk import read_groups
from ingest.cards import RANKS, SUITS, parse_cards, parse_rank, sort_cards
from ingest.faults import Fault


class Notation(NamedTuple):
    """How cards, ranks, trumps and times may be written."""

    cards: Callable[[str], bytes]  # codes in canonical order
    groups: Callable[[Sequence[str]], tuple[bytes, bytes]]  # of many texts: codes, and how many each
    rank: Callable[[str], int]
    trump: Callable[[str], str]
    time: Callable[[str], datetime]
    day: Callable[[str], date]


def time_text(moment: datetime) -> str:
    """RFC 3339 in UTC with ``Z``; fractions only where there are any."""
    return moment.astimezone(UTC).isoformat().replace("+00:00", "Z")


def _time(text: str) -> datetime:
    try:
        moment = datetime.fromisoformat(text)
        if moment.tzinfo is None:
            raise ValueError("no zone")
        return moment.astimezone(UTC)
    except (ValueError, OverflowError) as error:
        raise Fault(
            "bad_time", f"played_at {text!r} is no time with a zone; write it like 2026-01-31T20:15:00Z."
        ) from error


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError as error:
        raise Fault("bad_time", f"played_on {text!r} is no day; write it like 2026-01-31.") from error


def _strict_cards(text: str) -> bytes:
    return read_groups([text])[0] if text else b""


def _strict_time(text: str) -> datetime:
    moment = _time(text)
    if time_text(moment) != text:
        raise KeyError(text)
    return moment


def _strict_day(text: str) -> date:
    day = _day(text)
    if day.isoformat() != text:
        raise KeyError(text)
    return day


def _tolerant_cards(text: str) -> bytes:
    try:
        return sort_cards(parse_cards(text))
    except ValueError as error:
        raise Fault("bad_card", f"{error}.") from error


def _tolerant_groups(texts: Sequence[str]) -> tuple[bytes, bytes]:
    parts = [_tolerant_cards(text) for text in texts]
    return b"".join(parts), bytes(map(len, parts))


def _tolerant_rank(text: str) -> int:
    try:
        return parse_rank(text.strip())
    except ValueError as error:
        raise Fault("bad_level", f"{error}.") from error


def _tolerant_trump(text: str) -> str:
    trump = _TRUMPS.get(text.strip().upper())
    if trump is None:
        raise Fault("bad_trump", f"{text!r} is no trump; write S, H, C, D or NT.")
    return trump


_STRICT_TRUMPS: dict[str, str] = {trump: trump for trump in (*SUITS, "NT")}
_TRUMPS = _STRICT_TRUMPS | {"♠": "S", "♥": "H", "♣": "C", "♦": "D"}
_STRICT_RANKS = {text: index + 2 for index, text in enumerate(RANKS)}

STRICT = Notation(
    _strict_cards,
    read_groups,
    _STRICT_RANKS.__getitem__,
    _STRICT_TRUMPS.__getitem__,
    _strict_time,
    _strict_day,
)
TOLERANT = Notation(_tolerant_cards, _tolerant_groups, _tolerant_rank, _tolerant_trump, _time, _day)
