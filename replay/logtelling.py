"""What ``shengji match`` says of the matches of a log or a lake: each ladder, what is recorded otherwise, its end."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from functools import partial
from typing import Any

from ingest.cards import rank_text
from replay.matchlog import Match, Otherwise, Place
from replay.ruleset import Ruleset
from replay.rungs import ending_lines, rung_line
from replay.sentences import say
from replay.telling import named, why_no_result

LEVELS = ("level", "before_0", "before_1", "level_after_0", "level_after_1")
SEATS = ("dealer", "next_dealer")
OF_MATCH = ("level", "dealer", "before_0", "before_1")  # named in `match`, the others in `field`


def lines(lang: str, match: Match, names: Mapping[str, str], ruleset: Ruleset) -> Iterator[str]:
    """A match in words: who played, deal by deal, how it ended. ``names``: of the players, by id."""
    tell = partial(say, lang)
    yield tell("match.head", match=match.name, source=match.source, deals=len(match.places))
    players = [named(lang, seat, names.get(player or "")) for seat, player in enumerate(match.players)]
    if any(player in names for player in match.players):
        yield tell("deal.players", names=tell("component.join").join(players))
    for place in match.places:
        yield _place(lang, place, ruleset)
        if place.times > 1:
            yield tell("match.again", n=place.times)
        yield from (otherwise_line(lang, one) for one in place.otherwise)
    yield from ending_lines(lang, match.rungs, match.end)


def _place(lang: str, place: Place, ruleset: Ruleset) -> str:
    name = say(lang, "match.place_deal", deal=place.deal)
    if place.rung is None:
        return say(lang, "match.unscored", place=name, why=why_no_result(lang, place.status))
    return rung_line(lang, name, place.rung, ruleset)


def otherwise_line(lang: str, one: Otherwise) -> str:
    """A value that the rules do not come to: what it is, as recorded, and the right one."""
    what = say(lang, f"match.{one.name}" if one.name in OF_MATCH else f"field.{one.name}")
    recorded, right = (_value(lang, one.name, value) for value in (one.recorded, one.right))
    return say(lang, "check.difference", what=what, recorded=recorded, rescored=right)


def _value(lang: str, name: str, value: Any) -> str:
    if value is None:
        return say(lang, "match.nobody")
    if name in LEVELS:
        return rank_text(value)
    if name in SEATS:
        return say(lang, f"seat.{value}")
    if name == "winner":
        return say(lang, f"side.{value}")
    return say(lang, "check.yes" if value else "check.no") if isinstance(value, bool) else str(value)


def document(lang: str, match: Match, names: Mapping[str, str]) -> dict[str, Any]:
    """A match as plain values; what is recorded otherwise also in words."""
    otherwise = [
        {"deal": place.deal, **asdict(one), "text": otherwise_line(lang, one).strip()}
        for place in match.places
        for one in place.otherwise
    ]
    return {
        "match": match.name,
        "source": match.source,
        "players": [names.get(player or "") for player in match.players],
        "ladder": [asdict(rung) for rung in match.rungs],
        "no_result": [
            {"deal": place.deal, "row": place.line, "status": place.status} for place in match.places if not place.rung
        ],
        "again": [{"deal": place.deal, "times": place.times} for place in match.places if place.times > 1],
        "otherwise": otherwise,
        "end": None if match.end is None else asdict(match.end),
    }


def counts(matches: Sequence[Match]) -> dict[str, int]:
    """How many matches, deals on their ladders, deals without a result, records of a deal beside that which counts,
    and values recorded otherwise."""
    places = [place for match in matches for place in match.places]
    ladder = sum(place.rung is not None for place in places)
    wrong = sum(len(place.otherwise) for place in places)
    again = sum(place.times - 1 for place in places)
    return {
        "matches": len(matches), "deals": ladder, "no_result": len(places) - ladder, "again": again, "otherwise": wrong
    }  # fmt: skip
