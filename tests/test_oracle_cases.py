"""Runs every table of rule cases through the oracle, and checks that every catalogue vector is accounted for."""

from __future__ import annotations

import tomllib

import pytest

from tests.cases import FOLDER, KINDS, Case, load
from tests.oracle import follow, kitty, throws
from tests.oracle.cards import Order, order
from tests.oracle.ladder import climb
from tests.oracle.rulesets import NAMES
from tests.oracle.rulesets import load as load_rules
from tests.oracle.shapes import components, read_lead
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
    beaten = throws.beaten_parts(read_lead(thrown, arranged), others, arranged)
    assert (not beaten) == case["legal"]
    if beaten:
        forced = case["forced"].split()
        assert components(forced, arranged) == (throws.forced_part(beaten, rules),)
        assert throws.verdict(forced, thrown, others, arranged, rules) == "lead_forced"
    assert throws.verdict(thrown, None, others, arranged, rules) == ("lead_throw_beaten" if beaten else "lead_throw")


@table("trick")
def test_trick(case: Case) -> None:
    plays = [play.split() for play in case["plays"]]
    trick = play_out(plays, order_of(case), load_rules(case["ruleset"]))
    assert (trick.winner, trick.won_by) == (case["winner"], case["by"])


@table("multiplier")
def test_multiplier(case: Case) -> None:
    lead = read_lead(case["lead"].split(), order_of(case))
    assert kitty.multiplier(lead, load_rules(case["ruleset"])) == case["multiplier"]


@table("total")
def test_total(case: Case) -> None:
    rules, dealer = load_rules(case["ruleset"]), case["dealer"]
    captured = case["last_winner"] % 2 != dealer % 2
    lead = read_lead(case["lead"].split(), order_of(case))
    capture = case["kitty"] * kitty.multiplier(lead, rules) * captured
    fouls = kitty.fouls_of(case["fouls"], dealer)
    x, _ = kitty.total(case["tricks"], fouls, capture, rules)
    takeover, side, levels = kitty.outcome(x, dealer, rules)
    assert (x, "defenders" if takeover else "dealer", levels) == (case["total"], case["side"], case["levels"])
    assert (side == dealer % 2) is (case["side"] == "dealer")


@table("outcome")
def test_outcome(case: Case) -> None:
    results = [kitty.outcome(x, 0, load_rules(case["ruleset"])) for x in case["x"]]
    assert [("defenders" if takeover else "dealer", levels) for takeover, _, levels in results] == list(
        zip(case["side"], case["levels"], strict=True)
    )


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
