"""The kitty's multiplier, the defenders' total and what it brings (docs/rules.md 7)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tests.oracle.cards import Rules
from tests.oracle.shapes import Component, Lead


def multiplier(lead: Lead, rules: Rules) -> int:
    """By how much the kitty counts when the last trick was led with `lead`."""
    table = rules["kitty_capture"]["multiplier"]
    if table["per_card"]:
        value = table["per_card"] * lead.size
    elif len(lead.parts) == 1:
        value = _worth(lead.parts[0], table)
    else:
        value = max(table["throw_min"], _throw_worth(lead, table))
    cap = rules["kitty_capture"]["cap"]
    return int(min(value, cap) if cap else value)


def _throw_worth(lead: Lead, table: dict[str, Any]) -> int:
    if table["throw"] == "fixed":
        return int(table["throw_min"])
    parts = list(lead.parts)
    if table["throw"] == "most_cards_component":
        most = max(part.cards for part in parts)
        parts = [part for part in parts if part.cards == most]
    return max(_worth(part, table) for part in parts)


def _worth(part: Component, table: dict[str, Any]) -> int:
    if part.kind != "tractor":
        return int(table[part.kind])
    tractor = table["pair_tractor"]
    further = part.units - tractor["base_len"]
    if tractor["op"] == "add":
        return int(tractor["base"] + tractor["step"] * further)
    return int(tractor["base"] * tractor["step"] ** further)


def fouls_of(penalties: Sequence[dict[str, Any]], dealer: int) -> int:
    """What the fouls add to the defenders' points: those of the dealer side raise them."""
    return sum(foul["points"] if foul["side"] == dealer % 2 else -foul["points"] for foul in penalties)


def total(tricks: int, fouls: int, capture: int, rules: Rules) -> tuple[int, int]:
    """The defenders' points X, and by how much the fouls changed them."""
    penalty = rules["penalty"]
    if penalty["applied"] == "before_kitty" and penalty["clamp"]:
        low, high = penalty["clamp"]
        fouls = min(max(tricks + fouls, low), high) - tricks
    return tricks + fouls + capture, fouls


def outcome(x: int, dealer: int, rules: Rules) -> tuple[bool, int, int]:
    """(takeover, side that gains, levels gained) for X defenders' points."""
    score = rules["score"]
    band = [band for band in score["bands"] if "min" not in band or band["min"] <= x][-1]
    levels = band["levels"]
    if "step" in band:
        levels += abs(x - band["ref"]) // band["step"]
    takeover = band["side"] == "defenders"
    cap = score["defender_cap" if takeover else "dealer_cap"]
    return takeover, (dealer + takeover) % 2, min(levels, cap) if cap else levels
