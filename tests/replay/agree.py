"""Compares the engine's reading of deals with the oracle's, and says where they part."""

from __future__ import annotations

import json
import random
from typing import Any

from tests.oracle.deal import OUTCOME, Deal
from tests.oracle.deal import score as oracle_score
from tests.oracle.dealing import fouls
from tests.oracle.deals import corrupt, random_deal, unfinished
from tests.oracle.rulesets import load
from tests.replay import rows

BY_PLAY = ("verdicts",)
BY_FOULS = ("takeover", "gain_side", "levels_gained", "wins_game", "demoted_to", "level_down", "level_up")
BY_TRICK = ("winners", "won_by", "shapes", "trick_points")
Result = dict[str, Any]


def deals_of(rng: random.Random, ruleset: str, legal: int, corrupted: int, cut: int) -> list[Deal]:
    """That many legal, corrupted and unfinished deals; a third plain, the others stacked; one in six with fouls."""
    rules = load(ruleset)
    deals = [random_deal(rng, rules, spice=at % 3 != 0) for at in range(max(legal, corrupted, cut))]
    for deal in deals[::6]:
        deal["penalties"] = fouls(rng, rules) if rng.random() < 0.5 else [_foul(rng) for _ in range(rng.randint(1, 3))]
    broken = [corrupt(rng, deal) for deal in deals[:corrupted]]
    return deals[:legal] + broken + [unfinished(rng, deal) for deal in deals[:cut]]


def _foul(rng: random.Random) -> dict[str, Any]:
    return {"side": rng.randrange(2), "kind": "foul", "points": 5 * rng.randint(0, 30)}


def differences(deal: Deal, ours: Result, theirs: Result) -> list[str]:
    """Where the engine and the oracle read a deal differently, one sentence a place."""
    found = []
    for name in BY_PLAY + BY_TRICK:
        for at, (our, their) in enumerate(zip(ours[name], theirs[name], strict=True)):
            if our != their:
                trick, play = divmod(at, 4) if name in BY_PLAY else (at, None)
                place = f"trick {trick + 1}" + ("" if play is None else f", play {play + 1}")
                found.append(f"{place} {deal['tricks'][trick]}: {name} engine {our}, oracle {their}")
    outcome = OUTCOME if theirs["status"] == "scored" else BY_FOULS if theirs["ruled"] else ()
    names = ("status", "ruled", "out_of_turn", "deal_violations", *outcome)
    found += [f"{name}: engine {ours[name]}, oracle {theirs[name]}" for name in names if ours[name] != theirs[name]]
    last = theirs["winners"][-1] if theirs["status"] == "scored" else None
    if ours["last_winner"] != last:
        found.append(f"last_winner: engine {ours['last_winner']}, oracle {last}")
    return found


def compare(deals: list[Deal], ruleset: str, told: str) -> list[Result]:
    """Scores deals with both; the oracle's results. Fails with every difference of the first deal that has one."""
    results = [oracle_score(deal, load(ruleset)) for deal in deals]
    for at, (deal, ours, theirs) in enumerate(zip(deals, rows.score(deals, ruleset), results, strict=True)):
        found = differences(deal, ours, theirs)
        if found:
            lines = [f"{told}, ruleset {ruleset}, deal {at}", *found, json.dumps(deal, separators=(",", ":"))]
            raise AssertionError("\n".join(lines))
    return results
