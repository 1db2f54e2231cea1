"""Runs every table of rule cases through the oracle, and checks that every catalogue vector is accounted for."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.cases import KINDS, Case, load, outcomes, read
from tests.cases.__main__ import FILE, page
from tests.oracle import follow, kitty, throws, total
from tests.oracle.cards import points
from tests.oracle.deal import declared_split
from tests.oracle.fouls import NO_KITTY, points_of, settled, sides_of
from tests.oracle.ladder import climb
from tests.oracle.order import Order, order
from tests.oracle.rulesets import load as load_rules
from tests.oracle.shapes import Lead, read_lead
from tests.oracle.trick import play_out

LADDER = ("levels_after", "next_dealer", "over", "winner", "must_play_stopped", "chain_broken")
STANDING = ("game", "games", "match_winner", "leader", "forfeited", "by_time")  # which a case may leave unsaid


def table(kind: str) -> pytest.MarkDecorator:
    cases = load(kind)
    return pytest.mark.parametrize("case", cases, ids=[case["name"] for case in cases])


def order_of(case: Case) -> Order:
    return order(case["level"], case["trump"], load_rules(case["ruleset"]))


def lead_of(case: Case, cards: str) -> Lead:
    """Cards as they are led, split as the case declares."""
    declared = {"declared": [{"trick": 0, "parts": case["declared"]}]} if "declared" in case else {}
    split = declared_split(declared, 0, cards.split(), load_rules(case["ruleset"]))
    return read_lead(cards.split(), order_of(case), split)


@table("order")
def test_order(case: Case) -> None:
    arranged = order_of(case)
    cards = case["cards"].split()
    assert [arranged.suit[card] for card in cards] == case["suits"]
    assert [arranged.position[card] for card in cards] == case["positions"]


@table("shape")
def test_shape(case: Case) -> None:
    lead = lead_of(case, case["cards"])
    parts = [f"{part.kind}:{part.units}" if part.units > 1 else part.kind for part in lead.parts]
    assert (lead.shape, parts if lead.suit else []) == (case["shape"], case["components"])


@table("follow")
def test_follow(case: Case) -> None:
    arranged, rules = order_of(case), load_rules(case["ruleset"])
    lead, play = lead_of(case, case["lead"]), case["play"].split()
    held = [card for card in case["hand"].split() if arranged.suit[card] == lead.suit]
    wrong = follow.fault(lead, follow.owed_to(lead, arranged, rules), held, play, arranged)
    ruffed = play_out([case["lead"].split(), play], arranged, rules, lead).ruffs[1]
    code = wrong or follow.verdict(lead, play, ruffed, arranged)
    assert (wrong is None, code) == (case["legal"], case["code"])


@table("throw")
def test_throw(case: Case) -> None:
    arranged, rules = order_of(case), load_rules(case["ruleset"])
    others = [hand.split() for hand in case["others"]]
    lead = lead_of(case, case["thrown"])
    code, cost = throws.verdict(lead, None, others, arranged, rules)
    assert (code, cost) == (case.get("code", "lead_throw" if case["legal"] else "lead_throw_beaten"), 0)
    if "forced" in case:
        beaten = throws.beaten_parts(lead, others, arranged, rules)
        forced = read_lead(case["forced"].split(), arranged)
        assert forced.parts == (throws.forced_part(lead, beaten, rules),)
        assert throws.verdict(forced, lead, others, arranged, rules) == ("lead_forced", case.get("fine", 0))


@table("trick")
def test_trick(case: Case) -> None:
    plays, rules = [play.split() for play in case["plays"]], load_rules(case["ruleset"])
    trick = play_out(plays, order_of(case), rules, lead_of(case, case["plays"][0]))
    assert (trick.winner, trick.won_by) == (case["winner"], case["by"])
    if "points" in case:
        assert points(" ".join(case["plays"]).split(), case["level"], rules) == case["points"]


def times_of(case: Case) -> int:
    """The multiplier of a last trick: of the lead of a case, won by it or by the best of its plays."""
    arranged, rules, lead = order_of(case), load_rules(case["ruleset"]), lead_of(case, case["lead"])
    plays = [play.split() for play in case.get("plays", [case["lead"]])]
    return kitty.multiplier(lead, plays[play_out(plays, arranged, rules, lead).winner], arranged, rules)


@table("multiplier")
def test_multiplier(case: Case) -> None:
    assert times_of(case) == case["multiplier"]


@table("total")
def test_total(case: Case) -> None:
    rules, dealer, arranged = load_rules(case["ruleset"]), case["dealer"], order_of(case)
    by_defenders = case["last_winner"] % 2 != dealer % 2
    by_trump = arranged.suit[case["lead"].split()[0]] == "trump"
    captured, capture = kitty.counted(
        case["kitty"], times_of(case), by_defenders=by_defenders, by_trump=by_trump, rules=rules
    )
    if sides_of(NO_KITTY, case["fouls"], rules)[case["last_winner"] % 2]:
        captured, capture = False, 0
    fouls = points_of(case["fouls"], dealer, rules)
    x, _ = total.total(case["tricks"], fouls, capture, rules)
    gain = total.outcome(x, dealer, rules, captured=captured)
    assert (x, "defenders" if gain.takeover else "dealer", gain.levels) == (case["total"], case["side"], case["levels"])
    assert (gain.gain_side == dealer % 2) is (case["side"] == "dealer")
    assert gain.wins_game == case.get("wins_game", False)


@table("outcome")
def test_outcome(case: Case) -> None:
    for x, *gained in outcomes(case):
        gain = total.outcome(x, 0, load_rules(case["ruleset"]))
        assert (x, ["defenders" if gain.takeover else "dealer", gain.levels, gain.wins_game]) == (x, gained)


def as_scored(deal: dict[str, Any], ruleset: str) -> dict[str, Any]:
    """A deal of a ladder case with what its points, its capture and its fouls come to."""
    rules, cards = load_rules(ruleset), deal.get("captured_with", "").split()
    told: dict[str, Any] = {"demoted_to": total.demoted_to(deal["level"], cards, rules)}
    if "points" in deal:
        gain = total.outcome(deal["points"], deal["dealer"], rules, captured=bool(cards))
        told |= {"takeover": gain.takeover, "gain_side": gain.gain_side, "levels_gained": gain.levels}
        told["wins_game"] = gain.wins_game
    return settled(told | deal, rules)


@table("ladder")
def test_ladder(case: Case) -> None:
    deals = [as_scored(deal, case["ruleset"]) for deal in case["deals"]]
    assert_rung(climb(deals, load_rules(case["ruleset"]))[-1], case)


def assert_rung(last: dict[str, Any], case: Case) -> None:
    """The last deal of a ladder case comes to what it says; nobody is no key, in those of STANDING -1."""
    assert {name: last[name] for name in LADDER} == {name: case.get(name) for name in LADDER}
    stated = {name: case[name] for name in STANDING if name in case}
    assert {name: -1 if last[name] is None else last[name] for name in stated} == stated


@table("violation")
def test_violation(case: Case) -> None:
    kitty_cards, buried = case["kitty"].split(), case["buried"].split()
    rules, kept = load_rules(case["ruleset"]), case.get("kept", "").split()
    assert total.deal_violations(case["trump"], case["level"], kitty_cards, buried, kept, rules) == case["found"]


def ids() -> dict[str, set[str]]:
    """The kinds of the cases of each id, what follows its first point left out."""
    found: dict[str, set[str]] = {}
    for kind in KINDS:
        for case in load(kind):
            found.setdefault(case["id"].split(".")[0], set()).add(kind)
    return found


def catalogue_ids() -> set[str]:
    blocks = ((1, 20), (21, 29), (30, 36), (40, 56), (60, 72), (80, 85))
    return {"TV-9a", "TV-29a"} | {f"TV-{n}" for first, last in blocks for n in range(first, last + 1)}


def test_every_catalogue_vector_runs() -> None:
    run = {name: set(kinds) for name, kinds in read("tv_ids")["run"].items()}
    assert run.keys() == catalogue_ids()
    assert {name: kinds for name, kinds in ids().items() if name.startswith("TV-")} == run


def test_every_decision_has_a_case() -> None:
    assert {name for name in ids() if name.startswith("AMBIG-")} == {f"AMBIG-{n}" for n in range(1, 44)}


def test_every_case_of_other_programs_runs_or_cannot() -> None:
    listed = read("rule_cases")
    known = {f"{section}{n}" for section, numbers in listed["ids"].items() for n in numbers}
    cased = {name.removeprefix("RC-") for name in ids() if re.fullmatch(r"RC-[A-I]\d+", name)}
    assert not cased & listed["cannot"].keys()
    assert cased | listed["cannot"].keys() == known
    assert all(listed["cannot"].values())


def test_case_ids_are_unique_in_their_kind() -> None:
    names = [(kind, case["name"]) for kind in KINDS for case in load(kind)]
    assert len(set(names)) == len(names)


def test_the_page_of_cases_is_current() -> None:
    assert FILE.read_text("utf-8") == page(), "run `python -m tests.cases`"
