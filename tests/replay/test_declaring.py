"""How the bots of self-play declare by each ruleset's ladder, and what is trump where nobody declares."""

from __future__ import annotations

import dataclasses
import random
from collections import Counter
from typing import Any

import pytest

from ingest.cards import format_cards, parse_cards
from replay.levels import start_level
from replay.ruleset import Ruleset, load
from replay.selfplay.auction import Auction
from replay.selfplay.dealing import Dealt, deal_out

NATIVE, THREE = "cn_competition_2deck", "cn_competition_3deck"
JOKERS = [["level_single"], ["level_pair"], ["small_joker_pair"], ["big_joker_pair"]]
MUST = "dealer_side_must_declare_or_lose_dealership"


def changed(name: str, values: dict[str, Any]) -> Ruleset:
    """A ruleset with other values."""
    ruleset = load(name)
    return dataclasses.replace(ruleset, values=ruleset.values | values)


def offered(ruleset: Ruleset, dealer: int | None, hands: str) -> str:
    """The bids made when hands come up in turn: ``0 S2, 1 H2 H2`` says that seat 0 holds S2, then seat 1 a pair."""
    auction = Auction(random.Random(1), ruleset, [start_level(ruleset)] * 2, dealer)
    for turn in hands.split(", "):
        auction.offer(int(turn[0]), list(parse_cards(turn[2:])))
    return ", ".join(f"{bid.seat} {format_cards(bid.cards)}" for bid in auction.bids)


