"""The levels, dealers, games and winner of one match, deal after deal (docs/rules.md 8)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from tests.oracle.cards import Rules
from tests.oracle.fouls import Strikes, lost_by, struck_out
from tests.oracle.leader import Standing, leader

SEATS_ON = {"same": 0, "next": 1, "partner": 2}
Level = str | None  # None: not known


@dataclass
class Side:
    """Where a side stands, and the levels it has won as dealer in this game."""

    level: Level
    proven: set[str] = field(default_factory=set)


@dataclass
class Match:
    """What is remembered from deal to deal; `reached` holds the levels after each deal of the game."""

    sides: list[Side]
    number: int = 0  # of the last deal that has a row
    reached: list[list[Level]] = field(default_factory=list)
    games: list[int] = field(default_factory=lambda: [0, 0])
    winner: int | None = None
    strikes: Strikes = field(default_factory=Strikes)
    began: list[int | None] = field(default_factory=list)  # when each deal of the game did, None not known


class Climb(NamedTuple):
    won: bool
    stopped: bool  # by a must-play level


def climb(deals: list[dict[str, Any]], rules: Rules) -> list[dict[str, Any]]:
    """One row a deal: levels before and after, next dealer, who has won the game and the match, who leads.

    A deal without a result (`takeover` None) has a row only where its fouls forfeit the match. Beside what decides
    every deal, it may have `wins_game`, `demoted_to`, `last_winner`, `level_down`, `level_up`, `forfeits`,
    `strikes` and `minutes` (when it began); a key that is absent says nothing. A deal that is void has no `gain_side`.
    """
    match = new_match(rules)
    rows = [rung(deal, match, rules) for deal in deals]
    return [row for row in rows if row is not None]


def new_match(rules: Rules) -> Match:
    """A match before its first deal."""
    return Match(_anew(rules))


def rung(deal: dict[str, Any], match: Match, rules: Rules) -> dict[str, Any] | None:
    """The row of the next deal of a match, which it moves on; None where it has none."""
    broken = deal["deal_no"] != match.number + 1
    if broken:
        match.sides = [Side(None), Side(None)]
        match.strikes = Strikes()
    for side, level in zip(match.sides, deal["levels"] or [], strict=False):
        side.level = level
    told = {"deal_no": deal["deal_no"], "levels_before": [side.level for side in match.sides]}
    ruled = _ruled(deal, match, rules)
    if ruled["takeover"] is None:
        return None
    match.number = deal["deal_no"]
    told |= {"game": sum(match.games) + 1, "chain_broken": broken, **_step(ruled, match.sides, rules)}
    return told | _count(ruled, told, match, rules)


def _anew(rules: Rules) -> list[Side]:
    return [Side(rules["levels"]["start"]), Side(rules["levels"]["start"])]


def _ruled(deal: dict[str, Any], match: Match, rules: Rules) -> dict[str, Any]:
    """The deal as it stands where a side forfeits the match, by a foul of this deal or by one too many."""
    now = deal.get("strikes") or Strikes()
    by_count = struck_out(match.strikes, now, rules)
    match.strikes += now
    out = [a or b for a, b in zip(deal.get("forfeits") or (False, False), by_count, strict=True)]
    if not any(out):
        return deal
    ruled = lost_by(out, deal["dealer"], 0)
    named = {"takeover": ruled.takeover, "gain_side": ruled.gain_side, "levels_gained": ruled.levels}
    return deal | named | {"wins_game": False, "demoted_to": None, "forfeited": not all(out)}


def _step(deal: dict[str, Any], sides: list[Side], rules: Rules) -> dict[str, Any]:
    """Moves both sides, and tells where they stand and who deals next."""
    gains = deal["gain_side"]
    forfeited = deal.get("forfeited", False)
    moved = Climb(won=forfeited, stopped=False)
    if gains is not None and not forfeited:
        moved = _play(deal, sides, rules)
    if moved.won:
        sides[gains].level = rules["levels"]["win_level"]
    else:
        _fouls(deal, sides, rules)
    return {
        "levels_after": [side.level for side in sides],
        "next_dealer": None if moved.won or gains is None else _next_dealer(deal, rules),
        "over": moved.won,
        "winner": gains if moved.won else None,
        "must_play_stopped": moved.stopped and not moved.won,
        "forfeited": forfeited,
    }


def _count(deal: dict[str, Any], told: dict[str, Any], match: Match, rules: Rules) -> dict[str, Any]:
    """Counts the games, and tells who has won the match, or leads; after a game both sides begin anew."""
    match.reached.append(told["levels_after"])
    match.began.append(deal.get("minutes"))
    game_limit = rules["match"]["time_limit_of"] == "game"
    if told["over"]:
        _end_game(told["winner"], match, rules, forfeited=told["forfeited"])
    last = None if deal["gain_side"] is None else (deal["dealer"] + deal["takeover"]) % 2
    standing = Standing(match.games, [side.level for side in match.sides], told["next_dealer"], last, match.reached)
    silent = match.winner is not None or (game_limit and told["over"])
    leads, word = (None, None) if silent else leader(standing, rules)
    by_time = {"by_time": False}
    if game_limit and leads is not None and _time_is_up(match, rules):
        by_time = {"by_time": True, "over": True, "winner": leads, "next_dealer": None}
        _end_game(leads, match, rules, forfeited=False)
        leads = None
    told = {"games": list(match.games), "match_winner": match.winner, "leader": leads, "leads_by": word}
    return told | by_time | {"void": deal["gain_side"] is None}


def _end_game(side: int, match: Match, rules: Rules, *, forfeited: bool) -> None:
    """A side has won the game, and perhaps the match; then both begin anew."""
    match.games[side] += 1
    enough = 0 < rules["match"]["best_of"] < 2 * match.games[side]
    if match.winner is None and (enough or forfeited):
        match.winner = side
    match.sides, match.reached, match.began = _anew(rules), [], []


def _time_is_up(match: Match, rules: Rules) -> bool:
    """Whether the last deal of the game began as long after the first as the limit is."""
    first, last = match.began[0], match.began[-1]
    return first is not None and last is not None and last - first >= rules["match"]["time_limit_min"]


def _play(deal: dict[str, Any], sides: list[Side], rules: Rules) -> Climb:
    """What a deal moves that a side has won; its level counts as won by a dealer side that did not lose."""
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
    return moved


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
