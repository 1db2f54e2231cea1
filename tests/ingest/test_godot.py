"""shengji-godot: each field of a log, rounds and files that cannot be taken, and the real log."""

from __future__ import annotations

import gzip
import json
import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ingest import pipeline
from ingest.cards import RANKS
from ingest.faults import Reject
from ingest.readers import shengji_deal
from ingest.readers.godot_json import STATED
from ingest.record import from_row, to_line
from replay.ruleset import load

ROOT = Path(__file__).parents[2]
SAMPLE = json.loads((ROOT / "data" / "samples" / "godot.json").read_text(encoding="utf-8"))
Row = dict[str, Any]
Log = dict[str, Any]


def log(change: Callable[[Row], Any] | None = None, rounds: int = 1, **more: Any) -> Log:
    """The first rounds of the sample, the first of them changed in place, with other keys of the game."""
    copy: Log = json.loads(json.dumps(SAMPLE | {"rounds": SAMPLE["rounds"][:rounds]}))
    if change:
        change(copy["rounds"][0])
    return copy | more


def read(folder: Path, content: Log | bytes, indent: int | None = 2) -> tuple[list[Row], list[Reject]]:
    file = folder / "log.json"
    data = content if isinstance(content, bytes) else json.dumps(content, indent=indent, ensure_ascii=False).encode()
    file.write_bytes(data)
    rejects: list[Reject] = []
    rows = [row for batch in pipeline.read(file, on_reject=rejects.append) for row in batch.to_pylist()]
    return rows, rejects


def one(folder: Path, content: Log) -> Row:
    (row,), rejects = read(folder, content)
    assert rejects == []
    return row


def kept(row: Row) -> Row:
    """The extra keys that the sample does not have."""
    usual = {"x_rule_config", "x_version"}
    return {key: value for key, value in json.loads(row["extra"]).items() if key not in usual}


def put(**values: Any) -> Callable[[Row], None]:
    """Sets keys of the round; ``__`` goes into an object in it."""

    def change(round_: Row) -> None:
        for path, value in values.items():
            *tables, name = path.split("__")
            node = round_
            for table in tables:
                node = node[table]
            node[name] = value

    return change


def drop(*names: str) -> Callable[[Row], Any]:
    return lambda round_: [round_.pop(name) for name in names]


def trick(number: int, **values: Any) -> Callable[[Row], None]:
    return lambda round_: round_["tricks"][number - 1].update(values)


def play(**values: Any) -> Callable[[Row], Any]:
    return lambda round_: round_["tricks"][0]["plays"][0].update(values)


def test_a_round_as_it_is(tmp_path: Path) -> None:
    row = one(tmp_path, log())
    assert (row["match_name"], row["deal_no"], row["board"]) == ("2026-01-01T12:00:00 #27001", 1, "27001")
    assert (str(row["played_on"]), row["synthetic"], row["tier"]) == ("2026-01-01", True, "full")
    assert (row["not_checked"], row["first_deal"], row["decks"]) == ([], True, 2)
    assert {row[f"kind_{seat}"] for seat in range(4)} == {"unknown"}
    assert (row["level_0"], row["level_1"], row["rec_level_after_0"], row["rec_level_after_1"]) == (2, 2, 2, 3)
    assert (row["rec_total"], row["rec_kitty_points"], row["rec_multiplier"]) == (55, None, None)
    assert kept(row) == {}


