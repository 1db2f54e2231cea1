"""Rulesets as data: reads a TOML file, merges what it extends, checks every key, hashes what counts.

``load("cn_competition_2deck")`` or ``load("path/to/my.toml")``. Every fault is
found before any deal is scored and named by its key.
"""

from __future__ import annotations

import difflib
import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from importlib import resources
from pathlib import Path
from typing import Any

from replay.check import faults_of
from replay.schema import HEADER, KEYS, SOURCE_WORDS
from replay.tomllines import NoTomlError, tables_of

ROOT = "_base"
CHOICE = "`shengji rulesets list` names them all, or give the path of a .toml file"
BYTE_ORDER_MARK = "\ufeff"  # editors on Windows begin a file with it
SOURCE = "source"  # the table that says where each value comes from


class RulesetError(Exception):
    """A ruleset that cannot be used; ``faults`` has a sentence for each reason."""

    def __init__(self, name: str, faults: list[str]) -> None:
        self.name = name
        self.faults = faults
        super().__init__("\n".join(f"ruleset {name}: {fault}" for fault in faults))


class UnreadError(RulesetError):
    """A file that is not TOML: ``text`` is what could be decoded of it, ``cause`` what the parser says."""

    def __init__(self, name: str, text: str, cause: ValueError) -> None:
        self.text = text
        self.cause = cause
        super().__init__(name, [f"is not readable as TOML: {cause}"])


@dataclass(frozen=True)
class Layer:
    """One file of a ruleset: its built-in id or its path, its text, and the tables that it holds."""

    file: str
    text: str
    parsed: dict[str, Any]

    @property
    def id(self) -> str:
        """The built-in id, or the name of the file without its ending."""
        return Path(self.file).stem if _is_file(self.file) else self.file

    @cached_property
    def own(self) -> dict[str, Any]:
        """The values that stand in this file itself, by dotted key."""
        return flatten({key: value for key, value in self.parsed.items() if key not in HEADER and key != SOURCE})

    @cached_property
    def clauses(self) -> dict[str, Any]:
        """The ``[source]`` table: key or table, and where its values come from."""
        table = self.parsed.get(SOURCE, {})
        return flatten(table) if isinstance(table, dict) else {}


@dataclass(frozen=True)
class Ruleset:
    """One resolved ruleset: every key of ``replay.schema`` has a value in ``values``."""

    id: str
    header: dict[str, Any]
    values: dict[str, Any]  # dotted key -> value
    sources: dict[str, tuple[str, str, str]]  # dotted key -> (ruleset it comes from, status, clause)

    @property
    def resolved(self) -> dict[str, Any]:
        """The values as nested tables, as in the TOML files."""
        tree: dict[str, Any] = {}
        for key, value in self.values.items():
            *tables, name = key.split(".")
            node = tree
            for table in tables:
                node = node.setdefault(table, {})
            node[name] = value
        return tree

    @cached_property
    def hash(self) -> str:
        """Sixteen hex digits over the values that are not neutral."""
        counted = {key: value for key, value in self.values.items() if value != KEYS[key].neutral}
        text = json.dumps(counted, sort_keys=True, separators=(",", ":"))
        return hashlib.blake2b(text.encode(), digest_size=8).hexdigest()

    @property
    def status(self) -> str:
        """abstract, complete, partial or fragment."""
        return str(self.header["status"])

    @property
    def profile_of(self) -> list[str]:
        """The log formats whose own program plays by this ruleset."""
        return list(self.header.get("profile_of", []))

    def title(self, lang: str) -> str:
        """The title in ``zh`` or ``en``."""
        return str(self.header[f"title_{lang}"])


def flatten(table: dict[str, Any], prefix: str = "") -> dict[str, Any]:
    """Nested tables as dotted keys, down to the keys of the schema."""
    flat: dict[str, Any] = {}
    for name, value in table.items():
        key = prefix + name
        if isinstance(value, dict) and key not in KEYS:
            flat |= flatten(value, key + ".")
        else:
            flat[key] = value
    return flat


def _is_file(name: str) -> bool:
    return name.endswith(".toml")


def no_such(name: str, ids: Sequence[str]) -> str:
    """That there is no ruleset of this id, with those of ``ids`` that may be meant."""
    near = difflib.get_close_matches(name, ids, n=3)
    meant = f"did you mean {' or '.join(near)}? " if near else ""
    return f"there is no such ruleset; {meant}{CHOICE}"


def _text_of(name: str) -> str:
    """The TOML text of a built-in id or of a file."""
    if _is_file(name):
        try:
            data = Path(name).read_bytes()
        except OSError as error:
            raise RulesetError(name, [f"cannot be read: {error.strerror}"]) from None
    else:
        file = resources.files("replay.rulesets") / f"{name}.toml"
        if not file.is_file():
            raise RulesetError(name, [no_such(name, ruleset_ids())])
        data = file.read_bytes()
    try:
        return data.decode("utf-8").removeprefix(BYTE_ORDER_MARK).replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        raise UnreadError(name, data[: error.start].decode("utf-8"), error) from None


