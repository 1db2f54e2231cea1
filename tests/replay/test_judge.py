"""The pocket calculator: its page's and the tables' questions, put as a person would, and every wrong question."""

from __future__ import annotations

import json
import re
from pathlib import Path
from string import Formatter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from replay.judge import COMMON, KINDS, answer
from replay.judgecli import question as from_options
from replay.sentences import LANGUAGES, templates
from replay.verdicts import NAMES, BidVerdict, ExchangeVerdict
from tests.cases import place, read
from tests.replay import judging
from tests.replay.judging import good, judged, run

PAGE = Path(__file__).parents[2] / "docs" / "judge.md"
OPTIONAL = {"lang", "force", "declared", "played", "captured", "captured_with", "last_winner"}
OPTIONAL |= {"fouls", "first_deal", "minutes"}
# … and those that only some kinds need
LEFT_OUT = {"bid": {"kitty", "dealer", "bids", "exchanges"}, "ladder": {"deals"}}
WRONG: tuple[Any, ...] = (5.5, {}, [5.5, 5.5], "", "?!", ["", ""])
PAST10 = "past10_2deck"
FOUL = {"side": 0, "kind": "wrong_follow"}
AGES = [{"dealer": 0, "points": 40, "minutes": minutes} for minutes in (5, 9)]
TIMED = {"kind": "ladder", "ruleset": PAST10, "deals": AGES}
WINNER_DEALS = place("houses/winner_deals.toml")
NO_JOKERS = str(Path(__file__).parents[1] / "oracle" / "houses" / "two_no_jokers.toml")
PART = {"width": 2, "length": 1, "count": 1}


def page() -> list[tuple[dict[str, Any], dict[str, Any]]]:
    """The questions and answers of docs/judge.md."""
    block = next(block for block in PAGE.read_text(encoding="utf-8").split("```") if block.startswith('\n{"kind"'))
    pairs = [pair.splitlines() for pair in block.strip().split("\n\n")]
    return [(json.loads(asked), json.loads(told)) for asked, told in pairs]


def test_the_page_is_true() -> None:
    questions, answers = zip(*page(), strict=True)
    assert judged(list(questions)) == list(answers)
    assert {question["kind"] for question in questions} == set(KINDS)


