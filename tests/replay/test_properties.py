"""What must hold of the engine whatever the cards: no suit or seat is special, no point is lost, and
neither order, batches, workers nor compiling change a result."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ingest.columns import DEALS
from ingest.lake import Lake
from replay import engine, runners
from replay.compiled import compile_ruleset
from replay.ruleset import load
from tests.oracle.rulesets import NAMES
from tests.replay import agree, ask, golden, house, lakes, rows

each_ruleset = pytest.mark.parametrize("ruleset", NAMES)
bounded = settings(max_examples=30, derandomize=True, deadline=None, database=None)
seeds = st.integers(0, 10**6).map(lambda seed: seed % 30)
SUITS = "SHCD"
CARDS = ("hands", "kitty", "buried", "plays")
Row = dict[str, Any]


@lru_cache(maxsize=1200)
def rows_of(seed: int, ruleset: str) -> list[Row]:
    """Rows of three legal, three corrupted and two unfinished deals; every property asks of the same ones."""
    deals = agree.deals_of(random.Random(seed), ruleset, 3, 3, 2)
    return [rows.row(deal, number) for number, deal in enumerate(deals)]


def scored(given_rows: list[Row], ruleset: str) -> list[Row]:
    scores = engine.score(pa.RecordBatch.from_pylist(given_rows, schema=DEALS), load(ruleset)).scores
    return list(scores.to_pylist())


def relabelled(row: Row, order: list[int]) -> Row:
    """The row with printed suit s called ``order[s]``; jokers and unknown cards stay."""
    codes = bytes(13 * order[code // 13] + code % 13 if code < 52 else code for code in range(256))
    throws = [
        throw | {name: throw[name].translate(codes) for name in ("attempted", "forced")} for throw in row["throws"]
    ]
    declared = [split | {"cards": split["cards"].translate(codes)} for split in row["declared"]]
    trump = row["trump"] if row["trump"] == "NT" else SUITS[order[SUITS.index(row["trump"])]]
    cards = {name: row[name] and row[name].translate(codes) for name in CARDS}
    return row | cards | {"throws": throws, "declared": declared, "trump": trump}


def turned(row: Row) -> Row:
    """The row with every seat moved on by one."""
    hands, size = row["hands"], len(row["hands"] or b"") // 4
    return row | {
        "dealer": (row["dealer"] + 1) % 4,
        "hands": hands and hands[3 * size :] + hands[: 3 * size],
        "leaders": bytes((seat + 1) % 4 for seat in row["leaders"]),
        "throws": [throw | {"seat": (throw["seat"] + 1) % 4} for throw in row["throws"]],
        "penalties": [penalty | {"side": 1 - penalty["side"]} for penalty in row["penalties"]],
    }


@each_ruleset
@bounded
@given(seed=seeds, order=st.permutations(range(4)))
def test_no_suit_is_special(ruleset: str, seed: int, order: list[int]) -> None:
    given_rows = rows_of(seed, ruleset)
    assert scored([relabelled(row, order) for row in given_rows], ruleset) == scored(given_rows, ruleset)


@each_ruleset
@bounded
@given(seed=seeds)
def test_no_seat_is_special(ruleset: str, seed: int) -> None:
    given_rows = rows_of(seed, ruleset)
    expected = scored(given_rows, ruleset)
    for result in expected:
        result["winners"] = bytes(seat if seat == 255 else (seat + 1) % 4 for seat in result["winners"])
        if result["last_winner"] is not None:
            result["last_winner"] = (result["last_winner"] + 1) % 4
        if result["gain_side"] is not None:
            result["gain_side"] = 1 - result["gain_side"]
        for way in ("level_down", "level_up"):
            sides = result[f"{way}_0"], result[f"{way}_1"]
            result[f"{way}_1"], result[f"{way}_0"] = sides
        if result["strikes"] is not None:
            result["strikes"] = [result["strikes"][at ^ 1] for at in range(len(result["strikes"]))]
    assert scored([turned(row) for row in given_rows], ruleset) == expected


@each_ruleset
@bounded
@given(seed=seeds)
def test_points_add_up(ruleset: str, seed: int) -> None:
    values, points = load(ruleset).values, compile_ruleset(load(ruleset)).tables.points
    given_rows = rows_of(seed, ruleset)[:6]
    for row, result in zip(given_rows, scored(given_rows, ruleset), strict=True):
        in_pack = int(points[row["level"]].sum()) * values["deck.decks"]
        assert sum(result["trick_points"]) + result["kitty_points"] == in_pack
        total = sum(result[name] for name in ("defender_points", "capture_points", "penalty_points"))
        assert result["total"] == (total if values["points.rounding"] == "none" else int(total / 10) * 10)


@each_ruleset
@bounded
@given(seed=seeds, cuts=st.lists(st.integers(0, 8), max_size=4), order=st.permutations(range(8)))
def test_neither_batches_nor_order_matter(ruleset: str, seed: int, cuts: list[int], order: list[int]) -> None:
    given_rows = rows_of(seed, ruleset)
    whole = engine.score(pa.RecordBatch.from_pylist(given_rows, schema=DEALS), load(ruleset))
    by_deal = {result["deal_id"]: result for result in whole.scores.to_pylist()}
    shuffled = pa.RecordBatch.from_pylist([given_rows[at] for at in order], schema=DEALS)
    for start, end in pairwise([0, *sorted(cuts), len(given_rows)]):
        part = engine.score(shuffled.slice(start, end - start), load(ruleset))
        results = part.scores.to_pylist()
        assert results == [by_deal[given_rows[at]["deal_id"]] for at in order[start:end]]
        ids = {result["deal_id"] for result in results}
        assert sorted(map(str, part.violations.to_pylist())) == sorted(
            str(row) for row in whole.violations.to_pylist() if row["deal_id"] in ids
        )


def test_the_greatest_capture_fits(tmp_path: Path) -> None:
    ruleset = house.write(tmp_path / "steep.toml", {"kitty_capture.multiplier.throw_min": 0})  # doubles a pair
    lead = " ".join(f"S{rank} S{rank}" for rank in "3456789TJQKA")
    case = {"level": "2", "trump": "H", "ruleset": ruleset}
    deal = ask.whole_deal(case, lead, defended=50, kitty=80, last_winner=1, dealer=0)
    (result,) = scored([rows.row(deal) | {"tier": "derived"}], ruleset)
    assert (result["multiplier"], result["capture_points"]) == (8 * 2**10, 80 * 8 * 2**10)
    assert result["levels_gained"] == 1 + (result["total"] - 120) // 40


def results_in(lake: Lake) -> dict[str, list[Row]]:
    tables = ("scores", "violations", "ladder")
    found = {name: [row for batch in lake.batches(name) for row in batch.to_pylist()] for name in tables}
    return {name: [row | {"run_id": ""} for row in told] for name, told in found.items()}


def test_any_number_of_workers_writes_the_same_rows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ruleset = load("program_80fen")
    written = []
    for workers, size in ((1, 16_384), (1, 7), (2, 7), (5, 3)):
        monkeypatch.setattr(runners, "BATCH", size)
        lake = lakes.make(tmp_path / f"{workers}-{size}", lakes.matches(ruleset.id, 4, 10))
        runners.replay(lake, ruleset, workers=workers)
        written.append(results_in(lake))
    assert len(written[0]["scores"]) == 40
    assert written[0]["violations"]
    assert all(results == written[0] for results in written[1:])


ELSEWHERE = """
import sys
from tests.replay import golden
for ruleset in sys.argv[1:]:
    print(golden.results_digest(golden.deals_of(ruleset, 8), ruleset))
print("numba" in sys.modules)
"""


@pytest.mark.parametrize("environment", [{"SHENGJI_JIT": "0", "PYTHONHASHSEED": "1"}, {"PYTHONHASHSEED": "2"}])
def test_neither_compiling_nor_hashing_matters(environment: dict[str, str]) -> None:
    command = [sys.executable, "-c", ELSEWHERE, *NAMES]
    told = subprocess.run(command, env=os.environ | environment, capture_output=True, text=True, check=True)
    compiled = "SHENGJI_JIT" not in environment
    expected = [golden.results_digest(golden.deals_of(ruleset, 8), ruleset) for ruleset in NAMES]
    assert told.stdout.split() == [*expected, str(compiled)]
