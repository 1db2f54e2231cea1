"""Exchanges of the kitty: what each is, what is trump after them, and what the seats hold then (docs/rules.md 10)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

from tests.oracle.bids import Table, auction, bid_for, nobody
from tests.oracle.cards import Rules, less
from tests.oracle.rulesets import merge
from tests.oracle.showings import Bid, read

Exchange = dict[str, Any]  # seat, cards, took
Hands = list[list[str]]


class Kitty(NamedTuple):
    """The cards that lie there: who buried them, and the tier that has to be beaten to take them."""

    table: Table  # of the exchanges: its ladder is that of the exchanges
    barred: bool
    buried_by: int | None  # None: not known
    tier: int | None = None  # None: any is higher
    trump: str | None = None  # of the last legal exchange
    lost: bool = False  # a bid or an exchange was not judged
    declarer: int | None = None  # the seat that has to wait until another has taken the kitty


def judged(
    level: str | None,
    first_deal: bool,
    bids: Sequence[Exchange] | None,
    exchanges: Sequence[Exchange],
    kitty: Sequence[str] | None,
    dealer: int | None,
    rules: Rules,
) -> dict[str, Any]:
    """Trump, dealer and whether the deal is void after bids and exchanges, and a code for each exchange.

    `bids` is None where none are recorded; the others are as in `auction`. Trump and dealer are None where nothing that
    is recorded says what they are.
    """
    follows = auction(level, first_deal, bids or [], kitty, dealer, rules)
    if bids is None:
        follows |= {"trump": None, "dealer": None, "void": False}
    lying = lies_there(level, first_deal, bids, dealer, rules)
    if dealer is None:
        lying = lying._replace(buried_by=follows["dealer"])
    codes = []
    for exchange in exchanges:
        code, lying = after(lying, exchange["seat"], exchange["cards"].split())
        codes.append(code)
    trump = None if lying.lost else lying.trump or follows["trump"]
    return {**follows, "trump": trump, "codes": codes}


def lies_there(
    level: str | None, first_deal: bool, bids: Sequence[Exchange] | None, dealer: int | None, rules: Rules
) -> Kitty:
    """The kitty before the first exchange; `dealer`, whom the record names, has buried it."""
    exchange = rules["kitty_exchange"]
    table = Table(level, first_deal, merge(rules, {"declare": {"ladder": exchange["ladder"]}}))
    _, bid = bid_for(Table(level, first_deal, rules, dealer), bids or [])
    by_kitty = bids is not None and bid.standing is None
    barred = (
        not exchange["ladder"]
        or (first_deal and not exchange["on_first_deal"])
        or (by_kitty and (exchange["window"] == "before_kitty_flip" or nobody(bid) == "redeal"))
    )
    stands = bid.standing and level and understood(table, bid.standing.bid.cards)
    declarer = bid.standing.seat if bid.standing and exchange["bidder"] == "after_another" else None
    tier = stands.tier if isinstance(stands, Bid) else None
    return Kitty(table, barred, dealer, tier, lost=bid.lost, declarer=declarer)


def understood(table: Table, cards: Sequence[str]) -> Bid | str:
    """What cards are on the ladder of exchanges, or the code of a bid that tells why they are nothing."""
    assert table.level is not None
    return read(cards, table.level, table.rules, first_deal=table.first_deal)


def after(lying: Kitty, seat: int, cards: Sequence[str]) -> tuple[str, Kitty]:
    """The code of an exchange, and what lies there after it: whatever the code, the seat has buried it."""
    code, bid = judge(lying, seat, cards)
    lying = lying._replace(buried_by=seat, lost=lying.lost or code == "unjudged")
    return code, lying._replace(tier=bid.tier, trump=bid.suit) if bid else lying


def judge(lying: Kitty, seat: int, cards: Sequence[str]) -> tuple[str, Bid | None]:
    """The code of an exchange, and the bid it makes trump with if it is legal."""
    if lying.table.level is None or lying.lost or "??" in cards:
        return "unjudged", None
    if lying.barred:
        return "exchange_barred", None
    bid = understood(lying.table, cards)
    if isinstance(bid, str):
        return bid.replace("bid_", "exchange_"), None
    if seat == lying.buried_by:
        return "exchange_own", None
    if lying.trump is None and seat == lying.declarer:
        return "exchange_bidder", None
    if lying.tier is not None and bid.tier <= lying.tier:
        return "exchange_low", None
    return "exchange", bid


def hands_after(hands: Hands, kitty: Sequence[str], dealer: int, exchanges: Sequence[Exchange], buried: str) -> Hands:
    """What the seats hold when the first trick begins; raises ValueError where a card is not there."""
    held = [list(hand) for hand in hands]
    takes: list[tuple[int, str]] = [(dealer, " ".join(kitty)), *((one["seat"], one["took"]) for one in exchanges)]
    buries = [*(one["took"] for one in exchanges), buried]
    for (seat, took), laid in zip(takes, buries, strict=True):
        held[seat] = less(held[seat] + took.split(), laid.split())
    return held


def adds_up(hands: Hands, kitty: Sequence[str], dealer: int, exchanges: Sequence[Exchange], buried: str) -> bool:
    """Whether the exchanges of a record can have been made with these cards."""
    for at, exchange in enumerate(exchanges):
        try:
            held = hands_after(hands, kitty, dealer, exchanges[:at], exchange["took"])[exchange["seat"]]
        except ValueError:
            return False
        if len(exchange["took"].split()) != len(kitty) or Counter(exchange["cards"].split()) - Counter(held):
            return False
    try:
        hands_after(hands, kitty, dealer, exchanges, buried)
    except ValueError:
        return False
    return True
