"""The command `dashboard`: serves the pages on this machine only."""

from __future__ import annotations

import contextlib
import os
import socket
import sys
from pathlib import Path
from typing import Annotated

import typer

app = typer.Typer(no_args_is_help=True, rich_markup_mode=None, add_completion=False)

HOST = "127.0.0.1"

# Everything is given here, so that no config file is needed and none of the user's changes it.
_SERVER = {
    "server.address": HOST,
    "server.headless": "true",
    "server.fileWatcherType": "none",
    "server.showEmailPrompt": "false",
    "browser.gatherUsageStats": "false",
    "browser.serverAddress": HOST,
    "client.toolbarMode": "minimal",
    "client.showErrorDetails": "none",
    "client.showErrorLinks": "false",
    "global.developmentMode": "false",
}
_THEME = {
    "theme.baseRadius": "6px",
    "theme.headingFontWeights": "600",
    "theme.metricValueFontSize": "2.75rem",
    "theme.paddingTop": "3rem",
    "theme.paddingBottom": "3rem",
    "theme.light.primaryColor": "#23735f",
    "theme.light.backgroundColor": "#fbfaf7",
    "theme.light.secondaryBackgroundColor": "#f1efe8",
    "theme.light.textColor": "#22261f",
    "theme.light.borderColor": "#dedbd0",
    "theme.dark.primaryColor": "#6cc3a8",
    "theme.dark.backgroundColor": "#171a18",
    "theme.dark.secondaryBackgroundColor": "#212623",
    "theme.dark.textColor": "#e8e6de",
    "theme.dark.borderColor": "#3a403c",
}


@app.command()
def dashboard(
    lake: Annotated[Path, typer.Option("--lake", help="The lake's folder.", show_default=False)],
    port: Annotated[int, typer.Option(min=1, max=65535, help="Port on 127.0.0.1.")] = 8501,
) -> None:
    """Serve the pages on 127.0.0.1 until Ctrl-C."""
    if not _free(port):
        typer.echo(f"Port {port} of {HOST} is taken by another program: choose another with --port.", err=True)
        raise typer.Exit(2)
    typer.echo(f"The dashboard is at http://{HOST}:{port} (Ctrl-C stops it).")
    os.environ["SHENGJI_JIT"] = "0"  # a page retells one deal at a time: nobody waits for a compiler
    from streamlit.web import cli as streamlit

    script = Path(__file__).with_name("app.py")
    flags = [f"--{name}={value}" for name, value in (_SERVER | _THEME | {"server.port": str(port)}).items()]
    arguments = ["run", str(script), *flags, "--", str(lake.absolute())]
    # Streamlit's own words go to stderr: it tells the address again, and faults with their traceback.
    with contextlib.redirect_stdout(sys.stderr):
        streamlit.main(arguments, prog_name="streamlit", standalone_mode=False)


def _free(port: int) -> bool:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, port))
        except OSError:
            return False
    return True
