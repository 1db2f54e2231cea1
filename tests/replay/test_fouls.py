"""Fouls that decide deals and matches: what the engine makes of them, finished or not, and who gets no kitty."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

from analytics.catalog import open_catalog
from ingest.columns import DEALS
from replay import engine
from replay.levels import DEAL_FIELDS, climb
from replay.ruleset import load
from replay.runners import replay
from tests.replay import ask, house, lakes, rows

Row = dict[str, Any]
PAST10 = "past10_2deck"
PLACE = {"ruleset": PAST10, "level": "8", "trump": "H"}
DEALER_LOSES, DEFENDERS_LOSE = {"side": 0, "kind": "card_count_dealer"}, {"side": 1, "kind": "card_count_defenders"}
VOID = {"side": 1, "kind": "card_count_both"}
NOBODY = {"takeover": False, "gain_side": None, "levels_gained": 0}
RESULT = ("takeover", "gain_side", "levels_gained")
# Ways to lose, beside those of the built-in rulesets, and what subtracts a kept kitty.
HOUSE: Row = {
    "kitty_capture.keep_effect": "subtract_multiplied",
    "levels.demotions": [{"level": "8", "capture_rank": "9", "pattern": "any", "to": "start"}],
    "score.bands": [*house.BANDS[:-1], house.BANDS[-1] | {"win_game": True}],
    "penalty.list": [
        {"offence": "late", "kind": "loses_deal", "amount": 2},
        {"offence": "worse", "kind": "loses_deal", "amount": 3},
        {"offence": "quarrel", "kind": "void_deal"},
        {"offence": "gone", "kind": "forfeit"},
        {"offence": "peeked", "kind": "points_per_card_no_keep_or_capture", "amount": 5, "forfeit_at": 3},
    ],
}


@pytest.fixture(scope="module")
def hard_house(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The path of a ruleset in which every kind of foul decides something."""
    return house.write(tmp_path_factory.mktemp("rules") / "hard.toml", HOUSE, house.HEADER)


def whole(penalties: list[Row], *, defended: int = 40, kitty: int = 0, last_winner: int = 2, **changes: Any) -> Row:
    """A row of a finished deal of a few tricks, dealt by seat 0."""
    deal = ask.whole_deal(PLACE, "S9", defended=defended, kitty=kitty, last_winner=last_winner, dealer=0)
    return rows.row(deal | {"penalties": penalties}) | {"tier": "derived"} | changes


def scored(row: Row, ruleset: str = PAST10) -> tuple[Row, list[Row]]:
    found = engine.score(pa.RecordBatch.from_pylist([row], schema=DEALS), load(ruleset))
    return found.scores.to_pylist()[0], found.violations.to_pylist()


LOST: dict[str, tuple[list[Row], Row]] = {
    "no foul": ([], {"takeover": False, "gain_side": 0, "levels_gained": 2, "ruled": False}),
    "the dealer side loses": ([DEALER_LOSES], {"takeover": True, "gain_side": 1, "levels_gained": 1}),
    "whatever the count": ([DEALER_LOSES | {"count": 4}], {"takeover": True, "gain_side": 1, "levels_gained": 1}),
    "the defenders lose": ([DEFENDERS_LOSE], {"takeover": False, "gain_side": 0, "levels_gained": 1}),
    "the deal is void": ([VOID], NOBODY),
    "void before lost": ([DEALER_LOSES, VOID], NOBODY),
    "both lose": ([DEALER_LOSES, DEFENDERS_LOSE], NOBODY),
    "it decides nothing": (
        [{"side": 0, "kind": "wrong_follow"}],
        {"takeover": False, "gain_side": 0, "levels_gained": 2, "ruled": False},
    ),
}


@pytest.mark.parametrize(("fouls", "told"), LOST.values(), ids=LOST)
def test_a_foul_decides_the_deal_finished_or_not(fouls: list[Row], told: Row) -> None:
    found, _ = scored(whole(fouls))
    told = {"ruled": True} | told
    assert found == found | told | {"status": "scored", "total": 40}
    broken, _ = scored(whole(fouls, tier="partial"))
    open_told = told if told["ruled"] else dict.fromkeys(RESULT)
    assert broken == broken | open_told | {"status": "partial", "total": None}


