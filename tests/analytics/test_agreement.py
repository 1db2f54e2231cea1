"""Recorded values held against re-scored ones: where they are compared, and what a difference does."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from analytics.catalog import open_catalog
from tests.analytics.lakes import deal, ladder, rules, score, write

NAMED = '{"x_ruleset":"rules_a"}'
FIELDS = (
    "trump", "dealer", "trick_winner", "trick_points", "defender_points", "kitty_points", "multiplier",
    "total", "takeover", "levels_gained", "levels_after", "next_dealer", "winner",
)  # fmt: skip


def held(
    path: Path, recorded: dict[str, Any], scored: dict[str, Any], climbed: dict[str, Any]
) -> tuple[dict[str, tuple[int, ...]], list[tuple[Any, ...]], str | None]:
    """Agreement by field, differences, and why the deal is left out, of a lake of one deal."""
    one = deal("m", 1, **{"format": "log", "extra": NAMED} | recorded)
    steps = [] if climbed.get("none") else [ladder(one, **climbed)]
    write(path, deals=[one], scores=[score(one, **scored)], ladder=steps, rulesets=[rules()])
    with open_catalog(path) as con:
        agreement = con.execute("SELECT field, equal, different, not_recorded, not_scored FROM agreement").fetchall()
        differences = con.execute("SELECT field, trick, recorded, rescored FROM differences").fetchall()
        left_out = con.execute("SELECT left_out FROM results").fetchall()
    return {field: tuple(counts) for field, *counts in agreement}, differences, left_out[0][0]


def test_nothing_recorded_is_not_recorded(tmp_path: Path) -> None:
    agreement, differences, left_out = held(tmp_path, {}, {}, {})
    assert agreement == {field: (0, 0, 2, 0) if field.startswith("trick_") else (0, 0, 1, 0) for field in FIELDS}
    assert (differences, left_out) == ([], None)


EQUAL: dict[str, Any] = {
    "rec_trick_winners": bytes([0, 1]),
    "rec_trick_points": [10, 0],
    "rec_defender_points": 0,
    "rec_kitty_points": 10,
    "rec_multiplier": 2,
    "rec_total": 0,
    "rec_takeover": False,
    "rec_levels_gained": 3,
    "rec_level_after_0": 5,
    "rec_level_after_1": 2,
    "rec_next_dealer": 2,
}


def test_a_next_dealer_after_the_end_of_a_game_is_held_against_nothing(tmp_path: Path) -> None:
    ended = {"next_dealer": None, "over": True, "winner": 0}
    agreement, differences, left_out = held(tmp_path, EQUAL | {"rec_winner": 0}, {}, ended)
    assert (agreement["next_dealer"], agreement["winner"]) == ((0, 0, 0, 1), (1, 0, 0, 0))
    assert (differences, left_out) == ([], None)


BIDS: dict[str, Any] = {"bid_verdicts": bytes([40]), "derived_trump": "S", "derived_dealer": 0}


def test_all_equal(tmp_path: Path) -> None:
    recorded = EQUAL | {"rec_winner": 0}
    agreement, differences, left_out = held(tmp_path, recorded, BIDS, {"winner": 0})
    assert agreement == {field: (2, 0, 0, 0) if field.startswith("trick_") else (1, 0, 0, 0) for field in FIELDS}
    assert (differences, left_out) == ([], None)


@pytest.mark.parametrize(
    ("recorded", "climbed", "field", "counts", "row"),
    [
        ({"rec_trick_winners": bytes([0, 3])}, {}, "trick_winner", (1, 1, 0, 0), (2, "West", "East")),
        ({"rec_trick_winners": bytes([255, 3])}, {}, "trick_winner", (0, 1, 1, 0), (2, "West", "East")),
        ({"rec_trick_points": [None, 5]}, {}, "trick_points", (0, 1, 1, 0), (2, "5", "0")),
        ({"rec_defender_points": 5}, {}, "defender_points", (0, 1, 0, 0), (None, "5", "0")),
        ({"rec_kitty_points": 5}, {}, "kitty_points", (0, 1, 0, 0), (None, "5", "10")),
        ({"rec_multiplier": 4}, {}, "multiplier", (0, 1, 0, 0), (None, "4", "2")),
        ({"rec_total": -5}, {}, "total", (0, 1, 0, 0), (None, "-5", "0")),
        ({"rec_takeover": True}, {}, "takeover", (0, 1, 0, 0), (None, "yes", "no")),
        ({"rec_levels_gained": 2}, {}, "levels_gained", (0, 1, 0, 0), (None, "2", "3")),
        ({"rec_level_after_0": 14}, {}, "levels_after", (0, 1, 0, 0), (None, "A/2", "5/2")),
        ({"rec_next_dealer": 1}, {}, "next_dealer", (0, 1, 0, 0), (None, "East", "North")),
        ({"rec_winner": 1}, {}, "winner", (0, 1, 0, 0), (None, "1", "none")),
        ({"rec_winner": 1}, {"winner": 0}, "winner", (0, 1, 0, 0), (None, "1", "0")),
    ],
)
def test_a_difference_is_counted_shown_and_left_out(
    tmp_path: Path,
    recorded: dict[str, Any],
    climbed: dict[str, Any],
    field: str,
    counts: tuple[int, ...],
    row: tuple[Any, ...],
) -> None:
    agreement, differences, left_out = held(tmp_path, EQUAL | recorded, {}, climbed)
    assert agreement[field] == counts
    assert differences == [(field, *row)]
    assert left_out == "differs"


@pytest.mark.parametrize(
    ("changed", "field", "counts", "row"),
    [
        ({"derived_trump": "NT"}, "trump", (0, 1, 0, 0), (None, "S", "NT")),
        ({"derived_trump": "void"}, "trump", (0, 1, 0, 0), (None, "S", "void")),
        ({"derived_trump": None}, "trump", (0, 0, 0, 1), None),
        ({"derived_dealer": 3}, "dealer", (0, 1, 0, 0), (None, "South", "West")),
        ({"derived_dealer": None}, "dealer", (0, 0, 1, 0), None),
    ],
)
def test_trump_and_dealer_are_held_against_the_bids(
    tmp_path: Path, changed: dict[str, Any], field: str, counts: tuple[int, ...], row: tuple[Any, ...] | None
) -> None:
    agreement, differences, left_out = held(tmp_path, EQUAL, BIDS | changed, {})
    assert agreement[field] == counts
    assert (differences, left_out) == (([(field, *row)], "differs") if row else ([], None))


def test_an_unfinished_deal_is_held_as_far_as_it_goes(tmp_path: Path) -> None:
    scored = {"status": "partial", "winners": bytes([0, 255]), "trick_points": [10, None], "total": None}
    agreement, differences, left_out = held(tmp_path, EQUAL, scored, {"none": True})
    assert agreement["trick_winner"] == (1, 0, 0, 1)
    assert agreement["trick_points"] == (1, 0, 0, 1)
    assert agreement["total"] == (0, 0, 0, 1)
    assert agreement["levels_after"] == (0, 0, 0, 1)
    assert (differences, left_out) == ([], "partial")


@pytest.mark.parametrize(
    ("extra", "profile_of", "compared"),
    [
        (None, ["other", "log"], True),
        (NAMED, [], True),
        (None, ["other"], False),
        ('{"x_ruleset":"rules_b"}', [], False),
        ('{"x_note":"rules_a"}', [], False),
    ],
)
def test_values_are_compared_only_under_the_rules_of_the_log(
    tmp_path: Path, extra: str | None, profile_of: list[str], compared: bool
) -> None:
    one = deal("m", 1, format="log", extra=extra, rec_total=5)
    write(
        tmp_path,
        deals=[one],
        scores=[score(one)],
        ladder=[ladder(one)],
        rulesets=[rules(profile_of=profile_of)],
    )
    with open_catalog(tmp_path) as con:
        assert bool(con.execute("SELECT * FROM agreement").fetchall()) == compared
        assert bool(con.execute("SELECT * FROM differences").fetchall()) == compared
        left_out = con.execute("SELECT left_out FROM results").fetchone()
    assert left_out == ("differs" if compared else None,)