def test_the_page_names_every_key() -> None:
    rows = re.findall(r"^\| `(\w+)` \| (.*) \| .* \|$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    named = {kind: set(re.findall(r"`(\w+)`", keys)) for kind, keys in reversed(rows) if kind in KINDS}
    wanted = {kind: keys - {"trump", "level"} for kind, (_, keys) in KINDS.items()}
    assert {kind: named[kind] & wanted[kind] for kind in KINDS} == wanted
    explained = set(re.findall(r"^\| `(\w+)` \| ", PAGE.read_text(encoding="utf-8"), re.MULTILINE))
    assert explained >= OPTIONAL - {"lang", "force"}


def test_the_page_has_every_code_with_its_words() -> None:
    text = PAGE.read_text(encoding="utf-8")
    words = [templates(lang) for lang in LANGUAGES]
    for code in NAMES.values():
        told = " | ".join(each[f"verdict.{code}"] for each in words)
        assert f"\n| `{code}` | {told} |\n" in text, code
    for table, verdicts in (("bid", BidVerdict), ("exchange", ExchangeVerdict)):
        for code in (verdict.name.lower() for verdict in verdicts):
            assert f"\n| `{code}` | {' | '.join(each[f'{table}.{code}'] for each in words)} |\n" in text, code


def test_the_tables_put_as_a_person_would() -> None:
    cases, questions, told = zip(*judging.asked(), strict=True)
    answers = [judging.brief(found) for found in judged(list(questions))]
    wrong = [
        (case["name"], question, found)
        for case, question, found, wanted in zip(cases, questions, answers, told, strict=True)
        if not wanted.items() <= found.items()
    ]
    assert wrong == []
    named = {case["id"].split(".")[0] for case in cases}
    assert named >= set(read("tv_ids")["run"])
    others = read("rule_cases")["ids"]  # levels, matches and bids of other programs' tests
    assert named >= {f"RC-{section}{number}" for section in "GH" for number in others[section]}
    assert sum(question["kind"] == "ladder" for question in questions) > 15


@pytest.mark.parametrize(
    ("question", "told"),
    [
        (good("shape", cards="SK"), {"components": [{"type": "single", "width": 1, "length": 1, "cards": "SK"}]}),
        (good("shape", cards="♥10 小王"), {"suit": "trump"}),
        (good("shape", cards="S5 SK SK", declared=["SK SK", "S5"]), {"suit": "S"}),
        (good("shape", cards="S5 D5"), {"lead": False, "code": "lead_mixed"}),
        (good("shape", cards="SK SQ", ruleset="program_godot"), {"lead": False, "code": "lead_throw_barred"}),
        (good("throw", ruleset="program_godot"), {"legal": False, "penalty": 0}),
        (good("follow", play="S5 S5"), {"legal": True, "owed": [PART | {"type": "pair", "suit": "S"}]}),
        (good("follow", play="S5 S6"), {"code": "owed_pair"}),
        (good("follow", lead="S9", play="D3"), {"code": "revoke"}),
        (good("follow", lead="C9 C9", play="S5 D3"), {"code": "discard", "owed": []}),
        (good("throw", others=["S7", "S3", "D4"]), {"legal": True, "penalty": 0}),
        (good("throw", lead="S9"), {"legal": True}),
        (good("throw", lead="S9 D9"), {"legal": False, "penalty": 0}),
        (good("capture", won_by="dealer"), {"multiplier": 0, "points": 0, "pattern": "pair"}),
        (good("capture", plays=["S9 S8"]), {"multiplier": 2, "points": 30, "pattern": "throw"}),
        (good("outcome", points=-5), {"side": "dealer", "levels": 3, "takeover": False, "wins_game": False}),
        (good("ladder", levels=["A", "9"], dealer=0, points=0), {"over": True, "winner": 0, "next_dealer": None}),
        (good("ladder", captured_with="SJ", played=[["2"], []]), {"levels": ["3", "2"], "next_dealer": 2}),
        (good("outcome", points=25, captured=True), {"side": "dealer", "levels": 2}),
        (good("ladder", ruleset=WINNER_DEALS, last_winner=0), {"next_dealer": 0}),
        (good("ladder", ruleset=PAST10, levels=["5", "9"], fouls=[FOUL]), {"levels": ["7", "9"]}),
        (good("ladder", ruleset="step10_top8_2deck", points=75, fouls=[{"side": 1, "kind": "misreport"}]),
         {"next_dealer": 2}),
        (good("ladder", ruleset="program_80fen"), {"levels": ["2", "2"]}),
        (good("ladder", ruleset="program_80fen", played=[["2"], []]), {"levels": ["3", "2"]}),
    ],
    ids=str,
)  # fmt: skip
def test_answers(question: dict[str, Any], told: dict[str, Any]) -> None:
    assert answer(question) == answer(question) | told


def test_a_key_that_stands_twice_is_no_question() -> None:
    lines = ['{"kind":"outcome","ruleset":"baike_2deck","points":85,"points":0}', json.dumps(good("outcome"))]
    wrong, right = map(json.loads, run("judge", "--json", stdin="\n".join(lines)).stdout.splitlines())
    assert wrong == {"error": {"key": "line", "text": "not readable as a question: 'points' stands there twice"}}
    assert right == answer(good("outcome"))


def test_a_fragment_answers_by_force_only() -> None:
    name = "fragment_flip_match_2deck"
    asked = good("outcome", ruleset=name)
    assert answer(asked)["error"]["key"] == "ruleset"
    assert "error" not in answer(asked | {"force": True})
    assert "error" not in answer(good("ladder", ruleset=name, force=True))
    options = ("judge", "outcome", "--ruleset", name, "--points", "85")
    assert [run(*options).returncode, run(*options, "--force").returncode] == [2, 0]
    line = json.dumps(asked) + "\n"
    told = [run("judge", "--json", *force, stdin=line).stdout for force in ([], ["--force"])]
    assert ["error" in one for one in told] == [True, False]


def test_an_answer_speaks_the_language_asked_for() -> None:
    for kind in KINDS:
        zh, en = (answer(good(kind, lang=lang)) for lang in ("zh", "en"))
        assert {key: value for key, value in zh.items() if key != "text"} == {
            key: value for key, value in en.items() if key != "text"
        }
        assert re.search("[一-鿿]", zh["text"])
        assert re.search("[a-z]", en["text"])


def wrong() -> list[tuple[str, str, Any]]:
    """(kind, key, value) of every question with one key missing (None here) or of a wrong kind."""
    found: list[tuple[str, str, Any]] = []
    for kind, (_, keys) in KINDS.items():
        for key in sorted(keys | COMMON):
            found += [(kind, key, value) for value in WRONG]
            found += [] if key in OPTIONAL | LEFT_OUT.get(kind, set()) else [(kind, key, None)]
    return found


@pytest.mark.parametrize(("kind", "key", "value"), wrong(), ids=str)
def test_a_wrong_key_is_named(kind: str, key: str, value: Any) -> None:
    question = good(kind) | {key: value}
    if value is None:
        del question[key]
    told = answer(question)
    assert set(told) == {"error"}
    assert told["error"]["key"] == key
    assert key in told["error"]["text"] or key == "ruleset"


BEYOND: list[tuple[dict[str, Any], str, str]] = [
        (good("shape", cards="SK SX"), "cards", "'SX' is no card"),
        (good("shape", cards="SJ ??"), "cards", "not known"),
        (good("shape", cards="SK SK SK"), "cards", "SK is there 3 times; there are 2"),
        (good("shape", declared=["SK SK"]), "declared", "exactly the cards"),
        (good("shape", cards=" ".join(f"{s}{r} {s}{r}" for s in "SC" for r in "23456789J")), "cards", "36 cards"),
        (good("shape", shape="pair"), "shape", "no key of a question of the kind shape"),
        (good("outcome", shape="pair"), "shape", "no key of a question of the kind outcome"),
        (good("shape", ruleset="baike"), "ruleset", "there is no such ruleset"),
        (good("shape", ruleset="none.toml"), "ruleset", "No such file"),
        (good("shape", ruleset="a\0.toml"), "ruleset", "must be a ruleset's id"),
        (good("shape", lang="fr"), "lang", "may be zh or en"),
        (good("shape", trump="BJ"), "trump", "may be S, H, C, D or NT"),
        (good("shape", level="1"), "level", "no rank"),
        (good("follow", play="S6 SA"), "play", "not in hand"),
        (good("follow", play="S5 S5 S6"), "play", "3 cards, the lead 2"),
        (good("follow", lead="S9 D9"), "lead", "several suits"),
        (good("throw", others=["SJ", "SJ", "SJ"]), "others", "SJ is there 3 times"),
        (good("throw", others=["SJ"]), "others", "a list of 3"),
        (good("trick", plays=["S9", "S5", "H3", "HK HK"]), "plays", "as many cards as the lead"),
        (good("trick", plays=["S9", "S9", "S9", "HK"]), "plays", "S9 is there 3 times"),
        (good("capture", won_by="south"), "won_by", "defenders or dealer"),
        (good("capture", kitty="S9"), "kitty", "S9 is there 3 times"),
        (good("outcome", points=10**30), "points", "from -10000 to 10000"),
        (good("outcome", points=True), "points", "whole number"),
        (good("ladder", dealer=4), "dealer", "from 0 to 3"),
        (TIMED | {"deals": AGES[::-1]}, "deals", "deal 2: minutes is 5; an earlier deal has 9"),
        (TIMED | {"minutes": 4}, "deals", "deal 2: minutes is 4; an earlier deal has 5"),
        (good("ladder", levels=["2"]), "levels", "two ranks"),
        (good("ladder", captured_with="J"), "captured_with", "'J' is no card"),
        (good("ladder", played=[["1"], []]), "played", "no rank"),
        (good("ladder", fouls=[{"side": 0, "kind": "late"}]), "fouls", "'late'; the ruleset prices none"),
        (good("ladder", ruleset=PAST10, fouls=[{"side": 0, "kind": []}]), "fouls", "it may be wrong_follow, take_back"),
        (good("ladder", ruleset=PAST10, fouls=[FOUL | {"side": 2}]), "fouls", "fouls: side is 2; it must be"),
        (good("ladder", ruleset=PAST10, fouls=[FOUL | {"count": 99}]), "fouls", "fouls: count is 99; it must be"),
        (good("ladder", ruleset=PAST10, fouls=[FOUL | {"points": 5}]), "fouls", "points is no key of a foul"),
        (good("ladder", ruleset=PAST10, fouls=[FOUL] * 21), "fouls", "at most 20"),
        (good("shape", ruleset=NO_JOKERS, cards="LJ"), "cards", "LJ is there once; there are 0"),
        (good("bid", bids=[{"seat": 4, "cards": "S2"}]), "bids", "seat is 4"),
        (good("bid", bids=[{"seat": 1.0, "cards": "S2"}]), "bids", "seat is 1.0"),
        (good("bid", bids=[{"seat": 0, "cards": "S2 S2 S2"}]), "bids", "S2 is there 3 times; there are 2"),
        (good("bid", bids=[{"seat": 0}]), "bids", "tables of seat and cards"),
        (good("bid", bids=[{"seat": 0, "cards": "??"}]), "bids", "not known"),
        (good("bid", bids=[{"seat": 0, "cards": "S2", "together": True}]), "bids", "together with none before it"),
        (good("bid", dealer=4), "dealer", "from 0 to 3"),
        (good("bid", exchanges=[{"seat": 4, "cards": "S2"}]), "exchanges", "exchanges: seat is 4"),
        (good("bid", exchanges=[{"seat": 1, "cards": "S2", "took": "S3"}]), "exchanges", "exchanges must be a list of"),
        (good("bid", exchanges=[{"seat": 1, "cards": "S2 S2 S2"}]), "exchanges", "S2 is there 3 times; there are 2"),
        ({"kind": "bid", "ruleset": PAST10, "level": "2"}, "bids", "bids is missing"),
        ({"kind": "bet", "ruleset": "baike_2deck"}, "kind", "may be shape, follow"),
        ({"kind": [], "ruleset": "baike_2deck"}, "kind", "may be shape, follow"),
        (good("shape", **{"\ud800": 1}), "\\ud800", "no key"),
        (good("shape", cards=""), "cards", "cards with blanks between them"),
        (good("shape", force=1), "force", "must be true or false"),
        (good("trick", plays="S9"), "plays", "must be a list of texts of cards"),
        (good("ladder", ruleset="tianjin_2deck", levels=["3", "2"]), "levels", "3 is no level of tianjin_2deck"),
        (good("ladder", played=[["2"]]), "played", "must be two lists of levels"),
        (TIMED | {"deals": []}, "deals", "must be a list of 1 to 500 tables of captured_with, dealer, fouls"),
        (TIMED | {"deals": [{"dealer": 0, "points": 40, "cards": "S2"}]}, "deals", "cards is no key of deal 1"),
        (TIMED | {"points": 40}, "points", "points stands in each of the deals"),
]  # fmt: skip


@pytest.mark.parametrize(("question", "key", "said"), BEYOND, ids=str)
def test_what_is_wrong_is_said(question: dict[str, Any], key: str, said: str) -> None:
    told = answer(question)["error"]
    assert told["key"] == key
    assert said in told["text"]


def pattern(template: str) -> str:
    """A template as an expression that any filling of it matches."""
    return "".join(re.escape(text) + (".+" if name else "") for text, name, _, _ in Formatter().parse(template))


def test_what_is_wrong_is_said_in_chinese_too() -> None:
    asked = {name: pattern(text) for name, text in templates("zh").items() if name.startswith("asked.")}
    # Not by themselves: the words of a choice, a line that is no question, a play too large for a hand to hold.
    unsaid = set(asked) - {"asked.or", "asked.line", "asked.ambiguous"}
    for question, key, _ in BEYOND:
        told = answer({"lang": "zh"} | question)["error"]
        assert told["key"] == key
        if "there is no" in told["text"] or "No such" in told["text"] or key == "lang":
            continue  # what is wrong with a ruleset, or with the language, is told in English
        assert told["text"].endswith("。")
        unsaid -= {name for name in unsaid if re.search(asked[name], told["text"])}
    assert unsaid == set()


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5) | st.sampled_from(["S9", "S9 S9", "LJ BJ", "T"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=3), inner, max_size=2),
    max_leaves=6,
)


