"""The ladders of following as rows for the kernel (docs/rules.md 5.1)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, TypeAlias

import numpy as np

from replay.kernel.layout import MAX_LENGTH, RUNG_COLUMNS, WIDTHS
from replay.schema import NOTHING, PAIRS, TRACTOR_FIRST

PAIR, TRIPLE, QUAD = 2, 3, 4
NAMES = {PAIR: "pair", TRIPLE: "triple", QUAD: "quad"}
# A tractor (width, length) or None, and how many pairs, triples and quads beside it.
Rung: TypeAlias = tuple[tuple[int, int] | None, int, int, int]
EMPTY: Rung = (None, 0, 0, 0)
Array = np.ndarray[Any, np.dtype[np.int32]]


def _fills(width: int, places: int) -> Iterator[tuple[int, int, int]]:
    """(pairs, triples, quads) of at most ``places`` units no wider than ``width``, the widest and most first."""
    if width == PAIR:
        yield from ((pairs, 0, 0) for pairs in range(places, -1, -1))
        return
    for wide in range(places, -1, -1):
        for pairs, triples, _ in _fills(width - 1, places - wide):
            yield (pairs, wide, 0) if width == TRIPLE else (pairs, triples, wide)


class _Ladders:
    """Makes the ladders of one ruleset."""

    def __init__(self, values: dict[str, Any]) -> None:
        self.values = values
        self.shortest = values["combos.tractor_min_units"]
        self.bomb = values["combos.bomb"] != "none"

    def knows(self, width: int, length: int) -> bool:
        """Whether such a tractor is one under the ruleset."""
        if width == PAIR and length == 2 and self.values["combos.quad_as_tractor"]:
            return True
        return bool(self.values[f"combos.{NAMES[width]}_tractor"]) and length >= self.shortest

    def whole(self, width: int, length: int) -> Iterator[Rung]:
        """The rung of the whole tractor, and those of shorter ones where they are owed."""
        if self.knows(width, length):
            yield ((width, length), 0, 0, 0)
        if self.values["follow.sub_tractor"] == "must":
            for shorter in range(length - 1, self.shortest - 1, -1):
                if self.values[f"combos.{NAMES[width]}_tractor"]:
                    for fill in _fills(width, length - shorter):
                        yield ((width, shorter), *fill)

    def bombs(self, width: int, length: int) -> Iterator[Rung]:
        """Rungs with quads owed in place of a tractor of pairs or triples."""
        cards = width * length
        for quads in range(cards // QUAD, 0, -1):
            rest = cards - QUAD * quads
            for triples in range(rest // TRIPLE if width == TRIPLE else 0, -1, -1):
                for pairs in range((rest - TRIPLE * triples) // PAIR, -1, -1):
                    yield (None, pairs, triples, quads)

    def pairs(self, length: int, ladder: list[list[str]]) -> Iterator[Rung]:
        """The ladder of a tractor of pairs, by one of the values of ``pair_tractor_2``."""
        if ladder == NOTHING:
            yield EMPTY
            return
        if ladder != PAIRS:
            yield from self.whole(PAIR, length)
        yield from ((None, pairs, 0, 0) for pairs in range(length, -1, -1))

    def tractor(self, width: int, length: int) -> Iterator[Rung]:
        """The ladder of a tractor without bombs, down to nothing."""
        if width == PAIR:
            yield from self.pairs(length, self.values["follow.ladders.pair_tractor_2"])
            return
        early = width == TRIPLE and self.values["follow.ladders.triple_tractor_2"] == TRACTOR_FIRST
        if width == TRIPLE and self.values["follow.ladders.triple_tractor_2"] == NOTHING:
            yield EMPTY
            return
        yield from self.whole(width, length)
        whole_pairs = [["pair_tractor:2"], *PAIRS]
        narrower = list(self.pairs(length, whole_pairs) if width == TRIPLE else self.tractor(width - 1, length))
        for fill in _fills(width, length):
            if fill[width - PAIR] > 0:
                yield (None, *fill)
                if early and fill == (0, length, 0):
                    yield from (rung for rung in narrower if rung[0])
        yield from (rung for rung in narrower if not (early and rung[0]))

    def of(self, width: int, length: int) -> Iterator[tuple[int, Rung]]:
        """(number, rung) of the ladder of a component, best first."""
        if length == 1:
            rungs = self.values[f"follow.ladders.{NAMES[width]}"]
            for number, rung in enumerate(rungs):
                yield number, (None, rung.count("pair"), rung.count("triple"), rung.count("quad"))
            return
        number = 0
        bombs = list(self.bombs(width, length)) if self.bomb and width < QUAD else []
        nothing = list(self.tractor(width, length)) == [EMPTY]
        for rung in self.tractor(width, length):
            if bombs and not nothing and rung[0] != (width, length):
                as_good = number == 1 and (width, length) == (PAIR, 2)
                for bomb in bombs:
                    if as_good and bomb == (None, 0, 0, 1):
                        yield 0, bomb
                    else:
                        yield number, bomb
                        number += 1
                bombs = []
            yield number, rung
            number += 1


KEYS = (
    "combos.tractor_min_units", "combos.bomb", "combos.quad_as_tractor", "combos.pair_tractor",
    "combos.triple_tractor", "combos.quad_tractor", "combos.triple", "combos.quad", "follow.sub_tractor",
    "follow.ladders.pair", "follow.ladders.triple", "follow.ladders.quad",
    "follow.ladders.pair_tractor_2", "follow.ladders.triple_tractor_2",
)  # fmt: skip


def ladders(values: dict[str, Any]) -> tuple[Array, Array]:
    """(rows [n, RUNG_COLUMNS], at [WIDTHS, MAX_LENGTH + 2]): the rungs of a component of width w and length n
    are ``rows[at[w, n] : at[w, n + 1]]``, best first."""
    return _made(repr({key: values[key] for key in KEYS}), tuple((key, _frozen(values[key])) for key in KEYS))


def _frozen(value: Any) -> Any:
    return tuple(map(_frozen, value)) if isinstance(value, list) else value


def _thawed(value: Any) -> Any:
    return [_thawed(item) for item in value] if isinstance(value, tuple) else value


@lru_cache(maxsize=64)
def _made(_: str, items: tuple[tuple[str, Any], ...]) -> tuple[Array, Array]:
    values = {key: _thawed(value) for key, value in items}
    maker = _Ladders(values)
    widest = QUAD if values["combos.quad"] else TRIPLE if values["combos.triple"] else PAIR
    rows: list[list[int]] = []
    at = np.zeros((WIDTHS, MAX_LENGTH + 2), np.int32)
    for width in range(PAIR, widest + 1):
        for length in range(1, MAX_LENGTH + 1):
            at[width, length] = len(rows)
            if length == 1 or maker.knows(width, length):
                for number, (run, pairs, triples, quads) in maker.of(width, length):
                    rows.append([number, *(run or (0, 0)), pairs, triples, quads])
            at[width, length + 1] = len(rows)
    return np.array(rows or [[0] * RUNG_COLUMNS], np.int32).reshape(-1, RUNG_COLUMNS), at
