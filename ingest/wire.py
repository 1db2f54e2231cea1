"""The JSON layer of ``shengji-deal/1``: its keys in their one order, their types and ranges.

Nothing here knows what a card is; ``ingest.record`` turns a ``Line`` into a
``Deal`` and back. Keys whose value is unknown are left out.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, Any, Literal

import msgspec

FORMAT = "shengji-deal/1"

Seat = Annotated[int, msgspec.Meta(ge=0, le=3)]
Side = Annotated[int, msgspec.Meta(ge=0, le=1)]
Count = Annotated[int, msgspec.Meta(ge=0, le=32767)]
Times = Annotated[int, msgspec.Meta(ge=1, le=32767)]
Points = Annotated[int, msgspec.Meta(ge=-32768, le=32767)]
Number = Annotated[int, msgspec.Meta(ge=1, le=2**31 - 1)]
Trick = Annotated[int, msgspec.Meta(ge=1, le=32767)]
Decks = Annotated[int, msgspec.Meta(ge=1, le=8)]
Levels = Annotated[list[str | None], msgspec.Meta(min_length=2, max_length=2)]
Kind = Literal["human", "bot", "unknown"]
When = Literal["deal", "dealt", "kitty"]  # of a bid: while cards are dealt, after that, once the dealer has the kitty
ANONYMOUS: tuple[Kind, ...] = ("unknown",) * 4


class _Object(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    """A JSON object that knows all its keys and leaves out those that are unknown."""


class PlayerText(_Object):
    """A player of the deal; ``name`` left out where it is not known."""

    name: str | None = None
    kind: Kind = "unknown"


class BidText(_Object):
    """A declaration of trump: who showed which cards, none to pass; ``together`` with the one before."""

    seat: Seat
    cards: str
    when: When | None = None
    together: bool | None = None


class ExchangeText(_Object):
    """The kitty taken after it was buried: who showed which cards for it, and what lay there."""

    seat: Seat
    cards: str
    took: str


class ThrowText(_Object):
    """A throw that failed: what was attempted, what had to be played."""

    trick: Trick
    seat: Seat
    attempted: str
    forced: str | None = None


class SplitText(_Object):
    """How the leader of a trick said that a throw splits into parts."""

    trick: Trick
    parts: list[str]


class PenaltyText(_Object):
    """A fine as the log applied it: the side that fouled, what it cost, and for how many cards or how often."""

    side: Side
    seat: Seat | None = None
    kind: str | None = None
    points: Count | None = None
    count: Times | None = None
    trick: Trick | None = None


class ResultText(_Object):
    """What the log itself recorded as the outcome."""

    trick_winners: list[Seat | None] | None = None
    trick_points: list[Count | None] | None = None
    defender_points: Points | None = None
    kitty_points: Count | None = None
    multiplier: Count | None = None
    total: Points | None = None
    takeover: bool | None = None
    levels_gained: Annotated[int, msgspec.Meta(ge=-128, le=127)] | None = None
    levels_after: Levels | None = None
    next_dealer: Seat | None = None
    winner: Side | None = None


class _Line(_Object, kw_only=True):
    """One line of ``shengji-deal/1``. Tricks are ``[leader, play, play, play, play]``."""

    format: str
    match: str
    deal: Number
    event: str | None = None
    round: str | None = None
    table: str | None = None
    board: str | None = None
    played_at: str | None = None
    played_on: str | None = None
    players: Annotated[list[PlayerText], msgspec.Meta(min_length=4, max_length=4)] | None = None
    synthetic: bool | None = None
    decks: Decks
    level: str | None = None
    trump: str | None = None
    dealer: Seat | None = None
    first_deal: bool | None = None
    levels: Levels | None = None
    hands: Annotated[list[str], msgspec.Meta(min_length=4, max_length=4)] | None = None
    kitty: str | None = None
    buried: str | None = None
    bids: list[BidText] | None = None
    exchanges: list[ExchangeText] | None = None
    tricks: Any = None
    throws: list[ThrowText] | None = None
    declared: list[SplitText] | None = None
    penalties: list[PenaltyText] | None = None
    result: ResultText | None = None


class Line(_Line, kw_only=True):
    """A line with its tricks as values."""

    tricks: list[list[int | str]] | None = None


NO_TRICKS = msgspec.Raw(b"")


class RawLine(_Line, kw_only=True):
    """A line with its tricks as JSON text."""

    tricks: msgspec.Raw = NO_TRICKS


AnyLine = Line | RawLine

NESTED_KEYS: tuple[str, ...] = tuple(
    key
    for kind in (PlayerText, BidText, ExchangeText, ThrowText, SplitText, PenaltyText, ResultText)
    for key in kind.__struct_fields__
)

_decode = msgspec.json.Decoder(RawLine).decode
_encode = msgspec.json.Encoder().encode
_extra_decoder = msgspec.json.Decoder(dict[str, Any])


def decode_plain(text: bytes) -> tuple[RawLine, str | None] | None:
    """A line that is canonical but for the texts in it, and its ``x_`` keys as JSON text (None without).

    None for any other line.
    """
    at = text.find(b',"x_')
    body = text if at < 0 else text[:at] + b"}"
    try:
        line = _decode(body)
        extra = None if at < 0 else _extra(b"{" + text[at + 1 :])
    except (msgspec.MsgspecError, RecursionError):
        return None
    if line.format != FORMAT or _says_nothing(line) or _encode(line) != body:
        return None
    if extra is not None and text[at + 1 :] != extra[1:].encode():
        return None
    return line, extra


@lru_cache(1024)
def _extra(text: bytes) -> str:
    return extra_text(_extra_decoder.decode(text))


_NO_RESULT = ResultText()
_NO_PLAYERS = [PlayerText()] * 4
_NO_LEVELS = [None, None]


def _says_nothing(line: AnyLine) -> bool:
    """Whether a key is there that holds nothing; canonical text leaves it out."""
    result = line.result
    return (
        line.levels == _NO_LEVELS
        or line.players == _NO_PLAYERS
        or (result is not None and (result == _NO_RESULT or result.levels_after == _NO_LEVELS))
    )


def encode(line: AnyLine, extra: str | None) -> bytes:
    """The line as canonical JSON text, without a newline."""
    body = _encode(line)
    return body if extra is None else body[:-1] + b"," + extra[1:].encode()


def extra_text(extra: dict[str, Any]) -> str:
    """Keys ``x_…`` as the JSON text kept in ``Deal.extra``: sorted by name, no blanks."""
    return _encode(dict(sorted(extra.items()))).decode()
