"""Cards, levels, trumps and times as a person may write them, and how they stand in canonical text."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, date, datetime
from functools import lru_cache

from ingest.cards import RANKS, SUITS, parse_cards, parse_rank, sort_cards
from ingest.faults import Fault


def time_text(moment: datetime) -> str:
    """RFC 3339 in UTC with ``Z``; fractions only where there are any."""
    return moment.astimezone(UTC).isoformat().replace("+00:00", "Z")


def read_time(text: str) -> datetime:
    """A moment with its zone. Raises ``Fault``."""
    try:
        moment = datetime.fromisoformat(text)
        if moment.tzinfo is None:
            raise ValueError("no zone")
        return moment.astimezone(UTC)
    except (ValueError, OverflowError) as error:
        raise Fault(
            "bad_time", f"played_at {text!r} is no time with a zone; write it like 2026-01-31T20:15:00Z."
        ) from error


def read_day(text: str) -> date:
    """A day. Raises ``Fault``."""
    try:
        return date.fromisoformat(text)
    except ValueError as error:
        raise Fault("bad_time", f"played_on {text!r} is no day; write it like 2026-01-31.") from error


@lru_cache(1 << 14)
def read_cards(text: str) -> bytes:
    """Cards in canonical order. Raises ``Fault``."""
    try:
        return sort_cards(parse_cards(text))
    except ValueError as error:
        raise Fault("bad_card", f"{error}.") from error


def read_rank(text: str) -> int:
    """A level, 2 to 14. Raises ``Fault``."""
    rank = _RANKS.get(text)
    if rank is not None:
        return rank
    try:
        return parse_rank(text.strip())
    except ValueError as error:
        raise Fault("bad_level", f"{error}.") from error


def read_trump(text: str) -> str:
    """A trump, one of ``S H C D NT``. Raises ``Fault``."""
    trump = _TRUMPS.get(text) or _TRUMPS.get(text.strip().upper())
    if trump is None:
        raise Fault("bad_trump", f"{text!r} is no trump; write S, H, C, D or NT.")
    return trump


_RANKS = {text: index + 2 for index, text in enumerate(RANKS)}
_CANONICAL_TRUMPS = frozenset([*SUITS, "NT", None])
_CANONICAL_RANKS = frozenset([*RANKS, None])
_TRUMPS: dict[str, str] = {trump: trump for trump in (*SUITS, "NT")} | {"♠": "S", "♥": "H", "♣": "C", "♦": "D"}


def canonical_trump(text: str | None) -> bool:
    """Whether a trump is written as canonical text has it, or not there."""
    return text in _CANONICAL_TRUMPS


def canonical_ranks(texts: Sequence[str | None]) -> bool:
    """The same of levels."""
    return _CANONICAL_RANKS.issuperset(texts)


def canonical_times(played_at: str | None, played_on: str | None) -> bool:
    """The same of a moment and a day."""
    try:
        return (played_at is None or time_text(read_time(played_at)) == played_at) and (
            played_on is None or read_day(played_on).isoformat() == played_on
        )
    except Fault:
        return False
