"""The commands ``shengji rulesets list|show|check|diff``, and choosing a ruleset for every other command."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from ingest.visible import visible_lines

if TYPE_CHECKING:
    from replay.ruleset import Ruleset

app = typer.Typer(
    rich_markup_mode=None, no_args_is_help=True, help="The rulesets there are, checking one, comparing two."
)

JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON instead of words.")]
LangOption = Annotated[str, typer.Option("--lang", metavar="zh|en", help="Language.")]
ForceOption = Annotated[bool, typer.Option("--force", help="Use a fragment of a rule text too.")]


def fail(message: str) -> typer.Exit:
    """Prints a sentence on stderr; the exit to raise, code 2: could not run."""
    print(visible_lines(message), file=sys.stderr)
    return typer.Exit(2)


def check_lang(lang: str) -> None:
    """Ends the command where the language is none that replay speaks."""
    from replay.sentences import LANGUAGES

    if lang not in LANGUAGES:
        raise fail(f"--lang is {lang!r}; it may be zh or en.")


def chosen(name: str, *, force: bool = False) -> Ruleset:
    """The ruleset of an id or a ``.toml`` path; where it cannot be used the command ends with the reason."""
    from replay.ruleset import RulesetError, load

    try:
        return load(name, force=force)
    except RulesetError as error:
        raise fail(str(error)) from None


@app.command("list")
def list_(as_json: JsonOption = False) -> None:
    """The rulesets there are; a fragment is used only with --force."""
    from replay.ruleset import list_rulesets

    found = list_rulesets(fragments=True)
    if as_json:
        keys = ("id", "hash", "status", "profile_of")
        rows = [
            {key: getattr(one, key) for key in keys} | {f"title_{lang}": one.title(lang) for lang in ("zh", "en")}
            for one in found
        ]
        print(json.dumps(rows, ensure_ascii=False))
        return
    width = max(len(one.id) for one in found)
    for one in found:
        print(f"{one.id:<{width}}  {one.status:<9} {one.title('zh')} / {one.title('en')}")


@app.command()
def show(ruleset: Annotated[str, typer.Argument(metavar="ID")], as_json: JsonOption = False) -> None:
    """Every value of a ruleset, and where it comes from."""
    told = chosen(ruleset, force=True)
    from replay import showing

    if as_json:
        print(json.dumps(showing.as_dict(told), ensure_ascii=False))
        return
    for line in showing.lines(told):
        print(line)


@app.command("check")
def check_file(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A ruleset's .toml file, or an id.")],
    as_json: JsonOption = False,
) -> None:
    """Check a ruleset's file: every fault with its line and its key. Exit 1 if there is one."""
    from dataclasses import asdict

    from replay.faultlines import check
    from replay.ruleset import RulesetError

    try:
        faults = check(file)
    except RulesetError as error:
        raise fail(str(error)) from None
    if as_json:
        print(json.dumps({"file": file, "faults": [asdict(fault) for fault in faults]}, ensure_ascii=False))
    else:
        print(*[str(fault) for fault in faults] or [f"{file}: sound."], sep="\n")
    if faults:
        raise typer.Exit(1)


@app.command()
def diff(
    a: Annotated[str, typer.Argument(metavar="A", help="A ruleset's id, or a .toml file.")],
    b: Annotated[str, typer.Argument(metavar="B", help="Another.")],
    lang: LangOption = "en",
    as_json: JsonOption = False,
) -> None:
    """The keys in which two rulesets differ, each with both values and where they come from."""
    check_lang(lang)
    one, other = chosen(a, force=True), chosen(b, force=True)
    from replay import diffing

    if as_json:
        print(json.dumps(diffing.as_dict(one, other), ensure_ascii=False))
        return
    for line in diffing.lines(lang, (a, one), (b, other)):
        print(line)
