"""Where every card stands at a level under a trump suit, and which positions join (docs/rules.md 1)."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from ingest.cards import BIG_JOKER, LITTLE_JOKER, SUITS, parse_rank
from replay.kernel.layout import NO_TRUMP, POSITIONS, TRUMP

RANKS = range(2, 15)
TWO = 2
OFF_SUITS = "DCHS"  # unequal off-suit level cards from low to high
# The classes that may join, higher first, with the key that lets them. `suit` is the highest plain trump.
JOINS = {
    ("big_joker", "small_joker"): "combos.join_big_small_joker",
    ("small_joker", "level_main"): "combos.join_small_joker_level",
    ("level_main", "level_off"): "combos.join_level_main_off",
    ("level_off", "suit"): "combos.join_level_off_top",
    ("level_off", "perm2_main"): "combos.join_level_off_perm2",
    ("perm2_main", "perm2_off"): "combos.join_perm2_main_off",
    ("perm2_off", "suit"): "combos.join_perm2_top",
}


@dataclass(frozen=True)
class Places:
    """The positions at one level under one trump suit 0..4.

    ``plain``: ranks of a plain suit from position 0 on; ``trumps``: those of the trump suit;
    ``first`` and ``last``: the lowest and highest position of each class.
    """

    level: int
    trump: int
    plain: list[int]
    trumps: list[int]
    first: dict[str, int]
    last: dict[str, int]

    def of(self, card: int) -> tuple[int, int]:
        """(effective suit, position) of a card."""
        if card in (BIG_JOKER, LITTLE_JOKER):
            return TRUMP, self.first.get("big_joker" if card == BIG_JOKER else "small_joker", 0)
        suit, rank = divmod(card, 13)
        rank += 2
        main = self.trump in (suit, NO_TRUMP)
        if rank == self.level:
            return TRUMP, self._level_place(suit, main)
        if rank == TWO and "perm2_main" in self.first:
            return TRUMP, self.first["perm2_main" if main else "perm2_off"]
        if suit != self.trump:
            return suit, self.plain.index(rank)
        if rank in self.trumps:
            return TRUMP, self.first["suit"] + self.trumps.index(rank)
        return TRUMP, self.first[f"rank:{_text(rank)}"]

    def _level_place(self, suit: int, main: bool) -> int:
        if "level" in self.first:
            return self.first["level"]
        if main:
            return self.first["level_main"]
        low, high = self.first["level_off"], self.last["level_off"]
        if low == high:
            return low
        return low + [off for off in OFF_SUITS if off != SUITS[self.trump]].index(SUITS[suit])


def _text(rank: int) -> str:
    return "23456789TJQKA"[rank - 2]


def places(values: dict[str, Any], level: int, trump: int) -> Places:
    """The positions under a ruleset's ``trump`` keys."""
    order = values["trump.order"]
    permanent = "perm2_main" in order
    plain = [rank for rank in RANKS if rank != level and not (rank == TWO and permanent)]
    named = [parse_rank(name[5:]) for name in order if name.startswith("rank:")]
    trumps = [rank for rank in plain if rank not in named]
    first: dict[str, int] = {}
    last: dict[str, int] = {}
    at = 0
    for name in reversed(order):
        unequal = name == "level_off" and not values["trump.off_level_equal"]
        size = len(trumps) if name == "suit" else 3 if unequal else 1
        first[name], last[name] = at, at + size - 1
        at += size
    return Places(level, trump, plain, trumps, first, last)


def joins(values: dict[str, Any], here: Places) -> np.ndarray[Any, np.dtype[np.int32]]:
    """Which positions join the next above: row 0 for plain suits, row 1 for trump."""
    link = np.zeros((2, POSITIONS), np.int32)
    bridge = values["combos.bridge_level_gap"]
    rows = ((0, here.plain, 0), (1, here.trumps, here.first["suit"]))
    for row, ranks, start in rows:
        for at, (low, high) in enumerate(pairwise(ranks)):
            between = set(range(low + 1, high))
            link[row, start + at] = not between or (bridge and between == {here.level})
    for (upper, lower), key in JOINS.items():
        if upper in here.first and lower in here.first and here.first[upper] == here.last[lower] + 1:
            link[1, here.last[lower]] = values[key]
    return link
