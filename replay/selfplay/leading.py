"""What a bot leads: winners thrown together, tractors, units, and at times a throw too bold to stand."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import NamedTuple

from replay.kernel.layout import TRUMP
from replay.selfplay.cards import Cards, Part, parts_of
from replay.selfplay.table import Table

BOLD = 0.12  # how often a bot throws cards along that may be beaten
HIGH = 9  # the lowest position it thinks good enough for that


class Option(NamedTuple):
    """A lead and how much the bot likes it."""

    liking: float
    cards: Cards


def choose_lead(rng: random.Random, table: Table, seat: int) -> Cards:
    """The cards a seat leads or attempts to throw, all of one suit."""
    hidden = table.hidden(seat)
    options = [
        option
        for suit, cards in enumerate(table.hands[seat])
        if cards
        for option in _of_suit(rng, table, seat, suit, table.tops(hidden, suit))
    ]
    return max(options, key=lambda option: option.liking).cards


def _of_suit(rng: random.Random, table: Table, seat: int, suit: int, tops: list[int]) -> Iterator[Option]:
    pos = table.order.pos
    parts = parts_of(table.hands[seat][suit], table.order, suit)
    sure = [part for part in parts if pos[part.cards[-1]] >= tops[part.width]]
    unsure = [part for part in parts if pos[part.cards[-1]] < tops[part.width]]
    bold = [part for part in unsure if pos[part.cards[-1]] >= HIGH]
    throws = table.may_throw(suit)
    whim = 6 * rng.random()
    if throws and sure and bold and rng.random() < BOLD:
        yield Option(45 + whim, _thrown(sure + bold))
    for lead in [_thrown(sure)] if throws and sure else [part.cards for part in sure]:
        yield Option(_sure(table, seat, suit, lead) + whim, lead)
    for part in unsure:
        yield Option(_unsure(table, seat, suit, part) + whim, part.cards)


def _thrown(parts: list[Part]) -> Cards:
    return [card for part in parts for card in part.cards]


def _sure(table: Table, seat: int, suit: int, cards: Cards) -> float:
    """Liking for cards of a suit that no hidden card of it beats."""
    if suit == TRUMP:
        only_trump = sum(map(len, table.hands[seat])) == len(table.hands[seat][TRUMP])
        return 20 + 3 * len(cards) + 30 * only_trump
    return 40 + 5 * len(cards) - 25 * _ruffers(table, seat, suit)


def _unsure(table: Table, seat: int, suit: int, part: Part) -> float:
    """Liking for a tractor, unit or single that may be beaten."""
    order, cards = table.order, part.cards
    pos, points = order.pos[cards[-1]], sum(order.points[card] for card in cards)
    risk = 10 * _ruffers(table, seat, suit)
    if len(cards) > 2:
        return 30 + 4 * len(cards) - risk
    if len(cards) == 2:
        return 20 + pos - points / 2 - risk
    if suit == TRUMP:
        drawing = 10 * ((seat - table.dealer) % 2 == 0 and len(table.hands[seat][TRUMP]) > 7)
        return 6 + drawing - pos / 2 - points
    partner_ruffs = 10 * (suit in table.void[(seat + 2) % 4])
    return 14 + partner_ruffs - pos / 2 - points - len(table.hands[seat][suit]) / 2


def _ruffers(table: Table, seat: int, suit: int) -> int:
    """How many opponents have shown out of a plain suit and not of trump."""
    if suit == TRUMP:
        return 0
    opponents = ((seat + 1) % 4, (seat + 3) % 4)
    return sum(suit in table.void[other] and TRUMP not in table.void[other] for other in opponents)
