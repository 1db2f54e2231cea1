"""What ``shengji judge`` reads and prints: a question from options, or many as JSON lines."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from typing import Any, TextIO

from replay.judge import answer
from replay.sentences import say

# Where the cards written behind a kind go.
PLAYS_KEY = {"trick": "plays", "capture": "plays", "throw": "others"}
SEATS = ("0", "1", "2", "3")


def question(kind: str, cards: list[str], options: dict[str, Any]) -> dict[str, Any]:
    """One question from the command line: ``judge trick --trump H --level T "S9 S9" "S5 S5" …``."""
    asked = {"kind": kind, **options}
    if cards and kind == "follow":
        asked["play"] = " ".join(cards)
    elif cards and kind == "shape":
        asked["cards"] = " ".join(cards)
    elif kind == "bid":
        asked["bids"] = [_bid(text) for text in cards]
    elif cards and kind == "ladder":
        asked["deals"] = [_deal(text) for text in cards]
    elif cards:
        asked[PLAYS_KEY.get(kind, "plays")] = cards
    if "exchanges" in asked:
        asked["exchanges"] = [_shown(text) for text in asked["exchanges"]]
    return asked


def _shown(text: str) -> dict[str, Any]:
    """A bid or an exchange written as ``0:S2``: who shows what."""
    seat, _, cards = text.partition(":")
    return {"seat": int(seat) if seat in SEATS else seat, "cards": cards}


def _bid(text: str) -> dict[str, Any]:
    """A bid, a pass written without cards; behind it ``@deal``, ``@dealt`` or ``@kitty``, and ``&`` for together."""
    shown, _, when = text.removesuffix("&").strip().partition("@")
    said = {"when": when.strip()} if when else {}
    return _shown(shown.strip()) | said | ({"together": True} if text.endswith("&") else {})


def _deal(text: str) -> dict[str, Any]:
    """A deal written as ``0:40``: who dealt, and the defenders' points."""
    seat, _, points = text.partition(":")
    number = points.removeprefix("-").isdecimal()
    return {"dealer": int(seat) if seat in SEATS else seat, "points": int(points) if number else points}


def print_answer(asked: dict[str, Any], as_json: bool) -> bool:
    """Prints the answer to one question, in words where it has any; False if it could not be answered."""
    told = answer(asked)
    if "error" in told:
        print(told["error"]["text"], file=sys.stderr)
        return False
    if as_json:
        print(json.dumps(told, ensure_ascii=False))
        return True
    if "text" in told:
        print(told["text"])
    for key, value in told.items():
        if key != "text":
            print(f"{key}: {value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)}")
    return True


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """The table of a question; a key that stands there twice would be answered by half."""
    table = dict(pairs)
    if len(table) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise ValueError(f"{twice!r} stands there twice")
    return table


def answer_lines(lines: Iterable[str], out: TextIO, beside: dict[str, Any]) -> None:
    """Answers JSON questions, one a line, in the same order; a bad one gets an ``error`` and stops nothing.

    ``beside``: what a question says that does not say it itself, its ``lang`` and ``force``.
    """
    for line in lines:
        if not line.strip():
            continue
        try:
            asked = json.loads(line, object_pairs_hook=_once)
            if not isinstance(asked, dict):
                raise ValueError("a question is a JSON object")
            told = answer(beside | asked)
        except (ValueError, RecursionError) as error:
            text = say(beside.get("lang", "en"), "asked.line", why=str(error))
            told = {"error": {"key": "line", "text": text}}
        out.write(json.dumps(told, ensure_ascii=False) + "\n")
        out.flush()
