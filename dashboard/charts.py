"""Charts as Altair objects, built from rates alone."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from typing import Any

import altair as alt

from analytics.metrics import Rate
from analytics.tell import percent, span
from analytics.words import phrase
from dashboard.labels import labels

# Readable on light and on dark ground.
COLOURS = {
    "dealer_win_rate": "#2b9478",
    "capture_rate": "#d1663f",
    "win_rate_by_trumps": "#7a6fb8",
    "first_deals_won_by_declarer": "#5f8f2f",
    "override_rate": "#b0579a",
    "no_trump_rate": "#3f83bd",
    "must_play_stops": "#b07d12",
}
LEVELS = ("2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A")
TRUMPS = ("S", "H", "C", "D", "NT")
COUNTS = ("0-11", "12-14", "15-17", "18-20", "21-23", "24-26", "27+")  # trumps of the dealer side
ORDERS = {"level": LEVELS, "trump": TRUMPS, "trumps": COUNTS}
_SUITS = {"S": "♠", "H": "♥", "C": "♣", "D": "♦"}


def shown(dimension: str, value: str | None, lang: str) -> str:
    """A level, trump or number of trumps as it stands on an axis: ``10``, ``♠``, ``无主`` / ``NT``, ``18–20``."""
    if value is None:
        return labels(lang)["unknown"]
    if dimension == "level":
        return "10" if value == "T" else value
    if dimension == "trumps":
        return value.replace("-", "–")
    return labels(lang)["no_trump"] if value == "NT" else _SUITS[value]


def rates_by(rates: Sequence[Rate], dimension: str, overall: Rate, lang: str) -> alt.LayerChart | alt.FacetChart:
    """Dots with their intervals, one a value of ``level``, ``trump`` or ``trumps``, and a line at the overall rate.

    ``rates`` are of one metric and ruleset, split by the dimension alone.
    """
    words = labels(lang)
    order = [shown(dimension, value, lang) for value in ORDERS[dimension]]
    rows = [_row(rate, dimension, lang) for rate in rates]
    order += [row["value"] for row in rows if row["value"] not in order]
    tops = [share for rate in [*rates, overall] for share in (rate.high, rate.value) if share is not None]
    colour = COLOURS[overall.metric]
    x = alt.X("value:N", sort=order, title=None, scale=alt.Scale(domain=order), axis=alt.Axis(labelAngle=0))
    scale = alt.Scale(domain=[0, max(0.2, ceil(5 * max(tops, default=1.0)) / 5)])
    y = alt.Y("rate:Q", title=None, scale=scale, axis=alt.Axis(format=".0%", tickCount=5))
    tooltip = [
        alt.Tooltip(f"{field}:N", title=words[title])
        for field, title in [
            ("value", dimension),
            ("rate_text", "rate"),
            ("interval", "interval"),
            ("count", "count"),
            ("n", "n"),
            ("clusters", "clusters"),
            ("effective_n", "effective_n"),
        ]
    ]
    base = alt.Chart(alt.InlineData(values=rows)).encode(x=x, tooltip=tooltip)
    bars = base.mark_rule(strokeWidth=2.5, opacity=0.55, color=colour).encode(y="low:Q", y2="high:Q")
    dots = base.mark_point(size=70, strokeWidth=2, color=colour, opacity=1).encode(
        y=y,
        fill=alt.condition("datum.low === null", alt.value("transparent"), alt.value(colour)),
    )
    layers = [bars.transform_filter("datum.low !== null"), dots]
    if overall.value is not None:
        mean = alt.Chart(alt.InlineData(values=[{"rate": overall.value}]))
        layers.insert(0, mean.mark_rule(strokeDash=[4, 4], color="#8a8f88", opacity=0.8).encode(y=y))
    return alt.layer(*layers).properties(height=220)


def _row(rate: Rate, dimension: str, lang: str) -> dict[str, Any]:
    without = phrase("note", rate.note, lang) if rate.note else ""
    return {
        "value": shown(dimension, rate.by[dimension], lang),
        "rate": rate.value,
        "low": rate.low,
        "high": rate.high,
        "rate_text": percent(rate.value),
        "interval": without or span(rate.low, rate.high),
        "count": f"{rate.numerator:,}",
        "n": f"{rate.n:,}",
        "clusters": f"{rate.clusters:,}",
        "effective_n": "–" if rate.effective_n is None else f"{rate.effective_n:,.1f}",
    }