@settings(max_examples=300, deadline=None)
@given(kind=st.sampled_from(sorted(KINDS)), data=st.data())
def test_no_question_ends_in_a_traceback(kind: str, data: st.DataObject) -> None:
    keys = sorted(KINDS[kind][1] | {"lang"})
    changes = data.draw(st.dictionaries(st.sampled_from(keys), VALUES, min_size=1, max_size=2))
    json.dumps(answer(good(kind, **changes)), ensure_ascii=False).encode()


def test_a_bad_line_stops_nothing_and_the_order_is_kept() -> None:
    lines = [
        json.dumps(good("outcome", points=0)),
        "{",
        "[1]",
        "",
        '"S9"',
        "[" * 100_000,
        json.dumps({"kind": "outcome", "ruleset": "none", "points": 5}),
        json.dumps(good("outcome", points=40)),
    ]
    done = run("judge", "--json", "--lang", "zh", stdin="\n".join(lines))
    told = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.returncode == 0
    assert [found.get("levels") or found["error"]["key"] for found in told] == [3, *["line"] * 4, "ruleset", 1]


@pytest.mark.parametrize("kind", KINDS)
def test_options_ask_the_same_as_json(kind: str) -> None:
    question = good(kind, lang="zh")
    written = {"cards", "play", "others", "plays", "bids"}
    cards = [question[key] for key in written if key in question]
    options = {key: value for key, value in question.items() if key not in written | {"kind"}}
    if kind == "bid":
        shown = ([f"{one['seat']}:{one['cards']}" for one in question[key]] for key in ("bids", "exchanges"))
        cards[0], options["exchanges"] = shown
    words = cards[0] if cards and isinstance(cards[0], list) else cards
    assert from_options(kind, words, options) == question


