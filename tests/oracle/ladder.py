"""The levels and dealers of one match, deal after deal (docs/rules.md 8)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from tests.oracle.cards import Rules

SEATS_ON = {"same": 0, "next": 1, "partner": 2}
Level = str | None  # None: not known


@dataclass
class Side:
    """Where a side stands, and the levels it has won as dealer in this match."""

    level: Level
    proven: set[str] = field(default_factory=set)


class Climb(NamedTuple):
    won: bool
    stopped: bool  # by a must-play level


def climb(deals: list[dict[str, Any]], rules: Rules) -> list[dict[str, Any]]:
    """One row a deal: levels before and after, next dealer, whether the game is over and who won it.

    A deal may have `wins_game`, `demoted_to`, `last_winner`, `level_down` and `level_up` beside what decides
    every deal; a key that is absent says nothing.
    """
    rows: list[dict[str, Any]] = []
    sides = [Side(rules["levels"]["start"]), Side(rules["levels"]["start"])]
    number = 0
    for deal in deals:
        broken = deal["deal_no"] != number + 1
        if broken:
            sides = [Side(None), Side(None)]
        number = deal["deal_no"]
        for side, level in zip(sides, deal["levels"] or [], strict=False):
            side.level = level
        before = [side.level for side in sides]
        row = _step(deal, sides, rules)
        rows.append({"levels_before": before, **row, "chain_broken": broken})
    return rows


def _step(deal: dict[str, Any], sides: list[Side], rules: Rules) -> dict[str, Any]:
    """Moves both sides, and tells where they stand and who deals next."""
    gainer = sides[deal["gain_side"]]
    as_dealer = not deal["takeover"]
    demoted = deal.get("demoted_to")
    moved = Climb(won=False, stopped=False)
    if as_dealer:
        gainer.proven.add(deal["level"])
    if not (as_dealer and demoted):
        moved = _gain(gainer, deal, rules)
    if demoted:
        _demote(sides[deal["dealer"] % 2], demoted, rules)
    if moved.won:
        gainer.level = rules["levels"]["win_level"]
    else:
        _fouls(deal, sides, rules)
    return {
        "levels_after": [side.level for side in sides],
        "next_dealer": None if moved.won else _next_dealer(deal, rules),
        "over": moved.won,
        "winner": deal["gain_side"] if moved.won else None,
        "must_play_stopped": moved.stopped and not moved.won,
    }


def _gain(side: Side, deal: dict[str, Any], rules: Rules) -> Climb:
    """What a side gains by a deal, as dealer or as defenders."""
    moved = _advance(side, deal["levels_gained"], rules)
    passes = rules["levels"]["win_mode"] == "pass" and deal["level"] == rules["levels"]["win_level"]
    won = moved.won or deal.get("wins_game", False) or (passes and not deal["takeover"])
    return moved._replace(won=bool(won))


def _advance(side: Side, steps: int, rules: Rules, *, may_win: bool = True) -> Climb:
    """Moves up one level at a time until the steps are used or something ends the advance."""
    ladder = rules["levels"]
    sequence, goal, mode = ladder["sequence"], ladder["win_level"], ladder["win_mode"]
    if side.level not in sequence:
        return Climb(won=False, stopped=False)
    started_on_goal = side.level == goal
    for _ in range(steps):
        on_goal = side.level == goal
        if on_goal and mode == "reach":
            break
        if side.level in ladder["must_play"] and side.level not in side.proven:
            return Climb(won=False, stopped=True)
        if on_goal and mode == "exceed" and (started_on_goal or not ladder["stop_at_win_level"]):
            return Climb(won=may_win, stopped=False)
        if on_goal and ladder["stop_at_win_level"]:
            break
        if side.level != sequence[-1]:
            side.level = sequence[sequence.index(side.level) + 1]
        elif ladder["wrap"]:
            side.level = sequence[0]
            side.proven.clear()
        else:
            break
    return Climb(won=may_win and mode == "reach" and side.level == goal, stopped=False)


def _demote(side: Side, level: str, rules: Rules) -> None:
    """Puts a side on a lower level; what it won from there on is forgotten."""
    sequence = rules["levels"]["sequence"]
    side.level = level
    side.proven -= set(sequence[sequence.index(level) :])


def _fouls(deal: dict[str, Any], sides: list[Side], rules: Rules) -> None:
    """What fouls take from the sides, then what they give."""
    sequence = rules["levels"]["sequence"]
    for number, side in enumerate(sides):
        down, up = ((deal.get(name) or [0, 0])[number] for name in ("level_down", "level_up"))
        if side.level in sequence:
            side.level = sequence[max(0, sequence.index(side.level) - down)]
        _advance(side, up, rules, may_win=False)


def _next_dealer(deal: dict[str, Any], rules: Rules) -> int | None:
    """Who deals next: a seat of the side that gained."""
    rule = rules["dealer"]["on_fail" if deal["takeover"] else "on_success"]
    if rule == "fixed_by_board":
        return None
    if rule == "last_trick_winner":
        last = deal.get("last_winner")
        if last is not None and last % 2 == (deal["dealer"] + deal["takeover"]) % 2:
            return int(last)
        rule = "next" if deal["takeover"] else "partner"
    return int((deal["dealer"] + SEATS_ON[rule]) % 4)
