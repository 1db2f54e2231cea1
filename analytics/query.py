"""One person's SELECT against the catalog, with errors as sentences."""

from __future__ import annotations

import json
from difflib import get_close_matches
from math import isfinite
from typing import TYPE_CHECKING, Any

from analytics.catalog import VIEWS
from analytics.tell import plain

if TYPE_CHECKING:
    import duckdb


class QueryError(Exception):
    """A query that cannot be answered; the message is a sentence that says what to do."""


def ask(con: duckdb.DuckDBPyConnection, query: str) -> tuple[list[str], list[tuple[Any, ...]]]:
    """Column names and rows of one SELECT. Raises ``QueryError`` for anything else, or if it fails."""
    import duckdb

    try:
        statements = con.extract_statements(query)
        if len(statements) != 1 or statements[0].type != duckdb.StatementType.SELECT:
            raise QueryError("Only one SELECT can be asked: the catalog is made from the lake and is never written to.")
        cursor = con.execute(statements[0])
        return [column[0] for column in cursor.description or []], cursor.fetchall()
    except duckdb.Error as error:
        raise QueryError(f"The query cannot be answered: {_reason(error)} {_near(query)}") from error


def _reason(error: Exception) -> str:
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    kept = [line for line in lines if not line.startswith(("LINE ", "^"))]
    return " ".join(kept).rstrip(".") + "."


def _near(query: str) -> str:
    """The views whose names are near a word of the query, or all."""
    words = {word.strip("\"'(),;").lower() for word in query.split()}
    near = sorted({view for word in words for view in get_close_matches(word, VIEWS, n=2, cutoff=0.6)})
    shown = ", ".join(near or VIEWS)
    return f"Views {'near' if near else 'there are'}: {shown}; docs/sql.md tells their columns."


def rows_json(heads: list[str], rows: list[tuple[Any, ...]]) -> str:
    """Rows as a JSON list of objects. Of columns of one name the second is ``name_1``; infinities are null."""
    names: list[str] = []
    for head in heads:
        others = (f"{head}_{number}" for number in range(1, len(heads) + 1))
        names.append(next(name for name in (head, *others) if name not in names))
    records = [dict(zip(names, map(_finite, row), strict=True)) for row in rows]
    return json.dumps(records, ensure_ascii=False, indent=2, default=plain)


def _finite(value: Any) -> Any:
    """A value that JSON can hold as a number or null, within lists and tables too."""
    if isinstance(value, float):
        return value if isfinite(value) else None
    if isinstance(value, list | tuple):
        return [_finite(item) for item in value]
    return {key: _finite(item) for key, item in value.items()} if isinstance(value, dict) else value
