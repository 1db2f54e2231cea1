"""What is called with the lake after each finished run, still under the writer lock.

Apart from ``ingest.lake``, so that the root command can register the catalog's
builder without loading Arrow, and ingest need not import upward.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ingest.lake import Lake

after_run: list[Callable[[Lake], None]] = []
