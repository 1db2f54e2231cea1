"""The match ladder: levels after each deal, must-play memory, next dealer, end of the game (docs/rules.md 8)."""

from __future__ import annotations

import numpy as np

from replay.kernel.jit import jit
from replay.kernel.layout import (
    LAST_WINNER_DEALS,
    NOBODY,
    NOBODY_DEALS,
    WIN_EXCEED,
    WIN_PASS,
    WIN_REACH,
    Record,
)
from replay.kernel.match import (
    ENDED,
    GAME,
    MATCH_WINNER,
    MEMORY,
    STANDS,
    WON,
    begin_game,
    begin_match,
    forfeiting,
    is_time_up,
    leader,
    lose_track,
    note_levels,
    place_of,
    win_game,
)

# Columns of a deal: match (any number that changes with it), number in it, dealer, level, recorded
# levels of both sides before (-1 not recorded), side that gains (-1: a void deal), levels gained, takeover (-1: the
# deal has no result, and stands here for its fouls), whether the game is won outright, the level the dealer side
# falls to (0 none), who won the last trick (-1 not known), the levels that fouls take from and give to each side, and
# when it began, in seconds from any moment of the match (-1 not known).
MATCH, NUMBER, DEALER, LEVEL, BEFORE_0, BEFORE_1, GAIN_SIDE, GAINED, TAKEOVER = 0, 1, 2, 3, 4, 5, 6, 7, 8
WINS, DEMOTED, LAST_WINNER, DOWN_0, DOWN_1, UP_0, UP_1, TIME = 9, 10, 11, 12, 13, 14, 15, 16
DEAL_COLUMNS = 17
# Columns of a rung; game 0: a deal without a result that nobody forfeits, and no rung.
FROM_0, FROM_1, TO_0, TO_1, NEXT_DEALER, OVER, WINNER, BROKEN, STOPPED = 0, 1, 2, 3, 4, 5, 6, 7, 8
RUNG_GAME, GAMES_0, GAMES_1, WINS_MATCH, LEADER, FORFEITED, BY_TIME = 9, 10, 11, 12, 13, 14, 15
RUNG_COLUMNS = 16


@jit
def next_level(rules: Record, state: np.ndarray, side: int, level: int) -> int:
    """The level after this one, -1 if there is none; going on from the first empties the side's memory."""
    place = place_of(rules, level)
    if place < 0:
        return -1
    if place + 1 < rules.levels:
        return rules.sequence[place + 1]
    if rules.wrap == 0:
        return -1
    state[MEMORY + side] = 0
    return rules.sequence[0]


@jit
def advance(rules: Record, state: np.ndarray, side: int, gained: int, wins: bool, rung: np.ndarray) -> None:
    """Moves a side up, one level at a time, as far as must-play and winning levels let it.

    ``wins``: whether the gain can win the game.
    """
    level = state[side]
    stops = (level != rules.win_level and rules.stop_at_win == 1) or not wins
    for _ in range(gained):
        if level == rules.win_level and rules.win_mode == WIN_REACH:
            break
        if rules.must_play[level] == 1 and not state[MEMORY + side] >> level & 1:
            rung[STOPPED] = 1
            break
        if level == rules.win_level and rules.win_mode == WIN_EXCEED:
            rung[OVER] = 0 if stops else 1
            break
        if level == rules.win_level and rules.stop_at_win == 1:
            break
        upper = next_level(rules, state, side, level)
        if upper < 0:
            break
        level = upper
    if level == rules.win_level and rules.win_mode == WIN_REACH and wins:
        rung[OVER] = 1
    state[side] = level


@jit
def demote(rules: Record, state: np.ndarray, side: int, level: int) -> None:
    """Sets a side back to a level and takes it and those after it out of the side's memory."""
    state[side] = level
    for i in range(max(0, place_of(rules, level)), rules.levels):
        state[MEMORY + side] &= ~(1 << rules.sequence[i])


@jit
def foul_levels(rules: Record, state: np.ndarray, deal: np.ndarray, rung: np.ndarray) -> None:
    """What fouls take from and give to each side; a level that stops what they give has stopped no gain."""
    stopped = rung[STOPPED]
    for side in range(2):
        if state[side] < 0:
            continue
        down = min(deal[DOWN_0 + side], max(0, place_of(rules, state[side])))
        if down > 0:
            state[side] = rules.sequence[place_of(rules, state[side]) - down]
        if deal[UP_0 + side] > 0:
            advance(rules, state, side, deal[UP_0 + side], False, rung)
    rung[STOPPED] = stopped


