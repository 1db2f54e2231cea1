"""Deals that two rulesets read differently for one reason, made by hand; and rulesets with values put in."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from ingest.cards import parse_rank
from replay.facts import ALLOWED, TRICK_WINNER, Difference, Fact
from replay.ruleset import Ruleset, load
from tests.replay import ask, rows

BASE = "baike_2deck"
PLACE = {"level": "T", "trump": "H", "ruleset": BASE}
BANDS = [{"max": 95, "side": "dealer", "levels": 1}, {"min": 100, "side": "defenders", "levels": 0}]
TRACTOR, SPLIT = "SA SA SK SK SQ SQ", "S2 S2 S5 S5 S8 S8"
ATTEMPT, OTHERS = "D9 D4 D4", ["DJ D6 D6", "D7 D5 D3", "D2 D3 D5"]
# Values that change none of the facts below, so that a reason has something to leave out.
IDLE: dict[str, Any] = {
    "kitty_capture.cap": 64,
    "follow.trump_fill": "highest_first",
    "throw.fail_points_flat": 5,
    "penalty.clamp": [-40, 1000],
    "kitty_capture.multiplier.throw_min": 1,
    "declare.self_override": "never",
}
Row = dict[str, Any]


@dataclass
class Reason:
    """Rows of a match, the last of which differs under BASE and under BASE with ``put``: each difference, and
    the keys that each of them needs."""

    deals: list[Row]
    put: dict[str, Any]
    differences: list[Difference]
    needed: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.needed = self.needed or list(self.put)


def with_values(name: str, put: dict[str, Any]) -> Ruleset:
    """A ruleset with other values for some keys."""
    ruleset = load(name)
    return replace(ruleset, values=ruleset.values | put)


def one_trick(
    plays: list[str], hands: list[str] | None = None, attempt: str | None = None, then: list[Any] | None = None
) -> list[Row]:
    """A deal that ends after one trick, or after another that follows."""
    deal = ask.trick_of(PLACE, plays, hands, attempt)
    return [rows.row(deal | {"tricks": deal["tricks"] + ([then] if then else [])})]


def whole(lead: str, *, dealer: int = 0, number: int = 1, **fields: Any) -> Row:
    """A short deal that counts as whole, the ``number``-th of its match; seat 1 wins the last trick."""
    points = {"defended": 80, "kitty": 20, "last_winner": 1} | fields
    deal = ask.whole_deal(PLACE, lead, dealer=dealer, **points)
    levels = {"level_0": parse_rank("T"), "level_1": parse_rank("T")}
    return rows.row(deal, number) | {"tier": "derived", "deal_no": number} | levels


def _trick(number: int, a: int, b: int) -> Difference:
    return Difference(Fact(TRICK_WINNER, number), a, b)


def _play(seat: int, a: bool) -> Difference:
    return Difference(Fact(ALLOWED, 0, seat), a, not a)


def _of(what: str, a: Any, b: Any) -> Difference:
    return Difference(Fact(what), a, b)


REASONS: dict[str, Reason] = {
    "a pair ruffs two singles": Reason(
        one_trick(["S9 S8", "H3 H3", "S2 S3", "S4 S6"]), {"ruff.structure": "exact"}, [_trick(0, 1, 0)]
    ),
    "whose turn it is then": Reason(
        one_trick(["S9 S8", "H3 H3", "S2 S3", "S4 S6"], then=[1, "C9", "C2", "C3", "C4"]),
        {"ruff.structure": "exact"},
        [_trick(0, 1, 0), Difference(Fact("out_of_turn", 1, 1), None, True)],
    ),
    "what decides between two ruffs": Reason(
        one_trick(["S9 S9 S8", "H3 H3 HA", "H5 H5 H4", "S4 S5 S6"]),
        {"ruff.over_ruff": "highest_card"},
        [_trick(0, 2, 1)],
    ),
    "a throw": Reason(one_trick(["S9 S8"]), {"throw.allowed": False}, [_play(0, True)]),
    "a shorter tractor kept back": Reason(
        one_trick([TRACTOR, SPLIT], [TRACTOR, f"{SPLIT} S6 S6", "D9", "D9"]),
        {"follow.sub_tractor": "free"},
        [_play(1, False)],
    ),
    "which part a failed throw plays": Reason(
        one_trick(["D4 D4"], [ATTEMPT, *OTHERS], ATTEMPT),
        {"throw.fail_play": "fewest_cards_beaten_component"},
        [_play(0, True)],
    ),
    "points in the kitty": Reason(
        [whole("S9 S9")], {"bury.forbid_points": True}, [_of("bury_points", None, True)]
    ),
    "a gap in a tractor": Reason(
        [whole("S9 S9 SJ SJ", kitty=5, defended=0)],
        {"combos.bridge_level_gap": False},
        [_of("multiplier", 8, 4), _of("total", 40, 20), _of("levels_gained", [0, 1], [0, 2]),
         _of("level_after_0", 11, 12)],
    ),
    "a multiplier": Reason(
        [whole("S9 S9", kitty=5)], {"kitty_capture.multiplier.pair": 2},
        [_of("multiplier", 4, 2), _of("total", 100, 90)],
    ),
    "a multiplier that two keys make": Reason(
        [whole("S9 S9", kitty=5)],
        {"kitty_capture.multiplier.per_card": 5, "kitty_capture.cap": 6},
        [_of("multiplier", 4, 6), _of("total", 100, 110)],
        ["kitty_capture.cap", "kitty_capture.multiplier.per_card"],
    ),
    "a capture": Reason(
        [whole("S9 S9", kitty=20)],
        {"kitty_capture.enabled": False},
        [_of("captured", True, False), _of("total", 160, 80), _of("levels_gained", [1, 2], [1, 0]),
         _of("level_after_1", 12, 10)],
    ),
    "the bands": Reason(
        [whole("S9 S9", kitty=0, defended=80)],
        {"score.bands": BANDS},
        [_of("takeover", True, False), _of("levels_gained", [1, 0], [0, 1]),
         _of("level_after_0", 10, 11), _of("next_dealer", 1, 2)],
    ),
    "the next dealer": Reason(
        [whole("S9 S9", kitty=0, defended=40, last_winner=0)],
        {"dealer.on_success": "same"},
        [_of("next_dealer", 2, 0)],
    ),
    "a level to stay on": Reason(
        [whole("S9 S9", kitty=0, defended=120)], {"levels.must_play": ["T"]}, [_of("level_after_1", 11, 10)]
    ),
    "what the deals before have won": Reason(
        [
            whole("S9 S9", kitty=0, defended=40, last_winner=0),
            whole("S9 S9", kitty=0, defended=120, last_winner=0, number=2, dealer=1),
        ],
        {"levels.must_play": ["T"]},
        [],
    ),
}  # fmt: skip
