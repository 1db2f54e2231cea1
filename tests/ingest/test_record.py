"""Records and their text: canonical lines come back byte for byte, any other becomes canonical once."""

from __future__ import annotations

import json
from datetime import UTC, date, datetime
from pathlib import Path

import msgspec
import pytest

from ingest import pipeline
from ingest.columns import DEALS
from ingest.lake import Lake
from ingest.readers import shengji_deal
from ingest.record import Deal, Declaration, Exchange, Penalty, Split, Throw, from_row, to_line
from tests.ingest import deals


def parsed(line: str) -> Deal:
    (item,) = shengji_deal.parse(line.encode())
    assert item.fault is None, item.fault
    assert item.deal is not None
    assert item.text.decode() == to_line(item.deal)
    return item.deal


FULL = deals.deal(3)
VARIANTS: dict[str, Deal] = {
    "full": FULL,
    "summary": Deal(match_name="m", deal_no=1, decks=2, rec_total=0, rec_takeover=False),
    "names in Chinese": deals.changed(FULL, match_name="甲 vs 乙 “x”", names=["甲", None, "\t", "\\"]),
    "times": deals.changed(FULL, played_at=datetime(2026, 1, 31, 20, 15, 0, 5, UTC), played_on=date(2026, 2, 1)),
    "context": deals.changed(FULL, event="e", round="r", table="t", board="7", first_deal=True),
    "no hands": deals.changed(FULL, hands=None),
    "nobody declared": deals.changed(FULL, declarations=[], throws=[], declared=[], penalties=[]),
    "passes and moments": deals.changed(
        FULL,
        declarations=[
            Declaration(1, b""),
            Declaration(2, b"\x0c", "deal"),
            Declaration(3, b"\x0c", "dealt", True),
            Declaration(0, b"\x0c\x0c", "kitty", False),
        ],
    ),
    "exchanges": deals.deal(3, takers=[2, 0, 2]),
    "no exchange": deals.deal(3, takers=[]),
    "exchanges of cards not known": deals.changed(FULL, exchanges=[Exchange(1, b"", b"\xff" * 8)], declarations=None),
    "penalties": deals.changed(FULL, penalties=[Penalty(1, 3, "revoke", 10, 2, 0), Penalty(0, points=5), Penalty(0)]),
    "throw": deals.changed(FULL, throws=[Throw(0, 1, b"\x0c\x0b\x0b", b"\x0c"), Throw(2, 0, b"\x05\x04", None)]),
    "declared": deals.changed(
        FULL, declared=[Split(1, b"\x0c\x0c\x0b\x0b\x0c", b"\x04\x01"), Split(0, b"\x05", b"\x01")]
    ),
    "unknown cards": deals.changed(FULL, kitty=b"\xff" * 8, hands=None),
    "winners not recorded": deals.changed(FULL, rec_trick_winners=b"\x00\xff\x01"),
    "points": deals.changed(FULL, rec_trick_points=[5, None, 0], rec_defender_points=-5),
    "one level known": deals.changed(FULL, level_0=None, level_1=14, rec_level_after_0=3),
    "extra": deals.changed(FULL, extra='{"x_a":[1,{"b":null}],"x_b":1.5}'),
    "result": deals.changed(
        FULL, rec_kitty_points=10, rec_multiplier=4, rec_levels_gained=-1, rec_next_dealer=2, rec_winner=1
    ),
}


@pytest.mark.parametrize("deal", VARIANTS.values(), ids=VARIANTS.keys())
def test_a_canonical_line_comes_back_byte_for_byte(deal: Deal) -> None:
    line = to_line(deal)
    assert to_line(parsed(line)) == line
    assert shengji_deal.parse(line.encode())[0].text == line.encode()


@pytest.mark.parametrize("deal", VARIANTS.values(), ids=VARIANTS.keys())
def test_the_same_record_in_another_dress_becomes_that_line(deal: Deal) -> None:
    line = to_line(deal)
    other = json.dumps(dict(reversed(json.loads(line).items())), indent=1, ensure_ascii=True)
    assert to_line(parsed(other.replace("\n", " "))) == line