@jit
def next_dealer(rules: Record, deal: np.ndarray, held: bool) -> int:
    """Who deals next, NOBODY where the board names the dealer."""
    dealer, winner = deal[DEALER], deal[LAST_WINNER]
    seats = rules.success_step if held else rules.fail_step
    if seats == NOBODY_DEALS:
        return NOBODY
    if seats == LAST_WINNER_DEALS:
        if winner >= 0 and ((winner + dealer) % 2 == 0) == held:
            return winner
        seats = 2 if held else 1
    return (dealer + seats) % 4


@jit
def move(rules: Record, state: np.ndarray, deal: np.ndarray, rung: np.ndarray) -> None:
    """What a deal with a gain does to both sides."""
    side, dealing = deal[GAIN_SIDE], deal[DEALER] % 2
    held = deal[TAKEOVER] == 0
    demoted = deal[DEMOTED] > 0
    if held:
        state[MEMORY + side] |= 1 << deal[LEVEL]
    if demoted:
        demote(rules, state, dealing, deal[DEMOTED])
    if not (demoted and held):
        if deal[WINS] == 1 or (held and rules.win_mode == WIN_PASS and deal[LEVEL] == rules.win_level):
            rung[OVER] = 1
        elif state[side] > 0:
            advance(rules, state, side, deal[GAINED], True, rung)
    if rung[OVER] == 1:
        rung[WINNER] = side
        state[STANDS + side] = rules.win_level
        win_game(rules, state, side, False)
        return
    foul_levels(rules, state, deal, rung)
    rung[NEXT_DEALER] = next_dealer(rules, deal, held)


@jit
def step(rules: Record, state: np.ndarray, deal: np.ndarray, strikes: np.ndarray, rung: np.ndarray) -> None:
    """One deal's effect on the match: ``state`` moves on, ``rung`` says what happened.

    ``strikes``: its fouls that can forfeit, as ``replay.kernel.match.forfeiting`` takes them.
    """
    for at in (OVER, STOPPED, FORFEITED, BY_TIME, RUNG_GAME):
        rung[at] = 0
    for at in (NEXT_DEALER, WINNER, LEADER):
        rung[at] = NOBODY
    sides = forfeiting(rules, state, strikes)
    if sides == 0 and deal[TAKEOVER] < 0:
        return
    takeover = deal[TAKEOVER]
    if sides == 1 or sides == 2:
        rung[WINNER] = 2 - sides
        rung[OVER] = 1
        rung[FORFEITED] = 1
        state[STANDS + 2 - sides] = rules.win_level
        win_game(rules, state, 2 - sides, True)
    elif sides == 3 or deal[GAIN_SIDE] < 0:
        takeover = NOBODY
        foul_levels(rules, state, deal, rung)
    else:
        move(rules, state, deal, rung)
    note_levels(rules, state)
    leads = leader(rules, state, takeover, deal[DEALER], rung[NEXT_DEALER])
    if is_time_up(rules, state, deal[TIME]) and leads != NOBODY:
        rung[WINNER], rung[OVER], rung[BY_TIME], rung[NEXT_DEALER] = leads, 1, 1, NOBODY
        win_game(rules, state, leads, False)
        leads = NOBODY
    for side in range(2):
        rung[TO_0 + side] = state[STANDS + side]
        rung[GAMES_0 + side] = state[WON + side]
    rung[RUNG_GAME] = state[GAME]
    rung[WINS_MATCH] = state[MATCH_WINNER]
    rung[LEADER] = leads


@jit
def climb(rules: Record, state: np.ndarray, deals: np.ndarray, strikes: np.ndarray, rungs: np.ndarray) -> None:
    """The ladder of deals sorted by match and number: int32 ``deals`` [n, DEAL_COLUMNS] and ``strikes``
    [n, 2 x rules.forfeits] in, ``rungs`` [n, RUNG_COLUMNS] out; ``state`` [STATE_COLUMNS] is room to work in."""
    number = 0
    for i in range(deals.shape[0]):
        deal, rung = deals[i], rungs[i]
        if i == 0 or deals[i - 1, MATCH] != deal[MATCH]:
            begin_match(rules, state)
            number = 0
        elif state[ENDED] == 1:
            begin_game(rules, state)
        rung[BROKEN] = 1 if deal[NUMBER] != number + 1 else 0
        if rung[BROKEN] == 1:
            lose_track(state)
        for side in range(2):
            if deal[BEFORE_0 + side] > 0:
                state[STANDS + side] = deal[BEFORE_0 + side]
            rung[FROM_0 + side] = state[STANDS + side]
        step(rules, state, deal, strikes[i], rung)
        if rung[RUNG_GAME] > 0:
            number = deal[NUMBER]
