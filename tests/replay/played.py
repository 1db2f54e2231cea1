"""Deals that self-play wrote, read back by ingest and scored by the engine and the ladder."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

import pyarrow as pa

from ingest.pipeline import read
from replay import engine
from replay.levels import DEAL_FIELDS, climb
from replay.ruleset import Ruleset
from replay.verdicts import NAMES
from tests.replay.rows import SHAPES, WON_BY

FROM_LADDER = (
    "level_after_0", "level_after_1", "next_dealer", "over", "winner", "must_play_stopped", "game", "games_0",
    "games_1", "match_winner", "leader", "forfeited", "by_time",
)  # fmt: skip


class Played(NamedTuple):
    """Deals in order, each the row of ``deals`` with what replay makes of it; and all violations."""

    ruleset: Ruleset
    deals: list[dict[str, Any]]
    violations: list[dict[str, Any]]

    def seen(self) -> Counter[str]:
        """How often what occurred."""
        seen: Counter[str] = Counter()
        for deal in self.deals:
            seen.update(f"shape: {SHAPES[code]}" for code in deal["shapes"])
            seen.update(f"won by {WON_BY[code]}" for code in deal["won_by"])
            seen.update(f"verdict: {NAMES[code]}" for code in deal["verdicts"])
            seen["captured" if deal["captured"] else "kept"] += 1
            seen["takeover" if deal["takeover"] else "held"] += 1
            bids = len(deal["declarations"] or [])
            seen[("nobody declared", "declared", "overridden or reinforced")[min(bids, 2)]] += 1
            if deal["trump"] == "NT":
                seen["no trump"] += 1
        return seen


def read_back(lines: Iterable[str], ruleset: Ruleset, folder: Path) -> Played:
    """The lines as ingest reads them (a reject raises) and as replay scores them."""
    file = folder / "played.jsonl"
    file.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return scored(file, ruleset)


def scored(file: Path, ruleset: Ruleset) -> Played:
    """The deals of a file, scored; a reject raises."""
    batches = list(read(file))
    results = [engine.score(batch, ruleset) for batch in batches]
    deals = pa.Table.from_batches(batches)
    scores = pa.concat_tables(result.scores for result in results)
    known = {name: (deals if name in deals.column_names else scores)[name] for name in DEAL_FIELDS}
    ladder = climb(pa.table({"deal_id": deals["deal_id"], "match_key": deals["match_key"], **known}), ruleset)
    rungs = {rung.pop("deal_id"): rung for rung in ladder.select(["deal_id", *FROM_LADDER]).to_pylist()}
    nowhere = dict.fromkeys(FROM_LADDER)
    rows = zip(deals.to_pylist(), scores.to_pylist(), strict=True)
    violations = [row for result in results for row in result.violations.to_pylist()]
    found = [deal | score | rungs.get(deal["deal_id"], nowhere) for deal, score in rows]
    return Played(ruleset, found, violations)
