"""What `shengji compare` prints: counts, deals that differ, and why one does; in both languages and as JSON."""

from __future__ import annotations

import contextlib
import io
import json
import re
from pathlib import Path
from typing import Any

import pytest

from ingest.cards import parse_cards
from ingest.lake import Lake
from replay import comparecli, diffing
from replay.comparewords import what_words
from replay.comparing import UNITS
from replay.facts import Fact
from replay.ruleset import load
from replay.sentences import LANGUAGES, templates
from tests.replay import golden, house, lakes, rows, shown, situations
from tests.replay.compared import BASE, IDLE, REASONS, Row
from tests.replay.judging import run

HEADER = house.HEADER.replace('"_base"', f'"{BASE}"')
PUT = IDLE | {key: value for case in REASONS.values() for key, value in case.put.items() if len(case.put) == 1}
del PUT["kitty_capture.enabled"], PUT["levels.must_play"]
LISTED = re.compile(r"  (m\d+/\d+) \([0-9a-f]{12}\): (.*)")
OVER = {"levels.win_mode": "reach", "levels.win_level": "J", "kitty_capture.enabled": False}


def deals() -> list[Row]:
    """The deals of every reason, a match each; and deals that one ruleset or another cannot score."""
    told = []
    for match, case in enumerate(REASONS.values()):
        for number, deal in enumerate(case.deals, 1):
            keys = {"deal_id": lakes.key(match, number), "match_key": lakes.key("match", match), "deal_no": number}
            told.append(deal | keys | {"match_name": f"m{match}"})
    last = told[-1] | {"match_key": lakes.key("other"), "match_name": "other", "deal_no": 1}
    told.append(last | {"deal_id": lakes.key("trump"), "trump": None})
    told.append(last | {"deal_id": lakes.key("decks"), "decks": 3, "deal_no": 2})
    told.append(last | {"deal_id": lakes.key("cards"), "plays": b"\xff" + last["plays"][1:], "deal_no": 3})
    return told


@pytest.fixture(scope="module")
def lake(tmp_path_factory: pytest.TempPathFactory) -> Lake:
    return lakes.make(tmp_path_factory.mktemp("compare") / "lake", deals())


