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


def components(left: Ids, right: Ids) -> Ids:
    """Label the left nodes of a bipartite graph: equal labels where a path joins them.

    ``left`` and ``right`` are the ends of each edge, numbered from 0 with none
    left out. Returns one label a left node, the lowest number in its component.
    """
    labels = np.arange(int(left.max(initial=-1)) + 1)
    lowest = np.empty(int(right.max(initial=-1)) + 1, dtype=np.int64)
    while True:
        lowest.fill(len(labels))
        np.minimum.at(lowest, right, labels[left])
        joined = labels.copy()
        np.minimum.at(joined, labels[left], lowest[right])  # hook each label's root ...
        while not np.array_equal(joined, joined[joined]):  # ... and shorten the paths to it
            joined = joined[joined]
        joined = joined[labels]
        if np.array_equal(joined, labels):
            return labels
        labels = joined
