"""Random deals in which every play keeps the rules."""

from __future__ import annotations

import random

from tests.oracle.cards import Rules, less
from tests.oracle.corruption import corrupt, unfinished
from tests.oracle.coverage import coverage
from tests.oracle.deal import Deal, hands_before_play
from tests.oracle.dealing import new_deal
from tests.oracle.order import order
from tests.oracle.players import Choice, Stuck, choose_follow, choose_lead
from tests.oracle.shapes import read_lead
from tests.oracle.trick import play_out

__all__ = ["corrupt", "coverage", "random_deal", "unfinished"]


def random_deal(rng: random.Random, rules: Rules, *, spice: bool, exchanged: bool = False) -> Deal:
    """A complete deal in which every play is legal; `spice` stacks the cards and provokes throws.

    `exchanged`: the kitty may have been taken again, by whoever liked to.
    """
    while True:
        deal: Deal = new_deal(rng, rules, spice=spice, exchanged=exchanged)
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
