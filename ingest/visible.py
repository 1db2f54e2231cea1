"""Texts out of logs as a terminal or a page may show them: a name must not move the cursor or begin a line."""

from __future__ import annotations

import re

_CONTROLS = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029]")  # C0, DEL, C1, and what else ends a line


def visible(text: str) -> str:
    """The text with U+FFFD for each control character."""
    return text if text.isprintable() else _CONTROLS.sub("\ufffd", text)


def visible_lines(text: str) -> str:
    """The same of a text of several lines: what ends its lines stays."""
    return "\n".join(map(visible, text.split("\n")))
