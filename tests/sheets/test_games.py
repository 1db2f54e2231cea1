"""Sheets of several games: the lake tells the same games, levels and match winner as `match` of the sheet."""

from __future__ import annotations

import random
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from analytics.catalog import build, open_catalog
from ingest.cards import rank_text
from ingest.lake import Lake
from ingest.pipeline import ingest as read_into
from ingest.sheets.rows import read_sheets
from replay.comparing import current_deals
from replay.compiled import compile_ruleset
from replay.ending import end_of
from replay.levels import Standing, step
from replay.matching import Matched, match
from replay.matchlog import NEEDED, Match, matches
from replay.outcomes import Bands
from replay.ruleset import Ruleset, load
from replay.runners import replay

CN, TOP7, LONG, PAST_K = "cn_competition_2deck", "step10_top7_2deck", "four_deck_216", "past_k_2deck"
BOARDS = "cn_competition_2deck_duplicate"
HEAD = "deal,dealer,level,total,level ns,level ew,next dealer,game winner"
# Of two games under TOP7: South and North win the first from 2 by T, East and West the second.
SHUT_OUT = ["{},S,2,0,T,2,N,", "{},N,T,0,A,2,S,", "{},S,A,60,过A,2,,"]
TAKEN = ["{},N,2,90,2,3,W,", "{},W,3,0,2,J,E,", "{},E,J,0,2,A,W,", "{},W,A,75,2,通,,"]
# What a rung of a sheet and of a lake each say in their own way.
OWN = ("match", "deal", "row", "carried")


def numbered(*games: list[str], anew: bool) -> list[str]:
    """The rows with their numbers, from 1 in each game or on through the match."""
    counts = [[*range(1, len(game) + 1)] for game in games] if anew else []
    numbers = [number for count in counts for number in count] or range(1, sum(map(len, games)) + 1)
    rows = [row for game in games for row in game]
    return [row.format(number) for row, number in zip(rows, numbers, strict=True)]


def both(lines: list[str], ruleset: Ruleset, folder: Path, head: str = HEAD) -> tuple[Matched, Match, Lake]:
    """A sheet held against the ruleset, and its match in a lake."""
    path, lake = folder / "club.csv", Lake.create(folder / "lake")
    path.write_text("\n".join([head, *lines, ""]), "utf-8")
    read_into([str(path)], lake)
    replay(lake, ruleset)
    (sheet,) = read_sheets(path.read_bytes())
    (stored,) = matches(current_deals(lake, lake.state(), NEEDED), ruleset)
    return match(sheet, ruleset), stored, lake


def told_alike(held: Matched, stored: Match, lake: Lake, ruleset: Ruleset) -> None:
    """The sheet, the match in the lake and the views say the same of every deal and of the end."""
    rungs = [[asdict(rung) for rung in ladder] for ladder in (held.ladder, stored.rungs)]
    of_sheet, of_lake = [[{k: v for k, v in rung.items() if k not in OWN} for rung in some] for some in rungs]
    for one, other in zip(of_sheet, of_lake, strict=True):
        if one["gap"]:  # of a level that is not known a sheet tells what is written
            pairs = zip(one["levels_after"], other["levels_after"], strict=True)
            one["levels_after"] = [known and written for written, known in pairs]
    assert of_sheet == of_lake
    last = held.ladder[-1]
    assert stored.end == end_of(ruleset, last.match_winner, last.leader, None)
    build(lake)
    with open_catalog(lake.path) as con:
        ladder = con.execute(
            "SELECT level_after_0, level_after_1, game, games_0, games_1, match_winner FROM ladders ORDER BY deal_no"
        ).fetchall()
        ended = con.execute("SELECT games_0, games_1, winner, leader, level_0, level_1 FROM matches").fetchall()
    assert ladder == [
        (*map(shown, rung.levels_after), rung.game, rung.games_0, rung.games_1, rung.match_winner)
        for rung in stored.rungs
    ]
    leader = last.leader if last.match_winner is None else None
    assert ended == [(last.games_0, last.games_1, last.match_winner, leader, *map(shown, last.levels_after))]


def shown(level: int | None) -> str | None:
    return None if level is None else rank_text(level)


@pytest.mark.parametrize("anew", [False, True])
@pytest.mark.parametrize(
    ("ruleset", "games", "end"),
    [
        (TOP7, [SHUT_OUT], (1, 0, None)),
        (TOP7, [SHUT_OUT, TAKEN], (1, 1, None)),
        (TOP7, [SHUT_OUT, TAKEN, SHUT_OUT], (2, 1, 0)),
        (TOP7, [TAKEN, SHUT_OUT, TAKEN, SHUT_OUT], (2, 2, 1)),
    ],
)
def test_games_of_a_match(
    ruleset: str, games: list[list[str]], end: tuple[int, int, int | None], anew: bool, tmp_path: Path
) -> None:
    rules = load(ruleset)
    held, stored, lake = both(numbered(*games, anew=anew), rules, tmp_path)
    last = held.ladder[-1]
    assert (last.games_0, last.games_1, last.match_winner, last.game) == (*end, len(games))
    assert held.findings == [one for place in stored.places for one in place.otherwise] == []
    assert [place.deal for place in stored.places] == [*range(1, len(held.ladder) + 1)]
    told_alike(held, stored, lake, rules)


# How clubs say that a game is won: in words for the level, in a column of its own, or not at all.
MARKS = ("passed", "winner", "none")


