"""Cards as text, what they are worth, and which of them a ruleset plays with."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

Rules = dict[str, Any]

SUITS = "SHCD"
RANKS = "23456789TJQKA"
JOKERS = ["LJ", "BJ"]
ONE_DECK = [suit + rank for suit in SUITS for rank in RANKS] + JOKERS
_PLACES = {card: at for at, card in enumerate(ONE_DECK)}


def pack(rules: Rules) -> list[str]:
    """Every card of a deal."""
    one = ONE_DECK if rules["deck"]["jokers_per_deck"] else [card for card in ONE_DECK if card not in JOKERS]
    return one * int(rules["deck"]["decks"])


def points(cards: Iterable[str], level: str, rules: Rules) -> int:
    """What these cards count when `level` is played."""
    named = _worths(level, tuple(rules["points"].items()))
    return sum([named.get(card, 0) for card in cards])


@cache
def _worths(level: str, values: tuple[tuple[str, Any], ...]) -> dict[str, int]:
    """What each card counts that counts something."""
    worth = dict(values)
    return {
        "LJ": worth["small_joker"],
        "BJ": worth["big_joker"],
        **{suit + rank: worth[name] for suit in SUITS for rank, name in (("5", "five"), ("T", "ten"), ("K", "king"))},
        **({suit + level: worth["level_card"] for suit in SUITS} if worth["level_card"] else {}),
    }


def less(cards: Iterable[str], gone: Iterable[str]) -> list[str]:
    """These cards without those."""
    left = list(cards)
    for card in gone:
        left.remove(card)
    return left


def text(cards: Sequence[str]) -> str:
    """Cards as text, always in the same order."""
    return " ".join(sorted(cards, key=_PLACES.__getitem__))
