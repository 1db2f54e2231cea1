"""Whether a throw stands, what is forced of one that does not, and what that costs (docs/rules.md 4)."""

from __future__ import annotations

from replay.kernel.jit import jit
from replay.kernel.layout import BEATEN, NOBODY, POSITIONS, RETURNED, TRUMP, WIDTHS, Record
from replay.kernel.shapes import count_hand, four_at, has_unit, link_of, run_ending_at


@jit
def top_of_tractor(work: Record, rules: Record, suit: int, width: int, length: int) -> int:
    """The highest top of a tractor of that shape in the copies counted, -1 if there is none."""
    link = work.link[link_of(suit)]
    four = rules.quad_tractor == 1 and width == 2 and length == 2
    for p in range(POSITIONS - 1, -1, -1):
        if four and four_at(work, p) >= 0:
            return p
        if length < rules.tractor_min or not has_unit(work, rules, p, width):
            continue
        if run_ending_at(work, rules, link, p, width) >= length:
            return p
    return NOBODY


@jit
def find_tops(work: Record, seat: int, suit: int, widest: int) -> None:
    """The highest position at which a hand holds so many equal cards of a suit, into ``work.left`` by their number,
    up to the ``widest`` asked for."""
    for width in range(WIDTHS):
        work.left[width] = NOBODY
    found = 0
    for i in range(work.order_at[suit], work.order_at[suit + 1]):
        copies = work.hand[seat, work.order[i]]
        while found < copies:
            found += 1
            work.left[found] = work.pos[work.order[i]]
        if found >= widest:
            break


@jit
def beat_with_hand(work: Record, rules: Record, seat: int, suit: int) -> None:
    """Marks every component of the throw in ``work`` that this one hand beats with its cards of a suit.

    Cards of another suit than the throw's (trump) beat whatever they match.
    """
    if work.suit_count[seat, suit] == 0:
        return
    ruffs = suit != work.forced_suit
    find_tops(work, seat, suit, rules.widest if work.n_parts > 0 else 1)
    work.singles_below = POSITIONS if ruffs else max(work.singles_below, work.left[1])
    counted = 0
    for i in range(work.n_parts):
        width, length = work.part_width[i], work.part_length[i]
        top = work.left[width]
        if length > 1:
            if counted == 0:
                count_hand(work, seat, suit)
                counted = 1
            top = top_of_tractor(work, rules, suit, width, length)
        if top >= 0 and (ruffs or top > work.part_top[i]):
            work.part_beaten[i] = 1


@jit
def consider(work: Record, rules: Record, width: int, length: int, pos: int) -> None:
    """Keeps a component if it is the one to be forced so far."""
    if work.forced_width > 0:
        cards = width * length - work.forced_width * work.forced_length
        place = pos - work.forced_pos
        ahead = cards if rules.fewest_cards_first == 1 else place
        if ahead == 0:
            ahead = place if rules.fewest_cards_first == 1 else cards
        if ahead == 0:
            ahead = work.forced_width - width
        if ahead >= 0:
            return
    work.forced_width, work.forced_length, work.forced_pos = width, length, pos


@jit
def choose_forced(work: Record, rules: Record) -> bool:
    """Finds the component that is forced and how many cards are beaten; False if nothing is beaten."""
    work.forced_width = 0
    work.beaten_cards = 0
    for i in range(work.n_parts):
        if work.part_beaten[i] == 1:
            work.beaten_cards += work.part_width[i] * work.part_length[i]
        if work.part_beaten[i] == 1 or rules.force_any == 1:
            consider(work, rules, work.part_width[i], work.part_length[i], work.part_top[i])
    for i in range(work.n_singles):
        beaten = work.single_pos[i] < work.singles_below
        if beaten:
            work.beaten_cards += 1
        if beaten or rules.force_any == 1:
            consider(work, rules, 1, 1, work.single_pos[i])
    return bool(work.beaten_cards > 0)


@jit
def judge_throw(work: Record, rules: Record, leader: int, suit: int) -> int:
    """1 if another hand, by itself, beats a component of the throw in ``work``; 0 if none; -1 not known."""
    for step in range(1, 4):
        if work.known[(leader + step) % 4] == 0:
            return -1
    work.forced_suit = suit
    work.singles_below = -1
    for i in range(work.n_parts):
        work.part_beaten[i] = 0
    for step in range(1, 4):
        seat = (leader + step) % 4
        beat_with_hand(work, rules, seat, suit)
        if rules.ruffs_beat == 1 and suit != TRUMP and work.suit_count[seat, suit] == 0:
            beat_with_hand(work, rules, seat, TRUMP)
    return 1 if choose_forced(work, rules) else 0


@jit
def fine(work: Record, rules: Record, thrown: int) -> int:
    """The points that the failed throw just judged costs its side."""
    cards = thrown
    if rules.fine_count == RETURNED:
        cards = thrown - work.forced_width * work.forced_length
    elif rules.fine_count == BEATEN:
        cards = work.beaten_cards
    cost = rules.fine_flat + rules.fine_per_card * cards
    return min(cost, rules.fine_cap) if rules.fine_cap > 0 else cost
