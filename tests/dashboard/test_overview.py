"""The overview page without a browser: what it says for each lake, language and choice."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

import dashboard
from ingest.lake import Lake
from tests.analytics.lakes import deal, ladder, rules, score, write

APP = Path(dashboard.__file__).with_name("app.py")


@pytest.fixture
def lake(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "lake"
    monkeypatch.setattr(sys, "argv", ["app.py", str(path)])
    return path


def fill(path: Path) -> None:
    deals = [deal(f"m{n}", 1, format="80fen" if n % 2 else "shengji-deal/1", level=2 + n % 13) for n in range(24)]
    scores = [
        score(one, ruleset, takeover=n < taken)
        for ruleset, taken in (("a", 6), ("b", 12))
        for n, one in enumerate(deals)
    ]
    scores[0]["violations"] = 1
    titles = [rules(name, title_zh=f"规则{zh}", title_en=f"Rules {name}") for name, zh in (("a", "甲"), ("b", "乙"))]
    write(path, deals=deals, scores=scores, ladder=[ladder(one, "a") for one in deals], rulesets=titles)


def page(**address: str) -> AppTest:
    app = AppTest.from_file(str(APP), default_timeout=60)
    for name, value in address.items():
        app.query_params[name] = value
    app.run()
    assert not app.exception
    return app


def metrics(app: AppTest) -> list[tuple[str, str]]:
    return [(one.label, one.value) for one in app.metric]


def words(app: AppTest) -> str:
    return "\n".join(one.value for kind in (app.title, app.caption, app.markdown, app.info, app.code) for one in kind)


def test_both_rates_with_interval_n_and_what_was_left_out(lake: Path) -> None:
    fill(lake)
    app = page()
    assert metrics(app) == [
        ("庄家方胜率", "78.3 %"), ("抠底率", "0.0 %"), ("按主牌张数的庄家方胜率", "–"),
        ("首副亮主者坐庄胜率", "–"), ("反主率", "–"), ("无主率", "0.0 %"),
        ("必打级拦停率", "0.0 %"),
    ]  # fmt: skip
    told = words(app)
    assert "95% 区间 58.1 – 90.3 % · n = 23 · 23 个群组" in told
    assert "a：24 副中计入 23 副；未计入：1 副有违规出牌。" in told
    assert "数据截至 20" in told
    assert (told.count("按级别"), told.count("按主花色")) == (5, 3)


@pytest.mark.parametrize(
    ("address", "labels", "dealer_rate"),
    [
        ({}, "庄家方胜率", "78.3 %"),
        ({"lang": "en"}, "Dealer-side win rate", "78.3 %"),
        ({"lang": "en", "ruleset": "b"}, "Dealer-side win rate", "50.0 %"),
        ({"ruleset": "b", "format": "80fen"}, "庄家方胜率", "50.0 %"),
        ({"format": "80fen"}, "庄家方胜率", "75.0 %"),
        ({"lang": "fr", "ruleset": "none", "format": "'; DROP"}, "庄家方胜率", "78.3 %"),
    ],
)
def test_choices_come_from_the_address(lake: Path, address: dict[str, str], labels: str, dealer_rate: str) -> None:
    fill(lake)
    assert metrics(page(**address))[0] == (labels, dealer_rate)


def test_choices_go_into_the_address_and_stay_there_in_the_other_language(lake: Path) -> None:
    fill(lake)
    app = page()
    app.selectbox(key="choose_ruleset").set_value("b").run()
    app.selectbox(key="choose_format").set_value("80fen").run()
    assert metrics(app)[0] == ("庄家方胜率", "50.0 %")
    app.button_group(key="choose_lang").set_value("en").run()
    assert not app.exception
    assert metrics(app)[0] == ("Dealer-side win rate", "50.0 %")
    assert {name: app.query_params[name] for name in app.query_params} == {
        "ruleset": "b",
        "format": "80fen",
        "lang": "en",
    }
    app.selectbox(key="choose_ruleset").set_value("a").run()
    assert "ruleset" not in app.query_params


def test_a_new_run_is_seen_at_the_next_look(lake: Path) -> None:
    fill(lake)
    app = page()
    late = deal("late", 1)
    write(lake, deals=[late], scores=[score(late, "a")])
    app.run()
    assert "a：25 副中计入 24 副" in words(app)


REPLAY = "shengji replay --lake {lake} --ruleset cn_competition_2deck"
INGEST = "shengji ingest deals.jsonl --lake {lake}"


@pytest.mark.parametrize(
    ("state", "lang", "says", "commands"),
    [
        ("none", "zh", "这里还没有数据湖", [INGEST, REPLAY]),
        ("none", "en", "There is no lake here yet", [INGEST, REPLAY]),
        ("empty", "zh", "数据湖里还没有牌局。", [INGEST, REPLAY]),
        ("empty", "en", "The lake holds no deals yet.", [INGEST, REPLAY]),
        ("unscored", "zh", "牌局尚未按任何规则重算。", [REPLAY]),
        ("unscored", "en", "The deals have not been replayed under any ruleset.", [REPLAY]),
    ],
)
def test_an_empty_lake_says_what_to_do(lake: Path, state: str, lang: str, says: str, commands: list[str]) -> None:
    if state == "empty":
        Lake.create(lake)
    elif state == "unscored":
        write(lake, deals=[deal("m", 1)])
    app = page(lang=lang)
    assert says in app.info[0].value
    assert [one.value for one in app.code][-len(commands) :] == [one.format(lake=lake) for one in commands]
