"""Holds a score sheet against a ruleset: the ladder deal by deal, and what the sheet gets wrong.

A row is judged from what stands before it. Where a wrong level was played on, the
rows after it are judged from the level written, so that an error is told once.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from ingest.sheets.rows import CellFault, Sheet, SheetRow
from replay.bidding import bids_move_dealer
from replay.compiled import compile_ruleset
from replay.levels import Standing, Step, step
from replay.outcomes import Bands, Outcome
from replay.ruleset import Ruleset
from replay.rungs import Rung

UNKNOWN = -1  # a level
FEW = (5, 35)  # the points that 小光 says
PASSED = "passed"  # written as the level of a side that has won


@dataclass(frozen=True)
class Finding:
    """A value of a row that is wrong, and the right one; ``because`` holds what the right one rests on."""

    row: int
    deal: int
    name: str
    written: Any
    right: Any
    because: dict[str, int] = field(default_factory=dict)


@dataclass
class Matched:
    """A sheet under a ruleset. ``unread``: cells that are missing or cannot be read, with their row."""

    ladder: list[Rung] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    unread: list[tuple[int, CellFault]] = field(default_factory=list)

    @property
    def winner(self) -> int | None:
        """The side that won the last game that was won."""
        return next((rung.winner for rung in reversed(self.ladder) if rung.over), None)


@dataclass
class _State:
    """Where a match stands before a deal: levels (UNKNOWN: not known), who deals (None: not known)."""

    standing: Standing
    dealer: int | None
    gap: bool = False
    carried: bool = False


class _Points(NamedTuple):
    total: int | None
    few: bool
    outcome: Outcome | None
    findings: list[Finding]


class _Trial(NamedTuple):
    findings: list[Finding]
    step: Step
    level: int  # played
    state: _State  # before the deal, with the standing after it


def match(sheet: Sheet, ruleset: Ruleset) -> Matched:
    """The sheet's ladder under a ruleset, and every value of it that is wrong."""
    matched = Matched()
    ladder = _Ladder(sheet, ruleset, matched)
    for row in sheet.rows:
        ladder.take(row)
    return matched


