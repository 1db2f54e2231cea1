"""The command `shengji`: mounts the commands of the four layers, and says in one sentence what went wrong."""

from __future__ import annotations

import io
import os
import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup, TyperOption

from analytics.cli import app as analytics
from dashboard.cli import app as dashboard
from ingest.cli import app as ingest
from ingest.hooks import after_run
from ingest.visible import visible_lines
from replay.cli import app as replay

if TYPE_CHECKING:
    from ingest.lake import Lake

CLOSED_PIPE = 141  # 128 and the number of SIGPIPE
LAYERS = {"ingest", "replay", "analytics", "dashboard"}


class QuickGroup(TyperGroup):
    """A group that takes its own `--help` as not given: Typer would load pydantic to check that nothing is False.

    Where the reader of its output has left it ends with 141, as a shell tells it: Typer's 1 would say that something
    was found.
    """

    def invoke(self, ctx: Any) -> Any:
        try:
            try:
                return super().invoke(ctx)
            finally:
                sys.stdout.flush()
        except BrokenPipeError:
            nowhere = os.open(os.devnull, os.O_WRONLY)
            for stream in (sys.stdout, sys.stderr):  # what is still to be written goes nowhere
                os.dup2(nowhere, stream.fileno())
            raise typer.Exit(CLOSED_PIPE) from None

    def get_help_option(self, ctx: Any) -> TyperOption | None:
        option = super().get_help_option(ctx)
        if option is not None:
            option.default = False
        return option


app = typer.Typer(
    cls=QuickGroup,
    help="Records of Shengji (升级, Tractor): read logs, re-score them under a ruleset, ask for numbers.",
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    add_completion=False,
)
for layer in (ingest, replay, analytics, dashboard):
    app.add_typer(layer)


def _print_version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        typer.echo(f"shengji {version('shengji')}")
        raise typer.Exit


@app.callback()
def root(
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Hold the options of the command itself."""


def build_catalog(lake: Lake) -> None:
    """Build the lake's SQL catalog anew: what follows each finished run."""
    from analytics.catalog import build

    build(lake)


def sentence(error: Exception) -> str:
    """What to tell the user: an error class of ours already is a sentence; any other is a fault to report."""
    if type(error).__module__.partition(".")[0] in LAYERS:
        return str(error)
    command = next((word for word in sys.argv[1:] if not word.startswith("-")), "")
    return (
        f"shengji {command} stopped at an error it does not know ({type(error).__name__}: {error}): "
        "set SHENGJI_DEBUG=1, run it again, and report the traceback."
    )


def main() -> None:
    """Run the command line; exit 2 with one sentence on stderr when it could not run."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8")  # the cards and the Chinese texts, whatever the locale
    after_run.append(build_catalog)
    try:
        app()
    except Exception as error:
        if os.environ.get("SHENGJI_DEBUG") == "1":
            raise
        print(visible_lines(sentence(error)), file=sys.stderr)
        sys.exit(2)


if __name__ == "__main__":
    main()
