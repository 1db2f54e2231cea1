"""A page opened in a real Chromium, watched for complaints, foreign hosts and overflow."""

from __future__ import annotations

import os
import shutil
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
NEEDS_CHROMIUM = [
    pytest.mark.browser,
    pytest.mark.skipif(
        CHROMIUM is None and os.environ.get("CI") != "true",
        reason="no Chromium here: `apt-get install chromium fonts-noto-cjk`",
    ),
]
_RIGHTMOST = """Math.max(...[...document.querySelectorAll("[data-testid=stMain] *")]
    .map(element => element.getBoundingClientRect().right))"""


class Visit:
    """A page opened once, with what it said on the console and whom it asked."""

    def __init__(self, browser: Browser, width: int, scheme: str = "light") -> None:
        context = browser.new_context(
            viewport={"width": width, "height": 900}, color_scheme="dark" if scheme == "dark" else "light"
        )
        self.width = width
        self.page: Page = context.new_page()
        self.complaints: list[str] = []
        self.hosts: set[str | None] = set()
        self.page.on("console", lambda said: said.type == "error" and self.complaints.append(said.text))
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("request", lambda asked: self._note(asked.url))
        self.page.on("websocket", lambda socket: self._note(socket.url))

    def _note(self, url: str) -> None:
        if not url.startswith(("data:", "blob:")):
            self.hosts.add(urlsplit(url).hostname)

    def open(self, address: str) -> Page:
        self.page.goto(address)
        return self.page

    def assert_quiet(self) -> None:
        """Nothing on the console, nobody asked but this machine, nothing wider than the window."""
        assert self.complaints == []
        assert self.hosts == {"127.0.0.1"}
        assert self.page.evaluate("document.documentElement.scrollWidth") <= self.width
        assert self.page.evaluate(_RIGHTMOST) <= self.width
