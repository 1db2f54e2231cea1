"""Reads 80fen play records: NDJSON, one match a line, a deal a round (docs/formats/80fen.md)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import chain
from typing import Annotated, Any, Literal, NamedTuple

import msgspec
import numpy as np

from ingest import wire
from ingest.bulk import sort_groups
from ingest.cards import BIG_JOKER, LITTLE_JOKER, SEATS, SUITS
from ingest.faults import Fault
from ingest.readers.base import Item, Reader, each_line, extra_text, items, load, schema_fault, unknown_keys
from ingest.record import Deal, Declaration, Penalty

DECKS = 2
_BOTS: list[wire.Kind] = ["bot"] * SEATS
WON = 14  # a level above it says that the side passed the ace

Id = Annotated[int, msgspec.Meta(ge=0, le=107)]
After = Annotated[int, msgspec.Meta(ge=2, le=16)]
Level = Annotated[int, msgspec.Meta(ge=2, le=14)]
Team = Annotated[int, msgspec.Meta(ge=0, le=1)]
Play = Annotated[list[Id], msgspec.Meta(min_length=1, max_length=25)]


class Trick(msgspec.Struct, forbid_unknown_fields=True):
    """``w`` the seat that won, ``p`` the four plays in play order."""

    w: wire.Seat
    p: Annotated[list[Play], msgspec.Meta(min_length=4, max_length=4)]


class Round(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """One deal as 80fen writes it; ``declSeat`` is the dealer."""

    no: wire.Number
    declSeat: wire.Seat
    declTeam: Team | None = None
    declBy: Annotated[int, msgspec.Meta(ge=-1, le=3)] | None = None
    trump: Literal["S", "H", "D", "C"] | None = None
    trumpRank: Level
    declStrength: Annotated[int, msgspec.Meta(ge=0, le=4)] | None = None
    rawTotal: wire.Points | None = None
    penalty: Annotated[list[wire.Count], msgspec.Meta(min_length=2, max_length=2)] | None = None
    total: wire.Points | None = None
    defendersWin: bool | None = None
    defLevelsUp: Annotated[int, msgspec.Meta(ge=0, le=127)] | None = None
    defWonLast: bool | None = None
    tricks: int | None = None
    kittyPts: wire.Count | None = None
    mult: wire.Count | None = None
    before: Annotated[list[Level], msgspec.Meta(min_length=2, max_length=2)] | None = None
    after: Annotated[list[After], msgspec.Meta(min_length=2, max_length=2)] | None = None
    redeals: int | None = None
    seed: int | str | None = None
    first: int | None = None
    kitty: list[Id] | None = None
    buried: list[Id] | None = None
    plays: list[Trick]


class _Match(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    a: str
    b: str
    seed: int | str
    aTeam: Team
    winner: str | None = None
    levels: list[int] | None = None


class Match(_Match, forbid_unknown_fields=True, kw_only=True):
    """A whole match, all rounds typed."""

    rounds: list[Round]


class RawMatch(_Match, forbid_unknown_fields=True, kw_only=True):
    """A match whose rounds are looked at one by one, so that a bad one spoils none beside it."""

    rounds: list[Any]


_decoder = msgspec.json.Decoder(Match)

# id % 54 counts S H D C, then the jokers; ours counts S H C D.
_ORDER = "SHDC"
_CODES = bytes(
    [
        13 * SUITS.index(_ORDER[card // 13]) + card % 13 if card < LITTLE_JOKER else card
        for card in (number % 54 for number in range(108))
    ]
    + [0] * 148
)


def parse_all(texts: Sequence[bytes]) -> list[list[Item]]:
    """The deals of each match, each with its canonical text; a fault a round that cannot be taken."""
    entries = [_entries(text) for text in texts]
    items = iter(_items(list(chain.from_iterable(found or () for found in entries))))
    return [
        list(_one_by_one(text)) if found is None else [next(items) for _ in found]
        for text, found in zip(texts, entries, strict=True)
    ]


def parse(text: bytes) -> list[Item]:
    """The deals of one match."""
    return parse_all([text])[0]


class _Entry(NamedTuple):
    """A round of a match that adds up; ``ids`` are those played, then kitty and buried."""

    match: Match | RawMatch
    round: Round
    extra: dict[str, Any]
    last: bool
    winners: bytes
    counts: bytes
    ids: bytes


def _entries(text: bytes) -> list[_Entry] | None:
    """The rounds of a match; None if there is anything wrong with one."""
    try:
        match = _decoder.decode(text)
        last = len(match.rounds) - 1
        return [_entry(match, round_, {}, index == last) for index, round_ in enumerate(match.rounds)]
    except (msgspec.MsgspecError, Fault):
        return None


def _one_by_one(text: bytes) -> Iterator[Item]:
    """The same, round by round, with every fault named and keys that are not known kept as ``x_…``."""
    try:
        record = load(text)
        more = unknown_keys(record, RawMatch, "The match")
        match = msgspec.convert(record, RawMatch)
    except msgspec.ValidationError as error:
        yield Item(fault=schema_fault(error, RawMatch.__struct_fields__))
        return
    except Fault as fault:
        yield Item(fault=fault)
        return
    last = len(match.rounds) - 1
    for index, entry in enumerate(match.rounds):
        number = entry.get("no") if isinstance(entry, dict) else None
        deal_no = number if isinstance(number, int) else None
        try:
            extra = unknown_keys(entry, Round, f"Round {index + 1}")
            round_ = msgspec.convert(entry, Round)
            yield _items([_entry(match, round_, extra | more, index == last)])[0]
        except msgspec.ValidationError as error:
            yield Item(fault=schema_fault(error, Round.__struct_fields__), deal_no=deal_no)
        except Fault as fault:
            yield Item(fault=fault, deal_no=deal_no)


def _entry(match: Match | RawMatch, round_: Round, extra: dict[str, Any], last: bool) -> _Entry:
    """Raises ``Fault`` where the round's own counts or its card numbers contradict each other."""
    winners = bytes([trick.w for trick in round_.plays])
    plays = [play for trick in round_.plays for play in trick.p]
    if not winners:
        raise Fault("play_count", "The round holds no plays.")
    if round_.tricks is not None and round_.tricks != len(winners):
        raise Fault("play_count", f"The round says {round_.tricks} tricks, but {len(winners)} are in it.")
    played, buried = bytes(chain.from_iterable(plays)), bytes(round_.buried or ())
    ids = played + buried
    if len(set(ids)) != len(ids):
        twice = next(number for number in ids if ids.count(number) > 1)
        raise Fault("card_twice", f"The card number {twice} is played or buried twice.")
    return _Entry(
        match, round_, extra, last, winners, bytes(map(len, plays)), played + bytes(round_.kitty or ()) + buried
    )