class _Ladder:
    """Climbs row by row."""

    def __init__(self, sheet: Sheet, ruleset: Ruleset, matched: Matched) -> None:
        self._columns = sheet.columns
        self._ruleset = ruleset
        self._bids_move = bids_move_dealer(ruleset.values)
        self._by_board = ruleset.values["dealer.first"] == "fixed_by_board"  # which names dealer and level of a deal
        self._bands = Bands(compile_ruleset(ruleset))
        self._matched = matched
        self._last: SheetRow | None = None
        self._standing = Standing(ruleset)
        self._state: _State | None = None  # None: not known, as after a row that cannot be read
        self._written: list[int] | None = None  # levels that the sheet goes on from, where they are others
        self._said: int | None = None  # who is written to deal next
        self._over = False

    def take(self, row: SheetRow) -> None:
        """Judges one row and moves on."""
        states = self._before(row)
        if self._by_board:
            states = self._as_played(row, states[0]) or states
        dealer = row.dealer if row.dealer is not None else states[0].dealer
        points = None if dealer is None else _points(row, dealer, self._bands)
        unread = row.faults or self._missing(row, dealer, states[0], points)
        self._last, self._over = row, False
        if unread or dealer is None or points is None:
            self._matched.unread += [(row.row, fault) for fault in unread]
            self._state = self._written = self._said = None
            return
        trials = [self._try(row, dealer, points, state, states[0]) for state in states]
        best = min(trials, key=lambda trial: len(trial.findings))
        self._matched.findings += points.findings + best.findings
        self._matched.ladder.append(_rung(row, dealer, points, best))
        self._go_on(row, best, [trial for trial in trials if trial is not best])

    def _missing(self, row: SheetRow, dealer: int | None, state: _State, points: _Points | None) -> list[CellFault]:
        """What a row lacks to be judged."""
        if dealer is None:
            return [CellFault(self._columns.get("dealer", ""), "", "seat")]
        if row.level is None and state.standing.levels[dealer % 2] == UNKNOWN:
            return [CellFault(self._columns.get("level", ""), "", "level")]
        if points is None or points.outcome is None:
            return [CellFault(self._columns.get("total") or self._columns.get("trick_points", ""), "", "points")]
        return []

    def _before(self, row: SheetRow) -> list[_State]:
        """Where the match may stand before a row: by the rules; as the row before or this row writes."""
        last = self._last
        if last is None or last.texts.get("match") != row.texts.get("match"):
            self._standing = Standing(self._ruleset)
            start = self._standing.levels[0]
            goes_on = row.deal > 1 if "deal" in self._columns else row.level not in (None, start)
            return [self._from_row(row, None)] if goes_on else self._opening(row)
        if self._over and row.deal in (1, last.deal + 1):
            return self._opening(row)
        if self._state is None or row.deal != last.deal + 1:
            known = last if row.deal == last.deal + 1 and not last.won else None
            return [self._from_row(row, known)]
        state = self._state
        states = [state]
        if self._written is not None and self._written != list(state.standing.levels):
            states.append(_with_levels(state, self._written, carried=True))
        return states + self._as_played(row, state)

    def _opening(self, row: SheetRow) -> list[_State]:
        """The start of a game."""
        levels = [row.before[side] or level for side, level in enumerate(self._standing.levels)]
        state = _State(self._standing.at(levels), None)
        return [state, *self._as_played(row, state)]

    def _from_row(self, row: SheetRow, known: SheetRow | None) -> _State:
        """What the row itself says of where the match stands, and the one before it that could not be judged."""
        levels = [row.before[side] or (known and known.after[side]) or UNKNOWN for side in (0, 1)]
        if row.dealer is not None and row.level is not None:
            levels[row.dealer % 2] = row.level
        self._standing.lose_track()
        return _State(self._standing.at(levels), None if known is None else known.next_dealer, gap=True)

    def _as_played(self, row: SheetRow, state: _State) -> list[_State]:
        """The state with the level that the row says was played, where that is another."""
        dealer = row.dealer if row.dealer is not None else state.dealer
        if dealer is None or row.level is None or row.level == state.standing.levels[dealer % 2]:
            return []
        levels = list(state.standing.levels)
        levels[dealer % 2] = row.level
        return [_with_levels(state, levels, carried=False)]

    def _try(self, row: SheetRow, dealer: int, points: _Points, state: _State, right: _State) -> _Trial:
        """What is wrong with a row if the match stood so before it."""
        before = list(state.standing.levels)
        if before[dealer % 2] == UNKNOWN and row.level is not None:
            before[dealer % 2] = row.level
        standing = state.standing.at(before)
        expected = before if state.carried else right.standing.levels
        turn = None if self._bids_move or row.dealer == self._said else right.dealer
        found = [] if self._by_board else list(_before_findings(row, dealer, expected, turn))
        assert points.outcome is not None
        after = step(self._ruleset, standing, dealer=dealer, **points.outcome._asdict())
        side = points.outcome.gain_side
        moved = 0 if side is None else after.levels[side] - before[side]
        found += _after_findings(row, points.outcome, after, moved)
        level = row.level or before[dealer % 2]
        return _Trial(found, after, level, replace(state, standing=standing))

    def _go_on(self, row: SheetRow, best: _Trial, others: list[_Trial]) -> None:
        """Keeps where the match stands now, by the rules and as the sheet goes on."""
        self._standing = best.state.standing
        levels = [
            row.after[side] or UNKNOWN if level == UNKNOWN else level for side, level in enumerate(best.step.levels)
        ]
        if not best.step.over:
            self._standing.levels = levels
        other = min(others, key=lambda trial: len(trial.findings)).step.levels if others else levels
        self._written = [row.after[side] or other[side] for side in (0, 1)]
        self._over, self._said = best.step.over, row.next_dealer
        turn = None if self._ruleset.values["declare.who_later"] == "declarer_deals" else best.step.next_dealer
        self._state = _State(self._standing, turn)


def _with_levels(state: _State, levels: list[int], carried: bool) -> _State:
    return replace(state, standing=state.standing.at(levels), carried=carried)