def played(ruleset: Ruleset, games: int, mark: str, anew: bool, seed: int) -> tuple[list[str], list[int]]:
    """A right sheet of so many games and some deals of the next, with who won each."""
    chance, bands, standing = random.Random(seed), Bands(compile_ruleset(ruleset)), Standing(ruleset)
    lines: list[str] = []
    winners: list[int] = []
    dealer, number, open_deals = chance.randrange(4), 0, 0
    while open_deals < 2:
        number += 1
        level, total = standing.levels[dealer % 2], chance.choice([5, 20, 40, 75, 85, 160, 220])
        done = step(ruleset, standing, dealer=dealer, **bands.outcome(total, dealer)._asdict())
        after, winner = [rank_text(one) for one in done.levels], ""
        if done.winner is not None:
            winners.append(done.winner)
            after[done.winner] = "过" if mark == "passed" else after[done.winner]
            winner = ("NS", "EW")[done.winner] if mark == "winner" else ""
        turn = "" if done.next_dealer is None else "SENW"[done.next_dealer]
        lines.append(f"{number},{'SENW'[dealer]},{rank_text(level)},{total},{','.join(after)},{turn},{winner}")
        dealer = chance.randrange(4) if done.next_dealer is None else done.next_dealer
        number = 0 if done.over and anew else number
        open_deals += len(winners) == games
    return lines, winners


@pytest.mark.parametrize(("mark", "anew"), [(mark, anew) for mark in MARKS for anew in (False, True)][:-1])
@pytest.mark.parametrize("ruleset", [CN, TOP7, LONG, PAST_K])
def test_right_sheets_however_they_say_who_has_won(ruleset: str, mark: str, anew: bool, tmp_path: Path) -> None:
    rules = load(ruleset)
    lines, winners = played(rules, 3, mark, anew, seed=1)
    head = f"4 decks\n{HEAD}" if ruleset == LONG else HEAD
    held, stored, lake = both(lines, rules, tmp_path, head)
    assert [rung.winner for rung in held.ladder if rung.over] == winners
    if rules.values["match.best_of"] == 1:
        assert held.ladder[-1].match_winner == winners[0]
    assert held.findings == [one for place in stored.places for one in place.otherwise] == []
    told_alike(held, stored, lake, rules)


OPEN = "{},S,2,0,T,2,N,"
BROKEN: dict[str, tuple[list[str], list[Any]]] = {
    # rows -> (game, whether what stands before is not known) of each deal that is scored
    "the first deal of a game is missing": (
        [*numbered(SHUT_OUT, anew=False), "5,W,3,0,2,J,E,", "6,E,J,0,2,A,W,"],
        [(1, False), (1, False), (1, False), (2, True), (2, False)],
    ),
    "it is missing and each game is numbered from 1": (
        [*numbered(SHUT_OUT, anew=True), "2,W,3,0,2,J,E,", "3,E,J,0,2,A,W,"],
        [(1, False), (1, False), (1, False), (2, True), (2, False)],
    ),
    "the deal that won cannot be read": (
        [*numbered(SHUT_OUT, anew=False)[:2], "3,S,A,sixty,过A,2,,", "4,N,2,90,2,3,W,", "5,W,3,0,2,J,E,"],
        [(1, False), (1, False), (1, True), (1, False)],
    ),
    "the first deal of a game cannot be read": (
        [*numbered(SHUT_OUT, anew=True), "1,N,2,ninety,2,3,W,", "2,W,3,0,2,J,E,"],
        [(1, False), (1, False), (1, False), (2, True)],
    ),
    "a longer game after a shorter one": (
        numbered(SHUT_OUT, TAKEN, [OPEN], anew=True),
        [(1, False)] * 3 + [(2, False)] * 4 + [(3, False)],
    ),
}


@pytest.mark.parametrize(("lines", "games"), BROKEN.values(), ids=BROKEN)
def test_gaps_between_games(lines: list[str], games: list[Any], tmp_path: Path) -> None:
    rules = load(TOP7)
    held, stored, lake = both(lines, rules, tmp_path)
    assert [(rung.game, rung.gap) for rung in held.ladder] == games
    assert held.findings == [one for place in stored.places for one in place.otherwise] == []
    told_alike(held, stored, lake, rules)


def test_a_game_that_is_not_won_is_told_in_the_lake_too(tmp_path: Path) -> None:
    lines = ["1,S,2,0,过,2,,", "2,N,T,40,A,2,S,"]
    held, stored, _ = both(lines, load(TOP7), tmp_path)
    assert [(one.row, one.name, one.right) for one in held.findings] == [(2, "after_0", 10)]
    assert [(place.deal, one.name, one.right) for place in stored.places for one in place.otherwise] == [
        (1, "winner", None)
    ]
    assert [rung.game for rung in stored.rungs] == [1, 1]


def test_a_board_names_its_dealer_and_level(tmp_path: Path) -> None:
    lines = ["1,S,2,90,,,E,", "2,W,7,60,,,,", "3,E,5,130,,,N,", "4,N,K,0,,,,"]
    held, stored, lake = both(lines, load(BOARDS), tmp_path)
    assert held.findings == [one for place in stored.places for one in place.otherwise] == []
    assert [(rung.level, rung.gap) for rung in held.ladder] == [(2, False), (7, False), (5, False), (13, False)]
    told_alike(held, stored, lake, load(BOARDS))
