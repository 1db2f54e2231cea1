"""Every fault of a ruleset's file with its key, and the file and line where that stands."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from replay.ruleset import Layer, RulesetError, UnreadError, layers, merged, rule_faults, source_faults
from replay.schema import HEADER
from replay.tomllines import lines_of

AT_LINE = re.compile(r" \(at line (\d+), column \d+\)")
IN_SOURCE = "[source] "


@dataclass(frozen=True)
class Fault:
    """One fault. ``file``: a path, or the name of a built-in file; ``line`` from 1, None where nothing is
    written; ``key`` is empty where the file cannot be read; ``heir``: the file checked, where it is another."""

    file: str
    line: int | None
    key: str
    text: str
    heir: str | None = None

    def __str__(self) -> str:
        place = self.file if self.line is None else f"{self.file}:{self.line}"
        inherited = f" (inherited by {self.heir})" if self.heir else ""
        return ": ".join(part for part in (place, self.key, self.text) if part) + inherited


def check(name: str) -> list[Fault]:
    """Every fault of a ruleset, by built-in id or path: its own by line, then the inherited; empty if it is sound.

    A fragment can be sound. Raises :class:`RulesetError` if there is no such file.
    """
    chain: list[Layer] = []
    try:
        for layer in layers(name):
            chain.append(layer)
    except UnreadError as error:
        return _unread(error, chain)
    except RulesetError as error:
        if not chain:
            raise
        text = error.faults[0].removeprefix("extends: ")
        return [_placed(f"extends: {error.name}: {text}", chain, chain[-1:])]
    found = [_placed(fault, chain, [layer]) for layer in chain for fault in source_faults(layer)]
    for fault in rule_faults(merged(chain), force=True):
        in_header = fault.partition(": ")[0] in HEADER
        found.append(_placed(fault, chain, chain[:1] if in_header else chain))
    return sorted(found, key=lambda fault: (fault.heir is not None, fault.file, fault.line or 0))


def _file(name: str) -> str:
    return name if name.endswith(".toml") else f"{name}.toml"


def _placed(fault: str, chain: list[Layer], among: Iterable[Layer]) -> Fault:
    """A fault's sentence, which begins with its key, with the line of the layer in which the key stands."""
    key, _, text = fault.partition(": ")
    for layer in among:
        line = _line(layer, key)
        if line:
            return Fault(_file(layer.file), line, key, text, _file(chain[0].file) if layer is not chain[0] else None)
    return Fault(_file(chain[0].file), None, key, text)


def _line(layer: Layer, key: str) -> int | None:
    """The line of a key; of a key in ``[source]`` that of the entry that covers it."""
    lines = lines_of(layer.text).first
    if not key.startswith(IN_SOURCE):
        return lines.get(key)
    parts = key.removeprefix(IN_SOURCE).split(".")
    entries = [".".join(["source", *parts[:length]]) for length in range(len(parts), 0, -1)]
    return next((lines[entry] for entry in entries if entry in lines), None)


def _unread(error: UnreadError, chain: list[Layer]) -> list[Fault]:
    """Why a file is no TOML: every key that is written twice, else what the parser stopped at."""
    file, heir = _file(error.name), _file(chain[0].file) if chain else None
    lines = lines_of(error.text)
    if isinstance(error.cause, UnicodeDecodeError):
        return [Fault(file, error.text.count("\n") + 1, "", f"is not UTF-8: {error.cause.reason}", heir)]
    if lines.again and lines.unread is None:
        return [Fault(file, line, key, f"is already in line {lines.first[key]}", heir) for key, line in lines.again]
    message = str(error.cause)
    at = AT_LINE.search(message)
    line = int(at[1]) if at else lines.unread
    return [Fault(file, line, "", f"is not readable as TOML: {AT_LINE.sub('', message)}", heir)]
