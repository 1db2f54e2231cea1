"""The question of kind ``bid``: which bids and exchanges are allowed, what is trump after them, and who deals."""

from __future__ import annotations

from collections.abc import Sequence, Set
from enum import IntEnum
from typing import Any

from ingest.cards import SEATS
from replay.asking import Question, QuestionError, cards_of, flag_of, get, lang_of, number_of, rank_of, ruleset_of
from replay.bidding import judge_bids
from replay.bids import Shown
from replay.bidwords import auction_lines, exchange_lines, made_lines
from replay.exchanges import ExchangeJudge
from replay.verdicts import FIRST_VIOLATION

KEYS = {"level", "first_deal", "bids", "exchanges", "kitty", "dealer"}
WHEN = ("deal", "dealt", "kitty")


def answer_bid(question: Question) -> dict[str, Any]:
    """``trump`` S H C D NT, ``dealer`` 0..3 (each None where open), ``void``, a verdict a bid, and all in words.

    Of exchanges, too, a verdict each; a question that has some may leave out the bids.
    """
    ruleset, lang = ruleset_of(question), lang_of(question)
    level = rank_of("level", get(question, "level"))
    first_deal = flag_of(question, "first_deal")
    dealer = question.get("dealer")
    if dealer is not None:
        dealer = number_of("dealer", dealer, 0, SEATS - 1)
    kitty = cards_of(question, "kitty", question["kitty"]) if "kitty" in question else None
    made: dict[str, Any] = {"trump": None, "dealer": dealer, "void": False}
    auction, lines = None, []
    if "bids" in question or "exchanges" not in question:
        bids = bids_of(question)
        auction = judge_bids(ruleset, level, first_deal, bids, kitty, dealer)
        made = {"trump": auction.trump, "dealer": auction.dealer, "void": auction.void}
        made["bids"] = _verdicts(auction.verdicts)
        lines = auction_lines(lang, bids, auction)
    if "exchanges" in question:
        exchanges = [
            (_seat("exchanges", one["seat"]), cards_of(question, "exchanges", one["cards"]))
            for one in entries_of(question, "exchanges")
        ]
        buried_by = dealer if made["dealer"] is None else made["dealer"]
        exchanged = ExchangeJudge(ruleset.values).judge(level, first_deal, exchanges, buried_by, auction)
        made |= {"trump": exchanged.trump(made["trump"]), "exchanges": _verdicts(exchanged.verdicts)}
        lines += exchange_lines(lang, exchanges, exchanged)
    lines += [] if made["void"] else made_lines(lang, made["trump"], made["dealer"])
    return made | {"text": (" " if lang == "en" else "").join(lines)}


def _verdicts(verdicts: Sequence[IntEnum]) -> list[dict[str, Any]]:
    return [{"legal": one < FIRST_VIOLATION, "code": one.name.lower()} for one in verdicts]


def bids_of(question: Question) -> list[Shown]:
    """The bids, in order; each may say ``when`` it was shown and whether ``together`` with the one before."""
    shown: list[Shown] = []
    for bid in entries_of(question, "bids", {"when", "together"}):
        when, together = bid.get("when"), bid.get("together", False)
        if when is not None and when not in WHEN:
            raise _inside("bids", "when", "word", value=repr(when), words=list(WHEN))
        if not isinstance(together, bool):
            raise _inside("bids", "together", "flag", value=repr(together))
        cards = cards_of(question, "bids", bid["cards"]) if bid["cards"] != "" else b""
        if together and not shown:
            raise QuestionError("bids", "first_together")
        shown.append(Shown(_seat("bids", bid["seat"]), cards, when, together))
    return shown


def entries_of(question: Question, key: str, more: Set[str] = frozenset()) -> list[dict[str, Any]]:
    """The entries of a list, each with a seat and cards, and perhaps ``more`` keys."""
    entries = get(question, key)
    if not isinstance(entries, list) or not all(
        isinstance(entry, dict) and {"seat", "cards"} <= set(entry) <= {"seat", "cards"} | more for entry in entries
    ):
        raise QuestionError(key, "entries")
    return entries


def _seat(key: str, seat: Any) -> int:
    try:
        return number_of("seat", seat, 0, SEATS - 1)
    except QuestionError as error:
        raise QuestionError(key, "inside", error=error) from None


def _inside(key: str, inner: str, fault: str, **values: Any) -> QuestionError:
    """What is wrong with a key of one of the entries of ``key``."""
    return QuestionError(key, "inside", error=QuestionError(inner, fault, **values))
