"""The pocket calculator: one question about the rules, one answer; no lake, no compiler.

``answer(question)`` takes and gives plain values as JSON holds them. Every kind
builds the smallest situation that asks the kernel its question.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from ingest.cards import format_cards
from replay.asking import (
    MOST_POINTS,
    Question,
    QuestionError,
    cards_of,
    check_copies,
    flag_of,
    get,
    lang_of,
    number_of,
    plays_of,
    rank_of,
    ruleset_of,
)
from replay.compiled import Compiled, compile_ruleset
from replay.engine import TRUMP_SUITS
from replay.evidence import SUIT_NAMES, TRACTORS, component_cards
from replay.judgebid import KEYS as BID_KEYS
from replay.judgebid import answer_bid
from replay.judgeladder import KEYS as LADDER_KEYS
from replay.judgeladder import answer_ladder
from replay.kernel import batch as kernel
from replay.kernel.deal import settle_kitty
from replay.kernel.layout import Record
from replay.kernel.lead import is_barred, read_lead, shape_of
from replay.kernel.plain import ladders_record, rules_record, work_record
from replay.kernel.shapes import one_suit
from replay.kernel.throws import fine
from replay.outcomes import Bands
from replay.outcomewords import outcome_line
from replay.retell import UNITS, Owed, Trick, retell_trick
from replay.ruleset import RulesetError
from replay.sentences import LANGUAGES, say
from replay.telling import lead_words, verdict_words

Answer = dict[str, Any]


def answer(question: Question) -> Answer:
    """The answer to one question, or ``{"error": {"key": …, "text": …}}``; never raises."""
    try:
        kind = get(question, "kind")
        if not isinstance(kind, str) or kind not in KINDS:
            raise QuestionError("kind", "word", value=repr(kind), words=list(KINDS))
        lang_of(question)
        known = COMMON | KINDS[kind][1]
        wrong = sorted(set(question) - known)
        if wrong:
            raise QuestionError(wrong[0], "no_key", kind=kind)
        return KINDS[kind][0](question)
    except QuestionError as error:
        lang = question.get("lang")
        text = error.text(lang if lang in LANGUAGES else "en")
        return {"error": {"key": _printable(error.key), "text": _printable(text)}}
    except RulesetError as error:
        return {"error": {"key": "ruleset", "text": _printable(str(error))}}


def _printable(text: str) -> str:
    """Text that any terminal and file can take: half characters are written as escapes."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


class Table:
    """A scratch record set to the trump and level of a question, seats 0..3 with seat 0 to lead."""

    def __init__(self, question: Question) -> None:
        self.compiled: Compiled = compile_ruleset(ruleset_of(question))
        self.rules: Record = rules_record(self.compiled.rules)
        self.ladders = ladders_record(self.compiled.tables.rungs, self.compiled.tables.rungs_at)
        self.tell = partial(say, lang_of(question))
        trump = str(get(question, "trump")).upper()
        trump = {"♠": "S", "♥": "H", "♣": "C", "♦": "D"}.get(trump, trump)
        if trump not in TRUMP_SUITS:
            raise QuestionError("trump", "word", value=repr(question["trump"]), words=list(TRUMP_SUITS))
        level = rank_of("level", get(question, "level"))
        self.work: Record = work_record()
        self.work.level = level
        kernel.set_tables(self.work, self.compiled.tables, level, TRUMP_SUITS[trump])

    def declare(self, question: Question, lead: bytes) -> None:
        """Takes the parts into which the lead was declared to split, if the question names them."""
        if "declared" not in question:
            return
        parts = plays_of(question, "declared")
        if sorted(b"".join(parts)) != sorted(lead):
            raise QuestionError("declared", "declared")
        work = self.work
        work.n_splits, work.split_trick[0], work.split_parts[0] = 1, 0, len(parts)
        work.split_lens[0][: len(parts)] = [len(part) for part in parts]
        work.split_cards[0][: len(lead)] = list(b"".join(parts))

    def play(self, plays: list[bytes], hands: dict[int, bytes]) -> Trick:
        """One trick of these plays, retold; ``hands`` are those known before it."""
        work = self.work
        work.n_plays, work.n_tricks = len(plays), 1
        work.lens[: len(plays)] = [len(play) for play in plays]
        cards = b"".join(plays)
        work.cards[: len(cards)] = list(cards)
        for seat in range(4):
            work.known[seat] = seat in hands
            held = np.frombuffer(hands.get(seat, b""), np.uint8)
            kernel.add_cards(work, seat, held, 0, len(held), 1)
        work.play_at = work.card_at = 0
        return retell_trick(work, self.rules, self.ladders, 0, 0)

    def read(self, cards: bytes) -> int:
        """Reads cards as components into the scratch record; their effective suit, -1 if they have several."""
        self.work.cards[: len(cards)] = list(cards)
        self.work.lead_size = len(cards)
        suit = one_suit(self.work, self.work.cards, 0, len(cards))
        if suit >= 0:
            read_lead(self.work, self.rules, 0, self.work.cards, 0, len(cards), suit)
        else:
            self.work.n_parts = 0
            self.work.n_singles = len(cards)
        return int(suit)

    def components(self, cards: bytes) -> list[dict[str, Any]]:
        """The components in the scratch record with their cards, taken from ``cards``."""
        work, left = self.work, list(cards)
        places = [
            (int(work.part_width[i]), int(work.part_length[i]), int(work.part_top[i])) for i in range(work.n_parts)
        ]
        places += [(1, 1, int(work.single_pos[i])) for i in range(work.n_singles)]
        found = []
        for width, length, top in places:
            part = component_cards(left, work.pos, width, length, top)
            for card in part:
                left.remove(card)
            kind = "tractor" if length > 1 else UNITS[width]
            found.append({"type": kind, "width": width, "length": length, "cards": format_cards(part)})
        return found


