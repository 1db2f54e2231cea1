"""Re-scores recorded deals under a chosen ruleset. For other programs: ``load(name)`` and ``score(batch, ruleset)``."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pyarrow as pa

    from replay.engine import Scored
    from replay.ruleset import Ruleset


def load(name: str) -> Ruleset:
    """The ruleset of a built-in id or a ``.toml`` path; see ``replay.ruleset.load``."""
    from replay import ruleset

    return ruleset.load(name)


def score(batch: pa.RecordBatch, ruleset: Ruleset) -> Scored:
    """Scores deal records (``ingest.columns.DEALS``) under a ruleset; see ``replay.engine.score``."""
    from replay import engine

    return engine.score(batch, ruleset)
