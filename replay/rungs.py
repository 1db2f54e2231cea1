"""One deal on the ladder of a match as ``shengji match`` tells it, of a sheet or of a log, and how a match ends."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import partial

from ingest.cards import rank_text
from replay.bidding import bids_move_dealer
from replay.ending import End, end_lines
from replay.fouls import Ruling
from replay.levels import Reached
from replay.outcomewords import ladder_lines, outcome_lines
from replay.ruleset import Ruleset
from replay.sentences import say


@dataclass(frozen=True, kw_only=True)
class Rung(Reached):
    """One deal on the ladder. Names of ``replay.columns.SCORES`` and ``LADDER`` mean the same here.

    ``row`` of the sheet or line of the log; ``points``: None where only 小光 or a result is noted; a level: None if not
    known; ``takeover``: None of a deal without a result, in which a side forfeits.
    """

    row: int
    deal: int
    dealer: int | None
    level: int | None
    trump: str | None
    points: int | None
    takeover: bool | None
    gain_side: int | None
    levels_gained: int | None
    wins_game: bool | None
    levels_after: list[int | None]
    few: bool = False  # only 小光 is noted
    gap: bool = False  # what stands before it is not known: it starts from its own levels
    carried: bool = False  # it starts from wrong levels of the row before
    ruling: Ruling | None = None
    match: str = ""


def rung_line(lang: str, place: str, rung: Rung, ruleset: Ruleset) -> str:
    """One deal: who dealt on what, the points, what they come to, where both sides stand then. ``place``: its name."""
    tell = partial(say, lang)
    if rung.few:
        points = tell("match.few")
    else:
        points = tell("match.no_points") if rung.points is None else tell("match.points", points=rung.points)
    unknown = tell("deal.unknown")
    return tell(
        "match.ladder",
        place=place,
        seat=unknown if rung.dealer is None else tell(f"seat.{rung.dealer}"),
        level=unknown if rung.level is None else rank_text(rung.level),
        trump=_trump(lang, rung.trump),
        points=points,
        result=tell("check.join").join(_results(lang, rung, bids_move_dealer(ruleset.values))),
    )


def _results(lang: str, rung: Rung, bids_move: bool) -> Iterator[str]:
    """What stood before, what the deal came to, where the match stands after it."""
    if rung.gap:
        yield say(lang, "match.gap")
    elif rung.carried:
        yield say(lang, "match.carried")
    values = asdict(rung) | {f"level_after_{side}": rung.levels_after[side] for side in (0, 1)}
    if rung.takeover is not None:
        yield from outcome_lines(lang, values, rung.ruling)
    void = rung.takeover is not None and rung.gain_side is None
    yield from ladder_lines(lang, values, bids_move=bids_move, void=void)


def _trump(lang: str, trump: str | None) -> str:
    if trump is None:
        return ""
    return say(lang, "match.no_trump") if trump == "NT" else say(lang, "match.trump", trump=say(lang, f"trump.{trump}"))


def ending_lines(lang: str, rungs: Sequence[Rung], end: End | None) -> Iterator[str]:
    """How the match of these deals ends: whether a game is open, who has won, what time and points come to."""
    if end is None:
        return
    tell, last = partial(say, lang), rungs[-1]
    if not last.over:
        yield tell("match.open")
    if last.match_winner is not None:
        sides = {"side_0": tell("side.0"), "side_1": tell("side.1"), "n_0": last.games_0, "n_1": last.games_1}
        yield tell("match.end", side=tell(f"side.{last.match_winner}"), **sides)
    yield from end_lines(tell, end)
