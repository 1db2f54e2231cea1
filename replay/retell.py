"""One trick retold: the kernel scores it, and what each play held, owed and did is kept.

The kernel forgets what a legal play owed; it is worked out again here from the
hands as they were before the trick.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from ingest.cards import format_cards
from replay.evidence import SUIT_NAMES, TRACTORS, owed_text
from replay.kernel.follow import Ladders, count_held, owe
from replay.kernel.layout import LENGTH, MIXED, ONLY_SUIT, PAIRS, QUADS, SINGLE, THROW, TRIPLES, UNKNOWN, WIDTH, Record
from replay.kernel.trick import score_trick
from replay.verdicts import FIRST_VIOLATION, NAMES

SHAPES = ("mixed", "single", "pair", "tractor", "throw", "triple", "quad", "triple_tractor", "quad_tractor")
UNITS = {1: "single", 2: "pair", 3: "triple", 4: "quad"}
WON_BY = ("lead", "follow", "ruff", "over_ruff")


@dataclass
class Owed:
    """What a follower owed: ``cards`` of the led suit, among them tractors (kind, units) and units beside them."""

    cards: int
    all: bool  # the whole of what is held of the suit
    tractors: list[tuple[str, int]] = field(default_factory=list)
    pairs: int = 0
    triples: int = 0
    quads: int = 0

    @property
    def structured(self) -> bool:
        """Whether more than a number of cards is owed."""
        return bool(self.tractors or self.pairs or self.triples or self.quads)


@dataclass
class Play:
    """One play with its verdict. ``held``: the cards of the led suit held before it, None if not known."""

    seat: int
    cards: str
    verdict: str
    legal: bool
    held: str | None = None
    owed: Owed | None = None
    attempt: str | None = None
    part: str | None = None  # the cards that had to be played instead


@dataclass
class Trick:
    """One trick; ``components`` of the lead as (kind, units): single, pair, triple, quad 1; tractors of each n."""

    number: int  # 1-based
    leader: int
    turn: int  # who should have led
    suit: str
    shape: str
    components: list[tuple[str, int]]
    plays: list[Play]
    winner: int | None
    won_by: str | None
    points: int
    defender_points: int  # after this trick


def ordered(work: Record, cards: Any) -> str:
    """Cards as text, highest position first."""
    codes = [int(card) for card in cards]
    return format_cards(bytes(sorted(codes, key=lambda card: (-work.suit[card], -work.pos[card], card))))


def owed_by(work: Record, rules: Record, ladders: Ladders, shape: int, seat: int) -> Owed:
    """What the hand in ``work`` owes to the lead in ``work``."""
    held = int(work.suit_count[seat, work.lead_suit])
    size = int(work.lead_size)
    owed = Owed(min(size, held), held <= size)
    if owed.all or shape == SINGLE or work.n_parts == 0 or (shape == THROW and rules.throw_owes == ONLY_SUIT):
        return owed
    work.steps = 0
    count_held(work, rules, seat)
    owed.pairs = int(owe(work, rules, ladders, shape))
    if shape == THROW and rules.throw_owes:
        return owed
    for rung in (work.owed_rung[part] for part in range(work.n_parts)):
        if rung[WIDTH]:
            owed.tractors.append((TRACTORS[int(rung[WIDTH])], int(rung[LENGTH])))
        owed.pairs += int(rung[PAIRS])
        owed.triples += int(rung[TRIPLES])
        owed.quads += int(rung[QUADS])
    return owed


def components_of(work: Record) -> list[tuple[str, int]]:
    """The components of the lead in ``work``, largest first."""
    parts = [(int(work.part_width[i]), int(work.part_length[i])) for i in range(work.n_parts)]
    named = [(TRACTORS[width] if length > 1 else UNITS[width], length) for width, length in parts]
    return named + [("single", 1)] * int(work.n_singles)


def _plays(
    work: Record, rules: Record, ladders: Ladders, trick: int, before: Any, first: int, at: int, shape: int
) -> list[Play]:
    """The plays of the trick just scored, judged against the hands as they were before it."""
    plays = []
    after = work.hand.copy(), work.suit_count.copy()
    for step in range(min(4, int(work.n_plays) - first)):
        seat = int(work.leaders[trick] + step) % 4
        size = int(work.lens[first + step])
        code = int(work.verdict[first + step])
        play = Play(seat, ordered(work, work.cards[at : at + size]), NAMES[code], code < FIRST_VIOLATION)
        if step and work.known[seat] and shape != MIXED:
            work.hand[seat], work.suit_count[seat] = before[0][seat], before[1][seat]
            held = [c for c in range(54) if work.suit[c] == work.lead_suit for _ in range(work.hand[seat, c])]
            play.held = ordered(work, held)
            play.owed = owed_by(work, rules, ladders, shape, seat)
            work.hand[seat], work.suit_count[seat] = after[0][seat], after[1][seat]
        plays.append(play)
        at += size
    return plays


def _lead_evidence(work: Record, play: Play, trick: int, first: int, at: int) -> None:
    """Adds a recorded attempt and the part that had to be played to the lead."""
    attempts = {int(work.attempt_trick[i]): i for i in range(work.n_attempts)}
    pool = work.cards[at : at + int(work.lens[first])]
    if trick in attempts and play.verdict != "lead":
        a = attempts[trick]
        pool = work.attempt_cards[a][: work.attempt_len[a]]
        play.attempt = ordered(work, pool)
    owed = int(work.owed[first])
    if owed:
        play.part = owed_text(owed, [int(card) for card in pool], work.pos).removeprefix("part:")


def retell_trick(work: Record, rules: Record, ladders: Ladders, number: int, points: int) -> Trick:
    """Scores the next trick in ``work`` and tells it."""
    first, at = int(work.play_at), int(work.card_at)
    before = work.hand.copy(), work.suit_count.copy()
    leader = int(work.leaders[number])
    turn = int(work.winner[number - 1]) if number else int(work.dealer)
    score_trick(work, rules, ladders, number)
    shape = int(work.lead_shape[number])
    components = components_of(work)
    plays = _plays(work, rules, ladders, number, before, first, at, shape)
    _lead_evidence(work, plays[0], number, first, at)
    winner = int(work.winner[number])
    decided = winner != UNKNOWN
    scored = int(work.trick_points[number])
    gained = scored if decided and (winner + int(work.dealer)) % 2 else 0
    return Trick(
        number=number + 1,
        leader=leader,
        turn=leader if turn == UNKNOWN else turn,
        suit=SUIT_NAMES[int(work.lead_suit)] if work.lead_suit >= 0 else "mixed",
        shape=SHAPES[shape],
        components=components,
        plays=plays,
        winner=winner if decided else None,
        won_by=WON_BY[int(work.won_by[number])] if decided else None,
        points=scored,
        defender_points=points + gained,
    )
