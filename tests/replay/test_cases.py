"""Runs every table of rule cases through the compiled engine, as deals made up around the case."""

from __future__ import annotations

from typing import Any

import pytest

from ingest.cards import rank_text
from replay.kernel.layout import MIXED
from replay.retell import components_of
from replay.ruleset import load as load_ruleset
from tests.cases import Case, load, outcomes
from tests.replay import ask, matches, rows

OTHER = "H9"  # whatever another seat holds


def table(kind: str) -> pytest.MarkDecorator:
    cases = load(kind)
    return pytest.mark.parametrize("case", cases, ids=[case["name"] for case in cases])


@table("order")
def test_order(case: Case) -> None:
    told = ask.places(case["cards"], case["level"], case["trump"], case["ruleset"])
    assert told == list(zip(case["suits"], case["positions"], strict=True))


@table("shape")
def test_shape(case: Case) -> None:
    answer = ask.ask(ask.trick_of(case, [case["cards"]]), case["ruleset"])
    work = answer.work
    parts = [f"{kind}:{n}" if n > 1 else kind for kind, n in components_of(work)]
    shape = int(answer.results.shapes[0])
    assert (rows.SHAPES[shape], [] if shape == MIXED else parts) == (case["shape"], case["components"])


@table("follow")
def test_follow(case: Case) -> None:
    hands = [case["lead"], case["hand"], OTHER, OTHER]
    verdict = ask.ask(ask.trick_of(case, [case["lead"], case["play"]], hands), case["ruleset"]).verdicts[1]
    assert verdict == case["code"]


@table("throw")
def test_throw(case: Case) -> None:
    hands = [case["thrown"], *case["others"]]
    thrown = ask.trick_of(case, [case["thrown"]], hands)
    code = case.get("code", "lead_throw" if case["legal"] else "lead_throw_beaten")
    assert ask.ask(thrown, case["ruleset"]).verdicts == [code]
    if code == "lead_throw":
        needless = ask.trick_of(case, [case["thrown"].split()[-1]], hands, case["thrown"])
        assert ask.ask(needless, case["ruleset"]).verdicts == ["lead_forced_needless"]
    if "forced" in case:
        forced = ask.ask(ask.trick_of(case, [case["forced"]], hands, case["thrown"]), case["ruleset"])
        assert (forced.verdicts, forced.work.fine) == (["lead_forced"], case.get("fine", 0))


@table("trick")
def test_trick(case: Case) -> None:
    results = ask.ask(ask.trick_of(case, case["plays"]), case["ruleset"]).results
    assert (int(results.winners[0]), rows.WON_BY[results.won_by[0]]) == (case["winner"], case["by"])
    assert int(results.points[0]) == case.get("points", results.points[0])


@table("multiplier")
def test_multiplier(case: Case) -> None:
    deal = ask.whole_deal(case, case["lead"], defended=0, kitty=0, last_winner=0, dealer=0)
    assert ask.ask(deal, case["ruleset"], complete=True).work.multiplier == case["multiplier"]


@table("total")
def test_total(case: Case) -> None:
    deal = ask.whole_deal(
        case,
        case["lead"],
        defended=case["tricks"],
        kitty=case["kitty"],
        last_winner=case["last_winner"],
        dealer=case["dealer"],
    )
    deal["penalties"] = case["fouls"]
    work = ask.ask(deal, case["ruleset"], complete=True).work
    assert (work.last_winner, work.defender_points, work.kitty_points) == (
        case["last_winner"],
        case["tricks"],
        case["kitty"],
    )
    assert (work.total, ("dealer", "defenders")[work.takeover], work.levels_gained) == (
        case["total"],
        case["side"],
        case["levels"],
    )
    assert (work.gain_side == case["dealer"] % 2) == (case["side"] == "dealer")
    assert bool(work.wins_game) == case.get("wins_game", False)


@table("outcome")
def test_outcome(case: Case) -> None:
    place = case | {"level": "2", "trump": "H"}
    for x, side, levels, wins in outcomes(case):
        # Fouls alone make the points: what tricks and kitties bring is for the other tables.
        deal = ask.whole_deal(place, "S9", defended=0, kitty=0, last_winner=0, dealer=0)
        deal["penalties"] = [{"side": int(x < 0), "points": abs(x)}]
        work = ask.ask(deal, case["ruleset"], complete=True).work
        gained = ("dealer", "defenders")[work.takeover], work.levels_gained, bool(work.wins_game)
        assert (x, *gained) == (x, side, levels, wins)


def outcome_of(deal: dict[str, Any], ruleset: str) -> dict[str, Any]:
    """What the points of a ladder case's deal bring, and where its capture throws the dealer side, by the engine."""
    captured, dealer, level = deal.get("captured_with", ""), deal["dealer"], deal["level"]
    place = {"ruleset": ruleset, "level": level, "trump": "H"}
    last = {"kitty": 0, "last_winner": (dealer + 1) % 4 if captured else dealer, "dealer": dealer}
    played = ask.whole_deal(place, captured or ("S8" if level == "9" else "S9"), defended=0, **last)
    work = ask.ask(played, ruleset, complete=True).work
    told: dict[str, Any] = {"demoted_to": rank_text(work.demoted_to) if work.demoted_to else None}
    if "points" in deal:  # fouls make up what the cards do not bring
        more = deal["points"] - work.total
        played["penalties"] = [{"side": (dealer + (more < 0)) % 2, "points": abs(more)}]
        work = ask.ask(played, ruleset, complete=True).work
        assert work.total == deal["points"]
        told |= {"takeover": bool(work.takeover), "gain_side": work.gain_side, "levels_gained": work.levels_gained}
        told["wins_game"] = bool(work.wins_game)
    return told


@table("ladder")
def test_ladder(case: Case) -> None:
    ruleset = case["ruleset"]
    deals = [matches.settled(outcome_of(deal, ruleset) | deal, ruleset) for deal in case["deals"]]
    names = (*matches.NAMES, *(name for name in matches.OF_MATCH if name in case))
    last = matches.climbed([deals], load_ruleset(ruleset, force=True), names)[-1]
    expected = {name: case.get(name) for name in last if name != "levels_before"}
    expected |= {name: None for name, value in expected.items() if value == -1}
    assert {name: last[name] for name in expected} == expected


@table("violation")
def test_violation(case: Case) -> None:
    known = ask.buried(case, OTHER)
    deal = ask.trick_of(case, [OTHER]) | known
    assert rows.score([deal], case["ruleset"])[0]["deal_violations"] == case["found"]


def test_levels_that_nobody_recorded_behind_a_gap_are_unknown() -> None:
    played = {"dealer": 0, "level": "5", "levels": None, "gain_side": 0, "levels_gained": 1, "takeover": False}
    first, after_gap = matches.climbed(
        [[played | {"deal_no": 1, "level": "2"}, played | {"deal_no": 3}]], load_ruleset("cn_competition_2deck")
    )
    assert (first["levels_after"], first["chain_broken"]) == (["3", "2"], False)
    assert (after_gap["levels_before"], after_gap["levels_after"]) == ([None, None], [None, None])
    assert (after_gap["chain_broken"], after_gap["next_dealer"]) == (True, 2)


def test_a_side_is_on_the_level_it_falls_to_wherever_it_was() -> None:
    lost = {"dealer": 0, "level": "J", "levels": None, "gain_side": 1, "levels_gained": 0, "takeover": True}
    (row,) = matches.climbed([[lost | {"deal_no": 4, "demoted_to": "2"}]], load_ruleset("tianjin_2deck"))
    assert (row["levels_before"], row["levels_after"]) == ([None, None], ["2", None])
