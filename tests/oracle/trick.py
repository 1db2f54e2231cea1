"""Who wins a trick, and how (docs/rules.md 6)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from tests.oracle.cards import POSITIONS, Chain, Order, Rules
from tests.oracle.shapes import Lead, Pairs, components, pairs_of, read_lead, tractor_tops, without_tractor


class Trick(NamedTuple):
    """`winner` counts plays from the leader; `ruffs` says of each play which kind of ruff it was, or None."""

    winner: int
    won_by: str
    ruffs: list[str | None]


def play_out(plays: Sequence[Sequence[str]], order: Order, rules: Rules) -> Trick:
    """The best of the plays, the leader's first; equal plays stay behind the earlier one."""
    lead = read_lead(plays[0], order)
    if lead.suit is None:
        return Trick(0, "lead", [None] * len(plays))
    best, won_by, best_key = 0, "lead", (False, _key(plays[0], lead, order, rules))
    ruffs: list[str | None] = [None]
    for index, play in enumerate(plays[1:], 1):
        suits = {order.suit[card] for card in play}
        ruffing = suits == {"trump"} and lead.suit != "trump"
        matches = (ruffing or suits == {lead.suit}) and fits(play, lead, order, rules)
        key = (ruffing, _key(play, lead, order, rules)) if matches else best_key
        beats = key > best_key
        ruffs.append(_ruff_name(beats, won_by) if ruffing and matches else None)
        if beats:
            best, best_key, won_by = index, key, ruffs[-1] or "follow"
    return Trick(best, won_by, ruffs)


def _ruff_name(beats: bool, standing: str) -> str:
    if not beats:
        return "under_ruff"
    return "over_ruff" if standing in ("ruff", "over_ruff") else "ruff"


def fits(play: Sequence[str], lead: Lead, order: Order, rules: Rules) -> bool:
    """Whether cards of one suit can be read as the components of the lead."""
    if rules["ruff"]["structure"] == "exact":
        return _signature(components(play, order)) == _signature(lead.parts)
    tractors, led_pairs = _structure(lead)
    return _serves(pairs_of(play, order), tractors, led_pairs, order.chain)


def _signature(parts: Sequence[tuple[str, int, int]]) -> list[tuple[str, int]]:
    return [(kind, units) for kind, units, _ in parts]


def _structure(lead: Lead) -> tuple[tuple[int, ...], int]:
    """The lengths of the tractors led, longest first, and the number of pairs led."""
    tractors = tuple(part.units for part in lead.parts if part.kind == "tractor")
    return tractors, sum(part.kind == "pair" for part in lead.parts)


@lru_cache(maxsize=200_000)
def _serves(pairs: Pairs, tractors: tuple[int, ...], led_pairs: int, chain: Chain) -> bool:
    if not tractors:
        return sum(pairs) >= led_pairs
    return any(
        _serves(without_tractor(pairs, tractors[0], top), tractors[1:], led_pairs, chain)
        for top in tractor_tops(pairs, tractors[0], chain)
    )


def _key(play: Sequence[str], lead: Lead, order: Order, rules: Rules) -> int:
    """What is compared, of a play that fits the lead."""
    tractors, led_pairs = _structure(lead)
    highest = max(order.position[card] for card in play)
    if rules["ruff"]["over_ruff"] == "highest_card" or not (tractors or led_pairs):
        return highest
    pairs = pairs_of(play, order)
    if not tractors:
        return max(place for place in range(POSITIONS) if pairs[place])
    # Highest first: the first tractor that leaves enough for the other components has the highest top.
    return next(
        top
        for top in tractor_tops(pairs, tractors[0], order.chain)
        if _serves(without_tractor(pairs, tractors[0], top), tractors[1:], led_pairs, order.chain)
    )
