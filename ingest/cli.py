"""The command ``shengji ingest``."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ingest.visible import visible

if TYPE_CHECKING:
    from ingest.pipeline import Report

app = typer.Typer(rich_markup_mode=None, add_completion=False)

_EVERY = 2.0  # seconds between two words on progress


@app.command()
def ingest(
    paths: Annotated[
        list[str], typer.Argument(metavar="PATH...", help="Files, folders, globs, or - for standard input.")
    ],
    lake: Annotated[Path, typer.Option(help="The lake folder; made if it is not there.")],
    format: Annotated[str | None, typer.Option(metavar="NAME", help="The format, instead of recognising it.")] = None,
    source: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="Where the logs are from; keeps apart logs that reuse names."),
    ] = None,
    strict: Annotated[bool, typer.Option("--strict", help="Exit with 1 if anything was rejected.")] = False,
    json: Annotated[bool, typer.Option("--json", help="Print the report as JSON.")] = False,
) -> None:
    """Read game logs into a lake: the new deals of each file, every reject with its reason."""
    from ingest.files import IngestError
    from ingest.lake import Lake, LakeError
    from ingest.pipeline import ingest as run
    from ingest.pipeline import plan

    try:
        plan(paths, lake, format)  # before a lake is made
        report = run(paths, Lake.create(lake), format, source, _progress())
    except (IngestError, LakeError) as error:
        print(error, file=sys.stderr)
        raise typer.Exit(2) from error
    _print_json(report) if json else _print(report)
    if strict and (report.total()["rejected"] or report.left_out):
        raise typer.Exit(1)


def _progress() -> Callable[[str], None]:
    """Says on stderr how far it is, now and then."""
    last = time.monotonic()

    def say(text: str) -> None:
        nonlocal last
        if time.monotonic() - last > _EVERY:
            last = time.monotonic()
            print(visible(text), file=sys.stderr, flush=True)

    return say


def _print(report: Report) -> None:
    from ingest.pipeline import HINT

    for reject in report.rejects:
        print(visible(f"rejected: {reject.where()}: {reject.sentence} [{reject.code}]"), file=sys.stderr)
    total = report.total()
    if total["rejected"] > len(report.rejects):
        print(f"… and {total['rejected'] - len(report.rejects)} more, all in the lake.", file=sys.stderr)
    for sentence in report.left_out:
        print(f"left out: {sentence}", file=sys.stderr)
    if report.left_out:
        print(HINT, file=sys.stderr)
    for count in report.files:
        print(visible(count.words()))
    if len(report.files) > 1:
        deals = "deal" if total["read"] == 1 else "deals"
        print(
            f"{len(report.files)} files: {total['read']} {deals} read: {total['accepted']} new, "
            f"{total['duplicate']} already there, {total['changed']} changed, {total['rejected']} rejected."
        )


def _print_json(report: Report) -> None:
    import msgspec

    body = msgspec.to_builtins(report) | {"total": report.total()}
    print(msgspec.json.encode(body).decode())


if __name__ == "__main__":
    app()
