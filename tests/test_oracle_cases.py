"""Runs every table of rule cases through the oracle, and checks that every catalogue vector is accounted for."""

from __future__ import annotations

import tomllib

import pytest

from tests.cases import FOLDER, KINDS, Case, load, outcomes
from tests.oracle import follow, kitty, throws, total
from tests.oracle.ladder import climb
from tests.oracle.order import Order, order
from tests.oracle.rulesets import NAMES
from tests.oracle.rulesets import load as load_rules
from tests.oracle.shapes import read_lead
from tests.oracle.trick import play_out


def table(kind: str) -> pytest.MarkDecorator:
    cases = load(kind)
    return pytest.mark.parametrize("case", cases, ids=[case["name"] for case in cases])


def order_of(case: Case) -> Order:
    return order(case["level"], case["trump"], load_rules(case["ruleset"]))


@table("order")
def test_order(case: Case) -> None:
    arranged = order_of(case)
    cards = case["cards"].split()
    assert [arranged.suit[card] for card in cards] == case["suits"]
    assert [arranged.position[card] for card in cards] == case["positions"]


@table("shape")
def test_shape(case: Case) -> None:
    lead = read_lead(case["cards"].split(), order_of(case))
    parts = [f"tractor:{part.units}" if part.kind == "tractor" else part.kind for part in lead.parts]
    assert (lead.shape, parts if lead.suit else []) == (case["shape"], case["components"])


@table("follow")
def test_follow(case: Case) -> None:
    arranged, rules = order_of(case), load_rules(case["ruleset"])
    lead = read_lead(case["lead"].split(), arranged)
    play = case["play"].split()
    held = [card for card in case["hand"].split() if arranged.suit[card] == lead.suit]
    wrong = follow.fault(lead, held, play, arranged, rules)
    ruffed = play_out([case["lead"].split(), play], arranged, rules).ruffs[1]
    code = wrong or follow.verdict(lead, play, ruffed, arranged)
    assert (wrong is None, code) == (case["legal"], case["code"])


@table("throw")
def test_throw(case: Case) -> None:
    arranged, rules = order_of(case), load_rules(case["ruleset"])
    thrown, others = case["thrown"].split(), [hand.split() for hand in case["others"]]
    lead = read_lead(thrown, arranged)
    beaten = throws.beaten_parts(lead, others, arranged, rules)
    assert (not beaten) == case["legal"]
    if beaten:
        forced = read_lead(case["forced"].split(), arranged)
        assert forced.parts == (throws.forced_part(lead, beaten, rules),)
        assert throws.verdict(forced, lead, others, arranged, rules)[0] == "lead_forced"
    expected = "lead_throw_beaten" if beaten else "lead_throw"
    assert throws.verdict(lead, None, others, arranged, rules)[0] == expected


@table("trick")
def test_trick(case: Case) -> None:
    plays = [play.split() for play in case["plays"]]
    trick = play_out(plays, order_of(case), load_rules(case["ruleset"]))
    assert (trick.winner, trick.won_by) == (case["winner"], case["by"])


@table("multiplier")
def test_multiplier(case: Case) -> None:
    arranged, cards = order_of(case), case["lead"].split()
    times = kitty.multiplier(read_lead(cards, arranged), cards, arranged, load_rules(case["ruleset"]))
    assert times == case["multiplier"]


@table("total")
def test_total(case: Case) -> None:
    rules, dealer, arranged = load_rules(case["ruleset"]), case["dealer"], order_of(case)
    by_defenders = case["last_winner"] % 2 != dealer % 2
    cards = case["lead"].split()
    times = kitty.multiplier(read_lead(cards, arranged), cards, arranged, rules)
    by_trump = arranged.suit[cards[0]] == "trump"
    captured, capture = kitty.counted(case["kitty"], times, by_defenders=by_defenders, by_trump=by_trump, rules=rules)
    fouls = total.fouls_of([{"kind": "foul", **foul} for foul in case["fouls"]], dealer, rules)
    x, _ = total.total(case["tricks"], fouls, capture, rules)
    gain = total.outcome(x, dealer, rules, captured=captured)
    assert (x, "defenders" if gain.takeover else "dealer", gain.levels) == (case["total"], case["side"], case["levels"])
    assert (gain.gain_side == dealer % 2) is (case["side"] == "dealer")


@table("outcome")
def test_outcome(case: Case) -> None:
    for x, *gained in outcomes(case):
        gain = total.outcome(x, 0, load_rules(case["ruleset"]))
        assert (x, ["defenders" if gain.takeover else "dealer", gain.levels, gain.wins_game]) == (x, gained)


@table("ladder")
def test_ladder(case: Case) -> None:
    deals = [{"levels": None, **deal} for deal in case["deals"]]
    last = climb(deals, load_rules(case["ruleset"]))[-1]
    expected = {name: case.get(name) for name in last if name != "levels_before"}
    assert {name: last[name] for name in expected} == expected


def catalogue_ids() -> set[str]:
    blocks = ((1, 20), (21, 29), (30, 36), (40, 56), (60, 72), (80, 85))
    return {"TV-9a", "TV-29a"} | {f"TV-{n}" for first, last in blocks for n in range(first, last + 1)}


def test_every_catalogue_vector_runs_or_waits_for_a_ruleset() -> None:
    listed = tomllib.loads((FOLDER / "tv_ids.toml").read_text("utf-8"))
    run, waiting = listed["run"], listed["waiting"]
    assert not run.keys() & waiting.keys()
    assert run.keys() | waiting.keys() == catalogue_ids()
    assert not set(waiting.values()) & set(NAMES), "the ruleset is there: run the vector"
    found: dict[str, set[str]] = {}
    for kind in KINDS:
        for case in load(kind):
            found.setdefault(case["id"].split(".")[0], set()).add(kind)
    assert {name: kinds for name, kinds in found.items() if name.startswith("TV-")} == {
        name: set(kinds) for name, kinds in run.items()
    }


def test_case_ids_are_unique_in_their_kind() -> None:
    names = [(kind, case["name"]) for kind in KINDS for case in load(kind)]
    assert len(set(names)) == len(names)
