"""What a deal comes to, in words: who gains, what a foul decides, where the match stands after it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from ingest.cards import rank_text
from replay.fouls import LOSES, Ruling
from replay.sentences import say

Say = Any  # partial(say, lang)
Values = Mapping[str, Any]


def outcome_lines(lang: str, result: Values, ruling: Ruling | None) -> list[str]:
    """What a deal with a result comes to (``result``: columns of ``replay.columns.SCORES``), and the fouls that
    decide it where they do."""
    tell = partial(say, lang)
    if ruling is None:
        return [outcome_line(tell, result)]
    offences = tell("component.join").join(ruling.offences)
    line = tell(f"result.ruled_{ruling.kind}", offences=offences, side=tell(f"side.{ruling.sides[0]}"))
    return [line, outcome_line(tell, result)] if ruling.kind == LOSES else [line]


def outcome_line(tell: Say, result: Values) -> str:
    """Who gains by the points of a deal, and what; ``result`` as above."""
    gained = result["levels_gained"]
    key = "takeover" if result["takeover"] else "dealer"
    if result["wins_game"]:
        return str(tell("result.wins_game", side=tell(f"side.{result['gain_side']}")))
    if gained:
        return str(tell(f"result.{key}_gains", n=gained))
    return str(tell("result.takeover" if result["takeover"] else "result.dealer_holds"))


def ladder_lines(lang: str, rung: Values, *, bids_move: bool, void: bool = False) -> list[str]:
    """Where the match stands after a deal, if it goes on from there; a level that is not known is a question mark.

    ``rung``: columns of ``replay.columns.LADDER``; ``void``: the deal came to nothing; ``bids_move``: bids
    may make another seat the dealer of the next deal.
    """
    tell = partial(say, lang)
    lines = [tell("result.stopped")] if rung["must_play_stopped"] else []
    if rung["next_dealer"] is None and not rung["over"] and not void:
        return [*lines, tell("result.board")]
    levels = [rung[f"level_after_{side}"] for side in (0, 1)]
    if any(levels):
        after = {f"level_{side}": rank_text(level) if level else "?" for side, level in enumerate(levels)}
        lines.append(tell("result.levels", side_0=tell("side.0"), side_1=tell("side.1"), **after))
    if rung["over"]:
        lines += game_lines(tell, rung)
    elif void:
        lines.append(tell("result.void_dealer"))
    else:
        key = "result.dealer_unless_bid" if bids_move else "result.next_dealer"
        lines.append(tell(key, seat=tell(f"seat.{rung['next_dealer']}")))
    return lines


def game_lines(tell: Say, rung: Values) -> list[str]:
    """The end of a game, and how the match stands by it; ``rung`` as above."""
    winner = tell(f"side.{rung['winner']}")
    if rung["forfeited"]:
        return [tell("result.forfeited", side=winner)]
    lines = [tell("result.time_up" if rung["by_time"] else "result.over", side=winner)]
    games = {"side_0": tell("side.0"), "side_1": tell("side.1"), "n_0": rung["games_0"], "n_1": rung["games_1"]}
    if rung["match_winner"] is None:
        lines.append(tell("result.games", **games))
    elif rung["game"] > 1:
        lines.append(tell("result.match_won", side=tell(f"side.{rung['match_winner']}"), **games))
    return lines