HARD: dict[str, tuple[list[Row], Row]] = {
    "the worse of two": (
        [{"side": 0, "kind": "late"}, {"side": 0, "kind": "worse"}, {"side": 0, "kind": "late"}],
        {"takeover": True, "gain_side": 1, "levels_gained": 3},
    ),
    "a forfeit before all": (
        [{"side": 1, "kind": "quarrel"}, {"side": 1, "kind": "late"}, {"side": 0, "kind": "gone"}],
        {"takeover": True, "gain_side": 1, "levels_gained": 0, "strikes": [1, 0, 0, 0]},
    ),
    "both forfeit": ([{"side": 1, "kind": "gone"}, {"side": 0, "kind": "gone"}], NOBODY | {"strikes": [1, 1, 0, 0]}),
    "points are told all the same": (
        [{"side": 1, "kind": "late"}, {"side": 0, "kind": "peeked", "count": 2}],
        {"takeover": False, "gain_side": 0, "levels_gained": 2, "penalty_points": 10, "strikes": [0, 0, 2, 0]},
    ),
    "one that records its points": (
        [{"side": 0, "kind": "late", "points": 20}],
        {"takeover": True, "gain_side": 1, "levels_gained": 2, "penalty_points": 20, "strikes": None},
    ),
}


@pytest.mark.parametrize(("fouls", "told"), HARD.values(), ids=HARD)
def test_where_several_fouls_decide(fouls: list[Row], told: Row, hard_house: str) -> None:
    found, _ = scored(whole(fouls), hard_house)
    assert found == found | told | {"ruled": True}


def test_a_lost_deal_wins_no_game_and_demotes_nobody(hard_house: str) -> None:
    captured = {"defended": 200, "kitty": 10, "last_winner": 1}
    played, _ = scored(whole([], **captured), hard_house)
    assert played == played | {"wins_game": True, "demoted_to": 2, "captured": True}
    lost, _ = scored(whole([{"side": 1, "kind": "late"}], **captured), hard_house)
    assert lost == lost | {"wins_game": False, "demoted_to": None, "captured": True, "total": played["total"]}


@pytest.mark.parametrize(
    ("side", "last_winner", "captured", "capture_points"),
    [(1, 1, False, 0), (0, 1, True, 20), (0, 2, False, 0), (1, 2, False, -20)],
)
def test_a_side_that_fouled_so_gets_no_kitty(
    side: int, last_winner: int, captured: bool, capture_points: int, hard_house: str
) -> None:
    fouls = [{"side": side, "kind": "peeked", "points": 0}]
    found, _ = scored(whole(fouls, kitty=10, last_winner=last_winner), hard_house)
    assert found == found | {"captured": captured, "capture_points": capture_points, "total": 40 + capture_points}
    assert found["demoted_to"] == (2 if captured else None)


UNSCORED: dict[str, tuple[Row, bool]] = {
    "trump not known": ({"trump": None}, True),
    "hidden cards": ({"buried": b"\xff" * 8}, True),
    "a summary": ({"tier": "summary", "plays": b"", "play_lens": b"", "leaders": b""}, True),
    "level not known": ({"level": None}, False),
    "dealer not known": ({"dealer": None}, False),
    "other packs": ({"decks": 3}, False),
}


@pytest.mark.parametrize(("changes", "ruled"), UNSCORED.values(), ids=UNSCORED)
def test_a_deal_that_cannot_be_scored_is_decided_where_dealer_and_level_are_known(changes: Row, ruled: bool) -> None:
    found, _ = scored(whole([DEALER_LOSES], **changes))
    assert (found["ruled"], found["takeover"]) == (ruled, ruled or None)


UNKNOWN: dict[str, tuple[Row, list[tuple[int | None, str]]]] = {
    "a kind that is not listed": ({"side": 0, "kind": "coughing"}, [(None, "foul:coughing")]),
    "its seat": ({"side": 0, "seat": 2, "kind": "coughing"}, [(2, "foul:coughing")]),
    "with points": ({"side": 0, "kind": "coughing", "points": 5}, []),
    "with no points": ({"side": 0, "kind": "coughing", "points": 0}, []),
    "listed": ({"side": 0, "kind": "take_back"}, []),
    "a failed throw": ({"side": 0, "kind": "failed_throw"}, []),
    "without a kind": ({"side": 0, "kind": None}, []),
}