def _items(entries: Sequence[_Entry]) -> list[Item]:
    """The rounds as deals with their canonical texts, the cards of all at once."""
    counts = [(*entry.counts, len(entry.round.kitty or ()), len(entry.round.buried or ())) for entry in entries]
    ids = b"".join([entry.ids for entry in entries])
    cards = sort_groups(ids.translate(_CODES), np.array(list(chain.from_iterable(counts)), np.int64))
    deals, start = [], 0
    for entry in entries:
        deals.append(_deal(entry, cards[start : start + len(entry.ids)]))
        start += len(entry.ids)
    return items(deals)


def _deal(entry: _Entry, cards: bytes) -> Deal:
    """The deal of a round; ``cards`` are its ids as codes, each group sorted."""
    match, round_, winners = entry.match, entry.round, entry.winners
    dealer = round_.declSeat
    before_0, before_1 = round_.before or (None, None)
    after_0, after_1 = round_.after or (None, None)
    declarations = _declarations(round_)
    buried = len(cards) - len(round_.buried or ())
    kitty = buried - len(round_.kitty or ())
    return Deal(
        match_name=f"{match.a} vs {match.b} #{match.seed} a={match.aTeam}",
        deal_no=round_.no,
        decks=DECKS,
        board=None if round_.seed is None else f"{match.seed}/{round_.seed}",
        names=[match.a if seat % 2 == match.aTeam else match.b for seat in range(SEATS)],
        kinds=_BOTS,
        synthetic=False,
        level=round_.trumpRank,
        trump=round_.trump or "NT",
        dealer=dealer,
        first_deal=round_.no == 1,
        level_0=before_0,
        level_1=before_1,
        kitty=None if round_.kitty is None else cards[kitty:buried],
        buried=None if round_.buried is None else cards[buried:],
        plays=cards[:kitty],
        play_lens=entry.counts,
        leaders=bytes([dealer]) + winners[:-1],
        declarations=declarations,
        penalties=_penalties(round_.penalty),
        rec_trick_winners=winners,
        rec_defender_points=round_.rawTotal,
        rec_kitty_points=round_.kittyPts,
        rec_multiplier=round_.mult,
        rec_total=round_.total,
        rec_takeover=round_.defendersWin,
        rec_levels_gained=round_.defLevelsUp,
        rec_level_after_0=None if after_0 is None else min(after_0, WON),
        rec_level_after_1=None if after_1 is None else min(after_1, WON),
        rec_winner=next((side for side, level in enumerate((after_0, after_1)) if (level or 0) > WON), None),
        extra=extra_text(entry.extra | _extra(match, round_, declarations, entry.last)),
    )


