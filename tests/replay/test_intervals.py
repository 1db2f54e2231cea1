"""Intervals against hand-worked and published numbers, and by simulation."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from replay.intervals import ClusterSums, design_effect, estimate, wilson


def sums(clusters: Sequence[tuple[int, int]]) -> ClusterSums:
    """The sums of clusters given as (m, k)."""
    return ClusterSums(
        len(clusters),
        sum(m for m, _ in clusters),
        sum(k for _, k in clusters),
        sum(m * m for m, _ in clusters),
        sum(k * k for _, k in clusters),
        sum(k * m for m, k in clusters),
    )


@pytest.mark.parametrize(
    ("count", "n", "low", "high"),
    [
        (81, 263, 0.2553, 0.3662),  # Newcombe 1998, Statistics in Medicine 17:857, table I, method 3
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0000, 0.1611),
        (1, 29, 0.0061, 0.1718),
        (20, 20, 0.8389, 1.0000),
    ],
)
def test_wilson_is_that_of_the_tables(count: int, n: int, low: float, high: float) -> None:
    assert wilson(count / n, n) == pytest.approx((low, high), abs=5e-5)


@pytest.mark.parametrize(
    ("clusters", "effect"),
    [
        # p = 1/2, spread 4 * (2 - 1)^2 = 4, between 4/3 * 4 / 64 = 1/12, independent 1/4 / 7 = 1/28: 7/3
        ([(2, 2), (2, 0), (2, 2), (2, 0)], 7 / 3),
        # p = 1/2, each deviation 0: below 1, so 1
        ([(2, 1), (4, 2), (6, 3)], 1.0),
        # p = 1/4, spread 1/4 + 1/4 + 0, between 3/2 * 1/2 / 64 = 3/256, independent 3/16 / 7 = 3/112: below 1
        ([(2, 1), (2, 0), (4, 1)], 1.0),
        # p = 2/3, spread (4/3)^2 + (4/3)^2, between 2 * 32/9 / 36 = 16/81, independent 2/9 / 5 = 2/45: 40/9
        ([(4, 4), (2, 0)], 40 / 9),
        # every deal counts: sum(m^2) / sum(m) = (16 + 4) / 6
        ([(4, 4), (2, 2)], 20 / 6),
        ([(1, 0)] * 7, 1.0),
        ([(1, 1)] * 3 + [(1, 0)] * 8, 1.0),  # one deal a cluster: independent
    ],
)
def test_design_effect_by_hand(clusters: list[tuple[int, int]], effect: float) -> None:
    assert design_effect(sums(clusters)) == pytest.approx(effect)


def test_the_interval_is_wilsons_on_the_effective_n() -> None:
    clusters = [(2, 2), (2, 0)] * 10  # spread 20, between 20/19 * 20 / 1600, independent 1/4 / 39: 39/19
    found = estimate(sums(clusters))
    assert found.effective_n == pytest.approx(40 * 19 / 39)
    assert (found.low, found.high) == pytest.approx(wilson(0.5, 40 * 19 / 39))


@pytest.mark.parametrize(("clusters", "given"), [(0, False), (1, False), (9, False), (10, True)])
def test_under_ten_clusters_there_is_no_interval(clusters: int, given: bool) -> None:
    found = estimate(sums([(3, 1)] * clusters))
    assert (found.low is not None, found.high is not None, found.effective_n is not None) == (given,) * 3
    assert (found.value is None) == (clusters == 0)


def covered(rng: np.random.Generator, clusters: int, rate: float, alike: float, runs: int) -> float:
    """The share of simulated samples whose interval holds the true rate; clusters of 5 to 20 deals."""
    scale = (1 - alike) / alike
    hits = 0
    for _ in range(runs):
        m = rng.integers(5, 21, clusters)
        k = rng.binomial(m, rng.beta(rate * scale, (1 - rate) * scale, clusters))
        found = estimate(sums(list(zip(m.tolist(), k.tolist(), strict=True))))
        assert found.low is not None
        assert found.high is not None
        hits += found.low <= rate <= found.high
    return hits / runs


@pytest.mark.parametrize(
    ("clusters", "rate", "alike", "least"),
    [(10, 0.6, 0.1, 0.90), (40, 0.3, 0.1, 0.925), (40, 0.6, 0.3, 0.915), (100, 0.6, 0.02, 0.93)],
)
def test_intervals_cover_the_true_rate(clusters: int, rate: float, alike: float, least: float) -> None:
    share = covered(np.random.default_rng(5), clusters, rate, alike, 1000)
    assert least <= share <= 0.975
