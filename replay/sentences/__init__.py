"""What replay says, in Chinese and English: templates by key, filled with evidence."""

from __future__ import annotations

import tomllib
from functools import lru_cache
from importlib import resources
from typing import Any

from ingest.visible import visible

LANGUAGES = ("zh", "en")


class Count(int):
    """A number that a template may count with: ``{deals:deal|deals}`` is ``1 deal`` or ``2 deals``."""

    def __format__(self, spec: str) -> str:
        one, bar, many = spec.partition("|")
        return f"{int(self)} {one if self == 1 else many}" if bar else super().__format__(spec)


@lru_cache(maxsize=2)
def templates(lang: str) -> dict[str, str]:
    """Every template of a language by dotted key, e.g. ``verdict.revoke``."""
    text = (resources.files("replay.sentences") / f"{lang}.toml").read_text(encoding="utf-8")
    return {f"{table}.{name}": value for table, rows in tomllib.loads(text).items() for name, value in rows.items()}


def say(lang: str, key: str, **evidence: Any) -> str:
    """The sentence of a key with its evidence filled in, made visible; ``KeyError`` if some is missing."""
    return templates(lang)[key].format(**{name: _filling(value) for name, value in evidence.items()})


def _filling(value: Any) -> Any:
    if isinstance(value, str):
        return visible(value)
    return Count(value) if isinstance(value, int) and not isinstance(value, bool) else value
