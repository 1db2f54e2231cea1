"""The bids and exchanges of a deal in words: what each was, and what they come to."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum

from ingest.cards import format_cards
from replay.bidding import Auction
from replay.bids import Shown
from replay.exchanges import Exchange, Exchanged
from replay.sentences import say
from replay.telling import seat_name, shown_words


def auction_lines(lang: str, bids: Sequence[Shown], auction: Auction) -> list[str]:
    """A sentence a bid, then whether there was none, and whether the deal is void for it."""
    lines = _shown(lang, "bid", [bid[:2] for bid in bids], auction.verdicts)
    lines += [] if auction.declared else [say(lang, "bid.nobody")]
    return lines + ([say(lang, "bid.void")] if auction.void else [])


def exchange_lines(lang: str, exchanges: Sequence[Exchange], exchanged: Exchanged) -> list[str]:
    """A sentence an exchange."""
    return _shown(lang, "exchange", exchanges, exchanged.verdicts)


def made_lines(lang: str, trump: str | None, dealer: int | None) -> list[str]:
    """What is trump, and who deals; None where it does not follow."""
    made = say(lang, "bid.trump_open") if trump is None else say(lang, "bid.trump", trump=say(lang, f"trump.{trump}"))
    if dealer is None:
        return [made, say(lang, "bid.dealer_open")]
    return [made, say(lang, "bid.dealer", seat=seat_name(lang, dealer))]


def _shown(lang: str, table: str, shown: Sequence[tuple[int, bytes]], verdicts: Sequence[IntEnum]) -> list[str]:
    return [
        shown_words(lang, table, seat_name(lang, seat), format_cards(cards), verdict.name.lower())
        for (seat, cards), verdict in zip(shown, verdicts, strict=True)
    ]
