"""Games, forfeits, and who leads when time is up: what a match is beside its levels (docs/rules.md 8)."""

from __future__ import annotations

import numpy as np

from replay.kernel.jit import jit
from replay.kernel.layout import (
    BY_DEALER_SIDE,
    BY_FIRST_THERE,
    BY_GAMES,
    BY_LAST_DEAL,
    BY_LEVEL,
    MAX_FORFEITS,
    MAX_LEVELS,
    MAX_WORDS,
    NOBODY,
    Record,
)

# Where a match stands, int32 [STATE_COLUMNS]: the level of each side (-1 not known); the levels it has won a deal on
# as dealer, a bit each; the number of the game; the games that each side has won; the side that has won the match;
# whether the deal before won a game; deals of the match so far; of each side and place in the sequence after which deal
# of the game it first stood there or above, 0 none yet; when the first deal of the game began (NO_DEAL: none has yet);
# of each foul that can forfeit, and each side, how many so far.
STANDS, MEMORY, GAME, WON, MATCH_WINNER, ENDED, DEALS, THERE = 0, 2, 4, 5, 7, 8, 9, 10
BEGAN = THERE + 2 * MAX_LEVELS
STRIKES = BEGAN + 1
NOT_KNOWN, NO_DEAL = -1, -2
STATE_COLUMNS = STRIKES + 2 * MAX_FORFEITS


@jit
def place_of(rules: Record, level: int) -> int:
    """The place of a level in the sequence, -1 if it is not in it."""
    for i in range(rules.levels):
        if rules.sequence[i] == level:
            return i
    return -1


@jit
def begin_game(rules: Record, state: np.ndarray) -> None:
    """The next game: both sides on the start level, what they have won as dealer forgotten."""
    for side in range(2):
        state[STANDS + side] = rules.start_level
        state[MEMORY + side] = 0
    for at in range(THERE, BEGAN):
        state[at] = 0
    state[BEGAN] = NO_DEAL
    state[GAME] += 1
    state[ENDED] = 0


@jit
def begin_match(rules: Record, state: np.ndarray) -> None:
    """A new match, before its first deal."""
    for at in range(STATE_COLUMNS):
        state[at] = 0
    state[MATCH_WINNER] = NOBODY
    begin_game(rules, state)


@jit
def lose_track(state: np.ndarray) -> None:
    """A deal is missing: levels, what was won as dealer, and fouls so far are not known; games are."""
    for side in range(2):
        state[STANDS + side] = NOBODY
        state[MEMORY + side] = 0
    for at in range(STRIKES, STATE_COLUMNS):
        state[at] = 0


@jit
def forfeiting(rules: Record, state: np.ndarray, strikes: np.ndarray) -> int:
    """The sides that forfeit by the fouls of a deal, bits 1 and 2; counts the fouls.

    ``strikes`` [2 x rules.forfeits]: the deal's fouls of each such kind, by side.
    """
    sides = 0
    for at in range(2 * rules.forfeits):
        last = rules.forfeit_at[at // 2]
        before = state[STRIKES + at]
        state[STRIKES + at] += strikes[at]
        if strikes[at] > 0 and (last == 0 or before < last <= state[STRIKES + at]):
            sides |= 1 << at % 2
    return sides


@jit
def win_game(rules: Record, state: np.ndarray, side: int, forfeited: bool) -> None:
    """A side has won the game, and with it perhaps the match; ``forfeited``: surely."""
    state[WON + side] += 1
    state[ENDED] = 1
    most = rules.best_of > 0 and 2 * state[WON + side] > rules.best_of
    if state[MATCH_WINNER] == NOBODY and (most or forfeited):
        state[MATCH_WINNER] = side


@jit
def is_time_up(rules: Record, state: np.ndarray, began: int) -> bool:
    """Whether the time of the game is up at a deal that began then (-1 not known); notes when the first one did."""
    if state[BEGAN] == NO_DEAL:
        state[BEGAN] = began
    known = began != NOT_KNOWN and state[BEGAN] != NOT_KNOWN
    return bool(rules.game_seconds > 0 and known and began - state[BEGAN] >= rules.game_seconds)


@jit
def note_levels(rules: Record, state: np.ndarray) -> None:
    """Notes after which deal of the game each side first stood on its level or above."""
    state[DEALS] += 1
    for side in range(2):
        for place in range(place_of(rules, state[STANDS + side]) + 1):
            at = THERE + side * MAX_LEVELS + place
            if state[at] == 0:
                state[at] = state[DEALS]


@jit
def higher(one: int, other: int) -> int:
    """The side, 0 or 1, whose number is the higher; -1 if neither is."""
    return NOBODY if one == other else 0 if one > other else 1


@jit
def ahead(rules: Record, state: np.ndarray, word: int, takeover: int, dealer: int, next_dealer: int) -> int:
    """The side that one word of the order says leads after a deal, -1 where it tells nothing.

    ``takeover`` of the deal, -1 a void one; ``dealer`` of it; ``next_dealer`` -1 nobody.
    """
    if word == BY_GAMES:
        return higher(state[WON], state[WON + 1])
    if word == BY_DEALER_SIDE:
        return NOBODY if next_dealer < 0 else next_dealer % 2
    if word == BY_LAST_DEAL:
        return NOBODY if takeover < 0 else (dealer + takeover) % 2
    places = place_of(rules, state[STANDS]), place_of(rules, state[STANDS + 1])
    if state[ENDED] == 1 or places[0] < 0 or places[1] < 0:
        return NOBODY  # after a won game both stand on the start level of the next
    if word == BY_LEVEL:
        return higher(places[0], places[1])
    if word == BY_FIRST_THERE and places[0] == places[1]:
        return higher(state[THERE + MAX_LEVELS + places[1]], state[THERE + places[0]])
    return NOBODY


@jit
def leader(rules: Record, state: np.ndarray, takeover: int, dealer: int, next_dealer: int) -> int:
    """The side that leads if time is up after a deal, -1 nobody: that of the first word that tells the sides apart."""
    if state[MATCH_WINNER] != NOBODY or (rules.game_seconds > 0 and state[ENDED] == 1):
        return NOBODY
    for at in range(MAX_WORDS):
        found = ahead(rules, state, rules.timeout_order[at], takeover, dealer, next_dealer)
        if found != NOBODY:
            return found
    return NOBODY
