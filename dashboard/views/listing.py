"""A short list of deals, each a link to its page: the latest, or those with something to look at."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from dashboard.charts import shown
from dashboard.deals import FILTERS, SHOWN, Listed, listed
from dashboard.frame import choose, lake, link, plain
from dashboard.labels import labels
from replay.sentences import say

_SEATS = ("South", "East", "North", "West")
ID_DIGITS = 12  # of a deal's id in an address


def show_list(digest: str, ruleset: str, formats: Sequence[str], lang: str) -> None:
    """The list with its filter; results and violations are those under the ruleset."""
    words = labels(lang)
    st.subheader(words["deals"], anchor=False)
    only = choose("deals", list(FILTERS), words["deals"], lambda name: words[f"only_{name}"], buttons=True)
    rows = listed(lake(), digest, ruleset, formats, only)
    if not rows:
        st.caption(words["none_listed"])
        return
    with st.container(gap="xxsmall"):
        for row in rows:
            link(plain(_line(row, lang)), deal=row.deal_id[:ID_DIGITS], ruleset=ruleset)
    if rows[0].of > SHOWN:
        st.caption(words["listed_of"].format(shown=SHOWN, of=f"{rows[0].of:,}"))


def _line(row: Listed, lang: str) -> str:
    """One deal in a line: where, level and trump, who deals, how it ended, what is odd about it."""
    words = labels(lang)
    parts = [
        words["deal_of"].format(match=row.match or "–", deal=row.number if row.number is not None else "–"),
        words["at_level"].format(level=shown("level", row.level, lang), trump=shown("trump", row.trump, lang)),
    ]
    if row.dealer:
        parts.append(words["dealt_by"].format(dealer=say(lang, f"seat.{_SEATS.index(row.dealer)}")))
    if row.total is not None:
        parts.append(words["taken" if row.takeover else "held"].format(total=row.total))
    if row.violations:
        parts.append("⚑ " + words["n_violations"].format(n=row.violations))
    if row.differences:
        parts.append("≠ " + words["n_differences"].format(n=row.differences))
    return " · ".join(parts)
