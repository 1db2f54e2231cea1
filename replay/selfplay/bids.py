"""The bids that a hand allows on a ruleset's ladder of declaring, or of exchanging the kitty.

A word of the ladder is what is shown (``level_pair``), then a suit where it is of one suit only (``:S``), then
jokers that lie beside it (``+joker``). A word that is not known here is never bid.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from ingest.cards import BIG_JOKER, LITTLE_JOKER, RANKS, SUITS
from replay.bids import BESIDE, RUNS
from replay.kernel.layout import NO_TRUMP
from replay.selfplay.cards import Cards

COPIES = {"single": 1, "pair": 2, "triple": 3, "quad": 4}
JOKERS = {"joker": (LITTLE_JOKER, BIG_JOKER), "small_joker": (LITTLE_JOKER,), "big_joker": (BIG_JOKER,)}


class Bid(NamedTuple):
    """A possible declaration: its rung on the ladder, what is shown, the trump 0..4 it makes, all the cards."""

    rung: int
    shown: str
    trump: int
    cards: Cards  # jokers beside them come last


def bids_of(hand: Cards, values: dict[str, Any], level: int, first: bool, key: str = "declare.ladder") -> Iterator[Bid]:
    """The bids of a hand at a level 2..14, from the highest rung of the ladder down; ``first``: in the first deal."""
    ladder: list[list[str]] = values[key]
    for rung in range(len(ladder) - 1, -1, -1):
        for word in ladder[rung]:
            word, _, beside = word.partition("+")
            shown, _, suits = word.partition(":")
            for trump, cards in _shown(shown, hand, level):
                if trump == NO_TRUMP:
                    jokers: Cards | None = [] if values["trump.no_trump_possible"] else None
                else:
                    jokers = _beside(beside, shown, trump, hand, values["declare.joker_companion"], first)
                if jokers is not None and (trump == NO_TRUMP or SUITS[trump] in (suits or SUITS)):
                    yield Bid(rung, shown, trump, cards + jokers)


def _shown(shown: str, hand: Cards, level: int) -> Iterator[tuple[int, Cards]]:
    """(trump, cards) of each way to show that."""
    kind, _, number = shown.rpartition("_")
    copies = COPIES.get(number, 0)
    if shown in RUNS:
        yield from _runs(hand, *RUNS[shown])
    elif shown == "three_jokers":
        jokers = [card for card in hand if card >= LITTLE_JOKER]
        if len(jokers) >= 3:
            yield NO_TRUMP, jokers[:3]
    elif kind == "level" and copies:
        for suit in range(len(SUITS)):
            card = len(RANKS) * suit + level - 2
            if hand.count(card) >= copies:
                yield suit, [card] * copies
    elif copies:
        for joker in JOKERS.get(kind, ()):
            if hand.count(joker) >= copies:
                yield NO_TRUMP, [joker] * copies


def _runs(hand: Cards, number: int, each: int) -> Iterator[tuple[int, Cards]]:
    """So many pairs of one suit whose ranks are neighbours, shown by so many cards of each."""
    for suit in range(len(SUITS)):
        for lowest in range(len(RANKS) - number + 1):
            faces = [len(RANKS) * suit + lowest + i for i in range(number)]
            if all(hand.count(face) >= 2 for face in faces):
                yield suit, [face for face in faces for _ in range(each)]


def _beside(beside: str, shown: str, trump: int, hand: Cards, companion: str, first: bool) -> Cards | None:
    """The jokers to show beside cards of a suit; None if the hand lacks them."""
    allowed: tuple[int, ...] = (LITTLE_JOKER, BIG_JOKER)
    number = BESIDE[beside]
    if companion == "one_small_joker_first_deal" and shown.startswith("level_"):
        allowed, number = (LITTLE_JOKER,), int(first)
    elif companion == "suit_colour" and beside == "joker":
        allowed = (BIG_JOKER,) if SUITS[trump] in "HD" else (LITTLE_JOKER,)
    jokers = [card for card in hand if card in allowed]
    if beside == "both_jokers":
        jokers = [card for card in allowed if card in jokers]
    return jokers[:number] if len(jokers) >= number else None
