"""A profile value marked `recorded` is one that real logs exercise: change it, and they no longer agree."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

import ingest
from ingest.columns import DEALS
from replay import engine
from replay.levels import climb
from replay.ruleset import Ruleset, load

LOGS = os.environ.get("SHENGJI_REAL_LOGS")
needs_logs = pytest.mark.skipif(not LOGS, reason="SHENGJI_REAL_LOGS names no folder of real logs")

# What each value marked `recorded` could be instead.
OTHERWISE: dict[str, Any] = {
    "levels.must_play": [],
    "levels.win_mode": "pass",
    "dealer.on_success": "next",
    "dealer.on_fail": "partner",
    "kitty_capture.enabled": False,
    "kitty_capture.multiplier.per_card": 1,
    "score.bands": [
        {"max": 75, "side": "dealer", "levels": 1},
        {"min": 80, "side": "defenders", "levels": 0, "ref": 80, "step": 40},
    ],
}
# Marked `recorded` too, but there is no other value the engine would act on.
ONLY_VALUE = {
    "deck.decks", "deck.hand_size", "deck.kitty_size", "levels.start", "levels.win_level", "trump.order",
    "trump.off_level_equal", "trump.no_trump_possible", "kitty_capture.keep_effect",
}  # fmt: skip


def table() -> pa.Table:
    assert LOGS
    files = sorted((Path(LOGS) / "80fen").iterdir())
    return pa.Table.from_batches([batch for file in files for batch in ingest.read(file)], DEALS)


def disagreements(deals: pa.Table, ruleset: Ruleset) -> int:
    """Recorded values, and dealers of the deals that follow, that the ruleset does not reproduce."""
    batch = deals.combine_chunks().to_batches()[0]
    scores = engine.score(batch, ruleset).scores
    pairs = (("trick_winners", "winners"), ("total", "total"), ("takeover", "takeover"), ("multiplier", "multiplier"))
    wrong = sum(
        recorded != rescored
        for name, ours in pairs
        for recorded, rescored in zip(deals[f"rec_{name}"].to_pylist(), scores[ours].to_pylist(), strict=True)
    )
    gained = deals.append_column("gain_side", scores["gain_side"])
    gained = gained.append_column("levels_gained", scores["levels_gained"])
    gained = gained.append_column("takeover", scores["takeover"])
    rungs = climb(gained, ruleset)
    for side in (0, 1):
        recorded = deals[f"rec_level_after_{side}"].to_pylist()
        wrong += sum(a != b for a, b in zip(recorded, rungs[f"level_after_{side}"].to_pylist(), strict=True))
    wrong += sum(a != b for a, b in zip(deals["rec_winner"].to_pylist(), rungs["winner"].to_pylist(), strict=True))
    follows = zip(rungs["next_dealer"].to_pylist()[:-1], deals["dealer"].to_pylist()[1:], strict=True)
    numbers = deals["deal_no"].to_pylist()[1:]
    return wrong + sum(a != b for (a, b), number in zip(follows, numbers, strict=True) if number > 1)


def recorded_keys(ruleset: Ruleset) -> set[str]:
    own = {key: source for key, source in ruleset.sources.items() if source[0] == ruleset.id}
    return {key for key, (_, status, _) in own.items() if status == "recorded"}


def test_every_recorded_value_is_listed() -> None:
    assert recorded_keys(load("program_80fen")) == set(OTHERWISE) | ONLY_VALUE


@needs_logs
def test_the_profile_reproduces_its_logs() -> None:
    deals = table()
    assert len(deals) == 125
    assert disagreements(deals, load("program_80fen")) == 0


@needs_logs
@pytest.mark.parametrize("key", OTHERWISE)
def test_a_recorded_value_is_exercised(key: str) -> None:
    profile = load("program_80fen")
    values = profile.values | {key: OTHERWISE[key]}
    changed = Ruleset(profile.id, profile.header, values, profile.sources)
    assert disagreements(table(), changed) > 0
