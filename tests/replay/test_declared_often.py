"""How often the bots declare and exchange in each way that a ruleset allows: none of them stays away."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from ingest.cards import LITTLE_JOKER
from replay.bidding import Judge
from replay.bids import Shown
from replay.exchanges import LADDER
from replay.levels import start_level
from replay.ruleset import Ruleset, list_rulesets
from replay.selfplay.dealing import deal_out
from replay.selfplay.laying import lay

DEALS = 250  # auctions of each ruleset, every third of a first deal
RARE = 4  # times as many where jokers only override: most deals see no such bid
RULESETS = list_rulesets()
Counts = Counter[str]


def counts(ruleset: Ruleset) -> Counts:
    """What occurred in so many deals: verdicts of bids, jokers alone and beside, and exchanges."""
    seen: Counts = Counter()
    judge, level = Judge(ruleset.values), start_level(ruleset)
    boards = ruleset.values["dealer.first"] == "fixed_by_board"
    for number in range(DEALS if ruleset.values["declare.no_trump_first"] else RARE * DEALS):
        rng = random.Random(f"{ruleset.id} {number}")
        first = number % 3 == 0
        dealt = deal_out(rng, ruleset, [level, level], None if first and not boards else number % 4)
        bids = [Shown(bid.seat, bid.cards) for bid in dealt.bids]
        auction = judge.judge(dealt.level, first, bids, bytes(dealt.kitty), dealt.dealer)
        seen.update(verdict.name.lower() for verdict in auction.verdicts)
        seen.update(f"bid {shown_with(bid.cards)}" for bid in bids)
        exchanges = lay(rng, ruleset, dealt, first).exchanges or []
        seen.update(f"exchange {number}" for number in range(1, len(exchanges) + 1))
        seen.update(f"exchange {shown_with(exchange.cards)}" for exchange in exchanges)
        seen["declared" if bids else "nobody"] += 1
    return seen


def shown_with(cards: bytes) -> str:
    """Whether cards are jokers, have some beside them, or none."""
    jokers = sum(card >= LITTLE_JOKER for card in cards)
    return "of jokers" if jokers == len(cards) else "with jokers" if jokers else "without jokers"


def possible(values: dict[str, Any]) -> set[str]:
    """What a ruleset's keys allow."""
    found = {"declared", "bid"}
    for key, name in (("declare.ladder", "bid"), (LADDER, "exchange")):
        words = [word for tier in values[key] for word in tier]
        found |= {f"{name} of jokers" for word in words if "joker" in word.partition("+")[0]}
        found |= {f"{name} with jokers" for word in words if "+" in word}
    if not values["trump.no_trump_possible"]:
        found -= {"bid of jokers", "exchange of jokers"}
    if values[LADDER]:
        found.add("exchange 1")
    if values["declare.joker_companion"] == "one_small_joker_first_deal":
        found.add("bid with jokers")
    if len(values["declare.ladder"]) > 1:
        found.add("bid_override")
    words = {word.partition("+")[0] for tier in values["declare.ladder"] for word in tier}
    pieces = values["declare.timing"] == "during_deal" and {"level_single", "level_pair"} <= words
    if pieces and values["declare.reinforce"] != "never":  # after the deal a bot shows all it has at once
        found.add("bid_reinforce")
    return found


@pytest.fixture(scope="module")
def seen() -> dict[str, Counts]:
    """What occurred, by ruleset."""
    return {ruleset.id: counts(ruleset) for ruleset in RULESETS}


@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda ruleset: ruleset.id)
def test_what_a_ruleset_allows_is_done(ruleset: Ruleset, seen: dict[str, Counts]) -> None:
    here = seen[ruleset.id]
    print(ruleset.id, sorted(here.items()))
    assert {what for what in possible(ruleset.values) if not here[what]} == set()
    assert {code for code in here if code.startswith("bid_")} <= {"bid_override", "bid_reinforce"}
    assert ("exchange 1" in here) == bool(ruleset.values[LADDER])


def test_nothing_that_some_ruleset_allows_stays_away(seen: dict[str, Counts]) -> None:
    total = sum(seen.values(), Counts())
    print(sorted(total.items()))
    everything = {"nobody", "exchange 2", "exchange with jokers"}
    assert everything.union(*(possible(ruleset.values) for ruleset in RULESETS)) - set(total) == set()
