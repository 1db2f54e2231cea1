"""Exchanges of the kitty judged one by one, and what they make trump: a table worked out by hand (docs/rules.md 10)."""

from __future__ import annotations

from typing import Any

import pytest

from replay.judge import answer
from replay.judgecli import question
from replay.ruleset import load
from tests.replay import house

PAST10, ONLINE, NONE = "past10_2deck", "shuangsheng_online_2deck", "cn_competition_2deck"
EACH = {"on": "exchange", "bar": "exchange_barred", "unk": "exchange_unknown", "com": "exchange_companion",
        "own": "exchange_own", "low": "exchange_low", "wait": "exchange_bidder"}  # fmt: skip

# Ruleset, bids (None: not recorded), exchanges, their codes, and trump; seat 0 deals, the level is 2, a later deal.
TABLE: list[tuple[str, str | None, str, str, str | None]] = [
    (PAST10, "0 S2", "", "", "S"),
    (PAST10, "0 S2", "1 C2 C2", "on", "C"),
    (PAST10, "0 S2", "1 C2 C2 / 2 D2 D2 / 3 H2 H2 / 0 S2 S2 / 1 LJ LJ / 2 BJ BJ", "on on on on on on", "NT"),
    (PAST10, "0 S2", "1 BJ BJ / 2 LJ LJ", "on low", "NT"),
    (PAST10, "0 S2", "1 LJ LJ / 2 S2 S2", "on low", "NT"),
    (PAST10, "0 S2", "1 S2 S2 / 2 H2 H2", "on low", "S"),
    (PAST10, "0 S2", "1 H2 H2 / 2 D2 D2", "on low", "H"),
    (PAST10, "0 S2", "1 D2 D2 / 2 C2 C2", "on low", "D"),
    (PAST10, "0 S2", "1 D2 D2 / 3 D2 D2", "on low", "D"),
    (PAST10, "0 D2 D2", "1 C2 C2 / 2 D2 D2 / 3 H2 H2", "low low on", "H"),  # the bid stands on this ladder too
    (PAST10, "0 LJ LJ", "1 S2 S2 / 1 BJ BJ", "low own", "NT"),
    (PAST10, "0 LJ LJ", "1 S2 S2 / 2 BJ BJ", "low on", "NT"),
    (PAST10, "0 H2 / 0 H2", "1 D2 D2 / 2 S2 S2", "low on", "S"),  # both cards of what was added to count
    (PAST10, "0 S2", "0 H2 H2", "own", "S"),
    (PAST10, "0 S2", "1 H2 H2 / 1 S2 S2", "on own", "H"),
    (PAST10, "0 S2", "1 H2 H2 / 0 LJ LJ / 1 BJ BJ", "on on on", "NT"),  # the dealer, and who was overtaken, again
    (PAST10, "0 S2", "1 H3 H3 / 1 LJ LJ / 0 LJ LJ", "unk own on", "NT"),  # who may not take it buries all the same
    (PAST10, "0 S2", "1 H3 H3 / 0 H2 H2", "unk on", "H"),
    (PAST10, "0 S2", "1 H2 / 2 H2 S2 / 3 LJ BJ / 1 BJ", "unk unk unk unk", "S"),
    (PAST10, "0 S2", "1 H2 H2 LJ", "com", "S"),
    (PAST10, "", "1 H2 H2 / 2 BJ BJ", "bar bar", "C"),  # trump is made by the kitty
    (PAST10, "0 LJ", "1 H2 H2", "bar", "C"),  # nor has anybody bid who was not allowed to
    (PAST10, None, "1 H2 H2 / 2 BJ BJ", "on on", "NT"),
    (PAST10, None, "1 H3", "unk", None),
    (PAST10, None, "", "", None),
    (ONLINE, "0 S2 LJ", "1 H2 H2 BJ / 2 LJ LJ / 3 BJ BJ", "on on on", "NT"),
    (ONLINE, "0 S2 LJ", "1 H2 H2 BJ / 2 C2 C2 LJ", "on low", "H"),
    (ONLINE, "0 S2 S2 LJ", "1 H2 H2 BJ / 2 LJ LJ", "low on", "NT"),
    (ONLINE, "0 S2 LJ", "1 H2 H2 LJ / 2 H2 H2 / 3 H2 BJ", "com com unk", "S"),
    (ONLINE, "0 S2 LJ", "0 LJ LJ", "own", "S"),
    (ONLINE, "2 S2 LJ", "2 BJ BJ / 1 H2 H2 BJ / 2 BJ BJ", "wait on on", "NT"),  # who declared waits for another
    (ONLINE, "2 S2 LJ", "2 BJ BJ / 2 BJ BJ", "wait own", "S"),
    (PAST10, "2 S2", "2 BJ BJ", "on", "NT"),
    (NONE, "0 S2", "1 H2 H2 / 2 LJ LJ", "bar bar", "S"),
    (NONE, None, "1 H2 H2", "bar", None),
]  # fmt: skip