def _declarations(round_: Round) -> list[Declaration] | None:
    """What was shown, from the strength: 1 a level card, 2 a pair of it, 3 and 4 a pair of jokers."""
    if round_.declBy == -1:
        return []
    strength = round_.declStrength
    if round_.declBy is None or not strength or (round_.trump is None and strength < 3):
        return None
    if strength > 2:
        cards = bytes([(LITTLE_JOKER, BIG_JOKER)[strength - 3]] * 2)
    else:
        cards = bytes([13 * SUITS.index(round_.trump or "") + round_.trumpRank - 2] * strength)
    return [Declaration(round_.declBy, cards)]


def _penalties(fines: list[int] | None) -> list[Penalty] | None:
    if fines is None:
        return None
    return [Penalty(side, kind="fine", points=points) for side, points in enumerate(fines) if points]


def _extra(
    match: Match | RawMatch, round_: Round, declarations: list[Declaration] | None, last: bool
) -> dict[str, Any]:
    """What 80fen records and the record has no column for."""
    found: dict[str, Any] = {"x_first": round_.first, "x_redeals": round_.redeals or None}
    if declarations is None:
        found["x_decl_by"] = round_.declBy
        found["x_decl_strength"] = round_.declStrength or None
    if round_.declTeam != round_.declSeat % 2:
        found["x_decl_team"] = round_.declTeam
    if round_.defWonLast is not ((round_.plays[-1].w - round_.declSeat) % 2 == 1):
        found["x_def_won_last"] = round_.defWonLast
    if last:
        found |= {"x_match_winner": match.winner, "x_match_levels": match.levels}
    return {key: value for key, value in found.items() if value is not None}


class _Rounds(msgspec.Struct):
    rounds: list[msgspec.Raw]


def _part(text: bytes, place: int) -> bytes:
    """The JSON text of one round, or the whole line where that cannot be told apart."""
    try:
        return bytes(msgspec.json.decode(text, type=_Rounds).rounds[place])
    except (msgspec.MsgspecError, IndexError):
        return text


READER = Reader(
    name="80fen",
    version=1,
    recognises=lambda line: line.lstrip().startswith(b"{") and b'"aTeam"' in line and b'"rounds"' in line,
    read=partial(each_line, parse_all),
    part=_part,
)
