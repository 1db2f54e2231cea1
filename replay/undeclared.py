"""What is trump in a deal in which nobody has declared: each ruleset's own way (docs/rules.md 9)."""

from __future__ import annotations

from typing import Any

from ingest.cards import LITTLE_JOKER, RANKS, SUITS
from replay.bids import NO_SUIT

VOID = "void"  # the deal does not count: the cards are dealt anew
JOKERS = {"continue": 0, "no_trump": 1, "up_to_three_then_no_trump": 3}  # so many flipped make it no trump; 0: none


def turned(values: dict[str, Any], nobody: str, level: int, kitty: bytes | None, in_order: bool) -> str | None:
    """S H C D, NT, VOID, or None where it is not known.

    ``nobody`` is a value of ``declare.none_declared``, ``level`` 2..14, ``kitty`` None where it is not known. Without
    ``in_order`` the kitty's order is not known: then only what every order comes to.
    """
    if nobody in ("redeal", "no_trump"):
        return VOID if nobody == "redeal" else NO_SUIT
    if not nobody.startswith("flip") or not kitty:
        return None
    orders = [kitty] if in_order else _orders(kitty)
    found = {_flipped(values, nobody, level, order) for order in orders}
    return found.pop() if len(found) == 1 else None


def _orders(kitty: bytes) -> list[bytes]:
    """Orders of a kitty that come to all that any order can come to: each card first, then the jokers."""
    found = []
    for at, card in enumerate(kitty):
        rest = kitty[:at] + kitty[at + 1 :]
        found.append(bytes([card, *sorted(rest, reverse=True)]))  # jokers have the highest codes
    return found


def _flipped(values: dict[str, Any], nobody: str, level: int, kitty: bytes) -> str | None:
    plain = [card for card in kitty if card < LITTLE_JOKER]
    if nobody in ("flip_first_suit", "flip_match_dealer"):
        return _first(kitty, plain, JOKERS[values["declare.flipped_joker"]])
    levels = [card for card in plain if card % len(RANKS) == level - 2]
    if levels:
        return _suit(levels[0])
    if nobody == "flip_level_joker_first":
        return NO_SUIT if len(plain) < len(kitty) else _suit(plain[0])
    order = values["declare.suit_priority"] or list(SUITS)
    highest = max(plain, key=lambda card: (card % len(RANKS), -order.index(_suit(card))), default=None)
    return None if highest is None else _suit(highest)


def _first(kitty: bytes, plain: list[int], jokers: int) -> str | None:
    """The suit of the first card that is none; so many jokers before it make it no trump."""
    if jokers and len(kitty) >= jokers and min(kitty[:jokers]) >= LITTLE_JOKER:
        return NO_SUIT
    return _suit(plain[0]) if plain else None


def _suit(card: int) -> str:
    return SUITS[card // len(RANKS)]
