"""The dashboard as Streamlit runs it: `streamlit run app.py -- LAKE`; the pages stand in views/."""

from __future__ import annotations

import streamlit as st

from dashboard.frame import run_pages
from dashboard.views.deal import show_deal
from dashboard.views.overview import show_overview

st.set_page_config(page_icon="🃏", layout="wide")
run_pages({"overview": show_overview, "deal": show_deal})
