"""What must hold of turns, deadlines and bids of one moment, whatever is shown."""

from __future__ import annotations

from itertools import pairwise

from tests.oracle.bids import LEGAL
from tests.test_oracle_bids import auctions_of, each_rules, judged, rules_of, turns_judged, without_mark


@each_rules
def test_who_bids_what_is_not_legal_could_as_well_pass(name: str) -> None:
    for given in auctions_of(name):
        result = judged(name, given)
        in_turn = rules_of(name)["declare"]["turns"] == "partner_first"
        if "unjudged" in result["codes"] or (in_turn and not turns_judged(name, given)):
            continue  # a pass more would make turns count
        legal = [code in LEGAL for code in result["codes"]]
        bids = [bid if kept else {**bid, "cards": ""} for bid, kept in zip(given["bids"], legal, strict=True)]
        codes = [code if code in (*LEGAL, "bid_turn") else "pass" for code in result["codes"]]
        assert judged(name, {**given, "bids": bids}) == {**result, "codes": codes}


@each_rules
def test_only_what_decides_a_bid_need_be_recorded_of_its_moment(name: str) -> None:
    for given in auctions_of(name):
        result = judged(name, given)
        bids = []
        for bid, code in zip(given["bids"], result["codes"], strict=True):
            bid = bid if code in ("bid_late", "bid_early") else without_mark(bid, "when")
            bids.append(bid if code == "bid_together" else without_mark(bid, "together"))
        assert judged(name, {**given, "bids": bids}) == result
        if not turns_judged(name, given):
            codes = judged(name, {**given, "bids": [without_mark(bid, "when", "together") for bid in bids]})["codes"]
            assert not {"bid_turn", "bid_late", "bid_early", "bid_together"} & set(codes)


@each_rules
def test_turns_go_round_the_table_from_the_dealers_partner(name: str) -> None:
    for given in auctions_of(name):
        if turns_judged(name, given):
            shown = [(given["dealer"] + 1) % 4, *(bid["seat"] for bid in given["bids"])]
            out_of_turn = [(seat - before) % 4 != 1 for before, seat in pairwise(shown)]
            codes = [code for code in judged(name, given)["codes"] if code != "unjudged"]
            assert [code == "bid_turn" for code in codes] == out_of_turn[: len(codes)]


@each_rules
def test_of_equal_bids_at_one_moment_the_later_recorded_comes_first_or_a_card_decides(name: str) -> None:
    custom = rules_of(name)["declare"]["simultaneous"]
    for given in auctions_of(name):
        result = judged(name, given)
        at = [at for at, code in enumerate(result["codes"]) if code == "bid_together"]
        if at:
            earlier, later = (given["bids"][place] for place in (at[-1] - 1, at[-1]))
            assert later["together"]
            if custom == "seat_order":
                places = [(bid["seat"] - given["dealer"]) % 4 for bid in (later, earlier)]
                assert places == sorted(places)
            else:
                assert custom == "kitty_card"
        stands = [code for code in result["codes"] if code in LEGAL and code != "pass"][-1:]
        if stands == ["bid_together"] and custom == "kitty_card":
            assert result["trump"] is None
            assert result["dealer"] in (None, given["dealer"])
