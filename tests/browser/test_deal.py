"""The deal page in a real Chromium: keys, flags, rulesets, shared addresses, both languages, narrow and wide."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pytest

from tests.browser.server import serve
from tests.browser.visit import NEEDS_CHROMIUM, Visit
from tests.dashboard.samples import COMPETITION, PROGRAM, Samples, make

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = NEEDS_CHROMIUM

REVOKE = "revoke.jsonl:4"
WAIT = 60_000


@dataclass(frozen=True)
class Site:
    """A dashboard over the sample logs."""

    address: str
    samples: Samples

    def deal(self, name: str, **more: Any) -> str:
        return f"{self.address}/?deal={name}" + "".join(f"&{key}={value}" for key, value in more.items())


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    samples = make(tmp_path_factory.mktemp("browser") / "lake")
    with serve(samples.lake) as (address, _):
        yield Site(address, samples)


def at_trick(page: Page, number: int) -> None:
    """Waits for the trick on the page and in the address, and until the page is drawn to its end."""
    page.get_by_text(re.compile(rf"^(第{number}圈，共|Trick {number} of )\d+")).wait_for(timeout=WAIT)
    page.wait_for_url(re.compile(rf"[?&]trick={number}(&|$)"), timeout=WAIT)
    page.locator("[data-testid=stApp][data-test-script-state=notRunning]").wait_for(timeout=WAIT)
    page.locator(".told").first.get_by_text(re.compile(rf"^(第{number}圈：|Trick {number}:)")).wait_for(timeout=WAIT)


def press_until(page: Page, key: str, number: int) -> None:
    """Presses a key until the trick is there: the page listens to keys a moment after it shows itself."""
    from playwright.sync_api import TimeoutError

    for _ in range(10):
        before = page.url
        page.keyboard.press(key)
        try:
            page.wait_for_function("before => location.href !== before", arg=before, timeout=6000)
            break
        except TimeoutError:
            continue
    at_trick(page, number)


def faces(page: Page, place: str) -> list[str]:
    """The names of the cards that a seat played."""
    found: list[str] = page.locator(f".felt .{place} img").evaluate_all("faces => faces.map(face => face.alt)")
    return found


@pytest.mark.parametrize(
    ("lang", "width", "scheme", "title"),
    [
        ("zh", 1280, "light", "牌局"),
        ("en", 1280, "dark", "Deal"),
        ("zh", 360, "dark", "牌局"),
        ("en", 360, "light", "Deal"),
    ],
)
def test_a_deal_shows_itself_whole(
    browser: Browser, site: Site, lang: str, width: int, scheme: str, title: str
) -> None:
    visit = Visit(browser, width, scheme)
    page = visit.open(site.deal(REVOKE, lang=lang, ruleset=COMPETITION, compare=PROGRAM, trick=14))
    at_trick(page, 14)
    press_until(page, "ArrowRight", 15)
    page.locator(".kitty img").nth(7).wait_for(timeout=WAIT)
    assert page.title() == title
    loaded = "images => images.every(image => image.complete && image.naturalWidth > 0)"
    assert page.locator("img.face").evaluate_all(loaded)
    visit.assert_quiet()


def test_seats_lie_round_the_table(browser: Browser, site: Site) -> None:
    for width in (360, 1280):
        page = Visit(browser, width).open(site.deal(REVOKE, trick=15))
        at_trick(page, 15)
        boxes = {place: page.locator(f".felt .{place}").bounding_box() for place in ("south", "east", "north", "west")}
        middle = {place: (box["x"] + box["width"] / 2, box["y"]) for place, box in boxes.items() if box}
        assert middle["north"][1] < middle["west"][1] < middle["south"][1]
        assert middle["north"][1] < middle["east"][1] < middle["south"][1]
        assert middle["west"][0] < middle["south"][0] < middle["east"][0]


def test_keys_move_the_trick_and_the_address(browser: Browser, site: Site) -> None:
    visit = Visit(browser, 1280)
    page = visit.open(site.deal(REVOKE, trick=5))
    at_trick(page, 5)
    press_until(page, "Home", 1)
    first = faces(page, "south")
    for key, number in [("ArrowRight", 2), ("ArrowRight", 3), ("ArrowLeft", 2), ("End", 15), ("ArrowLeft", 14)]:
        page.keyboard.press(key)
        at_trick(page, number)
    page.keyboard.press("Home")
    at_trick(page, 1)
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowRight")
    at_trick(page, 2)
    assert faces(page, "south") != first
    page.go_back()
    at_trick(page, 1)
    assert visit.complaints == []


def test_a_flag_leads_to_its_trick(browser: Browser, site: Site) -> None:
    page = Visit(browser, 360).open(site.deal(REVOKE, lang="en"))
    at_trick(page, 1)
    page.get_by_role("button", name=re.compile("NOT ALLOWED")).click()
    at_trick(page, 6)
    assert page.locator(".felt .tag.bad").count() == 1
    assert "9 of diamonds" in faces(page, "east")


def test_switching_the_ruleset_changes_the_verdict(browser: Browser, site: Site) -> None:
    page = Visit(browser, 1280).open(site.deal(site.samples.deal, trick=site.samples.trick, ruleset=COMPETITION))
    at_trick(page, site.samples.trick)
    page.locator(".told").first.wait_for(timeout=WAIT)
    assert page.locator(".told .bad").count() == 0
    page.get_by_role("combobox").first.click()
    page.get_by_role("option", name=PROGRAM).click()
    page.locator(".told .bad").wait_for(timeout=WAIT)
    page.wait_for_url(re.compile(f"ruleset={PROGRAM}"))
    page.get_by_role("combobox").nth(1).click()
    page.get_by_role("option", name=re.compile(f"{COMPETITION}$")).click()
    page.get_by_text("按《中国升级竞赛规则").wait_for(timeout=WAIT)
    page.locator(".told").nth(1).wait_for(timeout=WAIT)
    assert page.locator(".told").count() == 2


def test_a_shared_address_opened_fresh_shows_the_same(browser: Browser, site: Site) -> None:
    page = Visit(browser, 1280).open(site.deal(REVOKE, lang="en", ruleset=PROGRAM))
    at_trick(page, 1)
    press_until(page, "End", 15)
    press_until(page, "ArrowLeft", 14)
    seen = page.locator(".felt").inner_html(), page.locator(".told").first.inner_text()
    fresh = Visit(browser, 1280).open(page.url)
    at_trick(fresh, 14)
    fresh.locator(".told").first.wait_for(timeout=WAIT)
    assert (fresh.locator(".felt").inner_html(), fresh.locator(".told").first.inner_text()) == seen
    assert fresh.url == page.url
    fresh.reload()
    at_trick(fresh, 14)
    assert fresh.url == page.url


def test_from_the_overview_to_a_deal_and_back(browser: Browser, site: Site) -> None:
    visit = Visit(browser, 360)
    page = visit.open(f"{site.address}/?lang=en&ruleset={PROGRAM}&deals=violations")
    page.get_by_role("link", name=re.compile("not allowed: 1")).first.click(timeout=WAIT)
    at_trick(page, 1)
    assert "lang=en" in page.url
    assert f"ruleset={PROGRAM}" in page.url
    page.get_by_role("link", name="Overview").click()
    page.get_by_role("heading", name="Overview").wait_for(timeout=WAIT)
    page.wait_for_url(re.compile(rf"\?lang=en&ruleset={PROGRAM}$"))
    page.go_back()
    at_trick(page, 1)
    visit.assert_quiet()


def test_another_deal_by_its_name(browser: Browser, site: Site) -> None:
    page = Visit(browser, 1280).open(f"{site.address}/?deal=&lang=en")
    box = page.get_by_label("Which deal")
    box.wait_for(timeout=WAIT)
    box.fill("nowhere/9")
    box.press("Enter")
    page.get_by_text("There is no one deal of the name").wait_for(timeout=WAIT)
    box.fill(REVOKE)
    box.press("Enter")
    at_trick(page, 1)
