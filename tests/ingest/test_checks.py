"""Records that cannot have happened: each check with its code and sentence, and what is odd but kept."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from ingest import batch, pipeline, validate
from ingest.cards import format_cards, sort_cards
from ingest.faults import Fault, Reject
from ingest.files import Line
from ingest.readers import shengji_deal
from ingest.record import Deal, Declaration, Penalty, Split, Throw
from tests.ingest import deals

FULL = deals.deal(11)
HANDS, KITTY, BURIED, PLAYS = FULL.hands or b"", FULL.kitty or b"", FULL.buried or b"", FULL.plays or b""
LENS, LEADERS = FULL.play_lens or b"", FULL.leaders or b""
TRICKS = len(LEADERS)
DEALER = FULL.dealer or 0
LEADER = LEADERS[0]
LED = PLAYS[: LENS[0]]


def swapped(data: bytes, place: int, card: int) -> bytes:
    return data[:place] + bytes([card]) + data[place + 1 :]


def hand(seat: int) -> bytes:
    return HANDS[seat * 25 : seat * 25 + 25]


def other(*groups: bytes) -> int:
    """A card that stands in none of the groups."""
    return next(card for card in range(54) if not any(card in group for group in groups))


def change(**fields: object) -> Deal:
    return deals.changed(FULL, **fields)


TWIN = next(card for card in HANDS if HANDS.count(card) == 2)
LONE = next(card for card in HANDS if HANDS.count(card) == 1)
STRANGER = other(hand(LEADER), KITTY)  # the first leader never had it
UNFINISHED = deals.changed(
    FULL, plays=PLAYS[: sum(LENS[:4])], play_lens=LENS[:4], leaders=LEADERS[:1], rec_trick_winners=None
)

FIRST, SECOND = (DEALER + 1) % 4, (DEALER + 2) % 4
EXCHANGED = deals.deal(11, takers=[FIRST, SECOND, FIRST])
TAKEN = [entry.took for entry in EXCHANGED.exchanges or ()]
DOWN = EXCHANGED.buried or b""
FIRST_LAST = Counter(hand(FIRST)) + Counter(TAKEN[0]) - Counter(TAKEN[1]) + Counter(TAKEN[2]) - Counter(DOWN)
GIVEN = next(card for card in TAKEN[1] if card not in FIRST_LAST and card not in TAKEN[2])  # held at first
KEPT = next(card for card in TAKEN[0] + TAKEN[2] if card in FIRST_LAST and card not in hand(FIRST))


def exchange(number: int, **fields: object) -> Deal:
    """The deal with three exchanges, one of which (from 0) is changed."""
    entries = [*(EXCHANGED.exchanges or ())]
    entries[number] = msgspec.structs.replace(entries[number], **fields)
    return deals.changed(EXCHANGED, exchanges=entries)


def led(card: int) -> Deal:
    """The deal with exchanges as far as the seat that took first and last leads a card."""
    return deals.changed(
        EXCHANGED, plays=bytes([card]), play_lens=b"\1", leaders=bytes([FIRST]), rec_trick_winners=None
    )


IMPOSSIBLE: list[tuple[str, Deal, str, str]] = [
    (
        "a card three times",
        change(hands=swapped(HANDS, HANDS.index(LONE), TWIN)),
        "card_twice",
        "in hands and kitty; 2 decks have 2",
    ),
    ("a short kitty", change(kitty=KITTY[1:]), "kitty_size", "The kitty has 7 cards, but 8 are buried"),
    (
        "a short kitty, nothing buried",
        change(kitty=KITTY[1:], buried=None),
        "deal_size",
        "hold 107 cards; 2 decks have 108",
    ),
    ("three decks said", change(decks=3), "deal_size", "hold 108 cards; 3 decks have 162."),
    (
        "hands without a kitty",
        change(hands=HANDS[:25] + HANDS[:2] + (HANDS[25:] + KITTY)[:81], kitty=None, buried=None),
        "deal_size",
        "hold 108 cards; 2 decks have 108, of which some lie in the kitty.",
    ),
    ("a card short in a play", change(play_lens=LENS, plays=PLAYS[:-1]), "play_count", "do not add up"),
    ("a play of nothing", change(play_lens=b"\0" + LENS[1:], plays=PLAYS[LENS[0] :]), "empty_play", "Trick 1, seat"),
    (
        "one card more than led",
        change(play_lens=swapped(LENS, 1, LENS[1] + 1), plays=PLAYS + b"\0"),
        "unequal_plays",
        f"Trick 1, seat {(LEADER + 1) % 4}: {LENS[1] + 1} cards are played, but {LENS[0]} were led",
    ),
    ("a leader too many", change(leaders=LEADERS + b"\0"), "play_count", "do not add up"),
    ("a leader who is no seat", change(leaders=swapped(LEADERS, 0, 4)), "play_count", "do not add up"),
    (
        "more plays than cards",
        change(plays=PLAYS + bytes(4), play_lens=LENS + b"\1" * 4, leaders=LEADERS + b"\0", rec_trick_winners=None),
        "too_many_plays",
        "104 cards are played; the hands hold 100",
    ),
    (
        "a card from nowhere",
        change(plays=swapped(PLAYS, 0, STRANGER), rec_trick_winners=None),
        "card_twice|card_not_held",
        "without holding it|among the cards played and buried",
    ),
    (
        "in an unfinished deal",
        deals.changed(UNFINISHED, plays=swapped(UNFINISHED.plays or b"", 0, STRANGER), buried=None),
        "card_not_held",
        f"Trick 1, seat {LEADER} plays .. without holding it",
    ),
    (
        "two hands exchanged",
        change(hands=hand(1) + hand(0) + HANDS[50:], declarations=None),
        "card_not_held|bury_not_held",
        "without holding it",
    ),
    (
        "buried what was never held",
        deals.changed(UNFINISHED, buried=bytes([other(hand(DEALER), KITTY), *BURIED[1:]])),
        "bury_not_held",
        "The dealer buries .. without holding it",
    ),
    (
        "a kitty that vanished",
        change(hands=None, kitty=bytes([other(BURIED, KITTY)] * 2) + KITTY[2:], declarations=None),
        "kitty_not_accounted|card_twice",
        "of the kitty is neither buried nor played by the dealer|.",
    ),
    (
        "shown but not held",
        change(declarations=[Declaration(0, bytes([other(hand(0))]))]),
        "declared_not_held",
        "Seat 0 shows .. without holding it",
    ),
    (
        "shown for the kitty but not held",
        exchange(0, cards=bytes([other(hand(FIRST))])),
        "exchange_not_held",
        f"Exchange 1: seat {FIRST} shows .. without holding it",
    ),
    (
        "shown for the kitty too often",
        exchange(1, cards=hand(SECOND)[:1] * 3),
        "exchange_not_held",
        f"Exchange 2: seat {SECOND} shows .. .. .. without holding it",
    ),
    (
        "shown out of the kitty that is taken",
        exchange(0, cards=bytes([next(card for card in TAKEN[0] if card not in hand(FIRST))])),
        "exchange_not_held",
        "Exchange 1: .* without holding it",
    ),
    ("shown after it was buried", exchange(2, cards=bytes([GIVEN])), "exchange_not_held", "Exchange 3: seat"),
    (
        "shown but not held, the hands worked out",
        deals.changed(exchange(0, cards=bytes([other(hand(FIRST))])), hands=None),
        "exchange_not_held",
        f"Exchange 1: seat {FIRST} shows",
    ),
    (
        "a kitty too small to be taken",
        exchange(1, took=TAKEN[1][1:]),
        "exchange_kitty",
        "Exchange 2 takes 7 cards, but the kitty has 8",
    ),
    (
        "a kitty too large to be taken, only its size known",
        deals.changed(exchange(0, took=b"\xff" * 9), hands=None, dealer=None),
        "exchange_kitty",
        "Exchange 1 takes 9 cards, but the kitty has 8",
    ),
    (
        "nothing taken",
        deals.changed(exchange(2, took=b""), kitty=None, buried=None),
        "exchange_kitty",
        "Exchange 3 takes 0 cards, but the kitty has 8",
    ),
    (
        "a kitty that the dealer did not bury",
        exchange(0, took=swapped(TAKEN[0], 0, other(hand(DEALER), KITTY))),
        "exchange_kitty",
        f"Exchange 1 takes .., but seat {DEALER} did not have it to bury",
    ),
    (
        "a kitty that the taker did not bury",
        exchange(1, took=swapped(TAKEN[1], 0, other(hand(FIRST), TAKEN[0]))),
        "exchange_kitty",
        f"Exchange 2 takes .., but seat {FIRST} did not have it to bury",
    ),
    (
        "buried by the last, who did not hold it",
        deals.changed(led(KEPT), buried=swapped(DOWN, 0, other(hand(FIRST), TAKEN[0], TAKEN[2]))),
        "exchange_kitty",
        f"Seat {FIRST} buries .. after the last exchange without holding it",
    ),
    (
        "exchanges in another order",
        deals.changed(EXCHANGED, exchanges=[*(EXCHANGED.exchanges or ())][::-1]),
        "exchange_kitty",
        "Exchange 1 takes",
    ),
    (
        "exchanges left out",
        deals.changed(EXCHANGED, exchanges=[]),
        "card_not_held|bury_not_held",
        "without holding it",
    ),
    (
        "exchanges left out, hands not known",
        deals.changed(EXCHANGED, exchanges=None, hands=None, declarations=None),
        "kitty_not_accounted",
        "of the kitty is neither buried nor played by the dealer",
    ),
    (
        "taken and gone",
        deals.changed(
            exchange(
                0, took=swapped(TAKEN[0], next(i for i in range(8) if TAKEN[0][i] not in KITTY), other(hand(FIRST)))
            ),
            hands=None,
        ),
        "kitty_not_accounted",
        f"of the kitty is neither buried nor played by seat {FIRST}, who took it",
    ),
    ("a play of what was buried again", led(GIVEN), "card_not_held", f"Trick 1, seat {FIRST} plays"),
    (
        "winners for other tricks",
        change(rec_trick_winners=b"\0"),
        "result_length",
        f"trick_winners has 1 entries for {TRICKS} tricks",
    ),
    (
        "points for other tricks",
        change(rec_trick_points=[5] * (TRICKS + 1)),
        "result_length",
        f"trick_points has {TRICKS + 1} entries for {TRICKS} tricks",
    ),
    (
        "a throw too late",
        change(throws=[Throw(TRICKS, 0, b"\0\1")]),
        "trick_range",
        f"in trick {TRICKS + 1} of {TRICKS}",
    ),
    (
        "a throw by another",
        change(throws=[Throw(0, (LEADER + 1) % 4, LED)]),
        "throw_mismatch",
        f"but seat {LEADER} led",
    ),
    (
        "forced but not played",
        change(throws=[Throw(0, LEADER, LED, bytes([other(LED)]))]),
        "throw_mismatch",
        "is said to be forced, but .* was played",
    ),
    (
        "an attempt without what was played",
        change(throws=[Throw(0, LEADER, bytes([other(LED)]))]),
        "throw_mismatch",
        "no part of the attempt",
    ),
    (
        "parts too late",
        change(declared=[Split(TRICKS, LED, bytes([len(LED)]))]),
        "trick_range",
        f"declared in trick {TRICKS + 1} of {TRICKS}",
    ),
    (
        "parts of a deal not played",
        deals.changed(
            deals.told(FULL, 0), plays=None, play_lens=None, leaders=None, penalties=[], rec_trick_winners=None
        ),
        "trick_range",
        "in trick 1 of 0",
    ),
    (
        "parts of other cards",
        change(declared=[Split(0, LED[1:] + bytes([other(LED)]), bytes([len(LED)]))]),
        "declared_mismatch",
        f"Trick 1: the parts declared hold .*, but {format_cards(LED)} was led; declare the parts of that",
    ),
    (
        "parts with a card too many",
        change(declared=[Split(0, LED + LED[:1], bytes([len(LED), 1]))]),
        "declared_mismatch",
        "Trick 1: the parts declared hold",
    ),
    (
        "parts of another trick's attempt",
        change(throws=[Throw(0, LEADER, LED + b"\0")], declared=[Split(1, LED + b"\0", bytes([len(LED), 1]))]),
        "declared_mismatch",
        "Trick 2: the parts declared hold",
    ),
    (
        "the same lead declared twice",
        deals.told(FULL, 0, 1, 0),
        "declared_mismatch",
        "Trick 1: the parts of its lead are declared twice; keep one",
    ),
    (
        "a penalty too late",
        change(penalties=[Penalty(0, trick=TRICKS)]),
        "trick_range",
        f"in trick {TRICKS + 1} of {TRICKS}",
    ),
    (
        "a penalty for the other side",
        change(penalties=[Penalty(0, seat=1)]),
        "penalty_side",
        "of seat 1 is booked for side 0",
    ),
]


def read(tmp_path: Path, *records: Deal) -> tuple[list[dict[str, object]], list[Reject]]:
    file = deals.write(tmp_path / "a.jsonl", list(records))
    rejects: list[Reject] = []
    found = [row for rows in pipeline.read(file, on_reject=rejects.append) for row in rows.to_pylist()]
    return found, rejects


def checked(deal: Deal) -> Fault | None:
    """The fault of the deal, straight through the checks: some faults no text can hold."""
    origin = batch.Origin(shengji_deal.READER, "f", "s", "p", "h", "r")
    neighbours = [deals.deal(1), deal, deals.deal(2)]
    records = [batch.Record(each, b"", Line(1, 0, b""), 0, origin) for each in neighbours]
    faults = validate.check(batch.to_batch(records, batch.Players())).faults
    assert set(faults) <= {1}
    return faults.get(1)


@pytest.mark.parametrize(("deal", "code", "sentence"), [c[1:] for c in IMPOSSIBLE], ids=[c[0] for c in IMPOSSIBLE])
def test_the_impossible_is_refused_and_its_neighbours_stay(deal: Deal, code: str, sentence: str) -> None:
    fault = checked(deal)
    assert fault is not None
    assert re.fullmatch(code, fault.code), fault
    assert re.search(sentence, fault.sentence), fault.sentence


ODD: dict[str, Deal] = {
    "a card taken and played": led(KEPT),
    "the kitty taken by the dealer": deals.deal(11, takers=[DEALER, DEALER]),
    "nothing shown for the kitty": exchange(1, cards=b""),
    "an exchange that is not known": deals.changed(exchange(1, took=b"\xff" * 8), hands=None),
    "an exchange out of a kitty that is not known": deals.changed(led(KEPT), kitty=None, buried=None, hands=None),
    "exchanges of a deal not played": deals.changed(
        EXCHANGED, plays=None, play_lens=None, leaders=None, rec_trick_winners=None
    ),
    "a wrong recorded winner": change(
        rec_trick_winners=swapped(FULL.rec_trick_winners or b"", 0, (LEADERS[1] + 1) % 4)
    ),
    "a first lead out of turn": change(leaders=LEADERS, dealer=DEALER, first_deal=False),
    "levels that do not fit": change(level=5, level_0=7, level_1=9),
    "a wild total": change(rec_total=-300),
    "leads declared": deals.told(FULL, 3, 0, 1),
    "nothing declared": change(declared=[]),
    "an attempt declared": change(
        throws=[Throw(0, LEADER, LED + b"\0")], declared=[Split(0, b"\0" + LED[::-1], bytes([1, len(LED)]))]
    ),
    "what was led after an attempt declared": change(
        throws=[Throw(0, LEADER, LED + b"\0")], declared=[Split(0, LED, bytes([len(LED)]))]
    ),
}


@pytest.mark.parametrize("deal", ODD.values(), ids=ODD.keys())
def test_the_odd_is_kept(tmp_path: Path, deal: Deal) -> None:
    rows, rejects = read(tmp_path, deal)
    assert (len(rows), rejects) == (1, [])


def unplayed(deal: Deal) -> Deal:
    return deals.changed(deal, plays=None, play_lens=None, leaders=None, rec_trick_winners=None)


def hidden(cards: bytes, count: int) -> bytes:
    return sort_cards(cards[count:] + b"\xff" * count)


TIERS: list[tuple[str, Deal, str, Callable[[dict[str, object]], bool]]] = [
    ("full", FULL, "full", lambda row: row["not_checked"] == []),
    ("hands left out", change(hands=None), "derived", lambda row: row["hands"] == HANDS),
    (
        "hands and buried left out",
        change(hands=None, buried=None),
        "derived",
        lambda row: (row["hands"], row["buried"]) == (HANDS, BURIED),
    ),
    ("exchanges, hands left out", deals.changed(EXCHANGED, hands=None), "derived", lambda row: row["hands"] == HANDS),
    (
        "exchanges, hands and buried left out",
        deals.changed(EXCHANGED, hands=None, buried=None),
        "derived",
        lambda row: (row["hands"], row["buried"]) == (HANDS, DOWN),
    ),
    (
        "an exchange not known, hands left out",
        deals.changed(exchange(1, took=b"\xff" * 8), hands=None),
        "plays",
        lambda row: row["hands"] is None,
    ),
    ("all but plays and buried left out", change(hands=None, kitty=None), "plays", lambda row: row["hands"] is None),
    ("only plays", change(hands=None, kitty=None, buried=None), "plays", lambda row: row["buried"] == BURIED),
    ("no dealer", change(hands=None, dealer=None), "plays", lambda row: row["hands"] is None),
    ("unfinished", UNFINISHED, "partial", lambda row: row["not_checked"] == []),
    (
        "unfinished in a trick",
        deals.changed(UNFINISHED, plays=PLAYS[: sum(LENS[:3])], play_lens=LENS[:3]),
        "partial",
        lambda row: row["cards_key"] is not None,
    ),
    (
        "unfinished, only plays",
        deals.changed(UNFINISHED, hands=None, kitty=None, buried=None),
        "partial",
        lambda row: row["buried"] is None,
    ),
    (
        "not yet begun",
        deals.changed(unplayed(FULL), plays=b"", play_lens=b"", leaders=b""),
        "partial",
        lambda row: row["not_checked"] == [],
    ),
    ("no plays", unplayed(FULL), "summary", lambda row: row["not_checked"] == []),
    ("a hidden kitty", change(kitty=b"\xff" * 8, hands=None), "plays", lambda row: row["cards_key"] is None),
    (
        "hidden cards in a hand",
        change(hands=hidden(hand(0), 3) + HANDS[25:], declarations=None),
        "full",
        lambda row: row["cards_key"] is None,
    ),
]


@pytest.mark.parametrize(("deal", "tier", "holds"), [c[1:] for c in TIERS], ids=[c[0] for c in TIERS])
def test_tiers_and_what_is_worked_out(
    tmp_path: Path, deal: Deal, tier: str, holds: Callable[[dict[str, object]], bool]
) -> None:
    rows, rejects = read(tmp_path, deal, deals.deal(5, number=2))
    assert rejects == []
    assert [row["tier"] for row in rows] == [tier, "full"]
    assert holds(rows[0]), rows[0]


@pytest.mark.parametrize("seed", range(30))
def test_hands_worked_out_are_the_hands_dealt(tmp_path: Path, seed: int) -> None:
    full = deals.deal(seed)
    rows, rejects = read(tmp_path, full, deals.changed(full, deal_no=2, hands=None))
    assert rejects == []
    assert rows[0]["hands"] == rows[1]["hands"] == full.hands
    assert rows[0]["cards_key"] == rows[1]["cards_key"] is not None


@pytest.mark.parametrize("seed", range(30))
def test_hands_worked_out_through_exchanges_are_the_hands_dealt(tmp_path: Path, seed: int) -> None:
    takers = [[], [seed % 4], [1, 2], [0, 3, 0, 1, 2]][seed % 4]
    full = deals.deal(seed, takers=takers)
    rows, rejects = read(tmp_path, full, deals.changed(full, deal_no=2, hands=None), deals.deal(seed, number=3))
    assert rejects == []
    assert rows[0]["hands"] == rows[1]["hands"] == full.hands
    assert rows[0]["cards_key"] == rows[1]["cards_key"] == rows[2]["cards_key"]  # the same board, whoever buried


@pytest.mark.parametrize("seed", range(20))
def test_one_card_played_for_another_is_always_found(seed: int) -> None:
    """Every change of one played card breaks a count somewhere."""
    full = deals.deal(seed)
    plays = full.plays or b""
    place = seed * 5
    wrong = deals.changed(full, plays=swapped(plays, place, (plays[place] + 1) % 54))
    fault = checked(wrong)
    assert fault is not None
    assert fault.code in ("card_twice", "card_not_held", "bury_not_held")
