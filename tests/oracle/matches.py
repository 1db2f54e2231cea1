"""Random matches as rows of results, for the ladder: no cards, only what every deal brought."""

from __future__ import annotations

import random
from typing import Any

from tests.oracle.cards import RANKS, Rules
from tests.oracle.ladder import climb

Row = dict[str, Any]


def random_match(rng: random.Random, rules: Rules) -> list[Row]:
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
            standing = [_level(rng, rules), _level(rng, rules)]
        deal = _deal(rng, number, dealer, standing, rules)
        if not recorded and deals and not missing and standing == rung["levels_after"]:
            deal["levels"] = None
        deals.append(deal)
        rung = climb(deals, rules)[-1]
        if rung["over"] and rng.random() < 0.8:
            break
        standing = rung["levels_after"]
        dealer = rng.randrange(4) if rung["next_dealer"] is None else rung["next_dealer"]
    return deals


def _level(rng: random.Random, rules: Rules) -> str:
    """A level, now and then one that the ruleset does not play."""
    return str(rng.choice(rules["levels"]["sequence"] if rng.random() < 0.95 else RANKS))


def _deal(rng: random.Random, number: int, dealer: int, standing: list[str], rules: Rules) -> Row:
    """What a deal brought; what the ruleset cannot bring is left out."""
    takeover = rng.random() < 0.4
    deal = {
        "deal_no": number,
        "dealer": dealer,
        "level": standing[dealer % 2] if rng.random() < 0.95 else rng.choice(RANKS),
        "levels": list(standing),
        "gain_side": (dealer + takeover) % 2,
        "levels_gained": rng.choice([0, 1, 1, 2, 3, 5]),
        "takeover": takeover,
        "last_winner": rng.randrange(4),
    }
    falls = [
        rules["levels"]["start"] if entry["to"] == "start" else entry["to"] for entry in rules["levels"]["demotions"]
    ]
    if falls and rng.random() < 0.15:
        deal["demoted_to"] = rng.choice(falls)
    if any(band.get("win_game") for band in rules["score"]["bands"]) and rng.random() < 0.05:
        deal["wins_game"] = True
    kinds = {entry["kind"] for entry in rules["penalty"]["list"]}
    for name, kind in (("level_down", "own_level_down"), ("level_up", "opp_level_up")):
        if kind in kinds and rng.random() < 0.15:
            deal[name] = rng.choice([[1, 0], [0, 2], [3, 1]])
    return deal
