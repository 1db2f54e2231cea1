"""In which line of a TOML text each key stands: the standard library's parser does not tell.

A statement is the fewest whole lines that can be parsed by themselves; so the parser
still decides what is a key, a string or an array.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any


class NoTomlError(ValueError):
    """A text that cannot be read as TOML."""


def tables_of(text: str) -> dict[str, Any]:
    """What a TOML text says. Raises :class:`NoTomlError`, too where Python's own limits end the parser."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise NoTomlError(str(error)) from None
    except RecursionError:
        raise NoTomlError("Lists or tables are nested too deep") from None
    except ValueError:
        raise NoTomlError("A number has too many digits") from None


@dataclass
class Lines:
    """``first``: dotted key or table -> the line, from 1, where it first stands; ``again``: each key or table
    that is written a second time, with that line; ``unread``: where a statement begins that cannot be read."""

    first: dict[str, int] = field(default_factory=dict)
    again: list[tuple[str, int]] = field(default_factory=list)
    unread: int | None = None


def lines_of(text: str) -> Lines:
    """The lines of all keys of a text, as far as it can be read."""
    found = Lines()
    written: set[tuple[str, bool]] = set()
    table = ""
    for line, head, parsed in _statements(text):
        if parsed is None:
            found.unread = line
            break
        is_table = head.startswith("[")
        path = _path(parsed) if is_table else table + _path(parsed)
        for name in _names("" if is_table else table, parsed):
            found.first.setdefault(name, line)
        if head.startswith("[["):  # one more of a list of tables: its keys start anew
            written = {one for one in written if not one[0].startswith(path)}
        if (path, is_table) in written:
            found.again.append((path, line))
        written.add((path, is_table))
        table = f"{path}." if is_table else table
    return found


def _statements(text: str) -> Iterator[tuple[int, str, dict[str, Any] | None]]:
    """Each statement: its line, how that begins, and what it says; None of one that cannot be read."""
    lines = text.split("\n")
    start = 0
    for end in range(1, len(lines) + 1):
        try:
            parsed = tables_of("\n".join(lines[start:end]))
        except NoTomlError:
            continue
        if parsed:
            yield start + 1, lines[start].lstrip(), parsed
        start = end
    if start < len(lines):
        yield start + 1, lines[start].lstrip(), None


def _path(parsed: Any) -> str:
    """The dotted name that a single statement sets."""
    names = []
    while isinstance(parsed, dict) and len(parsed) == 1:
        ((name, parsed),) = parsed.items()
        names.append(name)
    return ".".join(names)


def _names(before: str, parsed: dict[str, Any]) -> Iterator[str]:
    """Every dotted name that a statement mentions."""
    for name, below in parsed.items():
        yield before + name
        if isinstance(below, dict):
            yield from _names(f"{before}{name}.", below)
