"""The catalog: `<lake>/shengji.duckdb`, generated views over one consistent state of a lake.

``build`` writes it aside and swaps it in; ``open_catalog`` opens it read-only,
building it first where it is missing or out of date. Nobody opens it for writing.
Of a lake that may only be read, a catalog that does not fit is made anew in the temporary folder, for one opening.
"""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

from analytics import trumps
from analytics.tables import TABLES, literal_list, macros, quote, table_select
from ingest.lake import Lake, LakeError

if TYPE_CHECKING:
    import duckdb

    from ingest.lake import State

FILE_NAME = "shengji.duckdb"
BASE = (
    "rulesets",
    "deals",
    "boards",
    "scores",
    "ladder",
    "outcomes",
    "counted",
)  # in the order they build on each other
VIEWS = (
    "snapshot",
    "deals_all",
    "deals",
    "results",
    "ladders",
    "rulesets",
    "tricks",
    "plays",
    "violations",
    "declarations",
    "matches",
    "boards",
    "agreement",
    "differences",
    "rejects",
    "ingest_log",
    "sources",
    "players",
)

# Each match that shares a board, beside the first match that was played on that board.
_SHARED_BOARDS = """
SELECT DISTINCT match_key, first FROM base.boards JOIN (
  SELECT board, min(match_key) AS first FROM base.boards GROUP BY board HAVING min(match_key) <> max(match_key)
) USING (board)
"""


class CatalogError(Exception):
    """The catalog cannot be used; the message is a sentence that says what to do."""


def view_text(folder: str, name: str) -> str:
    """The text of a view's file in ``views`` or ``base``."""
    return files("analytics").joinpath(folder, f"{name}.sql").read_text(encoding="utf-8")


def definitions_hash() -> str:
    """A hash of all that a catalog is built from besides the lake's own files."""
    parts = [macros(), repr(TABLES), _SHARED_BOARDS, trumps.DEALS]
    parts += [view_text("base", name) for name in BASE]
    parts += [view_text("views", name) for name in VIEWS]
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:16]


def build(lake: Lake) -> None:
    """Write the catalog of the lake's visible state and put it in place of the old one.

    Raises ``CatalogError`` where the file cannot be written.
    """
    with _written(lake, ".catalog-", lake.path) as fresh:
        fresh.replace(lake.path / FILE_NAME)


@contextmanager
def _written(lake: Lake, prefix: str, folder: Path | None) -> Iterator[Path]:
    """A fresh catalog in a folder of its own that lasts as long as this does; ``folder`` None: the temporary one."""
    import duckdb

    try:
        with tempfile.TemporaryDirectory(prefix=prefix, dir=folder, ignore_cleanup_errors=True) as aside:
            _write(lake, Path(aside) / FILE_NAME)
            yield Path(aside) / FILE_NAME
    except (OSError, duckdb.Error) as error:
        raise CatalogError(
            f"The catalog of the lake {lake.path} could not be written ({error}). "
            "Check that the folder is writable and has room, then try again."
        ) from error


def _write(lake: Lake, path: Path) -> None:
    import duckdb

    state = lake.state()
    con = duckdb.connect()
    try:
        for setting in _settings(path.parent):
            con.execute(setting)
        con.execute(f"ATTACH {quote(str(path))} AS catalog (STORAGE_VERSION 'v1.2.0')")
        con.execute("USE catalog")
        con.execute("CREATE SCHEMA lake; CREATE SCHEMA base")
        con.execute(macros())
        for name, schema in TABLES.items():
            con.execute(f"CREATE VIEW lake.{name} AS {table_select(con, schema, lake.files(name, state))}")
        for name in BASE:
            if name == "outcomes":
                _write_clusters(con)
                trumps.write(con)
            kind = "TABLE" if name == "counted" else "VIEW"
            con.execute(f"CREATE {kind} base.{name} AS {view_text('base', name)}")
        _write_snapshot(con, lake, state)
        for name in VIEWS:
            con.execute(f"CREATE VIEW {name} AS {view_text('views', name)}")
    finally:
        con.close()


