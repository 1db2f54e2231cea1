"""What the kitty counts for, by the last trick (docs/rules.md 7.2)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tests.oracle.cards import Rules
from tests.oracle.order import Order
from tests.oracle.shapes import Component, Lead, read_lead

GREATEST = 1_000_000


def multiplier(lead: Lead, won_with: Sequence[str], order: Order, rules: Rules) -> int:
    """By how much the kitty counts when the last trick was led with `lead` and won with these cards."""
    capture = rules["kitty_capture"]
    table = capture["multiplier"]
    counted = read_lead(won_with, order) if capture["pattern_of"] == "winning_cards" else lead
    if table["per_card"]:
        value = table["per_card"] * lead.size
    elif len(counted.parts) == 1:
        value = _worth(counted.parts[0], table)
    else:
        value = max(table["throw_min"], _throw_worth(counted, table))
    return int(min(value, capture["cap"] or value, GREATEST))


def _throw_worth(lead: Lead, table: dict[str, Any]) -> int:
    if table["throw"] == "fixed":
        return int(table["throw_min"])
    parts = list(lead.parts)
    if table["throw"] == "most_cards_component":
        most = max(part.cards for part in parts)
        parts = [part for part in parts if part.cards == most]
    return max(_worth(part, table) for part in parts)


def _worth(part: Component, table: dict[str, Any]) -> int:
    if part.units == 1:
        return int(table[part.kind])
    tractor = table["pair_tractor" if part.kind == "tractor" else part.kind]
    further = part.units - tractor["base_len"]
    if tractor["op"] == "add":
        return int(tractor["base"] + tractor["step"] * further)
    return int(tractor["base"] * tractor["step"] ** further)


def counted(buried: int, times: int, *, by_defenders: bool, by_trump: bool, rules: Rules) -> tuple[bool, int]:
    """Whether the kitty is captured, and what it adds to the defenders' points, by who won the last trick with what."""
    capture = rules["kitty_capture"]
    if by_defenders:
        captured = bool(capture["enabled"] and (by_trump or not capture["requires_trump"]))
        return captured, buried * times * captured
    subtracts = capture["keep_effect"] == "subtract_multiplied" and (by_trump or not capture["keep_requires_trump"])
    return False, -buried * times * subtracts
