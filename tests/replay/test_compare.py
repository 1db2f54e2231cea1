"""Deals under several rulesets: every difference is counted as by hand, and its reason is the key put in."""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from itertools import chain, combinations
from pathlib import Path
from typing import Any

import pytest

from ingest.lake import Lake
from replay import comparing
from replay.comparing import COMPARABLE, RESULTS, UNITS, compare
from replay.facts import TRICK_WINNER, Fact, listed
from replay.find import find_match
from replay.intervals import MIN_CLUSTERS, ClusterSums, estimate
from replay.reasons import Reasons, fewest
from replay.ruleset import Ruleset, load
from replay.runners import replay
from tests.replay import compared, lakes
from tests.replay.compared import BASE, IDLE, REASONS, Reason, Row, with_values

# Values under which the deals of the lake below differ in everything that is counted.
PUT: dict[str, Any] = {
    "ruff.structure": "exact",
    "throw.allowed": False,
    "combos.bridge_level_gap": False,
    "combos.join_level_off_top": False,
    "kitty_capture.multiplier.single": 5,
    "kitty_capture.requires_trump": True,
    "score.dealer_cap": 1,
    "levels.must_play": ["T"],
    "levels.win_mode": "reach",
    "levels.win_level": "3",
    "dealer.on_fail": "partner",
}


# --- why one deal differs ---


@pytest.mark.parametrize("case", REASONS.values(), ids=REASONS)
def test_the_reason_is_the_key_put_in(case: Reason) -> None:
    reasons = Reasons(case.deals, load(BASE), with_values(BASE, IDLE | case.put))
    assert reasons.differences() == case.differences
    assert [list(reasons.needed(one)) for one in case.differences] == [case.needed] * len(case.differences)


@pytest.mark.parametrize("case", REASONS.values(), ids=REASONS)
def test_the_way_back_needs_no_other_keys(case: Reason) -> None:
    reasons = Reasons(case.deals, with_values(BASE, IDLE | case.put), load(BASE))
    found = reasons.differences()
    assert {one.fact: (one.b, one.a) for one in found} == {one.fact: (one.a, one.b) for one in case.differences}
    assert all(set(reasons.needed(one)) <= set(case.needed) for one in found)


@pytest.mark.parametrize("case", REASONS.values(), ids=REASONS)
def test_no_smaller_set_of_keys_will_do(case: Reason) -> None:
    put = IDLE | case.put
    smaller = chain.from_iterable(combinations(put, n) for n in range(len(case.needed)))
    mixed = [with_values(BASE, {key: put[key] for key in keys}) for keys in smaller]
    for one in case.differences:
        for rules in mixed:
            others = {other.fact: other.b for other in Reasons(case.deals, load(BASE), rules).differences()}
            assert others.get(one.fact, one.a) != one.b


def test_a_match_decides_what_a_deal_of_it_does() -> None:
    deals = REASONS["what the deals before have won"].deals
    rules = with_values(BASE, {"levels.must_play": ["T"]})
    assert Reasons(deals, load(BASE), rules).differences() == []
    (alone,) = Reasons(deals[1:], load(BASE), rules).differences()
    assert (alone.fact, alone.a, alone.b) == (Fact("level_after_0"), 11, 10)


@pytest.mark.parametrize(
    ("suffices", "left"),
    [
        (lambda keys: {"a.x", "b.y"} <= keys, {"a.x", "b.y"}),
        (lambda keys: len(keys) >= 3, 3),
        (lambda keys: "a.x" in keys and ("b.x" in keys) == ("b.y" in keys), {"a.x"}),  # one without the other spoils it
        (lambda keys: len(keys & {"a.x", "a.y"}) != 1 and "b.x" in keys, {"b.x"}),
        (lambda keys: True, set()),
    ],
)
def test_of_the_fewest_keys_none_can_go(suffices: Callable[[set[str]], bool], left: Any) -> None:
    found = fewest(("a.x", "a.y", "b.x", "b.y", "c.z"), lambda keys: suffices(set(keys)))
    assert (len(found) if isinstance(left, int) else set(found)) == left