@pytest.mark.parametrize(
    ("change", "columns"),
    [
        (put(settlement__game_over=True), {"rec_winner": 1, "rec_next_dealer": None}),
        (put(settlement__new_dealer=-1), {"rec_next_dealer": None, "rec_winner": None}),
        (put(settlement__new_dealer=2), {"rec_next_dealer": 2}),
        (put(settlement__upgrade_levels=0, settlement__new_rank=9), {"rec_level_after_1": 2, "rec_levels_gained": 0}),
        (
            put(settlement__upgrade_levels=0, settlement__proposed={"upgrade_levels": 1, "new_rank": 9}),
            {"rec_level_after_1": 3, "rec_levels_gained": 1},
        ),
        (put(settlement__upgrading_side=1, settlement__new_rank=9), {"rec_level_after_0": 9, "rec_level_after_1": 2}),
        (
            put(settlement__bottom_multiplier=4, settlement__bottom_score=0),
            {"rec_kitty_points": 0, "rec_multiplier": 4},
        ),
        (put(settlement={}), {"rec_total": None, "rec_level_after_1": None, "tier": "full"}),
        (drop("team_ranks"), {"level_1": None, "rec_level_after_0": None, "rec_level_after_1": 3}),
        (put(trump_suit=-1), {"trump": "NT"}),
        (put(trump_suit=0), {"trump": "S"}),
        (
            put(bid=None, buried_indices=[], tricks=[], settlement={}, debug={}),
            {"dealer": None, "trump": None, "level": None},
        ),
        (put(tricks=[], settlement={}), {"tier": "partial", "rec_trick_winners": None}),
        (drop("debug"), {"tier": "plays", "hands": None, "kitty": None, "not_checked": ["held", "cards"]}),
        (put(debug__buried_cards=[]), {"tier": "full", "not_checked": []}),
        (put(debug__hand_with_bottom=[]), {"tier": "full", "not_checked": []}),
        (put(debug__initial_hands=[]), {"tier": "derived", "not_checked": ["held"]}),
    ],
)
def test_fields(tmp_path: Path, change: Callable[[Row], Any], columns: Row) -> None:
    row = one(tmp_path, log(change))
    assert {name: row[name] for name in columns} == columns


BLACK, RED, HIDDEN = 52, 53, 255
H2, C2 = 13, 26


@pytest.mark.parametrize(
    ("version", "bid", "match", "shown"),
    [
        (1, {"type": 1, "suit": 1}, True, [H2]),
        (1, {"type": 2, "suit": 1}, True, [H2, H2]),
        (1, {"type": 3, "suit": 1}, True, [RED, H2]),
        (1, {"type": 3, "suit": 3}, True, [BLACK, C2]),
        (1, {"type": 3, "suit": 3}, False, [HIDDEN, C2]),
        (1, {"type": 4, "suit": -1}, True, [HIDDEN, HIDDEN]),
        (2, {"type": 4, "suit": 1}, True, [RED, H2, H2]),
        (2, {"type": 5, "suit": -1}, True, [HIDDEN, HIDDEN]),
        (2, {"type": 9, "suit": 1}, True, None),
        (1, {"type": "NO_BID"}, True, []),
    ],
)
def test_bids(tmp_path: Path, version: int, bid: Row, match: bool, shown: list[int] | None) -> None:
    config = SAMPLE["rule_config"] | {"trump_joker_color_match": match}
    change = put(bid={"seat": 1, **bid}, debug__initial_hands=[], debug__bottom_cards=[])
    row = one(tmp_path, log(change, version=version, rule_config=config))
    found = row["declarations"]
    assert (found and [*found[0]["cards"]]) == (shown and [*shown])
    differs = {} if match else {"x_rule_config_differs": ["trump_joker_color_match"]}
    assert kept(row) == ({"x_bid": {"seat": 1, **bid}} if shown is None else differs)


@pytest.mark.parametrize(
    ("content", "extra"),
    [
        (log(drop("debug")), {"x_buried_indices": SAMPLE["rounds"][0]["buried_indices"]}),
        (log(put(mood="good")), {"x_mood": "good"}),
        (log(host="pc"), {"x_host": "pc"}),
        (log(put(bid_history=[{"seat": 0, "action": "skip"}])), {"x_bid_history": [{"action": "skip", "seat": 0}]}),
        (log(put(dealer_team=[0, 1])), {"x_contradicts": {"dealer_team": [0, 1]}}),
        (log(put(settlement__bottom_bonus=5)), {"x_contradicts": {"bottom_bonus": 5}}),
        (log(put(settlement__bottom_score=5)), {"x_contradicts": {"bottom_score": 5}}),
        (log(trick(2, winner_side="nobody")), {"x_contradicts": {"trick 2": {"winner_side": "nobody"}}}),
        (
            log(rule_config=SAMPLE["rule_config"] | {"no_skip_enabled": False, "upgrade_threshold": 100}),
            {"x_rule_config_differs": ["upgrade_threshold", "no_skip_enabled"]},
        ),
        (log(rule_config=SAMPLE["rule_config"] | {"trump_mode": 2, "current_rank": 9}), {}),
    ],
)
def test_nothing_is_dropped_in_silence(tmp_path: Path, content: Log, extra: Row) -> None:
    assert kept(one(tmp_path, content)) == extra


