"""Counting cards of many deals at once: binary columns as arrays, cards a row and a seat, and back to bytes."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from ingest.bulk import Bytes, Ints, in_trick, places
from ingest.cards import CARDS_PER_DECK, SEATS, UNKNOWN, sort_cards

Mask = npt.NDArray[np.bool_]

KINDS = CARDS_PER_DECK + 1  # the last counts cards that are not known
_KIND = np.full(256, CARDS_PER_DECK, dtype=np.int64)
_KIND[:CARDS_PER_DECK] = np.arange(CARDS_PER_DECK)
_IN_ORDER = np.frombuffer(sort_cards(bytes(range(CARDS_PER_DECK))), dtype=np.uint8)


class Binary(NamedTuple):
    """A binary column: the bytes of all rows, the length of each, and which are not null."""

    data: Bytes
    lens: Ints
    present: Mask

    @property
    def rows(self) -> Ints:
        """The row of each byte."""
        return np.repeat(np.arange(len(self.lens)), self.lens)

    @property
    def starts(self) -> Ints:
        """Where each row begins in ``data``."""
        return np.cumsum(self.lens) - self.lens

    def row(self, index: int) -> bytes:
        """The bytes of one row."""
        start = int(self.lens[:index].sum())
        return self.data[start : start + int(self.lens[index])].tobytes()


def binary(column: pa.Array) -> Binary:
    """A column of type binary as arrays."""
    present = np.asarray(column.is_valid())
    _, offsets, data = column.buffers()
    ends = np.frombuffer(offsets, dtype=np.int32)[column.offset : column.offset + len(column) + 1]
    flat = np.frombuffer(data, dtype=np.uint8) if data else np.empty(0, dtype=np.uint8)
    return Binary(flat[ends[0] : ends[-1]], np.diff(ends).astype(np.int64), present)


def by_row(cards: Binary) -> Ints:
    """How often each kind of card stands in each row: shape (rows, KINDS)."""
    size = len(cards.lens)
    found: Ints = np.bincount(cards.rows * KINDS + _KIND[cards.data], minlength=size * KINDS)
    return found.reshape(size, KINDS)


def by_hand(hands: Binary) -> Ints:
    """The same for each seat's hand: shape (rows, SEATS, KINDS)."""
    each = np.repeat(hands.lens // SEATS, SEATS)
    each[SEATS - 1 :: SEATS] += hands.lens % SEATS
    hand = np.repeat(np.arange(len(each)), each)
    return _by_seat(hand, hands.data, len(hands.lens))


def by_player(plays: Binary, play_lens: Binary, leaders: Binary) -> Ints:
    """The same for what each seat played: shape (rows, SEATS, KINDS)."""
    hand = play_lens.rows * SEATS + play_seats(play_lens, leaders)
    return _by_seat(np.repeat(hand, play_lens.data), plays.data, len(plays.lens))


def play_seats(play_lens: Binary, leaders: Binary) -> Ints:
    """The seat of each play."""
    place = places(play_lens.lens)
    trick = np.repeat(leaders.starts, play_lens.lens) + place // SEATS
    return in_trick(leaders.data[trick].astype(np.int64) + place)


def _by_seat(hand: Ints, cards: Bytes, size: int) -> Ints:
    """``hand`` is row * SEATS + seat for each card."""
    found: Ints = np.bincount(hand * KINDS + _KIND[cards], minlength=size * SEATS * KINDS)
    return found.reshape(size, SEATS, KINDS)


def to_bytes(counts: Ints) -> list[bytes]:
    """Sorted cards of counts of shape (rows, at least CARDS_PER_DECK), one ``bytes`` a row."""
    known = counts[:, _IN_ORDER]
    cards = np.repeat(np.tile(_IN_ORDER, len(known)), known.ravel()).tobytes()
    ends = np.cumsum(known.sum(axis=1)).tolist()
    return [cards[start:end] for start, end in zip([0, *ends[:-1]], ends, strict=True)]


def has_unknown(cards: Binary) -> Mask:
    """Which rows hold a card that is not known."""
    found = np.zeros(len(cards.lens), dtype=bool)
    unknown = cards.data == UNKNOWN
    if unknown.any():
        found[cards.rows[unknown]] = True
    return found


def keep(column: Binary, rows: Mask) -> Binary:
    """The column with the other rows emptied."""
    return Binary(column.data[np.repeat(rows, column.lens)], np.where(rows, column.lens, 0), column.present & rows)
