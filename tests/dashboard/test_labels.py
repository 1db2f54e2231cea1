"""The words on the pages: the same in both languages, and Chinese where they should be."""

from __future__ import annotations

import re
from string import Formatter

import pytest

from dashboard.labels import LANGS, labels


def test_both_languages_have_the_same_words_with_the_same_places() -> None:
    places = {lang: {key: _places(text) for key, text in labels(lang).items()} for lang in LANGS}
    assert places["zh"] == places["en"]


def _places(text: str) -> list[str]:
    return sorted(name for _, name, *_ in Formatter().parse(text) if name)


@pytest.mark.parametrize("key", labels("zh"))
def test_chinese_holds_no_latin_words(key: str) -> None:
    text = re.sub(r"\{\w+\}|`[^`]*`", "", labels("zh")[key])
    assert not re.findall(r"[A-Za-z]{2,}", text)
