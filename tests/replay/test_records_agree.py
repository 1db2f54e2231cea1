"""Engine and oracle must read deal records with bids and exchanges alike: verdicts, trump and dealer, and the hands."""

from __future__ import annotations

import json
import random
import secrets
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.oracle.auctions import auction_of
from tests.oracle.bids import LEGAL, Table, auction
from tests.oracle.corruption import unfinished
from tests.oracle.deal import score
from tests.oracle.deals import random_deal
from tests.oracle.records import declared
from tests.oracle.rulesets import HOUSES, NAMES
from tests.oracle.rulesets import load as oracle_rules
from tests.replay import rows
from tests.replay.agree import differences

Row = dict[str, Any]
WITH = ["past10_2deck", "shuangsheng_online_2deck", "shuangsheng_super_2deck"]


def record(rng: random.Random, ruleset: str) -> Row:
    """A deal with bids of its hands and exchanges, either or both of them perhaps not recorded, perhaps unfinished."""
    rules = oracle_rules(ruleset)
    deal = random_deal(rng, rules, spice=rng.random() < 0.8, exchanged=rng.random() < 0.8)
    deal["first_deal"] = rng.random() < 0.3
    hands = [hand.split() for hand in deal["hands"]]
    table = Table(deal["level"], deal["first_deal"], rules)
    bids = auction_of(rng, hands, deal["kitty"].split(), table)["bids"]
    deal["bids"] = rng.choice([None, [], bids, bids, bids[:1]])
    return unfinished(rng, deal) if rng.random() < 0.5 else deal


def parts(deal: Row, ours: Row, ruleset: str) -> list[str]:
    """Where both readings of a deal part, one sentence a place."""
    rules = oracle_rules(ruleset)
    theirs, told = score(deal, rules), declared(deal, rules)
    bids = auction(deal["level"], deal["first_deal"], deal["bids"] or [], None, deal["dealer"], rules)["codes"]
    wrong = [code for code in bids if code not in LEGAL] + [code for code in told["codes"] if code != "exchange"]
    theirs["deal_violations"] = sorted([*theirs["deal_violations"], *(code for code in wrong if code != "unjudged")])
    theirs["bid_codes"] = None if deal["bids"] is None else bids
    theirs["exchange_codes"] = None if deal["exchanges"] is None else told["codes"]
    theirs["derived_trump"] = "void" if told["void"] and "unjudged" not in told["codes"] else told["trump"]
    names = ("bid_codes", "exchange_codes", "derived_trump")
    found = [f"{name}: engine {ours[name]}, oracle {theirs[name]}" for name in names if ours[name] != theirs[name]]
    settled = ours["derived_dealer"]
    if settled != told["dealer"] and (settled is not None or told["dealer"] != deal["dealer"]):
        found.append(f"derived_dealer: engine {settled}, oracle {told['dealer']}")
    return differences(deal, ours, theirs) + found


def compare(rng: random.Random, ruleset: str, number: int) -> Counter[str]:
    """Holds both against each other on random records; tells how often each verdict occurred."""
    deals = [record(rng, ruleset) for _ in range(number)]
    seen: Counter[str] = Counter()
    for deal, ours in zip(deals, rows.score(deals, ruleset), strict=True):
        found = parts(deal, ours, ruleset)
        assert not found, "\n".join([f"ruleset {ruleset}", *found, json.dumps(deal)])
        seen.update([*(ours["bid_codes"] or []), *(ours["exchange_codes"] or [])])
    return seen


@pytest.mark.parametrize("ruleset", [*NAMES, *HOUSES], ids=lambda ruleset: Path(ruleset).stem)
def test_engine_and_oracle_read_records_alike(ruleset: str) -> None:
    seen = compare(random.Random(Path(ruleset).stem), ruleset, 40 if ruleset in WITH else 12)
    assert seen["exchange"] if ruleset in WITH else seen["exchange_barred"]


@pytest.mark.long
@pytest.mark.parametrize("ruleset", [*NAMES, *HOUSES], ids=lambda ruleset: Path(ruleset).stem)
def test_engine_and_oracle_read_fresh_records_alike(ruleset: str) -> None:
    seed = secrets.randbits(32)
    print(f"seed {seed}", compare(random.Random(seed), ruleset, 400))


def test_bids_out_of_turn_make_no_trump_where_the_kitty_makes_none() -> None:
    bids = [{"seat": 0, "cards": ""}, {"seat": 3, "cards": "D4 D4"}]  # seat 1, the dealer's partner, is first
    deal = {"decks": 2, "level": "4", "trump": "C", "dealer": 3, "first_deal": True, "kitty": "D8 D9", "bids": bids}
    (told,) = rows.score([deal | {"tricks": []}], "cn_competition_2deck_duplicate")
    assert (told["bid_codes"], told["derived_trump"]) == (["bid_turn", "bid_turn"], None)
