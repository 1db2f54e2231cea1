"""Answers as text: aligned tables on a terminal, JSON and CSV for scripts."""

from __future__ import annotations

import csv
import io
import json
import unicodedata
from collections.abc import Sequence
from datetime import UTC, date, datetime
from typing import Any

from analytics.metrics import Coverage, Rate, Snapshot
from analytics.registry import dimensions, metric
from analytics.words import phrase
from ingest.visible import visible

_HEADS = {
    "zh": ("规则", "比率", "95% 区间", "次数", "n", "群组", "有效 n", "说明"),
    "en": ("ruleset", "rate", "95 % interval", "count", "n", "clusters", "effective n", "note"),
}


def width(text: str) -> int:
    """Columns that the text takes on a terminal: a Chinese character takes two."""
    return sum(2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in text)


def table(heads: Sequence[str], rows: Sequence[Sequence[str]], right: Sequence[bool]) -> str:
    """Rows under heads, aligned; ``right`` says which columns stand to the right."""
    shown = [[visible(cell) for cell in row] for row in [heads, *rows]]
    sizes = [max(width(cell) for cell in column) for column in zip(*shown, strict=True)]
    lines = []
    for row in shown:
        cells = []
        for cell, size, to_right in zip(row, sizes, right, strict=True):
            space = " " * (size - width(cell))
            cells.append(space + cell if to_right else cell + space)
        lines.append("  ".join(cells).rstrip())
    return "\n".join(lines)


def percent(share: float | None) -> str:
    """A share as per cent with one decimal, or a dash."""
    return "–" if share is None else f"{100 * share:.1f} %"


def span(low: float | None, high: float | None) -> str:
    """An interval in per cent, or a dash."""
    return "–" if low is None or high is None else f"{100 * low:.1f} – {100 * high:.1f} %"


def rates_text(rates: Sequence[Rate], lang: str) -> str:
    """One metric's rows as a titled table; every row is of the same metric and split."""
    words = metric(rates[0].metric).words[lang]
    split = list(rates[0].by)
    first, *rest = _HEADS[lang]
    heads = [first, *(dimensions()[name].titles[lang] for name in split), *rest]
    rows = [
        [
            rate.ruleset,
            *("?" if value is None else value for value in rate.by.values()),
            percent(rate.value),
            span(rate.low, rate.high),
            f"{rate.numerator:,}",
            f"{rate.n:,}",
            f"{rate.clusters:,}",
            "–" if rate.effective_n is None else f"{rate.effective_n:,.1f}",
            phrase("note", rate.note, lang) if rate.note else "",
        ]
        for rate in rates
    ]
    right = [False] * (1 + len(split)) + [True] * 6 + [False]
    return f"{words.title}  ({rates[0].metric})\n{words.definition}\n\n{table(heads, rows, right)}"


def coverage_text(coverage: Coverage, lang: str) -> str:
    """What was counted under a ruleset and what was left out, as a sentence or two."""
    deals, records = (" 副", " 条") if lang == "zh" else (" ", " ")
    parts = [f"{n:,}{deals}{phrase('left_out', why, lang)}" for why, n in coverage.left_out.items()]
    never = [f"{n:,}{records}{phrase('never_counted', why, lang)}" for why, n in coverage.never_counted.items() if n]
    if lang == "zh":
        told = f"{coverage.ruleset}：{coverage.deals:,} 副中计入 {coverage.counted:,} 副"
        told += f"；未计入：{'，'.join(parts)}" if parts else "；没有未计入的"
        return told + "。" + (f"另有 {'，'.join(never)}。" if never else "")
    told = f"{coverage.ruleset}: {coverage.counted:,} of {coverage.deals:,} deals counted"
    told += f"; left out: {', '.join(parts)}." if parts else "; none left out."
    return told + (f" Besides: {', '.join(never)}." if never else "")


def snapshot_text(snapshot: Snapshot, lang: str) -> str:
    """When the state shown was made."""
    when = "–" if snapshot.finished_at is None else f"{snapshot.finished_at.astimezone(UTC):%Y-%m-%d %H:%M} UTC"
    label = "数据截至" if lang == "zh" else "Lake as of"
    return f"{label} {when} ({snapshot.run_id or '–'})"


def rates_json(rates: Sequence[Rate], coverages: Sequence[Coverage], snapshot: Snapshot, lang: str) -> str:
    """The whole answer as one JSON object: snapshot, rates, coverage."""
    rows = [record(rate, lang) for rate in rates]
    told = {"snapshot": vars(snapshot), "rates": rows, "coverage": [vars(one) for one in coverages]}
    return json.dumps(told, ensure_ascii=False, indent=2, default=plain)


def record(rate: Rate, lang: str) -> dict[str, Any]:
    """A rate as a flat record: metric, ruleset, dimensions, then the figures."""
    flat = dict(vars(rate))
    figures = {name: flat[name] for name in flat if name not in ("metric", "ruleset", "by", "note")}
    note = phrase("note", rate.note, lang) if rate.note else ""
    return {"metric": rate.metric, "ruleset": rate.ruleset, **rate.by, **figures, "note": note}


def csv_text(heads: Sequence[str], rows: Sequence[Sequence[Any]]) -> str:
    """Rows as CSV with a head line; null is an empty field."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(heads)
    for row in rows:
        writer.writerow(["" if cell is None else plain_cell(cell) for cell in row])
    return out.getvalue().removesuffix("\n")


def plain(value: Any) -> Any:
    """What JSON has no word for: bytes as hex, times and dates in ISO 8601, the rest as text."""
    if isinstance(value, bytes):
        return value.hex()
    if isinstance(value, datetime | date):
        return value.isoformat()
    return str(value)


def plain_cell(value: Any) -> str:
    """A value as one cell of text; lists and structs as JSON."""
    if isinstance(value, list | dict):
        return json.dumps(value, ensure_ascii=False, default=plain)
    return str(value) if isinstance(value, str | int | float) else str(plain(value))