@pytest.fixture(scope="module")
def rulesets(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """BASE, BASE with every key put in, BASE under which a game soon ends, and one of three packs."""
    folder = tmp_path_factory.mktemp("rules")
    put = house.write(folder / "put.toml", PUT, HEADER)
    over = house.write(folder / "over.toml", OVER, HEADER)
    return [BASE, put, over, "lobby_3deck"]


def printed(lake: Lake, names: list[str], lang: str, deal: str = "", **options: Any) -> str:
    """What the command prints, in this process."""
    out = io.StringIO()
    chosen = {name: load(name) for name in names}
    with contextlib.redirect_stdout(out):
        if deal:
            comparecli.run_deal(lake, chosen, deal, lang, as_json=options.get("as_json", False))
        else:
            comparecli.run(lake, chosen, lang, **{"every": False, "as_json": False} | options)
    return out.getvalue()


def place(name: str) -> str:
    """The name under which the last deal of a reason lies in the lake."""
    return f"m{list(REASONS).index(name)}/{len(REASONS[name].deals)}"


def test_every_sentence_is_said(lake: Lake, rulesets: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(comparecli, "FIRST", 2)
    with situations.hearing() as heard:
        for lang in LANGUAGES:
            printed(lake, rulesets, lang)
            printed(lake, rulesets, lang, every=True)
            for row in deals():
                printed(lake, rulesets, lang, f"{row['match_name']}/{row['deal_no']}")
            with situations.bound(BASE, 0):
                printed(lake, rulesets[:2], lang)
            list(diffing.lines(lang, (BASE, load(BASE)), ("lobby_2deck", load("lobby_2deck"))))
            what_words(lang, Fact("bid_low", None, 1))
            list(diffing.lines(lang, ("x", load(BASE)), ("y", load(BASE))))
    for lang in LANGUAGES:
        said = {key for key in heard[lang] if key.startswith("compare.")}
        assert {key for key in templates(lang) if key.startswith("compare.")} - said == set()


def test_a_bid_that_is_not_allowed_is_told_with_its_seat() -> None:
    seats = [Fact("bid_low", None, 1), Fact("bid_low", None, 2)]
    assert [what_words("en", fact) for fact in seats] == ["violation by East, bid_low", "violation by North, bid_low"]
    assert [what_words("zh", fact) for fact in seats] == ["东违例 bid_low", "北违例 bid_low"]
    assert what_words("en", Fact("bury_points")) == "violation of the deal, bury_points"


def test_the_counts_and_the_deals_in_words(lake: Lake, rulesets: list[str]) -> None:
    lines = printed(lake, rulesets[:2], "en").splitlines()
    put = rulesets[1]
    assert lines[0] == f"{BASE} and {put}: 16 of 19 deals compared."
    assert lines[1:4] == [
        f"  left out under {BASE}: 1, some cards are not known",
        f"  left out under {BASE}: 1, trump, level or dealer is not known",
        f"  left out under {BASE}: 1, another number of packs than the ruleset's",
    ]
    assert re.fullmatch(
        r"  anything that follows: \d+ of 16 deals, \d+\.\d\d % \(\d+\.\d\d % to \d+\.\d\d %\)", lines[4]
    )
    assert len(lines[4:]) - 1 - lines[4:].index("Deals that differ:") == int(lines[4].split(": ")[1].split()[0])
    found = dict(LISTED.fullmatch(line).groups() for line in lines[lines.index("Deals that differ:") + 1 :])
    assert found[place("a throw")] == "South's play in trick 1 allowed / not allowed"
    assert found[place("a pair ruffs two singles")].startswith("winner of trick 1 East / South; ")
    assert "multiplier of the kitty 4 / 2; the defenders' total 100 / 90" in found[place("a multiplier")]


WHY = {
    "en": [
        "Deal m0/1 ({id}), baike_2deck and {put}:",
        "winner of trick 1: East under baike_2deck, South under {put}.",
        "  Trick 1: South leads S9 S8, a throw of spades: 2 singles.",
        "  baike_2deck: East wins: H3 H3 ruffs. No points; defenders 0.",
        "  {put}: South wins: nobody played higher. No points; defenders 0.",
        "  by ruff.structure:",
        "    baike_2deck: at_least (stated: {clause})",
        "    {put}: exact (decided: house)",
    ],
    "zh": [
        "m0/1 ({id})，baike_2deck 与 {put}：",
        "第1圈得圈者：按 baike_2deck 为东，按 {put} 为南。",
        "  第1圈：南领出 S9 S8，黑桃甩牌：2个单张。",
        "  baike_2deck：东得圈：H3 H3 将吃。没有分；防守方0分。",
        "  {put}：南得圈：无人更大。没有分；防守方0分。",
        "  由 ruff.structure：",
        "    baike_2deck：at_least（原文：{clause}）",
        "    {put}：exact（裁定：house）",
    ],
}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_why_a_deal_differs_in_words(lake: Lake, lang: str, tmp_path: Path) -> None:
    put = house.write(tmp_path / "put.toml", IDLE | {"ruff.structure": "exact"}, HEADER)
    clause = load(BASE).sources["ruff.structure"][2]
    told = printed(lake, [BASE, put], lang, "m0/1").splitlines()
    assert [line for line in told if "H3 H3：" not in line and "H3 H3:" not in line] == [
        line.format(id=lakes.key(0, 1).hex()[:12], put=put, clause=clause) for line in WHY[lang]
    ]


def test_the_document(lake: Lake, rulesets: list[str]) -> None:
    told = json.loads(printed(lake, rulesets, "en", as_json=True, every=True))
    assert (told["first"], told["deals"]) == (BASE, 19)
    put, over, three = told["pairs"]
    assert [pair["ruleset"] for pair in told["pairs"]] == rulesets[1:]
    assert put["left_out"][0].keys() == {"ruleset", "status", "n"}
    assert sum(row["n"] for row in three["left_out"]) == 19
    assert three["deals"] == []
    assert [row["what"] for row in put["counts"]] == list(UNITS)
    assert put["counts"][0].keys() == {"what", "unit", "n", "of", "value", "effective_n", "low", "high"}
    assert put["differing"] == len(put["deals"]) == put["counts"][0]["n"]
    (deal,) = (deal for deal in put["deals"] if f"{deal['match_name']}/{deal['deal_no']}" == place("a throw"))
    assert deal["deal_id"] == lakes.key(list(REASONS).index("a throw"), 1).hex()
    assert deal["differences"] == [{"what": "allowed", "trick": 1, "seat": 0, "a": True, "b": False}]
    assert over["counts"][-1]["n"] > 0


def test_the_document_of_one_deal(lake: Lake, rulesets: list[str]) -> None:
    told = json.loads(printed(lake, rulesets, "en", place("a throw"), as_json=True))
    assert told["deal"].keys() == {"deal_id", "match_name", "deal_no"}
    put, over, three = told["pairs"]
    assert (three["status"], three["differences"]) == ({"a": "partial", "b": "wrong_decks"}, [])
    assert over["differences"] == []
    (difference,) = put["differences"]
    (key,) = difference.pop("keys")
    assert difference == {"what": "allowed", "trick": 1, "seat": 0, "a": True, "b": False}
    assert (key["key"], key["a"]["value"], key["b"]["value"]) == ("throw.allowed", True, False)
    assert key["b"] == {"value": False, "status": "decided", "clause": "house", "from": "put"}


def test_the_command_writes_nothing_to_the_lake(lake: Lake, rulesets: list[str]) -> None:
    def content() -> dict[str, bytes]:
        return {str(path): path.read_bytes() for path in lake.path.rglob("*") if path.is_file()}

    before = content()
    names = [word for name in rulesets[:2] for word in ("--ruleset", name)]
    done = run("compare", "--lake", str(lake.path), *names, "--all")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == printed(lake, rulesets[:2], "en", every=True)
    done = run("compare", "--lake", str(lake.path), *names, "--deal", "m0/1", "--lang", "zh")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == printed(lake, rulesets[:2], "zh", "m0/1")
    assert content() == before


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["--ruleset", BASE], "Give two rulesets or more"),
        (["--ruleset", BASE, "--ruleset", BASE], "Give two rulesets or more"),
        (["--ruleset", BASE, "--ruleset", "none"], "there is no such ruleset"),
        (["--ruleset", BASE, "--ruleset", "program_80fen", "--lang", "fr"], "it may be zh or en"),
        (["--ruleset", BASE, "--ruleset", "program_80fen", "--deal", "m0/9"], "There is no deal m0/9"),
    ],
    ids=["one", "the same", "none", "lang", "deal"],
)
def test_what_cannot_run_ends_with_2(lake: Lake, args: list[str], said: str) -> None:
    done = run("compare", "--lake", str(lake.path), *args)
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr
    assert "Traceback" not in done.stderr


