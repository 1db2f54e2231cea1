"""What no file of the project may hold, and what every file of the product must."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from tests.packaging.tree import ROOT, files, product

MAX_BYTES = 2 * 1024 * 1024
MAX_LINES = 400
LOCKS = re.compile(r"(^|/)(uv\.lock|pylock[^/]*\.toml|poetry\.lock|Pipfile\.lock|package-lock\.json)$")
# Written so that these lines do not match themselves.
HOSTS = re.compile(r"pypi\.(?:org|python)|python[h]osted|--(?:extra-)?index[-]url|--find[-]links")
HOMES = re.compile(r"/(?:home|Users)/\w|[A-Z]:\\Users\\")
BY_NAME = re.compile(r"""(ruleset|rules)(\.id|_id)?\s*(==|!=|\bin\b)\s*[\[("']""")


def _machine_paths() -> list[str]:
    """This machine's own paths: where the clone lies, and the home folder."""
    folders = {ROOT.parent, Path.home()} - {Path("/"), Path("/tmp")}
    return [f"{folder.as_posix()}/" for folder in folders]


def _lines(name: str) -> list[str]:
    try:
        return (ROOT / name).read_text("utf-8").splitlines()
    except UnicodeDecodeError:
        return []


def _found(pattern: re.Pattern[str], names: list[str]) -> list[str]:
    return [f"{name}:{i}" for name in names for i, line in enumerate(_lines(name), 1) if pattern.search(line)]


@pytest.mark.parametrize(
    "pattern",
    [HOMES, HOSTS, re.compile("|".join(map(re.escape, _machine_paths())))],
    ids=["home folders", "package registries", "this machine's paths"],
)
def test_no_file_names_a_machine_or_a_registry(pattern: re.Pattern[str]) -> None:
    assert _found(pattern, files()) == []


def test_no_lock_file_is_kept() -> None:
    assert [name for name in files() if LOCKS.search(name)] == []


def test_no_file_is_over_two_mebibytes() -> None:
    assert [name for name in files() if (ROOT / name).stat().st_size > MAX_BYTES] == []


def test_rules_are_never_decided_by_a_name() -> None:
    assert _found(BY_NAME, product()) == []


def test_product_files_stay_short() -> None:
    assert [name for name in product() if len(_lines(name)) > MAX_LINES] == []


def test_every_product_file_opens_by_saying_what_it_is_for() -> None:
    assert [name for name in product() if not ast.get_docstring(ast.parse("\n".join(_lines(name))))] == []


def test_constraints_are_plain_pins() -> None:
    pin = re.compile(r"[a-z0-9-]+==[\w.]+( ; .*)?")
    assert [line for line in _lines("constraints.txt") if not pin.fullmatch(line)] == []
