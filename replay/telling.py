"""An explanation in words: a list of lines in Chinese or English, from the one table of sentences."""

from __future__ import annotations

from functools import partial
from typing import Any

from ingest.cards import rank_text
from replay.explain import Explanation, Owed, Play, Trick
from replay.ruleset import Ruleset
from replay.sentences import say

Say = Any  # partial(say, lang)


def seat_name(lang: str, seat: int, players: list[str | None] | None = None) -> str:
    """The seat in words, with the player's name behind it where there is one."""
    name = players[seat] if players else None
    return say(lang, f"seat.{seat}") + (f" ({name})" if name else "")


def _lead_shape(tell: Say, trick: Trick) -> str:
    suit = tell(f"suit.{trick.suit}")
    parts = ", ".join(tell(f"component.{kind}", n=n) for kind, n in trick.components)
    lengths = [n for kind, n in trick.components if kind == "tractor"]
    return str(tell(f"shape.{trick.shape}", suit=suit, parts=parts, n=lengths[0] if lengths else 0))


def owed_words(tell: Say, owed: Owed, suit: str) -> str:
    """What was owed, in words: the cards of the suit and the structure among them."""
    if owed.cards == 0:
        return str(tell("owed.void", suit=suit))
    parts = [tell("owed.tractor", n=length) for length in owed.tractors]
    if owed.pairs:
        parts.append(tell("owed.pairs_one" if owed.pairs == 1 else "owed.pairs", n=owed.pairs))
    if parts:
        return str(tell("owed.join").join(parts))
    return str(tell("owed.suit" if owed.all else "owed.any", count=owed.cards, suit=suit))


def _part_words(tell: Say, part: str | None) -> str:
    """``part:tractor:2 S9`` in words."""
    if not part:
        return ""
    words, _, cards = part.removeprefix("part:").partition(" ")
    kind, _, length = words.partition(":")
    return str(tell(f"part.{kind}", cards=cards, n=length))


def verdict_words(tell: Say, play: Play, suit: str) -> str:
    """The sentence of a play's verdict."""
    evidence = {
        "cards": play.cards,
        "suit": tell(f"suit.{suit}"),
        "held": play.held or "",
        "owed": owed_words(tell, play.owed, tell(f"suit.{suit}")) if play.owed else tell("owed.nothing"),
        "attempt": play.attempt or "",
        "part": _part_words(tell, play.part),
    }
    return str(tell(f"verdict.{play.verdict}", **evidence))


def _points(tell: Say, trick: Trick, dealer: int) -> str:
    if not trick.points:
        return str(tell("trick.no_points", total=trick.defender_points))
    assert trick.winner is not None
    key = "points_defenders" if (trick.winner + dealer) % 2 else "points_dealer"
    return str(tell(f"trick.{key}", points=trick.points, total=trick.defender_points))


def trick_lines(lang: str, trick: Trick, dealer: int, players: list[str | None] | None = None) -> list[str]:
    """The lines of one trick."""
    tell = partial(say, lang)
    name = partial(seat_name, lang, players=players)
    lead = trick.plays[0]
    lines = [
        tell(
            "trick.lead", trick=trick.number, seat=name(trick.leader), cards=lead.cards, shape=_lead_shape(tell, trick)
        )
    ]
    if trick.turn != trick.leader:
        words = tell("verdict.out_of_turn", seat=name(trick.leader), turn=name(trick.turn))
        lines.append(tell("trick.play", seat=name(trick.leader), cards=lead.cards, verdict=words))
    for play in trick.plays:
        if play.verdict != "lead":
            words = verdict_words(tell, play, trick.suit)
            lines.append(tell("trick.play", seat=name(play.seat), cards=play.cards, verdict=words))
    if trick.winner is None:
        lines.append(tell("trick.open" if len(trick.plays) < 4 else "trick.undecided"))
        return lines
    won = next(play for play in trick.plays if play.seat == trick.winner)
    points = _points(tell, trick, dealer)
    lines.append(tell(f"trick.won_{trick.won_by}", winner=name(trick.winner), cards=won.cards, points=points))
    return lines


