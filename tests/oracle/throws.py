"""Throws: who beats one, what is forced, and the verdict on a lead (docs/rules.md 4)."""

from __future__ import annotations

from collections.abc import Sequence

from tests.oracle.cards import POSITIONS, Order, Rules
from tests.oracle.shapes import Component, Lead, pairs_of, read_lead, tractor_tops

Hands = Sequence[Sequence[str]]


def beaten_parts(lead: Lead, others: Hands, order: Order) -> list[Component]:
    """The components that one of the other hands, by itself, beats in the same suit."""
    if lead.shape != "throw":
        return []
    same_suit = [[card for card in hand if order.suit[card] == lead.suit] for hand in others]
    return [part for part in lead.parts if any(_beats(hand, part, order) for hand in same_suit)]


def _beats(hand: Sequence[str], part: Component, order: Order) -> bool:
    if part.kind == "single":
        return any(order.position[card] > part.top for card in hand)
    pairs = pairs_of(hand, order)
    if part.kind == "pair":
        return any(pairs[place] for place in range(part.top + 1, POSITIONS))
    return any(top > part.top for top in tractor_tops(pairs, part.units, order.chain))


def forced_part(beaten: Sequence[Component], rules: Rules) -> Component:
    """Which of the beaten components has to be played."""
    if rules["throw"]["fail_play"] == "fewest_cards_beaten_component":
        return min(beaten, key=lambda part: (part.cards, part.top))
    return min(beaten, key=lambda part: (part.top, part.cards))


def verdict(
    played: Sequence[str], attempted: Sequence[str] | None, others: Hands | None, order: Order, rules: Rules
) -> str:
    """The verdict on a lead; `others` are the other three hands, None where they are not known."""
    lead = read_lead(played, order)
    if lead.suit is None:
        return "lead_mixed"
    if attempted is not None and sorted(attempted) != sorted(played):
        return _verdict_on_attempt(lead, read_lead(attempted, order), others, order, rules)
    if lead.shape != "throw":
        return "lead"
    if not rules["throw"]["allowed"]:
        return "lead_throw_barred"
    if others is None:
        return "lead_throw_unchecked"
    return "lead_throw_beaten" if beaten_parts(lead, others, order) else "lead_throw"


def _verdict_on_attempt(lead: Lead, attempt: Lead, others: Hands | None, order: Order, rules: Rules) -> str:
    if attempt.suit is None:
        return "lead_mixed"
    if attempt.shape == "throw" and not rules["throw"]["allowed"]:
        return "lead_throw_barred"
    if others is None:
        return "lead_throw_unchecked"
    beaten = beaten_parts(attempt, others, order)
    if not beaten:
        return "lead_forced_needless"
    as_forced = lead.suit == attempt.suit and lead.parts == (forced_part(beaten, rules),)
    return "lead_forced" if as_forced else "lead_forced_wrong"
