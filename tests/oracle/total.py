"""The defenders' total, what it brings, and what else a deal may break (docs/rules.md 7.3 to 7.7)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from tests.oracle.cards import JOKERS, Rules, points


class Outcome(NamedTuple):
    takeover: bool
    gain_side: int
    levels: int
    wins_game: bool


def total(tricks: int, fouls: int, kitty: int, rules: Rules) -> tuple[int, int]:
    """The defenders' points X, and by how much the fouls changed them."""
    penalty = rules["penalty"]
    if penalty["applied"] == "before_kitty" and penalty["clamp"]:
        low, high = penalty["clamp"]
        fouls = min(max(tricks + fouls, low), high) - tricks
    x = tricks + fouls + kitty
    if rules["points"]["rounding"] == "floor_10":
        x = abs(x) // 10 * 10 * (1 if x > 0 else -1)
    return x, fouls


def outcome(x: int, dealer: int, rules: Rules, *, captured: bool = False) -> Outcome:
    """Who gains how much with X defenders' points, where the defenders captured the kitty or not."""
    score = rules["score"]
    band = [band for band in score["bands"] if "min" not in band or band["min"] <= x][-1]
    levels = band["levels"]
    if "step" in band:
        levels += abs(x - band["ref"]) // band["step"]
    takeover = band["side"] == "defenders"
    if captured and not takeover and rules["kitty_capture"]["forces_takeover"]:
        return Outcome(True, (dealer + 1) % 2, 0, False)
    cap = score["defender_cap" if takeover else "dealer_cap"]
    return Outcome(takeover, (dealer + takeover) % 2, min(levels, cap or levels), band.get("win_game", False))


def demoted_to(level: str, won_with: Sequence[str], rules: Rules) -> str | None:
    """The level to which the dealer side falls when the kitty was captured with these cards."""
    for entry in rules["levels"]["demotions"]:
        held = Counter(card for card in won_with if card not in JOKERS and card[1] == entry["capture_rank"])
        doubled = max(held.values(), default=0) > 1
        applies = held and entry["pattern"] in ("any", "pair" if doubled else "single")
        if applies and entry["level"] == level:
            return str(rules["levels"]["start"] if entry["to"] == "start" else entry["to"])
    return None


def deal_violations(
    trump: str,
    level: str,
    kitty: Sequence[str] | None,
    buried: Sequence[str] | None,
    kept: Sequence[str] | None,
    rules: Rules,
) -> list[str]:
    """What is wrong with a deal as a whole.

    Kitty, buried cards, and those that who buried last kept in hand are None where they are not known.
    """
    allowed, bury = rules["deck"]["kitty_size_allowed"], rules["bury"]
    found = []
    if trump == "NT" and not rules["trump"]["no_trump_possible"]:
        found.append("no_trump_barred")
    if any(cards is not None and len(cards) not in allowed for cards in (kitty, buried)):
        found.append("kitty_size")
    if buried is not None and bury["forbid_points"] and any(points([card], level, rules) for card in buried):
        found.append("bury_points")
    if buried is not None and kept is not None:
        worth = sorted((points([card], level, rules) for card in [*buried, *kept]), reverse=True)
        if points(buried, level, rules) < min(bury["min_points"], sum(worth[: len(buried)])):
            found.append("bury_few_points")
    return sorted(found)
