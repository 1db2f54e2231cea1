"""Random deals that keep the rules, and a count of what a set of results has covered."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable
from typing import Any

from tests.oracle.cards import Rules, less
from tests.oracle.corruption import corrupt, unfinished
from tests.oracle.deal import Deal, hands_before_play
from tests.oracle.dealing import new_deal
from tests.oracle.order import order
from tests.oracle.players import Choice, Stuck, choose_follow, choose_lead
from tests.oracle.shapes import read_lead
from tests.oracle.trick import play_out

__all__ = ["corrupt", "coverage", "random_deal", "unfinished"]

WANTED = {
    "shape": ["mixed", "single", "pair", "tractor", "throw"],
    "won_by": ["lead", "follow", "ruff", "over_ruff"],
    "verdict": [
        "unjudged",
        "lead",
        "lead_throw",
        "lead_throw_unchecked",
        "lead_forced",
        "lead_mixed",
        "lead_throw_barred",
        "lead_throw_beaten",
        "lead_forced_wrong",
        "lead_forced_needless",
        "follow",
        "follow_short",
        "discard",
        "ruff",
        "over_ruff",
        "under_ruff",
        "revoke",
        "owed_pair",
        "owed_tractor",
        "out_of_turn",
    ],
    "rung": [
        "pair: pair",
        "pair: none",
        "tractor: tractor",
        "tractor: shorter tractor",  # only with follow.sub_tractor = "must"
        "tractor: all pairs",
        "tractor: some pairs",
        "tractor: none",
    ],
    "outcome": ["partial", "captured", "kept", "takeover", "held"],
}


def random_deal(rng: random.Random, rules: Rules, *, spice: bool) -> Deal:
    """A complete deal in which every play is legal; `spice` stacks the cards and provokes throws."""
    while True:
        deal: Deal = new_deal(rng, rules, spice=spice)
        try:
            return _play(rng, deal, rules, spice=spice)
        except Stuck:
            continue


def _play(rng: random.Random, deal: Deal, rules: Rules, *, spice: bool) -> Deal:
    """The deal with its tricks."""
    arranged = order(deal["level"], deal["trump"], rules)
    hands = hands_before_play(deal)
    leader = deal["dealer"]
    while hands[leader]:
        others = [hand for seat, hand in enumerate(hands) if seat != leader]
        choice = choose_lead(rng, hands[leader], others, arranged, rules, spice=spice)
        _record(rng, deal, leader, choice)
        lead = read_lead(choice.led, arranged, None if choice.attempted else choice.split)
        plays = [choice.led]
        for turn in range(1, 4):
            plays.append(choose_follow(rng, lead, hands[(leader + turn) % 4], arranged, rules))
        for turn, play in enumerate(plays):
            hands[(leader + turn) % 4] = less(hands[(leader + turn) % 4], play)
        deal["tricks"].append([leader, *(" ".join(play) for play in plays)])
        leader = (leader + play_out(plays, arranged, rules, lead).winner) % 4
    return deal


def _record(rng: random.Random, deal: Deal, leader: int, choice: Choice) -> None:
    """Puts what was declared, and what failed, beside the tricks; sometimes with the penalty for it."""
    trick = len(deal["tricks"])
    if choice.split:
        deal["declared"].append({"trick": trick, "parts": [" ".join(part) for part in choice.split]})
    if choice.attempted:
        told = {"attempted": " ".join(choice.attempted), "forced": " ".join(choice.led)}
        deal["throws"].append({"trick": trick, "seat": leader, **told})
        if rng.random() < 0.1:
            amounts = {"points": 10 * rng.randint(0, 4), "count": None, "trick": rng.choice([trick, None])}
            deal["penalties"].append({"side": leader % 2, "kind": "failed_throw", **amounts, "seat": leader})


def coverage(results: Iterable[dict[str, Any]]) -> Counter[str]:
    """How often each shape, verdict, rung and outcome occurs; what never occurs is there with 0."""
    seen = Counter({f"{kind}: {name}": 0 for kind, names in WANTED.items() for name in names})
    for result in results:
        seen.update(f"shape: {name}" for name in result["shapes"])
        seen.update(f"won_by: {name}" for name in result["won_by"] if name)
        seen.update(f"verdict: {name}" for name in result["verdicts"])
        seen.update(f"rung: {name}" for name in result["rungs"])
        seen["verdict: out_of_turn"] += len(result["out_of_turn"])
        if result["status"] == "partial":
            seen["outcome: partial"] += 1
            continue
        seen["outcome: captured" if result["captured"] else "outcome: kept"] += 1
        seen["outcome: takeover" if result["takeover"] else "outcome: held"] += 1
    return seen
