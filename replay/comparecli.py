"""What ``shengji compare`` prints: counts and deals over a lake, or why one deal differs; words or JSON."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from typing import Any

from ingest.lake import Lake
from replay.comparewords import deal_line, pair_lines, place_of, why_lines
from replay.comparing import COMPARABLE, Comparison, Pair, compare
from replay.diffing import value_dict
from replay.explain import Explanation, explain
from replay.facts import PLACE, Difference, listed
from replay.find import find_deal, find_match
from replay.reasons import Keys, Reasons
from replay.ruleset import Ruleset
from replay.sentences import say

FIRST = 20  # deals listed unless all are asked for

Rulesets = dict[str, Ruleset]  # by the name that was given; the first is the one to compare with


def _pairs(rulesets: Rulesets) -> list[Rulesets]:
    """The first ruleset with each of the others."""
    first, *others = rulesets
    return [{first: rulesets[first], other: rulesets[other]} for other in others]


def run(lake: Lake, rulesets: Rulesets, lang: str, every: bool, as_json: bool) -> None:
    """Compares the lake's deals under all rulesets with the first, and prints."""
    comparison = compare(lake, list(rulesets.values()), _progress)
    most = None if every else FIRST
    pairs = zip(_pairs(rulesets), comparison.pairs, strict=True)
    if as_json:
        told = [_pair_dict(lake, comparison, pair, both, most) for both, pair in pairs]
        print(json.dumps({"first": next(iter(rulesets)), "deals": comparison.deals, "pairs": told}, ensure_ascii=False))
        return
    for both, pair in pairs:
        for line in pair_lines(lang, list(both), comparison.deals, pair):
            print(line)
        n = len(pair.differing)
        if n:
            print(say(lang, "compare.list" if every or n <= FIRST else "compare.list_first", n=FIRST, of=n))
        for deal, found in listed(lake, comparison, pair, list(both.values()), most):
            print(deal_line(lang, place_of(deal), found))


def _progress(done: int, total: int) -> None:
    if done < total:
        print(f"  {done} of {total} deals scored", file=sys.stderr)


def _pair_dict(lake: Lake, comparison: Comparison, pair: Pair, both: Rulesets, most: int | None) -> dict[str, Any]:
    a, b = both
    left_out = [{"ruleset": (a, b)[which > 0], "status": why, "n": n} for (which, why), n in pair.left_out.items()]
    counts = [
        {"what": one.what, "unit": one.unit, "n": one.n, "of": one.of} | asdict(one.estimate) for one in pair.shares
    ]
    deals = [
        deal | {"differences": [one.as_dict() for one in found]}
        for deal, found in listed(lake, comparison, pair, list(both.values()), most)
    ]
    told = {"ruleset": b, "compared": pair.compared, "left_out": left_out, "counts": counts}
    return told | {"differing": len(pair.differing), "deals": deals}


def run_deal(lake: Lake, rulesets: Rulesets, deal: str, lang: str, as_json: bool) -> None:
    """Says in what one deal differs under each ruleset from the first, and by which keys.

    Raises ``FindError`` where there is no such deal.
    """
    row = find_deal(lake, deal)
    rows = find_match(lake, row)
    place = {"deal_id": row["deal_id"].hex(), **{name: row[name] for name in PLACE}}
    pairs = [(both, *_why(rows, both)) for both in _pairs(rulesets)]
    if as_json:
        told = [_why_dict(both, retold, found) for both, retold, found in pairs]
        print(json.dumps({"first": next(iter(rulesets)), "deal": place, "pairs": told}, ensure_ascii=False))
        return
    for both, retold, found in pairs:
        a, b = both
        print(say(lang, "compare.one_deal", deal=place_of(place), a=a, b=b))
        unscored = [(name, one.status) for name, one in zip(both, retold, strict=True) if one.status not in COMPARABLE]
        for name, status in unscored:
            print(say(lang, "compare.no_score", ruleset=name, why=say(lang, f"compare.left_{status}")))
        if not found and not unscored:
            print(say(lang, "compare.alike"))
        for line in why_lines(lang, both, retold, found):
            print(line)


def _why(rows: list[dict[str, Any]], both: Rulesets) -> tuple[list[Explanation], list[tuple[Difference, Keys]]]:
    """The last deal of some rows retold under two rulesets, and each difference with the keys that it takes."""
    retold = [explain(rows[-1], ruleset) for ruleset in both.values()]
    if any(one.status not in COMPARABLE for one in retold):
        return retold, []
    reasons = Reasons(rows, *both.values())
    return retold, [(one, reasons.needed(one)) for one in reasons.differences()]


def _why_dict(both: Rulesets, retold: list[Explanation], found: list[tuple[Difference, Keys]]) -> dict[str, Any]:
    a, b = both.values()
    status_a, status_b = (one.status for one in retold)
    differences = [
        one.as_dict() | {"keys": [{"key": key, "a": value_dict(a, key), "b": value_dict(b, key)} for key in keys]}
        for one, keys in found
    ]
    return {"ruleset": list(both)[1], "status": {"a": status_a, "b": status_b}, "differences": differences}
