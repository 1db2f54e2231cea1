"""The deal page without a browser: what it shows for each deal, trick, ruleset, language and fault of the address."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

import dashboard
from analytics.catalog import open_catalog
from ingest.lake import Lake
from ingest.pipeline import ingest
from replay.engine import ENGINE_VERSION
from replay.find import held_rulesets
from replay.ruleset import load
from replay.runners import replay
from replay.sentences import say
from tests.dashboard.samples import COMPETITION, PROGRAM, SAMPLES, Samples

APP = Path(dashboard.__file__).with_name("app.py")
REVOKE = "revoke.jsonl:4"


@pytest.fixture(autouse=True)
def _script(samples: Samples, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["app.py", str(samples.lake)])


def page(**address: str) -> AppTest:
    app = AppTest.from_file(str(APP), default_timeout=60)
    for name, value in address.items():
        app.query_params[name] = value
    app.run()
    assert not app.exception
    return app


def html(app: AppTest) -> str:
    return "\n".join(one.proto.body for one in app.get("html"))


def told(app: AppTest) -> list[str]:
    return re.findall(r"<li[^>]*>(.*?)</li>", html(app))


def address(app: AppTest) -> dict[str, str]:
    return {name: app.query_params[name] for name in app.query_params}


def links(app: AppTest) -> list[tuple[str, str]]:
    return [(one.proto.label.replace("\\", ""), one.proto.query_string) for one in app.get("page_link")]


def jumps(app: AppTest, kind: str) -> list[str]:
    return [one.label.replace("\\", "") for one in app.button if (one.key or "").startswith(kind)]


@pytest.mark.parametrize(("lang", "title", "trick"), [("zh", "牌局", "第6圈，共15圈"), ("en", "Deal", "Trick 6 of 15")])
def test_a_trick_is_shown_with_its_sentences_its_cards_and_its_flag(lang: str, title: str, trick: str) -> None:
    app = page(deal=REVOKE, trick="6", lang=lang, ruleset=COMPETITION)
    assert app.title[0].value == title
    assert any(trick in one.value for one in app.markdown)
    assert len(told(app)) == 6 - 1
    assert html(app).count('<section class="seat ') == 4
    assert html(app).count('class="face"') == 4
    (flag,) = jumps(app, "violation")
    assert "D9" in flag
    assert address(app) == {"deal": REVOKE, "trick": "6", "lang": lang, "ruleset": COMPETITION}


def test_the_address_is_filled_in_where_it_is_short() -> None:
    app = page(deal="80fen.ndjson:1")
    assert address(app) == {"deal": "80fen.ndjson:1", "trick": "1", "ruleset": PROGRAM}


@pytest.mark.parametrize(
    ("trick", "button", "goes_to"),
    [("1", "go_next", "2"), ("6", "go_back", "5"), ("6", "go_first", "1"), ("6", "go_last", "15")],
)
def test_the_buttons_move_the_trick(trick: str, button: str, goes_to: str) -> None:
    app = page(deal=REVOKE, trick=trick)
    app.button(key=button).click().run()
    assert address(app)["trick"] == goes_to


@pytest.mark.parametrize(("trick", "off"), [("1", ["go_first", "go_back"]), ("15", ["go_next", "go_last"]), ("2", [])])
def test_a_button_that_leads_nowhere_is_off(trick: str, off: list[str]) -> None:
    app = page(deal=REVOKE, trick=trick)
    assert [one.key for one in app.button if one.disabled] == off


def test_the_buttons_have_their_keys() -> None:
    keys = {one.key: one.proto.shortcut for one in page(deal=REVOKE).button if (one.key or "").startswith("go_")}
    assert keys == {"go_first": "home", "go_back": "left", "go_next": "right", "go_last": "end"}


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("zh", ["南亮 H7 H7：先亮。", "北亮 S7 S7 取底：换底重扣。", "由亮牌得出：主黑桃。"]),
        (
            "en",
            [
                "South shows H7 H7: the first bid.",
                "North shows S7 S7 for the kitty: takes it and buries anew.",
                "By the bids: trump spades.",
            ],
        ),
    ],
)
def test_bids_and_exchanges_are_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lang: str, said: list[str]
) -> None:
    lake = Lake.create(tmp_path / "lake")
    ingest([str(Path(__file__).parents[1] / "transcripts" / "past10_2deck.jsonl")], lake)
    replay(lake, load("past10_2deck"))
    monkeypatch.setattr(sys, "argv", ["app.py", str(lake.path)])
    app = page(deal="past10_2deck.jsonl:2", lang=lang, ruleset="past10_2deck")
    shown = [one.value.replace("\\", "") for one in app.caption]
    assert [line for line in said if line not in shown] == []


def test_a_flag_leads_to_its_trick() -> None:
    app = page(deal=REVOKE, trick="1")
    app.button(key="violation_0").click().run()
    assert address(app)["trick"] == "6"
    assert '<li class="bad">' in html(app)


def test_the_last_trick_shows_the_kitty_and_the_result() -> None:
    kitty = '<div class="kitty">'
    assert kitty not in html(page(deal=REVOKE, trick="14", ruleset=COMPETITION))
    app = page(deal=REVOKE, trick="15", ruleset=COMPETITION, lang="en")
    (shown,) = re.findall(f"{kitty}(.*)</div>", html(app))
    assert shown.count("<img") == 8
    assert say("en", "result.violations_one", n=1) in told(app)
    assert say("en", "result.next_dealer", seat="North") in told(app)


def test_the_ruleset_changes_the_verdict(samples: Samples) -> None:
    app = page(deal=samples.deal, trick=str(samples.trick), ruleset=COMPETITION)
    assert jumps(app, "violation") == []
    app.selectbox(key="choose_ruleset").set_value(PROGRAM).run()
    assert not app.exception
    assert len(jumps(app, "violation")) == 1
    assert address(app)["ruleset"] == PROGRAM


@pytest.mark.parametrize(("lang", "under"), [("zh", "按《{title}》："), ("en", "Under {title}:")])
def test_another_ruleset_beside_it_says_what_would_change(samples: Samples, lang: str, under: str) -> None:
    app = page(deal=samples.deal, trick=str(samples.trick), ruleset=COMPETITION, lang=lang)
    lines = len(told(app))
    app.selectbox(key="choose_compare").set_value(PROGRAM).run()
    assert not app.exception
    assert len(told(app)) == lines + 1
    title = under.format(title=load(PROGRAM).title(lang))
    assert any(one.value.replace("\\", "") == f"**{title}**" for one in app.markdown)
    assert len(jumps(app, "unlike")) == 2  # the trick, and the count of violations in the result
    assert address(app)["compare"] == PROGRAM


def test_a_ruleset_that_changes_nothing_is_said() -> None:
    app = page(deal="wrong_winner.jsonl:4", trick="5", ruleset=COMPETITION, compare=PROGRAM, lang="en")
    assert any(one.value == "Nothing of this deal changes under the other ruleset." for one in app.caption)
    assert len(jumps(app, "recorded")) == 1


@pytest.mark.parametrize("trick", ["0", "16", "-1", "x", "1.5"])
@pytest.mark.parametrize(("lang", "says"), [("zh", "共15圈"), ("en", "it has 15")])
def test_a_trick_that_there_is_not(trick: str, lang: str, says: str) -> None:
    app = page(deal=REVOKE, trick=trick, lang=lang)
    assert says in app.warning[0].value
    assert html(app).count('class="face"') == 16  # four plays of the first trick


@pytest.mark.parametrize("deal", ["no/such", "zzz", "00000000", "nofile.jsonl:3", "revoke.jsonl:99", "**/1"])
@pytest.mark.parametrize(("lang", "says"), [("zh", "没有找到唯一的一副"), ("en", "There is no one deal of the name")])
def test_a_deal_that_there_is_not_says_what_to_do_and_offers_others(deal: str, lang: str, says: str) -> None:
    app = page(deal=deal, lang=lang)
    (warning,) = app.warning
    assert says in warning.value
    assert deal in warning.value.replace("\\", "")
    assert len(links(app)) > 5


def test_a_ruleset_that_there_is_not_is_said() -> None:
    app = page(deal=REVOKE, ruleset="house")
    assert "house" in app.warning[0].value
    assert address(app)["ruleset"] == COMPETITION


def test_the_box_takes_another_deal_and_starts_at_its_first_trick() -> None:
    app = page(deal=REVOKE, trick="6")
    app.text_input(key="deal_box").set_value(" selfplay-cn_competition_2deck-11-1/2 ").run()
    assert not app.exception
    assert (address(app)["deal"], address(app)["trick"]) == ("selfplay-cn_competition_2deck-11-1/2", "1")
    assert app.text_input(key="deal_box").value == "selfplay-cn_competition_2deck-11-1/2"


@pytest.mark.parametrize(
    ("deal", "faces", "says"),
    [("by_hand.jsonl:1", 0, "result.as_recorded"), ("by_hand.jsonl:2", 8, "deal.unfinished")],
)
def test_a_deal_that_is_not_told_to_its_end_says_why(deal: str, faces: int, says: str) -> None:
    app = page(deal=deal, trick="2", lang="en") if faces else page(deal=deal, lang="en")
    assert html(app).count('class="face"') == faces
    assert say("en", says) in told(app)


def test_without_a_deal_it_offers_some() -> None:
    app = page(deal="", lang="en", ruleset=PROGRAM, deals="violations")
    shown = [(label, query) for label, query in links(app) if "deal=" in query]
    assert len(shown) == 4
    assert all("not allowed: 1" in label for label, _ in shown)
    assert all(f"ruleset={PROGRAM}" in query and "lang=en" in query for _, query in shown)


@pytest.mark.parametrize(("only", "deals"), [("", 20), ("violations", 5), ("differing", 1), ("unheard-of", 20)])
def test_the_overview_lists_deals(only: str, deals: int) -> None:
    app = page(ruleset=COMPETITION, deals=only)
    assert len([query for _, query in links(app) if re.search("deal=[0-9a-f]{12}", query)]) == deals


@pytest.mark.parametrize(("lang", "says"), [("zh", "这里还没有数据湖"), ("en", "There is no lake here yet")])
def test_without_a_lake_it_says_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lang: str, says: str
) -> None:
    monkeypatch.setattr(sys, "argv", ["app.py", str(tmp_path / "none")])
    assert says in page(deal=REVOKE, lang=lang).info[0].value


def test_an_empty_lake_has_nothing_to_offer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Lake.create(tmp_path / "empty")
    monkeypatch.setattr(sys, "argv", ["app.py", str(tmp_path / "empty")])
    app = page(deal=REVOKE, lang="en")
    assert "There is no one deal" in app.warning[0].value
    assert any(one.value == "No deal of this kind under this ruleset." for one in app.caption)


HOUSE = """
schema_version = 1
extends = "cn_competition_2deck"
status = "complete"
title_zh = "我家"
title_en = "My house"
sources = []

