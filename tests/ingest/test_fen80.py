"""80fen: each field of a match, rounds that cannot be taken, and the real log."""

from __future__ import annotations

import json
import os
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from ingest import pipeline
from ingest.cards import format_cards
from ingest.faults import Reject
from ingest.readers import fen80
from ingest.record import Deal
from tests.ingest import deals


def ids(cards: bytes, used: Counter[int]) -> list[int]:
    """80fen's numbers of cards: 13 x suit in the order S H D C, + 54 for the second copy."""
    found = []
    for card in cards:
        suit = card // 13
        number = 13 * (0, 1, 3, 2)[suit] + card % 13 if card < 52 else card
        found.append(number + 54 * used[card])
        used[card] += 1
    return found


def as_round(deal: Deal, number: int, **more: Any) -> dict[str, Any]:
    """A random deal as 80fen would write it."""
    used: Counter[int] = Counter()
    winners = [*(deal.leaders or b"")[1:], 0]
    plays, start = [], 0
    for count in deal.play_lens or b"":
        plays.append(ids((deal.plays or b"")[start : start + count], used))
        start += count
    return {
        "no": number,
        "declSeat": deal.dealer,
        "declTeam": (deal.dealer or 0) % 2,
        "trump": None if deal.trump == "NT" else deal.trump,
        "trumpRank": deal.level,
        "rawTotal": 40,
        "total": 40,
        "penalty": [0, 0],
        "defendersWin": False,
        "defWonLast": (winners[-1] - (deal.dealer or 0)) % 2 == 1,
        "tricks": len(winners),
        "kittyPts": 5,
        "mult": 2,
        "before": [2, 2],
        "after": [2, 3],
        "redeals": 0,
        "seed": 1000 + number,
        "first": 1,
        "kitty": ids(deal.kitty or b"", Counter()),
        "buried": ids(deal.buried or b"", used),
        "plays": [{"w": w, "p": plays[4 * t : 4 * t + 4]} for t, w in enumerate(winners)],
    } | more


def match(*rounds: Any, **more: Any) -> bytes:
    fields = {"a": "x", "b": "陪练", "seed": 1, "aTeam": 1, "winner": "a", "levels": [15, 9]} | more
    return json.dumps(fields | {"rounds": [*rounds]}).encode()


def parsed(text: bytes) -> list[Deal]:
    found = []
    for item in fen80.parse(text):
        assert item.fault is None, item.fault
        assert item.deal is not None
        found.append(item.deal)
    return found


BASE = deals.deal(21)


def one(**more: Any) -> Deal:
    return parsed(match(as_round(BASE, 1, **more)))[0]


def test_the_cards_and_seats_of_a_round() -> None:
    deal = one()
    assert (deal.plays, deal.play_lens, deal.leaders) == (BASE.plays, BASE.play_lens, BASE.leaders)
    assert (deal.kitty, deal.buried, deal.hands) == (BASE.kitty, BASE.buried, None)
    assert (deal.level, deal.trump, deal.dealer) == (BASE.level, BASE.trump, BASE.dealer)
    assert (deal.names, [*deal.kinds]) == (["陪练", "x", "陪练", "x"], ["bot"] * 4)
    assert (deal.match_name, deal.deal_no, deal.board) == ("x vs 陪练 #1 a=1", 1, "1/1001")


@pytest.mark.parametrize(
    ("fields", "column", "value"),
    [
        ({"rawTotal": 95}, "rec_defender_points", 95),
        ({"kittyPts": 0}, "rec_kitty_points", 0),
        ({"mult": 8}, "rec_multiplier", 8),
        ({"total": 135}, "rec_total", 135),
        ({"defendersWin": True, "defLevelsUp": 0}, "rec_levels_gained", 0),
        ({}, "rec_levels_gained", None),
        ({"defendersWin": True}, "rec_takeover", True),
        ({"before": [5, 10]}, "level_1", 10),
        ({"after": [5, 15]}, "rec_level_after_1", 14),
        ({"after": [5, 15]}, "rec_winner", 1),
        ({"after": [16, 2]}, "rec_winner", 0),
        ({"after": [14, 2]}, "rec_winner", None),
        ({"trump": None}, "trump", "NT"),
        ({"no": 2}, "first_deal", False),
        ({"penalty": None}, "penalties", None),
        ({"penalty": [0, 0]}, "penalties", []),
    ],
)
def test_recorded_fields(fields: dict[str, Any], column: str, value: object) -> None:
    assert getattr(one(**fields), column) == value


def test_penalties_name_the_side_only() -> None:
    (fine,) = one(penalty=[0, 40]).penalties or ()
    assert (fine.side, fine.seat, fine.points) == (1, None, 40)


