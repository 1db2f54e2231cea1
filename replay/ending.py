"""What a match comes to in the end: its winner, who leads when time is up, match points (docs/rules.md 8)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ingest.cards import parse_rank, rank_text
from replay.ruleset import Ruleset

Say = Any  # partial(say, lang)


@dataclass(frozen=True)
class End:
    """The end of a match, or where it stands: the side that has won it, and whether ``by_time``; the side that leads
    where nobody has; whether the match's time is up, None where that is not known or it has no limit; the level both
    sides go on at where leading wins a deal and not the match; match points of each side, None where none are given."""

    winner: int | None
    by_time: bool
    leader: int | None
    time_up: bool | None
    goes_on_at: int | None
    points: tuple[int, int] | None


def end_of(ruleset: Ruleset, match_winner: int | None, leader: int | None, minutes: float | None) -> End:
    """``match_winner`` and ``leader``: as the ladder tells them of the last deal; ``minutes``: from when the first
    deal began to when the last one did, None not known."""
    values = ruleset.values
    of_match = values["match.time_limit_of"] == "match"
    limit, wins = values["match.time_limit_min"] if of_match else 0, values["match.timeout"] == "wins"
    time_up = minutes >= limit if limit and minutes is not None else None
    leads = bool(time_up) and match_winner is None and leader is not None
    winner = leader if leads and wins else match_winner
    level = parse_rank(values["levels.win_level"]) if leads and not wins else None
    given = (values["match.win_points"], values["match.loss_points"])
    points = None
    if winner is not None and any(given):
        points = given if winner == 0 else (given[1], given[0])
    return End(winner, leads and wins, None if winner is not None else leader, time_up, level, points)


def end_lines(tell: Say, end: End) -> list[str]:
    """What time and match points add to the end of a match."""
    lines = []
    if end.by_time:
        lines.append(tell("ending.wins", side=tell(f"side.{end.winner}")))
    elif end.leader is not None and end.goes_on_at is not None:
        lines.append(tell("ending.deals", level=rank_text(end.goes_on_at), side=tell(f"side.{end.leader}")))
    elif end.leader is not None:
        lines.append(tell("ending.leads", side=tell(f"side.{end.leader}")))
    elif end.time_up and end.winner is None:
        lines.append(tell("ending.nobody"))
    if end.points is not None:
        n_0, n_1 = end.points
        lines.append(tell("ending.points", side_0=tell("side.0"), side_1=tell("side.1"), n_0=n_0, n_1=n_1))
    return lines
