"""The overview: the headline rates with their intervals, by level, trump suit and number of trumps."""

from __future__ import annotations

import shlex

import streamlit as st

from analytics.catalog import CatalogError
from analytics.metrics import Rate
from analytics.registry import metric, metrics
from analytics.tell import coverage_text, percent, snapshot_text, span
from analytics.words import phrase
from dashboard.answers import Contents, Overview, contents, overview, titles
from dashboard.charts import rates_by
from dashboard.frame import choose, heading, lake, lake_exists, language
from dashboard.labels import labels
from dashboard.views.listing import show_list

_EXAMPLE_RULESET = "cn_competition_2deck"
_IN_A_ROW = 3  # metrics


def show_overview() -> None:
    """The page."""
    lang = language()
    words = labels(lang)
    heading("overview")
    st.caption(words["subtitle"])
    try:
        with st.spinner(words["loading"]):
            found = contents(lake())
    except CatalogError as error:
        say_no_lake(str(error), lang)
        return
    if not found.formats or not found.rulesets:
        _say_what_to_do(found, lang)
        return
    ruleset, formats = _filters(found, lang)
    answer = overview(lake(), found.snapshot.digest, ruleset, formats)
    names = list(metrics())
    for first in range(0, len(names), _IN_A_ROW):
        row = names[first : first + _IN_A_ROW]
        for column, name in zip(st.columns(_IN_A_ROW, gap="large"), row, strict=False):
            with column:
                _show_metric(name, answer, lang)
    st.caption(words["chart_help"])
    st.divider()
    show_list(found.snapshot.digest, ruleset, formats, lang)
    st.divider()
    st.markdown(f"**{words['what_counts']}** — {coverage_text(answer.coverage, lang)}")
    st.caption(snapshot_text(found.snapshot, lang))


def _filters(found: Contents, lang: str) -> tuple[str, list[str]]:
    words = labels(lang)
    names = titles(lake(), found.snapshot.digest, lang)
    left, right = st.columns(2)
    with left:
        ruleset = choose("ruleset", found.rulesets, words["ruleset"], lambda name: f"{names.get(name, '')} · {name}")
    with right:
        shown = {"": words["all_formats"]}
        chosen = choose("format", ["", *found.formats], words["format"], lambda name: shown.get(name, name))
    return ruleset, [chosen] if chosen else []


def _show_metric(name: str, answer: Overview, lang: str) -> None:
    words = labels(lang)
    overall = answer.overall[name]
    told = metric(name).words[lang]
    st.metric(told.title, percent(overall.value), help=told.definition)
    st.caption(_facts(overall, lang))
    for dimension in metric(name).charts:
        title = words[f"by_{dimension}"]
        st.markdown(f"**{title}**")
        chart = rates_by(answer.split[name, dimension], dimension, overall, lang)
        st.altair_chart(chart, width="stretch", alt=f"{told.title} {title}")


def _facts(rate: Rate, lang: str) -> str:
    template = labels(lang)["facts_without" if rate.note else "facts"]
    return template.format(
        note=phrase("note", rate.note, lang) if rate.note else "",
        interval=span(rate.low, rate.high),
        n=f"{rate.n:,}",
        clusters=f"{rate.clusters:,}",
    )


def say_no_lake(reason: str, lang: str) -> None:
    words = labels(lang)
    if not lake_exists():
        st.info(words["no_lake"].format(lake=lake()))
        _say_commands(lang, "do_selfplay", "do_ingest", "do_replay")
    else:
        st.error(f"{words['failed']} {reason}")


def _say_what_to_do(found: Contents, lang: str) -> None:
    if found.formats:
        st.info(labels(lang)["no_scores"])
        _say_commands(lang, "do_replay")
    else:
        st.info(labels(lang)["no_deals"])
        _say_commands(lang, "do_selfplay", "do_ingest", "do_replay")


def _say_commands(lang: str, *steps: str) -> None:
    folder = shlex.quote(lake())
    commands = {
        "do_selfplay": f"shengji selfplay --deals 500 --seed 1 --ruleset {_EXAMPLE_RULESET} --out deals.jsonl",
        "do_ingest": f"shengji ingest deals.jsonl --lake {folder}",
        "do_replay": f"shengji replay --lake {folder} --ruleset {_EXAMPLE_RULESET}",
    }
    for step in steps:
        st.markdown(labels(lang)[step])
        st.code(commands[step], language=None, wrap_lines=True)
    st.caption(labels(lang)["then_reload"])
