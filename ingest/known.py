"""Which versions of which deals a lake already has: a sorted index over two 16-byte keys a version."""

from __future__ import annotations

from enum import IntEnum

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from ingest.keys import KEY_BYTES
from ingest.lake import Lake
from ingest.tally import binary

_ENTRY = np.dtype([("key", ">u8"), ("key_rest", "V8"), ("id", "V16")])
Entries = npt.NDArray[np.void]


class Fate(IntEnum):
    """What becomes of a deal that was read."""

    NEW = 0
    DUPLICATE = 1
    CHANGED = 2


class Known:
    """All versions of all deals of a lake, and those that this run adds, in the order they came."""

    def __init__(self, lake: Lake) -> None:
        parts = [_entries(batch) for batch in lake.batches("deals", columns=["deal_key", "deal_id"])]
        entries = np.concatenate(parts) if parts else np.empty(0, _ENTRY)
        self._entries = entries[np.argsort(entries["key"], kind="stable")]

    def settle(self, batch: pa.RecordBatch) -> list[tuple[Fate, bytes | None]]:
        """For each row its fate and, of a changed deal, the version that was current; remembers them."""
        new = _entries(batch)
        first = np.searchsorted(self._entries["key"], new["key"], side="left")
        last = np.searchsorted(self._entries["key"], new["key"], side="right")
        if (first == last).all() and len(np.unique(new["key"])) == len(new):
            self._add(new)
            return [(Fate.NEW, None)] * len(new)
        here: dict[bytes, list[bytes]] = {}  # versions by deal, of the deals this batch adds to
        fates: list[tuple[Fate, bytes | None]] = []
        kept = np.zeros(len(new), dtype=bool)
        keys = batch.column("deal_key").to_pylist()
        ids = batch.column("deal_id").to_pylist()
        for row, (key, id_, start, end) in enumerate(zip(keys, ids, first.tolist(), last.tolist(), strict=True)):
            versions = here.get(key)
            if versions is None:
                versions = here[key] = self._versions(key, start, end)
            if id_ in versions:
                fates.append((Fate.DUPLICATE, None))
                continue
            fates.append((Fate.CHANGED, versions[-1]) if versions else (Fate.NEW, None))
            versions.append(id_)
            kept[row] = True
        self._add(new[kept])
        return fates

    def _versions(self, key: bytes, start: int, end: int) -> list[bytes]:
        found = self._entries[start:end]
        return [entry["id"].tobytes() for entry in found if entry["key_rest"].tobytes() == key[8:]]

    def _add(self, new: Entries) -> None:
        new = new[np.argsort(new["key"], kind="stable")]
        at = np.searchsorted(self._entries["key"], new["key"], side="right")
        self._entries = np.insert(self._entries, at, new)


def _entries(batch: pa.RecordBatch) -> Entries:
    entries = np.empty(batch.num_rows, _ENTRY)
    pair = entries.view(np.uint8).reshape(-1, 2 * KEY_BYTES)
    pair[:, :KEY_BYTES] = binary(batch.column("deal_key")).data.reshape(-1, KEY_BYTES)
    pair[:, KEY_BYTES:] = binary(batch.column("deal_id")).data.reshape(-1, KEY_BYTES)
    return entries