def _shape(question: Question) -> Answer:
    table = Table(question)
    cards = cards_of(question, "cards", get(question, "cards"))
    table.declare(question, cards)
    suit = table.read(cards)
    if suit < 0:
        return {"lead": False, "code": "lead_mixed", "text": table.tell("verdict.lead_mixed")}
    if is_barred(table.work, table.rules, shape_of(table.work), suit):
        return {"lead": False, "code": "lead_throw_barred", "text": table.tell("verdict.lead_throw_barred")}
    components = table.components(cards)
    text = table.tell("judge.shape", shape=lead_words(table.tell, table.play([cards], {})))
    return {"lead": True, "suit": SUIT_NAMES[suit], "components": components, "text": text}


def _owed_list(owed: Owed | None, suit: str) -> list[dict[str, Any]]:
    """What was owed as a list: structures where there are any, else singles of the suit."""
    if owed is None:
        return []
    widths = {kind: width for width, kind in TRACTORS.items()}
    parts: list[dict[str, Any]] = [
        {"type": "tractor", "width": widths[kind], "length": length, "count": 1, "suit": suit}
        for kind, length in owed.tractors
    ]
    for width, count in ((4, owed.quads), (3, owed.triples), (2, owed.pairs)):
        if count:
            parts.append({"type": UNITS[width], "width": width, "length": 1, "count": count, "suit": suit})
    if not parts and owed.cards:
        parts.append({"type": "single", "width": 1, "length": 1, "count": owed.cards, "suit": suit})
    return parts


def _follow(question: Question) -> Answer:
    table = Table(question)
    lead, hand, play = (cards_of(question, key, get(question, key)) for key in ("lead", "hand", "play"))
    if len(lead) != len(play):
        raise QuestionError("play", "size", n=len(play), lead=len(lead))
    if any(play.count(card) > hand.count(card) for card in play):
        raise QuestionError("play", "not_in_hand")
    table.declare(question, lead)
    if table.read(lead) < 0:
        raise QuestionError("lead", "several_suits")
    trick = table.play([lead, play], {1: hand})
    told = trick.plays[1]
    text = verdict_words(table.tell, told, trick.suit)
    return {"legal": told.legal, "code": told.verdict, "owed": _owed_list(told.owed, trick.suit), "text": text}


