"""The canonical deal record: what a log says about one deal, free of any ruleset.

``Deal`` holds it with cards as bytes (``ingest.cards``), named as the columns
of ``ingest.columns.DEALS``; ``to_lines`` writes them as canonical lines of
``shengji-deal/1``; ``from_row`` takes it back out of a row of ``deals``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import date, datetime
from functools import lru_cache
from itertools import islice
from typing import Any

import msgspec
import numpy as np

from ingest import wire
from ingest.bulk import lengths, write_groups, write_tricks
from ingest.cards import SEATS, format_cards, rank_text, sort_cards
from ingest.notation import time_text

NOBODY = 255  # in ``rec_trick_winners``: not recorded


class Declaration(msgspec.Struct):
    """``seat`` showed ``cards`` to declare trump, none to pass; ``together``: at the same moment as the one before."""

    seat: int
    cards: bytes
    when: wire.When | None = None
    together: bool | None = None


class Exchange(msgspec.Struct):
    """``seat`` showed ``cards`` for the kitty after it was buried, and ``took`` what lay there."""

    seat: int
    cards: bytes
    took: bytes


class Throw(msgspec.Struct):
    """A failed throw in ``trick`` (0-based); ``derived``: the forced part was worked out, not recorded."""

    trick: int
    seat: int
    attempted: bytes
    forced: bytes | None = None
    derived: bool = False


class Split(msgspec.Struct):
    """How the leader of ``trick`` (0-based) said that a throw splits.

    ``cards`` are those of the parts one after another, ``lens`` one byte a part for its number of cards.
    """

    trick: int
    cards: bytes
    lens: bytes


class Penalty(msgspec.Struct):
    """A fine of ``points`` >= 0 for ``side``, for ``count`` >= 1 cards or times; ``trick`` is 0-based."""

    side: int
    seat: int | None = None
    kind: str | None = None
    points: int | None = None
    count: int | None = None
    trick: int | None = None


class Deal(msgspec.Struct, kw_only=True):
    """One deal as recorded. None is unknown; the columns of ``DEALS`` say what each field means.

    ``hands`` are four of equal length one after another, ``plays`` all cards in
    play order, ``play_lens`` one byte a play, ``leaders`` one byte a trick. An
    empty list says that there were none, None that it is not known.
    """

    match_name: str
    deal_no: int
    decks: int
    event: str | None = None
    round: str | None = None
    table: str | None = None
    board: str | None = None
    played_at: datetime | None = None
    played_on: date | None = None
    names: Sequence[str | None] = (None,) * SEATS
    kinds: Sequence[wire.Kind] = wire.ANONYMOUS
    synthetic: bool | None = None
    level: int | None = None
    trump: str | None = None
    dealer: int | None = None
    first_deal: bool | None = None
    level_0: int | None = None
    level_1: int | None = None
    hands: bytes | None = None
    kitty: bytes | None = None
    buried: bytes | None = None
    plays: bytes | None = None
    play_lens: bytes | None = None
    leaders: bytes | None = None
    declarations: Sequence[Declaration] | None = None
    exchanges: Sequence[Exchange] | None = None
    throws: Sequence[Throw] | None = None
    declared: Sequence[Split] | None = None
    penalties: Sequence[Penalty] | None = None
    rec_trick_winners: bytes | None = None
    rec_trick_points: Sequence[int | None] | None = None
    rec_defender_points: int | None = None
    rec_kitty_points: int | None = None
    rec_multiplier: int | None = None
    rec_total: int | None = None
    rec_takeover: bool | None = None
    rec_levels_gained: int | None = None
    rec_level_after_0: int | None = None
    rec_level_after_1: int | None = None
    rec_next_dealer: int | None = None
    rec_winner: int | None = None
    extra: str | None = None  # keys x_… as JSON text, sorted


def to_line(deal: Deal) -> str:
    """The deal as one canonical line of ``shengji-deal/1``, without a newline.

    Equal deals give equal text; reading the text gives the deal again.
    """
    return to_lines([deal])[0].decode()


def to_lines(deals: Sequence[Deal]) -> list[bytes]:
    """The canonical lines of many deals, their cards written all at once.

    Raises ``ValueError`` for cards that make no hands or tricks, ``UnicodeEncodeError`` for half characters.
    """
    tricks = _tricks(deals)
    held = [cards for deal in deals for cards in _held(deal)]
    texts = iter(write_groups(b"".join(held), lengths(held)))
    return [_line(deal, text, texts) for deal, text in zip(deals, tricks, strict=True)]


def _line(deal: Deal, tricks: msgspec.Raw, texts: Iterator[str]) -> bytes:
    """The line of a deal: ``texts`` gives those of its cards, as ``_held`` has them."""
    line = wire.RawLine(
        format=wire.FORMAT,
        match=deal.match_name,
        deal=deal.deal_no,
        event=deal.event,
        round=deal.round,
        table=deal.table,
        board=deal.board,
        played_at=None if deal.played_at is None else time_text(deal.played_at),
        played_on=None if deal.played_on is None else deal.played_on.isoformat(),
        players=_players(tuple(deal.names), tuple(deal.kinds)),
        synthetic=deal.synthetic,
        decks=deal.decks,
        level=None if deal.level is None else rank_text(deal.level),
        trump=deal.trump,
        dealer=deal.dealer,
        first_deal=deal.first_deal,
        levels=_levels(deal.level_0, deal.level_1),
        hands=None if deal.hands is None else [next(texts) for _ in range(SEATS)],
        kitty=None if deal.kitty is None else next(texts),
        buried=None if deal.buried is None else next(texts),
        bids=None if deal.declarations is None else [_bid(bid, next(texts)) for bid in deal.declarations],
        exchanges=None
        if deal.exchanges is None
        else [wire.ExchangeText(each.seat, next(texts), next(texts)) for each in deal.exchanges],
        tricks=tricks,
        throws=_throws(deal.throws),
        declared=_declared(deal.declared),
        penalties=_penalties(deal.penalties),
        result=_result(deal),
    )
    return wire.encode(line, deal.extra)


def _bid(bid: Declaration, cards: str) -> wire.BidText:
    return wire.BidText(bid.seat, cards, bid.when, bid.together)


def _levels(side_0: int | None, side_1: int | None) -> list[str | None] | None:
    if side_0 is None and side_1 is None:
        return None
    return [None if level is None else rank_text(level) for level in (side_0, side_1)]


@lru_cache(1024)
def _players(names: tuple[str | None, ...], kinds: tuple[wire.Kind, ...]) -> list[wire.PlayerText] | None:
    players = [wire.PlayerText(name, kind) for name, kind in zip(names, kinds, strict=True)]
    return None if all(player == wire.PlayerText() for player in players) else players


def _held(deal: Deal) -> list[bytes]:
    """The groups of cards of a deal that are written apart from the tricks and throws."""
    groups: list[bytes] = []
    if deal.hands is not None:
        each, rest = divmod(len(deal.hands), SEATS)
        if rest:
            raise ValueError("the hands are not of equal length")
        groups += [deal.hands[each * seat : each * (seat + 1)] for seat in range(SEATS)]
    groups += [cards for cards in (deal.kitty, deal.buried) if cards is not None]
    groups += [bid.cards for bid in deal.declarations or ()]
    groups += [cards for exchange in deal.exchanges or () for cards in (exchange.cards, exchange.took)]
    return groups


def _tricks(deals: Sequence[Deal]) -> list[msgspec.Raw]:
    """The JSON text of each deal's tricks, ``wire.NO_TRICKS`` where it has none."""
    played = [deal for deal in deals if None not in (deal.plays, deal.play_lens, deal.leaders)]
    plays, lens, leaders = ([getattr(deal, name) for deal in played] for name in ("plays", "play_lens", "leaders"))
    for cards, counts, seats in zip(plays, lens, leaders, strict=True):
        if len(cards) != sum(counts) or len(seats) != -(-len(counts) // SEATS) or max(seats, default=0) >= SEATS:
            raise ValueError("the plays do not add up to tricks that seats lead")
    counts = np.frombuffer(b"".join(lens), np.uint8).astype(np.int64)
    texts = iter(write_tricks(b"".join(plays), counts, b"".join(leaders), lengths(lens)))
    return [wire.NO_TRICKS if None in (d.plays, d.play_lens, d.leaders) else msgspec.Raw(next(texts)) for d in deals]


def _throws(throws: Sequence[Throw] | None) -> list[wire.ThrowText] | None:
    if throws is None:
        return None
    return [
        wire.ThrowText(
            throw.trick + 1,
            throw.seat,
            format_cards(sort_cards(throw.attempted)),
            None if throw.derived or throw.forced is None else format_cards(sort_cards(throw.forced)),
        )
        for throw in throws
    ]


def _declared(splits: Sequence[Split] | None) -> list[wire.SplitText] | None:
    return None if splits is None else [wire.SplitText(split.trick + 1, _parts(split)) for split in splits]


def _parts(split: Split) -> list[str]:
    if len(split.cards) != sum(split.lens):
        raise ValueError("the parts of a declared throw do not add up to its cards")
    cards = iter(split.cards)
    return [format_cards(sort_cards(bytes(islice(cards, count)))) for count in split.lens]


def _penalties(penalties: Sequence[Penalty] | None) -> list[wire.PenaltyText] | None:
    if penalties is None:
        return None
    fields = msgspec.structs.asdict
    return [
        wire.PenaltyText(**fields(fine) | {"trick": None if fine.trick is None else fine.trick + 1})
        for fine in penalties
    ]


_EMPTY_RESULT = wire.ResultText()


def _result(deal: Deal) -> wire.ResultText | None:
    winners, points = deal.rec_trick_winners, deal.rec_trick_points
    result = wire.ResultText(
        trick_winners=None if winners is None else _winners(winners),
        trick_points=None if points is None else list(points),
        defender_points=deal.rec_defender_points,
        kitty_points=deal.rec_kitty_points,
        multiplier=deal.rec_multiplier,
        total=deal.rec_total,
        takeover=deal.rec_takeover,
        levels_gained=deal.rec_levels_gained,
        levels_after=_levels(deal.rec_level_after_0, deal.rec_level_after_1),
        next_dealer=deal.rec_next_dealer,
        winner=deal.rec_winner,
    )
    return None if result == _EMPTY_RESULT else result


def _winners(winners: bytes) -> list[int | None]:
    return [None if seat == NOBODY else seat for seat in winners] if NOBODY in winners else list(winners)


_COPIED = tuple(name for name in Deal.__struct_fields__ if name not in ("names", "kinds"))
_STRUCTS: dict[str, type] = {
    "declarations": Declaration, "exchanges": Exchange, "throws": Throw, "declared": Split, "penalties": Penalty,
}  # fmt: skip
_DERIVED = {"held": "hands", "cards": "buried", "kitty": "kitty"}


def from_row(row: Mapping[str, Any], names: Mapping[str, str] | None = None) -> Deal:
    """The deal of a row of ``deals`` (as ``to_pylist`` gives it), without what ingest derived.

    ``names`` maps player ids to names (table ``players``); an id it lacks stands for its name.
    """
    known = names or {}
    fields = {name: row[name] for name in _COPIED}
    for check in row["not_checked"] or ():
        fields[_DERIVED[check]] = None
    ids = [row[f"player_{seat}"] for seat in range(SEATS)]
    fields["names"] = [None if player is None else known.get(player, player) for player in ids]
    fields["kinds"] = [row[f"kind_{seat}"] for seat in range(SEATS)]
    for name, kind in _STRUCTS.items():
        if fields[name] is not None:
            fields[name] = [kind(**entry) for entry in fields[name]]
    return Deal(**fields)
