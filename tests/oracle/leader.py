"""Who leads a match when its time is up (docs/rules.md 8)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tests.oracle.cards import Rules


class Standing(NamedTuple):
    """Where a match stands after a deal; what is not known, or nobody, is None."""

    games: Sequence[int]
    levels: Sequence[str | None]  # on which the sides go on
    next_dealer: int | None
    won_last: int | None  # the side that won the deal
    reached: Sequence[Sequence[str | None]]  # the levels after each deal of the game, this deal included


def leader(standing: Standing, rules: Rules) -> tuple[int, str] | tuple[None, None]:
    """The first word of `match.timeout_order` that tells the sides apart, behind the side that it names."""
    for word in rules["match"]["timeout_order"]:
        side = WORDS[word](standing, rules)
        if side is not None:
            return side, word
    return None, None


def _more(ours: int, theirs: int) -> int | None:
    """The side with the greater number; None where they are equal."""
    return None if ours == theirs else int(theirs > ours)


def _games(standing: Standing, _: Rules) -> int | None:
    return _more(*standing.games)


def _places(levels: Sequence[str | None], rules: Rules) -> list[int | None]:
    """The place of each level in the sequence; None where it has none."""
    sequence = rules["levels"]["sequence"]
    return [sequence.index(level) if level in sequence else None for level in levels]


def _level(standing: Standing, rules: Rules) -> int | None:
    ours, theirs = _places(standing.levels, rules)
    return None if ours is None or theirs is None else _more(ours, theirs)


def _dealer_side(standing: Standing, _: Rules) -> int | None:
    return None if standing.next_dealer is None else standing.next_dealer % 2


def _last_deal_winner(standing: Standing, _: Rules) -> int | None:
    return standing.won_last


def _first_there(standing: Standing, rules: Rules) -> int | None:
    """At equal levels the side that stood there, or above, after an earlier deal than the other."""
    here, theirs = _places(standing.levels, rules)
    if here is None or here != theirs:
        return None
    for levels in standing.reached:
        there = [place is not None and place >= here for place in _places(levels, rules)]
        if any(there):
            return None if all(there) else there.index(True)
    return None


WORDS = {
    "games": _games,
    "level": _level,
    "dealer_side": _dealer_side,
    "last_deal_winner": _last_deal_winner,
    "first_there": _first_there,
}
