"""Rates: what is counted, split and left out, on lakes small enough to count by hand."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from analytics.catalog import open_catalog
from analytics.metrics import Rate, choose_rulesets, coverage, rates
from analytics.registry import MetricError, dimensions, metric, metrics
from analytics.words import LANGS, names, phrase
from replay.intervals import wilson
from replay.verdicts import BidVerdict
from tests.analytics.lakes import Row, deal, key, ladder, rules, score, write


def fill(path: Path, *pairs: tuple[Row, dict[str, Any]], **tables: list[Row]) -> None:
    """A lake of deals, each with the changes of its score under rules_a."""
    write(
        path,
        deals=[one for one, _ in pairs],
        scores=[score(one, **changes) for one, changes in pairs],
        ladder=[ladder(one) for one, changes in pairs if "status" not in changes],
        rulesets=[rules()],
        **tables,
    )


def ask(path: Path, name: str, *by: str, formats: tuple[str, ...] = ()) -> list[Rate]:
    with open_catalog(path) as con:
        return rates(con, metric(name), ["rules_a"], by, formats)


def figures(path: Path, name: str, *by: str) -> dict[tuple[str | None, ...], tuple[int, int]]:
    return {tuple(rate.by.values()): (rate.numerator, rate.n) for rate in ask(path, name, *by)}


WON: dict[str, Any] = {"takeover": False}
LOST: dict[str, Any] = {"takeover": True, "captured": True}
MIXED = [
    (deal("m1", 1, level=2, trump="NT", dealer=0), WON),
    (deal("m1", 2, level=10, trump="S", dealer=1), LOST),
    (deal("m2", 1, level=14, trump="S", dealer=1, format="80fen", source="cup"), WON),
    (deal("m2", 2, level=10, trump="D", dealer=2, format="80fen", source="cup"), WON | {"captured": True}),
    (deal("m2", 3, level=10, trump=None, dealer=3, format="80fen", source="cup"), LOST | {"captured": False}),
]


@pytest.mark.parametrize(
    ("name", "by", "expected"),
    [
        ("dealer_win_rate", (), {(): (3, 5)}),
        ("capture_rate", (), {(): (2, 5)}),
        ("dealer_win_rate", ("ruleset",), {(): (3, 5)}),
        ("dealer_win_rate", ("level",), {("2",): (1, 1), ("T",): (1, 3), ("A",): (1, 1)}),
        ("capture_rate", ("trump",), {("S",): (1, 2), ("D",): (1, 1), ("NT",): (0, 1), (None,): (0, 1)}),
        (
            "dealer_win_rate",
            ("dealer",),
            {("South",): (1, 1), ("East",): (1, 2), ("North",): (1, 1), ("West",): (0, 1)},
        ),
        ("dealer_win_rate", ("format",), {("80fen",): (2, 3), ("shengji-deal/1",): (1, 2)}),
        ("dealer_win_rate", ("source",), {("cup",): (2, 3), ("shengji-deal/1",): (1, 2)}),
        ("capture_rate", ("match",), {("cup/m2",): (1, 3), ("shengji-deal/1/m1",): (1, 2)}),
        (
            "dealer_win_rate",
            ("source", "trump"),
            {
                ("cup", "S"): (1, 1),
                ("cup", "D"): (1, 1),
                ("cup", None): (0, 1),
                ("shengji-deal/1", "S"): (0, 1),
                ("shengji-deal/1", "NT"): (1, 1),
            },
        ),
    ],
)
def test_split(
    tmp_path: Path, name: str, by: tuple[str, ...], expected: dict[tuple[str | None, ...], tuple[int, int]]
) -> None:
    fill(tmp_path, *MIXED)
    found = figures(tmp_path, name, *by)
    assert list(found.items()) == list(expected.items())  # in this order


def test_by_player_a_deal_is_that_of_the_side_the_rate_is_about(tmp_path: Path) -> None:
    players = [{"player": "p0", "source": "cup", "name": "Ann"}]
    fill(tmp_path, (deal("m", 1, dealer=0), WON), (deal("m", 2, dealer=3), LOST), players=players)
    assert figures(tmp_path, "dealer_win_rate", "player") == {
        ("cup/Ann",): (1, 1),
        ("p1",): (0, 1),
        ("p2",): (1, 1),
        ("p3",): (0, 1),
    }
    assert figures(tmp_path, "capture_rate", "player") == {
        ("cup/Ann",): (1, 1),
        ("p1",): (0, 1),
        ("p2",): (1, 1),
        ("p3",): (0, 1),
    }


def test_a_stop_is_counted_among_the_gains_and_a_ruled_deal_nowhere(tmp_path: Path) -> None:
    gains = [
        (deal("m1", 1, level=5), {"levels_gained": 2}, {"must_play_stopped": True}),
        (deal("m1", 2, level=5), {"levels_gained": 1}, {}),
        (deal("m1", 3, level=5), {"levels_gained": 0}, {}),
        (deal("m2", 1, level=14), {"levels_gained": 0, "wins_game": True}, {}),
        (deal("m2", 2, level=14), {"levels_gained": 3, "ruled": True}, {"must_play_stopped": True}),
        (deal("m2", 3, level=14), {"levels_gained": 3}, {"must_play_stopped": True, "forfeited": True}),
    ]
    write(
        tmp_path,
        deals=[one for one, _, _ in gains],
        scores=[score(one, **changes) for one, changes, _ in gains],
        ladder=[ladder(one, **changes) for one, _, changes in gains],
        rulesets=[rules()],
    )
    assert figures(tmp_path, "must_play_stops") == {(): (1, 3)}
    assert figures(tmp_path, "must_play_stops", "level") == {("5",): (1, 2), ("A",): (0, 1)}
    assert figures(tmp_path, "dealer_win_rate") == {(): (4, 4)}
    with open_catalog(tmp_path) as con:
        (left,) = coverage(con, ["rules_a"])
    assert (left.counted, left.left_out) == (4, {"ruled": 2})


def test_formats_narrow_what_is_counted(tmp_path: Path) -> None:
    fill(tmp_path, *MIXED)
    (rate,) = ask(tmp_path, "capture_rate", formats=("80fen",))
    assert (rate.numerator, rate.n) == (1, 3)


def test_an_interval_is_on_the_effective_n_of_the_clusters(tmp_path: Path) -> None:
    deals = [(deal(f"m{match}", number), WON if match % 2 else LOST) for match in range(20) for number in (1, 2)]
    fill(tmp_path, *deals)
    (rate,) = ask(tmp_path, "dealer_win_rate")
    assert (rate.numerator, rate.n, rate.clusters, rate.note) == (20, 40, 20, None)
    assert rate.effective_n == pytest.approx(40 * 19 / 39)
    assert (rate.low, rate.high) == pytest.approx(wilson(0.5, 40 * 19 / 39))


def test_a_board_played_twice_is_one_cluster_and_no_interval_is_drawn_from_nine(tmp_path: Path) -> None:
    deals = [
        (deal(f"m{match}", 1, cards_key=key("board", max(match, 1))), WON) for match in range(10)
    ]  # ten matches; the first two share a board
    fill(tmp_path, *deals)
    (rate,) = ask(tmp_path, "dealer_win_rate")
    assert (rate.n, rate.clusters, rate.note) == (10, 9, "few_clusters")
    assert (rate.value, rate.effective_n, rate.low, rate.high) == (1.0, None, None, None)


def test_what_is_left_out_is_counted_with_its_reason(tmp_path: Path) -> None:
    named = '{"x_ruleset":"rules_a"}'
    old, waiting = deal("m", 9, dealer=1), deal("m", 8)
    fill(
        tmp_path,
        (deal("m", 1), WON),
        (deal("m", 2), {"status": "partial", "takeover": None, "captured": None}),
        (deal("m", 3), {"status": "too_ambiguous", "violations": 2, "takeover": None}),
        (deal("m", 4), {"violations": 1}),
        (deal("m", 5, rec_total=5, extra=named), {"violations": 1}),
        (deal("m", 6, rec_total=5, extra=named), {}),
        (deal("m", 7, rec_total=0, extra=named), {}),
    )
    reject = {"path": "a", "file_hash": "f0", "line": 3, "code": "c", "raw": "text"}
    write(
        tmp_path,
        deals=[old, waiting],
        superseded=[{"deal_id": old["deal_id"], "superseded_by": waiting["deal_id"]}],
        rejects=[reject, reject | {"path": "renamed"}, reject | {"line": 4}],
    )
    with open_catalog(tmp_path) as con:
        (told,) = coverage(con, ["rules_a"])
        (rate,) = rates(con, metric("dealer_win_rate"), ["rules_a"])
        assert coverage(con, ["rules_a"], ["80fen"])[0].deals == 0
    assert told.left_out == {"not_replayed": 1, "partial": 1, "too_ambiguous": 1, "violations": 2, "differs": 1}
    assert (told.deals, told.counted) == (8, 2)
    assert told.counted + sum(told.left_out.values()) == told.deals
    assert told.never_counted == {"rejects": 2, "changed": 1}
    assert rate.n == told.counted


def test_a_summary_counts_by_what_it_knows(tmp_path: Path) -> None:
    nothing = dict.fromkeys(("total", "takeover", "captured", "multiplier"))
    fill(
        tmp_path,
        (deal("m", 1), WON),
        (deal("m", 2, tier="summary"), {"status": "summary", "takeover": True, "captured": True}),
        (deal("m", 3, tier="summary"), {"status": "summary", "takeover": False, "captured": None}),
        (deal("m", 4, tier="summary", rec_total=80), {"status": "summary"} | nothing),
        (deal("m", 5, tier="summary", rec_total=80, extra='{"x_ruleset":"rules_a"}'), {"status": "summary"}),
    )
    with open_catalog(tmp_path) as con:
        (told,) = coverage(con, ["rules_a"])
    assert (told.counted, told.left_out) == (4, {"summary": 1})
    assert figures(tmp_path, "dealer_win_rate") == {(): (3, 4)}
    assert figures(tmp_path, "capture_rate") == {(): (1, 3)}


def test_nothing_to_count_is_said(tmp_path: Path) -> None:
    fill(tmp_path, (deal("m", 1), {"violations": 1}))
    (rate,) = ask(tmp_path, "dealer_win_rate")
    assert (rate.n, rate.value, rate.note) == (0, None, "no_deals")
    assert ask(tmp_path, "dealer_win_rate", "level") == []


@pytest.mark.parametrize(
    ("wanted", "words"),
    [
        (
            ["eighty_2deck"],
            r"eighty_2deck: run `shengji replay --lake DIR --ruleset eighty_2deck`.*results under rules_a",
        ),
        (["rules_a", "rules_y"], "under rules_y"),
    ],
)
def test_a_ruleset_without_results_is_told(tmp_path: Path, wanted: list[str], words: str) -> None:
    fill(tmp_path, (deal("m", 1), WON))
    with open_catalog(tmp_path) as con:
        assert choose_rulesets(con, [], "DIR") == ["rules_a"]
        with pytest.raises(MetricError, match=words):
            choose_rulesets(con, wanted, "DIR")


DECLARED = {"bid_verdicts": bytes([BidVerdict.BID])}


def _declares(one: Row) -> Row:
    """The first deal of a match, declared by its dealer."""
    return {"first_deal": True, "declarations": [{"seat": one["dealer"], "cards": bytes(1)}]}


@pytest.mark.parametrize("name", list(metrics()))
def test_each_metric_answers_for_each_of_its_dimensions(tmp_path: Path, name: str) -> None:
    fill(tmp_path, *[(one | {"tier": "full"} | _declares(one), changes | DECLARED) for one, changes in MIXED])
    (overall,) = ask(tmp_path, name)
    assert overall.n >= 3
    assert set(metric(name).dimensions) <= {*dimensions(), "ruleset"}
    for dimension in metric(name).dimensions:
        total = sum(rate.n for rate in ask(tmp_path, name, dimension))
        assert total == (2 * overall.n if dimension == "player" else overall.n)


@pytest.mark.parametrize("lang", LANGS)
def test_every_word_is_there(lang: str) -> None:
    words = [text for one in metrics().values() for text in vars(one.words[lang]).values()]
    words += [one.titles[lang] for one in dimensions().values()]
    words += [phrase(group, name, lang) for group in ("left_out", "never_counted", "note") for name in names(group)]
    assert all(words)
    if lang == "zh":
        assert not [text for text in words if any(char.isascii() and char.isalpha() for char in text)]
