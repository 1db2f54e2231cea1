"""The words of score sheets (words.toml): what a heading, a seat, a suit or a remark may be called."""

from __future__ import annotations

import tomllib
import unicodedata
from functools import cache
from importlib import resources
from typing import Any


@cache
def _tables() -> dict[str, Any]:
    return tomllib.loads((resources.files("ingest.sheets") / "words.toml").read_text(encoding="utf-8"))


def plain(text: str) -> str:
    """The text as people mean it: full-width characters as plain ones, no blanks around it or doubled."""
    return " ".join(unicodedata.normalize("NFKC", text).split())


def key(text: str) -> str:
    """The text as words are compared: plain, without case, blanks and punctuation."""
    folded = plain(text).casefold()
    return "".join(char for char in folded if char.isalnum() or unicodedata.category(char) in ("So", "Sm"))


@cache
def lookup(table: str) -> dict[str, str]:
    """Of a table of words: which entry a word (as ``key`` gives it) stands for."""
    return {key(word): name for name, words in _tables()[table].items() for word in words}


@cache
def headings() -> dict[str, str]:
    """Which column a heading stands for; the columns of a side end in ``_0`` or ``_1``."""
    found: dict[str, str] = {}
    for name, words in _tables()["sided"].items():
        for side, called in _tables()["side"].items():
            for word in words:
                for who in called:
                    found |= {key(word + who): f"{name}_{side}", key(who + word): f"{name}_{side}"}
    return found | lookup("heading")


def remarks(text: str) -> set[str]:
    """Which remarks stand in a text: ``none`` (no points at all), ``few``, ``passed`` (the game is won)."""
    folded = key(text)
    found = {"passed"} if folded in lookup("passed") else set()
    for name in ("few", "none"):  # 小光头 is few
        words = [word for word in map(key, _tables()["remark"][name]) if word in folded]
        if words and not found & {"few"}:
            found.add(name)
    return found


def expected(kind: str, lang: str) -> str:
    """What to write in a cell of that kind."""
    return str(_tables()["expected"][kind][lang])
