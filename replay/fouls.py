"""What the fouls recorded in a log cost under a ruleset: points, and levels (docs/rules.md 7.3, 8)."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

FAILED_THROW = "failed_throw"  # the kind under which a log records what a failed throw cost
SIDES = 2

Array = np.ndarray[Any, Any]


class Fouls(NamedTuple):
    """What fouls do to n deals: ``points`` [n] they change of the defenders' points, the levels they take
    (``down`` [n, 2]) and give (``up`` [n, 2]) by side, and the failed throws already paid for, as
    (deal, side, trick); trick None: all of that side."""

    points: Array
    down: Array
    up: Array
    paid: set[tuple[int, int, int | None]]


def fouls_of(column: pa.Array, dealer: Array, prices: list[dict[str, Any]]) -> Fouls:
    """Reads the column ``penalties`` of deals; ``prices`` is the ruleset's ``penalty.list``."""
    n = len(column)
    found = Fouls(np.zeros(n, np.int32), np.zeros((n, SIDES), np.int32), np.zeros((n, SIDES), np.int32), set())
    rows = column.flatten()
    if not len(rows):
        return found
    priced = {price["offence"]: price for price in prices}
    for deal, foul in zip(pc.list_parent_indices(column).to_pylist(), rows.to_pylist(), strict=True):
        _add(found, deal, foul, int(dealer[deal]), priced.get(foul["kind"]))
    return found


def _add(found: Fouls, deal: int, foul: dict[str, Any], dealer: int, price: dict[str, Any] | None) -> None:
    side, count = foul["side"], foul["count"] or 1
    points = foul["points"]
    if points is None and price is not None:
        points = _points(price, count)
    found.points[deal] += (points or 0) * (1 if side == dealer % SIDES else -1)
    if price is not None and price["kind"] == "own_level_down":
        found.down[deal, side] += price["amount"] * count
    if price is not None and price["kind"] == "opp_level_up":
        found.up[deal, 1 - side] += price["amount"] * count
    if foul["kind"] == FAILED_THROW:
        found.paid.add((deal, side, foul["trick"]))


def _points(price: dict[str, Any], count: int) -> int:
    if price["kind"] == "points":
        return int(price["amount"])
    return int(price["amount"]) * count if price["kind"].startswith("points_per_card") else 0
