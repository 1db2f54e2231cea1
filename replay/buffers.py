"""The bytes and offsets of Arrow columns as numpy arrays."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

Array = np.ndarray[Any, Any]


def bytes_of(column: pa.Array) -> tuple[Array, Array]:
    """The bytes of a binary column and int32 offsets [n + 1]; null is empty."""
    filled = pc.fill_null(column, b"") if column.null_count else column
    _, offsets, data = filled.buffers()
    at = np.frombuffer(offsets, np.int32)[filled.offset : filled.offset + len(filled) + 1]
    content = np.frombuffer(data, np.uint8)[at[0] : at[-1]] if data is not None else np.zeros(0, np.uint8)
    return content.copy(), at - at[0]


def binary(data: Array, at: Array) -> pa.Array:
    """A binary column of bytes and offsets [n + 1]."""
    return pa.Array.from_buffers(
        pa.binary(), len(at) - 1, [None, pa.py_buffer(at.astype(np.int32)), pa.py_buffer(data)]
    )


def rows_at(column: pa.Array) -> Array:
    """Offsets a deal [n + 1] of the rows of a list column."""
    lengths = pc.fill_null(pc.list_value_length(column), 0).to_numpy(zero_copy_only=False)
    at = np.zeros(len(column) + 1, np.int32)
    np.cumsum(lengths, out=at[1:])
    return at