def _points(row: SheetRow, dealer: int, bands: Bands) -> _Points:
    """The defenders' points of a row as they add up, what they come to, and where the row adds up otherwise."""
    found: list[Finding] = []
    kitty, times, captured = row.kitty_points, row.multiplier, row.capture_points
    if kitty is not None and times is not None and captured not in (None, 0, kitty * times):
        because = {"kitty": kitty, "times": times}
        found.append(Finding(row.row, row.deal, "capture_points", captured, kitty * times, because))
    summed, total = row.sum(), row.total
    not_captured = captured is None and row.trick_points is not None and total == row.trick_points + (row.penalty or 0)
    if summed is not None and total is not None and total != summed and not not_captured:
        tricks = row.trick_points or 0
        because = {"tricks": tricks, "captured": summed - tricks - (row.penalty or 0), "penalty": row.penalty or 0}
        found.append(Finding(row.row, row.deal, "total", total, summed, because))
        total = summed
    total = summed if total is None else total
    few = "few" in row.remarks
    for remark, fits in (("none", total == 0), ("few", total is not None and FEW[0] <= total <= FEW[1])):
        if remark in row.remarks and total is not None and not fits:
            found.append(Finding(row.row, row.deal, "remark", remark, total))
    return _Points(total, few and total is None, _outcome(row, dealer, total, bands), found)


def _outcome(row: SheetRow, dealer: int, total: int | None, bands: Bands) -> Outcome | None:
    """What a row's points come to; without points, what it says itself."""
    if total is not None:
        return bands.outcome(total, dealer)
    if "few" in row.remarks:
        low, high = (bands.outcome(points, dealer) for points in FEW)
        return low if low == high else None
    took_over = row.took_over()
    if took_over is None or row.gained is None:
        return None
    return Outcome(took_over, (dealer + took_over) % 2, row.gained)


def _before_findings(row: SheetRow, dealer: int, levels: Sequence[int], turn: int | None) -> Iterable[Finding]:
    """Dealer and levels that are not those that the match stands at."""
    if turn is not None and dealer != turn:
        yield Finding(row.row, row.deal, "dealer", dealer, turn)
    right = levels[dealer % 2]
    if row.level is not None and right not in (UNKNOWN, row.level):
        yield Finding(row.row, row.deal, "level", row.level, right)
    for side, written in enumerate(row.before):
        if written is not None and levels[side] not in (UNKNOWN, written):
            yield Finding(row.row, row.deal, f"before_{side}", written, levels[side])


def _after_findings(row: SheetRow, outcome: Outcome, after: Step, moved: int) -> Iterable[Finding]:
    """What a row says of the deal's result that is not so."""

    def wrong(name: str, written: Any, right: Any) -> Finding:
        return Finding(row.row, row.deal, name, written, right)

    if row.takeover is not None and row.takeover != outcome.takeover:
        yield wrong("takeover", row.takeover, outcome.takeover)
    if row.winner in ("0", "1") and int(row.winner) != outcome.gain_side:
        yield wrong("deal_winner", int(row.winner), outcome.gain_side)
    if row.winner in ("dealer", "defenders") and (row.winner == "defenders") != outcome.takeover:
        yield wrong("deal_role", row.winner, "defenders" if outcome.takeover else "dealer")
    if row.gained not in (None, outcome.levels_gained, moved) and not after.over:
        yield wrong("gained", row.gained, outcome.levels_gained)
    for side in (0, 1):
        written = PASSED if row.passed == side and not after.over else row.after[side]
        if written is not None and after.levels[side] not in (UNKNOWN, written):
            yield wrong(f"after_{side}", written, after.levels[side])
    if after.next_dealer is not None and row.next_dealer not in (None, after.next_dealer):
        yield wrong("next_dealer", row.next_dealer, after.next_dealer)
    told = row.passed is not None and not after.over
    if row.won and not told and (not after.over or row.game_winner not in (None, after.winner)):
        yield wrong("game_winner", row.game_winner, after.winner)


def _rung(row: SheetRow, dealer: int, points: _Points, trial: _Trial) -> Rung:
    assert points.outcome is not None
    after = trial.step
    levels: list[int | None] = [None if level == UNKNOWN else level for level in after.levels]
    return Rung(
        row=row.row, deal=row.deal, dealer=dealer, level=trial.level, trump=row.trump, points=points.total,
        few=points.few, **points.outcome._asdict(), **after.reached,
        levels_after=[levels[side] or row.after[side] for side in (0, 1)],
        gap=trial.state.gap, carried=trial.state.carried, match=row.texts.get("match", ""),
    )  # fmt: skip
