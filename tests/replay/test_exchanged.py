"""What the engine stores of the exchanges of a record, and that unfinished deals are judged by the hands after them."""

from __future__ import annotations

from itertools import islice
from typing import Any

import msgspec
import numpy as np
import pyarrow as pa
import pytest

from ingest.cards import format_cards, parse_cards, sort_cards
from ingest.columns import DEALS
from replay import engine
from replay.exchanged import as_played
from replay.ruleset import load
from replay.verdicts import EXCHANGE_NAMES, NAMES
from tests.ingest import deals
from tests.replay import golden, rows

PAST10 = "past10_2deck"
Row = dict[str, Any]
OWN = {"exchange_verdicts", "exchange_tiers", "derived_trump"}
PLACE = {"level": 2, "trump": "H", "dealer": 0, "first_deal": False}
WHOLE = rows.row(golden.deals_of(PAST10, 1)[0]) | PLACE


def taken(bids: str | None, exchanges: str | None, **changes: Any) -> Row:
    """The deal with bids and exchanges written as ``0 S2 / 1 H2 H2``; None: not recorded."""
    shown, taking = (
        None if text is None else [(int(one[0]), parse_cards(one[2:])) for one in text.split(" / ") if one]
        for text in (bids, exchanges)
    )
    return WHOLE | changes | {
        "declarations": None if shown is None else [{"seat": seat, "cards": cards} for seat, cards in shown],
        "exchanges": None
        if taking is None
        else [{"seat": seat, "cards": cards, "took": WHOLE["buried"]} for seat, cards in taking],
    }  # fmt: skip


def score(*given: Row, ruleset: str = PAST10) -> engine.Scored:
    return engine.score(pa.RecordBatch.from_pylist(list(given), schema=DEALS), load(ruleset))


def stored(score: Row) -> tuple[Any, ...]:
    """Verdicts of exchanges by name, tiers, and trump."""
    verdicts, tiers = score["exchange_verdicts"], score["exchange_tiers"]
    names = None if verdicts is None else [EXCHANGE_NAMES[code].removeprefix("exchange_") for code in verdicts]
    return names, None if tiers is None else [*tiers], score["derived_trump"]


TABLE: dict[str, tuple[Row, tuple[Any, ...]]] = {
    "as recorded": (taken("0 S2", "1 H2 H2"), (["exchange"], [3], "H")),
    "twice": (taken("0 S2", "1 H2 H2 / 2 LJ LJ"), (["exchange", "exchange"], [3, 5], "NT")),
    "too low": (taken("0 S2", "1 H2 H2 / 2 C2 C2"), (["exchange", "low"], [3, 1], "H")),
    "none allowed": (taken("0 S2", "1 H2 / 1 H2 H2"), (["unknown", "own"], [0, 3], "S")),
    "there was none": (taken("0 S2", ""), ([], [], "S")),
    "not recorded": (taken("0 S2", None), (None, None, "S")),
    "nothing recorded": (taken(None, None), (None, None, None)),
    "bids not recorded": (taken(None, "1 H2 H2"), (["exchange"], [3], "H")),
    "bids not recorded, none": (taken(None, ""), ([], [], None)),
    "a kitty that made trump": (taken("", "1 H2 H2", kitty=parse_cards("D3 D4")), (["barred"], [3], "D")),
    "a void deal": (taken("", "1 H2 H2", first_deal=True), (["barred"], [3], "void")),
    "a card not known": (taken("0 S2", "1 H2 H2 / 2 ??"), (["exchange", "unjudged"], [3, 0], None)),
    "a bid not known": (taken("0 S2 / 1 ??", "1 H2 H2"), (["unjudged"], [0], None)),
    "no level": (taken("0 S2", "1 H2 H2", level=None), (["unjudged"], [0], None)),
    "by the dealer": (taken("0 S2", "0 H2 H2"), (["own"], [3], "S")),
    "by the dealer of the record": (taken("1 S2", "1 H2 H2", first_deal=True), (["exchange"], [3], "H")),
    "by the dealer that the bids make": (taken("1 S2", "1 H2 H2", first_deal=True, dealer=None), (["own"], [3], "S")),
    "another number of packs": (taken("0 S2", "1 H2 H2", decks=3), (None, None, None)),
    "only its result": (taken("0 S2", "1 H2 H2", tier="summary", plays=b"", play_lens=b"", leaders=b""),
                        (["exchange"], [3], "H")),
}  # fmt: skip


@pytest.mark.parametrize(("deal", "columns"), TABLE.values(), ids=TABLE)
def test_what_is_stored(deal: Row, columns: tuple[Any, ...]) -> None:
    assert stored(score(deal).scores.to_pylist()[0]) == columns


def test_the_deals_of_a_batch_do_not_mix() -> None:
    scores = score(*(deal for deal, _ in TABLE.values())).scores.to_pylist()
    assert [stored(row) for row in scores] == [columns for _, columns in TABLE.values()]


def test_the_first_deal_is_told_by_its_number_where_nothing_else_tells() -> None:
    online = "shuangsheng_online_2deck"
    first, later = (taken("0 S2 LJ", "1 H2 H2 BJ", first_deal=None, deal_no=number) for number in (1, 2))
    told = [stored(row)[0] for row in score(first, later, ruleset=online).scores.to_pylist()]
    assert told == [["barred"], ["exchange"]]


