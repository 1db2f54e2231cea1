"""The dashboard as Streamlit runs it: `streamlit run app.py -- LAKE`; the pages stand in views/."""

from __future__ import annotations

import streamlit as st

from dashboard.frame import language
from dashboard.labels import labels
from dashboard.views.overview import show_overview

words = labels(language())
st.set_page_config(page_title=words["overview"], page_icon="🃏", layout="wide")
st.navigation([st.Page(show_overview, title=words["overview"], url_path="overview", default=True)]).run()