def _throw(question: Question) -> Answer:
    table = Table(question)
    lead = cards_of(question, "lead", get(question, "lead"))
    others = plays_of(question, "others", 3)
    check_copies(question, "others", lead + b"".join(others))
    hands = dict(enumerate([lead, *others]))
    table.declare(question, lead)
    told = table.play([lead], hands).plays[0]
    suit = "mixed" if told.verdict == "lead_mixed" else "S"
    forced = {"forced": told.part} if told.part else {}
    cost = int(fine(table.work, table.rules, len(lead))) if told.verdict == "lead_throw_beaten" else 0
    return {"legal": told.legal, **forced, "penalty": cost, "text": verdict_words(table.tell, told, suit)}


def _same_size(plays: list[bytes]) -> None:
    if len({len(play) for play in plays}) > 1:
        raise QuestionError("plays", "sizes")


def _won(table: Table, plays: list[bytes]) -> tuple[int, Trick]:
    trick = table.play(plays, {})
    if trick.winner is None:
        raise QuestionError("plays", "ambiguous")
    return trick.winner, trick


def _trick(question: Question) -> Answer:
    table = Table(question)
    plays = plays_of(question, "plays", 4)
    _same_size(plays)
    check_copies(question, "plays", b"".join(plays))
    table.declare(question, plays[0])
    winner, trick = _won(table, plays)
    text = table.tell(f"judge.won_{trick.won_by}", n=winner + 1, cards=trick.plays[winner].cards, points=trick.points)
    return {"winner": winner, "points": trick.points, "by": trick.won_by, "text": text}


def _capture(question: Question) -> Answer:
    table = Table(question)
    plays = plays_of(question, "plays", 4, 1)
    _same_size(plays)
    kitty = cards_of(question, "kitty", get(question, "kitty"))
    check_copies(question, "kitty", kitty + b"".join(plays))
    won_by = get(question, "won_by")
    if won_by not in ("defenders", "dealer"):
        raise QuestionError("won_by", "word", value=repr(won_by), words=["defenders", "dealer"])
    table.declare(question, plays[0])
    won = _won(table, plays)[0] if len(plays) == 4 else 0
    work = table.work
    table.read(plays[0])
    components = table.components(plays[0])
    pattern = components[0]["type"] if len(components) == 1 else "throw"
    winning = b"".join(plays)
    work.cards[: len(winning)] = list(winning)
    work.won_at = won * len(plays[0])
    work.kitty_points = sum(int(work.points[card]) for card in kitty)
    work.dealer, work.last_winner = 0, 1 if won_by == "defenders" else 0
    settle_kitty(work, table.rules)
    gained, times, points = int(work.capture_points), int(work.multiplier), int(work.kitty_points)
    key = "captured" if work.captured else "not_captured" if work.last_winner else "subtracted" if gained else "kept"
    text = table.tell(f"judge.{key}", points=points, multiplier=times, total=gained)
    counts = bool(work.captured) or gained != 0
    return {"multiplier": times if counts else 0, "points": gained, "pattern": pattern, "text": text}


def _outcome(question: Question) -> Answer:
    bands = Bands(compile_ruleset(ruleset_of(question)))
    points = number_of("points", get(question, "points"), -MOST_POINTS, MOST_POINTS)
    found = bands.outcome(points, 0, flag_of(question, "captured"))
    side = "defenders" if found.takeover else "dealer"
    tell = partial(say, lang_of(question))
    if found.wins_game:
        text = tell("judge.wins_game", side=tell("match.defending_side" if found.takeover else "match.deal_side"))
    else:
        text = outcome_line(tell, found._asdict())
    told = {"levels": found.levels_gained, "takeover": found.takeover, "wins_game": found.wins_game}
    return {"side": side, **told, "text": text}


COMMON = {"kind", "ruleset", "lang", "force"}
_SUIT = {"trump", "level"}
KINDS: dict[str, tuple[Callable[[Question], Answer], set[str]]] = {
    "shape": (_shape, _SUIT | {"cards", "declared"}),
    "follow": (_follow, _SUIT | {"lead", "hand", "play", "declared"}),
    "throw": (_throw, _SUIT | {"lead", "others", "declared"}),
    "trick": (_trick, _SUIT | {"plays", "declared"}),
    "capture": (_capture, _SUIT | {"plays", "won_by", "kitty", "declared"}),
    "outcome": (_outcome, {"points", "captured"}),
    "bid": (answer_bid, BID_KEYS),
    "ladder": (answer_ladder, LADDER_KEYS),
}
