"""Deals the cards one by one while the bots declare trump; settles trump and dealer where nobody does."""

from __future__ import annotations

import random
from typing import Any, NamedTuple

from ingest.cards import BIG_JOKER, LITTLE_JOKER, SEATS, SUITS
from ingest.record import Declaration
from replay.kernel.layout import NO_TRUMP
from replay.ruleset import Ruleset
from replay.selfplay.auction import Auction
from replay.selfplay.cards import Cards

MOST_REDEALS = 50  # then the kitty's first card names the trump, whatever the ruleset says
MUST = "dealer_side_must_declare_or_lose_dealership"
FLIPPED = ("flip_first_suit", "flip_match_dealer", "flip_level_joker_first")
LEVEL_FIRST = ("flip_level_then_high", "flip_level_joker_first")


class Dealt(NamedTuple):
    """A deal before the kitty is taken up; ``level`` is that of the dealer's side, ``trump`` 0..4 (4: no trump)."""

    hands: list[Cards]
    kitty: Cards
    bids: list[Declaration]
    level: int
    trump: int
    dealer: int


def copies_of(values: dict[str, Any]) -> list[int]:
    """How many of each of the 54 faces the packs hold."""
    decks: int = values["deck.decks"]
    jokers = decks if values["deck.jokers_per_deck"] else 0
    return [decks] * LITTLE_JOKER + [jokers, jokers]


def deal_out(rng: random.Random, ruleset: Ruleset, levels: list[int], dealer: int | None) -> Dealt:
    """Shuffles and deals until there is a trump.

    ``levels``: 2..14 of both sides; ``dealer`` None: this deal settles who that is.
    """
    values = ruleset.values
    nobody: str = values["declare.none_declared_first_deal" if dealer is None else "declare.none_declared"]
    redeals = 0
    while True:
        auction = Auction(rng, ruleset, levels, dealer)
        first = rng.randrange(SEATS) if dealer is None else dealer
        hands, kitty = _draw(rng, values, first, auction)
        if nobody == MUST:
            auction.press(hands)
        if auction.best is not None:
            deals = _dealer(auction)
            return Dealt(hands, kitty, auction.bids, levels[deals % 2], auction.best[1].trump, deals)
        level = levels[(dealer or 0) % 2]
        trump = _named(values, nobody if redeals < MOST_REDEALS else FLIPPED[0], hands, kitty, level, first)
        if trump is not None:
            dealer = _holder(hands, kitty, first) if nobody == "flip_match_dealer" else first
            return Dealt(hands, kitty, [], levels[dealer % 2], trump, dealer)
        if nobody == MUST and dealer is not None:
            dealer = (dealer + 1) % SEATS
        redeals += 1


def _draw(rng: random.Random, values: dict[str, Any], first: int, auction: Auction) -> tuple[list[Cards], Cards]:
    """The four hands as drawn, card by card from seat ``first`` on, and the kitty in its order."""
    copies = copies_of(values)
    pack = [card for time in range(max(copies)) for card in range(len(copies)) if time < copies[card]]
    rng.shuffle(pack)
    hands: list[Cards] = [[] for _ in range(SEATS)]
    dealt = SEATS * values["deck.hand_size"]
    while_dealing = values["declare.timing"] == "during_deal"
    for turn, card in enumerate(pack[:dealt]):
        seat = (first + turn) % SEATS
        hands[seat].append(card)
        telling = card >= LITTLE_JOKER or card % 13 == auction.level_of(seat) - 2 or turn >= dealt - SEATS
        if while_dealing and telling:
            auction.offer(seat, hands[seat])
    if not while_dealing:
        board = values["dealer.first"] == "fixed_by_board"
        auction.offer_around(hands, (first + 2) % SEATS if board else first)
    return hands, pack[dealt:]


def _dealer(auction: Auction) -> int:
    """The dealer of old, or where the bids settle it the last to declare (the first, if overrides do not move it)."""
    if auction.dealer is not None and not auction.settles_dealer:
        return auction.dealer
    moves = auction.values[f"declare.override_moves_dealer_{'first_deal' if auction.first else 'later'}"]
    return auction.bids[-1 if moves else 0].seat


def _named(
    values: dict[str, Any], nobody: str, hands: list[Cards], kitty: Cards, level: int, dealer: int
) -> int | None:
    """The trump 0..4 where nobody has declared; None: the cards are dealt again."""
    if nobody == "no_trump" and values["trump.no_trump_possible"]:
        return NO_TRUMP
    if nobody == "dealer_partner_names_suit":
        held = hands[(dealer + 2) % SEATS]
        lengths = [sum(card // 13 == suit and card % 13 != level - 2 for card in held) for suit in range(len(SUITS))]
        return lengths.index(max(lengths))
    if nobody in LEVEL_FIRST:
        for card in kitty:
            if card < LITTLE_JOKER and card % 13 == level - 2:
                return card // 13
    if nobody == "flip_level_then_high":
        return _highest_suit(values, kitty)
    if nobody == "flip_level_joker_first" and max(kitty) >= LITTLE_JOKER and values["trump.no_trump_possible"]:
        return NO_TRUMP
    return _flipped(values, kitty) if nobody in FLIPPED else None


def _flipped(values: dict[str, Any], kitty: Cards) -> int | None:
    """The suit of the kitty's first card, or what jokers before it come to; None if it holds nothing else."""
    jokers = {"no_trump": 1, "up_to_three_then_no_trump": 3}.get(values["declare.flipped_joker"], 0)
    for turn, card in enumerate(kitty, 1):
        if card < LITTLE_JOKER:
            return card // 13
        if turn == jokers and values["trump.no_trump_possible"]:
            return NO_TRUMP
    return None


def _highest_suit(values: dict[str, Any], kitty: Cards) -> int | None:
    """The suit of the kitty's highest card that is no joker, of equal ones by the order of the suits."""
    order = values["declare.suit_priority"] or list(SUITS)
    suited = [card for card in kitty if card < LITTLE_JOKER]
    return min(suited, key=lambda card: (-(card % 13), order.index(SUITS[card // 13]))) // 13 if suited else None


def _holder(hands: list[Cards], kitty: Cards, dealer: int) -> int:
    """The seat, from the dealer on, with a card equal to the one that was flipped; else the dealer."""
    flipped = next((card for card in kitty if card < LITTLE_JOKER), BIG_JOKER)
    seats = [(dealer + turn) % SEATS for turn in range(SEATS)]
    return next((seat for seat in seats if flipped in hands[seat]), dealer)