SHOWING = {  # what a ruleset says of the first exchange, and of the first bid that it does not know
    "exchange": {
        "zh": "  cn_competition_2deck：违例：这副牌不可再取底牌。",
        "en": "  cn_competition_2deck: NOT ALLOWED: in this deal the kitty may not be taken again.",
    },
    "bid": {
        "zh": "  cn_competition_2deck：违例：这样亮牌无效。",
        "en": "  cn_competition_2deck: NOT ALLOWED: this is no bid.",
    },
}


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(("kind", "key"), [("exchange", "kitty_exchange.ladder"), ("bid", "declare.ladder")])
def test_bids_and_exchanges_differ_by_their_ladders(tmp_path: Path, kind: str, key: str, lang: str) -> None:
    pair = {"seat": 1, "cards": parse_cards("LJ LJ")}
    row = rows.row(golden.deals_of("past10_2deck", 1)[0]) | {"level": 2, "trump": "NT", "dealer": 1, "tier": "full"}
    row |= {"match_name": "m", "deal_no": 1, "first_deal": True, "declarations": None, "exchanges": None}
    row |= {"bid": {"declarations": [pair]}, "exchange": {"exchanges": [pair | {"took": b"\0" * 8, "seat": 2}]}}[kind]
    lake = lakes.make(tmp_path / "lake", [row])
    lines = printed(lake, ["past10_2deck", "cn_competition_2deck"], lang, "m/1").splitlines()
    assert SHOWING[kind][lang] in lines
    assert lines[lines.index(SHOWING[kind][lang]) + 1].strip() in (f"by {key}:", f"由 {key}：")


def test_the_page_shows_what_is_printed() -> None:
    written = shown.PAGE.read_text(encoding="utf-8")
    assert written.count("\n$ shengji ") == 5
    assert written == shown.page(), "read the change, then run `python -m tests.replay.shown`"
