"""A profile value marked `recorded` is one that real logs exercise: change it, and they no longer agree."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
import pytest

import ingest
from ingest.columns import DEALS
from replay import engine
from replay.bidding import bids_move_dealer
from replay.levels import DEAL_FIELDS, climb
from replay.ruleset import Ruleset, list_rulesets, load

LOGS = os.environ.get("SHENGJI_REAL_LOGS")
needs_logs = pytest.mark.skipif(not LOGS, reason="SHENGJI_REAL_LOGS names no folder of real logs")


@dataclass
class Profile:
    """A profile's log and what each value marked `recorded` could be instead.

    ``only`` are marked so too, but there is no other value the engine would act on.
    """

    ruleset: str
    log: str
    deals: int
    otherwise: dict[str, Any]
    only: set[str] = field(default_factory=set)

    def table(self) -> pa.Table:
        """The finished deals of the log."""
        assert LOGS
        deals = pa.Table.from_batches(list(ingest.read(Path(LOGS) / self.log)), DEALS)
        return deals.filter(pc.not_equal(deals["tier"], "partial"))


ONLY_VALUE = {
    "deck.decks", "deck.hand_size", "deck.kitty_size", "levels.start", "trump.order",
    "trump.off_level_equal", "trump.no_trump_possible", "kitty_capture.keep_effect",
}  # fmt: skip
COARSE = [
    {"max": 75, "side": "dealer", "levels": 1},
    {"min": 80, "side": "defenders", "levels": 0, "ref": 80, "step": 40},
]
PROFILES = {
    profile.ruleset: profile
    for profile in (
        Profile(
            "program_80fen",
            "80fen",
            deals=125,
            otherwise={
                "levels.must_play": [],
                "levels.win_mode": "pass",
                "dealer.on_success": "next",
                "dealer.on_fail": "partner",
                "kitty_capture.enabled": False,
                "kitty_capture.multiplier.per_card": 1,
                "score.bands": COARSE,
            },
            only=ONLY_VALUE | {"levels.win_level"},
        ),
        Profile(
            "program_godot",
            "godot/standard_log.json",
            deals=3,
            otherwise={
                "points.five": 0,
                "points.ten": 5,
                "points.king": 5,
                "declare.who_later": "anyone",
                "dealer.on_fail": "partner",
                "score.bands": COARSE,
            },
            only=ONLY_VALUE,
        ),
    )
}
each_profile = pytest.mark.parametrize("profile", PROFILES.values(), ids=PROFILES)
SCORES = (
    "trick_points", "defender_points", "kitty_points", "multiplier", "total", "takeover", "levels_gained",
)  # fmt: skip
RUNGS = ("level_after_0", "level_after_1", "winner", "next_dealer")


def differing(recorded: pa.ChunkedArray, rescored: pa.ChunkedArray) -> int:
    """How many of the values that are recorded are not what was worked out."""
    pairs = zip(recorded.to_pylist(), rescored.to_pylist(), strict=True)
    return sum(was is not None and was != now for was, now in pairs)


def disagreements(profile: Profile, ruleset: Ruleset) -> int:
    """Recorded values, and dealers of the deals that follow, that the ruleset does not reproduce."""
    deals = profile.table()
    scores = engine.score(deals.combine_chunks().to_batches()[0], ruleset).scores
    wrong = differing(deals["rec_trick_winners"], scores["winners"])
    wrong += sum(differing(deals[f"rec_{name}"], scores[name]) for name in SCORES)
    wrong += sum(differing(scores[f"derived_{name}"], deals[name]) for name in ("trump", "dealer"))
    for name in (needed for needed in DEAL_FIELDS if needed not in deals.column_names):
        deals = deals.append_column(name, scores[name])
    rungs = climb(deals, ruleset)
    wrong += sum(differing(deals[f"rec_{name}"], rungs[name]) for name in RUNGS)
    if not bids_move_dealer(ruleset.values):
        later = deals["deal_no"].to_pylist()[1:]
        follows = zip(rungs["next_dealer"].to_pylist(), deals["dealer"].to_pylist()[1:], later, strict=False)
        wrong += sum(said != dealer for said, dealer, number in follows if number > 1)
    return wrong


def recorded_keys(ruleset: Ruleset) -> set[str]:
    own = {key: source for key, source in ruleset.sources.items() if source[0] == ruleset.id}
    return {key for key, (_, status, _) in own.items() if status == "recorded"}


def test_every_profile_is_listed() -> None:
    assert [ruleset.id for ruleset in list_rulesets() if ruleset.profile_of] == list(PROFILES)


@each_profile
def test_every_recorded_value_is_listed(profile: Profile) -> None:
    ruleset = load(profile.ruleset)
    assert recorded_keys(ruleset) == set(profile.otherwise) | profile.only
    statuses = {status for layer, status, _ in ruleset.sources.values() if layer == ruleset.id}
    assert statuses <= {"recorded", "documented", "assumed"}


@needs_logs
@each_profile
def test_the_profile_reproduces_its_logs(profile: Profile) -> None:
    assert len(profile.table()) == profile.deals
    assert disagreements(profile, load(profile.ruleset)) == 0


@needs_logs
@pytest.mark.parametrize(
    ("name", "key"), [(name, key) for name, profile in PROFILES.items() for key in profile.otherwise]
)
def test_a_recorded_value_is_exercised(name: str, key: str) -> None:
    profile = PROFILES[name]
    ruleset = load(profile.ruleset)
    values = ruleset.values | {key: profile.otherwise[key]}
    changed = Ruleset(ruleset.id, ruleset.header, values, ruleset.sources)
    assert disagreements(profile, changed) > 0


@needs_logs
def test_everything_the_godot_log_records_is_compared() -> None:
    """Three finished deals record all but a captured kitty, which none of them has; no play breaks a rule."""
    profile = PROFILES["program_godot"]
    deals = profile.table()
    recorded = {name for name in deals.column_names if name.startswith("rec_") and deals[name].null_count < len(deals)}
    compared = {f"rec_{name}" for name in ("trick_winners", *SCORES, *RUNGS)}
    assert compared - recorded == {"rec_kitty_points", "rec_multiplier", "rec_winner"}
    assert recorded <= compared
    scored = engine.score(deals.combine_chunks().to_batches()[0], load(profile.ruleset))
    assert scored.violations.num_rows == 0
    assert scored.scores["captured"].to_pylist() == [False, False, False]
