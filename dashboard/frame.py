"""What every page shares: the lake, the language, the way between pages, the choices that live in the address."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import streamlit as st

from dashboard.labels import LANGS, labels
from ingest.lake import Lake, LakeError
from ingest.visible import visible

CARRIED = ("lang", "ruleset")  # what a link takes along from page to page
_MARKS = re.compile(r"([!-/:-@\[-`{-~])")


def lake() -> str:
    """The lake's path, the one argument of the script."""
    return sys.argv[1]


def lake_exists() -> bool:
    """Whether a lake is there at all."""
    try:
        Lake.open(lake())
    except LakeError:
        return False
    return True


def language() -> str:
    """The language in the address, or Chinese."""
    asked = st.query_params.get("lang", "")
    return asked if asked in LANGS else "zh"


def run_pages(pages: dict[str, Callable[[], None]]) -> None:
    """Shows the page that the address asks for: the one whose name is a key in it, else the first.

    All stand at the root: below it, Streamlit looks for its server in places where it is not.
    """
    names = list(pages)
    chosen = next((name for name in names if name in st.query_params), names[0])
    # A link alone leaves the browser's address as it was; a change of the address shows it.
    st.query_params.pop(names[0], None)
    title = labels(language())[chosen]
    page = st.Page(pages[chosen], title=title, default=True)
    st.session_state["pages"], st.session_state["page"] = names, page
    st.navigation([page], position="hidden").run()


def link(label: str, **address: str) -> None:
    """A link to another page or place, with the language and the ruleset that are chosen here."""
    carried = {name: st.query_params[name] for name in CARRIED if name in st.query_params}
    st.page_link(st.session_state["page"], label=label, query_params=carried | address)


def plain(text: str) -> str:
    """Text for a label or Markdown, with nothing in it that Streamlit would read as a mark, nor control characters."""
    return _MARKS.sub(r"\\\1", visible(text))


def heading(page: str) -> None:
    """The page's title, the links to the others, and the choice of language; and how the pages look."""
    st.html(Path(__file__).with_name("page.css"))
    words = labels(language())
    with st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="center"):
        st.title(words[page], anchor=False, width="content")
        with st.container(horizontal=True, vertical_alignment="center", width="content"):
            for other in st.session_state["pages"]:
                if other != page:
                    link(words[other], **{other: ""})
            choose("lang", list(LANGS), words["language"], LANGS.__getitem__, buttons=True)


def keep(name: str, value: str) -> None:
    """Puts a value into the address."""
    if st.query_params.get(name) != value:
        st.query_params[name] = value


def choose(
    name: str, options: Sequence[str], label: str, show: Callable[[str], str] = str, buttons: bool = False
) -> str:
    """A choice kept in the address as ``name=option``; the first option, or an unknown one, is left out."""
    asked = st.query_params.get(name, "")
    if asked not in options:
        st.query_params.pop(name, None)
        asked = options[0]
    key = f"choose_{name}"
    st.session_state[key] = asked

    def take() -> None:
        chosen = st.session_state[key]
        if chosen in options[1:]:
            st.query_params[name] = chosen
        else:
            st.query_params.pop(name, None)

    if buttons:
        st.segmented_control(
            label, options, format_func=show, key=key, on_change=take, required=True, label_visibility="collapsed"
        )
    else:
        st.selectbox(label, options, format_func=show, key=key, on_change=take)
    return str(st.session_state[key])