[kitty_capture.multiplier]
single = 100

[source.kitty_capture]
multiplier = "decided: house rule"
"""


# A user's own file may be called as a built-in ruleset is.
@pytest.mark.parametrize("name", ["house", COMPETITION])
@pytest.mark.parametrize(("lang", "title"), [("zh", "我家"), ("en", "My house")])
def test_a_ruleset_of_the_users_own_is_offered_once_the_lake_was_replayed_under_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lang: str, title: str, name: str
) -> None:
    own = tmp_path / f"{name}.toml"
    own.write_text(HOUSE, encoding="utf-8")
    lake = Lake.create(tmp_path / "lake")
    ingest([str(SAMPLES / "matches.jsonl")], lake)
    replay(lake, load(str(own)))
    own.unlink()
    with open_catalog(lake.path) as con:
        query = """SELECT r.deal_id[:12], max(t.trick), any_value(r.total) FROM results r JOIN tricks t
          USING (deal_id, ruleset) WHERE multiplier = 100 AND captured AND kitty_points > 0
          GROUP BY 1 ORDER BY 1"""
        deal, trick, total = con.execute(query).fetchall()[0]
    monkeypatch.setattr(sys, "argv", ["app.py", str(lake.path)])
    app = page(deal=deal, trick=str(trick), lang=lang, ruleset=name)
    assert [one.value for one in app.warning] == []
    assert app.selectbox(key="choose_ruleset").value == name
    assert f"{title} · {name}" in app.selectbox(key="choose_ruleset").options
    assert any(str(total) in line for line in told(app))
    assert list(held_rulesets(lake)) == [name]
    monkeypatch.setattr("replay.find.ENGINE_VERSION", ENGINE_VERSION + 1)
    assert held_rulesets(lake) == {}, "results of another engine are not those that the page tells"
