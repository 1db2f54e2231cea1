"""Wilson intervals on an effective n, for rates whose trials come in clusters.

Pure functions of counts. Deals of one match are alike, and so are deals of one
board, so the interval is drawn for the number of independent deals that would
say as much: n divided by the design effect, taken from the sums of the clusters.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

Z95 = 1.959963984540054  # the normal quantile that leaves 2.5 % on each side
MIN_CLUSTERS = 10  # with fewer, nothing trustworthy can be said about how clusters vary


@dataclass(frozen=True)
class ClusterSums:
    """Sums over clusters of m (trials) and k (those that count), all integers."""

    clusters: int
    m: int
    k: int
    mm: int  # sum of m * m
    kk: int
    km: int


def wilson(rate: float, n: float, z: float = Z95) -> tuple[float, float]:
    """The Wilson score interval (low, high) of a rate among ``n`` > 0 trials; ``n`` need not be whole."""
    middle = rate + z * z / (2 * n)
    half = z * sqrt(rate * (1 - rate) / n + z * z / (4 * n * n))
    scale = 1 + z * z / n
    return max(0.0, (middle - half) / scale), min(1.0, (middle + half) / scale)


def design_effect(sums: ClusterSums) -> float:
    """How many times wider than for independent trials the variance of the rate is; at least 1.

    The ratio estimator's variance between clusters over that of independent trials,
    both estimated without bias, so that clusters of one trial each give 1.
    Where every trial or none counts, the clusters do not show how they vary:
    then each is taken to be of one piece, sum(m^2) / sum(m).
    """
    if sums.clusters < 2:
        raise ValueError("a design effect needs two clusters or more")
    if sums.k in (0, sums.m):
        return max(1.0, sums.mm / sums.m)
    rate = sums.k / sums.m
    spread = sums.kk - 2 * rate * sums.km + rate * rate * sums.mm
    between = sums.clusters / (sums.clusters - 1) * spread
    return max(1.0, between * (sums.m - 1) / (sums.m**2 * rate * (1 - rate)))


@dataclass(frozen=True)
class Estimate:
    """A rate with its 95 % interval; without one (under ten clusters) the last three are None."""

    value: float | None
    effective_n: float | None
    low: float | None
    high: float | None


def estimate(sums: ClusterSums) -> Estimate:
    """The rate k / m and, from ten clusters on, its 95 % Wilson interval on the effective n."""
    if sums.m == 0:
        return Estimate(None, None, None, None)
    rate = sums.k / sums.m
    if sums.clusters < MIN_CLUSTERS:
        return Estimate(rate, None, None, None)
    effective = sums.m / design_effect(sums)
    return Estimate(rate, effective, *wilson(rate, effective))
