"""One deal under one ruleset as the page needs it: kept, flagged, and held against another ruleset."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple

import streamlit as st

from ingest.cards import UNKNOWN
from ingest.lake import Lake
from replay.checking import differences
from replay.compiled import compile_ruleset
from replay.engine import TRUMP_SUITS
from replay.explain import Explanation, explain
from replay.find import find_rung, held_rulesets
from replay.kernel.layout import TRUMP
from replay.retell import Play, Trick
from replay.ruleset import Ruleset, list_rulesets
from replay.sentences import say
from replay.telling import result_lines, seat_name, trick_lines, verdict_words


@dataclass(frozen=True)
class Told:
    """A deal retold under a ruleset, with its place on the match ladder where the lake holds it."""

    ruleset: Ruleset
    deal: Explanation
    rung: dict[str, Any] | None
    trumps: frozenset[int]  # codes of the cards that are trump


class Flag(NamedTuple):
    """Something to jump to: a trick and a sentence."""

    trick: int
    text: str


@st.cache_data(show_spinner=False, max_entries=400)
def _explained(deal_id: bytes, ruleset_hash: str, ruleset: str, _rules: Ruleset, _row: dict[str, Any]) -> Explanation:
    return explain(_row, _rules)


def tell(lake: str, row: dict[str, Any], rules: Ruleset) -> Told:
    """The deal of a row under a ruleset."""
    told = _explained(row["deal_id"], rules.hash, rules.id, rules, row)
    trumps: frozenset[int] = frozenset()
    if row["level"] and row["trump"]:
        suits = compile_ruleset(rules).tables.suit[row["level"], TRUMP_SUITS[row["trump"]]]
        trumps = frozenset(code for code, suit in enumerate(suits) if suit == TRUMP)
    return Told(rules, told, find_rung(Lake.open(lake), row["deal_id"], rules), trumps)


@st.cache_data(show_spinner=False, max_entries=20)
def _known(lake: str, run_id: str | None) -> dict[str, Ruleset]:
    """The built-in rulesets, and those that the lake was replayed under: of one id those of the lake, whose results
    the overview counts."""
    built_in = {one.id: one for one in list_rulesets()}
    held = held_rulesets(Lake.open(lake)).values()
    return built_in | {one.id: one for one in held if one.id not in built_in or one.hash != built_in[one.id].hash}


def ruleset_choices(lake: str, run_id: str | None, row: dict[str, Any]) -> dict[str, Ruleset]:
    """The rulesets of as many packs as the deal of a row, by id; those that it was played under, as far as it
    says, come first, then the whole texts, then the parts of texts."""
    stated = json.loads(row["extra"] or "{}").get("x_ruleset")
    fitting = [one for one in _known(lake, run_id).values() if one.values["deck.decks"] == row["decks"]]

    def place(one: Ruleset) -> tuple[bool, bool, str]:
        return one.id != stated and row["format"] not in one.profile_of, one.status != "complete", one.id

    return {one.id: one for one in sorted(fitting, key=place)}


def violation_words(lang: str, trick: Trick, play: Play) -> list[str]:
    """The verdicts on a play that say it was not allowed."""
    told = [verdict_words(partial(say, lang), play, trick.suit)] if not play.legal else []
    if play.seat == trick.leader != trick.turn:
        words = {"seat": seat_name(lang, trick.leader), "turn": seat_name(lang, trick.turn)}
        told.insert(0, say(lang, "verdict.out_of_turn", **words))
    return told


def violations(lang: str, tricks: Sequence[Trick]) -> Iterator[Flag]:
    """A flag for each play that was not allowed, in play order."""
    for trick in tricks:
        for play in trick.plays:
            for words in violation_words(lang, trick, play):
                line = say(lang, "trick.play", seat=seat_name(lang, play.seat), cards=play.cards, verdict=words)
                yield Flag(trick.number, line.strip())


def otherwise(lang: str, row: dict[str, Any], told: Told) -> list[Flag]:
    """A flag for each value that the log records otherwise; those of the whole deal point to the last trick."""
    tricks = told.deal.tricks
    result: dict[str, Any] = {
        "winners": [UNKNOWN if trick.winner is None else trick.winner for trick in tricks],
        "trick_points": [trick.points for trick in tricks],
        "derived_trump": told.deal.derived_trump,
        "derived_dealer": told.deal.derived_dealer,
    }
    found = differences(lang, row, result | (told.deal.result or {}) | (told.rung or {}))
    return [Flag(one.trick or len(tricks), one.text.strip()) for one in found]


def _facts(trick: Trick) -> tuple[Any, ...]:
    return trick.winner, trick.won_by, trick.points, trick.plays


def unlike_tricks(here: Explanation, there: Explanation) -> list[int]:
    """Numbers of the tricks in which winner, verdicts or what was owed differ."""
    pairs = zip(here.tricks, there.tricks, strict=False)
    return [ours.number for ours, theirs in pairs if _facts(ours) != _facts(theirs)]


def trick_unlike(lang: str, here: Trick, there: Trick, dealer: int) -> list[str]:
    """The lines told of the trick under the other ruleset and not here; none where the facts are the same."""
    if _facts(here) == _facts(there):
        return []
    ours = trick_lines(lang, here, dealer)
    return [line for line in trick_lines(lang, there, dealer) if line not in ours]


def result_unlike(lang: str, here: Told, there: Told) -> list[str]:
    """The lines of the result under the other ruleset that are not told here; levels only where both have them."""
    rungs = (here.rung, there.rung) if here.rung and there.rung else (None, None)
    ours, theirs = (result_lines(lang, told.deal, rung) for told, rung in zip((here, there), rungs, strict=True))
    return [line for line in theirs if line not in ours]