@pytest.mark.parametrize(
    ("name", "values", "dealer", "hands", "bids"),
    [
        (NATIVE, {}, None, "0 S2, 1 H2, 1 H2 H2, 2 C2 C2", "0 S2, 1 H2 H2"),
        (NATIVE, {}, None, "0 S3 S4", ""),
        (NATIVE, {}, None, "0 LJ LJ BJ BJ", ""),
        (NATIVE, {"declare.ladder": JOKERS}, None, "0 LJ LJ", ""),  # a deal cannot be no trump there
        ("topping_2deck", {}, 1, "0 LJ LJ, 2 BJ BJ", "0 LJ LJ, 2 BJ BJ"),
        ("shuangsheng_online_2deck", {}, None, "0 LJ LJ, 1 S2 LJ, 2 BJ BJ", "1 S2 LJ, 2 BJ BJ"),  # jokers only override
        # Adding to one's own bid.
        (NATIVE, {}, None, "0 S2, 0 S2 S2", "0 S2, 0 S2 S2"),
        (NATIVE, {"declare.reinforce": "never"}, None, "0 S2, 0 S2 S2", "0 S2"),
        (THREE, {}, 0, "0 S2, 1 H2 H2, 0 S2 S2 S2", "0 S2, 1 H2 H2, 0 S2 S2 S2"),
        (THREE, {}, 0, "0 S2, 0 S2 S2, 0 S2 S2 S2", "0 S2, 0 S2 S2, 0 S2 S2 S2"),
        ("annex1_4deck", {}, 0, "0 S3, 1 H3 H3, 1 H3 H3 H3", "0 S3, 1 H3 H3, 1 H3 H3 H3"),
        (THREE, {}, 0, "0 S2, 1 H2 H2, 1 H2 H2 H2", "0 S2, 1 H2 H2"),  # only before anybody overrides
        # Over one's own bid in another suit.
        (NATIVE, {}, None, "0 S2, 0 H2 H2", "0 S2"),
        ("baike_2deck", {}, 0, "0 S2, 0 H2 H2", "0 S2, 0 H2 H2"),
        ("four_deck_216", {}, None, "0 S2, 0 H2 H2", "0 S2, 0 H2 H2"),
        ("four_deck_216", {}, 0, "0 S2, 0 H2 H2", "0 S2"),
        # What closes the auction to all but jokers.
        ("titanic_3deck", {}, 0, "0 S2, 1 H2 H2, 2 C2 C2 C2", "0 S2, 1 H2 H2, 2 C2 C2 C2"),
        ("titanic_3deck", {"declare.first_change_locks": True}, 0, "0 S2, 1 H2 H2, 2 C2 C2 C2", "0 S2, 1 H2 H2"),
        ("baike_2deck", {}, 0, "0 S2, 0 S2 S2, 1 LJ LJ, 2 BJ BJ", "0 S2, 0 S2 S2, 1 LJ LJ, 2 BJ BJ"),
        (THREE, {"declare.reinforce_lock": "joker_only"}, 0, "0 S2, 0 S2 S2, 1 H2 H2 H2", "0 S2, 0 S2 S2"),
        (THREE, {"declare.reinforce_lock": "joker_only"}, 0, "0 S2, 1 C2 C2, 2 H2 H2 H2", "0 S2, 1 C2 C2"),
        # The order of the suits.
        ("cn_shuangsheng_2deck", {}, None, "0 D2 D2, 1 C2 C2, 2 S2 S2, 3 H2 H2", "0 D2 D2, 1 C2 C2, 2 S2 S2"),
        ("cn_shuangsheng_2deck", {}, None, "0 D2, 1 S2", "0 D2"),
        ("cn_shuangsheng_2deck", {}, 0, "0 D2 D2, 1 S2 S2", "0 D2 D2"),
        ("past10_2deck", {}, None, "0 C2, 1 D2, 2 S2", "0 C2, 1 D2, 2 S2"),
        ("step10_top8_2deck", {}, 0, "0 D2, 1 S2, 2 H2, 3 LJ, 0 BJ", "0 D2, 1 S2, 3 LJ, 0 BJ"),
        ("step10_top7_2deck", {}, 0, "0 D2, 1 S2, 2 H2 H2, 3 LJ", "0 D2, 2 H2 H2, 3 LJ"),
        # Jokers beside the bid.
        ("shuangsheng_online_2deck", {}, None, "0 H2, 1 H2 LJ, 2 H2 BJ, 3 S2 S2 LJ", "2 H2 BJ, 3 S2 S2 LJ"),
        ("shuangsheng_online_2deck", {}, 0, "1 S2 LJ, 2 S2 LJ", "2 S2 LJ"),
        ("annex1_4deck", {}, None, "0 S3, 1 H3 BJ, 2 C3 LJ", "2 C3 LJ"),
        ("program_godot", {}, None, "0 S2, 1 H2 BJ", "1 H2 BJ"),
        ("one_deck_eat_points", {}, None, "0 D2, 1 H2 BJ", "0 D2, 1 H2 BJ"),
        ("past_k_2deck", {}, None, "0 H6 H6 BJ, 1 C9 C9 LJ BJ, 2 D3 D3 D4 D4 LJ",
         "0 H6 H6 BJ, 1 C9 C9 LJ BJ, 2 D3 D3 D4 D4 LJ"),
        ("wind_rain_2deck", {}, None, "0 H6 H6 H7 H7 LJ, 1 LJ BJ D9 D9, 3 D3 D3 D4 D4 D5 D5", "0 H6 H7 LJ, 1 D9 LJ BJ"),
        ("wind_rain_2deck", {}, None, "0 H6 H6 LJ, 1 LJ BJ BJ, 0 D3 D3 D4 D4 D5 D5",
         "0 H6 H6 LJ, 1 LJ BJ BJ, 0 D3 D4 D5"),
        # The partner's bid.
        ("topping_2deck", {"declare.partner": "not_over"}, 0, "0 S2, 2 LJ LJ, 1 H2 H2, 2 BJ BJ",
         "0 S2, 1 H2 H2, 2 BJ BJ"),
        # More copies and kinds of jokers.
        ("four_deck_216", {}, 0, "0 S2 S2 S2, 1 H2 H2 H2 H2, 2 LJ LJ LJ LJ",
         "0 S2 S2 S2, 1 H2 H2 H2 H2, 2 LJ LJ LJ LJ"),
        ("titanic_3deck", {}, 0, "0 S2 S2, 1 LJ LJ, 2 BJ BJ BJ", "0 S2 S2, 1 LJ LJ, 2 BJ BJ BJ"),
        # Where the dealership of a later deal would move nobody overrides.
        (NATIVE, {"declare.override_moves_dealer_later": True}, 0, "0 S2, 1 H2 H2", "0 S2"),
        (NATIVE, {"declare.ladder": [["something else"]]}, None, "0 S2 S2 BJ BJ", ""),
    ],
)  # fmt: skip
def test_what_is_declared(
    name: str, values: dict[str, Any], dealer: int | None, hands: str, bids: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Auction, "_wants", lambda *_: True)
    assert offered(changed(name, values), dealer, hands) == bids


def test_nobody_declares_a_short_suit_but_the_first_chance_of_a_match_will_do() -> None:
    ruleset = load(NATIVE)
    short, long = "H2 S3 S4 C5 C6 D7 D8 D9 S9", "H2 H3 H4 H5 H6 H7 H8 H9 C9"
    assert offered(ruleset, None, f"0 {short}") == "0 H2"
    assert offered(ruleset, 0, f"0 {short}") == ""
    assert offered(ruleset, 0, f"0 {long}") == "0 H2"


class Stacked(random.Random):
    """Shuffles so that the kitty begins with these cards."""

    def __init__(self, kitty: str) -> None:
        super().__init__(kitty)
        self.first = list(parse_cards(kitty))

    def shuffle(self, x: Any) -> None:
        """As ever, but for the place of the cards."""
        size = 8
        for card in self.first:
            x.remove(card)
        super().shuffle(x)
        x[len(x) + len(self.first) - size : len(x) + len(self.first) - size] = self.first


