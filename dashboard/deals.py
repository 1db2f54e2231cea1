"""What the pages ask about single deals: a list to choose from, one deal found, one deal retold."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import streamlit as st

from analytics.catalog import open_catalog
from ingest.lake import Lake

SHOWN = 20
FILTERS = {"all": "true", "violations": "violations > 0", "differing": "differences > 0"}

# $1: the ruleset, $2: the formats (none: all).
_LIST = """
WITH found AS (
  SELECT d.deal_id, d.match_name, d.deal_no, d.level, d.trump, d.dealer, r.total, r.takeover,
    coalesce(r.violations, 0) AS violations, coalesce(x.n, 0) AS differences, d.played_at, d.run_id
  FROM deals d
  LEFT JOIN (FROM results WHERE ruleset = $1) r USING (deal_id)
  LEFT JOIN (SELECT deal_id, count(*) AS n FROM differences WHERE ruleset = $1 GROUP BY deal_id) x USING (deal_id)
  WHERE len($2) = 0 OR list_contains($2, d.format)
)
SELECT deal_id, match_name, deal_no, level, trump, dealer, total, takeover, violations, differences,
  count(*) OVER () AS of
FROM found WHERE {where}
ORDER BY played_at DESC NULLS LAST, run_id DESC, match_name, deal_no LIMIT {limit}
"""


@dataclass(frozen=True)
class Listed:
    """A deal in the list; ``total`` and ``takeover`` are None where it has no result under the ruleset."""

    deal_id: str
    match: str | None
    number: int | None
    level: str | None
    trump: str | None
    dealer: str | None
    total: int | None
    takeover: bool | None
    violations: int
    differences: int
    of: int  # how many deals the list was cut from


@dataclass(frozen=True)
class Found:
    """A deal of the lake: its record (a row of ``ingest.columns.DEALS``) and who sat where."""

    row: dict[str, Any]
    players: list[str | None]


@st.cache_data(show_spinner=False, max_entries=100)
def listed(lake: str, digest: str, ruleset: str, formats: Sequence[str], only: str) -> list[Listed]:
    """The latest deals of one of ``FILTERS``, with their results under a ruleset."""
    with open_catalog(lake) as con:
        query = _LIST.format(where=FILTERS[only], limit=SHOWN)
        return [Listed(*row) for row in con.execute(query, [ruleset, list(formats)]).fetchall()]


@st.cache_data(show_spinner=False, max_entries=200)
def found(lake: str, run_id: str | None, name: str) -> Found:
    """The deal of a name, ``FILE:7``, ``MATCH/7`` or the beginning of an id. Raises ``FindError``."""
    from replay.find import find_deal, player_names

    opened = Lake.open(lake)
    row = find_deal(opened, name)
    return Found(row, player_names(opened, row))
