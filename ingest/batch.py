"""Deals as rows: a ``RecordBatch`` of ``DEALS`` from records that were read, with keys and provenance."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import msgspec
import pyarrow as pa

from ingest import keys
from ingest.cards import SEATS
from ingest.columns import DEALS, PLAYERS
from ingest.files import Line
from ingest.readers.base import Reader
from ingest.record import Deal


class Origin(NamedTuple):
    """Where records come from: the file and its reader, their format, and the source that names belong to."""

    reader: Reader
    format: str
    source: str
    path: str
    file_hash: str
    run_id: str


class Record(NamedTuple):
    """A deal that was read, its canonical text, the text it was read from, and its place there (0-based)."""

    deal: Deal
    text: bytes
    line: Line
    place: int
    origin: Origin


class Players:
    """The names that were met and their ids; names stand nowhere else."""

    def __init__(self, known: Iterable[tuple[str, str, str]] = ()) -> None:
        """``known`` are rows (player, source, name) that a lake already has."""
        self._ids = {(source, name): player for player, source, name in known}
        self._old = len(self._ids)
        self._last: tuple[str, Sequence[str | None], list[str | None]] = ("", (), [])

    def ids(self, source: str, names: Sequence[str | None]) -> list[str | None]:
        """The ids of names in a source; None stays None."""
        if self._last[:2] != (source, names):  # deals of a match stand together
            self._last = (source, names, [None if name is None else self._id(source, name) for name in names])
        return self._last[2]

    def _id(self, source: str, name: str) -> str:
        player = self._ids.get((source, name))
        if player is None:
            player = self._ids[source, name] = keys.player_id(source, name)
        return player

    def by_id(self) -> dict[str, str]:
        """The name of each id."""
        return {player: name for (_, name), player in self._ids.items()}

    def new(self) -> pa.Table:
        """Rows of the table ``players`` for the names that were not known before."""
        rows = [{"player": player, "source": s, "name": n} for (s, n), player in self._ids.items()]
        return pa.Table.from_pylist(rows[self._old :], PLAYERS)


_STRUCTS = ("declarations", "exchanges", "throws", "declared", "penalties")


def to_batch(records: list[Record], players: Players) -> pa.RecordBatch:
    """Rows of ``DEALS`` in the order of the records, with what was read and nothing derived."""
    if not records:
        return pa.RecordBatch.from_pylist([], DEALS)
    values = zip(*[msgspec.structs.astuple(record.deal) for record in records], strict=True)
    columns: dict[str, Any] = dict(zip(Deal.__struct_fields__, values, strict=True))
    for name in _STRUCTS:
        columns[name] = [entries and [msgspec.structs.astuple(e) for e in entries] for entries in columns[name]]
    origins = [record.origin for record in records]
    for name in ("format", "source", "file_hash", "run_id"):
        columns[name] = [getattr(origin, name) for origin in origins]
    columns["line"] = [record.line.number for record in records]
    columns["place"] = [record.place for record in records]
    ids = [players.ids(origin.source, names) for origin, names in zip(origins, columns["names"], strict=True)]
    for seat in range(SEATS):
        columns[f"player_{seat}"] = [entry[seat] for entry in ids]
        columns[f"kind_{seat}"] = [kinds[seat] for kinds in columns["kinds"]]
    columns["match_key"], columns["deal_key"], columns["deal_id"] = _keys(records)
    nothing = pa.nulls(len(records))
    arrays = [
        pa.array(columns[field.name], field.type) if field.name in columns else nothing.cast(field.type)
        for field in DEALS
    ]
    return pa.RecordBatch.from_arrays(arrays, schema=DEALS)


def _keys(records: list[Record]) -> tuple[list[bytes], list[bytes], list[bytes]]:
    matches: dict[tuple[str, str], bytes] = {}
    match_keys, deal_keys, deal_ids = [], [], []
    for deal, text, _, _, origin in records:
        name = (origin.source, deal.match_name)
        match = matches.get(name)
        if match is None:
            match = matches[name] = keys.match_key(*name)
        key = keys.deal_key(match, deal.deal_no)
        match_keys.append(match)
        deal_keys.append(key)
        deal_ids.append(keys.deal_id(key, text))
    return match_keys, deal_keys, deal_ids