def test_each_exchange_that_is_not_allowed_is_a_violation_without_a_trick() -> None:
    ids = [bytes([at]) * 16 for at in range(3)]
    deals = (taken("0 S2", "1 D3 D3 / 2 H2 H2 / 3 C2 C2"), WHOLE, taken("0 S2 / 1 D2 / 2 D3", "0 H2 H2"))
    scored = score(*(deal | {"deal_id": key} for deal, key in zip(deals, ids, strict=True)))
    found = [row for row in scored.violations.to_pylist() if row["trick"] is None and row["seat"] is not None]
    assert [(row["deal_id"], row["seat"], row["code"], format_cards(row["played"])) for row in found] == [
        (ids[0], 1, "exchange_unknown", "D3 D3"), (ids[0], 3, "exchange_low", "C2 C2"),
        (ids[2], 1, "bid_low", "D2"), (ids[2], 2, "bid_unknown", "D3"), (ids[2], 0, "exchange_own", "H2 H2"),
    ]  # fmt: skip
    without = score(*(WHOLE | {"deal_id": key} for key in ids)).scores["violations"].to_pylist()
    counts = scored.scores["violations"].to_pylist()
    assert [now - before for now, before in zip(counts, without, strict=True)] == [2, 0, 3]


def test_exchanges_change_nothing_else_of_a_finished_deal() -> None:
    """What it comes to is scored with the trump that is recorded and the cards that were played."""
    plain, told = (score(deal).scores.to_pylist()[0] for deal in (WHOLE, taken(None, "1 H2 H2 / 2 LJ LJ")))
    assert {name: value for name, value in plain.items() if name not in OWN} == {
        name: value for name, value in told.items() if name not in OWN
    }


HANDS = ["S9 S9 S3 D3", "D4 D5 D6 D7", "C4 C5 C6 C7", "H4 H5 H6 H7"]
EXCHANGES = [  # South buries S3 S4; West takes them for H4 H5 and buries S4 H6, which East takes and lays away D4 H6
    {"seat": 3, "cards": "H4 H5", "took": "S3 S4"},
    {"seat": 1, "cards": "D4 D5", "took": "S4 H6"},
]
UNFINISHED = {"tier": "partial", "decks": 2, "level": 2, "trump": "H", "dealer": 0}


def unfinished(*plays: str, **changes: Any) -> Row:
    """A deal of short hands with two exchanges, as far as the first plays of a trick."""
    cards = [parse_cards(play) for play in plays]
    row = {
        "deal_id": b"d" * 16, "match_key": b"m" * 16, "match_name": "m", "deal_no": 2, **UNFINISHED,
        "hands": b"".join(map(parse_cards, HANDS)), "kitty": parse_cards("S4 D8"), "buried": parse_cards("D4 H6"),
        "exchanges": [each | {name: parse_cards(each[name]) for name in ("cards", "took")} for each in EXCHANGES],
        "plays": b"".join(cards), "play_lens": bytes(map(len, cards)), "leaders": b"\0",
    }  # fmt: skip
    return row | changes


def verdicts(*plays: str, **changes: Any) -> list[str]:
    return [NAMES[code] for code in score(unfinished(*plays, **changes)).scores["verdicts"][0].as_py()]


@pytest.mark.parametrize(
    ("plays", "told"),
    [
        (["S9", "D5"], "revoke"),  # East has taken a spade
        (["S9", "S4"], "follow"),
        (["S9 S9", "S4 D5"], "follow_short"),
        (["S9 S9", "D5 D6"], "revoke"),
        (["S9", "S4", "C4", "H4"], "revoke"),  # West keeps the other
        (["S9", "S4", "C4", "S3"], "follow"),
        (["S9", "S4", "C4"], "discard"),
    ],
)
def test_who_follows_is_judged_by_the_hand_after_the_exchanges(plays: list[str], told: str) -> None:
    assert verdicts(*plays)[-1] == told


@pytest.mark.parametrize("name", ["kitty", "buried", "hands"])
def test_without_all_cards_nothing_is_judged(name: str) -> None:
    assert verdicts("S9", "D5", **{name: None})[-1] == "unjudged"
    hidden = unfinished()["exchanges"][1] | {"took": b"\xff\xff"}
    assert verdicts("S9", "D5", exchanges=[unfinished()["exchanges"][0], hidden])[-1] == "unjudged"


@pytest.mark.parametrize("seed", range(12))
def test_the_hands_are_those_that_are_played(seed: int) -> None:
    full = deals.deal(seed, takers=[[1], [0, 2], [3, 0, 3], []][seed % 4])
    row = {name: getattr(full, name) for name in ("dealer", "hands", "kitty", "buried")}
    row["exchanges"] = [msgspec.structs.asdict(exchange) for exchange in full.exchanges or ()]
    batch = pa.RecordBatch.from_pylist([row], schema=DEALS)
    hands, kitty = as_played(batch, np.ones(1, bool))
    played: list[list[int]] = [[], [], [], []]
    cards = iter(full.plays or b"")
    for place, size in enumerate(full.play_lens or b""):
        played[((full.leaders or b"")[place // 4] + place) % 4] += islice(cards, size)
    if row["exchanges"]:
        assert hands[0].as_py() == b"".join(sort_cards(bytes(hand)) for hand in played)
        assert kitty[0].as_py() == full.buried
    for columns in (as_played(batch, np.zeros(1, bool)), (hands, kitty) if not row["exchanges"] else ()):
        assert [column[0].as_py() for column in columns] in ([], [full.hands, full.kitty])
