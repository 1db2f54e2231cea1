"""Judges the bids of one deal in their order, and says what is trump and who deals after them (docs/rules.md 9)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from ingest.cards import SEATS, UNKNOWN
from replay.bids import NO_SUIT, Bid, Ladder, Shown
from replay.moments import at_its_time, comes_before
from replay.ruleset import Ruleset
from replay.undeclared import VOID, turned
from replay.verdicts import FIRST_VIOLATION, BidVerdict

LEVEL_LOCK = 2  # level cards that a bid holds from which on reinforce_lock acts
# Ways in which nobody declares that leave open who deals, in later deals too.
OPEN_DEALER = ("flip_match_dealer", "dealer_side_must_declare_or_lose_dealership")
KEPT_DEALER = "dealer_partner_names_suit"  # … and the one that names the dealer's partner in the first deal too


class Standing(NamedTuple):
    """The last legal bid of a seat: its place among the bids, whether its seat has added to it, and whether a card of
    the kitty decides between it and another."""

    seat: int
    bid: Bid
    at: int
    reinforced: bool = False
    undecided: bool = False


@dataclass(frozen=True)
class Auction:
    """What the bids of a deal come to.

    ``trump`` is S H C D or NT, None where it is not known or the deal is ``void``; ``dealer`` is a seat 0..3, None
    where the rules leave it open; ``verdicts`` and ``tiers`` have one a bid, a tier counts from 1, the lowest, and is 0
    where the cards are no bid; ``declared``: there was a legal bid, and ``standing`` is the one that stands, of the
    seat ``bidder``;
    ``settles_dealer``: the dealer is a bidder because of the bids, and not whom the record names.
    """

    trump: str | None
    dealer: int | None
    verdicts: tuple[BidVerdict, ...]
    tiers: tuple[int, ...]
    declared: bool
    void: bool = False
    standing: Bid | None = None
    bidder: int | None = None
    settles_dealer: bool = False


def judge_bids(
    ruleset: Ruleset,
    level: int | None,
    first_deal: bool,
    bids: Sequence[Shown],
    kitty: bytes | None,
    dealer: int | None,
) -> Auction:
    """Judges bids at a level 2..14, None where it is not known.

    ``kitty`` is in the order in which it is turned, None where it is not known; ``dealer`` is the one that the record
    or the board names.
    """
    return Judge(ruleset.values).judge(level, first_deal, bids, kitty, dealer)


def bids_move_dealer(values: dict[str, Any]) -> bool:
    """Whether bids may make another seat the dealer of a later deal than the one that the deal before comes to."""
    return bool(values["declare.override_moves_dealer_later"] or values["declare.who_later"] != "anyone")


class Judge:
    """Judges the bids of many deals under one ruleset (its resolved ``values``)."""

    def __init__(self, values: dict[str, Any]) -> None:
        self.values = values
        self.ladder = Ladder(values)

    def judge(
        self,
        level: int | None,
        first_deal: bool,
        bids: Sequence[Shown],
        kitty: bytes | None,
        dealer: int | None,
        in_order: bool = True,
    ) -> Auction:
        """As ``judge_bids``; ``in_order`` false: the order of the kitty is not known."""
        known = 0 if level is None else next((at for at, bid in enumerate(bids) if UNKNOWN in bid.cards), len(bids))
        table = _Table(self, level or 0, first_deal, bids, dealer)
        judged = [table.judge(at) for at in range(known)] + [(BidVerdict.UNJUDGED, 0)] * (len(bids) - known)
        told = tuple(verdict for verdict, _ in judged), tuple(tier for _, tier in judged)
        if level is None or known < len(bids):
            return Auction(None, None, *told, declared=bool(bids))
        if table.standing is None:
            nobody: str = self.values["declare.none_declared_first_deal" if first_deal else "declare.none_declared"]
            trump = turned(self.values, nobody, level, kitty, in_order)
            void = trump == VOID
            open_to = self._open_dealer(nobody, first_deal, dealer)
            return Auction(None if void else trump, open_to, *told, declared=False, void=void)
        bidder, bid, undecided = table.standing.seat, table.standing.bid, table.standing.undecided
        moved_to = table.dealer(dealer)
        settles = moved_to is not None and not undecided
        deals = dealer if moved_to is None else moved_to if settles else None
        made = None if undecided else bid.trump
        return Auction(made, deals, *told, declared=True, standing=bid, bidder=bidder, settles_dealer=settles)

    def _open_dealer(self, nobody: str, first_deal: bool, dealer: int | None) -> int | None:
        """Who deals where nobody has declared."""
        if nobody == "redeal":
            return None
        if self.values["dealer.first"] == "fixed_by_board":
            return dealer
        if nobody in OPEN_DEALER or (first_deal and nobody != KEPT_DEALER):
            return None
        return dealer


class _Table:
    """One deal while it is bid for."""

    def __init__(self, rules: Judge, level: int, first_deal: bool, bids: Sequence[Shown], dealer: int | None) -> None:
        self.values = rules.values
        self.ladder = rules.ladder
        self.level = level
        self.first_deal = first_deal
        self.bids = bids
        self.recorded = dealer
        self.standing: Standing | None = None
        self.seats: list[int] = []  # who has bid legally, in order

    def judge(self, at: int) -> tuple[BidVerdict, int]:
        """The verdict on the next bid and its tier from 1, 0 if it has none; a legal one stands after it."""
        untimely = at_its_time(self.values, self.bids, at, self.recorded)
        if untimely is not None:
            return untimely, 0
        seat, cards = self.bids[at][:2]
        verdict, bid = self._reinforcement(seat, cards) or self._other(at, self._read(cards))
        if bid is None:
            return verdict, 0
        if verdict < FIRST_VIOLATION:
            drawn = verdict == BidVerdict.BID_TOGETHER and self.values["declare.simultaneous"] == "kitty_card"
            self.standing = Standing(seat, bid, at, verdict == BidVerdict.BID_REINFORCE, drawn)
            self.seats.append(seat)
        return verdict, bid.tier + 1

    def _read(self, cards: bytes) -> Bid | BidVerdict:
        return self.ladder.read(self.level, self.first_deal, cards)

    def _reinforcement(self, seat: int, cards: bytes) -> tuple[BidVerdict, Bid] | None:
        """The verdict where a seat adds level cards to its own standing bid, and the bid they make of it."""
        if self.standing is None or self.standing.seat != seat or not self.standing.bid.pure:
            return None
        old = self.standing.bid
        shown = (self._read(cards), self._read(old.cards + cards))
        for bid in shown:
            if isinstance(bid, Bid) and bid.pure and self._is_more(bid, old):
                allowed = self._may_reinforce(seat)
                return (BidVerdict.BID_REINFORCE if allowed else BidVerdict.BID_REINFORCE_BARRED), bid
        return None

    @staticmethod
    def _is_more(bid: Bid, old: Bid) -> bool:
        return bid.trump == old.trump and bid.levels > old.levels and bid.tier > old.tier

    def _may_reinforce(self, seat: int) -> bool:
        mode = self.values["declare.reinforce"]
        overridden = any(other != seat for other in self.seats[self.seats.index(seat) :])
        return mode == "repeat" or (mode == "before_override" and not overridden)

    def _other(self, at: int, bid: Bid | BidVerdict) -> tuple[BidVerdict, Bid | None]:
        """The verdict on a bid that adds to none; the bid, or None where the cards are none."""
        seat = self.bids[at].seat
        if isinstance(bid, BidVerdict):
            return bid, None
        if bid.trump == NO_SUIT and not self.values["trump.no_trump_possible"]:
            return BidVerdict.BID_NO_TRUMP_BARRED, bid
        if self.standing is None:
            may_open = bid.trump != NO_SUIT or self.values["declare.no_trump_first"]
            return (BidVerdict.BID if may_open else BidVerdict.BID_NOT_FIRST), bid
        if self._partner_has_bid(seat):
            return BidVerdict.BID_PARTNER, bid
        if self._takes_its_place(at, bid, self.standing):
            return BidVerdict.BID_TOGETHER, bid
        if self.standing.seat == seat and not self._may_override_itself():
            return BidVerdict.BID_OWN, bid
        if bid.trump != NO_SUIT and self._is_locked(self.standing):
            return BidVerdict.BID_LOCKED, bid
        return (BidVerdict.BID_OVERRIDE if self._is_above(bid, self.standing.bid) else BidVerdict.BID_LOW), bid

    def _partner_has_bid(self, seat: int) -> bool:
        rule, partner = self.values["declare.partner"], (seat + 2) % SEATS
        over = rule == "not_over" and self.seats[-1] == partner
        return over or (rule == "one_a_side" and partner in self.seats)

    def _may_override_itself(self) -> bool:
        rule = self.values["declare.self_override"]
        return rule == "allowed" or (rule == "first_deal_only" and self.first_deal)

    def _takes_its_place(self, at: int, bid: Bid, standing: Standing) -> bool:
        """Whether an equal bid, shown at the moment of the one that stands, stands in its place."""
        seat, custom = self.bids[at].seat, self.values["declare.simultaneous"]
        if (
            not self.bids[at].together
            or standing.at != at - 1
            or standing.seat == seat
            or bid.tier != standing.bid.tier
        ):
            return False
        first = custom == "seat_order" and comes_before(seat, standing.seat, self.recorded)
        return first or custom == "kitty_card"

    def _is_locked(self, standing: Standing) -> bool:
        """Whether only jokers can still change trump."""
        fixed = standing.reinforced or standing.bid.levels >= LEVEL_LOCK
        changed = self.values["declare.first_change_locks"] and len(self.seats) > 1
        return changed or (self.values["declare.reinforce_lock"] == "joker_only" and fixed)

    def _is_above(self, bid: Bid, old: Bid) -> bool:
        """Whether a bid beats the standing one, by its tier or by its suit."""
        if bid.tier != old.tier:
            return bid.tier > old.tier
        acts = self.values["declare.suit_priority_deals"] == "all" or self.first_deal
        order = self.values["declare.suit_priority"]
        named = set(self.values["declare.suit_priority_tiers"])
        if not acts or not order or NO_SUIT in (bid.trump, old.trump):
            return False
        return bool(named & set(self.values["declare.ladder"][bid.tier])) and (
            order.index(bid.trump) < order.index(old.trump)
        )

    def dealer(self, recorded: int | None) -> int | None:
        """Who deals because of the bids; None: whom the record names (``recorded``)."""
        last, values = self.seats[-1], self.values
        if values["dealer.first"] == "fixed_by_board":
            return None
        later = values["declare.who_later"]
        moves = values[f"declare.override_moves_dealer_{'first_deal' if self.first_deal else 'later'}"]
        if self.first_deal or later == "declarer_deals":
            return last if moves else self.seats[0]
        if moves and set(self.seats) != {last}:
            return last
        others_only = recorded is not None and all((seat - recorded) % 2 for seat in self.seats)
        return last if others_only and later == "dealer_side_first" else None
