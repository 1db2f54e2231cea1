"""Writes docs/rulesets/, a page a ruleset and all against all keys, from the TOML: ``python -m replay.rulesetdoc``."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

from replay.ruleset import ROOT, Ruleset, list_rulesets
from replay.schema import KEYS
from replay.valuewords import words

TARGET = Path("docs") / "rulesets"
INDEX = "README.md"
WIDE = 200  # characters that a row of a matrix may have beside the name
GENERATED = "This page is generated from `replay/rulesets/`; do not edit it, run `python -m replay.rulesetdoc`."
STATUSES = """* **bold**: the text itself states it, or the text that the ruleset starts from;
* *slanted*: read or filled in by us (`decided` where a text leaves room, `extrapolated` from other texts),
  or found in a program (`recorded`, `documented`);
* plain: the default for what no text says (`_base`, see [the keys](../schema.md))."""
INDEX_HEAD = f"""# The rulesets

{GENERATED}

Every rule system of the source texts is a ruleset, a TOML file that a user chooses by its id. Each page gives all
values that are not mere defaults, each with the place that it comes from; `shengji rulesets show ID` prints the same.
How the values are read is said in [rules.md](../rules.md), what each key means in [schema.md](../schema.md).

A *complete* text says enough to score by, a *partial* one breaks off or builds on another, and a *fragment* is too
little: it is used only with `--force`. Sources: S0 to S4 are the five collections of rule texts, `:L12` a line of
one and `S2.3` a section; 表1 to 表4 are tables of S0; C, D, TV and AMBIG are entries of the rule catalogue, REVIEW
findings of its second reading.
"""
MATRIX_HEAD = f"""## All against all

Keys in which all rulesets agree are left out. How a value stands says where it comes from:

{STATUSES}
"""


def pages() -> dict[str, str]:
    """Every page: the name of its file in the folder, and its Markdown."""
    rulesets = list_rulesets(fragments=True)
    return {INDEX: _index(rulesets)} | {f"{one.id}.md": _page(one) for one in rulesets}


def _page(ruleset: Ruleset) -> str:
    """The page of one ruleset."""
    parent = ruleset.header.get("extends", ROOT)
    starts = "the defaults (`_base`)" if parent == ROOT else f"[{parent}]({parent}.md)"
    head = [f"# {ruleset.title('en')}", "", ruleset.title("zh"), "", GENERATED, ""]
    facts = [f"* id: `{ruleset.id}`", f"* status: {ruleset.status}", f"* starts from: {starts}"]
    facts.append(f"* sources: {', '.join(ruleset.header.get('sources', []))}")
    if ruleset.profile_of:
        facts.append(f"* how the program of the log format {', '.join(ruleset.profile_of)} scores its own games")
    if ruleset.status == "fragment":
        facts.append("* too little to score by: refused unless `--force` is given")
    told = [*head, *facts, "", *_unmodelled(ruleset), "## Values", ""]
    told.append("What is not listed is a default.")
    return "\n".join([*told, *_tables(ruleset)]) + "\n"


def _unmodelled(ruleset: Ruleset) -> list[str]:
    items = ruleset.header.get("unmodelled", [])
    if not items:
        return []
    return ["## What the text states and a replay cannot know", "", *(f"* {item}" for item in items), ""]


def _tables(ruleset: Ruleset) -> Iterator[str]:
    """A table a section of the TOML, of the values that do not come from the defaults."""
    own = [key for key in KEYS if ruleset.sources[key][0] != ROOT]
    for section, keys in groupby(own, key=lambda key: key.rpartition(".")[0]):
        yield from ("", f"### {section}", "", "| key | value | status | where it is said |", "|---|---|---|---|")
        for key in keys:
            layer, status, clause = ruleset.sources[key]
            name = f"`{key.rpartition('.')[2]}`"
            inherited = "" if layer == ruleset.id else f", in [{layer}]({layer}.md)"
            yield f"| {name} | {words(key, ruleset.values[key])} | {status}{inherited} | {clause} |"


def _link(ruleset: Ruleset) -> str:
    return f"[{ruleset.id}]({ruleset.id}.md)"


def _index(rulesets: list[Ruleset]) -> str:
    rows = [f"| {_link(one)} | {one.status} | {one.title('zh')} | {one.title('en')} |" for one in rulesets]
    listed = ["| id | status | | |", "|---|---|---|---|", *rows, ""]
    return "\n".join([INDEX_HEAD, *listed, MATRIX_HEAD, *_matrix(rulesets)]) + "\n"


def _matrix(rulesets: list[Ruleset]) -> Iterator[str]:
    """Tables of rulesets against keys, one or more a section of the TOML."""
    differ = [key for key in KEYS if any(one.values[key] != rulesets[0].values[key] for one in rulesets)]
    for section, keys in groupby(differ, key=lambda key: key.rpartition(".")[0]):
        yield from (f"### {section}", "")
        for columns in _packed(list(keys), rulesets):
            names = " | ".join(f"`{key.rpartition('.')[2]}`" for key in columns)
            yield from (f"| | {names} |", "|---" * (len(columns) + 1) + "|")
            for one in rulesets:
                cells = " | ".join(_cell(one, key) for key in columns)
                yield f"| {_link(one)} | {cells} |"
            yield ""


def _packed(keys: list[str], rulesets: list[Ruleset]) -> Iterator[list[str]]:
    """The keys of a section in tables that are no wider than WIDE, where one column alone is not."""
    table: list[str] = []
    width = 0
    for key in keys:
        wide = max(len(key.rpartition(".")[2]), *(len(words(key, one.values[key])) for one in rulesets)) + 3
        if table and width + wide > WIDE:
            yield table
            table, width = [], 0
        table.append(key)
        width += wide
    yield table


def _cell(ruleset: Ruleset, key: str) -> str:
    """A value, marked by where it comes from."""
    layer, status, _ = ruleset.sources[key]
    mark = "" if layer == ROOT or status == "default" else "**" if status == "stated" else "*"
    return f"{mark}{words(key, ruleset.values[key])}{mark}"


def write(folder: Path = TARGET) -> None:
    """Writes every page, and takes away those of rulesets that are gone."""
    folder.mkdir(parents=True, exist_ok=True)
    written = pages()
    for name, text in written.items():
        (folder / name).write_text(text, encoding="utf-8")
    for stale in set(folder.glob("*.md")) - {folder / name for name in written}:
        stale.unlink()


if __name__ == "__main__":
    write()
    print(f"wrote {TARGET}")
