"""What the fouls of a deal come to: points, levels, no kitty, or the deal and the match (docs/rules.md 7 and 7.3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

from tests.oracle.cards import Rules

NO_KITTY = "points_per_card_no_keep_or_capture"
BY_COUNT = ("points_per_card", NO_KITTY)
NO_DEALS = "void_deal"
Foul = dict[str, Any]  # side, kind, points, count, trick, seat
Strikes = Counter[tuple[str, int]]  # of an offence, by a side


class Ruling(NamedTuple):
    """What a deal comes to by its fouls; `gain_side` is None where it comes to nothing."""

    takeover: bool
    gain_side: int | None
    levels: int


def entry(foul: Foul, rules: Rules) -> dict[str, Any]:
    """The entry of the ruleset's list for the kind of a foul; an empty one where there is none."""
    listed: list[dict[str, Any]] = rules["penalty"]["list"]
    return next((one for one in listed if one["offence"] == foul.get("kind")), {})


def _times(foul: Foul) -> int:
    return 1 if foul.get("count") is None else int(foul["count"])


def _points(foul: Foul, rules: Rules) -> int:
    if foul.get("points") is not None:
        return int(foul["points"])
    listed = entry(foul, rules)
    if listed.get("kind") in BY_COUNT:
        return int(listed["amount"] * _times(foul))
    return int(listed["amount"]) if listed.get("kind") == "points" else 0


def points_of(penalties: Sequence[Foul], dealer: int, rules: Rules) -> int:
    """What the fouls add to the defenders' points: those of the dealer side raise them."""
    return sum(_points(foul, rules) * (1 if foul["side"] == dealer % 2 else -1) for foul in penalties)


def levels_of(penalties: Sequence[Foul], rules: Rules) -> tuple[list[int], list[int]]:
    """The levels that fouls take from each side, and those they give to each."""
    down, up = [0, 0], [0, 0]
    for foul in penalties:
        listed = entry(foul, rules)
        if listed.get("kind") == "own_level_down":
            down[foul["side"]] += listed["amount"] * _times(foul)
        if listed.get("kind") == "opp_level_up":
            up[1 - foul["side"]] += listed["amount"] * _times(foul)
    return down, up


def sides_of(kind: str, penalties: Sequence[Foul], rules: Rules) -> list[bool]:
    """For each side whether it fouled by an entry of this kind."""
    by = {foul["side"] for foul in penalties if entry(foul, rules).get("kind") == kind}
    return [side in by for side in range(2)]


def unknown(penalties: Sequence[Foul], rules: Rules) -> list[Foul]:
    """The fouls of which nobody can say what they come to: no points, and a kind that the list does not name."""
    told = [foul for foul in penalties if foul.get("points") is None and foul.get("kind") is not None]
    return [foul for foul in told if not entry(foul, rules) and foul["kind"] != "failed_throw"]


def strikes_of(penalties: Sequence[Foul], rules: Rules) -> Strikes:
    """How often each side fouled in this deal by each offence that forfeits the match when it is repeated."""
    found: Strikes = Counter()
    for foul in penalties:
        if entry(foul, rules).get("forfeit_at"):
            found[foul["kind"], foul["side"]] += _times(foul)
    return found


def struck_out(before: Strikes, now: Strikes, rules: Rules) -> list[bool]:
    """For each side whether a foul of this deal is the one too many of the match."""
    limits = {one["offence"]: one.get("forfeit_at", 0) for one in rules["penalty"]["list"]}
    out = {side for (kind, side), times in now.items() if 0 <= limits[kind] - before[kind, side] - 1 < times}
    return [side in out for side in range(2)]


def ruling(penalties: Sequence[Foul], dealer: int, rules: Rules) -> Ruling | None:
    """What the fouls make of a deal, apart from those of earlier deals; None where they leave it to the cards."""
    forfeited = sides_of("forfeit", penalties, rules)
    lost = sides_of("loses_deal", penalties, rules)
    if any(forfeited):
        return lost_by(forfeited, dealer, 0)
    if any(sides_of(NO_DEALS, penalties, rules)):
        return Ruling(False, None, 0)
    if any(lost):
        listed = [entry(foul, rules) for foul in penalties]
        return lost_by(lost, dealer, max(one["amount"] for one in listed if one.get("kind") == "loses_deal"))
    return None


def lost_by(losers: Sequence[bool], dealer: int, levels: int) -> Ruling:
    """A deal that one side loses, or both: then it comes to nothing."""
    if all(losers):
        return Ruling(False, None, 0)
    return Ruling(losers[dealer % 2], losers.index(False), levels)


def settled(deal: dict[str, Any], rules: Rules) -> dict[str, Any]:
    """A deal of a match, its outcome by the cards, with what its `fouls` make of it."""
    penalties = deal.get("fouls") or []
    down, up = levels_of(penalties, rules)
    ruled = ruling(penalties, deal["dealer"], rules)
    told: dict[str, Any] = {"level_down": down, "level_up": up, "by_foul": ruled is not None}
    told |= {"forfeits": sides_of("forfeit", penalties, rules), "strikes": strikes_of(penalties, rules)}
    if ruled:
        named = {"takeover": ruled.takeover, "gain_side": ruled.gain_side, "levels_gained": ruled.levels}
        told |= named | {"wins_game": False, "demoted_to": None}
    return deal | told
