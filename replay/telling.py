"""An explanation in words: a list of lines in Chinese or English, from the one table of sentences."""

from __future__ import annotations

from functools import partial
from typing import Any

from ingest.cards import rank_text
from ingest.faults import Reject
from replay.explain import Explanation, ToldBid
from replay.fouls import Unknown
from replay.outcomewords import ladder_lines, outcome_lines
from replay.retell import Owed, Play, Trick
from replay.ruleset import Ruleset
from replay.sentences import say, templates
from replay.undeclared import VOID

Say = Any  # partial(say, lang)


def seat_name(lang: str, seat: int) -> str:
    """The seat in words."""
    return say(lang, f"seat.{seat}")


def named(lang: str, seat: int, player: str | None) -> str:
    """The seat in words, with the player's name where it is known."""
    return say(lang, "seat.named", seat=seat_name(lang, seat), player=player) if player else seat_name(lang, seat)


def _counted(tell: Say, key: str, n: int, **evidence: str) -> str:
    """A key's words for one, or for several."""
    return str(tell(f"{key}_one" if n == 1 else key, n=n, **evidence))


def lead_words(tell: Say, trick: Trick) -> str:
    """The shape of a lead, of a throw with its components."""
    tractors = [(kind, n) for kind, n in trick.components if n > 1]
    parts = [tell(f"component.{kind}", n=n) for kind, n in tractors]
    for kind in ("quad", "triple", "pair", "single"):
        n = sum(component == kind for component, _ in trick.components)
        parts += [_counted(tell, f"component.{kind}s", n)] if n else []
    words = {"suit": tell(f"suit.{trick.suit}"), "parts": tell("component.join").join(parts)}
    return str(tell(f"shape.{trick.shape}", n=tractors[0][1] if tractors else 0, **words))


def owed_words(tell: Say, owed: Owed, suit: str) -> str:
    """What was owed, in words: the structure if there is one, else the number of cards of the suit."""
    parts = [tell(f"owed.{kind}", n=length) for kind, length in owed.tractors]
    units = (("quads", owed.quads), ("triples", owed.triples), ("pairs", owed.pairs))
    parts += [_counted(tell, f"owed.{kind}", n) for kind, n in units if n]
    if parts:
        return str(tell("owed.join").join(parts))
    return _counted(tell, "owed.suit" if owed.all else "owed.any", owed.cards, suit=suit)


def verdict_words(tell: Say, play: Play, suit: str) -> str:
    """The sentence of a play's verdict."""
    evidence = {
        "cards": play.cards,
        "suit": tell(f"suit.{suit}"),
        "held": play.held or "",
        "owed": owed_words(tell, play.owed, tell(f"suit.{suit}")) if play.owed else "",
        "attempt": play.attempt or "",
        "part": play.part or "",
    }
    key = "follow_owed" if play.verdict == "follow" and play.owed and play.owed.structured else play.verdict
    return str(tell(f"verdict.{key}", **evidence))


def _points(tell: Say, trick: Trick, dealer: int) -> str:
    if not trick.points:
        return str(tell("trick.no_points", total=trick.defender_points))
    assert trick.winner is not None
    key = "points_defenders" if (trick.winner + dealer) % 2 else "points_dealer"
    return str(tell(f"trick.{key}", points=trick.points, total=trick.defender_points))


