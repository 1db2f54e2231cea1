"""The pages about views and metrics say what the files say."""

from __future__ import annotations

from pathlib import Path

import pytest

from analytics.catalog import VIEWS
from analytics.viewdocs import metrics_page, sql_page, view_doc


@pytest.mark.parametrize("view", VIEWS)
def test_each_view_opens_with_its_words(view: str) -> None:
    doc = view_doc(view)
    assert doc.about.endswith((".", ";"))
    assert doc.grain.endswith(".")
    assert all(doc.columns.values())


@pytest.mark.parametrize(("name", "page"), [("sql.md", sql_page), ("metrics.md", metrics_page)])
def test_pages_are_current(name: str, page: object) -> None:
    assert callable(page)
    written = Path(__file__).parents[2].joinpath("docs", name).read_text(encoding="utf-8")
    assert written == page(), "run `python -m analytics.viewdocs`"
