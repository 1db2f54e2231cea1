"""What the engine stores of the bids of a record: verdicts and tiers, the trump and dealer that follow, violations."""

from __future__ import annotations

from typing import Any

import pyarrow as pa
import pytest

from ingest.cards import format_cards, parse_cards
from ingest.columns import DEALS
from replay import engine
from replay.ruleset import load
from replay.verdicts import BID_NAMES
from tests.cases import shown_bid
from tests.replay import golden, rows

NATIVE = "cn_competition_2deck"
LATER = {"first_deal": False}
Row = dict[str, Any]
WHOLE = rows.row(golden.deals_of(NATIVE, 1)[0]) | {"level": 2, "trump": "S", "dealer": 0, "first_deal": True}


def declared(*bids: str, **changes: Any) -> Row:
    """The deal with other values, and bids written as in the table of bids."""
    shown = [bid | {"cards": parse_cards(bid["cards"])} for bid in map(shown_bid, bids)]
    return WHOLE | {"declarations": shown} | changes


def score(*given: Row, ruleset: str = NATIVE) -> engine.Scored:
    return engine.score(pa.RecordBatch.from_pylist(list(given), schema=DEALS), load(ruleset))


def stored(score: Row) -> tuple[Any, ...]:
    """Verdicts by name, tiers, trump and dealer."""
    verdicts, tiers = score["bid_verdicts"], score["bid_tiers"]
    names = None if verdicts is None else [BID_NAMES[code] for code in verdicts]
    return names, None if tiers is None else [*tiers], score["derived_trump"], score["derived_dealer"]


NOTHING = (None, None, None, None)
TABLE: dict[str, tuple[Row, tuple[Any, ...]]] = {
    "as recorded": (declared("0 S2"), (["bid"], [1], "S", 0)),
    "another trump and dealer": (declared("1 H2 H2"), (["bid"], [2], "H", 1)),
    "overridden": (declared("0 S2", "3 C2 C2"), (["bid", "bid_override"], [1, 2], "C", 3)),
    "too low": (declared("0 S2", "3 C2"), (["bid", "bid_low"], [1, 1], "S", 0)),
    "added to": (declared("0 S2", "0 S2"), (["bid", "bid_reinforce"], [1, 2], "S", 0)),
    "no bid of the ladder": (declared("0 S3", "1 D2"), (["bid_unknown", "bid"], [0, 1], "D", 1)),
    "a later deal keeps its dealer": (declared("1 H2", **LATER), (["bid"], [1], "H", None)),
    "which is the first is told by its number": (declared("1 H2", first_deal=None, deal_no=1), (["bid"], [1], "H", 1)),
    "or not": (declared("1 H2", first_deal=None, deal_no=2), (["bid"], [1], "H", None)),
    "no dealer recorded": (declared("1 H2", dealer=None), (["bid"], [1], "H", 1)),
    "no trump recorded": (declared("1 H2", trump=None), (["bid"], [1], "H", 1)),
    "no level recorded": (declared("1 H2", level=None), (["unjudged"], [0], None, None)),
    "a card not known": (declared("1 H2", "2 ??", "3 C2 C2"), (["bid", "unjudged", "unjudged"], [1, 0, 0], None, None)),
    "nobody in the first deal": (declared(), ([], [], "void", None)),
    "nobody later": (declared(kitty=parse_cards("D3 D4 LJ"), **LATER), ([], [], "D", None)),
    "the order of the kitty would tell": (declared(kitty=parse_cards("D3 S4"), **LATER), ([], [], None, None)),
    "no kitty to turn": (declared(kitty=None, **LATER), ([], [], None, None)),
    "none legal": (declared("1 H3", kitty=parse_cards("D3 D4"), **LATER), (["bid_unknown"], [0], "D", None)),
    "a pass, and a bid that is late": (declared("2", "0 S2 @dealt", "3 C2 C2 @kitty"),
                                       (["pass", "bid", "bid_late"], [0, 1, 0], "S", 0)),
    "at the same moment": (declared("0 S2 @deal", "3 C2 &"), (["bid", "bid_low"], [1, 1], "S", 0)),
    "all passed": (declared("0", "1", "2", "3", kitty=parse_cards("D3 D4"), **LATER),
                   (["pass"] * 4, [0] * 4, "D", None)),
    "no bids recorded": (WHOLE | {"declarations": None}, NOTHING),
    "of another number of packs": (declared("0 S2", decks=3), NOTHING),
    "an unfinished deal": (declared("1 H2", tier="partial", plays=b"", play_lens=b"", leaders=b""),
                           (["bid"], [1], "H", 1)),
    "only its result": (declared("1 H2", tier="summary", plays=b"", play_lens=b"", leaders=b""),
                        (["bid"], [1], "H", 1)),
}  # fmt: skip


