"""One deal trick by trick: who played what, who owed what, who won and why, and what another ruleset would change."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import streamlit as st

from analytics.catalog import CatalogError
from dashboard.answers import contents, titles
from dashboard.charts import shown
from dashboard.deals import Found, found
from dashboard.felt import cards_html, lines_html, progress_html, table_html, trick_html
from dashboard.frame import choose, heading, keep, lake, language, plain
from dashboard.labels import labels
from dashboard.retold import (
    Flag,
    Told,
    otherwise,
    result_unlike,
    ruleset_choices,
    tell,
    trick_unlike,
    unlike_tricks,
    violations,
)
from dashboard.views.listing import show_list
from dashboard.views.overview import say_no_lake
from ingest.cards import rank_text
from ingest.lake import Lake, LakeError
from replay.find import FindError
from replay.ruleset import Ruleset
from replay.sentences import say
from replay.telling import declaring_lines, result_lines, seat_name

JUMPS = {"first": "Home", "back": "Left", "next": "Right", "last": "End"}


def show_deal() -> None:
    """The page."""
    lang = language()
    heading("deal")
    try:
        run_id = Lake.open(lake()).state().run_id
    except LakeError as error:
        say_no_lake(str(error), lang)
        return
    asked = _ask(lang)
    deal = _find(run_id, asked, lang) if asked else None
    if deal is None:
        _offer_deals(lang)
        return
    ruleset, other = _rulesets(ruleset_choices(lake(), run_id, deal.row), lang)
    _show(deal, tell(lake(), deal.row, ruleset), tell(lake(), deal.row, other) if other else None, lang)


def _ask(lang: str) -> str:
    """The deal's name in the address, and a box to write another."""

    def take() -> None:
        st.query_params["deal"] = st.session_state["deal_box"].strip()
        st.query_params.pop("trick", None)

    words = labels(lang)
    asked = st.query_params.get("deal", "").strip()
    st.session_state["deal_box"] = asked
    st.text_input(words["which_deal"], key="deal_box", on_change=take, placeholder=words["deal_names"])
    return asked


def _find(run_id: str | None, asked: str, lang: str) -> Found | None:
    try:
        return found(lake(), run_id, asked)
    except FindError as error:
        st.warning(labels(lang)["no_such_deal"].format(deal=plain(asked)))
        if lang == "en":
            st.caption(plain(str(error)))
        return None


def _rulesets(known: dict[str, Ruleset], lang: str) -> tuple[Ruleset, Ruleset | None]:
    """The ruleset chosen, kept in the address whichever it is, and the one to compare with, or none."""
    words = labels(lang)
    options = list(known)

    def title(name: str) -> str:
        return f"{known[name].title(lang)} · {name}"

    wanted = st.query_params.get("ruleset", "")
    if wanted and wanted not in options:
        st.warning(words["no_such_ruleset"].format(ruleset=plain(wanted)))
    left, right = st.columns(2)
    with left:
        chosen = choose("ruleset", options, words["ruleset"], title)
    keep("ruleset", chosen)
    with right:
        others = ["", *(name for name in options if name != chosen)]
        other = choose("compare", others, words["compare"], lambda name: title(name) if name else words["no_compare"])
    return known[chosen], known.get(other)


def _offer_deals(lang: str) -> None:
    """The list of deals, with results under a ruleset that the lake holds results of."""
    words = labels(lang)
    try:
        here = contents(lake())
    except CatalogError as error:
        st.error(f"{words['failed']} {plain(str(error))}")
        return
    names = titles(lake(), here.snapshot.digest, lang)
    ruleset = choose(
        "ruleset", here.rulesets or [""], words["ruleset"], lambda name: f"{names.get(name, '–')} · {name}"
    )
    show_list(here.snapshot.digest, ruleset, [], lang)


def _show(deal: Found, told: Told, other: Told | None, lang: str) -> None:
    st.markdown(_facts(deal, told, lang))
    recorded = otherwise(lang, deal.row, told)
    with st.container(key="flags", gap="xsmall"):
        _show_flags(told, recorded, lang)
        if other:
            _show_changes(told, other, lang)
    tricks = told.deal.tricks
    if not tricks:
        st.html(lines_html(result_lines(lang, told.deal, told.rung)))
        return
    now = _trick_now(len(tricks), lang)
    _show_buttons(now, len(tricks), lang)
    table, words = st.columns([3, 2], gap="medium")
    with table:
        st.html(table_html(lang, told, tricks[now - 1], deal.players))
        st.html(progress_html(lang, told, now))
    with words:
        st.html(trick_html(lang, tricks[now - 1], told.deal.dealer))
        if here := [flag.text for flag in recorded if flag.trick == now]:
            st.html(lines_html(here, here))
        if other and len(other.deal.tricks) >= now:
            _show_unlike(trick_unlike(lang, tricks[now - 1], other.deal.tricks[now - 1], told.deal.dealer), other, lang)
        if now == len(tricks):
            _show_result(told, other, lang)
    for line in declaring_lines(lang, told.deal):
        st.caption(plain(line))


