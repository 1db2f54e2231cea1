"""Exchanges of the kitty after it was buried: how cards go from hand to hand, and which cannot have been."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from ingest.bulk import Ints
from ingest.cards import CARDS_PER_DECK, TEXT, format_cards
from ingest.faults import Fault
from ingest.tally import Mask, binary, by_row, has_unknown


class Exchanges:
    """The exchanges of some deals in their order: the row of each, who took, and its cards as counts of each kind."""

    def __init__(self, batch: pa.RecordBatch) -> None:
        column = batch.column("exchanges")
        entries = column.flatten()
        self.rows: Ints = np.asarray(pc.list_parent_indices(column)).astype(np.int64)
        self.seats: Ints = np.asarray(entries.field("seat")).astype(np.int64)
        self.cards = entries.field("cards")
        took = binary(entries.field("took"))
        self.shown, self.took = by_row(binary(self.cards)), by_row(took)
        self.sizes = took.lens
        self.unknown: Mask = np.zeros(batch.num_rows, dtype=bool)  # deals in which cards taken are not known
        self.unknown[self.rows[has_unknown(took)]] = True
        self._first = np.append(True, self.rows[1:] != self.rows[:-1])[: len(self.rows)]

    def move(self, moved: Ints, dealer: Ints, down: Ints) -> None:
        """Adds to ``moved`` (rows, SEATS, kinds), what burying does to the hands, what exchanges change in it.

        ``down`` counts the cards that lie there in the end.
        """
        if not len(self.rows):
            return
        first = self.rows[self._first]
        laid = np.roll(self.took, -1, axis=0)
        laid[np.roll(self._first, -1)] = down[first]
        np.add.at(moved, (self.rows, self.seats), self.took - laid)
        moved[first, dealer[first]] += down[first] - self.took[self._first]

    def wrong_sizes(self, size: Ints) -> Iterator[tuple[int, Fault]]:
        """Kitties taken that are not as large as the deal's; ``size`` by row, -1 where it is not known."""
        wanted = size[self.rows]
        for entry in np.flatnonzero((wanted >= 0) & (self.sizes != wanted)).tolist():
            sentence = f"{self._name(entry)} takes {self.sizes[entry]} cards, but the kitty has {wanted[entry]}."
            yield int(self.rows[entry]), Fault("exchange_kitty", sentence, seat=int(self.seats[entry]))

    def faults(self, known: Mask, dealt: Ints, dealer: Ints, under: Ints, down: Ints) -> Iterator[tuple[int, Fault]]:
        """The first exchange that cannot have been of each row that is ``known`` and has one."""
        for row in np.unique(self.rows[known[self.rows]]).tolist():
            held = dealt[row].copy()
            held[dealer[row]] += under[row]
            fault = self._fault(np.flatnonzero(self.rows == row).tolist(), held, int(dealer[row]), down[row])
            if fault is not None:
                yield row, fault

    def _fault(self, entries: list[int], held: Ints, who: int, down: Ints) -> Fault | None:
        """What is wrong in one deal; ``held`` (SEATS, kinds) has the kitty with the dealer, ``who``."""
        for entry in entries:
            seat = int(self.seats[entry])
            held[who] -= self.took[entry]
            if (held[who] < 0).any():
                sentence = f"{self._name(entry)} takes {_lacking(held[who])}, but seat {who} did not have it to bury."
                return Fault("exchange_kitty", sentence, seat=who)
            if (self.shown[entry] > held[seat])[:CARDS_PER_DECK].any():
                cards = format_cards(self.cards[entry].as_py())
                sentence = f"{self._name(entry)}: seat {seat} shows {cards} without holding it."
                return Fault("exchange_not_held", sentence, seat=seat)
            held[seat] += self.took[entry]
            who = seat
        held[who] -= down
        if (held[who] < 0).any():
            sentence = f"Seat {who} buries {_lacking(held[who])} after the last exchange without holding it."
            return Fault("exchange_kitty", sentence, seat=who)
        return None

    def _name(self, entry: int) -> str:
        """The exchange in words, by its number in its deal."""
        return f"Exchange {entry - int(np.flatnonzero(self.rows == self.rows[entry])[0]) + 1}"


def _lacking(held: Ints) -> str:
    return TEXT[int((held < 0).argmax())]
