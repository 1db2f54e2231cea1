"""Reads game logs into a lake of immutable, ruleset-free deal records.

``ingest.read(path)`` gives the deals of a log as Arrow batches without any lake.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ingest.pipeline import read

__all__ = ["read"]


def __getattr__(name: str) -> object:
    """Import ``read`` when it is first asked for, so that a command starts fast."""
    if name == "read":
        from ingest.pipeline import read

        return read
    raise AttributeError(f"module 'ingest' has no attribute {name!r}")
