"""SQL text for the catalog: the lake's tables over their files, and the shared macros."""

from __future__ import annotations

from collections.abc import Iterable
from importlib.resources import files
from typing import TYPE_CHECKING

import ingest.columns as ingested
import replay.columns as replayed
from ingest.cards import RANKS, TEXT
from replay.verdicts import BID_NAMES, EXCHANGE_NAMES, FIRST_VIOLATION, NAMES, BidVerdict, ExchangeVerdict

if TYPE_CHECKING:
    import duckdb
    import pyarrow as pa

TABLES: dict[str, pa.Schema] = {
    "deals": ingested.DEALS,
    "superseded": ingested.SUPERSEDED,
    "players": ingested.PLAYERS,
    "sources": ingested.SOURCES,
    "rejects": ingested.REJECTS,
    "ingest_log": ingested.INGEST_LOG,
    "runs": ingested.RUNS,
    "scores": replayed.SCORES,
    "violations": replayed.VIOLATIONS,
    "ladder": replayed.LADDER,
    "rulesets": replayed.RULESETS,
}


def quote(text: str) -> str:
    """A SQL string literal."""
    return "'" + text.replace("'", "''") + "'"


def literal_list(values: Iterable[str | None]) -> str:
    """A SQL list of strings and nulls."""
    return "[" + ", ".join("NULL" if value is None else quote(value) for value in values) + "]"


def macros() -> str:
    """The statements that make the shared macros, with card texts and verdict names filled in."""
    cards = [TEXT[code] if code < len(TEXT) else "??" for code in range(256)]
    names = NAMES | BID_NAMES | EXCHANGE_NAMES
    verdicts = [names.get(code) for code in range(max(names) + 1)]
    text = files("analytics").joinpath("base", "macros.sql").read_text(encoding="utf-8")
    filled = {
        "@TEXTS@": literal_list(cards),
        "@RANKS@": literal_list(RANKS),
        "@VERDICTS@": literal_list(verdicts),
        "@FIRST_VIOLATION@": str(FIRST_VIOLATION),
        "@BID@": str(int(BidVerdict.BID)),
        "@REINFORCE@": str(int(BidVerdict.BID_REINFORCE)),
        "@OVERRIDE@": str(int(BidVerdict.BID_OVERRIDE)),
        "@TOGETHER@": str(int(BidVerdict.BID_TOGETHER)),
        "@EXCHANGE@": str(int(ExchangeVerdict.EXCHANGE)),
    }
    for mark, value in filled.items():
        text = text.replace(mark, value)
    return text


def table_select(con: duckdb.DuckDBPyConnection, schema: pa.Schema, paths: list[str]) -> str:
    """A query over one table's Parquet files: the schema's columns, null where a file lacks one, no rows without files.

    ``paths`` are the oldest first, and columns are only ever added: what the first has they all have.
    """
    empty = con.from_arrow(schema.empty_table())
    columns = [f'"{name}"' for name in empty.columns]
    nulls = [f"CAST(NULL AS {kind}) AS {name}" for name, kind in zip(columns, empty.types, strict=True)]
    if not paths:
        return f"SELECT {', '.join(nulls)} WHERE false"
    first = con.sql(f"FROM read_parquet({literal_list(paths[:1])})")
    stored = dict(zip(first.columns, first.types, strict=True))
    if all(stored.get(name) == kind for name, kind in zip(empty.columns, empty.types, strict=True)):
        return f"SELECT {', '.join(columns)} FROM read_parquet({literal_list(paths)})"
    files = f"FROM read_parquet({literal_list(paths)}, union_by_name = true)"
    return f"SELECT {', '.join(columns)} FROM (SELECT {', '.join(nulls)} WHERE false UNION ALL BY NAME {files})"
