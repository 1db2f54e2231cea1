"""Small lakes for tests: rows with sensible defaults, written through the real lake."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa

from ingest.columns import DEALS, PLAYERS, REJECTS, SOURCES, SUPERSEDED
from ingest.lake import Lake
from replay.columns import LADDER, RULESETS, SCORES, VIOLATIONS

Row = dict[str, Any]

_SCHEMAS: Mapping[str, pa.Schema] = {
    "deals": DEALS,
    "superseded": SUPERSEDED,
    "players": PLAYERS,
    "rejects": REJECTS,
    "sources": SOURCES,
    "scores": SCORES,
    "violations": VIOLATIONS,
    "ladder": LADDER,
    "rulesets": RULESETS,
}


def key(*parts: object) -> bytes:
    """A 16-byte key that stands for the parts."""
    return hashlib.sha256(repr(parts).encode()).digest()[:16]


def deal(match: str, number: int, **changes: Any) -> Row:
    """A deal of two tricks: South leads and wins S5 S5, then West takes over with a joker."""
    row: Row = {
        "deal_id": key(match, number, sorted(changes.items())),
        "deal_key": key(match, number),
        "match_key": key(match),
        "cards_key": key("board", match, number),
        "format": "shengji-deal/1",
        "source": "shengji-deal/1",
        "file_hash": "f0",
        "line": number,
        "place": 0,
        "match_name": match,
        "deal_no": number,
        **{f"player_{seat}": f"p{seat}" for seat in range(4)},
        "tier": "plays",
        "decks": 2,
        "level": 2,
        "trump": "S",
        "dealer": 0,
        "hands": bytes([3, 3, 14, 4, 4, 53, 5, 5, 16, 6, 6, 52]),
        "kitty": bytes([8]),
        "buried": bytes([8]),
        "plays": bytes([3, 3, 4, 4, 5, 5, 6, 6, 14, 53, 16, 52]),
        "play_lens": bytes([2] * 4 + [1] * 4),
        "leaders": bytes([0, 0]),
    }
    return row | changes


def score(of: Row, ruleset: str = "rules_a", **changes: Any) -> Row:
    """The result of a deal as the default deal plays: the dealer side wins, no capture."""
    row: Row = {
        "deal_id": of["deal_id"],
        **_tag(ruleset),
        "match_key": of["match_key"],
        "status": "scored",
        "verdicts": bytes([1, 8, 8, 8, 1, 11, 8, 13]),
        "winners": bytes([0, 1]),
        "won_by": bytes([0, 2]),
        "shapes": bytes([2, 1]),
        "trick_points": [10, 0],
        "defender_points": 0,
        "kitty_points": 10,
        "last_winner": 1,
        "captured": False,
        "multiplier": 2,
        "capture_points": 0,
        "penalty_points": 0,
        "total": 0,
        "takeover": False,
        "gain_side": 0,
        "levels_gained": 3,
        "wins_game": False,
        "ruled": False,
        "violations": 0,
    }
    return row | changes


def ladder(of: Row, ruleset: str = "rules_a", **changes: Any) -> Row:
    """The ladder row of a deal: South and North move from 2 to 5."""
    row: Row = {
        "deal_id": of["deal_id"],
        **_tag(ruleset),
        "match_key": of["match_key"],
        "deal_no": of["deal_no"],
        "dealer": 0,
        "level_before_0": 2,
        "level_before_1": 2,
        "level_after_0": 5,
        "level_after_1": 2,
        "next_dealer": 2,
        "over": False,
        "chain_broken": False,
        "must_play_stopped": False,
        "game": 1,
        "games_0": 0,
        "games_1": 0,
        "forfeited": False,
        "by_time": False,
    }
    return row | changes


def rules(ruleset: str = "rules_a", **changes: Any) -> Row:
    """A ruleset's row."""
    row: Row = {**_tag(ruleset), "title_zh": "甲规则", "title_en": "Rules A", "profile_of": [], "resolved": "{}"}
    row.pop("deal_id", None)
    return row | changes


def _tag(ruleset: str) -> Row:
    return {"ruleset": ruleset, "ruleset_hash": f"hash_{ruleset}", "engine_version": 1}


def write(path: Path, **tables: Sequence[Row]) -> Lake:
    """Add rows to the lake's tables in one run; makes the lake if there is none."""
    lake = Lake.create(path)
    with lake.run("ingest") as run:
        for table, rows in tables.items():
            schema = _SCHEMAS[table]
            filled = [{"run_id": run.run_id} | row for row in rows]
            run.append(table, pa.Table.from_pylist(filled, schema))
    return lake
