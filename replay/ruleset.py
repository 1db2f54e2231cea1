"""Rulesets as data: reads a TOML file, merges what it extends, checks every key, hashes what counts.

``load("cn_competition_2deck")`` or ``load("path/to/my.toml")``. Every fault is
found before any deal is scored and named by its key.
"""

from __future__ import annotations

import hashlib
import json
import tomllib
from dataclasses import dataclass
from functools import cached_property, lru_cache
from importlib import resources
from pathlib import Path
from typing import Any

from replay.check import faults_of
from replay.schema import ENGINE, HEADER, KEYS, SOURCE_WORDS

ROOT = "_base"


class RulesetError(Exception):
    """A ruleset that cannot be used; ``faults`` has a sentence for each reason."""

    def __init__(self, name: str, faults: list[str]) -> None:
        self.faults = faults
        super().__init__("\n".join(f"ruleset {name}: {fault}" for fault in faults))


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
        """Sixteen hex digits over the values that can change a score and are not neutral."""
        counted = {
            key: value for key, value in self.values.items() if KEYS[key].by == ENGINE and value != KEYS[key].neutral
        }
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


def _text_of(name: str) -> str:
    """The TOML text of a built-in id or of a file."""
    if name.endswith(".toml"):
        try:
            return Path(name).read_text(encoding="utf-8")
        except OSError as error:
            raise RulesetError(name, [f"cannot be read: {error.strerror}"]) from None
    file = resources.files("replay.rulesets") / f"{name}.toml"
    if not file.is_file():
        known = ", ".join(ruleset_ids())
        raise RulesetError(name, [f"there is no such ruleset; there are {known}, or give the path of a .toml file"])
    return file.read_text(encoding="utf-8")


def _layers(name: str) -> list[tuple[str, dict[str, Any]]]:
    """The file and all it extends, the oldest ancestor first, each as (id, parsed TOML)."""
    chain: list[tuple[str, dict[str, Any]]] = []
    seen: set[str] = set()
    while name or not chain:
        if name in seen:
            raise RulesetError(name, ["extends: goes round in a circle"])
        seen.add(name)
        try:
            parsed = tomllib.loads(_text_of(name))
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
            raise RulesetError(name, [f"is not readable as TOML: {error}"]) from None
        chain.append((Path(name).stem if name.endswith(".toml") else name, parsed))
        parent = parsed.get("extends", "" if name == ROOT else ROOT)
        name = parent if isinstance(parent, str) else ""
    return chain[::-1]


def _source_of(key: str, clauses: dict[str, str]) -> tuple[str, str] | None:
    """(status, clause) of the longest entry of a ``[source]`` table that covers a key."""
    parts = key.split(".")
    for length in range(len(parts), 0, -1):
        entry = clauses.get(".".join(parts[:length]))
        if entry is not None:
            status, _, clause = str(entry).partition(":")
            return status, clause.strip()
    return None


def _resolve(name: str) -> tuple[Ruleset, list[str]]:
    """The merged ruleset and the faults of its files."""
    layers = _layers(name)
    values: dict[str, Any] = {}
    sources: dict[str, tuple[str, str, str]] = {}
    faults: list[str] = []
    for layer, parsed in layers:
        clauses = parsed.get("source", {})
        body = {key: value for key, value in parsed.items() if key not in HEADER and key != "source"}
        own = flatten(body)
        for key in own:
            source = _source_of(key, clauses)
            if source is None:
                faults.append(f"{key}: has no entry in [source]; say where the value comes from")
            elif source[0] not in SOURCE_WORDS:
                faults.append(f"[source] {key}: {source[0]!r} is no status; it may be {' or '.join(SOURCE_WORDS)}")
            sources[key] = (layer, *(source or ("", "")))
        faults += [f"[source] {key}: covers no key of this file" for key in clauses if not _covers(key, own)]
        values |= own
    header = {key: value for key, value in layers[-1][1].items() if key in HEADER}
    return Ruleset(layers[-1][0], header, values, sources), faults


def _covers(entry: str, own: dict[str, Any]) -> bool:
    return any(key == entry or key.startswith(entry + ".") for key in own)


@lru_cache(maxsize=64)
def load(name: str, *, force: bool = False) -> Ruleset:
    """The ruleset of a built-in id or a ``.toml`` path, fully checked.

    Raises :class:`RulesetError` with a sentence for every fault. Abstract rulesets
    cannot be used; fragments only with ``force``.
    """
    ruleset, faults = _resolve(name)
    faults += faults_of(ruleset.header, ruleset.values)
    if not faults and ruleset.status == "abstract":
        faults.append("status: is abstract, only for others to extend")
    if not faults and ruleset.status == "fragment" and not force:
        faults.append("status: is a fragment of a rule text, too little to score by")
    if faults:
        raise RulesetError(name, faults)
    return ruleset


def check(name: str) -> list[str]:
    """Every fault of a ruleset as a sentence that names its key; empty if it can be used."""
    try:
        load(name)
    except RulesetError as error:
        return error.faults
    return []


def ruleset_ids() -> list[str]:
    """The ids of the built-in rulesets that can be chosen, sorted."""
    files = resources.files("replay.rulesets").iterdir()
    return sorted(file.name[:-5] for file in files if file.name.endswith(".toml") and not file.name.startswith("_"))


def list_rulesets(*, fragments: bool = False) -> list[Ruleset]:
    """All built-in rulesets, by id; fragments only where asked for: they are used by force alone."""
    found = [load(name, force=True) for name in ruleset_ids()]
    return [one for one in found if fragments or one.status != "fragment"]
