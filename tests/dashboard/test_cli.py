"""The command `dashboard`: what it says, what it loads, and that it stops."""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
from pathlib import Path

from typer.testing import CliRunner

from dashboard.cli import app
from tests.browser.server import free_port, serve


def test_a_taken_port_is_one_sentence_and_2(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        done = CliRunner().invoke(app, ["--lake", str(tmp_path), "--port", str(port)])
    assert done.exit_code == 2
    assert done.stderr == (f"Port {port} of 127.0.0.1 is taken by another program: choose another with --port.\n")


def test_it_tells_the_address_and_stops_at_ctrl_c(tmp_path: Path) -> None:
    with serve(tmp_path / "none") as (address, process):
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=20)
    assert out == f"The dashboard is at {address} (Ctrl-C stops it).\n"
    assert "Traceback" not in err
    assert process.returncode == 0


def test_it_listens_on_this_machine_only(tmp_path: Path) -> None:
    with serve(tmp_path / "none") as (address, _):
        port = int(address.rpartition(":")[2])
        with socket.socket() as outside:
            outside.settimeout(2)
            assert outside.connect_ex(("127.0.0.2", port)) != 0


def test_the_page_never_loads_numba() -> None:
    script = "import sys, dashboard.views.overview; print([name in sys.modules for name in ('numba', 'streamlit')])"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout == "[False, True]\n"


def test_the_pages_of_the_command_run_the_kernel_without_numba() -> None:
    """The server is replaced by what it would load: the page of a deal with the kernel's functions."""
    script = (
        "import sys, streamlit.web.cli as server, dashboard.cli\n"
        "def main(*_, **__):\n"
        "    import dashboard.views.deal, replay.kernel.jit as jit\n"
        "    print(jit.compiled(), 'numba' in sys.modules, file=sys.stderr)\n"
        "server.main = main\n"
        "dashboard.cli.app()"
    )
    command = [sys.executable, "-c", script, "--lake", "none", "--port", str(free_port())]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stderr.splitlines()[-1] == "False False"


def test_the_command_alone_loads_nothing_heavy() -> None:
    script = "import sys, dashboard.cli\nprint({'streamlit', 'duckdb', 'polars', 'altair'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"


def test_a_free_port_is_free() -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", free_port()))