def undeclared(nobody: str, kitty: str, **values: Any) -> Dealt:
    """A later deal on the levels 2 and 5 dealt by seat 0, in which nobody can declare."""
    ladder = {"declare.ladder": [["nothing"]], "declare.none_declared": nobody, "trump.no_trump_possible": True}
    ruleset = changed(NATIVE, ladder | {f"declare.{key}": value for key, value in values.items()})
    dealt = deal_out(Stacked(kitty), ruleset, [2, 5], 0)
    assert format_cards(bytes(dealt.kitty)).startswith(kitty)
    assert dealt.bids == []
    return dealt


@pytest.mark.parametrize(
    ("nobody", "values", "kitty", "trump"),
    [
        ("flip_first_suit", {}, "D9 S3", "D"),
        ("flip_first_suit", {}, "LJ BJ D9", "D"),
        ("flip_first_suit", {"flipped_joker": "no_trump"}, "LJ D9", "NT"),
        ("flip_first_suit", {"flipped_joker": "no_trump"}, "D9 LJ", "D"),
        ("flip_first_suit", {"flipped_joker": "up_to_three_then_no_trump"}, "LJ BJ D9", "D"),
        ("flip_first_suit", {"flipped_joker": "up_to_three_then_no_trump"}, "LJ BJ LJ D9", "NT"),
        ("flip_level_then_high", {}, "H3 CA C2 S2 H4 H5 H6 H7", "C"),
        ("flip_level_then_high", {}, "H3 CA DA S9 BJ H5 H6 H7", "C"),
        ("flip_level_then_high", {"suit_priority": ["D", "C", "H", "S"]}, "H3 CA DA S9 BJ H5 H6 H7", "D"),
        ("flip_level_joker_first", {}, "H3 LJ D2 H4 H5 H6 H7 H8", "D"),
        ("flip_level_joker_first", {}, "H3 LJ D4 H4 H5 H6 H7 H8", "NT"),
        ("flip_level_joker_first", {}, "H3 C4 D4 H4 H5 H6 H7 H8", "H"),
        ("flip_match_dealer", {}, "LJ D9", "D"),
        ("no_trump", {}, "D9", "NT"),
        ("redeal", {}, "D9", "D"),  # at last, since nobody ever can
    ],
)
def test_the_trump_that_nobody_declared(nobody: str, values: dict[str, Any], kitty: str, trump: str) -> None:
    dealt = undeclared(nobody, kitty, **values)
    assert ("S", "H", "C", "D", "NT")[dealt.trump] == trump
    assert nobody == "flip_match_dealer" or (dealt.dealer, dealt.level) == (0, 2)


def test_who_holds_the_flipped_card_deals_on_its_sides_level() -> None:
    dealers: Counter[int] = Counter()
    for other in ("S3", "S4", "S5", "S6", "S7", "S8", "S9"):
        dealt = undeclared("flip_match_dealer", f"D9 {other}")
        assert parse_cards("D9")[0] in dealt.hands[dealt.dealer]
        assert dealt.level == (2, 5)[dealt.dealer % 2]
        dealers[dealt.dealer] += 1
    assert len(dealers) > 1


def test_the_dealers_partner_names_its_longest_suit() -> None:
    dealt = undeclared("dealer_partner_names_suit", "D9")
    held = Counter(card // 13 for card in dealt.hands[2] if card < 52 and card % 13)
    assert held[dealt.trump] == max(held.values())


def test_a_dealer_side_that_must_declare_shows_its_least_or_loses_the_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Auction, "_wants", lambda *_: False)
    dealt = deal_out(random.Random(1), changed(NATIVE, {"declare.none_declared": MUST}), [2, 5], 0)
    assert [(bid.seat % 2, len(bid.cards)) for bid in dealt.bids] == [(0, 1)]
    assert (dealt.dealer, dealt.level) == (0, 2)
    unable = changed(NATIVE, {"declare.none_declared": MUST, "declare.ladder": [["nothing"]]})
    dealt = deal_out(random.Random(1), unable, [2, 5], 0)
    assert (dealt.dealer, dealt.level) == (2, 2)  # after fifty deals have gone round
    assert dealt.bids == []


def test_after_the_deal_a_boards_first_chance_is_the_dealers_partners(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Auction, "_wants", lambda *_: True)
    for seed in range(20):
        dealt = deal_out(random.Random(seed), load("cn_competition_2deck_duplicate"), [7, 7], 1)
        able = [seat for seat in (3, 0, 1, 2) if any(card < 52 and card % 13 == 5 for card in dealt.hands[seat])]
        assert dealt.bids[0].seat == able[0]
        assert dealt.dealer == 1
