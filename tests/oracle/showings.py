"""What a showing of cards is as a bid: its tier on the ladder and the trump it names, or why it is none."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from tests.oracle.cards import JOKERS, RANKS, Rules

COUNTS = ("none", "single", "pair", "triple", "quad")
RUNS = ("any", "consecutive", "three_consecutive")  # ranks in a row: one, two, three
RED = "HD"


class Word(NamedTuple):
    """A bid of the ladder."""

    tier: int
    shape: str  # level_pair, consecutive_pairs, joker_triple …
    suit: str  # the only suit it may have; empty: any
    companion: str  # joker, two_jokers, both_jokers; empty: none


class Bid(NamedTuple):
    """A showing that is a bid."""

    tier: int
    suit: str  # trump: S H C D or NT
    cards: tuple[str, ...]
    level_cards: int


def words_of(rules: Rules) -> tuple[Word, ...]:
    """The bids of a ruleset's ladder, from the lowest tier up."""
    return _words(tuple(map(tuple, rules["declare"]["ladder"])))


@cache
def _words(ladder: tuple[tuple[str, ...], ...]) -> tuple[Word, ...]:
    found = []
    for tier, equals in enumerate(ladder):
        for text in equals:
            name, _, companion = text.partition("+")
            shape, _, suit = name.partition(":")
            found.append(Word(tier, shape, suit, companion))
    return tuple(found)


def read(cards: Sequence[str], level: str, rules: Rules, *, first_deal: bool) -> Bid | str:
    """The bid these cards make, of several the highest; else the code that tells why they make none."""
    plain = [card for card in cards if card not in JOKERS]
    beside = [card for card in cards if card in JOKERS] if plain else []
    suit = plain[0][0] if plain else "NT"
    shapes = shapes_of(plain, level) if plain else joker_shapes(cards)
    near = [word for word in words_of(rules) if word.shape in shapes and word.suit in ("", suit)]
    fitting = [word for word in near if accompanied(word, suit, beside, rules, first_deal=first_deal)]
    if not fitting:
        return "bid_companion" if near else "bid_unknown"
    level_cards = sum(card[1] == level for card in plain)
    return Bid(max(word.tier for word in fitting), suit, tuple(cards), level_cards)


def shapes_of(plain: Sequence[str], level: str) -> set[str]:
    """What cards that are no jokers can be called."""
    copies = Counter(plain)
    suits, ranks = {card[0] for card in copies}, sorted(RANKS.index(card[1]) for card in copies)
    found = set()
    if len(copies) == 1 and len(plain) < len(COUNTS) and plain[0][1] == level:
        found.add(f"level_{COUNTS[len(plain)]}")
    in_a_row = len(suits) == 1 and ranks == list(range(ranks[0], ranks[0] + len(ranks)))
    if in_a_row and len(ranks) <= len(RUNS) and len(set(copies.values())) == 1 and copies[plain[0]] <= 2:
        many = "s" if len(ranks) > 1 else ""
        found.add(f"{RUNS[len(ranks) - 1]}_{'card' if copies[plain[0]] == 1 else 'pair'}{many}")
    return found


def joker_shapes(jokers: Sequence[str]) -> set[str]:
    """What jokers alone can be called."""
    found = {"three_jokers"} if len(jokers) == 3 else set()
    if len(set(jokers)) == 1 and len(jokers) < len(COUNTS):
        kind = "big_joker" if jokers[0] == "BJ" else "small_joker"
        found |= {f"{kind}_{COUNTS[len(jokers)]}", f"joker_{COUNTS[len(jokers)]}"}
    return found


def accompanied(word: Word, suit: str, beside: Sequence[str], rules: Rules, *, first_deal: bool) -> bool:
    """Whether these are the jokers that must be shown beside the cards of a bid."""
    custom = rules["declare"]["joker_companion"]
    if custom == "one_small_joker_first_deal" and word.shape.startswith("level_"):
        return list(beside) == (["LJ"] if first_deal else [])
    if custom == "suit_colour" and word.companion == "joker":
        return list(beside) == ["BJ" if suit in RED else "LJ"]
    if word.companion == "both_jokers":
        return sorted(beside) == ["BJ", "LJ"]
    return len(beside) == {"": 0, "joker": 1, "two_jokers": 2}[word.companion]
