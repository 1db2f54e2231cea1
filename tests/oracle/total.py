"""The defenders' total with fouls, what it brings, and what else a deal may break (docs/rules.md 7.3 to 7.7)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

from tests.oracle.cards import JOKERS, Rules, points

BY_COUNT = ("points_per_card", "points_per_card_no_keep_or_capture")


class Outcome(NamedTuple):
    takeover: bool
    gain_side: int
    levels: int
    wins_game: bool


def _priced(foul: dict[str, Any], rules: Rules) -> dict[str, Any]:
    """The entry of the ruleset's list for the kind of a foul; an empty one where there is none."""
    entries: list[dict[str, Any]] = rules["penalty"]["list"]
    return next((entry for entry in entries if entry["offence"] == foul["kind"]), {})


def _points(foul: dict[str, Any], rules: Rules) -> int:
    if foul.get("points") is not None:
        return int(foul["points"])
    entry = _priced(foul, rules)
    if entry.get("kind") in BY_COUNT:
        return int(entry["amount"] * _times(foul))
    return int(entry["amount"]) if entry.get("kind") == "points" else 0


def _times(foul: dict[str, Any]) -> int:
    return 1 if foul.get("count") is None else int(foul["count"])


def fouls_of(penalties: Sequence[dict[str, Any]], dealer: int, rules: Rules) -> int:
    """What the fouls add to the defenders' points: those of the dealer side raise them."""
    return sum(_points(foul, rules) * (1 if foul["side"] == dealer % 2 else -1) for foul in penalties)


def levels_of(penalties: Sequence[dict[str, Any]], rules: Rules) -> tuple[list[int], list[int]]:
    """The levels that fouls take from each side, and those they give to each."""
    down, up = [0, 0], [0, 0]
    for foul in penalties:
        entry = _priced(foul, rules)
        if entry.get("kind") == "own_level_down":
            down[foul["side"]] += entry["amount"] * _times(foul)
        if entry.get("kind") == "opp_level_up":
            up[1 - foul["side"]] += entry["amount"] * _times(foul)
    return down, up


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
    trump: str, level: str, kitty: Sequence[str] | None, buried: Sequence[str] | None, rules: Rules
) -> list[str]:
    """What is wrong with a deal as a whole; kitty and buried cards are None where they are not known."""
    allowed, bury = rules["deck"]["kitty_size_allowed"], rules["bury"]
    found = []
    if trump == "NT" and not rules["trump"]["no_trump_possible"]:
        found.append("no_trump_barred")
    if any(cards is not None and len(cards) not in allowed for cards in (kitty, buried)):
        found.append("kitty_size")
    if buried is not None and bury["forbid_points"] and any(points([card], level, rules) for card in buried):
        found.append("bury_points")
    if buried is not None and points(buried, level, rules) < bury["min_points"]:
        found.append("bury_few_points")
    return sorted(found)
