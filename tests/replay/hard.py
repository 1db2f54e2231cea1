"""Plays made to keep the kernel's searches busy: leads of many tractors against hands full of pairs."""

from __future__ import annotations

import random
from typing import Any, NamedTuple

from replay.kernel.layout import SEARCH_BOUND
from replay.ruleset import load
from tests.replay import ask

LEVEL, TRUMP = "2", "H"
TRUMPS = [*(f"H{rank}" for rank in "3456789TJQKA"), "S2", "C2", "D2", "H2", "LJ", "BJ"]  # a pair of each in two packs
PLAIN = [f"S{rank}" for rank in "3456789TJQKA"]
MOST = 12  # pairs in a hand of 25
HILL = 100  # tries up one hill


class Position(NamedTuple):
    """Units led by seat 0, and units held and played by seat 1; the rest of its play are single cards.

    A unit is as wide as the ruleset's packs are many.
    """

    led: tuple[str, ...]
    held: tuple[str, ...]
    played: tuple[str, ...]

    def trick(self, ruleset: str, trump: str = TRUMP) -> dict[str, Any]:
        """The lead and the play that follows, as an unfinished deal."""
        width = load(ruleset).values["deck.decks"]
        played = [card for card in self.played for _ in range(width)]
        rest = [card for card in self.held if card not in self.played]
        short = width * len(self.led) - len(played)
        hand = [card for card in self.held for _ in range(width)]
        play = played + (width * rest)[:short] if short > 0 else played[: width * len(self.led)]
        lead = [card for card in self.led for _ in range(width)]
        case = {"level": LEVEL, "trump": trump, "ruleset": ruleset}
        hands = [" ".join(lead), " ".join(hand), "H9", "H9"]
        return ask.trick_of(case, [" ".join(lead), " ".join(play)], hands)


def needed(deals: ask.Partial, at: int, low: int = 0) -> int:
    """The lowest search bound, above ``low``, under which nothing of a deal is too ambiguous; ``low`` if that is."""
    if not deals.too_ambiguous(at, low):
        return low
    high = 2 * low + 1
    while deals.too_ambiguous(at, high):
        low, high = high, 2 * high
    while high - low > 1:
        middle = (low + high) // 2
        if deals.too_ambiguous(at, middle):
            low = middle
        else:
            high = middle
    return high


def drawn(rng: random.Random) -> Position:
    """A lead of trumps and other trumps against it, or a lead of a plain suit and trumps to ruff it."""
    if rng.random() < 0.5:
        led = rng.sample(PLAIN, rng.randint(2, MOST))
        held = rng.sample(TRUMPS, len(led))
        return Position(tuple(led), tuple(held), tuple(held))
    cards = rng.sample(TRUMPS, len(TRUMPS))
    size = rng.randint(2, 8)
    held = cards[size : size + MOST]
    return Position(tuple(cards[:size]), tuple(held), tuple(held[: rng.randint(0, size)]))


def moved(rng: random.Random, position: Position) -> Position:
    """The position with one or two pairs exchanged for others."""
    led, held = list(position.led), list(position.held)
    same = len(held) == len(led) and led[0] in PLAIN
    pool = PLAIN if led[0] in PLAIN else TRUMPS
    for _ in range(rng.randint(1, 2)):
        free = [card for card in pool if card not in (*led, *held)]
        if free and rng.random() < 0.5:
            led[rng.randrange(len(led))] = rng.choice(free)
        free = [card for card in TRUMPS if card not in (*led, *held)]
        if free:
            held[rng.randrange(len(held))] = rng.choice(free)
        elif not same:
            here, there = rng.randrange(len(led)), rng.randrange(len(held))
            led[here], held[there] = held[there], led[here]
    played = held if same else rng.sample(held, min(len(position.played), len(held)))
    return Position(tuple(led), tuple(held), tuple(played))


def worst(rng: random.Random, ruleset: str, tries: int) -> tuple[int, Position]:
    """The position that asks for most steps, and how many, after that many tries up hills climbed side by side."""
    heights = [(0, drawn(rng)) for _ in range(tries // HILL)]
    for at in range(HILL):
        tried = [moved(rng, position) if at else position for _, position in heights]
        deals = ask.Partial([position.trick(ruleset) for position in tried], ruleset)
        for hill, position in enumerate(tried):
            steps = needed(deals, hill, heights[hill][0])
            assert steps <= SEARCH_BOUND, f"{steps} steps: {position}"
            if steps > heights[hill][0]:
                heights[hill] = steps, position
    return max(heights, key=lambda height: height[0])
