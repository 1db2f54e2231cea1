"""Checks of what a record holds beside the cards: declarations, throws, penalties, recorded results."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from ingest.bulk import Ints, spread
from ingest.cards import CARDS_PER_DECK, SEATS, format_cards, sort_cards
from ingest.faults import Fault
from ingest.record import NOBODY
from ingest.tally import Binary, Mask, binary, by_row

_COLUMNS = ("plays", "play_lens", "leaders", "throws", "declared", "penalties")
_RESULTS = ("rec_trick_winners", "rec_trick_points")


def faults(batch: pa.RecordBatch, hands: Ints, known: Mask) -> dict[int, Fault]:
    """The first such fault of each row that has one.

    ``hands`` counts the cards dealt, shape (rows, SEATS, kinds), and is right for rows that are ``known``.
    """
    found: dict[int, Fault] = {}
    for row, fault in (
        *_results(batch),
        *_declarations(batch, hands, known),
        *_listed(batch),
    ):
        found.setdefault(row, fault)
    return found


def _results(batch: pa.RecordBatch) -> Iterator[tuple[int, Fault]]:
    tricks = pc.fill_null(pc.binary_length(batch.column("leaders")), 0)
    winners = batch.column("rec_trick_winners")
    points = batch.column("rec_trick_points")
    for name, lengths in (
        ("trick_winners", pc.binary_length(winners)),
        ("trick_points", pc.list_value_length(points)),
    ):
        wrong = pc.fill_null(pc.not_equal(lengths, tricks), False)
        for row in pc.indices_nonzero(wrong).to_pylist():
            yield (
                row,
                Fault(
                    "result_length",
                    f"{name} has {lengths[row].as_py()} entries for {tricks[row].as_py()} tricks.",
                ),
            )
    seats = binary(winners)
    for place in np.flatnonzero((seats.data >= SEATS) & (seats.data != NOBODY)).tolist():
        yield int(seats.rows[place]), Fault("bad_seat", "A recorded trick winner is no seat from 0 to 3.")


def _declarations(batch: pa.RecordBatch, hands: Ints, known: Mask) -> Iterator[tuple[int, Fault]]:
    column = batch.column("declarations")
    rows = np.asarray(pc.list_parent_indices(column))
    entries = column.flatten()
    seats = np.asarray(entries.field("seat")).astype(np.int64)
    cards = entries.field("cards")
    shown = by_row(binary(cards))[:, :CARDS_PER_DECK]
    wrong = known[rows] & (shown > hands[rows, seats, :CARDS_PER_DECK]).any(axis=1)
    for entry in np.flatnonzero(wrong).tolist():
        seat = int(seats[entry])
        sentence = f"Seat {seat} shows {format_cards(cards[entry].as_py())} without holding it."
        yield int(rows[entry]), Fault("declared_not_held", sentence, seat=seat)


def _listed(batch: pa.RecordBatch) -> Iterator[tuple[int, Fault]]:
    """Faults of throws, declared parts and penalties; few rows have any that may be wrong."""
    listed = [pc.fill_null(pc.list_value_length(batch.column(name)), 0) for name in ("declared", "penalties")]
    some = np.union1d(_odd_throws(batch), np.flatnonzero(pc.add(*listed)))
    rows = batch.select(_COLUMNS).take(pa.array(some, pa.int64())).to_pylist()
    for row, deal in zip(some.tolist(), rows, strict=True):
        for throw in deal["throws"] or ():
            fault = _throw(deal, throw)
            if fault:
                yield row, fault
        for place, split in enumerate(deal["declared"] or ()):
            fault = _split(deal, split, deal["declared"][:place])
            if fault:
                yield row, fault
        for fine in deal["penalties"] or ():
            fault = _penalty(deal, fine)
            if fault:
                yield row, fault


def _odd_throws(batch: pa.RecordBatch) -> Ints:
    """Rows with a throw by whoever did not lead, or of other cards than those led."""
    column = batch.column("throws")
    rows = np.asarray(pc.list_parent_indices(column))
    entries = column.flatten()
    trick, seat = (np.asarray(entries.field(name)).astype(np.int64) for name in ("trick", "seat"))
    plays, lens, leaders = (binary(batch.column(name)) for name in ("plays", "play_lens", "leaders"))
    odd = (trick >= leaders.lens[rows]) | (SEATS * trick >= lens.lens[rows])
    play = np.where(odd, 0, lens.starts[rows] + SEATS * trick)
    ends = np.concatenate([[0], np.cumsum(lens.data, dtype=np.int64), [0]])
    start = plays.starts[rows] + ends[play] - ends[lens.starts[rows]]
    count = np.where(odd, 0, ends[play + 1] - ends[play])
    odd |= start + count > len(plays.data)
    count[odd] = 0
    led = by_row(Binary(plays.data[spread(start, count, 1)], count, ~odd))
    forced, attempted = (binary(entries.field(name)) for name in ("forced", "attempted"))
    odd |= forced.present & (by_row(forced) != led).any(axis=1)
    odd |= (led > by_row(attempted)).any(axis=1)
    odd[~odd] = leaders.data[(leaders.starts[rows] + trick)[~odd]] != seat[~odd]
    found: Ints = np.unique(rows[odd])
    return found


def _throw(deal: dict[str, Any], throw: dict[str, Any]) -> Fault | None:
    trick, seat = throw["trick"], throw["seat"]
    leaders = deal["leaders"] or b""
    if trick >= len(leaders):
        return Fault("trick_range", f"A throw is recorded in trick {trick + 1} of {len(leaders)}.", trick, seat)
    if leaders[trick] != seat:
        sentence = f"Trick {trick + 1}: seat {seat} is said to throw, but seat {leaders[trick]} led."
        return Fault("throw_mismatch", sentence, trick, seat)
    played = _led(deal, trick)
    forced, attempted = throw["forced"], throw["attempted"]
    if forced is not None and sorted(forced) != sorted(played):
        sentence = (
            f"Trick {trick + 1}: {format_cards(forced)} is said to be forced, but {format_cards(played)} was played."
        )
        return Fault("throw_mismatch", sentence, trick, seat)
    if any(played.count(card) > attempted.count(card) for card in set(played)):
        sentence = f"Trick {trick + 1}: what was played is no part of the attempt {format_cards(attempted)}."
        return Fault("throw_mismatch", sentence, trick, seat)
    return None


def _led(deal: dict[str, Any], trick: int) -> bytes:
    """The cards that were led in a trick of a deal."""
    first = SEATS * trick
    start = sum(deal["play_lens"][:first])
    cards: bytes = deal["plays"][start : start + deal["play_lens"][first]]
    return cards


def _split(deal: dict[str, Any], split: dict[str, Any], before: list[dict[str, Any]]) -> Fault | None:
    """What is wrong with a throw that the leader of a trick declared, after those ``before`` it."""
    trick, cards = split["trick"], split["cards"]
    leaders = deal["leaders"] or b""
    if trick >= len(leaders):
        return Fault("trick_range", f"A throw is declared in trick {trick + 1} of {len(leaders)}.", trick)
    seat = leaders[trick]
    if any(trick == other["trick"] for other in before):
        return Fault(
            "declared_mismatch", f"Trick {trick + 1}: the parts of its lead are declared twice; keep one.", trick, seat
        )
    led = _led(deal, trick)
    tried = [throw["attempted"] for throw in deal["throws"] or () if throw["trick"] == trick]
    if all(sorted(cards) != sorted(lead) for lead in (led, *tried)):
        sentence = (
            f"Trick {trick + 1}: the parts declared hold {format_cards(sort_cards(cards))}, but {format_cards(led)} "
            "was led; declare the parts of that, or of an attempt that 'throws' records for this trick."
        )
        return Fault("declared_mismatch", sentence, trick, seat)
    return None


def _penalty(deal: dict[str, Any], fine: dict[str, Any]) -> Fault | None:
    trick, seat, side = fine["trick"], fine["seat"], fine["side"]
    tricks = len(deal["leaders"] or b"")
    if trick is not None and trick >= tricks:
        return Fault("trick_range", f"A penalty is recorded in trick {trick + 1} of {tricks}.", trick, seat)
    if seat is not None and seat % 2 != side:
        return Fault("penalty_side", f"A penalty of seat {seat} is booked for side {side}.", trick, seat)
    return None
