"""The overview in a real Chromium: it shows itself whole, quietly, and asks nobody outside."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from tests.analytics.lakes import deal, ladder, rules, score, write
from tests.browser.server import serve
from tests.browser.visit import NEEDS_CHROMIUM, Visit

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = NEEDS_CHROMIUM


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    lake = tmp_path_factory.mktemp("browser") / "lake"
    dice = random.Random(2)
    deals = [
        deal(f"m{match}", number, level=dice.randint(2, 14), trump=dice.choice(["S", "H", "C", "D", "NT"]))
        for match in range(30)
        for number in range(1, 9)
    ]
    scores = [score(one, takeover=dice.random() < 0.4, captured=dice.random() < 0.2) for one in deals]
    titles = [rules(title_zh="中国竞赛规则（两副牌）", title_en="Chinese competition rules, two decks")]
    write(lake, deals=deals, scores=scores, ladder=[ladder(one) for one in deals], rulesets=titles)
    with serve(lake) as (found, _):
        yield found


@pytest.fixture(scope="module")
def address_without_lake(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serve(tmp_path_factory.mktemp("browser") / "none") as (found, _):
        yield found


@pytest.mark.parametrize(
    ("query", "width", "scheme", "title", "rate", "stamp"),
    [
        ("", 1280, "light", "总览", "庄家方胜率", "数据截至"),
        ("?lang=en", 1280, "dark", "Overview", "Dealer-side win rate", "Lake as of"),
        ("", 360, "dark", "总览", "抠底率", "数据截至"),
        ("?lang=en", 360, "light", "Overview", "Bottom-capture rate", "Lake as of"),
    ],
)
def test_the_overview_shows_itself(
    browser: Browser, address: str, query: str, width: int, scheme: str, title: str, rate: str, stamp: str
) -> None:
    visit = Visit(browser, width, scheme)
    page = visit.open(f"{address}/{query}")
    page.get_by_role("heading", name=title).wait_for(timeout=60_000)
    page.get_by_text(rate, exact=True).wait_for(timeout=60_000)
    charts = page.locator("[data-testid=stVegaLiteChart] svg, [data-testid=stVegaLiteChart] canvas")
    for place in range(5):
        charts.nth(place).wait_for(timeout=60_000)
    page.get_by_text(stamp).wait_for(timeout=60_000)
    assert page.title() == title
    visit.assert_quiet()


@pytest.mark.parametrize(("query", "title"), [("", "计入副数 n"), ("?lang=en", "Deals counted, n")])
def test_pointing_at_a_dot_tells_its_n(browser: Browser, address: str, query: str, title: str) -> None:
    page = Visit(browser, 1280).open(f"{address}/{query}")
    by_trump = page.locator("[data-testid=stVegaLiteChart]").filter(has_text="♠").first
    by_trump.locator(".mark-symbol path").first.hover(timeout=60_000)
    tooltip = page.locator("#vg-tooltip-element.visible")
    tooltip.wait_for(timeout=60_000)
    told = tooltip.inner_text().split()
    assert "♠" in told
    assert int(told[told.index("n") + 1]) > 0
    assert title in " ".join(told)


def test_the_language_button_keeps_the_choice_in_the_address(browser: Browser, address: str) -> None:
    visit = Visit(browser, 1280)
    page = visit.open(f"{address}/?format=shengji-deal/1")
    page.get_by_role("heading", name="总览").wait_for(timeout=60_000)
    page.get_by_text("庄家方胜率", exact=True).wait_for(timeout=60_000)
    page.get_by_role("radio", name="English").click()
    page.get_by_text("Dealer-side win rate", exact=True).wait_for(timeout=60_000)
    assert "lang=en" in page.url
    assert "format=shengji-deal" in page.url
    assert visit.complaints == []


@pytest.mark.parametrize(("query", "says"), [("", "这里还没有数据湖"), ("?lang=en", "There is no lake here yet")])
def test_without_a_lake_the_page_says_what_to_do(
    browser: Browser, address_without_lake: str, query: str, says: str
) -> None:
    visit = Visit(browser, 360)
    page = visit.open(f"{address_without_lake}/{query}")
    page.get_by_text(says).wait_for(timeout=60_000)
    page.get_by_text("shengji replay --lake").wait_for(timeout=60_000)
    visit.assert_quiet()
