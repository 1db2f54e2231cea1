"""Joining matches into clusters."""

from __future__ import annotations

import numpy as np
import pytest

from replay.clusters import components


@pytest.mark.parametrize(
    ("edges", "labels"),
    [
        ([], [0, 1, 2, 3, 4, 5]),
        ([(4, 1)], [0, 1, 2, 3, 1, 5]),
        ([(5, 4), (4, 3), (3, 2), (2, 1), (1, 0)], [0] * 6),
        ([(0, 5), (3, 1), (5, 3)], [0, 0, 2, 0, 4, 0]),
        ([(2, 2), (2, 3), (3, 2)], [0, 1, 2, 2, 4, 5]),
    ],
)
def test_joined_nodes_share_the_lowest_number(edges: list[tuple[int, int]], labels: list[int]) -> None:
    left = np.array([one for one, _ in edges], dtype=np.int64)
    right = np.array([other for _, other in edges], dtype=np.int64)
    assert components(left, right, 6).tolist() == labels


def test_a_long_shuffled_chain_is_one_component() -> None:
    nodes = np.random.default_rng(3).permutation(20_000)
    assert not components(nodes[:-1], nodes[1:], len(nodes)).any()
