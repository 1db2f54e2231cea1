"""The evidence of a violation: what was played, what was held of the led suit, what was owed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pyarrow as pa

from ingest.cards import SUITS, format_cards
from replay.compiled import Compiled
from replay.kernel import batch as kernel
from replay.kernel.layout import OWED_PAIRS, OWED_PART, OWED_SUIT, OWED_TRACTOR
from replay.verdicts import FIRST_VIOLATION, NAMES, Verdict

Array = np.ndarray[Any, Any]
SUIT_NAMES = (*SUITS, "trump")


def component_cards(pool: Sequence[int], pos: Array, units: int, top: int) -> bytes:
    """The cards of a component of ``pool``, highest first: a single (0), a pair (1) or a tractor of n pairs
    with its top at that position; ``pos`` holds the positions of all cards."""
    if units == 0:
        return bytes([card for card in pool if pos[card] == top][:1])
    cards: list[int] = []
    for place in range(top, top - units, -1):
        pair = next(card for card in pool if pos[card] == place and list(pool).count(card) > 1)
        cards += [pair, pair]
    return bytes(cards)


def owed_text(owed: int, pool: Sequence[int], pos: Array) -> str:
    """What a play owed, as stored: ``suit:2``, ``pair:1``, ``tractor:2`` or ``part:S9``.

    ``owed`` is the kernel's code; ``pool`` the thrown or attempted cards the part
    is taken from, ``pos`` the positions of all cards.
    """
    kind, a, b = owed >> 12, owed >> 6 & 63, owed & 63
    if kind == OWED_PART:
        return f"part:{format_cards(component_cards(pool, pos, a, b))}"
    words = {OWED_SUIT: f"suit:{b}", OWED_PAIRS: f"pair:{b}", OWED_TRACTOR: f"tractor:{a}"}
    return words.get(kind, "")


class _Deal:
    """The plays of one deal of a batch, with their seats and effective suits."""

    def __init__(self, deals: kernel.Deals, compiled: Compiled, deal: int) -> None:
        facts = deals.facts[deal]
        self.suit = compiled.tables.suit[facts[kernel.LEVEL], facts[kernel.TRUMP_SUIT]]
        self.pos = compiled.tables.pos[facts[kernel.LEVEL], facts[kernel.TRUMP_SUIT]]
        self.leaders = deals.leaders[deals.leaders_at[deal] : deals.leaders_at[deal + 1]]
        lens = deals.lens[deals.lens_at[deal] : deals.lens_at[deal + 1]]
        cards = deals.plays[deals.plays_at[deal] : deals.plays_at[deal + 1]]
        ends = np.cumsum(lens)
        self.plays = [cards[end - size : end] for end, size in zip(ends, lens, strict=True)]
        self.complete = bool(facts[kernel.COMPLETE])
        self.hands = self._hands_as_dealt(deals, deal)
        first, last = deals.attempts_at[deal], deals.attempts_at[deal + 1]
        self.attempts = {
            int(deals.attempt_tricks[a]): deals.attempt_cards[deals.attempt_cards_at[a] : deals.attempt_cards_at[a + 1]]
            for a in range(first, last)
        }

    def _hands_as_dealt(self, deals: kernel.Deals, deal: int) -> Array:
        """Counts [4, 54] of what each seat held before the first trick, from the record of the deal."""
        counts = np.zeros((4, 54), np.int64)
        if self.complete:
            for play, cards in enumerate(self.plays):
                np.add.at(counts[self.seat(play)], cards, 1)
            return counts
        hands = deals.hands[deals.hands_at[deal] : deals.hands_at[deal + 1]].reshape(4, -1)
        for seat in range(4):
            np.add.at(counts[seat], hands[seat], 1)
        dealer = deals.facts[deal, kernel.DEALER]
        np.add.at(counts[dealer], deals.kitty[deals.kitty_at[deal] : deals.kitty_at[deal + 1]], 1)
        np.subtract.at(counts[dealer], deals.buried[deals.buried_at[deal] : deals.buried_at[deal + 1]], 1)
        return counts

    def seat(self, play: int) -> int:
        return int(self.leaders[play // 4] + play % 4) % 4

    def led_suit(self, play: int) -> int:
        suits = {int(self.suit[card]) for card in self.plays[play - play % 4]}
        return suits.pop() if len(suits) == 1 else -1

    def held(self, play: int) -> bytes:
        """The cards of the led suit the seat held before the play, highest first."""
        left = self.hands[self.seat(play)].copy()
        for before in range(play):
            if self.seat(before) == self.seat(play):
                np.subtract.at(left, self.plays[before], 1)
        led = self.led_suit(play)
        cards = [card for card in range(54) if self.suit[card] == led for _ in range(left[card])]
        return bytes(sorted(cards, key=lambda card: (-self.pos[card], card)))

    def owed(self, play: int, owed: int) -> str:
        pool = self.attempts.get(play // 4, self.plays[play])
        return owed_text(owed, pool.tolist(), self.pos)


def violations_of(
    deals: kernel.Deals, results: kernel.Results, compiled: Compiled
) -> tuple[Array, dict[str, pa.Array]]:
    """(violations a deal [n], columns of a row a violation with the index ``deal`` of its deal)."""
    counts = np.zeros(len(deals.facts), np.int32)
    rows: dict[str, list[Any]] = {
        name: [] for name in ("deal", "trick", "seat", "code", "suit", "played", "held", "owed")
    }
    plays = np.flatnonzero(results.verdicts >= FIRST_VIOLATION)
    tricks = np.flatnonzero(results.out_of_turn)
    play_deals = np.searchsorted(deals.lens_at, plays, side="right") - 1
    trick_deals = np.searchsorted(deals.leaders_at, tricks, side="right") - 1
    np.add.at(counts, play_deals, 1)
    np.add.at(counts, trick_deals, 1)
    for deal in np.union1d(play_deals, trick_deals).tolist():
        told = _Deal(deals, compiled, deal)
        first = deals.lens_at[deal]
        for play in (plays[play_deals == deal] - first).tolist():
            code = NAMES[int(results.verdicts[first + play])]
            _add(rows, deal, told, play, code, told.owed(play, int(results.owed[first + play])))
        for trick in (tricks[trick_deals == deal] - deals.leaders_at[deal]).tolist():
            _add(rows, deal, told, 4 * trick, NAMES[Verdict.OUT_OF_TURN], "")
    kinds = {"played": pa.binary(), "held": pa.binary(), "trick": pa.int16(), "seat": pa.int8(), "deal": pa.int64()}
    return counts, {name: pa.array(values, kinds.get(name, pa.string())) for name, values in rows.items()}


def _add(rows: dict[str, list[Any]], deal: int, told: _Deal, play: int, code: str, owed: str) -> None:
    led = told.led_suit(play)
    values = (deal, play // 4, told.seat(play), code, SUIT_NAMES[led] if led >= 0 else None,
              bytes(told.plays[play]), told.held(play), owed)  # fmt: skip
    for name, value in zip(rows, values, strict=True):
        rows[name].append(value)