def _capture_line(tell: Say, told: Explanation, name: Any) -> str:
    result = told.result or {}
    seat, kitty = name(result["last_winner"]), told.kitty or ""
    if (result["last_winner"] + told.dealer) % 2 == 0:
        return str(tell("result.kept", kitty=kitty, points=result["kitty_points"]))
    if not result["captured"]:
        return str(tell("result.capture_off", seat=seat))
    if not result["kitty_points"]:
        return str(tell("result.capture_none", seat=seat, kitty=kitty))
    product = {"points": result["kitty_points"], "multiplier": result["multiplier"], "total": result["capture_points"]}
    return str(tell("result.capture", seat=seat, kitty=kitty, **product))


def _outcome_line(tell: Say, result: dict[str, Any]) -> str:
    gained = result["levels_gained"]
    key = "takeover" if result["takeover"] else "dealer"
    if gained:
        return str(tell(f"result.{key}_gains", n=gained))
    return str(tell("result.takeover" if result["takeover"] else "result.dealer_holds"))


def _ladder_lines(tell: Say, ladder: dict[str, Any], name: Any) -> list[str]:
    lines = [tell("result.stopped")] if ladder["must_play_stopped"] else []
    if ladder["level_after_0"] and ladder["level_after_1"]:
        after = {f"level_{side}": rank_text(ladder[f"level_after_{side}"]) for side in (0, 1)}
        lines.append(tell("result.levels", side_0=tell("side.0"), side_1=tell("side.1"), **after))
    if ladder["over"]:
        lines.append(tell("result.over", side=tell(f"side.{ladder['winner']}")))
    else:
        lines.append(tell("result.next_dealer", seat=name(ladder["next_dealer"])))
    return lines


def result_lines(
    lang: str, told: Explanation, ladder: dict[str, Any] | None = None, players: list[str | None] | None = None
) -> list[str]:
    """Capture, total, levels and violations of a deal; why there is no result where there is none."""
    tell = partial(say, lang)
    if told.result is None:
        return [
            tell("deal.unfinished")
            if told.status == "partial"
            else tell("deal.no_score", why=tell(f"why.{told.status}"))
        ]
    name = partial(seat_name, lang, players=players)
    lines = [_capture_line(tell, told, name)]
    if told.result["penalty_points"]:
        lines.append(tell("result.penalties", points=f"{told.result['penalty_points']:+d}"))
    lines += [tell("result.total", total=told.result["total"]), _outcome_line(tell, told.result)]
    lines += _ladder_lines(tell, ladder, name) if ladder else []
    wrong = sum(not play.legal for trick in told.tricks for play in trick.plays)
    wrong += sum(trick.turn != trick.leader for trick in told.tricks)
    key = {0: "clean", 1: "violations_one"}.get(wrong, "violations")
    return [*lines, tell(f"result.{key}", n=wrong)]


def deal_lines(
    lang: str,
    told: Explanation,
    ruleset: Ruleset,
    ladder: dict[str, Any] | None = None,
    players: list[str | None] | None = None,
) -> list[str]:
    """The whole deal in words, a line a sentence."""
    tell = partial(say, lang)
    head = {"level": rank_text(told.level), "trump": tell(f"trump.{told.trump}"), "ruleset": ruleset.title(lang)}
    lines = [tell("deal.head", deal=told.deal, match=told.match, dealer=seat_name(lang, told.dealer, players), **head)]
    if told.levels[0] and told.levels[1]:
        before = {f"level_{side}": rank_text(told.levels[side] or 0) for side in (0, 1)}
        lines.append(tell("deal.levels", side_0=tell("side.0"), side_1=tell("side.1"), **before))
    lines.append(tell("deal.log", what=tell("deal.log_items")))
    for trick in told.tricks:
        lines += trick_lines(lang, trick, told.dealer, players)
    return lines + result_lines(lang, told, ladder, players)