def _facts(deal: Found, told: Told, lang: str) -> str:
    words = labels(lang)
    row = deal.row
    level, *before = (
        shown("level", rank_text(row[name]) if row[name] else None, lang) for name in ("level", "level_0", "level_1")
    )
    dealer = seat_name(lang, row["dealer"]) if row["dealer"] is not None else words["unknown"]
    where = words["deal_of"].format(match=row["match_name"] or "–", deal=row["deal_no"] or "–")
    parts = [
        f"**{plain(where)}**",
        words["at_level"].format(level=level, trump=shown("trump", row["trump"], lang)),
        words["dealt_by"].format(dealer=dealer),
    ]
    if row["level_0"] and row["level_1"]:
        sides = {f"side_{side}": say(lang, f"side.{side}") for side in (0, 1)}
        line = say(lang, "deal.levels", level_0=before[0], level_1=before[1], **sides)
        parts.append(line.rstrip(".。"))
    if row["synthetic"]:
        parts.append(words["synthetic"])
    return " · ".join(parts)


def _show_flags(told: Told, recorded: Sequence[Flag], lang: str) -> None:
    """What was not allowed and what the log records otherwise, each a button that leads to its trick."""
    words = labels(lang)
    if wrong := list(violations(lang, told.deal.tricks)):
        st.badge("⚑ " + words["n_violations"].format(n=len(wrong)), color="red")
        _jumps("violation", [Flag(trick, words["jump"].format(trick=trick, text=text)) for trick, text in wrong])
    if recorded:
        st.badge("≠ " + words["n_differences"].format(n=len(recorded)), color="orange")
        _jumps("recorded", recorded)


def _show_changes(told: Told, other: Told, lang: str) -> None:
    """The tricks that the other ruleset changes, and whether it changes the result."""
    words = labels(lang)
    unlike = unlike_tricks(told.deal, other.deal)
    flags = [Flag(trick, words["trick_no"].format(trick=trick)) for trick in unlike]
    if result_unlike(lang, told, other):
        flags.append(Flag(max(1, len(told.deal.tricks)), words["result"]))
    if not flags:
        st.caption(words["nothing_unlike"])
        return
    st.badge("⇄ " + words["n_unlike"].format(n=len(unlike)), color="blue")
    with st.container(horizontal=True):
        _jumps("unlike", flags)


def _jumps(kind: str, flags: Sequence[Flag]) -> None:
    for place, flag in enumerate(flags):
        st.button(plain(flag.text), key=f"{kind}_{place}", on_click=_go_to(flag.trick), type="tertiary", wrap=True)


def _go_to(trick: int) -> Callable[[], None]:
    return partial(keep, "trick", str(trick))


def _trick_now(count: int, lang: str) -> int:
    """The trick in the address, or the first; a number that there is not is said."""
    asked = st.query_params.get("trick", "1")
    if asked.isdecimal() and 1 <= int(asked) <= count:
        keep("trick", asked)
        return int(asked)
    st.warning(labels(lang)["no_such_trick"].format(trick=plain(asked), count=count))
    return 1


def _show_buttons(now: int, count: int, lang: str) -> None:
    words = labels(lang)
    targets = {"first": 1, "back": max(1, now - 1), "next": min(count, now + 1), "last": count}
    with st.container(horizontal=True, vertical_alignment="center", key="steps"):
        for name, key in JUMPS.items():
            off = targets[name] == now
            st.button(words[name], key=f"go_{name}", on_click=_go_to(targets[name]), shortcut=key, disabled=off)
        st.markdown(f"**{words['trick_of'].format(trick=now, count=count)}**", width="content")


def _show_unlike(lines: list[str], other: Told, lang: str) -> None:
    if lines:
        st.markdown(f"**{plain(labels(lang)['under'].format(ruleset=other.ruleset.title(lang)))}**")
        st.html(lines_html(lines))


def _show_result(told: Told, other: Told | None, lang: str) -> None:
    """The kitty's faces, the capture, the points and the levels; and what of it another ruleset would change."""
    words = labels(lang)
    st.markdown(f"**{words['result']}**")
    if told.deal.kitty:
        st.html(f'<div class="kitty">{cards_html(told.deal.kitty, lang, told.trumps)}</div>')
    st.html(lines_html(result_lines(lang, told.deal, told.rung)))
    if other:
        _show_unlike(result_unlike(lang, told, other), other, lang)
