"""Boards side by side, on lakes small enough to work out by hand: which deals are one, and how far they lie apart."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from analytics.catalog import open_catalog
from analytics.cli import app
from analytics.metrics import rates
from analytics.registry import metric
from analytics.words import LANGS, words
from tests.analytics.lakes import Row, deal, key, rules, score, write

K1, K2 = key("cards", 1), key("cards", 2)
EVENT: Row = {"event": "cup", "cards_key": None}


def rows(lake: Path, columns: str) -> list[tuple[Any, ...]]:
    with open_catalog(lake) as con:
        return con.execute(f"SELECT {columns} FROM boards ORDER BY ALL").fetchall()


def together(lake: Path, *deals: Row) -> set[frozenset[str]]:
    """The boards that some deals are on, each as the matches of its deals."""
    write(lake, deals=list(deals))
    found: dict[str, set[str]] = {}
    for board, match in rows(lake, "board, match_name"):
        found.setdefault(board, set()).add(match)
    return {frozenset(matches) for matches in found.values()}


@pytest.mark.parametrize(
    ("deals", "boards"),
    [
        ([deal("a", 1, cards_key=K1), deal("b", 7, cards_key=K1), deal("c", 1, cards_key=K2)], ["ab"]),
        ([deal("a", 1, cards_key=K1, event="x"), deal("b", 1, cards_key=K1, event="y", source="s")], ["ab"]),
        ([deal("a", 1, cards_key=K1, board="1"), deal("b", 1, cards_key=K2, board="1")], []),
        ([deal("a", 1, **EVENT, board="1"), deal("b", 2, **EVENT, board="1"), deal("c", 1, **EVENT, board="2")],
         ["ab"]),
        ([deal("a", 1, **EVENT), deal("b", 1, **EVENT)], []),
        ([deal("a", 1, **EVENT, board="1"), deal("b", 1, **EVENT | {"event": "league"}, board="1")], []),
        ([deal("a", 1, **EVENT, board="1"), deal("b", 1, **EVENT, board="1", source="s")], ["ab"]),
        ([deal("a", 1, cards_key=None, board="1"), deal("b", 1, cards_key=None, board="1")], ["ab"]),
        ([deal("a", 1, cards_key=None, board="1"), deal("b", 1, cards_key=None, board="1", source="s")], []),
        ([deal("a", 1, **EVENT, board="1"), deal("b", 1, **EVENT | {"event": None}, board="1", source="cup")], []),
        ([deal("a", 1, **EVENT, board="1"), deal("b", 1, **EVENT, board="1", decks=3)], []),
        # One of them has its cards recorded, and is played elsewhere, too.
        ([deal("a", 1, **EVENT, board="1"), deal("b", 1, **EVENT | {"cards_key": K1}, board="1"),
          deal("c", 1, cards_key=K1)], ["abc"]),
        ([deal("a", 1, **EVENT, board="1"), deal("b", 1, **EVENT, board="1"),
          deal("c", 1, **EVENT | {"cards_key": K1}, board="1")], ["abc"]),
        # Two have other cards: the name says nothing about those whose cards are not known.
        ([deal("a", 1, **EVENT, board="1"), deal("b", 1, **EVENT, board="1"),
          deal("c", 1, **EVENT | {"cards_key": K1}, board="1"),
          deal("d", 1, **EVENT | {"cards_key": K2}, board="1"), deal("e", 1, cards_key=K2)], ["de"]),
        ([deal("a", 1, cards_key=K1), deal("a", 2, cards_key=K1)], ["a"]),
    ],
)  # fmt: skip
def test_which_deals_are_one_board(tmp_path: Path, deals: list[Row], boards: list[str]) -> None:
    assert together(tmp_path, *deals) == {frozenset(board) for board in boards}


def test_an_older_version_of_a_deal_was_not_played(tmp_path: Path) -> None:
    old, new = deal("a", 1, cards_key=K1), deal("a", 1, cards_key=K1, dealer=1)
    write(tmp_path, superseded=[{"deal_id": old["deal_id"], "superseded_by": new["deal_id"]}])
    assert together(tmp_path, old, new) == set()


def table_of(match: str, total: int | None, **changes: Any) -> tuple[Row, Row]:
    """A deal of the board at a table of its own, and its result: 80 points take over, each 40 more are a level."""
    one = deal(match, 3, cards_key=K1, board="3", table=match[-1], dealer=1, trump="H", **changes)
    if total is None:
        nothing = dict.fromkeys(("total", "takeover", "gain_side", "levels_gained"))
        return one, score(one, status="partial", **nothing)
    taken = total >= 80
    gain = {"takeover": taken, "gain_side": 0 if taken else 1, "levels_gained": (total - 80) // 40 if taken else 1}
    return one, score(one, total=total, **gain)


@pytest.fixture
def lake(tmp_path: Path) -> Path:
    """Four tables of a board, one of them without a result; another board of which nothing is replayed."""
    pairs = [table_of("m1", 120), table_of("m2", 80), table_of("m3", 40), table_of("m4", None)]
    waiting = [deal(match, 10, cards_key=K2, board="10") for match in ("m1", "m2")]
    other = score(pairs[0][0], "rules_b", total=60)
    write(
        tmp_path,
        deals=[*(one for one, _ in pairs), *waiting],
        scores=[*(result for _, result in pairs), other],
        rulesets=[rules(), rules("rules_b")],
    )
    return tmp_path


def test_each_deal_stands_beside_the_mean_of_the_others(lake: Path) -> None:
    columns = "ruleset, name, deals, match_name, deal_no, total, takeover, gain_side, levels_gained, others, apart"
    assert rows(lake, columns) == [
        ("rules_a", "3", 4, "m1", 3, 120, True, 0, 1, 60.0, 60.0),
        ("rules_a", "3", 4, "m2", 3, 80, True, 0, 0, 80.0, 0.0),
        ("rules_a", "3", 4, "m3", 3, 40, False, 1, 1, 100.0, -60.0),
        ("rules_a", "3", 4, "m4", 3, None, None, None, None, None, None),
        ("rules_b", "3", 4, "m1", 3, 60, False, 0, 3, None, None),  # its others were not replayed
        (None, "10", 2, "m1", 10, None, None, None, None, None, None),
        (None, "10", 2, "m2", 10, None, None, None, None, None, None),
    ]


def test_where_and_how_each_was_played(lake: Path) -> None:
    columns = 'match_name, "table", dealer, level, trump, event, round, length(board), length(deal_id)'
    assert rows(lake, f"DISTINCT {columns}")[::2] == [
        ("m1", "1", "East", "2", "H", None, None, 32, 32),
        ("m2", "2", "East", "2", "H", None, None, 32, 32),
        ("m3", "3", "East", "2", "H", None, None, 32, 32),
    ]


def run(*arguments: str | Path) -> tuple[int, str, str]:
    done = CliRunner().invoke(app, ["boards", *map(str, arguments)])
    return done.exit_code, done.stdout, done.stderr


def test_they_are_told_side_by_side(lake: Path) -> None:
    code, out, err = run("--lake", lake, "--ruleset", "rules_a")
    assert (code, err) == (0, "")
    first, second, sums = out.split("\n\n")
    assert first.splitlines() == [
        "Board 3 under rules_a: played 4 times, 3 of them with a result; "
        "the defenders have 40 to 120 points, 80.0 on average.",
        "match  deal  table  dealer  level  trump  points  gained                           from the others' mean",
        "m1        3  1      East        2  H         120  South and North take over, up 1                  +60.0",
        "m2        3  2      East        2  H          80  South and North take over                         +0.0",
        "m3        3  3      East        2  H          40  East and West up 1                               -60.0",
        "m4        3  4      East        2  H           –  –                                                    –",
    ]
    assert second.startswith("Board 10 under rules_a: played 2 times, none with a result.\n")
    assert sums.splitlines()[0] == (
        "rules_a: boards played more than once: 2 (deals: 6); with two results or more: 1, of these all alike: 0; "
        "best and worst lie 80.0 points apart on average."
    )
    assert sums.splitlines()[1].startswith("Lake as of 20")


def test_in_chinese(lake: Path) -> None:
    code, out, _ = run("--lake", lake, "--lang", "zh")
    assert code == 0
    lines = out.splitlines()
    assert lines[0] == "牌号3，规则rules_a：打了4次，3次有得分，防守方40至120分，平均80.0分。"
    assert lines[2].split() == ["m1", "3", "1", "东", "2", "H", "120", "南北上台，升1级", "+60.0"]
    assert "牌号3，规则rules_b：打了4次，1次有得分，防守方60至60分，平均60.0分。" in lines
    assert "rules_b：打过不止一次的牌有2副，共打6次；没有一副有两次以上得分，无从比较。" in lines


def test_without_two_results_of_a_board_nothing_is_compared(lake: Path) -> None:
    code, out, _ = run("--lake", lake, "--ruleset", "rules_b")
    assert code == 0
    assert out.splitlines()[-2] == (
        "rules_b: boards played more than once: 2 (deals: 6); none has two results, so there is nothing to compare."
    )


def test_a_void_deal_is_told_as_such(tmp_path: Path) -> None:
    void = table_of("m1", 90)
    void[1].update(takeover=False, gain_side=None, levels_gained=0)
    pairs = [void, table_of("m2", 90)]
    write(tmp_path, deals=[one for one, _ in pairs], scores=[result for _, result in pairs], rulesets=[rules()])
    code, out, _ = run("--lake", tmp_path)
    assert code == 0
    assert out.splitlines()[2].split() == ["m1", "3", "1", "East", "2", "H", "90", "void", "+0.0"]


def test_as_json(lake: Path) -> None:
    code, out, err = run("--lake", lake, "--ruleset", "rules_a", "--json")
    assert (code, err) == (0, "")
    told = json.loads(out)
    assert told["snapshot"]["run_id"]
    assert [(one["ruleset"], one["name"], len(one["played"])) for one in told["boards"]] == [
        ("rules_a", "3", 4), ("rules_a", "10", 2),
    ]  # fmt: skip
    first = told["boards"][0]["played"][0]
    assert (first["match_name"], first["total"], first["others"], first["apart"]) == ("m1", 120, 60.0, 60.0)


def test_a_lake_without_such_boards(tmp_path: Path) -> None:
    one = deal("m1", 1)
    write(tmp_path, deals=[one], scores=[score(one)], rulesets=[rules()])
    for lang, said in (("en", "No board of this lake was played more than once."), ("zh", "没有打过不止一次的牌。")):
        code, out, _ = run("--lake", tmp_path, "--lang", lang)
        assert (code, out.splitlines()[0]) == (0, said)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [(["--ruleset", "rules_c"], "replayed under rules_c"), (["--lang", "fr"], "There is no language 'fr'")],
)
def test_what_cannot_be_told_ends_with_2(lake: Path, arguments: list[str], said: str) -> None:
    code, out, err = run("--lake", lake, *arguments)
    assert (code, out) == (2, "")
    assert said in err


def test_matches_that_share_a_named_board_are_one_cluster(tmp_path: Path) -> None:
    deals = [deal(f"m{n}", 1, **EVENT, board="1" if n < 2 else str(n)) for n in range(4)]
    write(tmp_path, deals=deals, scores=[score(one) for one in deals], rulesets=[rules()])
    with open_catalog(tmp_path) as con:
        (rate,) = rates(con, metric("dealer_win_rate"), ["rules_a"])
    assert (rate.n, rate.clusters) == (4, 3)


def test_every_word_of_boards_is_there_in_both_languages() -> None:
    assert all(set(entry) == set(LANGS) for group in ("boards", "seat", "side") for entry in words(group).values())
