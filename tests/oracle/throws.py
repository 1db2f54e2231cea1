"""Throws: who beats one, what is forced, what it costs, and the verdict on a lead (docs/rules.md 4)."""

from __future__ import annotations

from collections.abc import Sequence

from tests.oracle.cards import Rules
from tests.oracle.order import Combos, Order, of_suit
from tests.oracle.shapes import Component, Lead, Stock, runs, stock_of

Hands = Sequence[Sequence[str]]
OR_RUFFS = "any_other_hand_beats_or_ruffs_any_component"


def beaten_parts(lead: Lead, others: Hands, order: Order, rules: Rules) -> list[Component]:
    """The components of a throw that one of the other hands, by itself, beats."""
    if lead.shape != "throw":
        return []
    ruffs = rules["throw"]["beaten_if"] == OR_RUFFS and lead.suit != "trump"
    beaten: set[Component] = set()
    for hand in others:
        same_suit = stock_of(of_suit(hand, lead.suit, order), order)
        if same_suit or not ruffs:
            combos = order.combos[lead.suit or ""]
            beaten |= {part for part in lead.parts if highest(same_suit, part, combos) > part.top}
        else:
            trumps = stock_of(of_suit(hand, "trump", order), order)
            beaten |= {part for part in lead.parts if highest(trumps, part, order.combos["trump"]) >= 0}
    return [part for part in lead.parts if part in beaten]


def highest(stock: Stock, part: Component, combos: Combos) -> int:
    """The highest top of a component of this shape in a stock; -1: there is none."""
    if part.units > 1:
        return next((top for top, _ in runs(stock, part.width, part.units, combos)), -1)
    return max([place for place, copies in stock if copies >= part.width], default=-1)


def forced_part(lead: Lead, beaten: Sequence[Component], rules: Rules) -> Component:
    """Which component of a failed throw has to be played."""
    fail_play = rules["throw"]["fail_play"]
    choice = beaten if fail_play.endswith("beaten_component") else lead.parts
    if fail_play.startswith("fewest_cards"):
        return min(choice, key=lambda part: (part.cards, part.top, -part.width))
    return min(choice, key=lambda part: (part.top, part.cards, -part.width))


def fine(attempt: Lead, beaten: Sequence[Component], rules: Rules) -> int:
    """The points that a failed throw costs by the ruleset."""
    throw = rules["throw"]
    counted = {
        "thrown": attempt.size,
        "returned": attempt.size - forced_part(attempt, beaten, rules).cards,
        "beaten": sum(part.cards for part in beaten),
    }
    cost = throw["fail_points_flat"] + throw["fail_points_per_card"] * counted[throw["fail_points_count"]]
    return int(min(cost, throw["fail_points_cap"]) if throw["fail_points_cap"] else cost)


def verdict(lead: Lead, attempt: Lead | None, others: Hands | None, order: Order, rules: Rules) -> tuple[str, int]:
    """The verdict on a lead, and what it costs in points.

    `attempt` is None where none is recorded or it is what was played; `others` are the other three hands,
    None where they are not known.
    """
    if lead.suit is None or (attempt and attempt.suit is None):
        return "lead_mixed", 0
    tried = attempt or lead
    if tried.shape == "throw" and _barred(tried, rules):
        return "lead_throw_barred", 0
    if not attempt and lead.shape != "throw":
        return "lead", 0
    if others is None:
        return "lead_throw_unchecked", 0
    beaten = beaten_parts(tried, others, order, rules)
    if not attempt:
        return "lead_throw_beaten" if beaten else "lead_throw", 0
    if not beaten:
        return "lead_forced_needless", 0
    as_forced = lead.suit == attempt.suit and lead.parts == (forced_part(attempt, beaten, rules),)
    return "lead_forced" if as_forced else "lead_forced_wrong", fine(attempt, beaten, rules)


def _barred(lead: Lead, rules: Rules) -> bool:
    return not rules["throw"]["allowed"] or (lead.suit == "trump" and not rules["throw"]["in_trump"])