def test_a_question_as_options() -> None:
    place = ["--ruleset", "baike_2deck", "--trump", "H", "--level", "10"]
    told = run("judge", "trick", *place, "♠9 ♠9", "S5 S5", "H3 H3", "HK HK", "--lang", "zh")
    assert told.stdout.splitlines()[0] == "第4手得圈：HK HK 超将吃。30分。"
    assert told.stdout.splitlines()[1:] == ["winner: 3", "points: 30", "by: over_ruff"]
    rules = ["--ruleset", "baike_2deck", "--level", "10", "--first-deal", "--kitty", "S3"]
    told = run("judge", "bid", *rules, "0:S10", "2:H10 H10", "1:小王 LJ")
    assert told.stdout.splitlines()[1:3] == ["trump: NT", "dealer: 1"]
    rules[1] = PAST10
    told = run(
        "judge", "bid", *rules, "0:S10", "--exchange", "1:H10 H10", "--exchange", "3:小王 LJ", "--exchange", "0:S9"
    )
    assert told.stdout.splitlines()[1:3] == ["trump: NT", "dealer: 0"]
    assert [one["code"] for one in json.loads(told.stdout.splitlines()[-1].removeprefix("exchanges: "))] == [
        "exchange", "exchange", "exchange_unknown",
    ]  # fmt: skip
    bad = run("judge", "trick", *place, "S9", "S5")
    assert (bad.returncode, bad.stdout) == (2, "")
    assert bad.stderr == "plays must be a list of 4 texts of cards\n"
