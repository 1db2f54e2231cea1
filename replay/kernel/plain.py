"""The kernel's records as plain Python objects: what uncompiled functions work on, many times faster
than NumPy's records when each number is touched one at a time."""

from __future__ import annotations

from typing import Any

import numpy as np

from replay.kernel.follow import Ladders
from replay.kernel.jit import compiled
from replay.kernel.layout import RULES, WORK, Record, new_work


class Grid(list[list[int]]):
    """A table of numbers, asked by row or by (row, column), as the kernel asks an array."""

    def __getitem__(self, at: Any) -> Any:
        if isinstance(at, tuple):
            return list.__getitem__(self, at[0])[at[1]]
        return list.__getitem__(self, at)

    def __setitem__(self, at: Any, value: Any) -> None:
        if isinstance(at, tuple):
            list.__getitem__(self, at[0])[at[1]] = value
        else:
            list.__setitem__(self, at, value)

    def copy(self) -> Grid:
        """A copy whose rows are copies too."""
        return Grid(row[:] for row in self)


class Plain:
    """A record with the fields of a dtype: numbers, lists and grids."""

    def __init__(self, kind: np.dtype[Any], values: Record) -> None:
        for name in kind.names or ():
            value = values[name].tolist()
            setattr(self, name, Grid(value) if values[name].ndim == 2 else value)


def work_record() -> Record:
    """A scratch record of the kind that is fastest in this process."""
    return new_work() if compiled() else Plain(WORK, new_work())


def rules_record(rules: Record) -> Record:
    """A ruleset's record of the kind that is fastest in this process."""
    return rules if compiled() else Plain(RULES, rules)


def ladders_record(rungs: np.ndarray[Any, Any], at: np.ndarray[Any, Any]) -> Ladders:
    """The ladders of following (``Tables.rungs`` and ``rungs_at``) of the kind that is fastest in this process."""
    return Ladders(rungs, at) if compiled() else Ladders(Grid(rungs.tolist()), Grid(at.tolist()))
