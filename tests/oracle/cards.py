"""Cards as text, their effective suit and their position under a level and a trump (docs/rules.md 1)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any, NamedTuple

Rules = dict[str, Any]

SUITS = "SHCD"
RANKS = "23456789TJQKA"
ONE_DECK = [suit + rank for suit in SUITS for rank in RANKS] + ["LJ", "BJ"]

TOP_PLAIN, LEVEL_OFF, LEVEL_MAIN, LITTLE, BIG = 11, 12, 13, 14, 15
POSITIONS = 16


class Chain(NamedTuple):
    """Where a tractor may run: `joins` holds p when positions p and p + 1 join."""

    joins: frozenset[int]
    shortest: int


class Order(NamedTuple):
    """How one level and one trump arrange the cards."""

    suit: dict[str, str]  # card -> "S" "H" "C" "D" or "trump"
    position: dict[str, int]
    chain: Chain


def order(level: str, trump: str, rules: Rules) -> Order:
    """The order of the cards when `level` is played and `trump` is "S" "H" "C" "D" or "NT"."""
    combos = rules["combos"]
    switches = (
        combos["bridge_level_gap"],
        combos["join_level_off_top"],
        combos["join_level_main_off"],
        combos["join_small_joker_level"],
        combos["join_big_small_joker"],
    )
    return _order(level, trump, switches, combos["tractor_min_units"])


@cache
def _order(level: str, trump: str, switches: tuple[bool, ...], shortest: int) -> Order:
    suit = {card: _suit(card, level, trump) for card in ONE_DECK}
    position = {card: _position(card, level, trump) for card in ONE_DECK}
    return Order(suit, position, Chain(_joins(level, switches), shortest))


def _suit(card: str, level: str, trump: str) -> str:
    if card in ("LJ", "BJ") or card[1] == level or card[0] == trump:
        return "trump"
    return card[0]


def _position(card: str, level: str, trump: str) -> int:
    if card == "BJ":
        return BIG
    if card == "LJ":
        return LITTLE
    if card[1] == level:
        return LEVEL_MAIN if trump in (card[0], "NT") else LEVEL_OFF
    return RANKS.replace(level, "").index(card[1])


def _joins(level: str, switches: tuple[bool, ...]) -> frozenset[int]:
    bridge, off_top, main_off, joker_level, jokers = switches
    joins = set(range(TOP_PLAIN))
    if not bridge:
        joins.discard(RANKS.index(level) - 1)  # the ranks below and above the level
    above = {TOP_PLAIN: off_top, LEVEL_OFF: main_off, LEVEL_MAIN: joker_level, LITTLE: jokers}
    return frozenset(joins | {position for position, joined in above.items() if joined})


def points(cards: Iterable[str], rules: Rules) -> int:
    """What the point cards among these count."""
    worth = {"5": rules["points"]["five"], "T": rules["points"]["ten"], "K": rules["points"]["king"]}
    return sum(worth.get(card[1], 0) for card in cards)
