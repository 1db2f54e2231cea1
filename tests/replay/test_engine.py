"""What the engine does with records it cannot score whole, and the evidence it gives for a violation."""

from __future__ import annotations

from typing import Any

import pyarrow as pa
import pytest

from ingest.cards import UNKNOWN, format_cards
from ingest.columns import DEALS
from replay import engine
from replay.ruleset import load
from replay.verdicts import Verdict
from tests.replay import ask, golden, rows

RULESET = "cn_competition_2deck"
HIDDEN = bytes([UNKNOWN])
Row = dict[str, Any]


def score(given: list[Row]) -> engine.Scored:
    return engine.score(pa.RecordBatch.from_pylist(given, schema=DEALS), load(RULESET))


WHOLE, _, CUT = (rows.row(deal, at) for at, deal in enumerate(golden.deals_of(RULESET, 4)[:9:4]))
ATTEMPT = {"trick": 0, "seat": 0, "attempted": HIDDEN, "forced": b"\x00", "derived": False}
STATUS: dict[str, tuple[Row, str]] = {
    "whole": ({}, "scored"),
    "the buried cards are not known": ({"buried": None}, "partial"),
    "three packs": ({"decks": 3}, "wrong_decks"),
    "packs not known": ({"decks": None}, "wrong_decks"),
    "no trump recorded": ({"trump": None}, "unknown_trump"),
    "no level recorded": ({"level": None}, "unknown_trump"),
    "no dealer recorded": ({"dealer": None}, "unknown_trump"),
    "only the result recorded": ({"tier": "summary", "plays": b"", "play_lens": b"", "leaders": b""}, "summary"),
    "nothing played": ({"tier": "partial", "plays": b"", "play_lens": b"", "leaders": b"", "throws": []}, "partial"),
    "a hidden play": ({"plays": HIDDEN + WHOLE["plays"][1:]}, "unknown_cards"),
    "a hidden card in a hand": ({"hands": WHOLE["hands"][:-1] + HIDDEN}, "unknown_cards"),
    "a hidden card in the kitty": ({"kitty": WHOLE["kitty"][:-1] + HIDDEN}, "unknown_cards"),
    "a hidden buried card": ({"buried": WHOLE["buried"][:-1] + HIDDEN}, "unknown_cards"),
    "a hidden card in an attempt": ({"throws": [ATTEMPT]}, "unknown_cards"),
}


@pytest.mark.parametrize(("changes", "status"), STATUS.values(), ids=STATUS)
def test_what_cannot_be_scored_says_why_and_leaves_the_others_alone(changes: Row, status: str) -> None:
    before, after = WHOLE | {"deal_id": b"a" * 16}, WHOLE | {"deal_id": b"z" * 16}
    alone = score([before]).scores.to_pylist()
    results = score([before, WHOLE | changes, after]).scores.to_pylist()
    assert results[1]["status"] == status
    assert (results[1]["total"] is None) == (status != "scored")
    assert [results[0], results[2] | {"deal_id": b"a" * 16}] == alone * 2


@pytest.mark.parametrize(("changes", "status"), STATUS.values(), ids=STATUS)
def test_a_trick_of_a_deal_that_cannot_be_scored_has_no_shape_and_no_points(changes: Row, status: str) -> None:
    (result,) = score([WHOLE | changes]).scores.to_pylist()
    tricks = list(zip(result["shapes"], result["trick_points"], strict=True))
    if status in ("scored", "partial"):
        assert all(shape != UNKNOWN and points is not None for shape, points in tricks)
    else:
        assert set(tricks) <= {(UNKNOWN, None)}


def test_an_empty_batch_gives_empty_tables() -> None:
    scored = score([])
    assert (len(scored.scores), len(scored.violations)) == (0, 0)


def test_follows_from_hands_nobody_recorded_are_not_judged() -> None:
    assert CUT["tier"] == "partial"
    without = CUT | {"hands": None, "kitty": None, "buried": None}
    verdicts = score([without]).scores["verdicts"].to_pylist()[0]
    assert {code for at, code in enumerate(verdicts) if at % 4} == {Verdict.UNJUDGED}


EVIDENCE: dict[str, tuple[list[str], list[str], tuple[str, str, str, str]]] = {
    "revoke": (["HK HK", "H5 C5"], ["HK HK", "H5 H7 H8 C5"], ("revoke", "H", "H8 H7 H5", "suit:2")),
    "pair": (["HK HK", "H5 H7"], ["HK HK", "H5 H7 H8 H8"], ("owed_pair", "H", "H8 H8 H7 H5", "pair:1")),
    "tractor": (
        ["HK HK HQ HQ", "H5 H5 H9 H9"],
        ["HK HK HQ HQ", "H5 H5 H7 H7 H8 H8 H9 H9"],
        ("owed_tractor", "H", "H9 H9 H8 H8 H7 H7 H5 H5", "tractor:2"),
    ),
    "a level card is no heart": (
        ["HK HK", "H5 S3"],
        ["HK HK", "H5 H2 H2 H7 S3"],
        ("revoke", "H", "H7 H5", "suit:2"),
    ),
}


@pytest.mark.parametrize(("plays", "hands", "told"), EVIDENCE.values(), ids=EVIDENCE)
def test_a_violation_gives_its_evidence(plays: list[str], hands: list[str], told: tuple[str, str, str, str]) -> None:
    case = {"level": "2", "trump": "S", "ruleset": RULESET}
    deal = ask.trick_of(case, plays, [*hands, "C9", "C9"])
    (violation,) = score([rows.row(deal)]).violations.to_pylist()
    code, suit, held, owed = told
    assert (violation["code"], violation["suit"], violation["owed"]) == (code, suit, owed)
    assert format_cards(violation["held"]) == held
    assert format_cards(violation["played"]) == plays[1]
    assert (violation["trick"], violation["seat"]) == (0, 1)


def test_a_beaten_throw_names_the_part_that_had_to_be_played() -> None:
    case = {"level": "T", "trump": "H", "ruleset": RULESET}
    deal = ask.trick_of(case, ["D9 D8 D8 D4 D4"], ["D9 D8 D8 D4 D4", "DQ DQ", "D6 D5", "D3"])
    (violation,) = score([rows.row(deal)]).violations.to_pylist()
    assert (violation["code"], violation["seat"], violation["owed"]) == ("lead_throw_beaten", 0, "part:D4 D4")