@pytest.mark.parametrize(("foul", "told"), UNKNOWN.values(), ids=UNKNOWN)
def test_a_foul_without_a_price_is_told(foul: Row, told: list[tuple[int | None, str]]) -> None:
    found, violations = scored(whole([foul]))
    assert [(one["seat"], one["owed"]) for one in violations if one["code"] == "foul_unknown"] == told
    assert [one["trick"] for one in violations if one["code"] == "foul_unknown"] == [None] * len(told)
    assert found["violations"] == len(violations)
    assert found["total"] == 40 + (foul.get("points") or 0)


def climbed(deals: list[Row]) -> list[Row]:
    """The ladder of one match of whole or broken deals, numbered from 1."""
    batch = pa.RecordBatch.from_pylist(
        [deal | {"deal_no": at, "deal_id": bytes([at] * 16)} for at, deal in enumerate(deals, 1)], schema=DEALS
    )
    scores = engine.score(batch, load(PAST10)).scores
    columns = {name: batch[name] if name in DEALS.names else scores[name] for name in DEAL_FIELDS}
    keys = {name: batch[name] for name in ("deal_id", "match_key")}
    return climb(pa.table(keys | columns), load(PAST10)).to_pylist()


def test_an_unfinished_deal_stands_on_the_ladder_only_where_a_side_forfeits_in_it() -> None:
    wrong = {"side": 0, "kind": "wrong_follow"}
    first, broken = whole([wrong | {"count": 2}]), whole([wrong], tier="partial")
    lost = climbed([first, broken, whole([])])
    assert [(one["deal_no"], one["forfeited"], one["game"]) for one in lost] == [
        (1, False, 1),
        (2, True, 1),
        (3, False, 2),
    ]
    assert lost[1] == lost[1] | {"winner": 1, "match_winner": 1, "next_dealer": None, "over": True}
    assert (lost[2]["match_winner"], lost[2]["chain_broken"]) == (1, False)
    kept = climbed([whole([]), broken, whole([])])
    assert [(one["deal_no"], one["chain_broken"]) for one in kept] == [(1, False), (3, True)]


def test_a_lost_deal_moves_the_match_on() -> None:
    (rung,) = climbed([whole([DEALER_LOSES], level_0=8, level_1=9)])
    assert rung == rung | {"level_after_0": 8, "level_after_1": 10, "next_dealer": 1, "over": False}
    (rung,) = climbed([whole([VOID], level_0=8, level_1=9)])
    assert rung == rung | {"level_after_0": 8, "level_after_1": 9, "next_dealer": None, "leader": 1}


def test_a_lake_tells_the_forfeit_of_an_unfinished_deal_and_leaves_ruled_deals_out(tmp_path: Path) -> None:
    wrong = {"side": 0, "kind": "wrong_follow"}
    given = [whole([wrong | {"count": 2}]), whole([DEALER_LOSES]), whole([wrong], tier="partial"), whole([])]
    deals = [deal | {"deal_no": at, "deal_id": bytes([at] * 16)} for at, deal in enumerate(given, 1)]
    lake = lakes.make(tmp_path / "lake", deals[:2])
    replay(lake, load(PAST10))
    lakes.add(lake, deals[2:])
    replay(lake, load(PAST10))
    with open_catalog(tmp_path / "lake") as con:
        told = con.execute("SELECT deal_no, forfeited, game, winner FROM ladders ORDER BY deal_no").fetchall()
        assert told == [(1, False, 1, None), (2, False, 1, None), (3, True, 1, 1), (4, False, 2, None)]
        match = con.execute("SELECT scored, games_0, games_1, winner, forfeited FROM matches").fetchall()
        assert match == [(4, 0, 1, 1, True)]
        left = con.execute("SELECT left_out, count(*) FROM results GROUP BY ALL ORDER BY ALL").fetchall()
        assert left == [("ruled", 2), ("violations", 2)]  # so few cards are buried
        assert con.execute("SELECT ruled, takeover FROM results ORDER BY deal_id").fetchall()[1] == (True, True)
