"""The words about the views and metrics, as pages: docs/sql.md and docs/metrics.md are made from them.

``python -m analytics.viewdocs`` writes both anew; a test checks that they are current.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from analytics.catalog import VIEWS, view_text
from analytics.registry import dimensions, metrics
from analytics.words import names, phrase


@dataclass(frozen=True)
class ViewDoc:
    """What a view's opening comment says: its purpose, what a row is, and each column."""

    about: str
    grain: str
    columns: dict[str, str]


def view_doc(view: str) -> ViewDoc:
    """The opening comment of a view's file."""
    lines = [line[3:] for line in view_text("views", view).splitlines() if line.startswith("-- ")]
    entries = (line.strip().partition(": ") for line in lines[3:])
    return ViewDoc(lines[0], lines[1].removeprefix("Grain: "), {name: words for name, _, words in entries})


_SQL_HEAD = """# The views for SQL

<!-- Made from analytics/views/*.sql by `python -m analytics.viewdocs`; change those files, not this page. -->

`shengji sql "SELECT ..." --lake DIR` answers one SELECT over these views. They
show one state of the lake, that of the last finished run (`snapshot`). The same
file, `<lake>/shengji.duckdb`, opens in the `duckdb` shell, also in one of version 1.5.

Cards are two characters, suit then rank (`S5 HT LJ BJ`); seats are South, East,
North, West; side 0 is South and North, side 1 East and West; levels are `2` to
`A`. Null means not known. Deals are joined by `deal_id`, and where a view has
`ruleset`, by that too.

```sql
-- what went wrong most often
SELECT ruleset, verdict, count(*) FROM violations GROUP BY ALL ORDER BY 3 DESC;
-- how a deal was played
SELECT trick, seat, cards, verdict FROM plays WHERE deal_id = '...' ORDER BY trick, turn;
```
"""


def sql_page() -> str:
    """The text of docs/sql.md."""
    parts = [_SQL_HEAD]
    for view in sorted(VIEWS):
        doc = view_doc(view)
        columns = "\n".join(f"| `{name}` | {words} |" for name, words in doc.columns.items())
        parts.append(f"## {view}\n\n{doc.about} A row: {doc.grain}\n\n| column | meaning |\n|---|---|\n{columns}\n")
    return "\n".join(parts)


_METRICS_HEAD = """# The metrics

<!-- Made from analytics/metrics/*.toml and words.toml by `python -m analytics.viewdocs`. -->

`shengji stats [METRIC] --lake DIR --ruleset ID [--by DIM]` prints them.
"""

_METRICS_TAIL = """## How a rate is told

* **n** is the number of deals counted, **count** those that make up the numerator.
* A **cluster** is a match, together with all matches that share a board with it
  (the same cards dealt; `boards` in [sql.md](sql.md)), directly or through others. Deals of one cluster are alike.
* The **effective n** is n over the design effect: the variance of the rate between
  clusters over that of as many independent deals, at least 1. For clusters with k
  of m deals, C clusters and rate p it is
  `C / (C - 1) * sum((k - p m)^2) / n^2` over `p (1 - p) / (n - 1)`. Where every deal or none counts,
  each cluster is taken as one piece: `sum(m^2) / n`.
* The **interval** is the 95 % Wilson score interval for that rate and effective n.
  With fewer than ten clusters there is none: so few do not show how they vary.
  In simulations with clusters of 5 to 20 deals it covers the true rate in 93-95 %
  of cases from 40 clusters on, and in 91-95 % with 10.

## What is left out

A deal is counted if it is the current version and has a result under the ruleset
that no foul decides, no violation, and no recorded value that its own rules come to otherwise. Its own
rules are those of a ruleset that states the log's format (`profile_of`) or that the
record names (`x_ruleset`). Every answer says how many deals were left out. A deal
has one reason, the first that applies:
"""


def metrics_page() -> str:
    """The text of docs/metrics.md."""
    parts = [_METRICS_HEAD]
    for metric in metrics().values():
        zh, en = metric.words["zh"], metric.words["en"]
        whose = "the dealer and partner" if metric.players == "dealer_side" else "the two defenders"
        seated = f"; by player a deal is that of {whose}" if "player" in metric.dimensions else ""
        parts.append(
            f"## {en.title} · {zh.title}\n\n"
            f"`{metric.name}`, in {en.unit} ({zh.unit})\n\n{en.definition}\n\n{zh.definition}\n\n"
            f"Counts `{metric.counts}` among deals of `{metric.base}`. "
            f"Split by {', '.join(metric.dimensions)}{seated}.\n"
        )
    parts.append(_METRICS_TAIL)
    reasons = [
        f"| `{name}` | {phrase('left_out', name, 'en')} | {phrase('left_out', name, 'zh')} |"
        for name in names("left_out")
    ]
    parts.append("| reason | | |\n|---|---|---|\n" + "\n".join(reasons) + "\n")
    split = [f"| `{one.name}` | {one.titles['en']} | {one.titles['zh']} |" for one in dimensions().values()]
    parts.append("## Dimensions\n\n| name | | |\n|---|---|---|\n" + "\n".join(split) + "\n")
    return "\n".join(parts)


def main() -> None:
    """Write both pages into docs/ of the working directory."""
    for name, page in (("sql.md", sql_page()), ("metrics.md", metrics_page())):
        Path("docs", name).write_text(page, encoding="utf-8")


if __name__ == "__main__":
    main()