def layers(name: str) -> Iterator[Layer]:
    """The ruleset's own file, then each file it extends, the oldest ancestor last.

    ``extends`` names a built-in id, or a ``.toml`` file by its path from the file that says so.
    Raises :class:`RulesetError` in the name of the first file that cannot be read.
    """
    seen: set[str] = set()
    while True:
        place = str(Path(name).resolve()) if _is_file(name) else name
        if place in seen:
            raise RulesetError(name, ["extends: goes round in a circle"])
        seen.add(place)
        text = _text_of(name)
        try:
            layer = Layer(name, text, tables_of(text))
        except NoTomlError as error:
            raise UnreadError(name, text, error) from None
        yield layer
        if name == ROOT:
            return
        parent = layer.parsed.get("extends", ROOT)
        parent = parent if isinstance(parent, str) else ROOT
        name = str(Path(name).parent / parent) if _is_file(name) and _is_file(parent) else parent


def _source_of(key: str, clauses: dict[str, Any]) -> tuple[str, str] | None:
    """(status, clause) of the longest entry of a ``[source]`` table that covers a key."""
    parts = key.split(".")
    for length in range(len(parts), 0, -1):
        entry = clauses.get(".".join(parts[:length]))
        if entry is not None:
            status, _, clause = str(entry).partition(":")
            return status, clause.strip()
    return None


def source_faults(layer: Layer) -> list[str]:
    """What is wrong with the ``[source]`` table of one file; empty if nothing is."""
    if not isinstance(layer.parsed.get(SOURCE, {}), dict):
        return [f"{SOURCE}: must be a table of where the values come from"]
    faults = []
    for key in layer.own:
        source = _source_of(key, layer.clauses)
        if key not in KEYS:
            continue  # that it is no key is told with the values
        if source is None:
            faults.append(f"{key}: has no entry in [source]; say where the value comes from")
        elif source[0] not in SOURCE_WORDS:
            faults.append(f"[source] {key}: {source[0]!r} is no status; it may be {' or '.join(SOURCE_WORDS)}")
    return faults + [f"[source] {key}: covers no key of this file" for key in layer.clauses if not _covers(key, layer)]


def _covers(entry: str, layer: Layer) -> bool:
    return any(key == entry or key.startswith(entry + ".") for key in layer.own)


def merged(chain: Sequence[Layer]) -> Ruleset:
    """The ruleset of a file and all that it extends, as ``layers`` gives them, unchecked."""
    values: dict[str, Any] = {}
    sources: dict[str, tuple[str, str, str]] = {}
    for layer in reversed(chain):
        values |= layer.own
        sources |= {key: (layer.id, *(_source_of(key, layer.clauses) or ("", ""))) for key in layer.own}
    header = {key: value for key, value in chain[0].parsed.items() if key in HEADER}
    return Ruleset(chain[0].id, header, values, sources)


def rule_faults(ruleset: Ruleset, *, force: bool = False) -> list[str]:
    """What is wrong with a merged ruleset; empty if it can be used."""
    faults = faults_of(ruleset.header, ruleset.values)
    if not faults and ruleset.status == "abstract":
        faults.append("status: is abstract, only for others to extend")
    if not faults and ruleset.status == "fragment" and not force:
        faults.append("status: is a fragment of a rule text, too little to score by unless forced (--force)")
    return faults


@lru_cache(maxsize=256)
def load(name: str, *, force: bool = False) -> Ruleset:
    """The ruleset of a built-in id or a ``.toml`` path, fully checked.

    Raises :class:`RulesetError` with a sentence for every fault. Abstract rulesets
    cannot be used; fragments only with ``force``.
    """
    chain = list(layers(name))
    ruleset = merged(chain)
    faults = [fault for layer in reversed(chain) for fault in source_faults(layer)]
    faults += rule_faults(ruleset, force=force)
    if faults:
        raise RulesetError(name, faults)
    return ruleset


def ruleset_ids() -> list[str]:
    """The ids of the built-in rulesets that can be chosen, sorted."""
    files = resources.files("replay.rulesets").iterdir()
    return sorted(file.name[:-5] for file in files if file.name.endswith(".toml") and not file.name.startswith("_"))


def list_rulesets(*, fragments: bool = False) -> list[Ruleset]:
    """All built-in rulesets, by id; fragments only where asked for: they are used by force alone."""
    found = [load(name, force=True) for name in ruleset_ids()]
    return [one for one in found if fragments or one.status != "fragment"]
