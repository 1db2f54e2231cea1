"""Random exchanges of the kitty as they could stand in a log: after an auction, or in a deal whose trump is known."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, NamedTuple

from tests.oracle.auctions import auction_of, gathered, show
from tests.oracle.bids import Standing, Table
from tests.oracle.cards import JOKERS, Rules, less, text
from tests.oracle.exchanges import Exchange, Hands, Kitty, after, lies_there
from tests.oracle.showings import Bid

Cards = list[str]
Bury = Callable[[Cards], Cards]  # of a hand with the kitty


class Taking(NamedTuple):
    """The arguments of `judged` but the rules, and the cards behind them: hands and kitty as dealt, what lies there."""

    given: dict[str, Any]
    hands: Hands
    kitty: Cards
    buries: int  # the seat that buries first
    buried: str


def random_taking(rng: random.Random, rules: Rules) -> Taking:
    """Bids, or none recorded, and exchanges of hands in which level cards and jokers gather."""
    first_deal = rng.random() < 0.4
    level = str(rules["levels"]["start"] if first_deal else rng.choice(rules["levels"]["sequence"]))
    hands, kitty = gathered(rng, level, rules)
    given = auction_of(rng, hands, kitty, Table(level, first_deal, rules))
    if rng.random() < 0.7:
        given["bids"] = given["bids"][:1]  # little is bid: there is room above
    if rng.random() < 0.2:
        given["bids"] = None
    buries = rng.randrange(4) if given["dealer"] is None else given["dealer"]
    lying = lies_there(level, first_deal, given["bids"], given["dealer"], rules)

    def bury(held: Cards) -> Cards:
        wanted = [card for card in held if card in JOKERS or card[1] == level]
        others = less(held, wanted)
        return rng.sample(others if len(others) >= len(kitty) and rng.random() < 0.8 else held, len(kitty))

    dealt = [list(hand) for hand in hands]
    exchanges, buried = exchanges_of(rng, hands, kitty, buries, lying, bury)
    return Taking(given | {"exchanges": exchanges}, dealt, kitty, buries, text(buried))


def exchanges_of(
    rng: random.Random, hands: Hands, kitty: Cards, dealer: int, lying: Kitty, bury: Bury
) -> tuple[list[Exchange], Cards]:
    """Up to four exchanges after the dealer has buried, and what lies there in the end; `hands` change with them."""
    found: list[Exchange] = []
    laid = _rebury(hands, dealer, kitty, bury)
    for _ in range(rng.choice([0, 1, 1, 2, 3, 4])):
        seat, cards = _shown(rng, hands, lying, dealer)
        shown = text(cards) if rng.random() < 0.98 else " ".join(["??", *cards[1:]])
        found.append({"seat": seat, "cards": shown, "took": text(laid)})
        _, lying = after(lying, seat, shown.split())
        laid = _rebury(hands, seat, laid, bury)
    return found, laid


def _rebury(hands: Hands, seat: int, laid: Cards, bury: Bury) -> Cards:
    """A seat takes what lies there and buries; what lies there then."""
    held = hands[seat] + laid
    laid = bury(held)
    hands[seat] = less(held, laid)
    return laid


def _shown(rng: random.Random, hands: Hands, lying: Kitty, dealer: int) -> tuple[int, Cards]:
    """A seat and what it shows: mostly another's than who buried, above what has to be beaten."""
    buried_by = dealer if lying.buried_by is None else lying.buried_by
    stands = Bid(-1 if lying.tier is None else lying.tier, lying.trump or "NT", (), 0)
    return show(rng, hands, lying.table._replace(standing=Standing(buried_by, stands)))
