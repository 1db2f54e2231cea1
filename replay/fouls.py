"""What the fouls recorded in a log cost under a ruleset: points, levels, the deal, the match (docs/rules.md 7, 8)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

FAILED_THROW = "failed_throw"  # the kind under which a log records what a failed throw cost
LOSES, VOID, FORFEIT = "loses_deal", "void_deal", "forfeit"
RULING = (FORFEIT, VOID, LOSES)  # kinds that decide a deal, the first before the others
NO_KITTY = "points_per_card_no_keep_or_capture"
SIDES = 2

Array = np.ndarray[Any, Any]
Price = dict[str, Any]  # an entry of ``penalty.list``


@dataclass(frozen=True)
class Ruling:
    """What fouls decide of a deal: by which kind (of RULING; both sides: void), the sides that fouled so, what they
    did, and the levels that the other side gains."""

    kind: str
    sides: tuple[int, ...]
    offences: tuple[str, ...]
    levels: int = 0

    def gains(self) -> int | None:
        """The side that wins the deal; None where it is void."""
        return None if self.kind == VOID else 1 - self.sides[0]


class Unknown(NamedTuple):
    """A foul that neither the ruleset nor the log prices; the seat where it is recorded."""

    deal: int
    side: int
    seat: int | None
    kind: str


@dataclass
class Fouls:
    """What fouls do to n deals: ``points`` [n] they change of the defenders' points, the levels they take
    (``down`` [n, 2]) and give (``up`` [n, 2]) by side, the sides that get no kitty (``no_kitty`` [n], bits 1 and 2),
    how often each of ``forfeiting`` occurs, by side (``strikes``, of deals where one does), what is decided by fouls
    (``rulings``), and the failed throws already paid for, as (deal, side, trick); trick None: all of that side."""

    points: Array
    down: Array
    up: Array
    no_kitty: Array
    strikes: dict[int, list[int]] = field(default_factory=dict)
    rulings: dict[int, Ruling] = field(default_factory=dict)
    unknown: list[Unknown] = field(default_factory=list)
    paid: set[tuple[int, int, int | None]] = field(default_factory=set)


def forfeiting(prices: list[Price]) -> list[Price]:
    """The entries of ``penalty.list`` whose fouls can forfeit a match, each by itself or when they add up."""
    return [price for price in prices if price["kind"] == FORFEIT or "forfeit_at" in price]


def fouls_of(column: pa.Array, dealer: Array, prices: list[Price]) -> Fouls:
    """Reads the column ``penalties`` of deals; ``prices`` is the ruleset's ``penalty.list``."""
    n = len(column)
    points, no_kitty = np.zeros((2, n), np.int32)
    down, up = np.zeros((2, n, SIDES), np.int32)
    found = Fouls(points, down, up, no_kitty)
    rows = column.flatten()
    if not len(rows):
        return found
    priced = {price["offence"]: price for price in prices}
    strikes = {price["offence"]: SIDES * at for at, price in enumerate(forfeiting(prices))}
    ruling: dict[int, list[tuple[int, Price]]] = {}
    for deal, foul in zip(pc.list_parent_indices(column).to_pylist(), rows.to_pylist(), strict=True):
        price = priced.get(foul["kind"])
        _add(found, deal, foul, int(dealer[deal]), price)
        if foul["kind"] in strikes:
            counts = found.strikes.setdefault(deal, [0] * SIDES * len(strikes))
            counts[strikes[foul["kind"]] + foul["side"]] += foul["count"] or 1
        if price is not None and price["kind"] in RULING:
            ruling.setdefault(deal, []).append((foul["side"], price))
    found.rulings |= {deal: _ruled(fouls) for deal, fouls in ruling.items()}
    return found


def _add(found: Fouls, deal: int, foul: dict[str, Any], dealer: int, price: Price | None) -> None:
    side, count, points = foul["side"], foul["count"] or 1, foul["points"]
    if points is None and price is not None:
        points = _points(price, count)
    elif points is None and foul["kind"] not in (None, FAILED_THROW):
        found.unknown.append(Unknown(deal, side, foul["seat"], foul["kind"]))
    found.points[deal] += (points or 0) * (1 if side == dealer % SIDES else -1)
    if price is not None and price["kind"] == "own_level_down":
        found.down[deal, side] += price["amount"] * count
    if price is not None and price["kind"] == "opp_level_up":
        found.up[deal, 1 - side] += price["amount"] * count
    if price is not None and price["kind"] == NO_KITTY:
        found.no_kitty[deal] |= 1 << side
    if foul["kind"] == FAILED_THROW:
        found.paid.add((deal, side, foul["trick"]))


def _points(price: Price, count: int) -> int:
    if price["kind"] == "points":
        return int(price["amount"])
    return int(price["amount"]) * count if price["kind"].startswith("points_per_card") else 0


def _ruled(fouls: list[tuple[int, Price]]) -> Ruling:
    """What the fouls of a deal that decide it come to; of those of one kind and side the one that costs most levels."""
    kind = min((price["kind"] for _, price in fouls), key=RULING.index)
    acting = [(side, price) for side, price in fouls if price["kind"] == kind]
    sides = tuple(sorted({side for side, _ in acting}))
    offences = tuple(dict.fromkeys(price["offence"] for _, price in acting))
    if len(sides) == SIDES or kind == VOID:
        return Ruling(VOID, sides, offences)
    return Ruling(kind, sides, offences, max(price.get("amount", 0) for _, price in acting))
