"""From the JSON layer of ``shengji-deal/1`` to the record: the way back of ``record.to_lines``.

``to_deals`` takes many canonical lines and reads their cards at once; ``to_deal`` takes
one line as a person may write it, and says what is wrong with it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

import msgspec

from ingest import wire
from ingest.bulk import MOST, Tricks, read_groups, read_tricks
from ingest.cards import SEATS
from ingest.faults import Fault
from ingest.notation import (
    canonical_ranks,
    canonical_times,
    canonical_trump,
    read_cards,
    read_day,
    read_rank,
    read_time,
    read_trump,
)
from ingest.record import NOBODY, Deal, Declaration, Exchange, Penalty, Split, Throw

Groups = Iterator[bytes]
_NoTricks = tuple[None, None, None]
_NO_TRICKS = (None, None, None)


def to_deals(lines: Sequence[tuple[wire.RawLine, str | None]]) -> list[Deal | None]:
    """The deals of lines with their ``x_`` keys; None for a line that is not canonical."""
    groups = [_groups(line) for line, _ in lines]
    cards = iter(read_groups([text for texts in groups for text in texts]))
    tricks = iter(read_tricks([bytes(line.tricks) for line, _ in lines if line.tricks is not wire.NO_TRICKS]))
    return [
        _plain(
            line, extra, next(tricks) if line.tricks is not wire.NO_TRICKS else _NO_TRICKS, [next(cards) for _ in texts]
        )
        for (line, extra), texts in zip(lines, groups, strict=True)
    ]


def _plain(
    line: wire.RawLine, extra: str | None, tricks: Tricks | _NoTricks | None, cards: Sequence[bytes | None]
) -> Deal | None:
    if tricks is None or None in cards or not _canonical(line):
        return None
    try:
        return _deal(line, extra, tricks, iter(cards))  # type: ignore[arg-type]
    except Fault:  # it is named when the line is read alone
        return None


def _groups(line: wire.AnyLine) -> list[str]:
    """All texts of cards in a line but the plays, in the order in which ``_deal`` takes them."""
    texts = [*(line.hands or ()), *(text for text in (line.kitty, line.buried) if text is not None)]
    texts += [bid.cards for bid in line.bids or ()]
    for exchange in line.exchanges or ():
        texts += [exchange.cards, exchange.took]
    for throw in line.throws or ():
        texts += [throw.attempted] if throw.forced is None else [throw.forced, throw.attempted]
    for split in line.declared or ():
        texts += split.parts
    return texts


def _canonical(line: wire.RawLine) -> bool:
    """Whether all texts that are not cards are canonical."""
    after = line.result.levels_after if line.result else None
    return (
        canonical_trump(line.trump)
        and canonical_ranks([line.level, *(line.levels or ()), *(after or ())])
        and canonical_times(line.played_at, line.played_on)
    )


def to_deal(line: wire.Line, extra: str | None) -> Deal:
    """The deal of a line as a person may write it. Raises ``Fault``."""
    tricks = _tricks(line.tricks) if line.tricks is not None else _NO_TRICKS
    return _deal(line, extra, tricks, map(read_cards, _groups(line)))


def _deal(line: wire.AnyLine, extra: str | None, tricks: Tricks | _NoTricks, cards: Groups) -> Deal:
    hands, kitty, buried = _held(line, cards)
    plays, lens, leaders = tricks
    level_0, level_1 = _pair(line.levels)
    result = line.result or _NO_RESULT
    after_0, after_1 = _pair(result.levels_after)
    winners = result.trick_winners
    return Deal(
        match_name=line.match,
        deal_no=line.deal,
        decks=line.decks,
        event=line.event,
        round=line.round,
        table=line.table,
        board=line.board,
        played_at=None if line.played_at is None else read_time(line.played_at),
        played_on=None if line.played_on is None else read_day(line.played_on),
        names=[player.name for player in line.players] if line.players else _NOBODY,
        kinds=[player.kind for player in line.players] if line.players else wire.ANONYMOUS,
        synthetic=line.synthetic,
        level=None if line.level is None else read_rank(line.level),
        trump=None if line.trump is None else read_trump(line.trump),
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
        declarations=_declarations(line.bids, cards),
        exchanges=_exchanges(line.exchanges, cards),
        throws=_throws(line.throws, cards, plays or b"", lens or b""),
        declared=_declared(line.declared, cards),
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


_NO_RESULT = wire.ResultText()
_NOBODY = (None,) * SEATS


def _winners(winners: list[int | None]) -> bytes:
    try:
        return bytes(winners)  # type: ignore[arg-type]
    except TypeError:  # some are not recorded
        return bytes([NOBODY if winner is None else winner for winner in winners])


def _pair(levels: list[str | None] | None) -> tuple[int | None, int | None]:
    if levels is None:
        return None, None
    side_0, side_1 = levels
    return None if side_0 is None else read_rank(side_0), None if side_1 is None else read_rank(side_1)


def _held(line: wire.AnyLine, cards: Groups) -> tuple[bytes | None, bytes | None, bytes | None]:
    """Hands, kitty and buried cards."""
    hands = None if line.hands is None else list(islice(cards, SEATS))
    kitty = None if line.kitty is None else next(cards)
    buried = None if line.buried is None else next(cards)
    if hands is not None and len(set(map(len, hands))) > 1:
        counts = " ".join(str(len(hand)) for hand in hands)
        raise Fault("hand_sizes", f"The hands hold {counts} cards; all four must hold equally many.")
    return None if hands is None else b"".join(hands), kitty, buried


def _tricks(tricks: list[list[int | str]]) -> Tricks:
    """The tricks of a line as a person may write it. Raises ``Fault``."""
    last = len(tricks) - 1
    for number, trick in enumerate(tricks):
        count = len(trick) - 1
        if count != SEATS and not (number == last and 0 < count < SEATS):
            raise Fault("play_count", f"Trick {number + 1} has {max(count, 0)} plays; it must have four.", number)
    leaders: list[int] = []
    plays: list[bytes] = []
    for number, (leader, *texts) in enumerate(tricks):
        if not isinstance(leader, int) or not 0 <= leader < SEATS:
            raise Fault("bad_trick", f"Trick {number + 1} must begin with its leader's seat, 0 to 3.", number)
        leaders.append(leader)
        plays += [_play(number, (leader + place) % SEATS, text) for place, text in enumerate(texts)]
    return Tricks(b"".join(plays), bytes(map(len, plays)), bytes(leaders))


def _play(trick: int, seat: int, text: int | str) -> bytes:
    """The cards of a play. Raises ``Fault``."""
    where = f"Trick {trick + 1}, seat {seat}"
    if isinstance(text, int):
        raise Fault("bad_trick", f"{where}: a play is a text of cards, not {text}.", trick, seat)
    try:
        cards = read_cards(text)
    except Fault as fault:
        raise Fault(fault.code, f"{where}: {fault.sentence}", trick, seat) from fault
    if len(cards) > MOST:
        raise Fault("bad_trick", f"{where}: {len(cards)} cards are no play.", trick, seat)
    return cards


def _declarations(bids: list[wire.BidText] | None, cards: Groups) -> list[Declaration] | None:
    if bids is None:
        return None
    return [Declaration(bid.seat, next(cards), bid.when, bid.together) for bid in bids]


def _exchanges(exchanges: list[wire.ExchangeText] | None, cards: Groups) -> list[Exchange] | None:
    if exchanges is None:
        return None
    return [Exchange(exchange.seat, next(cards), next(cards)) for exchange in exchanges]


def _throws(throws: list[wire.ThrowText] | None, cards: Groups, plays: bytes, counts: bytes) -> list[Throw] | None:
    """The failed throws; what was forced is what was led, where it is not recorded."""
    if throws is None:
        return None
    found = []
    for throw in throws:
        if throw.forced is None:
            first = SEATS * (throw.trick - 1)
            start = sum(counts[:first])
            forced = plays[start : start + counts[first]] if first < len(counts) else None
        else:
            forced = next(cards)
        found.append(Throw(throw.trick - 1, throw.seat, next(cards), forced, throw.forced is None))
    return found


def _declared(splits: list[wire.SplitText] | None, cards: Groups) -> list[Split] | None:
    """The throws with their parts. Raises ``Fault``."""
    if splits is None:
        return None
    found = []
    for split in splits:
        parts = list(islice(cards, len(split.parts)))
        if not parts or not all(0 < len(part) <= MOST for part in parts):
            raise Fault(
                "declared_mismatch",
                f"Trick {split.trick}: a declared throw needs one part or more, each of 1 to {MOST} cards; "
                "write each part as a text of its cards.",
                split.trick - 1,
            )
        found.append(Split(split.trick - 1, b"".join(parts), bytes(map(len, parts))))
    return found


def _penalties(penalties: list[wire.PenaltyText] | None) -> list[Penalty] | None:
    if penalties is None:
        return None
    fields = msgspec.structs.asdict
    return [Penalty(**fields(fine) | {"trick": None if fine.trick is None else fine.trick - 1}) for fine in penalties]
