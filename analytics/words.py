"""The words that all metrics share, in Chinese and English: dimensions, reasons, notes (words.toml)."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any

LANGS = ("zh", "en")


@cache
def _all() -> dict[str, dict[str, Any]]:
    return tomllib.loads(files("analytics").joinpath("words.toml").read_text(encoding="utf-8"))


def words(group: str) -> dict[str, Any]:
    """One group of words.toml by name, in its order: dimension, left_out, never_counted or note."""
    return _all()[group]


def names(group: str) -> tuple[str, ...]:
    """The names in a group, in the order they are told."""
    return tuple(words(group))


def phrase(group: str, name: str, lang: str) -> str:
    """The words for a reason or a note."""
    return str(words(group)[name][lang])
