"""The bids of a deal in words: what each was, and what they come to."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from ingest.cards import format_cards
from replay.bidding import Auction
from replay.sentences import say
from replay.telling import seat_name
from replay.verdicts import BidVerdict


def bid_words(lang: str, seat: str, cards: bytes, verdict: BidVerdict) -> str:
    """One bid with its verdict; ``seat`` is a name."""
    words = say(lang, f"bid.{verdict.name.lower()}")
    return say(lang, "bid.shown", seat=seat, cards=format_cards(cards), verdict=words)


def auction_lines(lang: str, bids: Sequence[tuple[int, bytes]], auction: Auction) -> list[str]:
    """A sentence a bid, then what is trump and who deals."""
    tell = partial(say, lang)
    judged = zip(bids, auction.verdicts, strict=True)
    lines = [bid_words(lang, seat_name(lang, seat), cards, verdict) for (seat, cards), verdict in judged]
    if not auction.declared:
        lines.append(tell("bid.nobody"))
    if auction.void:
        return [*lines, tell("bid.void")]
    trump = tell("bid.trump", trump=tell(f"trump.{auction.trump}")) if auction.trump else tell("bid.trump_open")
    known = auction.dealer is not None
    dealer = tell("bid.dealer", seat=seat_name(lang, auction.dealer or 0)) if known else tell("bid.dealer_open")
    return [*lines, trump, dealer]
