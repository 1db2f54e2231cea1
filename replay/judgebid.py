"""The question of kind ``bid``: which bids of a deal are allowed, what is trump after them, and who deals."""

from __future__ import annotations

from typing import Any

from ingest.cards import SEATS
from replay.asking import Question, QuestionError, cards_of, get, lang_of, number_of, rank_of, ruleset_of
from replay.bidding import judge_bids
from replay.bidwords import auction_lines
from replay.verdicts import FIRST_VIOLATION

KEYS = {"level", "first_deal", "bids", "kitty", "dealer"}


def answer_bid(question: Question) -> dict[str, Any]:
    """``trump`` S H C D NT, ``dealer`` 0..3 (each None where open), ``void``, a verdict a bid, and all in words."""
    level = rank_of("level", get(question, "level"))
    first_deal = question.get("first_deal", False)
    if not isinstance(first_deal, bool):
        raise QuestionError("first_deal", f"first_deal is {first_deal!r}; it must be true or false")
    dealer = question.get("dealer")
    if dealer is not None:
        dealer = number_of("dealer", dealer, 0, SEATS - 1)
    kitty = cards_of(question, "kitty", question["kitty"]) if "kitty" in question else None
    bids = bids_of(question)
    auction = judge_bids(ruleset_of(question), level, first_deal, bids, kitty, dealer)
    lang = lang_of(question)
    return {
        "trump": auction.trump,
        "dealer": auction.dealer,
        "void": auction.void,
        "bids": [{"legal": one < FIRST_VIOLATION, "code": one.name.lower()} for one in auction.verdicts],
        "text": (" " if lang == "en" else "").join(auction_lines(lang, bids, auction)),
    }


def bids_of(question: Question) -> list[tuple[int, bytes]]:
    """Seat and cards of each bid, in order."""
    bids = get(question, "bids")
    if not isinstance(bids, list) or not all(isinstance(bid, dict) and set(bid) == {"seat", "cards"} for bid in bids):
        raise QuestionError("bids", "bids must be a list of tables of seat and cards, like {'seat': 0, 'cards': 'S2'}")
    return [(_seat(bid["seat"]), cards_of(question, "bids", bid["cards"])) for bid in bids]


def _seat(seat: Any) -> int:
    try:
        return number_of("bids", seat, 0, SEATS - 1)
    except QuestionError:
        raise QuestionError(
            "bids", f"bids: seat is {seat!r}; it must be a whole number from 0 to {SEATS - 1}"
        ) from None
