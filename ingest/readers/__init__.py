"""One file a log format; ``READERS`` lists them, ``recognise`` picks one by what a file holds.

To add a format: write its file with a ``READER``, add it to ``READERS``, and put samples of it
under ``data/samples``.
"""

from __future__ import annotations

from ingest.readers import fen80, godot, parquet, sheet, shengji_deal
from ingest.readers.base import Reader

_ALL = (shengji_deal.READER, fen80.READER, godot.READER, parquet.READER, sheet.READER)
READERS: dict[str, Reader] = {reader.name: reader for reader in _ALL}

_LOOK = 20  # lines of a file that are looked at


def recognise(head: bytes) -> Reader | None:
    """The reader for a file that begins with ``head``, or None. Damaged lines before a good one do not hide it."""
    lines = [line for line in head.removeprefix(b"\xef\xbb\xbf").splitlines() if line.strip()]
    for line in lines[:_LOOK]:
        for reader in READERS.values():
            if reader.recognises(line):
                return reader
    return None
