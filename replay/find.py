"""Finds one deal of a lake by the ways people name it: ``FILE:7``, ``MATCH/7``, or the beginning of its id."""

from __future__ import annotations

import json
from pathlib import PurePath
from typing import Any

import polars as pl

from ingest.columns import DEALS, PLAYERS, SOURCES, SUPERSEDED
from ingest.lake import Lake
from ingest.visible import visible
from replay.columns import LADDER, RULESETS
from replay.engine import ENGINE_VERSION
from replay.ruleset import Ruleset, flatten
from replay.schema import KEYS

SHORTEST = 4  # hex digits of an id


class FindError(Exception):
    """No deal, or more than one, by that name; the sentence says what to write instead."""

    def __init__(self, sentence: str) -> None:
        super().__init__(visible(sentence))


def _current(lake: Lake) -> pl.LazyFrame:
    old = lake.scan("superseded", SUPERSEDED).select("deal_id")
    return lake.scan("deals", DEALS).join(old, on="deal_id", how="anti")


def find_deal(lake: Lake, name: str) -> dict[str, Any]:
    """The row of ``ingest.columns.DEALS`` of the one current deal of that name.

    ``FILE:7`` is the deal on line 7 of the file, or its 7th deal where a line holds
    several; ``MATCH/7`` deal 7 of the match; anything else the first digits of an
    id. Raises :class:`FindError`.
    """
    head, colon, number = name.rpartition(":")
    if colon and number.isdigit():
        return _by_file(lake, head, int(number))
    head, slash, number = name.rpartition("/")
    if slash and number.isdigit():
        return _one(name, _by_match(lake, head, int(number)))
    return _one(name, _by_id(lake, name))


def _by_file(lake: Lake, file: str, number: int) -> dict[str, Any]:
    sources = lake.scan("sources", SOURCES).select("path", "file_hash").collect()
    wanted = PurePath(file).parts
    hashes = [file_hash for path, file_hash in sources.iter_rows() if PurePath(path).parts[-len(wanted) :] == wanted]
    if not hashes:
        raise FindError(f'No file {file} was read into this lake; `shengji sql "SELECT path FROM sources"` lists them.')
    rows = _current(lake).filter(pl.col("file_hash").is_in(hashes)).select("deal_id", "line", "place")
    deals = rows.sort("line", "place").collect()
    several = len(deals) and deals["place"].max() != 0
    chosen = deals.slice(number - 1, 1) if several else deals.filter(pl.col("line") == number)
    if not len(chosen):
        raise FindError(
            f"{file} has no deal {number} in this lake: deals it brought: {len(deals)}. "
            "A deal that another file brought first is found by MATCH/NUMBER."
        )
    return _one(f"{file}:{number}", _current(lake).filter(pl.col("deal_id").is_in(chosen["deal_id"].to_list())))


def _by_match(lake: Lake, match: str, number: int) -> pl.LazyFrame:
    return _current(lake).filter(pl.col("match_name") == match, pl.col("deal_no") == number)


def _by_id(lake: Lake, beginning: str) -> pl.LazyFrame:
    digits = beginning.lower()
    if len(digits) < SHORTEST or not all(digit in "0123456789abcdef" for digit in digits):
        raise FindError(
            f"{beginning!r} names no deal: write FILE:7, MATCH/7, or at least {SHORTEST} digits of the deal's id."
        )
    return _current(lake).filter(pl.col("deal_id").bin.encode("hex").str.starts_with(digits))


def _one(name: str, rows: pl.LazyFrame) -> dict[str, Any]:
    found = rows.head(6).collect().to_dicts()
    if not found:
        raise FindError(f"There is no deal {name} in this lake; write FILE:7, MATCH/7, or the beginning of an id.")
    if len(found) > 1:
        names = [f"{row['deal_id'].hex()[:12]} ({row['source']} {row['match_name']}/{row['deal_no']})" for row in found]
        others = ", ".join(names)
        raise FindError(f"{name} names more than one deal: {others}; write more of the id.")
    return found[0]


def find_match(lake: Lake, row: dict[str, Any]) -> list[dict[str, Any]]:
    """The current deals of its match that lead up to the deal of a row, by number, and the deal itself last."""
    same = (pl.col("match_key") == row["match_key"]) & (pl.col("deal_no") < row["deal_no"])
    return [*_current(lake).filter(same).sort("deal_no", "deal_id").collect().to_dicts(), row]


def find_rung(lake: Lake, deal_id: bytes, ruleset: Ruleset) -> dict[str, Any] | None:
    """The deal's row of the match ladder under a ruleset, None where it has not been replayed by this engine."""
    own = (pl.col("ruleset_hash") == ruleset.hash) & (pl.col("engine_version") == ENGINE_VERSION)
    found = lake.scan("ladder", LADDER).filter(pl.col("deal_id") == deal_id, own).collect().to_dicts()
    return found[-1] if found else None


def held_rulesets(lake: Lake) -> dict[str, Ruleset]:
    """The rulesets, by id, that the lake holds results of by this engine, a user's own among them, as they were at
    their last replay; where their values come from is not kept."""
    rows = lake.scan("rulesets", RULESETS).sort("run_id").collect().to_dicts()
    held = {}
    for row in {row["ruleset"]: row for row in rows}.values():
        header = {name: row[name] for name in ("title_zh", "title_en", "profile_of")} | {"status": "complete"}
        ruleset = Ruleset(row["ruleset"], header, flatten(json.loads(row["resolved"])), {})
        if row["engine_version"] == ENGINE_VERSION and ruleset.values.keys() == KEYS.keys():
            held[ruleset.id] = ruleset
    return held


def player_names(lake: Lake, row: dict[str, Any]) -> list[str | None]:
    """The names of the players in seats 0..3, None where not known."""
    ids = [row[f"player_{seat}"] for seat in range(4)]
    rows = lake.scan("players", PLAYERS).filter(pl.col("player").is_in([i for i in ids if i])).collect()
    names = dict(zip(rows["player"].to_list(), rows["name"].to_list(), strict=True))
    return [names.get(player) for player in ids]
