"""The ladders of what is owed to a unit or a tractor, best rung first (docs/rules.md 5.1)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from tests.oracle.cards import Rules
from tests.oracle.order import Combos

Units = tuple[int, int, int]  # quads, triples, pairs
Printed = tuple[tuple[str, ...], ...]
NONE: Units = (0, 0, 0)
NOTHING: Printed = ((),)


class Rung(NamedTuple):
    """What one rung asks for: at most one tractor (width, length), and units."""

    run: tuple[int, int] | None
    units: Units

    @property
    def widths(self) -> list[int]:
        """The width of every unit, the widest first."""
        quads, triples, pairs = self.units
        return [4] * quads + [3] * triples + [2] * pairs


Step = tuple[Rung, ...]  # rungs that are as good as each other


class Duties(NamedTuple):
    """What of a ruleset the ladders depend on."""

    unit: tuple[Printed, Printed, Printed]  # of a pair, a triple, a quad
    pair_tractor: Printed
    triple_tractor: Printed
    shorter: bool
    bomb: bool


def duties(rules: Rules) -> Duties:
    """The duties of followers under a ruleset."""
    printed = {name: tuple(map(tuple, rungs)) for name, rungs in rules["follow"]["ladders"].items()}
    return Duties(
        unit=(printed["pair"], printed["triple"], printed["quad"]),
        pair_tractor=printed["pair_tractor_2"],
        triple_tractor=printed["triple_tractor_2"],
        shorter=rules["follow"]["sub_tractor"] == "must",
        bomb=rules["combos"]["bomb"] == "follow_obligation",
    )


@cache
def ladder(width: int, length: int, owed: Duties, combos: Combos) -> tuple[Step, ...]:
    """The steps owed to a component, without rungs of what the ruleset does not know."""
    if length == 1:
        steps: list[Step] = [(Rung(None, _counted(words)),) for words in owed.unit[width - 2]]
    else:
        steps = list(_of_tractor(width, length, owed, combos))
    known = [tuple(rung for rung in step if _known(rung, combos)) for step in steps]
    return tuple(step for step in known if step)


def _counted(words: tuple[str, ...]) -> Units:
    return words.count("quad"), words.count("triple"), words.count("pair")


def _known(rung: Rung, combos: Combos) -> bool:
    if rung.run:
        width, length = rung.run
        by_width = width in combos.runs and length >= combos.shortest
        if not (by_width or (combos.quad_run and rung.run == (2, 2))):
            return False
    return combos.units.issuperset(rung.widths)


def _of_tractor(width: int, length: int, owed: Duties, combos: Combos) -> Iterator[Step]:
    if width == 4:
        yield from _whole(4, length, owed, combos)
        yield from _counts(4, length)
        width = 3  # then what is owed to triples
        bombs: list[Step] = []
    else:
        bombs = list(_bombs(width, length)) if owed.bomb else []
    printed = owed.pair_tractor if width == 2 else owed.triple_tractor
    if printed == NOTHING:
        yield (Rung(None, NONE),)
    elif width == 2:
        tractors = list(_whole(2, length, owed, combos)) if ("pair_tractor:2",) in printed else []
        yield from _with_bombs(tractors, bombs, one_step=length == 2)
        yield from _pairs(length)
    else:
        yield from _with_bombs(list(_whole(3, length, owed, combos)), bombs, one_step=False)
        triples, pair_tractors = list(_counts(3, length)), list(_whole(2, length, owed, combos))
        early = 1 if printed[2] == ("pair_tractor:2",) else len(triples)
        yield from [*triples[:early], *pair_tractors, *triples[early:]]
        yield from _pairs(length)


def _whole(width: int, length: int, owed: Duties, combos: Combos) -> Iterator[Step]:
    """The whole tractor; where they are owed, shorter ones with units for the other places."""
    yield (Rung((width, length), NONE),)
    if owed.shorter:
        for shorter in range(length - 1, combos.shortest - 1, -1):
            for counts in _beside(width, length - shorter):
                yield (Rung((width, shorter), counts),)


def _beside(width: int, places: int) -> Iterator[Units]:
    """Units for so many places, none wider than `width`: the most of the widest first, then of the next."""
    for quads in range(places if width == 4 else 0, -1, -1):
        for triples in range(places - quads if width > 2 else 0, -1, -1):
            for pairs in range(places - quads - triples, -1, -1):
                yield quads, triples, pairs


def _counts(width: int, length: int) -> Iterator[Step]:
    """Without a tractor: at least one unit of this width, and narrower ones beside them."""
    for counts in _beside(width, length):
        if counts[4 - width]:
            yield (Rung(None, counts),)


def _pairs(length: int) -> Iterator[Step]:
    for pairs in range(length, -1, -1):
        yield (Rung(None, (0, 0, pairs)),)


def _bombs(width: int, length: int) -> Iterator[Step]:
    """Quads owed to a tractor of pairs or triples, and what else fits beside them."""
    for quads in range(width * length // 4, 0, -1):
        room = width * length - 4 * quads
        for triples in range(room // 3 if width == 3 else 0, -1, -1):
            for pairs in range((room - 3 * triples) // 2, -1, -1):
                yield (Rung(None, (quads, triples, pairs)),)


def _with_bombs(tractors: list[Step], bombs: list[Step], *, one_step: bool) -> list[Step]:
    """Bombs behind the whole tractor, or on its step."""
    if one_step and bombs:
        return [(*(tractors[0] if tractors else ()), *bombs[0]), *tractors[1:]]
    return [*tractors[:1], *bombs, *tractors[1:]]