def test_values_that_hang_together_are_one_reason() -> None:
    """2s that are always trump need a place in the order of trump: neither value is sound without the other."""
    other = load("baike_2deck_perm2")
    deals = compared.one_trick(["S9", "C2", "SA", "S3"], ["S9", "C2 S4", "SA", "S3"])
    reasons = Reasons(deals, load(BASE), other)
    found = {one.fact: reasons.needed(one) for one in reasons.differences()}
    assert found[Fact(TRICK_WINNER, 0)] == ("trump.order",)


# --- how often deals of a lake differ ---


def other_rules() -> Ruleset:
    return replace(with_values(BASE, PUT), id="other")


@pytest.fixture(scope="module")
def lake(tmp_path_factory: pytest.TempPathFactory) -> Lake:
    """Twelve matches of five deals, half of them corrupted; one deal stands for another, two cannot be scored."""
    told = lakes.matches(BASE, 12, 5)
    told[7] |= {"decks": 3}
    told[13] |= {"trump": None}
    again = told[21] | {"deal_id": lakes.key("again"), "plays": told[20]["plays"], "play_lens": told[20]["play_lens"]}
    again |= {name: told[20][name] for name in ("leaders", "hands", "kitty", "buried", "level", "trump", "throws")}
    made = lakes.make(tmp_path_factory.mktemp("compare") / "lake", told)
    lakes.add(made, [again], [{"deal_id": told[21]["deal_id"], "superseded_by": again["deal_id"]}])
    return made


def replayed(lake: Lake, rulesets: list[Ruleset], folder: Path) -> dict[str, dict[bytes, Row]]:
    """What a replay writes of each current deal: its score, its rung and its violations, by ruleset."""
    shutil.copytree(lake.path, folder)
    copy = Lake.open(folder)
    for ruleset in rulesets:
        replay(copy, ruleset)
    found: dict[str, dict[bytes, Row]] = {ruleset.id: {} for ruleset in rulesets}
    for table in ("scores", "ladder"):
        for row in (row for batch in copy.batches(table) for row in batch.to_pylist()):
            found[row["ruleset"]].setdefault(row["deal_id"], {}).update(row)
    return found


def recounted(a: dict[bytes, Row], b: dict[bytes, Row]) -> tuple[dict[str, tuple[int, int]], Counter[str], set[bytes]]:
    """Of each thing counted (n, of), deal by deal; the deals left out by status; and those that differ."""
    n: Counter[str] = Counter()
    of: Counter[str] = Counter()
    left_out: Counter[str] = Counter()
    differing = set()
    winners: dict[bytes, tuple[list[int], list[int]]] = {}
    for deal, one in sorted(a.items(), key=lambda item: item[1].get("deal_no") or 0):
        other = b[deal]
        if one["status"] not in COMPARABLE:
            left_out[one["status"]] += 1
            continue
        barred = [[code >= 64 for code in row["verdicts"]] for row in (one, other)]
        counts = {
            "tricks": [x != y for x, y in zip(one["winners"], other["winners"], strict=True)],
            "plays": [x != y for x, y in zip(*barred, strict=True)],
        }
        beside = [row["violations"] - sum(bad) for row, bad in zip((one, other), barred, strict=True)]
        whole = {"trick_winners": any(counts["tricks"]), "verdicts": any(counts["plays"]) or beside[0] != beside[1]}
        if one["total"] is not None:
            whole |= {what: any(one[name] != other[name] for name in names) for what, names in RESULTS.items()}
            counted = [row["captured"] or row["capture_points"] != 0 for row in (one, other)]
            if not all(counted):
                del whole["multiplier"]
            whole["ladder"] = any(one[name] != other[name] for name in comparing.LADDER)
            both = winners.setdefault(one["match_key"], ([], []))
            for row, won in zip((one, other), both, strict=True):
                won += [row["winner"]] if row["winner"] is not None else []
        whole["any"] = any(whole.values())
        for what, marks in (counts | {what: [mark] for what, mark in whole.items()}).items():
            n[what] += sum(marks)
            of[what] += len(marks)
        differing |= {deal} if whole["any"] else set()
    n["match_winners"] = sum(x != y for x, y in winners.values())
    of["match_winners"] = len(winners)
    return {what: (n[what], of[what]) for what in of}, left_out, differing


