"""The question of kind ``ladder``: where a match stands after a deal, or after several of them."""

from __future__ import annotations

from functools import partial
from typing import Any

from ingest.cards import SEATS, rank_text
from replay.asking import (
    MOST_POINTS,
    Question,
    QuestionError,
    cards_of,
    fouls_asked,
    get,
    lang_of,
    levels_of,
    number_of,
    played_of,
    ruleset_of,
)
from replay.compiled import compile_ruleset
from replay.ending import end_lines, end_of
from replay.kernel.deal import demotion_of
from replay.kernel.plain import rules_record, work_record
from replay.levels import Standing, Step, step
from replay.outcomes import Bands, ruled
from replay.outcomewords import game_lines
from replay.ruleset import Ruleset
from replay.sentences import say

DEAL_KEYS = {"levels", "dealer", "points", "captured_with", "last_winner", "fouls", "minutes"}
KEYS = DEAL_KEYS | {"played", "deals"}
MOST_DEALS = 500
MOST_MINUTES = 100_000


def answer_ladder(question: Question) -> dict[str, Any]:
    """Levels after the last deal, who deals next, the game, the match: won by whom, or led by whom if time is up."""
    ruleset, lang = ruleset_of(question), lang_of(question)
    standing = Standing(ruleset, won=played_of(question))
    if "deals" not in question:
        standing.game_began(0)
    latest = 0
    for number, deal in enumerate(_deals(question), 1):
        try:
            minutes = number_of("minutes", deal["minutes"], 0, MOST_MINUTES) if "minutes" in deal else None
            if minutes is not None and minutes < latest:
                raise QuestionError("minutes", "earlier", n=minutes, latest=latest)
            latest = latest if minutes is None else minutes
            after = _step(ruleset, standing, deal, minutes)
        except QuestionError as error:
            if "deals" not in question:
                raise
            raise QuestionError("deals", "in_deal", number=number, error=error) from None
    end = end_of(ruleset, after.match_winner, after.leader, minutes)
    levels = after.levels if end.goes_on_at is None else (end.goes_on_at, end.goes_on_at)
    tell = partial(say, lang)
    names = {f"level_{side}": rank_text(after.levels[side]) for side in (0, 1)}
    lines = [tell("result.levels", side_0=tell("side.0"), side_1=tell("side.1"), **names)]
    lines += game_lines(tell, after.reached) if after.over else []
    lines += end_lines(tell, end)
    return {
        "levels": [rank_text(level) for level in levels],
        "next_dealer": after.next_dealer,
        "over": after.over,
        "winner": after.winner,
        "game": after.game,
        "games": [after.games_0, after.games_1],
        "match_winner": end.winner,
        "leader": end.leader,
        "match_points": None if end.points is None else list(end.points),
        "text": (" " if lang == "en" else "").join(lines),
    }


def _deals(question: Question) -> list[Question]:
    """The deals asked about: those listed, or the one that the question itself is; the first with the levels before."""
    if "deals" not in question:
        get(question, "levels")
        return [question]
    deals = question["deals"]
    fits = isinstance(deals, list) and all(isinstance(deal, dict) for deal in deals)
    if not fits or not 0 < len(deals) <= MOST_DEALS:
        raise QuestionError("deals", "deals", most=MOST_DEALS, words=sorted(DEAL_KEYS))
    beside = sorted((DEAL_KEYS - {"levels", "minutes"}) & set(question))
    if beside:
        raise QuestionError(beside[0], "in_each")
    whole = {key: question[key] for key in ("ruleset", "lang", "force") if key in question}
    listed = [whole | _listed(at, deal) for at, deal in enumerate(deals)]
    listed[0] = {"minutes": 0} | ({"levels": question["levels"]} if "levels" in question else {}) | listed[0]
    listed[-1] |= {"minutes": question["minutes"]} if "minutes" in question else {}
    return listed


def _listed(at: int, deal: Question) -> Question:
    wrong = sorted(set(map(str, deal)) - DEAL_KEYS)
    if wrong:
        raise QuestionError("deals", "deal_key", name=wrong[0], number=at + 1)
    return deal


def _demoted_to(question: Question, level: int) -> int:
    """The level the dealer side falls to when the kitty is captured with these cards, 0 if to none."""
    cards = cards_of(question, "captured_with", question["captured_with"])
    work = work_record()
    work.level, work.won_at, work.lead_size = level, 0, len(cards)
    work.cards[: len(cards)] = list(cards)
    return int(demotion_of(work, rules_record(compile_ruleset(ruleset_of(question)).rules)))


def _step(ruleset: Ruleset, standing: Standing, deal: Question, minutes: int | None) -> Step:
    """Moves the match on by one of its deals, which began then."""
    if "levels" in deal:
        standing.levels = levels_of(ruleset, deal["levels"])
    dealer = number_of("dealer", get(deal, "dealer"), 0, SEATS - 1)
    points = number_of("points", get(deal, "points"), -MOST_POINTS, MOST_POINTS)
    last = number_of("last_winner", deal.get("last_winner", -1), -1, SEATS - 1)
    fouls = fouls_asked(deal, dealer)
    captured = "captured_with" in deal and not fouls.no_kitty[0] >> (1 - dealer % 2) & 1
    fallen = _demoted_to(deal, standing.levels[dealer % 2]) if captured else 0
    found = Bands(compile_ruleset(ruleset)).outcome(points + int(fouls.points[0]), dealer, captured)
    moved: dict[str, Any] = found._asdict() | {"demoted_to": fallen}
    if 0 in fouls.rulings:
        moved = ruled(fouls.rulings[0], dealer)._asdict()
    moved |= {"level_down": fouls.down[0], "level_up": fouls.up[0], "strikes": fouls.strikes.get(0, ())}
    began = None if minutes is None else 60 * minutes
    return step(ruleset, standing, dealer=dealer, last_winner=last, began=began, **moved)