@pytest.mark.parametrize(
    ("written", "canonical"),
    [
        ('"level":"10"', '"level":"T"'),
        ('"level":" a "', '"level":"A"'),
        ('"trump":"♥"', '"trump":"H"'),
        ('"trump":"nt"', '"trump":"NT"'),
        ('"kitty":"♠10 s2 LJ"', '"kitty":"LJ ST S2"'),
        ('"kitty":" S2  S3 "', '"kitty":"S3 S2"'),
        ('"kitty":""', '"kitty":""'),
        ('"played_at":"2026-01-31T21:15:00+01:00"', '"played_at":"2026-01-31T20:15:00Z"'),
        ('"played_on":"20260131"', '"played_on":"2026-01-31"'),
        ('"tricks":[[0,"d3 D4","d5 d6"]]', '"tricks":[[0,"D4 D3","D6 D5"]]'),
        ('"bids":[{"cards":"大王 bj","seat":1}]', '"bids":[{"seat":1,"cards":"BJ BJ"}]'),
        (
            '"exchanges":[{"took":"s3 ♠4","seat":1,"cards":" h5 H5"}]',
            '"exchanges":[{"seat":1,"cards":"H5 H5","took":"S4 S3"}]',
        ),
        (
            '"declared":[{"parts":["♠7 s8 s7 s8","S8 "],"trick":3}]',
            '"declared":[{"trick":3,"parts":["S8 S8 S7 S7","S8"]}]',
        ),
        ('"penalties":[{"count":3,"side":1}]', '"penalties":[{"side":1,"count":3}]'),
        ('"event":null,"level":"2"', '"level":"2"'),
        ('"tricks":[],"level":"2"', '"level":"2","tricks":[]'),
        ('"result":{},"level":"2"', '"level":"2"'),
        ('"levels":[null,null],"level":"2"', '"level":"2"'),
        ('"players":[{},{},{"kind":"unknown"},{}],"level":"2"', '"level":"2"'),
        ('"x_b":1,"level":"2","x_a":1.0', '"level":"2","x_a":1.0,"x_b":1'),
        ('"x_a":"\\u00e9"', '"x_a":"é"'),
    ],
)
def test_what_a_person_may_write(written: str, canonical: str) -> None:
    head = '{"format":"shengji-deal/1","match":"m","deal":1,"decks":2,'
    line = to_line(parsed(head + written + "}"))
    assert json.loads(line) == json.loads(head + canonical + "}")
    assert canonical in line
    assert to_line(parsed(line)) == line


def test_rows_of_the_lake_give_the_lines_back(tmp_path: Path) -> None:
    """What ingest derives (hands, kitty, buried, a forced part) is not taken for recorded."""
    match = deals.match(12)
    for number, left_out in enumerate(["hands", "kitty", "buried", "plays"]):
        match[number] = deals.changed(match[number], **{left_out: None})
    match[3] = deals.changed(match[3], play_lens=None, leaders=None, rec_trick_winners=None)
    match[4] = deals.changed(match[4], hands=None, buried=None)
    match[5] = deals.changed(match[5], hands=None, kitty=None)
    first = match[6].play_lens or b""
    led = (match[6].plays or b"")[: first[0]]
    attempt = Throw(0, (match[6].leaders or b"")[0], led + b"\x00", None)
    match[6] = deals.changed(match[6], throws=[attempt])
    match[7] = deals.told(match[7], 0)
    match[9] = deals.deal(9, match[9].match_name, 10, takers=[1, 3])
    match[10] = deals.changed(deals.deal(10, match[10].match_name, 11, takers=[2]), hands=None, buried=None)
    file = deals.write(tmp_path / "a.jsonl", match)
    lake = Lake.create(tmp_path / "lake")
    report = pipeline.ingest([str(file)], lake)
    assert report.rejects == []
    rows = [row for batch in lake.batches("deals") for row in batch.to_pylist()]
    names = {row["player"]: row["name"] for b in lake.batches("players") for row in b.to_pylist()}
    lines = [to_line(from_row(row, names)) for row in rows]
    assert lines == file.read_text("utf-8").splitlines()
    tiers = [row["tier"] for row in rows[:7]]
    assert tiers == ["derived", "full", "full", "summary", "derived", "plays", "full"]
    assert [row["not_checked"] for row in rows[:7]] == [
        ["held"],
        ["kitty"],
        ["cards"],
        [],
        ["held", "cards"],
        ["held"],
        [],
    ]
    assert rows[0]["hands"] == deals.deal(1).hands
    assert rows[1]["kitty"] == deals.deal(2).kitty
    assert rows[2]["buried"] == deals.deal(3).buried
    assert rows[6]["throws"][0]["forced"] == led
    assert rows[6]["throws"][0]["derived"]
    (split,) = match[7].declared or ()
    assert rows[7]["declared"] == [msgspec.structs.asdict(split)]
    assert [fine["count"] for fine in rows[7]["penalties"]] == [3, 1]
    assert rows[8]["declared"] is None
    assert [row["exchanges"] for row in rows[8:10]] == [
        None, [msgspec.structs.asdict(exchange) for exchange in match[9].exchanges or ()],
    ]  # fmt: skip
    assert (rows[10]["tier"], rows[10]["hands"]) == ("derived", deals.deal(10).hands)
    assert rows[0]["cards_key"] is not None
    assert rows[5]["cards_key"] is None
    assert list(rows[0]) == DEALS.names
