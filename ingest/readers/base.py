"""What every reader gives and takes, and the faults of JSON text that they share."""

from __future__ import annotations

import difflib
import json
import math
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple, NoReturn

import msgspec

from ingest import wire
from ingest.faults import Fault
from ingest.files import Content, Line
from ingest.record import Deal, to_lines


class Item(NamedTuple):
    """One record of a unit: a deal with its canonical text, or the fault that keeps it out.

    ``format`` and ``source`` where the record itself names others than the file's.
    """

    deal: Deal | None = None
    text: bytes = b""
    fault: Fault | None = None
    deal_no: int | None = None
    format: str | None = None
    source: str | None = None


class Unit(NamedTuple):
    """A stretch of a file that is kept as one raw text, and the records in it."""

    line: Line
    items: list[Item]


class Reader(NamedTuple):
    """A format: ``recognises`` a line of its files, ``read`` makes units of their content.

    ``part`` gives the raw text of the record at a place (0-based) of a unit. ``version`` goes
    up when the same text would give other deals.
    """

    name: str
    version: int
    recognises: Callable[[bytes], bool]
    read: Callable[[Content], Iterator[Unit]]
    part: Callable[[bytes, int], bytes]


def whole(text: bytes, place: int) -> bytes:
    """``Reader.part`` of formats with one record a unit."""
    return text


_AT_ONCE = 1 << 20  # bytes of lines parsed together


def each_line(parse_all: Callable[[Sequence[bytes]], list[list[Item]]], content: Content) -> Iterator[Unit]:
    """Units of a format in which every line stands for itself; ``parse_all`` gives the items of each of many lines."""
    lines: list[Line] = []
    size = 0
    for line in content.lines():
        lines.append(line)
        size += len(line.text)
        if size >= _AT_ONCE:
            yield from _units(parse_all, lines)
            lines, size = [], 0
    yield from _units(parse_all, lines)


def _units(parse_all: Callable[[Sequence[bytes]], list[list[Item]]], lines: list[Line]) -> Iterator[Unit]:
    parsed = iter(parse_all([line.text for line in lines if line.fault is None]))
    for line in lines:
        yield Unit(line, [Item(fault=line.fault)] if line.fault else next(parsed))


def item(deal: Deal) -> Item:
    """The deal with its canonical text. Raises ``Fault`` for text that UTF-8 cannot hold."""
    return items([deal])[0]


def items(deals: Sequence[Deal]) -> list[Item]:
    """The same for many deals."""
    try:
        return [Item(deal, text) for deal, text in zip(deals, to_lines(deals), strict=True)]
    except UnicodeEncodeError as error:
        raise Fault("bad_text", "A text holds half a character (a lone surrogate): mend its \\u escape.") from error


def extra_text(extra: dict[str, Any]) -> str | None:
    """Keys ``x_…`` as ``Deal.extra``. Raises ``Fault`` for what cannot be kept."""
    try:
        return wire.extra_text(extra) if extra else None
    except RecursionError as error:
        raise Fault("nested_too_deep", "The value of a key x_… nests lists or objects too deep.") from error


def load(text: bytes, what: str = "line") -> Any:
    """JSON text as Python values. Raises ``Fault`` saying what is wrong with it and where.

    ``what`` is how much of a file the text is: a line, or the whole file.
    """
    if _CONFLICT.match(text):
        raise Fault("conflict_marker", "The line is a marker of an unresolved merge: resolve it and ingest again.")
    try:
        decoded = text.decode()
    except UnicodeDecodeError as error:
        raise Fault(
            "not_utf8", f"Byte {error.start + 1} of the {what} is not UTF-8: save the file as UTF-8."
        ) from error
    try:
        return json.loads(decoded, object_pairs_hook=_object, parse_constant=_no_constant, parse_float=_finite)
    except json.JSONDecodeError as error:
        if error.pos >= len(decoded.rstrip()) or error.msg.startswith("Unterminated"):
            raise Fault("cut_off", f"The {what} ends in the middle of the record: it was cut off.") from error
        raise Fault("not_json", f"The {what} is not JSON: {error.msg} at character {error.pos + 1}.") from error
    except RecursionError as error:
        raise Fault("nested_too_deep", f"The {what} nests lists or objects too deep to be a record.") from error
    except ValueError as error:
        raise Fault("not_json", f"The {what} is not JSON: {error}.") from error


_CONFLICT = re.compile(rb"(<{7}|={7}|>{7}|\|{7})( |$)")


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    result = dict(pairs)
    if len(result) != len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise Fault("key_twice", f"The key {twice!r} stands twice in one object: keep one of them.")
    return result


def _no_constant(text: str) -> NoReturn:
    raise Fault("not_a_number", f"{text} is no number in JSON: leave the key out where the value is unknown.")


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise Fault("not_a_number", f"The number {text} is out of range.")
    return number


def unknown_keys(entry: Any, kind: type[msgspec.Struct], what: str) -> dict[str, Any]:
    """Take the keys out of ``entry`` that its program is not known to write, named ``x_…``.

    Raises ``Fault`` if it is no object; ``what`` says what it should be.
    """
    if not isinstance(entry, dict):
        raise Fault("not_an_object", f"{what} is no JSON object.")
    unknown = [key for key in entry if key not in kind.__struct_encode_fields__]
    return {f"x_{key}": entry.pop(key) for key in unknown}


def unknown_key(key: str, known: Iterable[str]) -> Fault:
    """The fault of a key that the format does not have, naming what is near it."""
    near = difflib.get_close_matches(key, list(known), n=1)
    hint = f" Did you mean {near[0]!r}?" if near else ""
    return Fault("unknown_key", f"The key {key!r} is not known here.{hint} Own keys begin with x_.")


_PLACE = re.compile(r"^(.*?)(?: - at `\$\.?(.*)`)?$", re.DOTALL)
_UNKNOWN = re.compile(r"Object contains unknown field `(.*)`")
_MISSING = re.compile(r"Object missing required field `(.*)`")
_TRICK = re.compile(r"(?:tricks|plays|trick_winners|trick_points)\[(\d+)\]")


def schema_fault(error: msgspec.ValidationError, known: Iterable[str] = ()) -> Fault:
    """A value of a wrong type or out of range, in the words of this project."""
    found = _PLACE.match(str(error))
    message, place = (found[1], found[2] or "") if found else (str(error), "")
    within = f" in {place}" if place else ""
    in_trick = _TRICK.search(place)
    trick = int(in_trick[1]) if in_trick else None
    if missing := _MISSING.match(message):
        return Fault("key_missing", f"The key {missing[1]!r} is missing{within}: a record needs it.", trick)
    if unknown := _UNKNOWN.match(message):
        fault = unknown_key(unknown[1], known)
        return Fault(fault.code, fault.sentence.replace("here", within.strip() or "here"), trick)
    said = message.replace("`", "").replace("Expected", "expected")
    return Fault("wrong_value", f"{place or 'The record'}: {said}.", trick)


_DEAL = re.compile(rb'"deal"\s*:\s*(\d{1,9})\b')


def deal_number(text: bytes) -> int | None:
    """The deal number as far as damaged text still shows it."""
    found = _DEAL.search(text)
    return int(found[1]) if found else None
