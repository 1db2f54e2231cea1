"""Reads ``shengji-deal/1``: JSON Lines, one deal a line (docs/formats/shengji-deal-1.md).

A line in canonical form takes a short way and is its own canonical text; any
other line is read tolerantly, with its fault named, and becomes canonical.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

import msgspec

from ingest import wire
from ingest.faults import Fault
from ingest.readers.base import (
    Item,
    Reader,
    deal_number,
    each_line,
    extra_text,
    item,
    load,
    schema_fault,
    unknown_key,
    whole,
)
from ingest.record import Deal
from ingest.unpack import to_deal, to_deals


def parse_all(texts: Sequence[bytes]) -> list[list[Item]]:
    """The deal of each line with its canonical text, or the fault that keeps it out."""
    plain = [wire.decode_plain(text) for text in texts]
    deals = iter(to_deals([line for line in plain if line is not None]))
    found = [None if line is None else next(deals) for line in plain]
    return [[_parse(text) if deal is None else Item(deal, text)] for text, deal in zip(texts, found, strict=True)]


def parse(text: bytes) -> list[Item]:
    """The deal of one line."""
    return parse_all([text])[0]


def _parse(text: bytes) -> Item:
    """The same for a line that is not canonical."""
    try:
        return item(_tolerant(load(text)))
    except Fault as fault:
        return Item(fault=fault, deal_no=deal_number(text))


def _tolerant(record: Any) -> Deal:
    if not isinstance(record, dict):
        raise Fault("not_an_object", "The line is no JSON object: a record stands in braces {…}.")
    if record.get("format") != wire.FORMAT:
        found = record.get("format")
        raise Fault("unknown_format", f"The key 'format' is {found!r}; this reads {wire.FORMAT!r}.")
    extra = {key: record.pop(key) for key in list(record) if key.startswith("x_")}
    for key in record:
        if key not in wire.Line.__struct_fields__:
            raise unknown_key(key, wire.Line.__struct_fields__)
    try:
        line = msgspec.convert(record, wire.Line)
    except msgspec.ValidationError as error:
        raise schema_fault(error, wire.NESTED_KEYS) from error
    return to_deal(line, extra_text(extra))


def _recognises(line: bytes) -> bool:
    return line.lstrip().startswith(b"{") and b'"shengji-deal/' in line[:4096]


READER = Reader(
    name="shengji-deal",
    version=1,
    recognises=_recognises,
    read=partial(each_line, parse_all),
    part=whole,
)