def test_a_kitty_that_changed_hands(tmp_path: Path) -> None:
    """Hands and kitty as dealt do not fit the buried cards: the record keeps them beside it."""
    row = one(tmp_path, log(put(counter_bid_history=[{"seat": 2, "type": 2, "suit": 1}])))
    assert (row["tier"], row["hands"], row["declarations"]) == ("plays", None, None)
    debug = SAMPLE["rounds"][0]["debug"]
    extra = kept(row)
    assert (extra["x_initial_hands"], extra["x_bottom_cards"]) == (debug["initial_hands"], debug["bottom_cards"])
    assert extra["x_bid"] == SAMPLE["rounds"][0]["bid"]


def test_one_pack(tmp_path: Path) -> None:
    config = SAMPLE["rule_config"] | {"deck_count": 1}
    row = one(tmp_path, log(put(tricks=[], settlement={}, debug={}), rule_config=config))
    assert (row["decks"], kept(row)["x_rule_config_differs"]) == (1, ["deck_count"])


BAD: list[tuple[str, Callable[[Row], Any], str, str]] = [
    ("an unknown card", put(debug__bottom_cards=["♠1"] * 8), "bad_card", "'♠1' is no card"),
    ("another format's card", play(cards=["S3"]), "bad_card", "'S3' is no card"),
    ("an index out of range", put(buried_indices=[33, 1, 2, 3, 4, 5, 6, 7]), "wrong_value", "holds 33; .* 0 to 32"),
    ("an index below 0", put(buried_indices=[-1, 1, 2, 3, 4, 5, 6, 7]), "wrong_value", "holds -1"),
    ("an index twice", put(buried_indices=[1] * 8), "card_twice", "the same place twice"),
    ("other cards buried", put(debug__buried_cards=["♠3"] * 8), "bury_contradicts", "point at"),
    ("a short hand", put(debug__initial_hands=[["♠3"], [], [], []]), "hand_sizes", "hold 1 0 0 0 cards"),
    ("three hands", put(debug__initial_hands=[["♠3"]] * 3), "hand_sizes", "hold 1 1 1 cards"),
    ("a trick missing", lambda round_: round_["tricks"].pop(3), "play_count", "Trick 5 stands where trick 4 should"),
    ("a trick of two", lambda round_: round_["tricks"][2]["plays"].pop(), "play_count", "Trick 3 has 3 plays"),
    ("a wrong turn", trick(4, lead_seat=9), "wrong_value", r"tricks\[3\].lead_seat: expected int <= 3"),
    ("a seat that jumps", lambda round_: round_["tricks"][0]["plays"].reverse(), "bad_trick", "Trick 1: seat"),
    ("no winner of that name", trick(2, winner="0"), "wrong_value", "winner: expected int, got str"),
    ("no rank", put(rank=15), "wrong_value", "rank: expected int <= 14"),
    ("a float", put(settlement__final_score=60.5), "wrong_value", "final_score: expected int"),
    ("no dealer", drop("dealer"), "key_missing", "'dealer' is missing"),
    ("tricks of a wrong type", put(tricks={}), "wrong_value", "tricks: expected array"),
    ("a misspelt key of a trick", trick(1, winnr=1), "unknown_key", "Did you mean 'winner'"),
]  # fmt: skip


@pytest.mark.parametrize("indent", [None, 2], ids=["one line", "many lines"])
@pytest.mark.parametrize(("change", "code", "sentence"), [c[1:] for c in BAD], ids=[c[0] for c in BAD])
def test_a_bad_round_loses_only_itself(
    tmp_path: Path, change: Callable[[Row], Any], code: str, sentence: str, indent: int | None
) -> None:
    content = log(change, rounds=3)
    rows, (reject,) = read(tmp_path, content, indent)
    assert [row["deal_no"] for row in rows] == [2, 3]
    assert (reject.code, reject.deal_no) == (code, 1)
    assert re.search(sentence, reject.sentence), reject.sentence
    data = (tmp_path / "log.json").read_bytes()
    assert json.loads(reject.raw) == content["rounds"][0]
    assert data[reject.byte_from : reject.byte_to].decode() == reject.raw


def test_a_round_that_is_no_object(tmp_path: Path) -> None:
    rows, (reject,) = read(tmp_path, log() | {"rounds": [SAMPLE["rounds"][0], 7]})
    assert len(rows) == 1
    assert (reject.code, reject.raw, reject.deal_no) == ("not_an_object", "7", None)


