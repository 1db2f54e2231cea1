"""What a question put to ``judge`` holds: reads each of its keys, and says what is wrong with it."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyarrow as pa

from ingest.cards import LITTLE_JOKER, UNKNOWN, format_cards, parse_card, parse_rank, rank_text
from ingest.columns import DEALS
from replay.fouls import Fouls, fouls_of
from replay.ruleset import Ruleset, load
from replay.sentences import LANGUAGES, say

Question = dict[str, Any]
MOST_POINTS = 10_000  # asked of outcome and ladder, above and below nothing
MOST_FOULS = 20  # in a deal, and of one kind


class QuestionError(ValueError):
    """A question that cannot be answered: ``key`` is what is wrong with it, ``fault`` a sentence of the table
    ``asked``, filled with the key as ``of`` and with the values: a list of them is a choice, another error tells
    what is wrong inside."""

    def __init__(self, key: str, fault: str, **values: Any) -> None:
        super().__init__(fault)
        self.key, self.fault, self.values = key, fault, {"of": key} | values

    def text(self, lang: str) -> str:
        """The sentence in ``zh`` or ``en``."""
        return say(lang, f"asked.{self.fault}", **{name: _words(lang, value) for name, value in self.values.items()})


def _words(lang: str, value: Any) -> Any:
    if isinstance(value, QuestionError):
        return value.text(lang)
    if not isinstance(value, list):
        return value
    *most, last = map(str, value)
    return say(lang, "asked.or", most=say(lang, "component.join").join(most), last=last) if most else last


def get(question: Question, key: str) -> Any:
    """The value of a key that must be there."""
    if key not in question:
        raise QuestionError(key, "missing")
    return question[key]


def ruleset_of(question: Question) -> Ruleset:
    """The ruleset that a question names; raises ``RulesetError`` where it cannot be used."""
    name = get(question, "ruleset")
    if not isinstance(name, str) or "\0" in name:
        raise QuestionError("ruleset", "ruleset", value=repr(name))
    return load(name, force=flag_of(question, "force"))


def flag_of(question: Question, key: str) -> bool:
    """True or false; false where the question does not say."""
    flag = question.get(key, False)
    if not isinstance(flag, bool):
        raise QuestionError(key, "flag", value=repr(flag))
    return flag


def lang_of(question: Question) -> str:
    """``zh`` or ``en``."""
    lang = question.get("lang", "en")
    if lang not in LANGUAGES:
        raise QuestionError("lang", "word", value=repr(lang), words=list(LANGUAGES))
    return str(lang)


def cards_of(question: Question, key: str, text: Any) -> bytes:
    """Cards of a question; at least one, and no more copies of a card than the packs hold."""
    if not isinstance(text, str) or not text.split():
        raise QuestionError(key, "cards")
    cards = bytes(_card_of(key, word) for word in text.split())
    check_copies(question, key, cards)
    values = ruleset_of(question).values
    most = values["deck.hand_size"] + values["deck.kitty_size"]
    if len(cards) > most:
        raise QuestionError(key, "too_many", n=len(cards), most=most)
    return cards


def _card_of(key: str, word: str) -> int:
    try:
        return parse_card(word)
    except ValueError:
        raise QuestionError(key, "no_card", value=repr(word)) from None


def check_copies(question: Question, key: str, cards: bytes) -> None:
    """No card may be there more often than the packs hold it."""
    values = ruleset_of(question).values
    for card in sorted(set(cards)):
        if card == UNKNOWN:
            raise QuestionError(key, "card_unknown")
        most = values["deck.decks"] if card < LITTLE_JOKER or values["deck.jokers_per_deck"] else 0
        if cards.count(card) > most:
            there = "copies_once" if cards.count(card) == 1 else "copies"
            raise QuestionError(key, there, card=format_cards(bytes([card])), n=cards.count(card), most=most)


def plays_of(question: Question, key: str, *lengths: int) -> list[bytes]:
    """A list of plays, hands or parts of one of these lengths (none: any), each as cards."""
    texts = get(question, key)
    if not isinstance(texts, list):
        raise QuestionError(key, "list")
    if lengths and len(texts) not in lengths:
        raise QuestionError(key, "list_of", numbers=list(lengths))
    return [cards_of(question, key, text) for text in texts]


def rank_of(key: str, text: Any) -> int:
    """A rank 2..14."""
    try:
        return parse_rank(str(text))
    except ValueError:
        raise QuestionError(key, "no_rank", value=repr(str(text))) from None


def number_of(key: str, value: Any, low: int, high: int) -> int:
    """A whole number within limits."""
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise QuestionError(key, "number", value=repr(value), low=low, high=high)
    return int(value)


def levels_of(ruleset: Ruleset, levels: Any) -> list[int]:
    """The levels of both sides, each one of the ruleset's."""
    if not isinstance(levels, list) or len(levels) != 2:
        raise QuestionError("levels", "two_levels")
    ranks = [rank_of("levels", level) for level in levels]
    for rank in ranks:
        if rank_text(rank) not in ruleset.values["levels.sequence"]:
            raise QuestionError("levels", "no_level", level=rank_text(rank), ruleset=ruleset.id)
    return ranks


def played_of(question: Question) -> list[set[int]]:
    """The levels that each side has won as dealer; none where the question does not say."""
    played = question.get("played", [[], []])
    if not isinstance(played, list) or len(played) != 2 or not all(isinstance(side, list) for side in played):
        raise QuestionError("played", "played")
    return [{rank_of("played", level) for level in side} for side in played]


def fouls_asked(question: Question, dealer: int) -> Fouls:
    """What the fouls of a question cost: those of one deal, with a dealer 0..3."""
    prices = ruleset_of(question).values["penalty.list"]
    fouls = question.get("fouls", [])
    if not isinstance(fouls, list) or len(fouls) > MOST_FOULS or not all(isinstance(foul, dict) for foul in fouls):
        raise QuestionError("fouls", "fouls", most=MOST_FOULS)
    rows = [_foul(foul, [price["offence"] for price in prices]) for foul in fouls]
    column = pa.array([rows], DEALS.field("penalties").type)
    return fouls_of(column, np.array([dealer]), prices)


def _foul(foul: dict[str, Any], kinds: list[str]) -> dict[str, Any]:
    """One foul, of a kind that the ruleset prices."""
    wrong = sorted(set(foul) - {"side", "kind", "count"})
    if wrong:
        raise QuestionError("fouls", "foul_key", name=str(wrong[0]))
    if foul.get("kind") not in kinds:
        value = repr(foul.get("kind"))
        if not kinds:
            raise QuestionError("fouls", "foul_unpriced", value=value)
        raise QuestionError("fouls", "foul_kind", value=value, words=kinds)
    try:
        side, count = number_of("side", foul.get("side"), 0, 1), number_of("count", foul.get("count", 1), 1, MOST_FOULS)
    except QuestionError as error:
        raise QuestionError("fouls", "inside", error=error) from None
    return {"side": side, "kind": foul["kind"], "count": count}
