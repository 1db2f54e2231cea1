"""From the JSON layer of ``shengji-deal/1`` to the record: ``to_deal``, the way back of ``record.to_line``."""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain

from ingest import wire
from ingest.bulk import split
from ingest.cards import SEATS
from ingest.faults import Fault
from ingest.notation import Notation
from ingest.record import NOBODY, Deal, Declaration, Penalty, Throw


def to_deal(line: wire.Line, extra: str | None, notation: Notation) -> Deal:
    """The deal of a line.

    Raises ``Fault`` for text that cannot be read, ``KeyError`` for text that a strict notation does not take.
    """
    plays, lens, leaders = _plays(line.tricks, notation)
    hands, kitty, buried = _held(line, notation)
    level_0, level_1 = _pair(line.levels, notation)
    result = line.result or wire.ResultText()
    after_0, after_1 = _pair(result.levels_after, notation)
    winners = result.trick_winners
    return Deal(
        match_name=line.match,
        deal_no=line.deal,
        decks=line.decks,
        event=line.event,
        round=line.round,
        table=line.table,
        board=line.board,
        played_at=None if line.played_at is None else notation.time(line.played_at),
        played_on=None if line.played_on is None else notation.day(line.played_on),
        names=[player.name for player in line.players] if line.players else (None,) * SEATS,
        kinds=[player.kind for player in line.players] if line.players else wire.ANONYMOUS,
        synthetic=line.synthetic,
        level=None if line.level is None else notation.rank(line.level),
        trump=None if line.trump is None else notation.trump(line.trump),
        dealer=line.dealer,
        first_deal=line.first_deal,
        level_0=level_0,
        level_1=level_1,
        hands=hands,
        kitty=kitty,
        buried=buried,
        plays=plays,
        play_lens=lens,
        leaders=leaders,
        declarations=_declarations(line.bids, notation),
        throws=_throws(line.throws, notation, plays or b"", lens or b""),
        penalties=_penalties(line.penalties),
        rec_trick_winners=None if winners is None else _winners(winners),
        rec_trick_points=result.trick_points,
        rec_defender_points=result.defender_points,
        rec_kitty_points=result.kitty_points,
        rec_multiplier=result.multiplier,
        rec_total=result.total,
        rec_takeover=result.takeover,
        rec_levels_gained=result.levels_gained,
        rec_level_after_0=after_0,
        rec_level_after_1=after_1,
        rec_next_dealer=result.next_dealer,
        rec_winner=result.winner,
        extra=extra,
    )


def _winners(winners: list[int | None]) -> bytes:
    try:
        return bytes(winners)  # type: ignore[arg-type]
    except TypeError:  # some are not recorded
        return bytes([NOBODY if winner is None else winner for winner in winners])


def _pair(levels: list[str | None] | None, notation: Notation) -> tuple[int | None, int | None]:
    if levels is None:
        return None, None
    side_0, side_1 = levels
    rank = notation.rank
    return None if side_0 is None else rank(side_0), None if side_1 is None else rank(side_1)


def _held(line: wire.Line, notation: Notation) -> tuple[bytes | None, bytes | None, bytes | None]:
    """Hands, kitty and buried cards."""
    texts = [*(line.hands or ()), line.kitty or "", line.buried or ""]
    parts = split(*notation.groups(texts)) if all(texts) else [notation.cards(text) for text in texts]
    *hands, kitty, buried = parts
    sizes = [len(hand) for hand in hands]
    if len(set(sizes)) > 1:
        counts = " ".join(map(str, sizes))
        raise Fault("hand_sizes", f"The hands hold {counts} cards; all four must hold equally many.")
    return (
        None if line.hands is None else b"".join(hands),
        None if line.kitty is None else kitty,
        None if line.buried is None else buried,
    )


def _plays(tricks: list[list[int | str]] | None, notation: Notation) -> tuple[bytes | None, bytes | None, bytes | None]:
    """The cards played, the length of each play, the leader of each trick."""
    if tricks is None:
        return None, None, None
    if not tricks:
        return b"", b"", b""
    if set(map(len, tricks)) != {SEATS + 1}:
        _check_counts(tricks)
    texts: list[int | str] = list(chain.from_iterable(tricks))
    leaders = texts[:: SEATS + 1]
    del texts[:: SEATS + 1]
    try:
        seats = bytes(leaders)  # type: ignore[arg-type]
        cards, counts = notation.groups(texts)  # type: ignore[arg-type]
    except (TypeError, ValueError, AttributeError, Fault) as error:
        raise _bad_trick(tricks, notation.cards) from error
    if max(seats) >= SEATS:
        raise _bad_trick(tricks, notation.cards)
    return cards, counts, seats


def _check_counts(tricks: list[list[int | str]]) -> None:
    """Raise ``Fault`` unless every trick has four plays; the last may have fewer."""
    last = len(tricks) - 1
    for number, trick in enumerate(tricks):
        count = len(trick) - 1
        if count != SEATS and not (number == last and 0 < count < SEATS):
            raise Fault("play_count", f"Trick {number + 1} has {max(count, 0)} plays; it must have four.", number)


def _bad_trick(tricks: list[list[int | str]], cards: Callable[[str], bytes]) -> Fault:
    """The fault of the first trick that cannot be read."""
    for number, (leader, *plays) in enumerate(tricks):
        if not isinstance(leader, int) or not 0 <= leader < SEATS:
            return Fault("bad_trick", f"Trick {number + 1} must begin with its leader's seat, 0 to 3.", number)
        fault = _bad_play(number, leader, plays, cards)
        if fault is not None:
            return fault
    raise AssertionError("called for tricks that can be read")


def _bad_play(number: int, leader: int, plays: list[int | str], cards: Callable[[str], bytes]) -> Fault | None:
    """The fault of the first play of a trick that cannot be read."""
    for place, play in enumerate(plays):
        seat = (leader + place) % SEATS
        where = f"Trick {number + 1}, seat {seat}"
        if isinstance(play, int):
            return Fault("bad_trick", f"{where}: a play is a text of cards, not {play}.", number, seat)
        try:
            cards(play)
        except Fault as fault:
            return Fault(fault.code, f"{where}: {fault.sentence}", number, seat)
    return None


def _declarations(bids: list[wire.BidText] | None, notation: Notation) -> list[Declaration] | None:
    if bids is None:
        return None
    return [Declaration(bid.seat, notation.cards(bid.cards)) for bid in bids]


def _throws(throws: list[wire.ThrowText] | None, notation: Notation, plays: bytes, counts: bytes) -> list[Throw] | None:
    """The failed throws; what was forced is what was led, where it is not recorded."""
    if throws is None:
        return None
    found = []
    for throw in throws:
        first = SEATS * (throw.trick - 1)
        start = sum(counts[:first])
        led = plays[start : start + counts[first]] if first < len(counts) else None
        forced = led if throw.forced is None else notation.cards(throw.forced)
        attempted = notation.cards(throw.attempted)
        found.append(Throw(throw.trick - 1, throw.seat, attempted, forced, throw.forced is None))
    return found


def _penalties(penalties: list[wire.PenaltyText] | None) -> list[Penalty] | None:
    if penalties is None:
        return None
    return [
        Penalty(fine.side, fine.seat, fine.kind, fine.points, None if fine.trick is None else fine.trick - 1)
        for fine in penalties
    ]
