"""The metric registry: one TOML file a metric, its words in Chinese and English in that one place."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Literal

from analytics.words import LANGS, words


class MetricError(Exception):
    """A question that cannot be answered; the message is a sentence that says what to do."""


@dataclass(frozen=True)
class Words:
    """A metric's words in one language."""

    title: str
    definition: str
    unit: str


@dataclass(frozen=True)
class Metric:
    """A rate: which rows of ``base`` are counted (``where``), and which of them count (``counts``), as SQL.

    ``players`` says whose deal it is when split by player: the two of the
    ``dealer_side`` or the two ``defenders``. ``charts``: the dimensions a page shows it by.
    """

    name: str
    order: int
    base: str
    where: str
    counts: str
    cluster: str
    dimensions: tuple[str, ...]
    charts: tuple[str, ...]
    words: dict[str, Words]
    players: Literal["dealer_side", "defenders"] = "dealer_side"


@dataclass(frozen=True)
class Dimension:
    """What a rate can be split by; ``show`` and ``sort`` are SQL over ``value``, the value grouped by."""

    name: str
    titles: dict[str, str]
    sql: str
    show: str
    sort: str


@cache
def metrics() -> dict[str, Metric]:
    """All metrics by name, in the order they are shown."""
    found = []
    for file in files("analytics").joinpath("metrics").iterdir():
        if file.name.endswith(".toml"):
            table = tomllib.loads(file.read_text(encoding="utf-8"))
            told = {lang: Words(**table.pop(lang)) for lang in LANGS}
            dimensions, charts = tuple(table.pop("dimensions")), tuple(table.pop("charts"))
            name = file.name.removesuffix(".toml")
            found.append(Metric(name=name, dimensions=dimensions, charts=charts, words=told, **table))
    return {metric.name: metric for metric in sorted(found, key=lambda metric: metric.order)}


def metric(name: str) -> Metric:
    """The metric of that name. Raises ``MetricError`` naming those there are."""
    known = metrics()
    if name not in known:
        raise MetricError(f"There is no metric {name!r}; there are {', '.join(known)}.")
    return known[name]


def dimensions() -> dict[str, Dimension]:
    """All dimensions by name. `ruleset` is none of them: every answer is a ruleset's."""
    return {
        name: Dimension(name, {"zh": entry["zh"], "en": entry["en"]}, entry["sql"], entry["show"], entry["sort"])
        for name, entry in words("dimension").items()
    }
