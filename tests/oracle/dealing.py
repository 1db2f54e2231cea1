"""Shuffles and deals: plain, or stacked so that units, tractors and long suits are common."""

from __future__ import annotations

import random
from typing import Any

from tests.oracle.cards import SUITS, Rules, less, pack, points, text
from tests.oracle.exchanges import lies_there
from tests.oracle.fouls import NO_KITTY
from tests.oracle.order import Order, order
from tests.oracle.takings import exchanges_of

Cards = list[str]


def new_deal(rng: random.Random, rules: Rules, *, spice: bool, exchanged: bool = False) -> dict[str, Any]:
    """A deal up to the first lead: level, trump, dealer, hands, kitty, and what was buried, after exchanges or not."""
    sequence = rules["levels"]["sequence"]
    level = rng.choice(sequence)
    no_trump = rules["trump"]["no_trump_possible"] and rng.random() < (0.2 if spice else 0.05)
    trump = "NT" if no_trump else rng.choice(SUITS)
    dealer = rng.randrange(4)
    levels = [rng.choice(sequence), rng.choice(sequence)]
    levels[dealer % 2] = level
    arranged = order(level, trump, rules)
    cards = _shuffle(rng, pack(rules), arranged, spice=spice)
    hand = (len(cards) - _kitty_size(rng, rules)) // 4
    hands, kitty = [cards[hand * seat : hand * (seat + 1)] for seat in range(4)], cards[4 * hand :]

    def bury(held: Cards) -> Cards:
        return _bury(rng, held, len(kitty), level, arranged, rules)

    exchanges, buried = None, bury(hands[dealer] + kitty)
    if exchanged:
        lying = lies_there(level, False, None, dealer, rules)
        exchanges, buried = exchanges_of(rng, [list(hand) for hand in hands], kitty, dealer, lying, bury)
    return {
        "decks": rules["deck"]["decks"],
        "level": level,
        "trump": trump,
        "dealer": dealer,
        "levels": levels,
        "hands": [text(hand) for hand in hands],
        "kitty": text(kitty),
        "buried": text(buried),
        "exchanges": exchanges,
        "tricks": [],
        "throws": [],
        "declared": [],
        "penalties": fouls(rng, rules) if spice and rng.random() < 0.5 else [],
    }


def _kitty_size(rng: random.Random, rules: Rules) -> int:
    """The ruleset's kitty, now and then another of the sizes it allows."""
    deck = rules["deck"]
    return int(rng.choice(deck["kitty_size_allowed"]) if rng.random() < 0.15 else deck["kitty_size"])


def _shuffle(rng: random.Random, cards: Cards, arranged: Order, *, spice: bool) -> Cards:
    if not spice:
        rng.shuffle(cards)
        return cards
    # All or most copies of up to five neighbours stay together; a small pull keeps suits together.
    kinds = sorted(set(cards), key=lambda card: (arranged.suit[card], arranged.position[card], card))
    copies = len(cards) // len(kinds)
    pull = rng.choice([0, 0, 20, 40])
    blocks: list[tuple[float, Cards]] = []
    start = 0
    while start < len(kinds):
        size = rng.randint(1, 5)
        block = kinds[start : start + size]
        together = rng.choice([copies, copies, (copies + 1) // 2, max(1, copies - 1)])
        for number in (together, copies - together):
            blocks.append((pull * "SHCD".find(block[0][0]) + len(kinds) * rng.random(), block * number))
        start += size
    cards = [card for _, block in sorted(blocks) for card in block]
    for _ in range(rng.choice([0, 5, 20])):
        one, other = rng.randrange(len(cards)), rng.randrange(len(cards))
        cards[one], cards[other] = cards[other], cards[one]
    return cards


def _bury(rng: random.Random, cards: Cards, size: int, level: str, arranged: Order, rules: Rules) -> Cards:
    """Cards to bury as the ruleset wants them, mostly no trumps."""
    if rules["bury"]["forbid_points"]:
        cards = [card for card in cards if not points([card], level, rules)]
    plain = [card for card in cards if arranged.suit[card] != "trump"]
    from_plain = len(plain) >= size and rng.random() < 0.7
    buried = rng.sample(plain if from_plain else cards, size)
    worthy = sorted(less(cards, buried), key=lambda card: points([card], level, rules))
    while worthy and points(buried, level, rules) < rules["bury"]["min_points"]:
        buried.remove(min(buried, key=lambda card: points([card], level, rules)))
        buried.append(worthy.pop())
    return buried


def fouls(rng: random.Random, rules: Rules) -> list[dict[str, object]]:
    """One or two fouls: of the ruleset's own kinds, of another kind mostly with its points, now and then of none."""
    often = {NO_KITTY: 4}  # only some last tricks show it
    kinds = [entry["offence"] for entry in rules["penalty"]["list"] for _ in range(often.get(entry["kind"], 1))]
    found: list[dict[str, object]] = []
    for _ in range(rng.randint(1, 2)):
        kind = rng.choice([*kinds, "foul"]) if rng.random() < 0.95 else None
        told = rng.random() < (0.8 if kind == "foul" else 0.3)
        amounts = {"points": 5 * rng.randint(0, 20) if told else None, "count": rng.choice([None, None, 1, 2, 3])}
        found.append({"side": rng.randrange(2), "kind": kind, **amounts, "trick": None, "seat": None})
    return found
