"""Random deals that keep the rules, and a count of what a set of results has covered."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable
from typing import Any

from tests.oracle.cards import Rules, order
from tests.oracle.corruption import corrupt, unfinished
from tests.oracle.deal import Deal, hands_before_play
from tests.oracle.dealing import new_deal
from tests.oracle.players import choose_follow, choose_lead
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
    deal: Deal = new_deal(rng, rules, spice=spice)
    arranged = order(deal["level"], deal["trump"], rules)
    hands = hands_before_play(deal)
    leader = deal["dealer"]
    while hands[leader]:
        others = [hand for seat, hand in enumerate(hands) if seat != leader]
        led, attempted = choose_lead(rng, hands[leader], others, arranged, rules, spice=spice)
        if attempted:
            forced = " ".join(led)
            entry = {"trick": len(deal["tricks"]), "seat": leader, "attempted": " ".join(attempted)}
            deal["throws"].append({**entry, "forced": forced})
        plays = [led]
        for turn in range(1, 4):
            hand = hands[(leader + turn) % 4]
            plays.append(choose_follow(rng, read_lead(led, arranged), hand, arranged, rules))
        for turn, play in enumerate(plays):
            for card in play:
                hands[(leader + turn) % 4].remove(card)
        deal["tricks"].append([leader, *(" ".join(play) for play in plays)])
        leader = (leader + play_out(plays, arranged, rules).winner) % 4
    return deal


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
