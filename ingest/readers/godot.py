"""Reads the game logs of shengji-godot: one JSON object a file, a deal a round (docs/formats/godot.md)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import date
from itertools import groupby
from typing import Any, NamedTuple

import msgspec

from ingest.cards import BIG_JOKER, LITTLE_JOKER, SEATS, SUITS, UNKNOWN, format_cards, sort_cards
from ingest.faults import Fault
from ingest.files import Content, Line
from ingest.readers import godot_result
from ingest.readers.base import Item, Reader, Unit, extra_text, item, load, schema_fault, unknown_keys
from ingest.readers.godot_json import KEYS, STATED, Cards, Debug, Log, Round
from ingest.record import NOBODY, Deal, Declaration

_SYMBOLS = "♠♥♦♣"  # in the order of the log's suit numbers
_RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
_CODES = {"BlackJoker": LITTLE_JOKER, "RedJoker": BIG_JOKER} | {
    symbol + rank: 13 * SUITS.index(suit) + place
    for symbol, suit in zip(_SYMBOLS, "SHDC", strict=True)
    for place, rank in enumerate(_RANKS)
}
_TRUMPS = ("S", "H", "D", "C", "NT")  # -1, the last, is no trump
_JOKER = {"S": LITTLE_JOKER, "C": LITTLE_JOKER, "H": BIG_JOKER, "D": BIG_JOKER}
_PAIR_OF_JOKERS = {1: 4, 2: 5}  # type of that bid by version of the log
_MARKS = (b'"attack_team"', b'"bid_history"', b'"rule_config"')


def _read(content: Content) -> Iterator[Unit]:
    text = b""
    try:
        text = content.text()
        record = load(text, "file")
        extra = unknown_keys(record, Log, "The file")
        log = msgspec.convert(record, Log)
    except msgspec.ValidationError as error:
        yield Unit(Line(1, 0, text), [Item(fault=schema_fault(error, Log.__struct_fields__))])
        return
    except Fault as fault:
        yield Unit(Line(1, 0, text), [Item(fault=fault)])
        return
    extra |= {"x_rule_config": record["rule_config"], "x_version": log.version}
    if differs := _differs(record["rule_config"]):
        extra["x_rule_config_differs"] = differs
    game = _Game(log, _name(log), _day(log), extra)
    rounds = zip(_places(text), log.rounds, strict=True)
    for number, found in groupby(rounds, key=lambda pair: pair[0].line):
        here = list(found)
        first, last = here[0][0].start, here[-1][0].end
        yield Unit(Line(number, first, text[first:last]), [_round(game, entry) for _, entry in here])


class _Place(NamedTuple):
    """Where a round stands in its file: the line on which it begins, and its bytes."""

    line: int
    start: int
    end: int


class _Rounds(msgspec.Struct):
    rounds: list[msgspec.Raw]


def _places(text: bytes) -> list[_Place]:
    places: list[_Place] = []
    at, line = max(text.find(b'"rounds"'), 0), 1
    line += text.count(b"\n", 0, at)
    for raw in map(bytes, msgspec.json.decode(text, type=_Rounds).rounds):
        start = text.index(raw, at)
        line += text.count(b"\n", at, start)
        places.append(_Place(line, start, start + len(raw)))
        at, line = start + len(raw), line + raw.count(b"\n")
    return places


def _part(text: bytes, place: int) -> bytes:
    """The text of one of the rounds that begin on the same line; all of it where they cannot be told apart."""
    try:
        return bytes(msgspec.json.decode(b"[" + text + b"]", type=list[msgspec.Raw])[place])
    except (msgspec.MsgspecError, IndexError):
        return text


class _Game(NamedTuple):
    """What is said once for all rounds."""

    log: Log
    name: str
    day: date | None
    extra: dict[str, Any]


def _name(log: Log) -> str:
    """When the game began, to the second, and the seed of its first round."""
    first = log.rounds[0] if log.rounds else None
    seed = first.get("seed") if isinstance(first, dict) else None
    return log.created_at if seed is None else f"{log.created_at} #{seed}"


def _day(log: Log) -> date | None:
    try:
        return date.fromisoformat(log.created_at[:10])
    except ValueError:
        return None


def _differs(config: dict[str, Any]) -> list[str]:
    """The keys of the configuration with another value than ``program_godot`` states."""
    return [key for key, value in STATED.items() if config.get(key, value) != value]


def _round(game: _Game, entry: Any) -> Item:
    number = entry.get("round_num") if isinstance(entry, dict) else None
    deal_no = number if isinstance(number, int) else None
    try:
        bid = entry.get("bid") if isinstance(entry, dict) else None
        extra = unknown_keys(entry, Round, "The round")
        return item(_deal(game, msgspec.convert(entry, Round), extra, bid))
    except msgspec.ValidationError as error:
        return Item(fault=schema_fault(error, KEYS), deal_no=deal_no)
    except Fault as fault:
        return Item(fault=fault, deal_no=deal_no)


def _deal(game: _Game, round_: Round, extra: dict[str, Any], bid: Any) -> Deal:
    if round_.tricks and not round_.tricks[-1].plays:
        round_.tricks.pop()  # begun, but nothing is played yet
    _in_turn(round_)
    settled = round_.bid is not None or bool(round_.buried_indices)  # dealer, level and trump, by the bidding
    declarations = _declarations(game.log, round_)
    level_0, level_1 = round_.team_ranks or (None, None)
    deal = Deal(
        match_name=game.name,
        deal_no=round_.round_num,
        decks=game.log.rule_config.deck_count,
        board=None if round_.seed is None else str(round_.seed),
        played_on=game.day,
        synthetic=game.log.synthetic,
        level=round_.rank if settled else None,
        trump=_TRUMPS[round_.trump_suit] if settled else None,
        dealer=round_.dealer if settled else None,
        first_deal=round_.round_num == 1,
        level_0=level_0,
        level_1=level_1,
        plays=b"".join([_cards(play.cards) for trick in round_.tricks for play in trick.plays]),
        play_lens=bytes([len(play.cards) for trick in round_.tricks for play in trick.plays]),
        leaders=bytes([trick.lead_seat for trick in round_.tricks]),
        declarations=declarations,
        rec_trick_winners=bytes([NOBODY if trick.winner < 0 else trick.winner for trick in round_.tricks]) or None,
        rec_trick_points=[trick.trick_points for trick in round_.tricks] or None,
    )
    more = _put_cards(deal, round_)
    godot_result.put(deal, round_)
    more |= {
        "x_bid": bid if declarations is None else None,
        "x_bid_history": round_.bid_history or None,
        "x_counter_bid_history": round_.counter_bid_history or None,
        "x_contradicts": godot_result.contradictions(round_) or None,
    }
    deal.extra = extra_text(game.extra | extra | {key: value for key, value in more.items() if value is not None})
    return deal


def _in_turn(round_: Round) -> None:
    """Raise ``Fault`` unless tricks are numbered from 1 and played in turn, all but the last by four."""
    for index, trick in enumerate(round_.tricks):
        if trick.trick_num != index + 1:
            raise Fault("play_count", f"Trick {trick.trick_num} stands where trick {index + 1} should.", index)
        if len(trick.plays) < SEATS and index < len(round_.tricks) - 1:
            raise Fault("play_count", f"Trick {index + 1} has {len(trick.plays)} plays; it must have four.", index)
        for place, play in enumerate(trick.plays):
            seat = (trick.lead_seat + place) % SEATS
            if play.seat != seat:
                sentence = f"Trick {index + 1}: seat {play.seat} plays where it is seat {seat}'s turn."
                raise Fault("bad_trick", sentence, index, play.seat)


def _cards(names: Cards) -> bytes:
    try:
        return sort_cards(bytes([_CODES[name] for name in names]))
    except KeyError as error:
        sentence = f"{error.args[0]!r} is no card; this format writes ♠3, ♥10, ♦A, ♣K, BlackJoker or RedJoker."
        raise Fault("bad_card", sentence) from error


def _put_cards(deal: Deal, round_: Round) -> dict[str, Any]:
    """Put hands, kitty and buried cards into the deal; returns what has no place there, as ``x_…``."""
    debug = round_.debug
    if debug is None:
        return {"x_buried_indices": round_.buried_indices or None}
    deal.buried = _buried(debug, round_.buried_indices)
    if round_.counter_bid_history:  # the kitty changed hands: the record has no place for the cards before
        return {"x_initial_hands": debug.initial_hands or None, "x_bottom_cards": debug.bottom_cards or None}
    sizes = [len(hand) for hand in debug.initial_hands]
    if sizes and (len(sizes) != SEATS or len(set(sizes)) > 1):
        counts = " ".join(map(str, sizes))
        raise Fault("hand_sizes", f"The hands hold {counts} cards; there must be four that hold equally many.")
    deal.hands = b"".join(map(_cards, debug.initial_hands)) or None
    deal.kitty = _cards(debug.bottom_cards) or None
    return {}


def _buried(debug: Debug, indices: list[int]) -> bytes | None:
    """The buried cards as they are named, which must be those that the indices point at."""
    named, held = _cards(debug.buried_cards), debug.hand_with_bottom
    if not held or not indices:
        return named or None
    wrong = next((index for index in indices if not 0 <= index < len(held)), None)
    if wrong is not None:
        sentence = f"buried_indices holds {wrong}; hand_with_bottom has the places 0 to {len(held) - 1}."
        raise Fault("wrong_value", sentence)
    if len(set(indices)) < len(indices):
        raise Fault("card_twice", "buried_indices names the same place twice.")
    pointed = _cards([held[index] for index in indices])
    if named and Counter(named) != Counter(pointed):
        sentence = f"buried_cards are {format_cards(named)}, but buried_indices point at {format_cards(pointed)}."
        raise Fault("bury_contradicts", sentence)
    return pointed


def _declarations(log: Log, round_: Round) -> list[Declaration] | None:
    """What was shown: level cards of the trump suit, alone or with a joker, or two jokers that are not named."""
    bid = round_.bid
    if bid is None or round_.counter_bid_history:
        return None
    if bid.type == "NO_BID":
        return []
    if bid.seat is None:
        return None
    if bid.type == _PAIR_OF_JOKERS[log.version]:
        return [Declaration(bid.seat, bytes([UNKNOWN, UNKNOWN]))]
    if bid.suit < 0 or not 1 <= bid.type <= SEATS:
        return None
    suit = _TRUMPS[bid.suit]
    level = 13 * SUITS.index(suit) + round_.rank - 2
    joker = _JOKER[suit] if log.rule_config.trump_joker_color_match else UNKNOWN
    shown = ([level], [level, level], [joker, level], [joker, level, level])[bid.type - 1]
    return [Declaration(bid.seat, bytes(shown))]


READER = Reader(
    name="godot",
    version=1,
    recognises=lambda line: any(mark in line for mark in _MARKS),
    read=_read,
    part=_part,
)
