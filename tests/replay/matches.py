"""Random matches as rows of results, for the oracle's ladder and the engine's."""

from __future__ import annotations

import random
from typing import Any

import pyarrow as pa

from ingest.cards import RANKS, parse_rank
from replay.levels import climb
from replay.ruleset import Ruleset
from tests.oracle.ladder import climb as oracle_climb

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
    ]
)
NAMES = ("levels_before", "levels_after", "next_dealer", "over", "winner", "must_play_stopped", "chain_broken")
Row = dict[str, Any]


def random_match(rng: random.Random, rules: Row) -> list[Row]:
    """A match: mostly the levels follow from the results, some deals record others, some are missing."""
    deals: list[Row] = []
    number = 0
    recorded = rng.random() < 0.5
    standing, dealer = [rules["levels"]["start"]] * 2, rng.randrange(4)
    rung: Row = {}
    for _ in range(rng.randint(1, 40)):
        missing = rng.random() < 0.05
        number += 2 if missing else 1
        if missing or rng.random() < 0.1:
            standing = [rng.choice(RANKS), rng.choice(RANKS)]
        deal = _deal(rng, number, dealer, standing)
        if not recorded and deals and not missing and standing == rung["levels_after"]:
            deal["levels"] = None
        deals.append(deal)
        rung = oracle_climb(deals, rules)[-1]
        if rung["over"] and rng.random() < 0.8:
            break
        standing = rung["levels_after"]
        dealer = rng.randrange(4) if rung["over"] else rung["next_dealer"]
    return deals


def _deal(rng: random.Random, number: int, dealer: int, standing: list[str]) -> Row:
    takeover = rng.random() < 0.4
    return {
        "deal_no": number,
        "dealer": dealer,
        "level": standing[dealer % 2] if rng.random() < 0.95 else rng.choice(RANKS),
        "levels": list(standing),
        "gain_side": (dealer + takeover) % 2,
        "levels_gained": rng.choice([0, 1, 1, 2, 3, 5]),
        "takeover": takeover,
    }


def table(matches: list[list[Row]]) -> pa.Table:
    """The deals of whole matches as ``replay.levels.climb`` takes them."""
    wanted: list[Row] = []
    for number, match in enumerate(matches):
        for deal in match:
            levels = [level and parse_rank(level) for level in deal["levels"] or (None, None)]
            wanted.append(
                deal
                | {"deal_id": len(wanted).to_bytes(16, "big"), "match_key": number.to_bytes(16, "big")}
                | {"level": parse_rank(deal["level"]), "level_0": levels[0], "level_1": levels[1]}
            )
    return pa.Table.from_pylist(wanted, SCHEMA)


def rank(level: int | None) -> str | None:
    """A level as text."""
    return None if level is None else RANKS[level - 2]


def climbed(matches: list[list[Row]], ruleset: Ruleset) -> list[Row]:
    """The engine's ladder of whole matches, one row a deal, in the names of the oracle."""
    told = climb(table(matches), ruleset).to_pylist()
    for row in told:
        for when in ("before", "after"):
            row[f"levels_{when}"] = [rank(row[f"level_{when}_{side}"]) for side in range(2)]
    return [{name: row[name] for name in NAMES} for row in told]
