"""The charts by their specifications."""

from __future__ import annotations

from typing import Any

import pytest

from analytics.metrics import Rate
from dashboard.charts import rates_by, shown


def rate(by: dict[str, str | None], value: float, low: float | None, high: float | None) -> Rate:
    note = None if low is not None else "few_clusters"
    return Rate("capture_rate", "r", by, 3, 12, 11, 10.5, value, low, high, note)


def spec(dimension: str, values: list[str | None], lang: str = "en") -> dict[str, Any]:
    rates = [rate({dimension: value}, 0.25, 0.1, 0.45) for value in values]
    rates.append(rate({dimension: "NT" if dimension == "trump" else "A"}, 0.5, None, None))
    found: dict[str, Any] = rates_by(rates, dimension, rate({}, 0.3, 0.2, 0.4), lang).to_dict()
    return found


def layer(chart: dict[str, Any], kind: str, field: str) -> dict[str, Any]:
    (found,) = [one for one in chart["layer"] if one["mark"]["type"] == kind and field in one["encoding"]]
    return dict(found)


def rows(chart: dict[str, Any], kind: str, field: str) -> list[dict[str, Any]]:
    return values(chart, layer(chart, kind, field))


def values(chart: dict[str, Any], one: dict[str, Any]) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = chart["datasets"][one["data"]["name"]]
    return found


def test_intervals_are_drawn_from_low_to_high_where_there_is_one() -> None:
    chart = spec("trump", ["S"])
    bars = layer(chart, "rule", "y2")
    assert (bars["encoding"]["y"]["field"], bars["encoding"]["y2"]["field"]) == ("low", "high")
    assert bars["transform"] == [{"filter": "datum.low !== null"}]
    drawn = rows(chart, "point", "fill")
    assert [(row["value"], row["low"], row["high"]) for row in drawn] == [("♠", 0.1, 0.45), ("NT", None, None)]


def test_the_tooltip_tells_n_and_the_interval_or_why_there_is_none() -> None:
    chart = spec("level", ["T"])
    dots = layer(chart, "point", "fill")
    titles = {entry["field"]: entry["title"] for entry in dots["encoding"]["tooltip"]}
    assert titles["n"] == "Deals counted, n"
    ten, ace = rows(chart, "point", "fill")
    assert (ten["value"], ten["n"], ten["count"], ten["interval"]) == ("10", "12", "3", "10.0 – 45.0 %")
    assert ace["interval"] == "fewer than ten clusters: no interval"


@pytest.mark.parametrize(
    ("dimension", "values", "order"),
    [
        ("level", ["K", "2"], ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]),
        ("trump", ["D", "S"], ["♠", "♥", "♣", "♦", "无主"]),
        ("trump", [None], ["♠", "♥", "♣", "♦", "无主", "不明"]),
    ],
)
def test_values_stand_in_the_order_of_the_game(dimension: str, values: list[str | None], order: list[str]) -> None:
    x = layer(spec(dimension, values, "zh"), "point", "fill")["encoding"]["x"]
    assert x["scale"]["domain"] == order
    assert x["sort"] == order


def test_the_scale_starts_at_zero_and_holds_every_interval() -> None:
    assert layer(spec("level", ["5"]), "point", "fill")["encoding"]["y"]["scale"]["domain"] == [0, 0.6]


def test_the_overall_rate_is_a_dashed_line() -> None:
    chart = spec("level", ["5"])
    (mean,) = [one for one in chart["layer"] if "strokeDash" in one["mark"]]
    assert values(chart, mean) == [{"rate": 0.3}]


@pytest.mark.parametrize(
    ("dimension", "value", "zh", "en"),
    [
        ("level", "T", "10", "10"),
        ("level", "A", "A", "A"),
        ("trump", "H", "♥", "♥"),
        ("trump", "NT", "无主", "NT"),
        ("level", None, "不明", "unknown"),
    ],
)
def test_values_as_shown(dimension: str, value: str | None, zh: str, en: str) -> None:
    assert (shown(dimension, value, "zh"), shown(dimension, value, "en")) == (zh, en)
