"""Random complete deals for tests: right by the cards, of no interest as play; the same for a seed."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

import msgspec
import pyarrow as pa

from ingest.cards import CARDS_PER_DECK, SEATS, sort_cards
from ingest.columns import DEALS
from ingest.record import Deal, Declaration, Exchange, Penalty, Split, to_line

DECKS = 2
KITTY = 8


def deal(seed: int = 0, match: str = "A vs B", number: int = 1, takers: Sequence[int] | None = None) -> Deal:
    """A full deal with hands, kitty, buried cards, plays and recorded winners; ``takers`` exchange the kitty."""
    rng = random.Random(seed)
    pack = [*range(CARDS_PER_DECK)] * DECKS
    rng.shuffle(pack)
    dealer = rng.randrange(SEATS)
    each = (len(pack) - KITTY) // SEATS
    hands = [pack[seat * each : (seat + 1) * each] for seat in range(SEATS)]
    kitty = pack[SEATS * each :]
    held = [[*hand] for hand in hands]
    held[dealer] += kitty
    buried = _bury(rng, held[dealer])
    exchanges = []
    for seat in takers or ():
        exchanges.append(Exchange(seat, bytes(held[seat][:2]), sort_cards(bytes(buried))))
        held[seat] += buried
        buried = _bury(rng, held[seat])
    plays, leaders, winners = _plays(rng, held, dealer)
    level = rng.randrange(2, 15)
    return Deal(
        match_name=match,
        deal_no=number,
        decks=DECKS,
        names=["Ada", "Bo", "Cy", "Di"],
        kinds=["human", "bot", "unknown", "bot"],
        synthetic=True,
        level=level,
        trump=rng.choice(["S", "H", "C", "D", "NT"]),
        dealer=dealer,
        level_0=level,
        level_1=2,
        hands=b"".join(sort_cards(bytes(hand)) for hand in hands),
        kitty=sort_cards(bytes(kitty)),
        buried=sort_cards(bytes(buried)),
        plays=b"".join(plays),
        play_lens=bytes(map(len, plays)),
        leaders=leaders,
        declarations=[Declaration(dealer, bytes([hands[dealer][0]]))],
        exchanges=None if takers is None else exchanges,
        rec_trick_winners=winners,
        rec_total=80,
        rec_takeover=True,
        extra='{"x_note":"random"}',
    )


def _bury(rng: random.Random, hand: list[int]) -> list[int]:
    """Some cards taken out of a hand."""
    return [hand.pop(rng.randrange(len(hand))) for _ in range(KITTY)]


def _plays(rng: random.Random, held: list[list[int]], leader: int) -> tuple[list[bytes], bytes, bytes]:
    plays: list[bytes] = []
    leaders, winners = bytearray(), bytearray()
    for hand in held:
        rng.shuffle(hand)
    while held[0]:
        count = min(rng.choice([1, 1, 1, 1, 2, 2, 4]), len(held[0]))
        leaders.append(leader)
        for place in range(SEATS):
            hand = held[(leader + place) % SEATS]
            plays.append(sort_cards(bytes(hand.pop() for _ in range(count))))
        leader = rng.randrange(SEATS)
        winners.append(leader)
    return plays, bytes(leaders), bytes(winners)


def match(deals: int, seed: int = 0, name: str = "A vs B") -> list[Deal]:
    """Some deals of one match, numbered from 1."""
    return [deal(seed * 1000 + number, name, number) for number in range(1, deals + 1)]


def write(path: Path, deals: list[Deal]) -> Path:
    """The deals as a ``shengji-deal/1`` file."""
    path.write_text("".join(to_line(deal) + "\n" for deal in deals), encoding="utf-8")
    return path


def older() -> pa.Schema:
    """The schema of ``deals`` from before declared throws, exchanges and counted penalties."""
    fines = DEALS.field("penalties").type.value_type
    without = pa.list_(pa.struct([field for field in fines if field.name != "count"]))
    fields = [field for field in DEALS if field.name not in ("declared", "exchanges")]
    return pa.schema([pa.field(f.name, without) if f.name == "penalties" else f for f in fields])


def led(deal: Deal, trick: int) -> bytes:
    """The cards led in a trick (0-based)."""
    lens = deal.play_lens or b""
    start = sum(lens[: trick * SEATS])
    return (deal.plays or b"")[start : start + lens[trick * SEATS]]


def told(deal: Deal, *tricks: int) -> Deal:
    """The deal with two penalties, and the leads of some tricks (0-based) declared as their first card and the rest."""
    splits = [Split(trick, led(deal, trick), bytes([1, len(led(deal, trick)) - 1]).rstrip(b"\0")) for trick in tricks]
    return changed(deal, declared=splits, penalties=[Penalty(1, count=3), Penalty(0, 2, "wrong_card", 10, 1, 0)])


def changed(deal: Deal, **fields: object) -> Deal:
    """A copy of the deal with some fields changed."""
    return msgspec.structs.replace(deal, **fields)
