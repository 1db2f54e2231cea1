"""Checks that need no ruleset, for a whole batch at once, and what follows from the cards that are known.

``check`` says which rows are impossible (a card not held, a wrong count), each
with a fault, and fills in what can be worked out: hands, kitty, buried, tier.
What is merely illegal or odd (a revoke, a wrong recorded winner, a trick led
out of turn) is no fault here; replay tells it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import NamedTuple

import numpy as np
import pyarrow as pa

from ingest import keys, outcome, tally
from ingest.bulk import Ints, in_trick, places
from ingest.cards import CARDS_PER_DECK, SEATS, TEXT
from ingest.exchanges import Exchanges
from ingest.faults import Fault
from ingest.tally import Mask

_KITTY = np.array([0, 6, 8, 6, 8, 10, 12, 14, 16])  # its common size by decks, where the log does not tell
_CHUNK = 4096  # rows counted at once: bounds the memory


class Checked(NamedTuple):
    """The batch with derived columns filled, and the faults by row."""

    batch: pa.RecordBatch
    faults: dict[int, Fault]


def check(batch: pa.RecordBatch) -> Checked:
    """Check rows of ``DEALS`` as ``ingest.batch.to_batch`` makes them. Rows with a fault stay in the batch."""
    parts: list[pa.RecordBatch] = []
    faults: dict[int, Fault] = {}
    for start in range(0, batch.num_rows, _CHUNK):
        deals = _Deals(batch.slice(start, _CHUNK))
        parts.append(deals.filled())
        faults |= {start + row: fault for row, fault in deals.faults.items()}
    whole = pa.Table.from_batches(parts, batch.schema).combine_chunks().to_batches()
    return Checked(whole[0] if whole else batch, faults)


class _Deals:
    """Some deals under check: their cards as counts by row, and the first fault of each."""

    def __init__(self, batch: pa.RecordBatch) -> None:
        self.batch = batch
        self.faults: dict[int, Fault] = {}
        self.good = np.ones(batch.num_rows, dtype=bool)
        self.decks = _ints(batch, "decks")
        self.dealer = _ints(batch, "dealer")
        self.hands, self.kitty, self.buried, self.plays, self.lens, self.leaders = (
            tally.binary(batch.column(name)) for name in ("hands", "kitty", "buried", "plays", "play_lens", "leaders")
        )
        self.exchanges = Exchanges(batch)
        self._tricks()
        self._sizes()
        self._count()
        self._work_out()
        self._hold()
        self._rest()

    def _add(self, wrong: Mask, fault: Callable[[int], Fault]) -> None:
        """Give every row that is wrong and has no fault yet the one that ``fault(row)`` makes."""
        for row in np.flatnonzero(wrong & self.good).tolist():
            self.faults[row] = fault(row)
            self.good[row] = False

    def _add_first(self, found: Iterable[tuple[int, Fault]]) -> None:
        """Give each row that has no fault yet the first that is found for it."""
        for row, fault in found:
            if self.good[row]:
                self.faults[row] = fault
                self.good[row] = False

    def _tricks(self) -> None:
        """Four plays a trick, of equally many cards."""
        lens, leaders = self.lens, self.leaders
        played = np.bincount(lens.rows, weights=lens.data, minlength=len(self.good))
        whole = (lens.lens > SEATS * (leaders.lens - 1)) & (lens.lens <= SEATS * leaders.lens)
        wrong = ~whole & (leaders.lens + lens.lens > 0) | (played != self.plays.lens)
        wrong[leaders.rows[leaders.data >= SEATS]] = True
        self._add(wrong, lambda row: Fault("play_count", "The plays do not add up to tricks of four plays."))
        if wrong.any():  # count no cards of what has no shape
            keep = ~wrong
            self.plays, self.lens, self.leaders = (
                tally.keep(part, keep) for part in (self.plays, self.lens, self.leaders)
            )
        lens = self.lens
        place = places(lens.lens)
        led = lens.data[np.arange(len(lens.data)) - in_trick(place)]
        odd = np.flatnonzero((lens.data != led) | (lens.data == 0))
        first = dict(zip(lens.rows[odd][::-1].tolist(), place[odd][::-1].tolist(), strict=True))
        unequal = np.zeros(len(self.good), dtype=bool)
        unequal[list(first)] = True
        self._add(unequal, lambda row: self._unequal(row, first[row]))

    def _unequal(self, row: int, place: int) -> Fault:
        counts = self.lens.row(row)
        trick, seat = place // SEATS, self._seat(row, place)
        led, here = counts[place - place % SEATS], counts[place]
        where = f"Trick {trick + 1}, seat {seat}"
        if here == 0:
            return Fault("empty_play", f"{where}: no card is played.", trick, seat)
        return Fault("unequal_plays", f"{where}: {here} cards are played, but {led} were led.", trick, seat)

    def _seat(self, row: int, place: int) -> int:
        return (self.leaders.row(row)[place // SEATS] + place) % SEATS

    def _sizes(self) -> None:
        """Hands, kitty and buried cards are as many as the decks have."""
        total = self.decks * CARDS_PER_DECK
        hands, kitty, buried = self.hands.lens, self.kitty.lens, self.buried.lens
        both = self.kitty.present & self.buried.present
        self._add(
            both & (kitty != buried),
            lambda row: Fault("kitty_size", f"The kitty has {kitty[row]} cards, but {buried[row]} are buried."),
        )
        under = np.where(self.kitty.present, kitty, np.where(self.buried.present, buried, -1))
        dealt = self.hands.present & ((hands + under != total) & (under >= 0) | (hands >= total))
        self._add(
            dealt,
            lambda row: Fault(
                "deal_size",
                f"Hands and kitty hold {hands[row] + max(under[row], 0)} cards; "
                f"{self.decks[row]} decks have {total[row]}"
                + (", of which some lie in the kitty." if hands[row] == total[row] else "."),
            ),
        )
        known = np.where(under >= 0, under, np.where(self.hands.present, total - hands, -1))
        self._add_first(self.exchanges.wrong_sizes(known))
        room = total - np.where(known >= 0, known, _KITTY[self.decks])
        self._add(
            self.plays.lens > room,
            lambda row: Fault(
                "too_many_plays", f"{self.plays.lens[row]} cards are played; the hands hold {room[row]}."
            ),
        )
        played = self.plays.lens > 0
        self.complete = played & (self.plays.lens == room) & (self.lens.lens == SEATS * self.leaders.lens)

    def _count(self) -> None:
        """No card stands more often than the decks have it."""
        self.dealt = tally.by_hand(self.hands)
        self.under = tally.by_row(self.kitty)
        self.down = tally.by_row(self.buried)
        self.out = tally.by_player(self.plays, self.lens, self.leaders)
        self.unknown = np.zeros(len(self.good), dtype=bool)
        for part in (self.hands, self.kitty, self.buried, self.plays):
            self.unknown |= tally.has_unknown(part)
        for counts, where in (
            (self.dealt.sum(axis=1) + self.under, "in hands and kitty"),
            (self.out.sum(axis=1) + self.down, "among the cards played and buried"),
        ):
            over = counts[:, :CARDS_PER_DECK] > self.decks[:, None]
            self._add(over.any(axis=1), partial(self._twice, counts, over, where))

    def _twice(self, counts: Ints, over: Mask, where: str, row: int) -> Fault:
        card = int(over[row].argmax())
        return Fault(
            "card_twice",
            f"{TEXT[card]} stands {counts[row, card]} times {where}; {self.decks[row]} decks have {self.decks[row]}.",
        )

    def _work_out(self) -> None:
        """Kitty, buried cards and hands that the log left out and that follow from the rest."""
        full = np.repeat(self.decks[:, None], CARDS_PER_DECK, axis=1)
        clear = self.good & ~self.unknown
        rows = np.arange(len(self.good))
        self.new_kitty = clear & self.hands.present & ~self.kitty.present
        rest = full - self.dealt.sum(axis=1)[:, :CARDS_PER_DECK]
        self.under[self.new_kitty, :CARDS_PER_DECK] = rest[self.new_kitty]
        self.new_buried = clear & self.complete & ~self.buried.present
        rest = full - self.out.sum(axis=1)[:, :CARDS_PER_DECK]
        self.down[self.new_buried, :CARDS_PER_DECK] = rest[self.new_buried]
        self.moved = np.zeros_like(self.dealt)  # what burying and exchanging add to the hands
        self.moved[rows, self.dealer] = self.under - self.down
        self.exchanges.move(self.moved, self.dealer, self.down)
        self.clear = ~self.unknown & ~self.exchanges.unknown & (self.dealer >= 0)
        self.new_hands = self.good & self.clear & self.complete & ~self.hands.present & self.kitty.present
        if not self.new_hands.any():
            return
        hands = self.out - self.moved
        self._add(self.new_hands & (hands < 0).any(axis=(1, 2)), partial(self._not_accounted, hands))
        self.new_hands &= self.good
        self.dealt[self.new_hands] = hands[self.new_hands]

    def _not_accounted(self, hands: Ints, row: int) -> Fault:
        seat, card = divmod(int((hands[row] < 0).argmax()), tally.KINDS)
        who = "the dealer" if seat == self.dealer[row] else f"seat {seat}, who took it"
        return Fault(
            "kitty_not_accounted", f"{TEXT[card]} of the kitty is neither buried nor played by {who}.", seat=seat
        )

    def _hold(self) -> None:
        """Nobody plays, buries or shows a card not held."""
        known = self.good & self.clear & (self.hands.present & (self.kitty.present | self.new_kitty) | self.new_hands)
        self._add_first(self.exchanges.faults(known, self.dealt, self.dealer, self.under, self.down))
        left = self.dealt - self.out
        left += self.moved
        self._add(self.clear & self.hands.present & (left < 0).any(axis=(1, 2)), self._not_held)

    def _not_held(self, row: int) -> Fault:
        """The play (or the burying) at which a seat runs out of a card."""
        dealer = int(self.dealer[row])
        held = self.dealt[row] + self.moved[row]
        if (held[dealer] < 0).any():
            card = TEXT[int((held[dealer] < 0).argmax())]
            return Fault("bury_not_held", f"The dealer buries {card} without holding it.", seat=dealer)
        plays, start = self.plays.row(row), 0
        for place, count in enumerate(self.lens.row(row)):
            seat, trick = self._seat(row, place), place // SEATS
            for card_code in plays[start : start + count]:
                held[seat, card_code] -= 1
                if held[seat, card_code] < 0:
                    sentence = f"Trick {trick + 1}, seat {seat} plays {TEXT[card_code]} without holding it."
                    return Fault("card_not_held", sentence, trick, seat)
            start += count
        raise AssertionError("called for a row in which every card is held")

    def _rest(self) -> None:
        """What is recorded beside the cards: declarations, throws, penalties, the outcome."""
        has_hands = self.hands.present | self.new_hands
        self._add_first(outcome.faults(self.batch, self.dealt, has_hands & ~self.unknown).items())

    def filled(self) -> pa.RecordBatch:
        """The batch with what was worked out, the tier, the checks not made, and the board's key."""
        hands = _merge(self.batch.column("hands"), self.new_hands, self._hands_bytes)
        kitty = _merge(self.batch.column("kitty"), self.new_kitty, lambda new: tally.to_bytes(self.under[new]))
        buried = _merge(self.batch.column("buried"), self.new_buried, lambda new: tally.to_bytes(self.down[new]))
        new = {
            "hands": hands,
            "kitty": kitty,
            "buried": buried,
            "cards_key": self._boards(hands, kitty),
            "tier": self._tiers(),
            "not_checked": self._not_checked(),
        }
        arrays = [new.get(name, self.batch.column(name)) for name in self.batch.schema.names]
        return pa.RecordBatch.from_arrays(arrays, schema=self.batch.schema)

    def _hands_bytes(self, new: Mask) -> list[bytes]:
        each = tally.to_bytes(self.dealt[new].reshape(-1, tally.KINDS))
        return [b"".join(each[row : row + SEATS]) for row in range(0, len(each), SEATS)]

    def _boards(self, hands: pa.Array, kitty: pa.Array) -> pa.Array:
        known = ~self.unknown
        keys_ = [
            keys.cards_key(hand, under) if clear and hand is not None and under is not None else None
            for hand, under, clear in zip(hands.to_pylist(), kitty.to_pylist(), known.tolist(), strict=True)
        ]
        return pa.array(keys_, pa.binary())

    def _tiers(self) -> pa.Array:
        tiers = np.select(
            [~self.lens.present, ~self.complete, self.hands.present, self.new_hands],
            ["summary", "partial", "full", "derived"],
            default="plays",
        )
        return pa.array(tiers.tolist(), pa.string())

    def _not_checked(self) -> pa.Array:
        played = self.lens.lens > 0
        flags = np.stack([played & ~self.hands.present, played & ~self.buried.present, self.new_kitty], axis=1)
        names = pa.array(("held", "cards", "kitty")).take(pa.array(np.nonzero(flags)[1]))
        ends = np.concatenate([[0], np.cumsum(flags.sum(axis=1))])
        return pa.ListArray.from_arrays(pa.array(ends, pa.int32()), names)


def _merge(column: pa.Array, new: Mask, values: Callable[[Mask], list[bytes]]) -> pa.Array:
    """The column, and where it is ``new`` what ``values`` gives for those rows."""
    if not new.any():
        return column
    old = column.to_pylist()
    for row, value in zip(np.flatnonzero(new).tolist(), values(new), strict=True):
        old[row] = value
    return pa.array(old, column.type)


def _ints(batch: pa.RecordBatch, name: str) -> Ints:
    """An integer column, -1 where null."""
    found: Ints = np.asarray(batch.column(name).fill_null(-1)).astype(np.int64)
    return found
