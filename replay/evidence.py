"""The evidence of a violation: what was played, what was held of the led suit, what was owed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import pyarrow as pa

from ingest.cards import SUITS, format_cards
from replay.compiled import Compiled
from replay.declared import Barred
from replay.fouls import Unknown
from replay.kernel import batch as kernel
from replay.kernel.layout import (
    NO_TRUMP,
    OWED_HIGHEST,
    OWED_PAIRS,
    OWED_PART,
    OWED_QUADS,
    OWED_SUIT,
    OWED_TRACTOR,
    OWED_TRIPLES,
)
from replay.verdicts import FIRST_VIOLATION, NAMES, Verdict

Array = np.ndarray[Any, Any]
SUIT_NAMES = (*SUITS, "trump")
TRACTORS = {2: "tractor", 3: "triple_tractor", 4: "quad_tractor"}
COUNTED = {OWED_SUIT: "suit", OWED_PAIRS: "pair", OWED_TRIPLES: "triple", OWED_QUADS: "quad"}


def component_cards(pool: Sequence[int], pos: Array, width: int, length: int, top: int) -> bytes:
    """The cards of a component of ``pool``, highest first: a unit of that width (1: a single) or a tractor of
    ``length`` units with its top at that position; ``pos`` holds the positions of all cards.

    A tractor that four equal cards make lies on one position.
    """
    counts = Counter(pool)
    cards: list[int] = []
    for place in range(top, top - length, -1):
        holders = [card for card in sorted(counts) if pos[card] == place and counts[card] >= width]
        if not holders:
            return bytes([card for card in counts if pos[card] == top and counts[card] == 4] * 4)
        cards += [min(holders, key=counts.__getitem__)] * width
    return bytes(cards)


def owed_text(owed: int, pool: Sequence[int], pos: Array) -> str:
    """What a play owed, as stored: ``suit:2``, ``pair:1``, ``triple:1``, ``quad:1``, ``tractor:2``,
    ``triple_tractor:2``, ``quad_tractor:2``, ``highest:BJ`` or ``part:S9``.

    ``owed`` is the kernel's code; ``pool`` the thrown or attempted cards the part
    is taken from, or the cards held, ``pos`` the positions of all cards.
    """
    kind, a, b = owed >> 12, owed >> 6 & 63, owed & 63
    if kind == OWED_PART:
        return f"part:{format_cards(component_cards(pool, pos, (a >> 4) + 1, a & 15, b))}"
    if kind == OWED_HIGHEST:
        return f"highest:{format_cards(component_cards(pool, pos, 1, 1, b))}"
    if kind == OWED_TRACTOR:
        return f"{TRACTORS[b]}:{a}"
    return f"{COUNTED[kind]}:{b}" if kind in COUNTED else ""


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
        pool = list(self.held(play)) if play % 4 else self.attempts.get(play // 4, self.plays[play]).tolist()
        return owed_text(owed, pool, self.pos)


def deal_faults(deals: kernel.Deals, compiled: Compiled, buriers: Array) -> Iterator[tuple[int, Verdict]]:
    """(deal, code) of what is not allowed of a whole deal (docs/rules.md 7); ``buriers``: the seat that buried last."""
    values = compiled.values
    scored = deals.facts[:, kernel.SCORE_IT] == 1
    allowed = [0, *values["deck.kitty_size_allowed"]]
    sizes = [np.diff(at) for at in (deals.kitty_at, deals.buried_at)]
    wrong_size = ~np.isin(sizes[0], allowed) | ~np.isin(sizes[1], allowed)
    yield from ((deal, Verdict.KITTY_SIZE) for deal in np.flatnonzero(scored & wrong_size).tolist())
    if not values["trump.no_trump_possible"]:
        barred = scored & (deals.facts[:, kernel.TRUMP_SUIT] == NO_TRUMP)
        yield from ((deal, Verdict.NO_TRUMP_BARRED) for deal in np.flatnonzero(barred).tolist())
    if not values["bury.forbid_points"] and not values["bury.min_points"]:
        return
    for deal in np.flatnonzero(scored & (sizes[1] > 0)).tolist():
        buried = deals.buried[deals.buried_at[deal] : deals.buried_at[deal + 1]]
        worth = compiled.tables.points[deals.facts[deal, kernel.LEVEL]]
        points = int(worth[buried].sum())
        if values["bury.forbid_points"] and points:
            yield deal, Verdict.BURY_POINTS
        if points < values["bury.min_points"] and _kept_points(deals, compiled, deal, buriers[deal], worth):
            yield deal, Verdict.BURY_FEW_POINTS


def _kept_points(deals: kernel.Deals, compiled: Compiled, deal: int, burier: int, worth: Array) -> bool:
    """Whether the hand of who buried, if it is known, held a card worth more than one of those buried."""
    told = _Deal(deals, compiled, deal)
    if not told.complete and deals.hands_at[deal] == deals.hands_at[deal + 1]:
        return False
    buried = deals.buried[deals.buried_at[deal] : deals.buried_at[deal + 1]]
    return bool(worth[told.hands[burier] > 0].max(initial=0) > worth[buried].min())


def violations_of(
    deals: kernel.Deals,
    results: kernel.Results,
    compiled: Compiled,
    bids: Sequence[Barred],
    unknown: Sequence[Unknown],
    buriers: Array,
) -> tuple[Array, dict[str, pa.Array]]:
    """(violations a deal [n], columns of a row a violation with the index ``deal`` of its deal), deal after deal."""
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
    whole = ((deal, None, NAMES[fault], None, "") for deal, fault in deal_faults(deals, compiled, buriers))
    shown = ((bid.deal, bid.seat, bid.code, bid.cards, "") for bid in bids)
    unpriced = ((foul.deal, foul.seat, NAMES[Verdict.FOUL_UNKNOWN], None, f"foul:{foul.kind}") for foul in unknown)
    for deal, seat, code, cards, owed in (*whole, *shown, *unpriced):
        counts[deal] += 1
        for name, value in zip(rows, (deal, None, seat, code, None, cards, None, owed), strict=True):
            rows[name].append(value)
    for deal in np.union1d(play_deals, trick_deals).tolist():
        told = _Deal(deals, compiled, deal)
        first = deals.lens_at[deal]
        for play in (plays[play_deals == deal] - first).tolist():
            code = NAMES[int(results.verdicts[first + play])]
            _add(rows, deal, told, play, code, told.owed(play, int(results.owed[first + play])))
        for trick in (tricks[trick_deals == deal] - deals.leaders_at[deal]).tolist():
            _add(rows, deal, told, 4 * trick, NAMES[Verdict.OUT_OF_TURN], "")
    kinds = {"played": pa.binary(), "held": pa.binary(), "trick": pa.int16(), "seat": pa.int8(), "deal": pa.int64()}
    order = pa.array(np.argsort(np.array(rows["deal"], np.int64), kind="stable"))
    return counts, {name: pa.array(values, kinds.get(name, pa.string())).take(order) for name, values in rows.items()}


def _add(rows: dict[str, list[Any]], deal: int, told: _Deal, play: int, code: str, owed: str) -> None:
    led = told.led_suit(play)
    values = (deal, play // 4, told.seat(play), code, SUIT_NAMES[led] if led >= 0 else None,
              bytes(told.plays[play]), told.held(play), owed)  # fmt: skip
    for name, value in zip(rows, values, strict=True):
        rows[name].append(value)