def put(rules: str, bids: str | None, exchanges: str, **keys: Any) -> dict[str, Any]:
    """The answer to a question; bids and exchanges are written as seat and cards."""
    shown = [[f"{text[0]}:{text[2:]}" for text in told.split(" / ") if text] for told in (bids or "", exchanges)]
    asked = question("bid", shown[0], {"ruleset": rules, "level": "2", "dealer": 0, "exchanges": shown[1]} | keys)
    if bids is None:
        del asked["bids"]
    return answer(asked)


@pytest.mark.parametrize(("rules", "bids", "exchanges", "codes", "trump"), TABLE, ids=map(str, TABLE))
def test_the_table(rules: str, bids: str | None, exchanges: str, codes: str, trump: str | None) -> None:
    told = put(rules, bids, exchanges, kitty="C9 H8")
    wanted = [EACH[code] for code in codes.split()]
    assert [one["code"] for one in told["exchanges"]] == wanted
    assert [one["legal"] for one in told["exchanges"]] == [code == "exchange" for code in wanted]
    assert (told["trump"], told["dealer"]) == (trump, 0)
    assert ("bids" in told) == (bids is not None)


def test_every_code_stands_in_the_table() -> None:
    assert {code for row in TABLE for code in row[3].split()} == set(EACH)


@pytest.mark.parametrize(("first_deal", "code", "trump"), [(False, "exchange", "H"), (True, "exchange_barred", "S")])
def test_the_first_deal_may_be_left_out(first_deal: bool, code: str, trump: str) -> None:
    told = put(ONLINE, "0 S2 LJ", "1 H2 H2 BJ", first_deal=first_deal)
    assert (told["exchanges"][0]["code"], told["trump"]) == (code, trump)
    assert put(PAST10, "0 S2", "1 H2 H2", first_deal=True)["trump"] == "H"


def test_there_is_nothing_to_take_in_a_void_deal(tmp_path: Any) -> None:
    rules = house.write(tmp_path / "a.toml", {"kitty_exchange.ladder": [["level_pair"]]})
    void = put(rules, "", "1 H2 H2", first_deal=True)
    assert (void["void"], void["trump"], void["exchanges"][0]["code"]) == (True, None, "exchange_barred")
    turned = put(rules, "", "1 H2 H2", kitty="C9")
    assert (turned["void"], turned["trump"], turned["exchanges"][0]["code"]) == (False, "H", "exchange")


def test_who_deals_by_the_bids_has_buried_first() -> None:
    later = put(PAST10, "1 S2 / 2 H2 H2", "1 LJ LJ / 2 BJ BJ", first_deal=True)
    assert [one["code"] for one in later["exchanges"]] == ["exchange", "exchange"]
    assert put(PAST10, "1 S2 / 2 H2 H2", "2 LJ LJ", first_deal=True)["exchanges"][0]["code"] == "exchange_own"
    asked = question("bid", [], {"ruleset": PAST10, "level": "2", "exchanges": ["0:H2 H2"]})
    del asked["bids"]
    assert answer(asked)["exchanges"][0]["code"] == "exchange"  # who buried is not known


def test_texts_without_it_say_so() -> None:
    for name, words in (("step10_top7_2deck", "不炒地皮"), ("step10_top8_2deck", "只反不吃")):
        ruleset = load(name)
        assert ruleset.values["kitty_exchange.ladder"] == []
        status, clause = ruleset.sources["kitty_exchange.ladder"][1:]
        assert status == "stated"
        assert words in clause
