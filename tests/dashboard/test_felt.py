"""The table as HTML: who sits where, what is marked, and that nothing is told too early."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from dashboard.felt import cards_html, lines_html, progress_html, table_html, trick_html
from dashboard.retold import Told
from ingest.cards import parse_cards
from replay.explain import explain
from replay.ruleset import load
from tests.analytics.lakes import Row, deal

RULES = load("program_80fen")
NAMES = ["Ann", "<Bo>", None, "Di"]


def told(row: Row | None = None) -> Told:
    """A deal of two tricks: South wins the first with a pair of eights, East the second with the big joker."""
    row = row or deal("m", 1, plays=parse_cards("S8 S8 S6 S6 S7 S7 S5 S5 H3 BJ H5 LJ"))
    return Told(RULES, explain(row, RULES), None, frozenset(parse_cards("S8 BJ")))


def seat(html: str, place: str) -> str:
    (found,) = re.findall(rf'<section class="seat {place}( winner)?">(.*?)</section>', html)
    return str(found[1])


def tags(html: str, place: str) -> list[str]:
    return re.findall(r'<span class="tag (\w+)">', seat(html, place))


@pytest.mark.parametrize(
    ("trick", "marks"),
    [
        (0, {"south": ["dealer", "lead", "won"], "east": [], "north": [], "west": []}),
        (1, {"south": ["dealer", "lead"], "east": ["won"], "north": [], "west": []}),
    ],
)
def test_dealer_leader_and_winner_are_marked(trick: int, marks: dict[str, list[str]]) -> None:
    deal_told = told()
    html = table_html("zh", deal_told, deal_told.deal.tricks[trick], NAMES)
    assert {place: tags(html, place) for place in marks} == marks
    winner = "south" if trick == 0 else "east"
    assert re.findall(r'class="seat (\w+) winner"', html) == [winner]


def test_each_seat_shows_its_own_cards_and_what_it_owed() -> None:
    deal_told = told()
    html = table_html("en", deal_told, deal_told.deal.tricks[0], NAMES)
    shown = {place: re.findall(r'alt="([^"]*)"', seat(html, place)) for place in ("south", "east", "north", "west")}
    assert shown == {
        "south": ["8 of spades, trump"] * 2,
        "east": ["6 of spades"] * 2,
        "north": ["7 of spades"] * 2,
        "west": ["5 of spades"] * 2,
    }
    assert "owes" not in seat(html, "south")
    assert "owes" in seat(html, "east")


def test_a_play_that_was_not_allowed_is_marked_on_the_table_and_in_the_lines() -> None:
    # East holds the pair of sixes but follows with a six and the joker.
    row = deal("m", 1, plays=parse_cards("S8 S8 S6 BJ S7 S7 S5 S5 H3 S6 H5 LJ"))
    deal_told = told(row)
    trick = deal_told.deal.tricks[0]
    assert tags(table_html("zh", deal_told, trick, NAMES), "east") == ["bad"]
    assert len(re.findall(r'<li class="bad">', trick_html("zh", trick, 0))) == 1


def test_an_unfinished_trick_shows_the_seats_that_have_not_played() -> None:
    row = deal("m", 1, tier="partial", hands=None, plays=parse_cards("S8 S8 S6 S6"), play_lens=b"\2\2", leaders=b"\0")
    deal_told = told(row)
    html = table_html("zh", deal_told, deal_told.deal.tricks[0], NAMES)
    assert html.count("<img") == 4
    assert "<img" not in seat(html, "north") + seat(html, "west")
    assert "winner" not in html


def test_names_are_shown_as_they_are_written() -> None:
    deal_told = told()
    html = table_html("zh", deal_told, deal_told.deal.tricks[0], NAMES)
    assert "&lt;Bo&gt;" in seat(html, "east")
    assert "<Bo>" not in html
    assert "player" not in seat(html, "north")


@pytest.mark.parametrize(("cards", "kind"), [("S5 S5 S6 S6", "cards few"), ("S5 S5 S6 S6 S7", "cards")])
def test_many_cards_overlap(cards: str, kind: str) -> None:
    html = cards_html(cards, "zh", frozenset())
    assert html.startswith(f'<div class="{kind}">')
    assert html.count("<img") == len(cards.split())


def test_the_bars_tell_nothing_of_later_tricks() -> None:
    deal_told = told()
    tricks = [replace(deal_told.deal.tricks[0], winner=1, defender_points=40), deal_told.deal.tricks[1]]
    deal_told.deal.tricks[:] = [tricks[0], replace(tricks[1], defender_points=100)]
    first, last = progress_html("en", deal_told, 1), progress_html("en", deal_told, 2)
    assert re.findall(r'<span class="([\w ]+)"', first)[:2] == ["defenders now", "later"]
    assert "100" not in re.sub(r"height:\d+%", "", first)
    assert re.findall(r'<span class="([\w ]+)" style="height:(\d+)%"', last) == [
        ("defenders", "44"),
        ("defenders now", "100"),
    ]


def test_lines_are_escaped_and_the_bad_ones_stand_out() -> None:
    html = lines_html(["  <b>", "no good"], ["good"])
    assert html == '<ul class="told"><li>&lt;b&gt;</li><li class="bad">no good</li></ul>'