def trick_lines(lang: str, trick: Trick, dealer: int) -> list[str]:
    """The lines of one trick."""
    tell = partial(say, lang)
    name = partial(seat_name, lang)
    lead = trick.plays[0]
    lines = [
        tell("trick.lead", trick=trick.number, seat=name(trick.leader), cards=lead.cards, shape=lead_words(tell, trick))
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
    product = {"points": result["kitty_points"], "multiplier": result["multiplier"], "total": result["capture_points"]}
    if result["last_winner"] % 2 in told.no_kitty:
        return str(tell("result.kitty_lost", seat=seat))
    if (result["last_winner"] + told.dealer) % 2 == 0:
        key = "kept_subtracts" if result["capture_points"] else "kept"
        return str(tell(f"result.{key}", kitty=kitty, **product))
    if not result["captured"]:
        return str(tell("result.capture_off", seat=seat))
    if not result["kitty_points"]:
        return str(tell("result.capture_none", seat=seat, kitty=kitty))
    return str(tell("result.capture", seat=seat, kitty=kitty, **product))


def shown_words(lang: str, table: str, seat: str, cards: str, verdict: str) -> str:
    """One showing of cards, or a pass, with the words of its verdict, as ``table`` has them; ``seat`` is a name."""
    sentence = f"{table}.shown" if cards else f"{table}.passed"
    return say(lang, sentence, seat=seat, cards=cards, verdict=say(lang, f"{table}.{verdict}"))


def _shown_lines(lang: str, table: str, shown: list[ToldBid] | None) -> list[str]:
    return [shown_words(lang, table, seat_name(lang, one.seat), one.cards, one.verdict) for one in shown or ()]


def declaring_lines(lang: str, told: Explanation) -> list[str]:
    """Bids and exchanges with their verdicts and what follows from them, and what is taken from the log instead."""
    tell = partial(say, lang)
    lines = _shown_lines(lang, "bid", told.bids)
    if told.bids == []:
        lines.append(tell("bid.nobody"))
    if told.derived_trump == VOID:
        lines.append(tell("bid.void"))
    lines += _shown_lines(lang, "exchange", told.exchanges)
    if told.derived_trump in (None, VOID):
        return [*lines, tell("deal.log", what=tell("deal.log_trump_dealer"))]
    trump = tell(f"trump.{told.derived_trump}")
    if told.derived_dealer is None:
        return [*lines, tell("deal.follows_trump", trump=trump), tell("deal.log", what=tell("deal.log_dealer"))]
    return [*lines, tell("deal.follows", trump=trump, seat=seat_name(lang, told.derived_dealer))]


def unknown_foul(lang: str, foul: Unknown, player: str | None = None) -> str:
    """A foul that has no price: what, by whom."""
    who = say(lang, f"side.{foul.side}") if foul.seat is None else named(lang, foul.seat, player)
    return say(lang, "result.unknown_foul", foul=foul.kind, who=who, verdict=say(lang, "verdict.foul_unknown"))


def fault_lines(lang: str, told: Explanation) -> list[str]:
    """What is not allowed of the deal as a whole, and what cannot be counted of it."""
    lines = [say(lang, f"verdict.{fault}") for fault in told.faults]
    return lines + [unknown_foul(lang, foul) for foul in told.unknown_fouls]


def why_no_result(lang: str, status: str) -> str:
    """Why a deal of a status (``replay.columns.SCORES``) has no result."""
    return (
        say(lang, "deal.unfinished")
        if status == "partial"
        else say(lang, "deal.no_score", why=say(lang, f"why.{status}"))
    )


def result_lines(lang: str, told: Explanation, ladder: dict[str, Any] | None = None) -> list[str]:
    """Capture, total, levels and violations of a deal; why there is no result where there is none."""
    tell = partial(say, lang)
    name = partial(seat_name, lang)
    void = told.result is not None and told.result["gain_side"] is None
    standing = ladder_lines(lang, ladder, bids_move=told.bids_move_dealer, void=void) if ladder else []
    if told.result is None:
        return [why_no_result(lang, told.status), *standing]
    lines = [_capture_line(tell, told, name)] if told.result["last_winner"] is not None else []
    if told.result["penalty_points"]:
        lines.append(tell("result.penalties", points=f"{told.result['penalty_points']:+d}"))
    if told.result["total"] is not None:
        lines.append(tell("result.total", total=told.result["total"]))
    lines += outcome_lines(lang, told.result, told.ruling)
    if told.result["demoted_to"]:
        lines.append(tell("result.demoted", level=rank_text(told.result["demoted_to"])))
    lines += standing
    if ladder and ladder["leader"] is not None:
        lines.append(tell("ending.leads", side=tell(f"side.{ladder['leader']}")))
    if not told.tricks:
        return [*lines, tell("result.as_recorded")] if told.result["total"] is not None else lines
    barred = sum(not one.legal for one in (*(told.bids or ()), *(told.exchanges or ())))
    wrong = len(told.faults) + len(told.unknown_fouls) + barred
    wrong += sum(not play.legal for trick in told.tricks for play in trick.plays)
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
    unknown = tell("deal.unknown")
    level = rank_text(told.level) if told.level else unknown
    trump = tell(f"trump.{told.trump}") if told.trump else unknown
    dealer = unknown if told.dealer is None else seat_name(lang, told.dealer)
    head = {"level": level, "trump": trump, "dealer": dealer, "ruleset": ruleset.title(lang)}
    lines = [tell("deal.head", deal=told.deal, match=told.match, **head)]
    if players and any(players):
        names = [named(lang, seat, name) for seat, name in enumerate(players) if name]
        lines.append(tell("deal.players", names=tell("component.join").join(names)))
    if told.levels[0] and told.levels[1]:
        before = {f"level_{side}": rank_text(told.levels[side] or 0) for side in (0, 1)}
        lines.append(tell("deal.levels", side_0=tell("side.0"), side_1=tell("side.1"), **before))
    lines += declaring_lines(lang, told)
    for trick in told.tricks:
        lines += trick_lines(lang, trick, told.dealer)
    lines += fault_lines(lang, told)
    return lines + result_lines(lang, told, ladder)


def reject_place(lang: str, reject: Reject) -> str:
    """Where a rejected record stands: file, line, deal, trick and seat, as far as they are known."""
    tell = partial(say, lang)
    parts = [reject.path, tell("where.line", line=reject.line)]
    if reject.deal_no is not None:
        parts.append(tell("where.deal", deal=reject.deal_no))
    if reject.trick is not None:
        parts.append(tell("where.trick", trick=reject.trick + 1))
    if reject.seat is not None:
        parts.append(seat_name(lang, reject.seat))
    return tell("where.join").join(parts)


def reject_words(lang: str, reject: Reject) -> str:
    """Why a record was rejected: the language's own sentence of the code, else the one that ingest says."""
    key = f"reject.{reject.code}"
    return say(lang, key) if key in templates(lang) else reject.sentence
