"""The commands `stats`, `boards` and `sql`: questions to a lake."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

from ingest.visible import visible_lines

if TYPE_CHECKING:
    import duckdb

app = typer.Typer(no_args_is_help=True, rich_markup_mode=None, add_completion=False)

LakeOption = Annotated[Path, typer.Option("--lake", help="The lake's folder.", show_default=False)]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON.")]
CsvOption = Annotated[bool, typer.Option("--csv", help="Print CSV.")]


@app.command()
def stats(
    lake: LakeOption,
    metric: Annotated[
        str | None, typer.Argument(help="A metric's name; none: all that can be split so.", show_default=False)
    ] = None,
    ruleset: Annotated[
        list[str] | None,
        typer.Option(help="A ruleset's id or .toml file; may be repeated; none: all replayed.", show_default=False),
    ] = None,
    by: Annotated[
        list[str] | None,
        typer.Option(
            help="Split by: level, trump, trumps, dealer, format, source, match, player, ruleset.", show_default=False
        ),
    ] = None,
    lang: Annotated[str, typer.Option(help="zh or en.")] = "en",
    json: JsonOption = False,
    csv: CsvOption = False,
) -> None:
    """Print rates with n, clusters and 95 % intervals, and what was left out."""
    language = _language(lang)
    _one_of(json, csv)
    from analytics.metrics import choose_rulesets, coverage, rates, snapshot
    from analytics.registry import metric as find
    from analytics.registry import metrics
    from analytics.tell import coverage_text, csv_text, rates_json, rates_text, record, snapshot_text

    with _catalog(lake) as con:
        every = list(metrics().values())
        able = [one for one in every if set(by or []) <= set(one.dimensions)]
        wanted = [find(metric)] if metric else able or every
        chosen = choose_rulesets(con, ruleset or [], str(lake))
        answers = [rates(con, one, chosen, by or []) for one in wanted]
        coverages = coverage(con, chosen)
        stamp = snapshot(con)
    found = [rate for answer in answers for rate in answer]
    counted = "\n".join(coverage_text(one, language) for one in coverages)
    footer = f"{counted}\n{snapshot_text(stamp, language)}"
    if json:
        typer.echo(rates_json(found, coverages, stamp, language))
    elif csv:
        records = [record(rate, language) for rate in found]
        typer.echo(csv_text(list(records[0]) if records else [], [list(row.values()) for row in records]))
        typer.echo(footer, err=True)
    else:
        typer.echo("\n\n".join([*(rates_text(answer, language) for answer in answers if answer), footer]))


@app.command()
def boards(
    lake: LakeOption,
    ruleset: Annotated[
        list[str] | None,
        typer.Option(help="A ruleset's id or .toml file; may be repeated; none: all replayed.", show_default=False),
    ] = None,
    lang: Annotated[str, typer.Option(help="zh or en.")] = "en",
    json: JsonOption = False,
) -> None:
    """Set the boards played more than once side by side: the same cards, the results, how far they lie apart."""
    language = _language(lang)
    from analytics.boards import boards as find
    from analytics.boards import boards_json, boards_text
    from analytics.metrics import choose_rulesets, snapshot
    from analytics.tell import snapshot_text

    with _catalog(lake) as con:
        found = find(con, choose_rulesets(con, ruleset or [], str(lake)))
        stamp = snapshot(con)
    typer.echo(
        boards_json(found, stamp) if json else f"{boards_text(found, language)}\n{snapshot_text(stamp, language)}"
    )


@app.command()
def sql(
    query: Annotated[str, typer.Argument(help="One SELECT over the catalog's views.", show_default=False)],
    lake: LakeOption,
    json: JsonOption = False,
    csv: CsvOption = False,
) -> None:
    """Answer one SELECT over the lake's views (docs/sql.md lists them); nothing can be written."""
    _one_of(json, csv)
    from analytics.query import ask, rows_json
    from analytics.tell import csv_text, plain_cell, table

    with _catalog(lake) as con:
        heads, rows = ask(con, query)
    if json:
        typer.echo(rows_json(heads, rows))
    elif csv:
        typer.echo(csv_text(heads, rows))
    else:
        cells = [["" if cell is None else plain_cell(cell) for cell in row] for row in rows]
        numbers = [bool(rows) and all(isinstance(row[i], int | float) for row in rows) for i in range(len(heads))]
        typer.echo(table(heads, cells, numbers))


@contextmanager
def _catalog(lake: Path) -> Iterator[duckdb.DuckDBPyConnection]:
    from analytics.catalog import CatalogError, open_catalog
    from analytics.query import QueryError
    from analytics.registry import MetricError

    try:
        with open_catalog(lake) as con:
            yield con
    except (CatalogError, MetricError, QueryError) as error:
        fail(str(error))


def _language(lang: str) -> str:
    if lang not in ("zh", "en"):
        fail(f"There is no language {lang!r}; write --lang zh or --lang en.")
    return lang


def _one_of(json: bool, csv: bool) -> None:
    if json and csv:
        fail("--json and --csv exclude each other; give one of them.")


def fail(sentence: str) -> NoReturn:
    """Say why nothing could be done, and leave with 2."""
    typer.echo(visible_lines(sentence), err=True)
    raise typer.Exit(2)
