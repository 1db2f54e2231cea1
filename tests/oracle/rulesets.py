"""Reads a ruleset's TOML with its parents, for the oracle: tables merge, everything else replaces."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parents[2] / "replay" / "rulesets"
NOT_PLAYED = ("abstract", "fragment")


def merge(parent: dict[str, Any], child: dict[str, Any]) -> dict[str, Any]:
    """The parent's values with the child's put over them."""
    merged = dict(parent)
    for key, value in child.items():
        if isinstance(value, dict) and isinstance(parent.get(key), dict):
            merged[key] = merge(parent[key], value)
        else:
            merged[key] = value
    return merged


@cache
def load(name: str) -> dict[str, Any]:
    """Every value of a ruleset, given by its id or as the path of a TOML file, its parents' included."""
    path = Path(name) if name.endswith(".toml") else FOLDER / f"{name}.toml"
    own: dict[str, Any] = tomllib.loads(path.read_text("utf-8"))
    return merge(load(own["extends"]), own) if "extends" in own else own


NAMES = sorted(path.stem for path in FOLDER.glob("*.toml") if load(path.stem)["status"] not in NOT_PLAYED)
HOUSES = sorted(map(str, (Path(__file__).parent / "houses").glob("*.toml")))  # for what no ruleset of the project says
