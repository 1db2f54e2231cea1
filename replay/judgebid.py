"""The question of kind ``bid``: which bids and exchanges are allowed, what is trump after them, and who deals."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from typing import Any

from ingest.cards import SEATS
from replay.asking import Question, QuestionError, cards_of, get, lang_of, number_of, rank_of, ruleset_of
from replay.bidding import judge_bids
from replay.bidwords import auction_lines, exchange_lines, made_lines
from replay.exchanges import ExchangeJudge
from replay.verdicts import FIRST_VIOLATION

KEYS = {"level", "first_deal", "bids", "exchanges", "kitty", "dealer"}
Shown = list[tuple[int, bytes]]  # seat 0..3 and cards


def answer_bid(question: Question) -> dict[str, Any]:
    """``trump`` S H C D NT, ``dealer`` 0..3 (each None where open), ``void``, a verdict a bid, and all in words.

    Of exchanges, too, a verdict each; a question that has some may leave out the bids.
    """
    ruleset, lang = ruleset_of(question), lang_of(question)
    level = rank_of("level", get(question, "level"))
    first_deal = question.get("first_deal", False)
    if not isinstance(first_deal, bool):
        raise QuestionError("first_deal", f"first_deal is {first_deal!r}; it must be true or false")
    dealer = question.get("dealer")
    if dealer is not None:
        dealer = number_of("dealer", dealer, 0, SEATS - 1)
    kitty = cards_of(question, "kitty", question["kitty"]) if "kitty" in question else None
    made: dict[str, Any] = {"trump": None, "dealer": dealer, "void": False}
    auction, lines = None, []
    if "bids" in question or "exchanges" not in question:
        bids = shown_of(question, "bids")
        auction = judge_bids(ruleset, level, first_deal, bids, kitty, dealer)
        made = {"trump": auction.trump, "dealer": auction.dealer, "void": auction.void}
        made["bids"] = _verdicts(auction.verdicts)
        lines = auction_lines(lang, bids, auction)
    if "exchanges" in question:
        exchanges = shown_of(question, "exchanges")
        buried_by = dealer if made["dealer"] is None else made["dealer"]
        exchanged = ExchangeJudge(ruleset.values).judge(level, first_deal, exchanges, buried_by, auction)
        made |= {"trump": exchanged.trump(made["trump"]), "exchanges": _verdicts(exchanged.verdicts)}
        lines += exchange_lines(lang, exchanges, exchanged)
    lines += [] if made["void"] else made_lines(lang, made["trump"], made["dealer"])
    return made | {"text": (" " if lang == "en" else "").join(lines)}


def _verdicts(verdicts: Sequence[IntEnum]) -> list[dict[str, Any]]:
    return [{"legal": one < FIRST_VIOLATION, "code": one.name.lower()} for one in verdicts]


def shown_of(question: Question, key: str) -> Shown:
    """Seat and cards of each bid or exchange, in order."""
    entries = get(question, key)
    if not isinstance(entries, list) or not all(
        isinstance(entry, dict) and set(entry) == {"seat", "cards"} for entry in entries
    ):
        raise QuestionError(key, f"{key} must be a list of tables of seat and cards, like {{'seat': 0, 'cards': 'S2'}}")
    return [(_seat(key, entry["seat"]), cards_of(question, key, entry["cards"])) for entry in entries]


def _seat(key: str, seat: Any) -> int:
    try:
        return number_of(key, seat, 0, SEATS - 1)
    except QuestionError:
        raise QuestionError(key, f"{key}: seat is {seat!r}; it must be a whole number from 0 to {SEATS - 1}") from None
