"""What every page shares: the lake, the language, the choices that live in the address."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence

import streamlit as st

from dashboard.labels import LANGS
from ingest.lake import Lake, LakeError


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


def choose(
    name: str, options: Sequence[str], label: str, show: Callable[[str], str] = str, buttons: bool = False
) -> str:
    """A choice kept in the address as ``name=option``; the first option, or an unknown one, is left out."""
    asked = st.query_params.get(name, "")
    if asked not in options:
        st.query_params.pop(name, None)
        asked = options[0]
    key = f"choose_{name}"
    if st.session_state.get(key) not in options:
        st.session_state[key] = asked

    def keep() -> None:
        chosen = st.session_state[key]
        if chosen in options[1:]:
            st.query_params[name] = chosen
        else:
            st.query_params.pop(name, None)

    if buttons:
        st.segmented_control(
            label, options, format_func=show, key=key, on_change=keep, required=True, label_visibility="collapsed"
        )
    else:
        st.selectbox(label, options, format_func=show, key=key, on_change=keep)
    return str(st.session_state[key])