WHOLE = json.dumps(log(), ensure_ascii=False).encode()


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (WHOLE[:-1000], "cut_off"),
        (WHOLE[: len(WHOLE) // 2], "cut_off"),
        (WHOLE + b"{}", "not_json"),
        (WHOLE.replace("♠".encode(), b"\xff", 1), "not_utf8"),
        (json.dumps(log(version=3)).encode(), "wrong_value"),
        (json.dumps(log(rounds=0) | {"rounds": {}}).encode(), "wrong_value"),
        (json.dumps(log() | {"rule_config": None}).encode(), "wrong_value"),
        (json.dumps({key: value for key, value in log().items() if key != "rule_config"}).encode(), "key_missing"),
        (json.dumps(log(rule_config={})).encode(), "key_missing"),
        (b"[" + WHOLE + b"]", "not_an_object"),
    ],
)
def test_a_file_that_cannot_be_read_is_one_reject(tmp_path: Path, content: bytes, code: str) -> None:
    rows, (reject,) = read(tmp_path, content)
    assert (rows, reject.code, reject.line) == ([], code, 1)
    assert (reject.byte_from, reject.byte_to) == (0, len(content))
    assert "line" not in reject.sentence


def test_lines_and_places(tmp_path: Path) -> None:
    rows, _ = read(tmp_path, log(rounds=3))
    lines = (tmp_path / "log.json").read_text(encoding="utf-8").splitlines()
    assert [lines[row["line"] - 1] for row in rows] == ["    {"] * 3
    assert [row["place"] for row in rows] == [0] * 3
    rows, _ = read(tmp_path, log(rounds=3), indent=None)
    assert [(row["line"], row["place"]) for row in rows] == [(1, 0), (1, 1), (1, 2)]


def test_a_byte_order_mark_and_gzip(tmp_path: Path) -> None:
    marked = b"\xef\xbb\xbf" + WHOLE
    (plain,), _ = read(tmp_path, log())
    for content in (marked, gzip.compress(WHOLE), gzip.compress(marked)):
        (row,), rejects = read(tmp_path, content)
        assert (rejects, row["deal_id"]) == ([], plain["deal_id"])
    rows, (reject,) = read(tmp_path, gzip.compress(WHOLE)[:-40])
    assert (rows, reject.code) == ([], "gzip_cut_off")


def test_the_same_deal_as_a_canonical_line(tmp_path: Path) -> None:
    """Whatever the log says, the record's own text says too, an unfinished deal's as well."""
    rows, _ = read(tmp_path, SAMPLE)
    assert [row["tier"] for row in rows] == ["full"] * 5 + ["partial"]
    for row in rows:
        text = to_line(from_row(row))
        (item,) = shengji_deal.parse(text.encode())
        assert item.deal is not None
        assert to_line(item.deal) == text


def test_what_the_reader_states_is_the_profile() -> None:
    values = load("program_godot").values
    bands = [(band.get("min", 0), int(band["side"] == "defenders"), band["levels"]) for band in values["score.bands"]]
    table = [tuple(row) for row in STATED["upgrade_table"]]
    assert table[1] == (1, 0, 2)  # from 1 point on, which is from 5 on
    assert bands == [table[0], (5, 0, 2), *table[2:]]
    assert STATED["upgrade_threshold"] == next(least for least, side, _ in bands if side)
    assert [RANKS[rank - 2] for rank in STATED["no_skip_ranks"]] == values["levels.must_play"]
    assert (STATED["deck_count"], STATED["total_score"]) == (values["deck.decks"], 100 * values["deck.decks"])
    assert STATED["allow_dump"] == values["throw.allowed"]
    assert STATED["trump_joker_color_match"] == (values["declare.joker_companion"] == "suit_colour")
    with_joker = [all("joker" in bid for bid in tier) for tier in values["declare.ladder"]]
    assert STATED["bid_requires_joker"] == all(with_joker)


@pytest.mark.skipif("SHENGJI_REAL_LOGS" not in os.environ, reason="SHENGJI_REAL_LOGS names no folder of real logs")
def test_the_real_log() -> None:
    folder = Path(os.environ["SHENGJI_REAL_LOGS"]) / "godot"
    rows = [row for batch in pipeline.read(folder / "standard_log.json") for row in batch.to_pylist()]
    assert [row["tier"] for row in rows] == ["full", "full", "full", "partial"]
    assert [row["line"] for row in rows] == [4, 1936, 3933, 5870]
    assert [(row["trump"], row["level"], row["dealer"]) for row in rows] == [
        ("C", 2, 1), ("S", 2, 3), ("NT", 3, 2), ("H", 2, 3),
    ]  # fmt: skip
    assert [kept(row).keys() for row in rows] == [{"x_bid_history"}] * 4
