"""Clusters of matches: those that share a board, joined transitively, are one cluster.

Deals of one match, and deals of one board played twice, are alike; an interval
that took each deal for an independent trial would be too narrow.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    import numpy.typing as npt

    Ids = npt.NDArray[np.int64]


def components(left: Ids, right: Ids, size: int) -> Ids:
    """Label the nodes 0 .. ``size`` - 1 of a graph: equal labels where a path joins them.

    ``left`` and ``right`` are the two ends of each edge. The label of a
    component is its lowest node. Takes about log(size) rounds over the edges.
    """
    labels = np.arange(size)
    while True:
        joined = labels.copy()
        low = np.minimum(labels[left], labels[right])
        np.minimum.at(joined, labels[left], low)  # hook the root of each end to the lower root ...
        np.minimum.at(joined, labels[right], low)
        while not np.array_equal(joined, joined[joined]):  # ... and shorten the paths to it
            joined = joined[joined]
        joined = joined[labels]
        if np.array_equal(joined, labels):
            return labels
        labels = joined
