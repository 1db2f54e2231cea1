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


def as_scored(deal: dict[str, Any], ruleset: str) -> dict[str, Any]:
    """A deal of a ladder case with what its capture and its fouls do to the levels, as the engine scores them."""
    fouls = ask.fouls(deal.get("fouls", []), ruleset)
    moved: dict[str, Any] = {"levels": None, "level_down": fouls.down[0], "level_up": fouls.up[0]}
    moved["strikes"] = fouls.strikes.get(0)
    if "captured_with" in deal:
        place = {"ruleset": ruleset, "level": deal["level"], "trump": "H"}
        lost = ask.whole_deal(place, deal["captured_with"], defended=0, kitty=0, last_winner=1, dealer=0)
        fallen = ask.ask(lost, ruleset, complete=True).work.demoted_to
        moved["demoted_to"] = rank_text(fallen) if fallen else None
    return moved | deal


@table("ladder")
def test_ladder(case: Case) -> None:
    deals = [as_scored(deal, case["ruleset"]) for deal in case["deals"]]
    names = (*matches.NAMES, *(name for name in matches.OF_MATCH if name in case))
    last = matches.climbed([deals], load_ruleset(case["ruleset"]), names)[-1]
    expected = {name: case.get(name) for name in last if name != "levels_before"}
    expected |= {name: None for name, value in expected.items() if value == -1}
    assert {name: last[name] for name in expected} == expected


@table("violation")
def test_violation(case: Case) -> None:
    known = {"kitty": case["kitty"], "buried": case["buried"], "hands": [OTHER] * 4}
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
