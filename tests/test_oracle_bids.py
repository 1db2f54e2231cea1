"""Runs the table of bids through the oracle, checks what must hold whatever is shown, and that nothing is left out."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from tests.cases import Case, shown_bid
from tests.cases import load as load_cases
from tests.oracle.auctions import NOBODY, drawn_rules, random_auction, ways_to_show
from tests.oracle.bids import LEGAL, Table, after, auction
from tests.oracle.cards import ONE_DECK, SUITS, Rules, text
from tests.oracle.moments import first_turn
from tests.oracle.rulesets import NAMES, load, merge
from tests.oracle.showings import Word, accompanied, words_of

Auction = dict[str, Any]
HOUSES = [f"house {seed}" for seed in range(60)]
CODES = [
    *("unjudged", "bid", "bid_reinforce", "bid_override", "bid_reinforce_barred", "bid_unknown", "bid_companion"),
    *("bid_no_trump_barred", "bid_partner", "bid_own", "bid_locked", "bid_low"),
    *("bid_turn", "pass", "bid_late", "bid_early", "bid_together", "bid_not_first"),
]
DEALERS = ["the last to bid", "the first to bid", "as recorded", "who overrode", "the other side", "not known"]
NONE = ("none_declared_first_deal", "none_declared")
LATER_ONLY = ("none_declared_first_deal", "flip_match_dealer")
OPEN = ("redeal", "dealer_partner_names_suit", "dealer_side_must_declare_or_lose_dealership")  # no trump follows
each_rules = pytest.mark.parametrize("name", [*NAMES, *HOUSES])


@cache
def rules_of(name: str) -> Rules:
    """A ruleset, or rules drawn by the seed in the name."""
    return merge(load("_base"), drawn_rules(random.Random(name))) if name in HOUSES else load(name)


@cache
def auctions_of(name: str) -> list[Auction]:
    """Random auctions under these rules."""
    rng = random.Random(name)
    return [random_auction(rng, rules_of(name)) for _ in range(60)]


def judged(name: str, given: Auction) -> Auction:
    """What the oracle makes of an auction."""
    return auction(**given, rules=rules_of(name))


CASES = load_cases("bids")


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_the_table_of_bids(case: Case) -> None:
    bids = [shown_bid(bid) for bid in case["bids"]]
    kitty = case["kitty"].split() if "kitty" in case else None
    dealer = None if case["dealer"] < 0 else case["dealer"]
    result = auction(case["level"], case["first_deal"], bids, kitty, dealer, load(case["ruleset"]))
    trump = "void" if result["void"] else result["trump"] or "?"
    deals = -1 if result["dealer"] is None else result["dealer"]
    assert (result["codes"], trump, deals) == (case["codes"], case["makes"], case["deals"])


def turns_judged(name: str, given: Auction) -> bool:
    """Whether it matters whose turn it is."""
    return first_turn(given["bids"], given["dealer"], rules_of(name)) is not None


def without_mark(bid: Auction, *marks: str) -> Auction:
    """A showing of which less is recorded."""
    return {key: value for key, value in bid.items() if key not in marks}


@each_rules
def test_a_bid_that_is_not_legal_and_a_pass_change_nothing(name: str) -> None:
    for given in auctions_of(name):
        result = judged(name, given)
        if "unjudged" in result["codes"] or turns_judged(name, given):
            continue
        kept: list[Auction] = []
        codes: list[str] = []
        follows = False  # on the one kept before, at once
        for bid, code in zip(given["bids"], result["codes"], strict=True):
            stands = code in LEGAL and code != "pass"
            if stands:
                kept.append(bid if follows else without_mark(bid, "together"))
                codes.append(code)
            follows = stands
        assert judged(name, {**given, "bids": kept}) == {**result, "codes": codes}


@each_rules
def test_legal_bids_climb(name: str) -> None:
    rules = rules_of(name)
    order = rules["declare"]["suit_priority"]
    for given in auctions_of(name):
        table = Table(given["level"], given["first_deal"], rules, given["dealer"])
        for shown in given["bids"]:
            old = table.standing
            code, table = after(table, shown)
            new = table.standing
            if code not in LEGAL or code == "pass":
                assert new == old
            elif code == "bid_together":
                assert old
                assert new
                assert (old.bid.tier, old.seat != new.seat) == (new.bid.tier, True)
            elif old and new:
                by_suit = new.bid.tier == old.bid.tier and order.index(new.bid.suit) < order.index(old.bid.suit)
                assert new.bid.tier > old.bid.tier or by_suit
                assert code == "bid_override" or (new.seat, new.bid.suit) == (old.seat, old.bid.suit)


def relabel(given: Auction, suits: dict[str, str]) -> Auction:
    """The same auction with other suits: jokers stay, and so do cards that are not known."""
    change = {card: suits[card[0]] + card[1] if card[0] in suits else card for card in (*ONE_DECK, "??")}
    bids = [{**bid, "cards": " ".join(change[card] for card in bid["cards"].split())} for bid in given["bids"]]
    return {**given, "bids": bids, "kitty": given["kitty"] and [change[card] for card in given["kitty"]]}


def suits_alike(name: str) -> bool:
    """Whether these rules name no suit."""
    declare = rules_of(name)["declare"]
    by_suit = [declare["suit_priority"], *(word.suit for word in words_of(rules_of(name)))]
    nobody = declare["none_declared"], declare["none_declared_first_deal"]
    return not any(by_suit) and "flip_level_then_high" not in nobody


@pytest.mark.parametrize("name", [name for name in [*NAMES, *HOUSES] if suits_alike(name)])
def test_no_suit_is_special(name: str) -> None:
    rng = random.Random(name)
    coloured = rules_of(name)["declare"]["joker_companion"] == "suit_colour"
    for given in auctions_of(name):
        other = rng.choice(["CHSD", "SDCH", "CDSH"] if coloured else ["HCDS", "CSHD", "DHSC"])
        suits = dict(zip(SUITS, other, strict=True))
        result = judged(name, given)
        assert judged(name, relabel(given, suits)) == {**result, "trump": suits.get(result["trump"], result["trump"])}


@each_rules
def test_no_seat_is_special(name: str) -> None:
    def turned(seat: int | None) -> int | None:
        return None if seat is None else (seat + 1) % 4

    for given in auctions_of(name):
        result = judged(name, given)
        bids = [{**bid, "seat": turned(bid["seat"])} for bid in given["bids"]]
        moved = judged(name, {**given, "bids": bids, "dealer": turned(given["dealer"])})
        assert moved == {**result, "dealer": turned(result["dealer"])}


def way_to_bid(word: Word, rules: Rules, *, first_deal: bool) -> list[str]:
    """Cards that are this bid at the level 7, with the jokers that must be shown beside them."""
    cards = ways_to_show(word, [*ONE_DECK] * 4, "7")[-1]
    if cards[0] not in ("LJ", "BJ"):
        for beside in ([], ["LJ"], ["BJ"], ["LJ", "BJ"]):
            if accompanied(word, cards[0][0], beside, rules, first_deal=first_deal):
                return cards + beside
    return cards


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("first_deal", [True, False])
def test_every_step_of_a_ladder_beats_those_below_and_none_above(name: str, first_deal: bool) -> None:
    rules = merge(rules_of(name), {"declare": {"no_trump_first": True}})
    words = words_of(rules)
    for lower in words:
        for upper in words:
            shown = [text(way_to_bid(word, rules, first_deal=first_deal)) for word in (lower, upper)]
            code, table = after(Table("7", first_deal, rules), {"seat": 0, "cards": shown[0]})
            assert code == "bid"
            code, _ = after(table, {"seat": 1, "cards": shown[1]})
            locks = rules["declare"]["reinforce_lock"] == "joker_only" and lower.shape == "level_pair"
            barred = "bid_locked" if locks and "joker" not in upper.shape else "bid_low"
            assert code == ("bid_override" if upper.tier > lower.tier and barred == "bid_low" else barred)


def occurring(given: Auction, result: Auction, rules: Rules) -> Iterator[str]:
    """What an auction shows, in words to count."""
    yield from (f"code {code}" for code in result["codes"])
    shown = list(zip(given["bids"], result["codes"], strict=True))
    legal = [bid["seat"] for bid, code in shown if code in LEGAL and bid["cards"]]
    if "bid_together" in result["codes"]:
        yield f"together {rules['declare']['simultaneous']}"
    yield f"trump {result['trump']}"
    if not legal:
        deals = "none_declared_first_deal" if given["first_deal"] else "none_declared"
        known = "known" if result["trump"] else "not known"
        yield f"{deals} {rules['declare'][deals]}: {known}"
    elif result["dealer"] is None:
        yield "dealer not known"
    elif given["first_deal"]:
        yield "dealer the last to bid" if result["dealer"] == legal[-1] else "dealer the first to bid"
    elif result["dealer"] == given["dealer"]:
        yield "dealer as recorded"
    else:
        overrode = rules["declare"]["override_moves_dealer_later"] and len(set(legal)) > 1
        yield "dealer who overrode" if overrode else "dealer the other side"


def count(names: list[str]) -> Counter[str]:
    """How often everything occurs in the auctions of these rules."""
    return Counter(
        word
        for name in names
        for given in auctions_of(name)
        for word in occurring(given, judged(name, given), rules_of(name))
    )


def allowed(names: list[str]) -> set[str]:
    """What can occur under these rules."""
    rules = [rules_of(name)["declare"] for name in names]
    named = {f"code {code}" for code in CODES} | {f"dealer {dealer}" for dealer in DEALERS}
    named |= {f"together {declare['simultaneous']}" for declare in rules} - {"together as_recorded"}
    if not any(word.startswith("together") for word in named):
        named.remove("code bid_together")
    if not any(declare["turns"] == "partner_first" for declare in rules):
        named.remove("code bid_turn")
    named |= {f"trump {trump}" for trump in (*SUITS, "NT", None)}
    named |= {f"{deals} {declare[deals]}: known" for declare in rules for deals in NONE if declare[deals] not in OPEN}
    if not any(declare["override_moves_dealer_later"] for declare in rules):
        named.remove("dealer who overrode")
    jokers_barred = [
        name
        for name in names
        if not rules_of(name)["trump"]["no_trump_possible"]
        and any("joker" in w.shape for w in words_of(rules_of(name)))
    ]
    if all(declare["no_trump_first"] for declare in rules):
        named.remove("code bid_not_first")
    return named if jokers_barred else named - {"code bid_no_trump_barred"}


def test_everything_the_rulesets_allow_occurs() -> None:
    seen = count(NAMES)
    print(seen)
    assert sorted(allowed(NAMES) - seen.keys()) == []


def test_everything_occurs_under_drawn_rules() -> None:
    seen = count(HOUSES)
    print(seen)
    ways = [(deals, custom) for deals in NONE for custom in NOBODY if (deals, custom) != LATER_ONLY]
    wanted = {f"{deals} {custom}: not known" for deals, custom in ways if custom != "no_trump"}
    wanted |= {f"{deals} {custom}: known" for deals, custom in ways if custom not in OPEN}
    assert sorted((wanted | allowed(HOUSES)) - seen.keys()) == []
