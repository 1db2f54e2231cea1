"""Random matches as rows of results, for the ladder: no cards, only what every deal brought."""

from __future__ import annotations

import random
from collections.abc import Collection
from typing import Any

from tests.oracle.cards import RANKS, Rules
from tests.oracle.fouls import settled
from tests.oracle.ladder import new_match, rung

Row = dict[str, Any]


def random_match(rng: random.Random, rules: Rules) -> list[Row]:
    """A match: mostly the levels follow from the results, some deals record others, some are missing.

    A deal may have `fouls`; what they make of it (`settled`) is not in it yet. An unfinished one has no result.
    """
    deals: list[Row] = []
    match, number = new_match(rules), 0
    recorded = rng.random() < 0.5
    start, must = [rules["levels"]["start"]] * 2, set(rules["levels"]["must_play"])
    standing: list[str | None] = start
    dealer = rng.randrange(4)
    follows = True
    minute, timed = 0, rng.random() < 0.7
    for _ in range(rng.randint(1, 40)):
        missing = rng.random() < 0.05
        number += 2 if missing else 1
        if missing or rng.random() < 0.15:
            standing, follows = [_level(rng, rules, side.proven & must) for side in match.sides], False
        deal = _deal(rng, number, dealer, standing, rules)
        minute += rng.choice([5, 10, 10, 15])
        deal["minutes"] = minute if timed and rng.random() < 0.95 else None
        if None in standing or (missing and rng.random() < 0.2) or (follows and not recorded):
            deal["levels"] = None
        deals.append(deal)
        row = rung(settled(deal, rules), match, rules)
        if row is None:
            standing, follows, dealer = [_level(rng, rules), _level(rng, rules)], False, rng.randrange(4)
            continue
        if row["over"] and rng.random() < 0.3:
            break
        standing, follows = start if row["over"] else row["levels_after"], True
        dealer = rng.randrange(4) if row["next_dealer"] is None else row["next_dealer"]
    return deals


def _level(rng: random.Random, rules: Rules, won: Collection[str] = ()) -> str:
    """A level, sometimes one of those given, now and then one that the ruleset does not play."""
    if won and rng.random() < 0.6:
        return rng.choice(sorted(won))
    return str(rng.choice(rules["levels"]["sequence"] if rng.random() < 0.95 else RANKS))


def _deal(rng: random.Random, number: int, dealer: int, standing: list[str | None], rules: Rules) -> Row:
    """What a deal brought; what the ruleset cannot bring is left out."""
    takeover = rng.random() < 0.4
    deal = {
        "deal_no": number,
        "dealer": dealer,
        "level": (rng.random() < 0.95 and standing[dealer % 2]) or rng.choice(RANKS),
        "levels": list(standing),
        "gain_side": (dealer + takeover) % 2,
        "levels_gained": rng.choice([0, 1, 1, 2, 3, 5]),
        "takeover": takeover,
        "last_winner": rng.randrange(4),
    }
    for entry in rules["levels"]["demotions"]:
        if entry["level"] == deal["level"] and rng.random() < 0.3:
            deal["demoted_to"] = rules["levels"]["start"] if entry["to"] == "start" else entry["to"]
    if any(band.get("win_game") for band in rules["score"]["bands"]) and rng.random() < 0.05:
        deal["wins_game"] = True
    if rng.random() < 0.03:
        deal = {name: deal[name] for name in ("deal_no", "dealer", "level", "levels", "last_winner")}  # unfinished
        deal |= {"takeover": None, "gain_side": None, "levels_gained": None}
    if rules["penalty"]["list"] and rng.random() < 0.1:
        deal["fouls"] = [_foul(rng, rules) for _ in range(rng.choice([1, 1, 2]))]
    return deal


def _foul(rng: random.Random, rules: Rules) -> Row:
    kind = rng.choice([entry["offence"] for entry in rules["penalty"]["list"]])
    return {"side": rng.randrange(2), "kind": kind, "count": rng.choice([None, 1, 1, 2, 3])}