@pytest.mark.parametrize("sliced", [False, True], ids=["whole", "in slices"])
def test_the_counts_are_those_of_a_recount(
    lake: Lake, sliced: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if sliced:
        monkeypatch.setattr(comparing, "BATCH", 7)
        monkeypatch.setattr(comparing, "MATCH_SLICE", 9)
    a, b = load(BASE), other_rules()
    comparison = compare(lake, [a, b])
    (pair,) = comparison.pairs
    scored = replayed(lake, [a, b], tmp_path / "copy")
    counts, left_out, differing = recounted(scored[a.id], scored[b.id])
    assert {share.what: (share.n, share.of) for share in pair.shares} == counts
    assert set(counts) == set(UNITS)
    assert all(share.n for share in pair.shares), [share.what for share in pair.shares if not share.n]
    assert {status: n for (_, status), n in pair.left_out.items()} == dict(left_out)
    assert left_out == {"wrong_decks": 1, "unknown_trump": 1}
    assert (comparison.deals, pair.compared) == (60, 58)
    told = {bytes.fromhex(deal["deal_id"]): found for deal, found in listed(lake, comparison, pair, [a, b], None)}
    assert set(told) == differing
    rows = {row["deal_id"]: row for batch in lake.batches("deals") for row in batch.to_pylist()}
    for deal_id, found in told.items():
        assert found == Reasons(find_match(lake, rows[deal_id]), a, b).differences()
        assert found


def test_deals_of_another_number_of_packs_are_left_out(lake: Lake) -> None:
    three = load("lobby_3deck")
    comparison = compare(lake, [load(BASE), three, other_rules()])
    wrong, right = comparison.pairs
    assert wrong.compared == 0
    assert wrong.left_out == {(0, "wrong_decks"): 1, (0, "unknown_trump"): 1, (1, "wrong_decks"): 58}
    assert {share.of for share in wrong.shares} == {0}
    assert not len(wrong.differing)
    assert (right.compared, len(right.differing)) == (
        58,
        len(compare(lake, [load(BASE), other_rules()]).pairs[0].differing),
    )
    (turned,) = compare(lake, [three, load(BASE)]).pairs
    assert turned.left_out == {(0, "wrong_decks"): 59, (1, "wrong_decks"): 1}


def test_a_lake_without_deals_has_nothing_to_compare(tmp_path: Path) -> None:
    comparison = compare(lakes.make(tmp_path / "lake", []), [load(BASE), other_rules()])
    assert (comparison.deals, comparison.pairs[0].compared) == (0, 0)
    assert (
        list(listed(Lake.open(tmp_path / "lake"), comparison, comparison.pairs[0], [load(BASE), other_rules()], 5))
        == []
    )


@pytest.mark.parametrize(
    ("matches", "boards", "clusters"), [(9, 9, 9), (10, 10, 10), (12, 11, 11), (12, 6, 6), (12, 1, 1)]
)
def test_matches_that_share_a_board_count_as_one(matches: int, boards: int, clusters: int, tmp_path: Path) -> None:
    """An interval needs ten clusters; it is the one of the counts by cluster."""
    told = []
    for at in range(matches):
        deal = REASONS["a capture" if at % 2 else "the bands"].deals[0]
        keys = {"deal_id": lakes.key(at), "match_key": lakes.key("match", at), "deal_no": 1}
        told.append(deal | keys | {"cards_key": lakes.key("board", at % boards)})
    rules = with_values(BASE, {"kitty_capture.enabled": False})
    (counted,) = compare(lakes.make(tmp_path / "lake", told), [load(BASE), rules]).pairs
    (share,) = (share for share in counted.shares if share.what == "captured")
    assert (share.n, share.of) == (matches, matches)
    (total,) = (share for share in counted.shares if share.what == "total")
    by_board = [[at % 2 for at in range(matches) if at % boards == board] for board in range(boards)]
    m, k = [len(one) for one in by_board], [sum(one) for one in by_board]
    sums = ClusterSums(
        clusters,
        sum(m),
        sum(k),
        sum(x * x for x in m),
        sum(x * x for x in k),
        sum(x * y for x, y in zip(m, k, strict=True)),
    )
    assert total.estimate == estimate(sums)
    assert (total.estimate.low is None) == (boards < MIN_CLUSTERS)
