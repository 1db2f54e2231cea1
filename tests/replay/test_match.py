"""`shengji match` over logs and lakes: the ladder by the rules, what a record says otherwise, how a match ends."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

from ingest.cards import parse_cards
from ingest.columns import DEALS
from ingest.lake import Lake
from ingest.pipeline import ingest
from replay.logtelling import counts, lines
from replay.matchlog import RECORDED, Match, matches
from replay.ruleset import load
from replay.sentences import LANGUAGES
from tests.replay import ask, house, rows
from tests.replay.judging import run
from tests.replay.situations import hearing

ROOT = Path(__file__).parents[2]
SAMPLES = ROOT / "data" / "samples"
CN, TOP7, HOUR, PAST10 = "cn_competition_2deck", "step10_top7_2deck", "annex1_4deck", "past10_2deck"
NINE = datetime(2026, 1, 1, 9, tzinfo=UTC)
HOUSE: dict[str, Any] = {"match.time_limit_min": 60, "match.timeout_order": ["level"], "match.win_points": 3}
Row = dict[str, Any]


def played(number: int, points: int, *, dealer: int = 0, level: str = "5", **fields: Any) -> Row:
    """A whole deal in which the defenders win that many points; dealer side South or North, no levels recorded."""
    place = {"ruleset": CN, "level": level, "trump": "H"}
    deal = ask.whole_deal(place, "S9", defended=points, kitty=0, last_winner=dealer, dealer=dealer)
    keys = {"deal_id": bytes([number] * 16), "deal_no": number, "match_name": "final", "source": "club", "line": number}
    return rows.row(deal) | keys | {"tier": "derived"} | fields


def told(deals: list[Row], ruleset: str = CN, only: str = "") -> list[Match]:
    return list(matches([pa.RecordBatch.from_pylist(deals, schema=DEALS)], load(ruleset), only))


def wrong(match: Match) -> list[tuple[int, str, Any, Any]]:
    return [(place.deal, one.name, one.recorded, one.right) for place in match.places for one in place.otherwise]


# From 5 and 5 South holds at 40 (6 and 5), North loses at 80 (6 and 5), West holds at 0 (6 and 8) and East is next.
RIGHT = [
    played(1, 40, level_0=5, level_1=5),
    played(2, 80, dealer=2, level="6"),
    played(3, 0, dealer=3),
]
NEXT = {"total": 40, "takeover": False, "levels_gained": 1, "level_after_0": 6, "level_after_1": 5, "next_dealer": 2}


def test_what_follows_is_told_and_nothing_is_wrong() -> None:
    (match,) = told([*RIGHT[:1], RIGHT[1] | {"level_0": 6, "level_1": 5}, RIGHT[2]])
    assert [(rung.deal, rung.points, rung.levels_after, rung.next_dealer) for rung in match.rungs] == [
        (1, 40, [6, 5], 2),
        (2, 80, [6, 5], 3),
        (3, 0, [6, 8], 1),
    ]
    recorded = RIGHT[0] | {f"rec_{name}": value for name, value in NEXT.items()}
    assert wrong(match) == wrong(told([recorded, *RIGHT[1:]])[0]) == []


OTHERWISE: dict[str, tuple[int, Row, list[tuple[int, str, Any, Any]]]] = {
    "the total": (1, {"rec_total": 35}, [(1, "total", 35, 40)]),
    "who took the deal": (1, {"rec_takeover": True}, [(1, "takeover", True, False)]),
    "levels gained": (1, {"rec_levels_gained": 2}, [(1, "levels_gained", 2, 1)]),
    "levels after": (
        1,
        {"rec_level_after_0": 7, "rec_level_after_1": 6},
        [(1, "level_after_0", 7, 6), (1, "level_after_1", 6, 5)],
    ),
    "the next dealer": (1, {"rec_next_dealer": 1}, [(1, "next_dealer", 1, 2)]),
    "a game that is not won": (1, {"rec_winner": 0}, [(1, "winner", 0, None)]),
    "a dealer whose turn it is not": (2, {"dealer": 0}, [(2, "dealer", 0, 2)]),
    "a level that is not the side's": (2, {"level": 8}, [(2, "level", 8, 6)]),
    "levels before": (
        2,
        {"level_0": 9, "level_1": 4, "level": 9},
        [(2, "before_0", 9, 6), (2, "before_1", 4, 5), (3, "level", 5, 4)],
    ),
    "an unfinished deal": (2, {"tier": "partial", "dealer": 1}, [(2, "dealer", 1, 2)]),
}


@pytest.mark.parametrize(("number", "changes", "found"), OTHERWISE.values(), ids=OTHERWISE)
def test_each_thing_recorded_otherwise_is_named(
    number: int, changes: Row, found: list[tuple[int, str, Any, Any]]
) -> None:
    deals = [deal | changes if deal["deal_no"] == number else deal for deal in RIGHT]
    (match,) = told(deals)
    assert [one for one in wrong(match) if one[1:] != ("dealer", 3, 1)] == found


def test_every_recorded_value_is_held_against_the_ladder() -> None:
    assert {name for _, changes, _ in OTHERWISE.values() for name in changes if name.startswith("rec_")} == {
        f"rec_{name}" for name in RECORDED
    }


def test_boards_name_their_dealers_and_levels() -> None:
    deals = [RIGHT[0], played(2, 80, dealer=1, level="9", level_0=9, level_1=9), played(3, 0, dealer=0, level="3")]
    assert wrong(told(deals, "cn_competition_2deck_duplicate")[0]) == []


def test_a_dealer_that_bids_settle_is_held_against_them() -> None:
    bids = {"first_deal": True, "declarations": [{"seat": 3, "cards": parse_cards("H5")}]}
    (match,) = told([RIGHT[0] | bids])
    assert wrong(match) == [(1, "dealer", 0, 3)]


def test_a_gap_is_told_and_nothing_is_held_against_what_is_not_known() -> None:
    (match,) = told([RIGHT[0], RIGHT[2] | {"dealer": 0, "level": 9, "level_0": 9, "level_1": 3}])
    assert [rung.gap for rung in match.rungs] == [False, True]
    assert (match.rungs[1].levels_after, wrong(match)) == ([12, 3], [])


def test_a_deal_recorded_again_counts_once_as_it_was_read_last() -> None:
    wrong_at_first = played(2, 300, dealer=2, level="6") | {"deal_id": b"x" * 16}
    (match,) = told([RIGHT[0], wrong_at_first, RIGHT[2], RIGHT[1], RIGHT[1]])
    (as_once,) = told(RIGHT)
    assert [place.times for place in match.places] == [1, 3, 1]
    assert (match.rungs, match.end) == (as_once.rungs, as_once.end)
    assert (counts([match]), counts([as_once])["again"]) == (counts([as_once]) | {"again": 2}, 0)


def test_a_log_with_a_deal_twice_is_told_as_its_lake_but_for_that(tmp_path: Path) -> None:
    log = tmp_path / "twice.jsonl"
    deals = (SAMPLES / "clean.jsonl").read_text(encoding="utf-8").splitlines(keepends=True)
    log.write_text("".join([*deals, deals[4]]), encoding="utf-8")
    ingest([str(log)], Lake.create(tmp_path / "lake"))
    of_log, of_lake = (command(str(place), "--ruleset", CN) for place in (log, tmp_path / "lake"))
    assert (of_log.returncode, of_lake.returncode) == (1, 0)
    again = [line for line in of_log.stdout.splitlines() if "recorded 2 times" in line]
    assert len(again) == 1
    assert of_log.stdout.splitlines()[1:-1] == _with(again[0], of_lake.stdout.splitlines()[1:-1], "Deal 5: ")
    checked = run("check", str(log), "--ruleset", CN, SHENGJI_JIT="0").stdout.splitlines()
    assert checked[-2].replace("(line 25)", "(line 5)") == checked[5]


def _with(line: str, among: list[str], after: str) -> list[str]:
    at = next(at for at, one in enumerate(among) if one.startswith(after)) + 1
    return [*among[:at], line, *among[at:]]


ENDS: dict[str, tuple[str, list[Row], Row]] = {
    "a game of three": (
        TOP7,
        [played(1, 40, level="A", level_0=14, level_1=5)],
        {"winner": None, "leader": None, "points": None},
    ),
    "two games of three, one by its time": (
        TOP7,
        [
            played(1, 40, level="A", level_0=14, level_1=5),
            played(2, 70, level="2", level_0=2, level_1=2, played_at=NINE),
            played(3, 80, level="3", dealer=2, played_at=NINE + timedelta(minutes=50)),
        ],
        {"winner": 0, "by_time": False, "time_up": None, "leader": None},
    ),
    "the time of two games together": (
        TOP7,
        [
            played(1, 40, level="A", level_0=14, level_1=5, played_at=NINE),
            played(2, 70, level="2", level_0=2, level_1=2, played_at=NINE + timedelta(minutes=30)),
            played(3, 80, level="3", dealer=2, played_at=NINE + timedelta(minutes=79)),
        ],
        {"winner": None, "by_time": False, "time_up": None, "leader": 0},
    ),
    "two games of three": (
        TOP7,
        [played(1, 40, level="A", level_0=14, level_1=5), played(2, 40, level="A", level_0=14, level_1=5)],
        {"winner": 0, "by_time": False, "leader": None},
    ),
    "time is up": (
        "house",
        [played(1, 40, played_at=NINE), played(2, 80, dealer=2, level="6", played_at=NINE + timedelta(hours=1))],
        {"winner": 0, "by_time": True, "time_up": True, "leader": None, "points": (3, 0)},
    ),
    "time is up, and the leader deals": (
        "eighty_2deck",
        [played(1, 40, played_at=NINE), played(2, 80, dealer=2, level="6", played_at=NINE + timedelta(hours=2))],
        {"winner": None, "by_time": False, "time_up": True, "leader": 0, "goes_on_at": 14},
    ),
    "time is not up": (
        "house",
        [played(1, 40, played_at=NINE), played(2, 80, dealer=2, level="6", played_at=NINE + timedelta(minutes=59))],
        {"winner": None, "time_up": False, "leader": 0, "points": None},
    ),
    "when it was is not known": ("house", [played(1, 40)], {"winner": None, "time_up": None, "leader": 0}),
    "a forfeit in an unfinished deal": (
        PAST10,
        [played(1, 40, tier="partial", penalties=[{"side": 1, "kind": "take_back", "count": 3}])],
        {"winner": 0, "by_time": False},
    ),
}


@pytest.mark.parametrize(("ruleset", "deals", "end"), ENDS.values(), ids=ENDS)
def test_how_a_match_ends(ruleset: str, deals: list[Row], end: Row, tmp_path: Path) -> None:
    if ruleset == "house":
        ruleset = house.write(tmp_path / "hour.toml", HOUSE, house.HEADER)
    levels = {} if deals[0]["level_0"] else {"level_0": 5, "level_1": 5}
    (match,) = told([deals[0] | levels, *deals[1:]], ruleset)
    assert vars(match.end) == vars(match.end) | end


def test_what_fouls_decide_is_said() -> None:
    lost = [{"side": 0, "kind": "card_count_dealer"}]
    (match,) = told([played(1, 40, level_0=5, level_1=5, penalties=lost)], PAST10)
    text = "\n".join(lines("en", match, {}, load(PAST10)))
    assert (
        "A foul decides the deal (card_count_dealer): South and North lose it. The defenders take over and go up 1."
        in text
    )


def test_every_sentence_of_logs_is_said() -> None:
    cut = [RIGHT[0], RIGHT[0], RIGHT[1] | {"tier": "partial"}, RIGHT[2] | {"deal_no": 5}]
    with hearing() as heard:
        for lang in LANGUAGES:
            for match in told([*cut, played(6, 40, level="A", level_0=14)]):
                list(lines(lang, match, {}, load(CN)))
    wanted = {f"match.{name}" for name in ("head", "unscored", "place_deal", "again", "gap", "end")}
    assert [lang for lang in LANGUAGES if not wanted <= heard[lang].keys()] == []


def command(*arguments: str) -> Any:
    return run("match", *arguments, SHENGJI_JIT="0")


def test_a_log_and_a_lake_of_it_are_told_alike(tmp_path: Path) -> None:
    ingest([str(SAMPLES / "missing_card.jsonl"), str(SAMPLES / "clean.jsonl")], Lake.create(tmp_path / "lake"))
    told_so = []
    for place in (SAMPLES / "missing_card.jsonl", tmp_path / "lake"):
        done = command(str(place), "--ruleset", CN, "--match", "selfplay-cn_competition_2deck-13-1", "--json")
        assert (done.returncode, done.stderr) == (1, "")
        told_so.append(json.loads(done.stdout))
    assert {key: told_so[0][key] for key in ("matches", "deals", "no_result", "otherwise", "rejects")} == {
        "matches": told_so[1]["matches"], "deals": 5, "no_result": 0, "otherwise": 0, "rejects": 1
    }  # fmt: skip
    assert [one["code"] for one in told_so[0]["rejected"]] == [one["code"] for one in told_so[1]["rejected"]]
    assert "deal 4" in told_so[1]["rejected"][0]["where"]


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (("clean.jsonl",), 0, "0 recorded otherwise, 0 rejected."),
        (("clean.jsonl", "--lang", "zh"), 0, "下一副庄家"),
        (("wrong_winner.jsonl",), 0, "0 recorded otherwise"),
        (("missing_card.jsonl",), 1, "rejected: "),
        (("clean.jsonl", "--match", "other"), 2, "holds no match named other."),
        (("README.md",), 2, "in none of the known formats"),
        (("nothing.jsonl",), 2, "There is no file or folder"),
        ((".",), 1, "rejected: "),
    ],
)
def test_the_exit_code_and_what_is_printed(arguments: tuple[str, ...], code: int, said: str) -> None:
    done = command(str(SAMPLES / arguments[0]), *arguments[1:], "--ruleset", CN)
    assert done.returncode == code
    assert said in (done.stderr if code == 2 else done.stdout)
    assert "Traceback" not in done.stderr
