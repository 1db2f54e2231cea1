"""A replay scores what is new for its ruleset and engine version, and works grown matches out anew."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from ingest.lake import Lake
from replay import engine, runners
from replay.cli import IN_WORDS, _report_lines
from replay.ruleset import load
from replay.runners import Report, replay
from tests.replay import house, lakes
from tests.replay.test_crash import scored_once

RULESET, SECOND = "program_80fen", "cn_competition_2deck"


def rows(lake: Lake, table: str, ruleset: str = RULESET) -> list[dict[str, Any]]:
    return [row for batch in lake.batches(table) for row in batch.to_pylist() if row["ruleset"] == ruleset]


def ladder(lake: Lake, ruleset: str = RULESET) -> list[tuple[Any, ...]]:
    names = ("match_key", "deal_no", "deal_id", "level_before_0", "level_after_0", "level_after_1", "chain_broken")
    return sorted(tuple(row[name] for name in names) for row in rows(lake, "ladder", ruleset))


@pytest.fixture
def lake(tmp_path: Path) -> Lake:
    """Four matches of five deals, scored."""
    made = lakes.make(tmp_path / "lake", lakes.matches(RULESET, 4, 5))
    assert replay(made, load(RULESET)).as_dict()["new"] == 20
    return made


def test_a_second_run_scores_nothing(lake: Lake) -> None:
    before = rows(lake, "scores"), rows(lake, "ladder")
    report = replay(lake, load(RULESET))
    assert (report.already, report.deals.total(), report.matches) == (20, 0, 0)
    assert (rows(lake, "scores"), rows(lake, "ladder")) == before
    assert len(rows(lake, "rulesets")) == 1


def test_new_deals_only_and_grown_matches_whole(lake: Lake, tmp_path: Path) -> None:
    old = {row["deal_id"]: row for row in rows(lake, "scores")}
    more = [row for row in lakes.matches(RULESET, 4, 5, first=6) if row["match_key"] != lakes.key("match", 3)]
    lakes.add(lake, more)
    report = replay(lake, load(RULESET))
    assert (report.already, report.deals.total(), report.matches) == (20, 15, 3)
    now = {row["deal_id"]: row for row in rows(lake, "scores")}
    assert {key: now[key] for key in old} == old
    scored_once(lake)
    at_once = lakes.make(tmp_path / "at once", [*lakes.matches(RULESET, 4, 5), *more])
    replay(at_once, load(RULESET))
    assert ladder(lake) == ladder(at_once)
    assert not any(row["chain_broken"] for row in rows(lake, "ladder"))


def test_a_missing_deal_that_arrives_mends_the_chain(tmp_path: Path) -> None:
    told = lakes.matches(RULESET, 2, 5)
    gap = [row for row in told if row["deal_no"] == 3]
    lake = lakes.make(tmp_path / "lake", [row for row in told if row not in gap])
    replay(lake, load(RULESET))
    assert sum(row["chain_broken"] for row in rows(lake, "ladder")) == 2
    lakes.add(lake, gap)
    assert replay(lake, load(RULESET)).deals.total() == 2
    assert not any(row["chain_broken"] for row in rows(lake, "ladder"))
    scored_once(lake)


def test_a_changed_deal_is_scored_and_the_old_one_leaves_the_ladder(lake: Lake) -> None:
    other = lakes.matches(SECOND, 4, 5, version=1)[7]  # the same place in its match, other cards
    before = next(row for row in lakes.matches(RULESET, 4, 5) if row["deal_key"] == other["deal_key"])
    lakes.add(lake, [other], [{"deal_id": before["deal_id"], "superseded_by": other["deal_id"]}])
    report = replay(lake, load(RULESET))
    assert (report.deals.total(), report.matches) == (1, 1)
    assert len(rows(lake, "scores")) == 21
    assert other["deal_id"] in {row["deal_id"] for row in rows(lake, "ladder")}
    scored_once(lake)


def test_a_deal_that_was_superseded_before_it_was_scored_is_left_out(tmp_path: Path) -> None:
    told = lakes.matches(RULESET, 1, 5)
    other = lakes.matches(SECOND, 1, 5, version=1)[2]
    lake = lakes.make(tmp_path / "lake", told)
    lakes.add(lake, [other], [{"deal_id": told[2]["deal_id"], "superseded_by": other["deal_id"]}])
    assert replay(lake, load(RULESET)).deals.total() == 5
    scored_once(lake)


def test_a_second_ruleset_stands_beside_the_first(lake: Lake) -> None:
    first = {table: rows(lake, table) for table in ("scores", "violations", "ladder", "rulesets")}
    assert replay(lake, load(SECOND)).deals.total() == 20
    lakes.add(lake, lakes.matches(RULESET, 4, 1, first=6))
    assert replay(lake, load(SECOND)).deals.total() == 4
    assert {table: rows(lake, table) for table in first} == first
    scored_once(lake, SECOND)


def test_the_same_rules_under_another_name_stand_beside(lake: Lake, tmp_path: Path) -> None:
    first = rows(lake, "scores"), rows(lake, "ladder")
    same = house.write(tmp_path / "same.toml", {}, house.HEADER.replace('"_base"', f'"{RULESET}"'))
    assert load(same).hash == load(RULESET).hash
    assert replay(lake, load(same)).deals.total() == 20
    assert (rows(lake, "scores"), rows(lake, "ladder")) == first
    scored_once(lake, "same")


def test_a_new_engine_scores_everything_again(lake: Lake, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "ENGINE_VERSION", engine.ENGINE_VERSION + 1)
    assert replay(lake, load(RULESET)).deals.total() == 20
    versions = sorted(row["engine_version"] for row in rows(lake, "ladder"))
    assert versions == [engine.ENGINE_VERSION - 1] * 20 + [engine.ENGINE_VERSION] * 20


def test_the_report_has_words_for_every_status() -> None:
    statuses = (
        engine.SCORED, engine.PARTIAL, engine.UNKNOWN_CARDS, engine.UNKNOWN_TRUMP, engine.WRONG_DECKS,
        engine.TOO_AMBIGUOUS, engine.SUMMARY,
    )  # fmt: skip
    assert set(IN_WORDS) == set(statuses)
    found = {"bid_low": 2, "revoke": 1}
    report = Report("club", "0" * 16, violations=Counter(found), deals_with_violations=2)
    report.deals = Counter(dict.fromkeys(IN_WORDS, 1))
    assert _report_lines(report)[1:] == [
        "  1 unfinished, 1 with a result, 1 of which no play is recorded, "
        "1 with plays that can be read in too many ways, 1 with unknown cards, 1 without trump, level or dealer, "
        "1 with another number of packs; 0 matches climbed.",
        "  3 things not allowed in 2 deals: bid_low 2, revoke 1.",
    ]


def test_matches_are_worked_out_in_slices(lake: Lake, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runners, "MATCH_SLICE", 3)
    sliced = lakes.make(tmp_path / "sliced", lakes.matches(RULESET, 4, 5))
    replay(sliced, load(RULESET))
    assert ladder(sliced) == ladder(lake)
