"""The planted faults can be planted: the text of each stands in its file, once."""

from __future__ import annotations

from tests.mutants.__main__ import mutants


def test_every_fault_can_be_planted() -> None:
    planted = mutants()
    assert len({(mutant.file, mutant.old, mutant.new) for mutant in planted}) == len(planted) > 0
