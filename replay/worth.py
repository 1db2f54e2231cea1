"""What a card is worth under a ruleset."""

from __future__ import annotations

from typing import Any

from ingest.cards import BIG_JOKER, LITTLE_JOKER


def card_points(values: dict[str, Any], card: int, level: int) -> int:
    """The points of a card at a level 2..14 (docs/rules.md 7.1)."""
    if card == LITTLE_JOKER:
        return int(values["points.small_joker"])
    if card == BIG_JOKER:
        return int(values["points.big_joker"])
    rank = card % 13 + 2
    if rank == level and values["points.level_card"]:
        return int(values["points.level_card"])
    names = {5: "five", 10: "ten", 13: "king"}
    return int(values[f"points.{names[rank]}"]) if rank in names else 0
