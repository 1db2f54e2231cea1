"""What must hold of exchanges of the kitty whatever is shown, and that nothing the rulesets allow is left out."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from tests.cases import Case
from tests.cases import load as load_cases
from tests.oracle.auctions import drawn_rules
from tests.oracle.bids import LEGAL, auction
from tests.oracle.cards import Rules
from tests.oracle.exchanges import adds_up, after, hands_after, judged, lies_there, understood
from tests.oracle.rulesets import NAMES, load, merge
from tests.oracle.showings import Bid
from tests.oracle.takings import Taking, random_taking

HOUSES = [f"house {seed}" for seed in range(60)]
CODES = [
    *("unjudged", "exchange", "exchange_barred", "exchange_unknown", "exchange_companion", "exchange_own"),
    *("exchange_low", "exchange_bidder"),
]
SHOWN = ("bids", "exchanges")
WITH = [name for name in NAMES if load(name)["kitty_exchange"]["ladder"]]
each_rules = pytest.mark.parametrize("name", [*NAMES, *HOUSES])


@cache
def rules_of(name: str) -> Rules:
    """A ruleset, or rules drawn by the seed in the name."""
    return merge(load("_base"), drawn_rules(random.Random(name))) if name in HOUSES else load(name)


@cache
def takings_of(name: str) -> list[Taking]:
    """Random exchanges under these rules."""
    rng = random.Random(name)
    return [random_taking(rng, rules_of(name)) for _ in range(60)]


def result_of(name: str, given: dict[str, Any]) -> dict[str, Any]:
    """What the oracle makes of bids and exchanges."""
    return judged(**given, rules=rules_of(name))


CASES = load_cases("exchange")


def case_of(case: Case) -> dict[str, Any]:
    """A case of the table as the arguments of `judged`, cards taken left out."""
    told = {name: [{"seat": int(one[0]), "cards": one[2:]} for one in case[name]] for name in SHOWN if name in case}
    kitty = case["kitty"].split() if "kitty" in case else None
    return {"bids": None, "kitty": kitty} | told | {name: case[name] for name in ("level", "first_deal", "dealer")}


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_the_table_of_exchanges(case: Case) -> None:
    result = judged(**case_of(case), rules=load(case["ruleset"]))
    trump = "void" if result["void"] else result["trump"] or "?"
    deals = -1 if result["dealer"] is None else result["dealer"]
    assert (result["codes"], trump, deals) == (case["codes"], case["makes"], case["deals"])


def steps(case: Case) -> Iterator[tuple[int, int, str]]:
    """Of each exchange that is judged by what stood before: the tier of that, its own, and its code."""
    given, rules = case_of(case), load(case["ruleset"])
    lying = lies_there(case["level"], case["first_deal"], given["bids"], case["dealer"], rules)
    for shown in given["exchanges"]:
        found, tier = understood(lying.table, shown["cards"].split()), lying.tier
        code, lying = after(lying, shown["seat"], shown["cards"].split())
        if isinstance(found, Bid) and tier is not None:
            yield tier, found.tier, code


@pytest.mark.parametrize("name", WITH)
def test_the_table_has_every_step_of_every_ladder_both_ways(name: str) -> None:
    seen = {step for case in CASES if case["ruleset"] == name for step in steps(case)}
    tiers = range(len(load(name)["kitty_exchange"]["ladder"]))
    assert {(at, at + 1, "exchange") for at in tiers[:-1]} <= seen
    assert {(at + 1, at, "exchange_low") for at in tiers[:-1]} <= seen


def test_the_table_has_every_code() -> None:
    assert {code for case in CASES for code in case["codes"]} == set(CODES) - {"unjudged"}
    assert {case["codes"][0] for case in CASES if case["ruleset"] not in WITH} == {"exchange_barred"}


@each_rules
def test_without_an_exchange_all_is_as_the_bids_make_it(name: str) -> None:
    for taking in takings_of(name):
        given = {**taking.given, "exchanges": []}
        told = {"trump": None, "dealer": None, "void": False}
        if given["bids"] is not None:
            bids = {key: value for key, value in given.items() if key != "exchanges"}
            told = auction(**bids, rules=rules_of(name))
        assert result_of(name, given) == {**told, "codes": []}


@each_rules
def test_only_a_legal_exchange_makes_trump(name: str) -> None:
    for taking in takings_of(name):
        given = taking.given
        result, without = result_of(name, given), result_of(name, {**given, "exchanges": []})
        assert result["dealer"] == without["dealer"]
        assert result["void"] == without["void"]
        if not {"exchange", "unjudged"} & set(result["codes"]):
            assert {**result, "codes": []} == without
        if "exchange" in result["codes"] and "unjudged" not in result["codes"]:
            last = max(at for at, code in enumerate(result["codes"]) if code == "exchange")
            suits = {card[0] for card in given["exchanges"][last]["cards"].split() if card not in ("LJ", "BJ")}
            assert {result["trump"]} == (suits or {"NT"})


@each_rules
def test_nobody_takes_what_it_has_buried(name: str) -> None:
    for taking in takings_of(name):
        seats = [taking.given["dealer"], *(exchange["seat"] for exchange in taking.given["exchanges"])]
        for at, code in enumerate(result_of(name, taking.given)["codes"]):
            assert code != "exchange" or seats[at] != seats[at + 1]


@each_rules
def test_exchanges_add_up_until_a_card_is_another(name: str) -> None:
    for taking in takings_of(name):
        held = (taking.hands, taking.kitty, taking.buries)
        exchanges = [one for one in taking.given["exchanges"] if "??" not in one["cards"]]
        if len(exchanges) < len(taking.given["exchanges"]):
            continue
        assert adds_up(*held, exchanges, taking.buried)
        everything = sorted(card for hand in (*taking.hands, taking.kitty) for card in hand)
        then = hands_after(*held, exchanges, taking.buried)
        assert sorted([*taking.buried.split(), *(card for hand in then for card in hand)]) == everything
        for at, exchange in enumerate(exchanges):
            short = {**exchange, "took": exchange["took"][3:]}
            wrong = {**exchange, "took": "S7 " * len(taking.kitty)}
            shown = {**exchange, "cards": "S7 " * 9}
            for changed in (short, wrong, shown):
                assert not adds_up(*held, [*exchanges[:at], changed, *exchanges[at + 1 :]], taking.buried)


def count(names: list[str]) -> Counter[str]:
    """How often each code, and each way to trump, occurs under these rules."""
    seen: Counter[str] = Counter()
    for name in names:
        for taking in takings_of(name):
            result = result_of(name, taking.given)
            seen.update(result["codes"])
            legal = result["codes"].count("exchange")
            seen["exchanged again"] += legal > 1
            bids = taking.given["bids"]
            if legal and bids is not None and "unjudged" not in result["codes"]:
                table = {key: value for key, value in taking.given.items() if key != "exchanges"}
                stood = set(auction(**table, rules=rules_of(name))["codes"]) & set(LEGAL)
                seen["over a bid" if stood else "over the kitty's trump"] += 1
            seen["without bids"] += bool(legal) and bids is None
    return seen


def test_everything_the_rulesets_allow_occurs() -> None:
    seen = count(NAMES)
    print(seen)
    assert {name: count([name])["exchange"] > 0 for name in NAMES} == {name: name in WITH for name in NAMES}
    wanted = [*CODES, "exchanged again", "over a bid", "over the kitty's trump", "without bids"]
    assert [name for name in wanted if not seen[name]] == []


def test_everything_occurs_under_drawn_rules() -> None:
    seen = count(HOUSES)
    print(seen)
    wanted = [*CODES, "exchanged again", "over a bid", "over the kitty's trump", "without bids"]
    assert [name for name in wanted if not seen[name]] == []
