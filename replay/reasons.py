"""Why a deal differs between two rulesets: the fewest keys of the second that, put into the first, make it so."""

from __future__ import annotations

from collections.abc import Callable
from itertools import groupby
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from ingest.columns import DEALS
from replay import engine
from replay.check import faults_of
from replay.comparing import LADDER
from replay.diffing import differing
from replay.facts import Difference, Facts, differences, facts
from replay.levels import DEAL_FIELDS, climb
from replay.ruleset import Ruleset

Keys = tuple[str, ...]


class Reasons:
    """The last of some deals of a match, scored under two rulesets and under the first with keys of the second.

    ``deals`` are rows of ``ingest.columns.DEALS`` as dicts, by number: those that lead up to the deal on the
    ladder, and the deal itself.
    """

    def __init__(self, deals: list[dict[str, Any]], a: Ruleset, b: Ruleset) -> None:
        rows = [{name: deal.get(name) for name in DEALS.names} for deal in deals]
        self._deals = pa.RecordBatch.from_pylist(rows, schema=DEALS)
        self._a = a
        self._b = b
        self._keys = tuple(differing(a, b))
        self._known: dict[tuple[str, bool], Facts] = {}

    def differences(self) -> list[Difference]:
        """In what the deal differs."""
        return differences(self._facts(self._a, True), self._facts(self._b, True))

    def needed(self, difference: Difference) -> Keys:
        """The keys that it takes to come from the first value of a difference to the second.

        One key where one alone will do; else none of those told can be left out.
        """

        def suffices(keys: Keys) -> bool:
            mixed = self._with(keys)
            if faults_of(mixed.header, mixed.values):
                return False
            found = self._facts(mixed, difference.fact.what in LADDER).get(difference.fact)
            return bool(found == difference.b)

        alone = next((key for key in self._keys if suffices((key,))), None)
        return (alone,) if alone else fewest(self._keys, suffices)

    def _with(self, keys: Keys) -> Ruleset:
        """The first ruleset with values of the second."""
        values = self._a.values | {key: self._b.values[key] for key in keys}
        return Ruleset(self._a.id, self._a.header, values, self._a.sources)

    def _facts(self, ruleset: Ruleset, on_ladder: bool) -> Facts:
        """The deal's facts under a ruleset; its place on the ladder only where asked for: it takes all deals."""
        known = self._known.get((ruleset.hash, True)) or self._known.get((ruleset.hash, on_ladder))
        if known is None:
            deals = self._deals if on_ladder else self._deals.slice(len(self._deals) - 1)
            results = engine.score(deals, ruleset)
            rung = _last_rung(deals, results.scores, ruleset) if on_ladder else None
            known = facts(deals, results, [None] * (len(deals) - 1) + [rung])[-1]
            self._known[ruleset.hash, on_ladder] = known
        return known


def _last_rung(deals: pa.RecordBatch, scores: pa.Table, ruleset: Ruleset) -> dict[str, Any] | None:
    """Where the last deal stands on the ladder, None where it has no result."""
    names = ("deal_id", "match_key", *DEAL_FIELDS)
    columns = {name: deals[name] if name in DEALS.names else scores[name] for name in names}
    taken = pc.or_(pc.is_valid(scores["takeover"]), pc.is_valid(scores["strikes"]))
    rungs = climb(pa.table(columns).filter(taken), ruleset)
    last = rungs.slice(max(0, len(rungs) - 1)).to_pylist()
    return last[0] if last and last[0]["deal_id"] == deals["deal_id"][len(deals) - 1].as_py() else None


def fewest(keys: Keys, suffices: Callable[[Keys], bool]) -> Keys:
    """Keys none of which can be left out; whole tables are tried first. ``keys`` suffice together."""
    for _, table in groupby(keys, lambda key: key.partition(".")[0]):
        keys = _without(keys, set(table), suffices)
    before: Keys = ()
    while keys != before:
        before = keys
        for key in before:
            keys = _without(keys, {key}, suffices)
    return keys


def _without(keys: Keys, some: set[str], suffices: Callable[[Keys], bool]) -> Keys:
    fewer = tuple(key for key in keys if key not in some)
    return fewer if suffices(fewer) else keys
