"""What a showing of cards is as a bid: its tier on a ruleset's ladder and the trump it makes, or why it is none.

A word of ``declare.ladder`` or ``kitty_exchange.ladder`` says what is shown (``level_pair``), perhaps the only suit it
may be of (``:S``), and the jokers shown with it (``+joker``); docs/rules.md 9.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import Any, NamedTuple

from ingest.cards import BIG_JOKER, LITTLE_JOKER, RANKS, SUITS
from replay.verdicts import BidVerdict

COPIES = ("single", "pair", "triple", "quad")  # 1, 2, 3, 4 identical cards
# Cards of neighbouring ranks of one suit: of so many ranks, so many cards of each.
RUNS = {
    "any_pair": (1, 2), "consecutive_pairs": (2, 2), "three_consecutive_pairs": (3, 2),
    "any_card": (1, 1), "consecutive_cards": (2, 1), "three_consecutive_cards": (3, 1),
}  # fmt: skip
BESIDE = {"": 0, "joker": 1, "two_jokers": 2, "both_jokers": 2}  # how many jokers are shown with a bid
_COPIES = "|".join(COPIES)
WORD = re.compile(
    rf"(level_({_COPIES})|{'|'.join(RUNS)})(:[{SUITS}])?(\+({'|'.join(filter(None, BESIDE))}))?"
    rf"|(joker|small_joker|big_joker)_({_COPIES})|three_jokers"
)
NO_SUIT = "NT"


class Shown(NamedTuple):
    """A bid as it is recorded, without cards a pass; ``when`` and ``together`` as in ``ingest.record.Declaration``."""

    seat: int
    cards: bytes
    when: str | None = None
    together: bool = False


class Word(NamedTuple):
    """A word of the ladder: its tier from 0, what is shown, its only suit ("": any), the jokers beside it."""

    tier: int
    shown: str
    suit: str
    beside: str


class Bid(NamedTuple):
    """Cards that are a bid.

    ``tier`` counts from 0, the lowest; ``trump`` is S H C D or NT; ``levels`` are the level cards among the cards,
    ``pure`` says that beside jokers there are no others.
    """

    tier: int
    trump: str
    cards: bytes
    levels: int
    pure: bool


def words_of(ladder: list[list[str]]) -> list[Word]:
    """The words of a ladder, from the lowest tier up."""
    found = []
    for tier, equal in enumerate(ladder):
        for text in equal:
            word, _, beside = text.partition("+")
            shown, _, suit = word.partition(":")
            found.append(Word(tier, shown, suit, beside))
    return found


class Ladder:
    """A ladder of a ruleset (its resolved ``values``), by its key; what cards are on it is worked out once."""

    def __init__(self, values: dict[str, Any], key: str = "declare.ladder") -> None:
        self._words = words_of(values[key])
        self._companion: str = values["declare.joker_companion"]
        self._known: dict[tuple[int, bool, bytes], Bid | BidVerdict] = {}

    def read(self, level: int, first_deal: bool, cards: bytes) -> Bid | BidVerdict:
        """The highest bid that known cards make at a level 2..14, or the verdict that says why they make none."""
        asked = (level, first_deal, cards)
        if asked not in self._known:
            self._known[asked] = self._read(*asked)
        return self._known[asked]

    def _read(self, level: int, first_deal: bool, cards: bytes) -> Bid | BidVerdict:
        suited = [card for card in cards if card < LITTLE_JOKER]
        jokers = sorted(card for card in cards if card >= LITTLE_JOKER)
        trump = SUITS[suited[0] // len(RANKS)] if suited else NO_SUIT
        names = _names(suited, level) if suited else _joker_names(jokers)
        near = [word for word in self._words if word.shown in names and word.suit in ("", trump)]
        fitting = [word.tier for word in near if not suited or self._accompanied(word, trump, jokers, first_deal)]
        if not fitting:
            return BidVerdict.BID_COMPANION if near else BidVerdict.BID_UNKNOWN
        levels = sum(card % len(RANKS) == level - 2 for card in suited)
        return Bid(max(fitting), trump, cards, levels, 0 < levels == len(suited))

    def _accompanied(self, word: Word, trump: str, jokers: list[int], first_deal: bool) -> bool:
        """Whether these sorted jokers are those that go with a word of a suit."""
        if self._companion == "one_small_joker_first_deal" and word.shown.startswith("level_"):
            return jokers == ([LITTLE_JOKER] if first_deal else [])
        if self._companion == "suit_colour" and word.beside == "joker":
            return jokers == [BIG_JOKER if trump in "HD" else LITTLE_JOKER]
        if word.beside == "both_jokers":
            return jokers == [LITTLE_JOKER, BIG_JOKER]
        return len(jokers) == BESIDE[word.beside]


def _names(suited: list[int], level: int) -> set[str]:
    """What cards that are no jokers can be called."""
    copies = Counter(suited)
    faces = sorted(copies)
    number = copies[faces[0]]
    names = set()
    if len(faces) == 1 and number <= len(COPIES) and faces[0] % len(RANKS) == level - 2:
        names.add(f"level_{COPIES[number - 1]}")
    one_suit = faces[0] // len(RANKS) == faces[-1] // len(RANKS)
    if one_suit and set(copies.values()) == {number} and faces[-1] - faces[0] == len(faces) - 1:
        names |= {name for name, size in RUNS.items() if size == (len(faces), number)}
    return names


def _joker_names(jokers: list[int]) -> set[str]:
    """What jokers alone can be called."""
    names = {"three_jokers"} if len(jokers) == 3 else set()
    if len(set(jokers)) == 1 and len(jokers) <= len(COPIES):
        size = COPIES[len(jokers) - 1]
        names |= {f"joker_{size}", f"{'small' if jokers[0] == LITTLE_JOKER else 'big'}_joker_{size}"}
    return names