@pytest.mark.parametrize(
    ("fields", "shown"),
    [
        ({"declBy": 2, "declStrength": 1, "trump": "D", "trumpRank": 10}, [(2, "DT")]),
        ({"declBy": 2, "declStrength": 2, "trump": "C", "trumpRank": 2}, [(2, "C2 C2")]),
        ({"declBy": 0, "declStrength": 3, "trump": None}, [(0, "LJ LJ")]),
        ({"declBy": 0, "declStrength": 4, "trump": None}, [(0, "BJ BJ")]),
        ({"declBy": -1, "declStrength": 0}, []),
        ({"declStrength": 2}, None),
    ],
)
def test_declarations(fields: dict[str, Any], shown: list[tuple[int, str]] | None) -> None:
    found = one(**fields).declarations
    assert (found if found is None else [(bid.seat, format_cards(bid.cards)) for bid in found]) == shown


@pytest.mark.parametrize(
    ("fields", "kept"),
    [
        ({"redeals": 2, "first": 3}, {"x_first": 3, "x_redeals": 2}),
        ({"declStrength": 2}, {"x_first": 1, "x_decl_strength": 2}),
        ({"declTeam": 1 - (BASE.dealer or 0) % 2}, {"x_decl_team": 1 - (BASE.dealer or 0) % 2, "x_first": 1}),
        ({"mood": {"a": 1}}, {"x_first": 1, "x_mood": {"a": 1}}),
    ],
)
def test_nothing_is_dropped_in_silence(fields: dict[str, Any], kept: dict[str, Any]) -> None:
    last = {"x_match_winner": "a", "x_match_levels": [15, 9]}
    assert json.loads(one(**fields).extra or "{}") == kept | last


def test_a_contradiction_about_the_last_trick_is_kept() -> None:
    right = as_round(BASE, 1)["defWonLast"]
    assert json.loads(one(defWonLast=not right).extra or "{}")["x_def_won_last"] is (not right)


def doubled(round_: dict[str, Any]) -> dict[str, Any]:
    plays = json.loads(json.dumps(round_["plays"]))
    plays[0]["p"][0] = plays[-1]["p"][0][: len(plays[0]["p"][0])] * len(plays[0]["p"][0])
    return round_ | {"plays": plays}


BAD: list[tuple[str, Any, str, str]] = [
    ("no plays", as_round(BASE, 2, plays=[]), "play_count", "holds no plays"),
    ("tricks lost", as_round(BASE, 2, tricks=3), "play_count", "says 3 tricks"),
    ("a card number twice", doubled(as_round(BASE, 2)), "card_twice", "is played or buried twice"),
    ("no such card", as_round(BASE, 2, kitty=[108] * 8), "wrong_value", r"kitty\[0\]: expected int <= 107"),
    ("no dealer", as_round(BASE, 2, declSeat=None), "wrong_value", "declSeat: expected int, got null"),
    ("a float", as_round(BASE, 2, total=1.5), "wrong_value", "total: expected int"),
    ("a kitty too short", as_round(BASE, 2, kitty=[1, 2]), "kitty_size", "has 2 cards, but 8 are buried"),
    ("no object", "round", "not_an_object", "Round 2 is no JSON object"),
    ("a trick of three", as_round(BASE, 2, plays=[{"w": 0, "p": [[0], [1], [2]]}]), "wrong_value", "length"),
]  # fmt: skip


@pytest.mark.parametrize(("bad", "code", "sentence"), [c[1:] for c in BAD], ids=[c[0] for c in BAD])
def test_a_bad_round_loses_only_itself(tmp_path: Path, bad: Any, code: str, sentence: str) -> None:
    file = tmp_path / "m.ndjson"
    file.write_bytes(match(as_round(BASE, 1), bad, as_round(BASE, 3)) + b"\n" + match(as_round(BASE, 1), b="z"))
    rejects: list[Reject] = []
    rows = [row for batch in pipeline.read(file, on_reject=rejects.append) for row in batch.to_pylist()]
    assert [(row["line"], row["place"], row["deal_no"]) for row in rows] == [(1, 0, 1), (1, 2, 3), (2, 0, 1)]
    (reject,) = rejects
    assert reject.code == code
    assert re.search(sentence, reject.sentence), reject.sentence
    assert json.loads(reject.raw) == bad
    assert file.read_bytes()[reject.byte_from : reject.byte_to].decode() == reject.raw


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (match(as_round(BASE, 1))[:-40], "cut_off"),
        (b'{"a":"x","b":"y","aTeam":0,"rounds":[]}', "key_missing"),
        (match(as_round(BASE, 1), aTeam=2), "wrong_value"),
        (match(as_round(BASE, 1), a="\ud800"), "bad_text"),
    ],
)
def test_a_match_that_cannot_be_read(text: bytes, code: str) -> None:
    (item,) = fen80.parse(text)
    assert item.fault is not None
    assert item.fault.code == code


@pytest.mark.skipif("SHENGJI_REAL_LOGS" not in os.environ, reason="SHENGJI_REAL_LOGS names no folder of real logs")
def test_the_real_log() -> None:
    file = Path(os.environ["SHENGJI_REAL_LOGS"]) / "80fen" / "ai-x__ai-y.ndjson.gz"
    rows = [row for batch in pipeline.read(file) for row in batch.to_pylist()]
    assert len(rows) == len({row["deal_id"] for row in rows}) == 125
    assert len({row["cards_key"] for row in rows}) == 77
    assert {row["tier"] for row in rows} == {"derived"}
    assert all(row["declarations"] for row in rows)
