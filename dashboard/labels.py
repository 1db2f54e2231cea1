"""The words on the pages: text/zh.toml and text/en.toml, the same keys in both."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files

LANGS = {"zh": "中文", "en": "English"}


@cache
def labels(lang: str) -> dict[str, str]:
    """All words of a language by key. Raises ``FileNotFoundError`` for one that is not in ``LANGS``."""
    text = files("dashboard").joinpath("text", f"{lang}.toml").read_text(encoding="utf-8")
    return dict(tomllib.loads(text))
