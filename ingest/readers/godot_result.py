"""What a shengji-godot log says a deal came to, and where it contradicts itself."""

from __future__ import annotations

from typing import Any

from ingest.readers.godot_json import Round, Settlement, Trick
from ingest.record import Deal


def put(deal: Deal, round_: Round) -> None:
    """Put the settlement of a finished round into the deal's ``rec_…`` fields."""
    settled = round_.settlement
    deal.rec_defender_points = settled.attack_base_score
    if settled.bottom_multiplier:  # 0: the kitty was not captured, and what it held was not counted
        deal.rec_kitty_points = settled.bottom_score
        deal.rec_multiplier = settled.bottom_multiplier
    deal.rec_total = settled.final_score
    deal.rec_takeover = settled.dealer_dethroned
    deal.rec_levels_gained = settled.proposed.upgrade_levels if settled.proposed else settled.upgrade_levels
    deal.rec_level_after_0, deal.rec_level_after_1 = _levels_after(deal, round_)
    if settled.game_over:
        deal.rec_winner = _gaining_side(round_)
    elif settled.new_dealer is not None and settled.new_dealer >= 0:
        deal.rec_next_dealer = settled.new_dealer


def _gaining_side(round_: Round) -> int | None:
    """0 for the seats 0 and 2."""
    gaining = round_.settlement.upgrading_side
    return None if gaining is None else (round_.dealer + gaining) % 2


def _levels_after(deal: Deal, round_: Round) -> tuple[int | None, int | None]:
    """``new_rank`` for the side that gains; where nothing is gained both stay, and ``new_rank`` is the deal's level."""
    after = [deal.level_0, deal.level_1]
    side = _gaining_side(round_)
    if side is None or deal.rec_levels_gained is None:
        return None, None
    if deal.rec_levels_gained > 0:
        after[side] = round_.settlement.new_rank
    return after[0], after[1]


def contradictions(round_: Round) -> dict[str, Any]:
    """Recorded values that the round's other values contradict, by key; those of tricks under ``trick N``."""
    dealers = [round_.dealer, (round_.dealer + 2) % 4]
    found = _wrong(round_, dealer_team=set(dealers), attack_team={0, 1, 2, 3} - set(dealers))
    found |= _settlement(round_)
    before = 0
    for trick in round_.tricks:
        if trick.winner < 0 or trick.trick_points is None:
            break
        wrong = _trick(trick, trick.winner not in dealers, before)
        if wrong:
            found[f"trick {trick.trick_num}"] = wrong
        before = trick.attack_score_after if trick.attack_score_after is not None else before
    return found


def _trick(trick: Trick, defenders_win: bool, before: int) -> dict[str, Any]:
    points = trick.trick_points or 0
    gain = points if defenders_win else 0
    return _wrong(
        trick,
        trick_score=points,
        winner_side="attack" if defenders_win else "dealer",
        attack_score_before=before,
        attack_gain=gain,
        attack_score_after=before + gain,
    )


def _settlement(round_: Round) -> dict[str, Any]:
    settled: Settlement = round_.settlement
    points, multiplier = settled.bottom_score or 0, settled.bottom_multiplier or 0
    found = _wrong(settled, bottom_bonus=points * multiplier, upgrading_team=_gaining_side(round_))
    if points and not multiplier:
        found["bottom_score"] = points
    return found


def _wrong(entry: Any, **expected: Any) -> dict[str, Any]:
    """The values of ``entry`` that are there and not as expected; sets compare as sets."""
    found = {key: getattr(entry, key) for key in expected}
    return {
        key: value
        for key, value in found.items()
        if value is not None and (set(value) if isinstance(expected[key], set) else value) != expected[key]
    }
