"""The wheel: what is in it, and that it works by itself, in an empty environment outside the project."""

from __future__ import annotations

import http.client
import os
import shutil
import socket
import subprocess
import sys
import time
import tomllib
import venv
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.packaging.tree import LAYERS, ROOT, files

BIN = "Scripts" if os.name == "nt" else "bin"
RULESETS = ["program_80fen", "cn_competition_2deck"]
DEALS = 40
SERVED_WITHIN = 60  # seconds


def run(*command: str | Path, cwd: Path) -> str:
    """Run a command that must succeed, without anything of this environment; what it printed."""
    environment = {key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "VIRTUAL_ENV"))}
    done = subprocess.run(command, cwd=cwd, env=environment, capture_output=True, text=True, encoding="utf-8")
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from a clean copy of the tree."""
    folder = tmp_path_factory.mktemp("wheel")
    for name in files():
        if name.split("/")[0] not in ("tests", "data"):
            target = folder / "tree" / name
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / name, target)
    run(sys.executable, "-m", "build", "--wheel", "--outdir", folder, folder / "tree", cwd=folder)
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def shengji(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The command, installed into an environment of its own."""
    folder = tmp_path_factory.mktemp("environment")
    venv.create(folder, with_pip=True)
    python = folder / BIN / "python"
    run(python, "-m", "pip", "install", "-q", "--no-compile", "-c", ROOT / "constraints.txt", wheel, cwd=folder)
    return folder / BIN / "shengji"


@pytest.fixture(scope="module")
def lake(shengji: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A lake of the command's own self-play, ingested and replayed."""
    folder = tmp_path_factory.mktemp("outside")
    deals, lake = folder / "deals.jsonl", folder / "lake"
    played = ["--deals", str(DEALS), "--seed", "1", "--ruleset", RULESETS[0], "--out"]
    run(shengji, "selfplay", *played, deals, cwd=folder)
    run(shengji, "ingest", deals, "--lake", lake, "--strict", cwd=folder)
    run(shengji, "replay", "--lake", lake, "--ruleset", RULESETS[0], "--ruleset", RULESETS[1], cwd=folder)
    return lake


def test_the_wheel_holds_the_product_and_nothing_else(wheel: Path) -> None:
    names = [name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name]
    assert {name.split("/")[0] for name in names} == {*LAYERS, "shengji.py"}
    assert sorted(names) == [name for name in files() if name.split("/")[0] in {*LAYERS, "shengji.py"}]


def test_the_licence_is_in_the_wheel(wheel: Path) -> None:
    assert any(name.endswith(".dist-info/licenses/LICENSE") for name in zipfile.ZipFile(wheel).namelist())


def test_the_command_knows_its_version_and_its_rulesets(shengji: Path, tmp_path: Path) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert run(shengji, "--version", cwd=tmp_path) == f"shengji {project['version']}\n"
    listed = run(shengji, "rulesets", "list", cwd=tmp_path)
    assert [name for name in RULESETS if name not in listed] == []


def test_the_deals_are_counted(shengji: Path, lake: Path, tmp_path: Path) -> None:
    answer = run(shengji, "stats", "--lake", lake, "--csv", cwd=tmp_path)
    assert [name for name in ("dealer_win_rate", "capture_rate") if name not in answer] == []
    assert (
        run(shengji, "sql", "SELECT count(*) AS n FROM deals", "--lake", lake, "--csv", cwd=tmp_path) == f"n\n{DEALS}\n"
    )


def _free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


@contextmanager
def _served(shengji: Path, lake: Path, port: int) -> Iterator[subprocess.Popen[bytes]]:
    command = [shengji, "dashboard", "--lake", lake, "--port", str(port)]
    with subprocess.Popen(
        command, cwd=lake.parent, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as server:
        try:
            yield server
        finally:
            server.terminate()


def _status(port: int) -> int | None:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
    try:
        connection.request("GET", "/")
        return connection.getresponse().status
    except OSError:
        return None
    finally:
        connection.close()


def test_the_first_page_is_served(shengji: Path, lake: Path) -> None:
    port = _free_port()
    with _served(shengji, lake, port) as server:
        deadline = time.monotonic() + SERVED_WITHIN
        status = None
        while status is None and server.poll() is None and time.monotonic() < deadline:
            time.sleep(0.2)
            status = _status(port)
        assert status == 200


PAGE = """
import sys
from importlib.resources import files
from streamlit.testing.v1 import AppTest
sys.argv = ["app.py", sys.argv[1]]
page = AppTest.from_file(str(files("dashboard") / "app.py"), default_timeout=60).run()
assert not page.exception, page.exception
print(len(page.metric))
"""


def test_the_first_page_shows_the_headline_rates_out_of_the_wheel(shengji: Path, lake: Path) -> None:
    python = shengji.with_name("python")
    assert run(python, "-c", PAGE, lake, cwd=lake.parent) == "7\n"
