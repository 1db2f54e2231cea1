"""What the pages ask of a lake, as plain values that can be kept."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import streamlit as st

from analytics.catalog import open_catalog
from analytics.metrics import Coverage, Rate, Snapshot, coverage, formats, rates, rulesets, snapshot
from analytics.registry import metrics


@dataclass(frozen=True)
class Contents:
    """What there is to choose from in the lake's present state."""

    snapshot: Snapshot
    formats: list[str]
    rulesets: list[str]


@dataclass(frozen=True)
class Overview:
    """Of each metric the overall rate, and the rates by what it is shown by; and what was counted."""

    overall: dict[str, Rate]
    split: dict[tuple[str, str], list[Rate]]
    coverage: Coverage


def contents(lake: str) -> Contents:
    """What the lake holds now. Raises ``CatalogError`` if there is no lake or it cannot be opened."""
    with open_catalog(lake) as con:
        return Contents(snapshot(con), formats(con), rulesets(con))


@st.cache_data(show_spinner=False, max_entries=100)
def titles(lake: str, digest: str, lang: str) -> dict[str, str]:
    """The name of each ruleset in a language."""
    with open_catalog(lake) as con:
        column = "title_zh" if lang == "zh" else "title_en"
        return dict(con.execute(f"SELECT ruleset, {column} FROM rulesets").fetchall())


@st.cache_data(show_spinner=False, max_entries=100)
def overview(lake: str, digest: str, ruleset: str, chosen: Sequence[str]) -> Overview:
    """The overview under a ruleset among deals of the chosen formats (none: all), kept for each lake state."""
    with open_catalog(lake) as con:
        overall = {name: rates(con, one, [ruleset], (), chosen)[0] for name, one in metrics().items()}
        split = {
            (name, dimension): rates(con, one, [ruleset], [dimension], chosen)
            for name, one in metrics().items()
            for dimension in one.charts
        }
        return Overview(overall, split, coverage(con, [ruleset], chosen)[0])
