"""The sample files are what their script writes, and each fault among them is found, and nothing else."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

import pytest

from ingest.faults import Reject
from ingest.pipeline import read
from replay.ruleset import load
from tests.replay.played import Played, read_back, scored

FOLDER = Path(__file__).parents[2] / "data" / "samples"
NATIVE = "cn_competition_2deck"
TYPED = "by_hand.jsonl"  # the format page's example
LOGS = sorted(path for path in FOLDER.iterdir() if path.suffix in (".json", ".jsonl", ".ndjson") and path.name != TYPED)


def test_the_script_writes_the_same_bytes() -> None:
    files: dict[str, str] = runpy.run_path(str(FOLDER / "make.py"))["files"]()
    assert sorted(files) == [path.name for path in LOGS]
    assert {path.name for path in LOGS if path.read_bytes() != files[path.name].encode()} == set()


def test_they_are_small_and_say_that_they_are_synthetic() -> None:
    assert sum(path.stat().st_size for path in FOLDER.iterdir() if path.is_file()) < 300 * 1024
    for path in LOGS:
        assert b"synthetic" in path.read_bytes().splitlines()[0]


@pytest.mark.parametrize(
    ("name", "accepted", "rejects"),
    [
        ("clean.jsonl", 24, []),
        ("matches.jsonl", 72, []),
        ("80fen.ndjson", 35, []),
        ("godot.json", 6, []),
        ("revoke.jsonl", 6, []),
        ("wrong_winner.jsonl", 6, []),
        ("missing_card.jsonl", 5, [("hand_sizes", 4)]),
        ("cut_off.jsonl", 5, [("cut_off", 6)]),
    ],
)
def test_ingest_rejects_what_is_impossible(name: str, accepted: int, rejects: list[tuple[str, int]]) -> None:
    found: list[Reject] = []
    batches = list(read(FOLDER / name, on_reject=found.append))
    assert sum(batch.num_rows for batch in batches) == accepted
    assert [(reject.code, reject.line) for reject in found] == rejects


def differences(played: Played) -> list[tuple[int, int, Any, Any]]:
    """(deal, trick, recorded winner, winner) of each trick; as trick 0 a wrong total, and what bids make otherwise."""
    found: list[tuple[int, int, Any, Any]] = []
    for deal in played.deals:
        tricks = enumerate(zip(deal["rec_trick_winners"], deal["winners"], strict=True), 1)
        found += [(deal["deal_no"], trick, was, is_) for trick, (was, is_) in tricks if was != is_]
        whole = [("rec_total", "total")]
        whole += [(name, f"derived_{name}") for name in ("trump", "dealer") if deal[f"derived_{name}"] is not None]
        found += [(deal["deal_no"], 0, deal[was], deal[is_]) for was, is_ in whole if deal[was] != deal[is_]]
    return found


@pytest.mark.parametrize(
    ("name", "ruleset", "violations", "differ"),
    [
        ("clean.jsonl", NATIVE, [], []),
        ("matches.jsonl", NATIVE, [], []),
        ("80fen.ndjson", "program_80fen", [], []),
        ("godot.json", "program_godot", [], []),
        ("revoke.jsonl", NATIVE, [("revoke", 4)], []),
        ("wrong_winner.jsonl", NATIVE, [], [(4, 5)]),
    ],
)
def test_replay_finds_what_is_wrong(
    name: str, ruleset: str, violations: list[tuple[str, int]], differ: list[tuple[int, int]]
) -> None:
    played = scored(FOLDER / name, load(ruleset))
    numbers = {deal["deal_id"]: deal["deal_no"] for deal in played.deals}
    assert [(row["code"], numbers[row["deal_id"]]) for row in played.violations] == violations
    assert [found[:2] for found in differences(played)] == differ


def test_the_whole_matches_have_a_winner() -> None:
    for name in ("clean.jsonl", "80fen.ndjson"):
        played = scored(FOLDER / name, load(NATIVE if name == "clean.jsonl" else "program_80fen"))
        assert [deal["rec_winner"] for deal in played.deals].count(None) == len(played.deals) - 1
        assert played.deals[-1]["rec_winner"] == played.deals[-1]["winner"]


def test_the_80fen_layout_says_the_same_as_the_native_one(tmp_path: Path) -> None:
    from replay.selfplay import play

    ruleset = load("program_80fen")
    copied = scored(FOLDER / "80fen.ndjson", ruleset).deals
    native = read_back(play(len(copied), 3, ruleset), ruleset, tmp_path).deals
    for name in ("hands", "kitty", "buried", "plays", "leaders", "trump", "dealer", "level", "total", "level_after_0"):
        assert [deal[name] for deal in copied] == [deal[name] for deal in native], name
