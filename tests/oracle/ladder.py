"""The levels and dealers of one match, deal after deal (docs/rules.md 8)."""

from __future__ import annotations

from typing import Any, NamedTuple

from tests.oracle.cards import Rules

SEATS_ON = {"same": 0, "next": 1, "partner": 2}


class Climb(NamedTuple):
    level: str | None  # None: not known
    won: bool
    stopped: bool  # by a must-play level


def climb(deals: list[dict[str, Any]], rules: Rules) -> list[dict[str, Any]]:
    """One row a deal: levels before and after, next dealer, whether the game is over and who won it."""
    rows: list[dict[str, Any]] = []
    levels: list[str | None] = [rules["levels"]["start"]] * 2
    proven: set[tuple[int, str]] = set()  # (side, must-play level it won as dealer)
    number = 0
    for deal in deals:
        broken = deal["deal_no"] != number + 1
        if broken:
            proven, levels = set(), [None, None]
        number = deal["deal_no"]
        row = _step(deal, list(deal["levels"] or levels), proven, rules)
        rows.append({**row, "chain_broken": broken})
        levels = row["levels_after"]
    return rows


def _step(deal: dict[str, Any], before: list[str | None], proven: set[tuple[int, str]], rules: Rules) -> dict[str, Any]:
    side, dealer = deal["gain_side"], deal["dealer"]
    as_dealer = not deal["takeover"]
    if as_dealer:
        proven.add((side, deal["level"]))
    free = {level for owner, level in proven if owner == side}
    moved = _advance(before[side], deal["levels_gained"], free, rules)
    won = moved.won
    if rules["levels"]["win_mode"] == "pass" and as_dealer and deal["level"] == rules["levels"]["win_level"]:
        won = True
    after = list(before)
    after[side] = rules["levels"]["win_level"] if won else moved.level
    role = "on_success" if as_dealer else "on_fail"
    return {
        "levels_before": before,
        "levels_after": after,
        "next_dealer": None if won else (dealer + SEATS_ON[rules["dealer"][role]]) % 4,
        "over": won,
        "winner": side if won else None,
        "must_play_stopped": moved.stopped and not won,
    }


def _advance(level: str | None, steps: int, free: set[str], rules: Rules) -> Climb:
    """Moves up one level at a time until the steps are used or something ends the advance."""
    if level is None:
        return Climb(None, won=False, stopped=False)
    ladder = rules["levels"]
    sequence, goal, mode = ladder["sequence"], ladder["win_level"], ladder["win_mode"]
    passes_goal = level == goal or not ladder["stop_at_win_level"]
    for _ in range(steps):
        if level == goal and mode == "reach":
            break
        if level in ladder["must_play"] and level not in free:
            return Climb(level, won=False, stopped=True)
        if level == goal and mode == "exceed" and passes_goal:
            return Climb(level, won=True, stopped=False)
        if level == sequence[-1] or (level == goal and ladder["stop_at_win_level"]):
            break
        level = sequence[sequence.index(level) + 1]
    return Climb(level, won=mode == "reach" and level == goal, stopped=False)
