"""The match ladder: levels after each deal, must-play memory, next dealer, end of the game (docs/rules.md 8)."""

from __future__ import annotations

import numpy as np

from replay.kernel.jit import jit
from replay.kernel.layout import WIN_EXCEED, WIN_PASS, WIN_REACH, Record

# Where a side stands: its level, and the levels it has won a deal on as dealer, a bit each.
# `state` is int32 [4]: level of side 0, of side 1, memory of side 0, of side 1. Level -1: not known.
MEMORY = 2
NOBODY = -1
# Columns of a deal: match (any number that changes with it), number in it, dealer, level, recorded
# levels of both sides before (-1 not recorded), side that gains, levels gained, takeover.
MATCH, NUMBER, DEALER, LEVEL, BEFORE_0, BEFORE_1, GAIN_SIDE, GAINED, TAKEOVER = 0, 1, 2, 3, 4, 5, 6, 7, 8
DEAL_COLUMNS = 9
# Columns of a rung.
FROM_0, FROM_1, TO_0, TO_1, NEXT_DEALER, OVER, WINNER, BROKEN, STOPPED = 0, 1, 2, 3, 4, 5, 6, 7, 8
RUNG_COLUMNS = 9


@jit
def place_of(rules: Record, level: int) -> int:
    """The place of a level in the sequence, -1 if it is not in it."""
    for i in range(rules.levels):
        if rules.sequence[i] == level:
            return i
    return -1


@jit
def advance(rules: Record, state: np.ndarray, side: int, gained: int, rung: np.ndarray) -> None:
    """Moves a side up, one level at a time, as far as must-play and winning levels let it."""
    level = state[side]
    stops = level != rules.win_level and rules.stop_at_win == 1
    for _ in range(gained):
        if level == rules.win_level and rules.win_mode == WIN_REACH:
            break
        if rules.must_play[level] == 1 and not state[MEMORY + side] >> level & 1:
            rung[STOPPED] = 1
            break
        if level == rules.win_level and rules.win_mode == WIN_EXCEED and not stops:
            rung[OVER] = 1
            break
        place = place_of(rules, level)
        if place < 0 or place + 1 >= rules.levels or (level == rules.win_level and rules.stop_at_win == 1):
            break
        level = rules.sequence[place + 1]
    if level == rules.win_level and rules.win_mode == WIN_REACH:
        rung[OVER] = 1
    state[side] = level


@jit
def step(rules: Record, state: np.ndarray, deal: np.ndarray, rung: np.ndarray) -> None:
    """One deal's effect on both sides: ``state`` moves on, ``rung`` says what happened."""
    dealer, side = deal[DEALER], deal[GAIN_SIDE]
    held = deal[TAKEOVER] == 0
    if held:
        state[MEMORY + side] |= 1 << deal[LEVEL]
    if held and rules.win_mode == WIN_PASS and deal[LEVEL] == rules.win_level:
        rung[OVER] = 1
    elif state[side] > 0:
        advance(rules, state, side, deal[GAINED], rung)
    if rung[OVER] == 1:
        state[side] = rules.win_level
    rung[WINNER] = side if rung[OVER] == 1 else NOBODY
    seats = rules.success_step if held else rules.fail_step
    rung[NEXT_DEALER] = NOBODY if rung[OVER] == 1 else (dealer + seats) % 4


@jit
def climb(rules: Record, deals: np.ndarray, rungs: np.ndarray) -> None:
    """The ladder of deals sorted by match and number: int32 ``deals`` [n, 9] in, ``rungs`` [n, 9] out."""
    state = np.zeros(4, np.int32)
    for i in range(deals.shape[0]):
        deal, rung = deals[i], rungs[i]
        first = i == 0 or deals[i - 1, MATCH] != deal[MATCH]
        expected = 1 if first else deals[i - 1, NUMBER] + 1
        rung[BROKEN] = 1 if deal[NUMBER] != expected else 0
        if first or rung[BROKEN] == 1:
            state[MEMORY] = 0
            state[MEMORY + 1] = 0
        for side in range(2):
            if deal[BEFORE_0 + side] > 0:
                state[side] = deal[BEFORE_0 + side]
            elif first and rung[BROKEN] == 0:
                state[side] = rules.start_level
            elif rung[BROKEN] == 1:
                state[side] = NOBODY
            rung[FROM_0 + side] = state[side]
        rung[OVER] = 0
        rung[STOPPED] = 0
        step(rules, state, deal, rung)
        rung[TO_0] = state[0]
        rung[TO_1] = state[1]
