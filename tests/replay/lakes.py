"""Lakes of whole matches for the replay: rows of the oracle's deals with keys, written through a run."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

import pyarrow as pa

from ingest.columns import DEALS, SUPERSEDED
from ingest.lake import Lake
from tests.replay import agree, rows

Row = dict[str, Any]


def key(*parts: object) -> bytes:
    """Sixteen bytes that stand for the parts."""
    return hashlib.blake2b(repr(parts).encode(), digest_size=16).digest()


@cache
def _deals(ruleset: str, number: int) -> tuple[Row, ...]:
    half = (number + 1) // 2
    return tuple(agree.deals_of(random.Random(number), ruleset, half, number - half, 0))


def matches(ruleset: str, number: int, length: int, *, first: int = 1, version: int = 0) -> list[Row]:
    """Rows of deals ``first`` to ``first + length - 1`` of that many matches; half are corrupted."""
    deals = _deals(ruleset, number * length)
    told = []
    for at, deal in enumerate(deals):
        match, deal_no = at // length, first + at % length
        keys = {
            "deal_id": key(match, deal_no, version),
            "deal_key": key(match, deal_no),
            "match_key": key("match", match),
        }
        levels = {"deal_no": deal_no, "level_0": None, "level_1": None}
        told.append(rows.row(deal) | keys | levels)
    return told


def add(lake: Lake, told: Iterable[Row], superseded: Iterable[Row] = ()) -> None:
    """Writes rows of deals, and of deals that they supersede, in one run."""
    with lake.run("ingest") as run:
        for table, schema, new in (("deals", DEALS, told), ("superseded", SUPERSEDED, superseded)):
            filled = [row | {"run_id": run.run_id} for row in new]
            if filled:
                run.append(table, pa.Table.from_pylist(filled, schema))


def make(path: Path, told: Iterable[Row]) -> Lake:
    """A new lake that holds these rows of deals."""
    lake = Lake.create(path)
    add(lake, told)
    return lake
