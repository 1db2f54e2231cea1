"""Shuffles and deals: plain, or stacked so that pairs, tractors and long suits are common."""

from __future__ import annotations

import random

from tests.oracle.cards import ONE_DECK, RANKS, SUITS, Order, Rules, order

HAND = 25


def new_deal(rng: random.Random, rules: Rules, *, spice: bool) -> dict[str, object]:
    """A deal up to the first lead: level, trump, dealer, hands, kitty and what the dealer buried."""
    level = rng.choice(rules["levels"]["sequence"])
    no_trump = rules["trump"]["no_trump_possible"] and rng.random() < (0.2 if spice else 0.05)
    trump = "NT" if no_trump else rng.choice(SUITS)
    dealer = rng.randrange(4)
    levels = [rng.choice(RANKS), rng.choice(RANKS)]
    levels[dealer % 2] = level
    arranged = order(level, trump, rules)
    cards = _shuffle(rng, arranged, spice=spice)
    hands, kitty = [cards[HAND * seat : HAND * (seat + 1)] for seat in range(4)], cards[4 * HAND :]
    buried = _bury(rng, hands[dealer] + kitty, arranged)
    return {
        "decks": 2,
        "level": level,
        "trump": trump,
        "dealer": dealer,
        "levels": levels,
        "hands": [text(hand) for hand in hands],
        "kitty": text(kitty),
        "buried": text(buried),
        "tricks": [],
        "throws": [],
        "penalties": _fouls(rng) if spice and rng.random() < 0.1 else [],
    }


def text(cards: list[str]) -> str:
    """Cards as text, always in the same order."""
    return " ".join(sorted(cards, key=ONE_DECK.index))


def _shuffle(rng: random.Random, arranged: Order, *, spice: bool) -> list[str]:
    if not spice:
        cards = ONE_DECK * 2
        rng.shuffle(cards)
        return cards
    # Both copies of up to five neighbours stay together; a small pull keeps suits together.
    kinds = sorted(ONE_DECK, key=lambda card: (arranged.suit[card], arranged.position[card]))
    pull = rng.choice([0, 0, 20, 40])
    blocks: list[tuple[float, list[str]]] = []
    start = 0
    while start < len(kinds):
        size = rng.randint(1, 5)
        block = kinds[start : start + size]
        blocks.append((pull * "SHCD".find(block[0][0]) + 54 * rng.random(), block * 2))
        start += size
    cards = [card for _, block in sorted(blocks) for card in block]
    for _ in range(rng.choice([0, 5, 20])):
        one, other = rng.randrange(len(cards)), rng.randrange(len(cards))
        cards[one], cards[other] = cards[other], cards[one]
    return cards


def _bury(rng: random.Random, cards: list[str], arranged: Order) -> list[str]:
    plain = [card for card in cards if arranged.suit[card] != "trump"]
    from_plain = len(plain) >= 8 and rng.random() < 0.7
    return rng.sample(plain if from_plain else cards, 8)


def _fouls(rng: random.Random) -> list[dict[str, object]]:
    return [
        {"side": rng.randrange(2), "kind": "foul", "points": 10 * rng.randint(1, 8)} for _ in range(rng.randint(1, 2))
    ]
