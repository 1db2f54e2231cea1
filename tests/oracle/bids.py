"""Judges the bids of a deal one after another, and tells what is trump and who deals after them (docs/rules.md 9)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from tests.oracle.cards import JOKERS, RANKS, SUITS, Rules
from tests.oracle.moments import by_kitty_card, comes_first, first_turn, untimely
from tests.oracle.showings import Bid, read

LEGAL = ("bid", "bid_reinforce", "bid_override", "bid_together", "pass")
Showing = dict[str, Any]  # seat and cards (none: a pass); if recorded, when, and together: with the one before


class Standing(NamedTuple):
    """The last legal bid."""

    seat: int
    bid: Bid
    tied: bool = False  # with another of the same moment: a card of the kitty decides


class Table(NamedTuple):
    """The deal that is bid for, and what has been bid."""

    level: str | None
    first_deal: bool
    rules: Rules
    dealer: int | None = None  # whom the record names
    turn: int | None = None  # the seat that has to bid or pass; None: turns are not judged
    standing: Standing | None = None
    seats: tuple[int, ...] = ()  # of the legal bids, in order; passes are none
    fresh: bool = False  # the standing bid is the last showing
    lost: bool = False  # a bid was not judged


def auction(
    level: str | None,
    first_deal: bool,
    bids: Sequence[Showing],
    kitty: Sequence[str] | None,
    dealer: int | None,
    rules: Rules,
) -> dict[str, Any]:
    """Trump, dealer, whether the deal is void, and a code for each bid.

    `kitty` are its cards in the order in which they are turned, None where that is not known; `dealer` is the one the
    record names. Trump and dealer are None where the rules leave them open, or the deal is void.
    """
    codes, table = bid_for(Table(level, first_deal, rules, dealer), bids)
    trump: str | None
    deals: int | None
    if table.lost:
        trump, deals = None, None
    elif table.standing is None:
        trump, deals = undeclared(table, kitty)
    else:
        trump = None if table.standing.tied else table.standing.bid.suit
        deals = dealer_of(table, table.standing)
    void = not table.lost and table.standing is None and nobody(table) == "redeal"
    return {"trump": trump, "dealer": deals, "void": void, "codes": codes}


def bid_for(table: Table, bids: Sequence[Showing]) -> tuple[list[str], Table]:
    """The codes of bids, and the table after them."""
    table = table._replace(turn=first_turn(bids, table.dealer, table.rules))
    codes = []
    for shown in bids:
        code, table = after(table, shown)
        codes.append(code)
    return codes, table


def after(table: Table, shown: Showing) -> tuple[str, Table]:
    """The code of a showing, and the table after it."""
    if table.level is None or table.lost or "??" in shown["cards"].split():
        return "unjudged", table._replace(lost=True)
    code, bid = judge(table, shown)
    seat = shown["seat"]
    table = table._replace(turn=None if table.turn is None else (seat + 1) % 4, fresh=bid is not None)
    if bid is None:
        return code, table
    tied = code == "bid_together" and by_kitty_card(table.rules)
    return code, table._replace(standing=Standing(seat, bid, tied), seats=(*table.seats, seat))


def judge(table: Table, shown: Showing) -> tuple[str, Bid | None]:
    """The code of a showing, and the bid that stands after it if it is a legal one."""
    seat, cards = shown["seat"], shown["cards"].split()
    if table.turn not in (None, seat):
        return "bid_turn", None
    if not cards:
        return "pass", None
    barred = untimely(shown.get("when"), table.rules)
    if barred:
        return barred, None
    if table.standing is not None and table.standing.seat == seat:
        more = reinforced(table, table.standing.bid, cards)
        if more is not None:
            return ("bid_reinforce", more) if may_reinforce(table, seat) else ("bid_reinforce_barred", None)
    bid = understood(table, cards)
    if isinstance(bid, str):
        return bid, None
    if bid.suit == "NT" and not table.rules["trump"]["no_trump_possible"]:
        return "bid_no_trump_barred", None
    if partner_bars(table, seat):
        return "bid_partner", None
    if table.standing is None:
        jokers_wait = bid.suit == "NT" and not table.rules["declare"]["no_trump_first"]
        return ("bid_not_first", None) if jokers_wait else ("bid", bid)
    if shown.get("together") and replaces(table, table.standing, seat, bid):
        return "bid_together", bid
    code = barred_by(table, table.standing, seat, bid)
    return (code, None) if code else ("bid_override", bid)


def replaces(table: Table, standing: Standing, seat: int, bid: Bid) -> bool:
    """Whether a bid takes the place of an equal one that another seat has shown at the same moment."""
    if not table.fresh or seat == standing.seat or bid.tier != standing.bid.tier:
        return False
    return by_kitty_card(table.rules) or comes_first(seat, standing.seat, table.dealer, table.rules)


def barred_by(table: Table, standing: Standing, seat: int, bid: Bid) -> str | None:
    """The code of a bid that may not override the standing one; None: it may."""
    if seat == standing.seat and not may_override_oneself(table):
        return "bid_own"
    if bid.suit != "NT" and locked(table, standing):
        return "bid_locked"
    return None if above(table, bid, standing.bid) else "bid_low"


def understood(table: Table, cards: Sequence[str]) -> Bid | str:
    """The bid that cards make at this table, or the code that tells why they make none."""
    assert table.level is not None
    return read(cards, table.level, table.rules, first_deal=table.first_deal)


def reinforced(table: Table, old: Bid, cards: Sequence[str]) -> Bid | None:
    """What the standing bid becomes by more level cards of its seat, alone or else with it; None: it is no addition."""
    plain = {card for card in (*old.cards, *cards) if card not in JOKERS}
    if plain != {f"{old.suit}{table.level}"}:
        return None
    for more in (cards, (*old.cards, *cards)):
        bid = understood(table, more)
        if isinstance(bid, Bid) and bid.tier > old.tier and bid.level_cards > old.level_cards:
            return bid
    return None


def may_reinforce(table: Table, seat: int) -> bool:
    """Whether the seat of the standing bid may add to it."""
    custom = table.rules["declare"]["reinforce"]
    overridden = set(table.seats[table.seats.index(seat) :]) != {seat}
    return custom == "repeat" or (custom == "before_override" and not overridden)


def partner_bars(table: Table, seat: int) -> bool:
    """Whether a seat may not bid because of its partner."""
    custom, partner = table.rules["declare"]["partner"], (seat + 2) % 4
    over = table.standing is not None and table.standing.seat == partner
    return (custom == "not_over" and over) or (custom == "one_a_side" and partner in table.seats)


def may_override_oneself(table: Table) -> bool:
    """Whether the seat of the standing bid may put another above it."""
    custom = table.rules["declare"]["self_override"]
    return custom == "allowed" or (custom == "first_deal_only" and table.first_deal)


def locked(table: Table, standing: Standing) -> bool:
    """Whether nothing but a bid of jokers can still change trump; a reinforced bid holds two level cards or more."""
    declare = table.rules["declare"]
    changed, fixed = len(table.seats) > 1, standing.bid.level_cards > 1
    return (declare["first_change_locks"] and changed) or (declare["reinforce_lock"] == "joker_only" and fixed)


def above(table: Table, new: Bid, old: Bid) -> bool:
    """Whether a bid beats the standing one, by its tier or by its suit."""
    declare = table.rules["declare"]
    if new.tier != old.tier:
        return new.tier > old.tier
    order = declare["suit_priority"]
    acts = declare["suit_priority_deals"] == "all" or table.first_deal
    ranked = set(declare["ladder"][new.tier]) & set(declare["suit_priority_tiers"])
    return bool(acts and ranked and new.suit in order and old.suit in order[order.index(new.suit) + 1 :])


def dealer_of(table: Table, standing: Standing) -> int | None:
    """Who deals where somebody has bid."""
    declare, dealer = table.rules["declare"], table.dealer
    if table.rules["dealer"]["first"] == "fixed_by_board":
        return dealer
    if not table.first_deal and declare["who_later"] == "declarer_deals":
        seat = standing.seat if declare["override_moves_dealer_later"] else table.seats[0]
        return None if standing.tied else seat
    overrode = set(table.seats) != {standing.seat}
    others_only = dealer is not None and all(seat % 2 != dealer % 2 for seat in table.seats)
    moves = (declare["override_moves_dealer_later"] and overrode) or (
        declare["who_later"] == "dealer_side_first" and others_only
    )
    if not table.first_deal and not moves:
        return dealer
    if standing.tied:
        return None
    by_first = table.first_deal and not declare["override_moves_dealer_first_deal"]
    return table.seats[0] if by_first else standing.seat


def nobody(table: Table) -> str:
    """What is done in this deal where nobody has bid."""
    return str(table.rules["declare"]["none_declared_first_deal" if table.first_deal else "none_declared"])


def undeclared(table: Table, kitty: Sequence[str] | None) -> tuple[str | None, int | None]:
    """Trump and dealer where nobody has bid."""
    custom = nobody(table)
    if custom == "redeal":
        return None, None
    trump = turned(custom, kitty, table) if custom.startswith("flip") else "NT" if custom == "no_trump" else None
    by_first = table.first_deal and custom != "dealer_partner_names_suit"
    opened = by_first or custom in ("flip_match_dealer", "dealer_side_must_declare_or_lose_dealership")
    fixed = table.rules["dealer"]["first"] == "fixed_by_board"
    return trump, table.dealer if fixed or not opened else None


def turned(custom: str, kitty: Sequence[str] | None, table: Table) -> str | None:
    """The trump that the kitty fixes; None where it does not."""
    if not kitty:
        return None
    plain = [card for card in kitty if card not in JOKERS]
    if custom in ("flip_first_suit", "flip_match_dealer"):
        return first_suit(kitty, plain, table.rules["declare"]["flipped_joker"])
    level_cards = [card for card in plain if card[1] == table.level]
    if level_cards:
        return level_cards[0][0]
    if custom == "flip_level_joker_first":
        return plain[0][0] if len(plain) == len(kitty) else "NT"
    order = table.rules["declare"]["suit_priority"] or list(SUITS)
    return max(plain, key=lambda card: (RANKS.index(card[1]), -order.index(card[0])))[0] if plain else None


def first_suit(kitty: Sequence[str], plain: Sequence[str], flipped_joker: str) -> str | None:
    """The suit of the first card turned that is no joker, unless a joker or three of them make it no trump."""
    until = {"continue": len(kitty) + 1, "no_trump": 1, "up_to_three_then_no_trump": 3}[flipped_joker]
    if len(kitty) >= until and all(card in JOKERS for card in kitty[:until]):
        return "NT"
    return plain[0][0] if plain else None
