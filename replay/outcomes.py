"""From the defenders' points to a takeover and levels gained, also for deals of which only the points are known."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa

from replay.compiled import Compiled
from replay.fouls import Ruling
from replay.kernel import batch as kernel
from replay.kernel.deal import apply_bands
from replay.kernel.plain import rules_record, work_record

Array = np.ndarray[Any, Any]

# What is taken of a recorded summary, and what it becomes.
RECORDED = ("rec_total", "rec_defender_points", "rec_kitty_points", "rec_multiplier")


class Outcome(NamedTuple):
    """What a deal comes to: whether the defenders take over, the side 0/1 that gains (None of a void deal), how many
    levels, and whether it wins the game outright."""

    takeover: bool
    gain_side: int | None
    levels_gained: int
    wins_game: bool = False


def ruled(ruling: Ruling, dealer: int) -> Outcome:
    """What fouls decide of a deal with that dealer, seat 0..3."""
    gains = ruling.gains()
    return Outcome(gains is not None and gains != dealer % 2, gains, ruling.levels)


class Bands:
    """The bands of a ruleset (docs/rules.md 7.4)."""

    def __init__(self, compiled: Compiled) -> None:
        self._work = work_record()
        self._rules = rules_record(compiled.rules)

    def outcome(self, points: int, dealer: int, captured: bool = False) -> Outcome:
        """What the defenders' points come to with that dealer, seat 0..3; ``captured``: they have the kitty."""
        work = self._work
        work.total, work.dealer, work.captured = points, dealer, captured
        apply_bands(work, self._rules)
        return Outcome(bool(work.takeover), int(work.gain_side), int(work.levels_gained), bool(work.wins_game))


def with_summaries(
    columns: dict[str, pa.Array], batch: pa.RecordBatch, penalties: Array, summaries: Array, compiled: Compiled
) -> dict[str, pa.Array]:
    """Columns of SCORES with the results of ``summaries`` (a mask) filled in where their recorded total tells them.

    ``penalties``: what penalties change of the defenders' points, a number a deal.
    """
    if not summaries.any():
        return columns
    bands = Bands(compiled)
    at = np.flatnonzero(summaries).tolist()
    rows = batch.select(("dealer", "level", *RECORDED)).take(pa.array(at)).to_pylist()
    results = {place: _result(row, int(penalties[place]), bands) for place, row in zip(at, rows, strict=True)}
    filled = {}
    for name in _FIELDS:
        values = columns[name].to_pylist()
        for place, result in results.items():
            values[place] = result.get(name)
        filled[name] = pa.array(values, columns[name].type)
    return columns | filled


def with_rulings(
    columns: dict[str, pa.Array], rulings: dict[int, Ruling], facts: Array, scored: Array
) -> dict[str, pa.Array]:
    """Columns of SCORES with what fouls decide in place of what was played, where dealer and level are known.

    ``facts``: the kernel's, a row a deal; ``scored`` a mask: deals that the ruleset scores at all.
    """
    known = scored & (facts[:, kernel.DEALER] >= 0) & (facts[:, kernel.LEVEL] >= 0)
    decided = {deal: ruling for deal, ruling in rulings.items() if known[deal]}
    if not decided:
        return columns
    filled: dict[str, list[Any]] = {
        name: columns[name].to_pylist() for name in (*Outcome._fields, "demoted_to", "ruled")
    }
    for deal, ruling in decided.items():
        outcome = ruled(ruling, int(facts[deal, kernel.DEALER]))
        for name, value in zip(filled, (*outcome, None, True), strict=True):
            filled[name][deal] = value
    return columns | {name: pa.array(values, columns[name].type) for name, values in filled.items()}


_FIELDS = (
    "defender_points", "kitty_points", "captured", "multiplier", "capture_points", "penalty_points", "total",
    *Outcome._fields,
)  # fmt: skip


def _result(row: dict[str, Any], net: int, bands: Bands) -> dict[str, Any]:
    """The result of one summary; empty where something is missing or its points do not add up.

    Whether the kitty was captured is known only where it is recorded to hold points.
    """
    total, tricks, kitty, multiplier = (row[name] for name in RECORDED)
    if total is None or row["dealer"] is None or row["level"] is None:
        return {}
    captured = None if tricks is None else total - tricks - net
    product = kitty * multiplier if kitty and multiplier else None
    if captured is not None and (captured < 0 or (product is not None and captured not in (0, product))):
        return {}
    return {
        "defender_points": tricks,
        "kitty_points": kitty,
        "captured": captured > 0 if kitty and captured is not None else None,
        "multiplier": multiplier,
        "capture_points": captured,
        "penalty_points": net,
        "total": total,
        **bands.outcome(total, row["dealer"])._asdict(),
    }
