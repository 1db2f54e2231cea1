"""The boards of a lake that were played more than once, side by side under each ruleset: as data and as words."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from statistics import fmean
from typing import TYPE_CHECKING, Any

from analytics.metrics import Snapshot
from analytics.tell import plain, table
from analytics.words import phrase
from ingest.visible import visible

if TYPE_CHECKING:
    import duckdb

_FACTS = ("match_name", "deal_no", "event", "round", "table", "name", "dealer", "level", "trump")
_RESULT = ("total", "takeover", "gain_side", "levels_gained", "others", "apart")
_HEADS = ("match", "deal", "table", "dealer", "level", "trump", "total", "gained", "apart")
_RIGHT = (False, True, False, False, True, False, True, False, True)
UNKNOWN = "–"


@dataclass(frozen=True)
class Board:
    """A board under a ruleset. ``played`` has a row a deal of the view ``boards``; no result: None for its numbers.

    ``name`` is what logs call the board, else the first digits of its key.
    """

    ruleset: str
    board: str
    name: str
    played: list[dict[str, Any]]

    @property
    def totals(self) -> list[int]:
        """The defenders' points of the deals with a result."""
        return [deal["total"] for deal in self.played if deal["total"] is not None]


def boards(con: duckdb.DuckDBPyConnection, rulesets: Sequence[str]) -> list[Board]:
    """The boards played more than once, in the order of their names; each with all its deals, by match and number."""
    result = con.execute("SELECT * FROM boards ORDER BY board, match_name, deal_no, deal_id")
    heads = [column[0] for column in result.description or ()]
    facts: dict[str, dict[str, dict[str, Any]]] = {}
    results: dict[tuple[str, str | None], dict[str, Any]] = {}
    for values in result.fetchall():
        row = dict(zip(heads, values, strict=True))
        facts.setdefault(row["board"], {})[row["deal_id"]] = row
        results[row["deal_id"], row["ruleset"]] = {name: row[name] for name in _RESULT}
    nothing = dict.fromkeys(_RESULT)
    found = []
    for board, deals in facts.items():
        name = ", ".join(dict.fromkeys(row["name"] for row in deals.values() if row["name"])) or board[:8]
        for ruleset in rulesets:
            played = [
                {"deal_id": key} | {fact: row[fact] for fact in _FACTS} | results.get((key, ruleset), nothing)
                for key, row in deals.items()
            ]
            found.append(Board(ruleset, board, name, played))
    return sorted(found, key=lambda one: (one.ruleset, _by_number(one.name), one.board))


def _by_number(name: str) -> str:
    """A name with its numbers so long that text sorts them as numbers."""
    return re.sub(r"\d+", lambda number: number[0].zfill(12), name)


def boards_text(found: Sequence[Board], lang: str) -> str:
    """Every board as a sentence and a table, then how many there are."""
    parts = [f"{_told(one, lang)}\n{_table(one, lang)}" for one in found]
    return "\n\n".join([*parts, *_sums(found, lang)])


def _sums(found: Sequence[Board], lang: str) -> Iterator[str]:
    for ruleset in dict.fromkeys(one.ruleset for one in found):
        here = [one for one in found if one.ruleset == ruleset]
        apart = [max(one.totals) - min(one.totals) for one in here if len(one.totals) > 1]
        told = {"ruleset": ruleset, "boards": f"{len(here):,}", "deals": f"{sum(len(one.played) for one in here):,}"}
        if apart:
            told |= {"compared": f"{len(apart):,}", "alike": f"{apart.count(0):,}", "spread": f"{fmean(apart):.1f}"}
        yield phrase("boards", "sum" if apart else "sum_none", lang).format(**told)
    if not found:
        yield phrase("boards", "none", lang)


def _told(board: Board, lang: str) -> str:
    """The board with how often it was played and how far apart its results lie."""
    totals = board.totals
    values = {"name": visible(board.name), "ruleset": board.ruleset, "deals": len(board.played), "n": len(totals)}
    if not totals:
        return phrase("boards", "head_none", lang).format(**values)
    spread = {"low": min(totals), "high": max(totals), "mean": f"{fmean(totals):.1f}"}
    return phrase("boards", "head", lang).format(**values, **spread)


def _table(board: Board, lang: str) -> str:
    heads = [phrase("boards", f"column_{name}", lang) for name in _HEADS]
    rows = [[_cell(deal, name, lang) for name in _HEADS] for deal in board.played]
    return table(heads, rows, _RIGHT)


def _cell(deal: dict[str, Any], name: str, lang: str) -> str:
    """One cell of a board's table."""
    if name == "gained":
        return _gained(deal, lang)
    value = deal[{"match": "match_name", "deal": "deal_no"}.get(name, name)]
    if value is None:
        return UNKNOWN
    if name == "dealer":
        return phrase("seat", value, lang)
    return f"{value:+.1f}" if name == "apart" else str(value)


def _gained(deal: dict[str, Any], lang: str) -> str:
    """Who gained how much, in words."""
    if deal["takeover"] is None:
        return UNKNOWN
    if deal["gain_side"] is None:
        return phrase("boards", "gained_void", lang)
    side, levels = phrase("side", str(deal["gain_side"]), lang), deal["levels_gained"]
    name = ("took_over" if levels else "only_took_over") if deal["takeover"] else "held"
    return phrase("boards", name, lang).format(side=side, levels=levels)


def boards_json(found: Sequence[Board], snapshot: Snapshot) -> str:
    """The whole answer as one JSON object: snapshot, and the boards with their deals."""
    told = {"snapshot": vars(snapshot), "boards": [asdict(one) for one in found]}
    return json.dumps(told, ensure_ascii=False, indent=2, default=plain)