@pytest.mark.parametrize(("deal", "columns"), TABLE.values(), ids=TABLE)
def test_what_is_stored(deal: Row, columns: tuple[Any, ...]) -> None:
    assert stored(score(deal).scores.to_pylist()[0]) == columns


def test_the_deals_of_a_batch_do_not_mix() -> None:
    scores = score(*(deal for deal, _ in TABLE.values())).scores.to_pylist()
    assert [stored(row) for row in scores] == [columns for _, columns in TABLE.values()]


def test_a_record_without_a_place_for_jokers_beside_the_bid() -> None:
    """The same cards under a ruleset whose bids need a joker of the suit's colour."""
    deal = declared("0 S2", "1 S2 BJ", "2 S2 LJ", "3 H2 H2 BJ")
    names, tiers, trump, dealer = stored(score(deal, ruleset="program_godot").scores.to_pylist()[0])
    assert names == ["bid_companion", "bid_companion", "bid", "bid_override"]
    assert (tiers, trump, dealer) == ([0, 0, 1, 2], "H", 2)  # the first who bids deals


def test_each_bid_that_is_not_allowed_is_a_violation_without_a_trick() -> None:
    ids = [bytes([at]) * 16 for at in range(3)]
    deals = (declared("0 S2", "3 C2", "1 D3 D3"), WHOLE, declared("2 H2 H2", "0 S2"))
    scored = score(*(deal | {"deal_id": key} for deal, key in zip(deals, ids, strict=True)))
    found = [row for row in scored.violations.to_pylist() if row["code"].startswith("bid_")]
    assert [(row["deal_id"], row["seat"], row["code"], format_cards(row["played"])) for row in found] == [
        (ids[0], 3, "bid_low", "C2"), (ids[0], 1, "bid_unknown", "D3 D3"), (ids[2], 0, "bid_low", "S2"),
    ]  # fmt: skip
    assert {(row["trick"], row["suit"], row["held"], row["owed"]) for row in found} == {(None, None, None, "")}
    without = score(*(WHOLE | {"deal_id": key} for key in ids)).scores["violations"].to_pylist()
    counts = scored.scores["violations"].to_pylist()
    assert [now - before for now, before in zip(counts, without, strict=True)] == [2, 0, 1]


def test_bids_change_nothing_else() -> None:
    """What a deal comes to is scored with the trump and dealer that are recorded."""
    plain, told = (score(deal).scores.to_pylist()[0] for deal in (WHOLE, declared("1 H2 H2")))
    own = {"bid_verdicts", "bid_tiers", "derived_trump", "derived_dealer"}
    assert {name: value for name, value in plain.items() if name not in own} == {
        name: value for name, value in told.items() if name not in own
    }


def test_bids_at_one_moment_in_their_turn_and_after_the_deal() -> None:
    """Those of two deals in one batch, under rulesets that judge by it."""
    later = LATER | {"level": 5, "dealer": 0}
    together = declared("3 S5", "1 C5 &", **later), declared("3 S5", "1 C5", **later)
    for ruleset, told in (("eighty_2deck", "C"), ("tractor_rules_2deck", None)):
        names = [stored(row)[0:3:2] for row in score(*together, ruleset=ruleset).scores.to_pylist()]
        assert names == [(["bid", "bid_together"], told), (["bid", "bid_low"], "S")]
    turns = declared("3 S5", "0", "1", "2 H5 @dealt", **later), declared("2 S5 @deal", **later)
    names = [stored(row)[0] for row in score(*turns, ruleset="cn_competition_2deck_duplicate").scores.to_pylist()]
    assert names == [["bid_turn", "pass", "pass", "bid"], ["bid_early"]]
