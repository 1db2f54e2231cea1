"""Matches of the oracle as rows of results, with what fouls make of them, for the engine's ladder."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pyarrow as pa

from ingest.cards import RANKS, parse_rank
from replay.levels import climb
from replay.outcomes import ruled
from replay.ruleset import Ruleset, load
from tests.replay import ask

SCHEMA = pa.schema(
    [
        ("deal_id", pa.binary()),
        ("match_key", pa.binary()),
        ("deal_no", pa.int32()),
        ("dealer", pa.int8()),
        ("level", pa.int8()),
        ("level_0", pa.int8()),
        ("level_1", pa.int8()),
        ("gain_side", pa.int8()),
        ("levels_gained", pa.int16()),
        ("takeover", pa.bool_()),
        ("wins_game", pa.bool_()),
        ("demoted_to", pa.int8()),
        ("last_winner", pa.int8()),
        ("level_down_0", pa.int32()),
        ("level_down_1", pa.int32()),
        ("level_up_0", pa.int32()),
        ("level_up_1", pa.int32()),
        ("strikes", pa.list_(pa.int32())),
        ("played_at", pa.timestamp("us", "UTC")),
    ]
)
NAMES = ("levels_before", "levels_after", "next_dealer", "over", "winner", "must_play_stopped", "chain_broken")
OF_MATCH = ("game", "games", "match_winner", "leader", "forfeited", "by_time")
ALL = ("deal_no", *NAMES, *OF_MATCH)
BEGUN = datetime(2026, 1, 1, 19, tzinfo=UTC)  # when the matches began
Row = dict[str, Any]


def settled(deal: Row, ruleset: str) -> Row:
    """A deal of a match, its outcome by the cards, with what the engine makes of its `fouls`."""
    if not deal.get("fouls"):
        return deal
    found = ask.fouls(deal["fouls"], ruleset)
    told: Row = {"level_down": found.down[0].tolist(), "level_up": found.up[0].tolist()}
    told["strikes"] = found.strikes.get(0)
    if 0 in found.rulings:
        told |= ruled(found.rulings[0], deal["dealer"])._asdict() | {"demoted_to": None}
    return deal | told


def table(matches: list[list[Row]]) -> pa.Table:
    """The deals of whole matches as ``replay.levels.climb`` takes them."""
    wanted: list[Row] = []
    for number, match in enumerate(matches):
        for deal in match:
            keys = {"deal_id": len(wanted).to_bytes(16, "big"), "match_key": number.to_bytes(16, "big")}
            wanted.append(deal | keys | _levels(deal))
    return pa.Table.from_pylist(wanted, SCHEMA)


def _levels(deal: Row) -> Row:
    """The levels of a deal as numbers, those that fouls move it by in a column a side."""
    before = [level and parse_rank(level) for level in deal["levels"] or (None, None)]
    demoted = deal.get("demoted_to")
    moved = {f"level_{way}_{side}": deal.get(f"level_{way}", (0, 0))[side] for way in ("down", "up") for side in (0, 1)}
    return {
        "level": parse_rank(deal["level"]),
        "level_0": before[0],
        "level_1": before[1],
        "demoted_to": demoted and parse_rank(demoted),
        "played_at": None if deal.get("minutes") is None else BEGUN + timedelta(minutes=deal["minutes"]),
        **moved,
    }


def rank(level: int | None) -> str | None:
    """A level as text."""
    return None if level is None else RANKS[level - 2]


def climbed(matches: list[list[Row]], ruleset: Ruleset, names: tuple[str, ...] = ALL) -> list[Row]:
    """The engine's ladder of whole matches, one row a deal, in the names of the oracle."""
    told = climb(table(matches), ruleset).to_pylist()
    for row in told:
        for when in ("before", "after"):
            row[f"levels_{when}"] = [rank(row[f"level_{when}_{side}"]) for side in range(2)]
        row["games"] = [row["games_0"], row["games_1"]]
    return [{name: row[name] for name in names} for row in told]


def read(matches: list[list[Row]], ruleset: str) -> list[Row]:
    """The same of the oracle's random matches: by the engine, too, what their fouls make of the deals."""
    return climbed([[settled(deal, ruleset) for deal in match] for match in matches], load(ruleset))
