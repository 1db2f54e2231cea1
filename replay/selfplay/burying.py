"""What the dealer buries: few points or as many as must be, no trump, short suits first, neither pairs nor winners."""

from __future__ import annotations

import random

from replay.kernel.layout import TRUMP
from replay.ruleset import Ruleset
from replay.selfplay.cards import Cards, Order, without

KEEP_TRUMP, KEEP_POINT, KEEP_PLACE, KEEP_LENGTH, KEEP_PAIR, KEEP_ACE, WHIM = 1000, 2, 4, 5, 12, 30, 30
ACE = 11  # the highest plain position, a king's at level ace


def bury(rng: random.Random, ruleset: Ruleset, cards: Cards, order: Order) -> Cards:
    """The cards laid away of the dealer's hand and kitty, as many as the kitty holds."""
    lengths = [sum(order.suit[card] == suit for card in cards) for suit in range(TRUMP + 1)]
    forbidden = ruleset.values["bury.forbid_points"]

    def worth(card: int) -> tuple[bool, float]:
        suit, pos, points = order.suit[card], order.pos[card], order.points[card]
        keep = KEEP_TRUMP * (suit == TRUMP) + KEEP_POINT * points + KEEP_PLACE * pos + KEEP_LENGTH * lengths[suit]
        keep += KEEP_PAIR * (cards.count(card) - 1) + KEEP_ACE * (pos >= ACE)
        return bool(forbidden and points), keep + WHIM * rng.random()

    ranked = sorted(sorted(cards), key=worth)
    size = ruleset.values["deck.kitty_size"]
    return _with_points(ranked[:size], ranked[size:], ruleset.values["bury.min_points"], order)


def _with_points(buried: Cards, kept: Cards, least: int, order: Order) -> Cards:
    """The cards to bury with those worth fewest points changed for the best to spare, until they have ``least``."""
    points = order.points
    for card in kept:
        if sum(points[held] for held in buried) >= least:
            break
        poorest = min(reversed(buried), key=points.__getitem__)
        if points[card] > points[poorest]:
            buried = [*without(buried, [poorest]), card]
    return buried