def _settings(spill: Path) -> list[str]:
    return [
        "SET autoinstall_known_extensions=false",
        "SET autoload_known_extensions=false",
        "SET memory_limit='512MB'",
        "SET preserve_insertion_order=false",
        f"SET temp_directory={quote(str(spill))}",
    ]


def _write_clusters(con: duckdb.DuckDBPyConnection) -> None:
    """Make ``base.clusters``: match_key -> cluster, for the matches that share a board with another."""
    import polars as pl

    from replay.clusters import components

    con.execute("CREATE TABLE base.clusters (match_key BLOB, cluster BLOB)")
    edges = con.sql(_SHARED_BOARDS).pl()
    keys = pl.concat([edges["match_key"], edges["first"]])
    ends = (keys.rank("dense") - 1).cast(pl.Int64).to_numpy()
    matches = keys.unique().sort()
    clusters = matches.gather(components(ends[: len(edges)], ends[len(edges) :], len(matches)))
    rows = pl.DataFrame({"match_key": matches, "cluster": clusters}).to_arrow()
    con.from_arrow(rows).insert_into("base.clusters")


def _write_snapshot(con: duckdb.DuckDBPyConnection, lake: Lake, state: State) -> None:
    tables = json.dumps(state.tables, sort_keys=True)
    digest = hashlib.sha256(f"{state.run_id} {tables}".encode()).hexdigest()[:16]
    con.execute(
        "CREATE TABLE base.built (lake VARCHAR, run_id VARCHAR, finished_at TIMESTAMPTZ, "
        "tables VARCHAR, digest VARCHAR, views VARCHAR)"
    )
    con.execute(
        "INSERT INTO base.built VALUES (?, ?, ?, ?, ?, ?)",
        [str(lake.path), state.run_id, state.finished_at, tables, digest, definitions_hash()],
    )


def open_catalog(lake_path: str | Path) -> duckdb.DuckDBPyConnection:
    """Open the lake's catalog read-only and locked down; build it first if it is not up to date.

    Every call gives a connection of its own that keeps seeing the state it opened:
    ask it (its cursors would not know the views by name), then close it. Raises ``CatalogError`` if there is no lake
    or its catalog cannot be built.
    """
    import duckdb

    try:
        lake = Lake.open(lake_path)
        path = lake.path / FILE_NAME
        con = _attach(path) if _is_current(lake, path) else _attach_fresh(lake)
        for setting in _lock_down(lake.path):
            con.execute(setting)
    except LakeError as error:
        raise CatalogError(str(error)) from error
    except duckdb.Error as error:
        raise CatalogError(
            f"The catalog {Path(lake_path) / FILE_NAME} cannot be opened ({error}). "
            "Delete that file and try again: it is made anew."
        ) from error
    return con


def _attach_fresh(lake: Lake) -> duckdb.DuckDBPyConnection:
    """A connection to a catalog built now: that of the lake, or of a lake that may only be read one of its own."""
    if os.access(lake.path, os.W_OK):
        build(lake)
        return _attach(lake.path / FILE_NAME)
    with _written(lake, "shengji-", None) as fresh:
        return _attach(fresh)  # the open file outlasts its name


def _attach(path: Path) -> duckdb.DuckDBPyConnection:
    """A connection of its own to the file, read-only: one that shares nothing sees the file as it is now."""
    import duckdb

    con = duckdb.connect()
    con.execute(f"ATTACH {quote(str(path))} AS catalog (READ_ONLY)")
    con.execute("USE catalog")
    return con


def _is_current(lake: Lake, path: Path) -> bool:
    """Whether the catalog shows this lake, in its present state, with the present views."""
    import duckdb

    if not path.exists():
        return False
    try:
        with _attach(path) as con:
            row = con.execute("SELECT lake, run_id, views FROM base.built").fetchone()
    except duckdb.Error:
        return False
    return row == (str(lake.path), lake.state().run_id, definitions_hash())


def _lock_down(lake: Path) -> list[str]:
    return [
        "SET autoinstall_known_extensions=false",
        "SET autoload_known_extensions=false",
        "SET python_enable_replacements=false",
        f"SET allowed_directories={literal_list([str(lake)])}",
        "SET enable_external_access=false",
        "SET lock_configuration=true",
    ]
