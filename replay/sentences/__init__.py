"""What replay says, in Chinese and English: templates by key, filled with evidence."""

from __future__ import annotations

import tomllib
from functools import lru_cache
from importlib import resources
from typing import Any

from ingest.visible import visible

LANGUAGES = ("zh", "en")


@lru_cache(maxsize=2)
def templates(lang: str) -> dict[str, str]:
    """Every template of a language by dotted key, e.g. ``verdict.revoke``."""
    text = (resources.files("replay.sentences") / f"{lang}.toml").read_text(encoding="utf-8")
    return {f"{table}.{name}": value for table, rows in tomllib.loads(text).items() for name, value in rows.items()}


def say(lang: str, key: str, **evidence: Any) -> str:
    """The sentence of a key with its evidence filled in, made visible; ``KeyError`` if some is missing."""
    shown = {name: visible(value) if isinstance(value, str) else value for name, value in evidence.items()}
    return templates(lang)[key].format(**shown)
