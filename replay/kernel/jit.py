"""The kernel's one decorator: compiled when many deals are scored, plain Python for a single question.

``SHENGJI_JIT=0`` (or Numba's own ``NUMBA_DISABLE_JIT=1``) leaves the functions as
they are and never imports Numba: nobody waits for a compiler to settle one trick.
The compiled code is kept in a folder named after a hash of the kernel's sources,
since Numba itself does not notice an edited callee in another file.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeVar

from platformdirs import user_cache_path

Function = TypeVar("Function", bound=Callable[..., Any])


def compiled() -> bool:
    """Whether kernel functions are compiled in this process."""
    return os.environ.get("SHENGJI_JIT", "1") != "0" and os.environ.get("NUMBA_DISABLE_JIT", "0") != "1"


def source_hash() -> str:
    """Sixteen hex digits over the kernel's sources, in the order of their names, and where they lie:
    Numba keeps compiled code by path."""
    digest = hashlib.blake2b(str(Path(__file__).parent).encode(), digest_size=8)
    for path in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def cache_dir() -> Path:
    """The folder of compiled kernels for these sources; made if it can be, else a temporary one."""
    base = Path(os.environ.get("SHENGJI_CACHE", "") or user_cache_path("shengji"))
    folder = base / f"kernel-{source_hash()}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return folder
    except OSError:
        return Path(tempfile.gettempdir()) / f"shengji-kernel-{source_hash()}"


def is_cached() -> bool:
    """Whether a compiled kernel for these sources is at hand, down to the loop over deals, which is kept last."""
    return any(cache_dir().rglob("batch.score_batch-*.nbi"))


@lru_cache(maxsize=1)
def _njit() -> Any:
    """Numba's decorator, with the place of what it keeps set; Numba is imported only where something is compiled."""
    import numba

    setattr(numba.config, "CACHE_DIR", str(cache_dir()))  # noqa: B010
    return numba.njit


def _wrapped(function: Function, inlined: bool) -> Function:
    """The function compiled, or itself.

    The kernel allocates nothing and its caller holds every array, so it counts no references to them (``_nrt``), which
    would cost about as much as the scoring. A function that allocated would not compile.
    """
    if not compiled():
        return function
    wrapped: Any = _njit()(cache=True, nogil=True, error_model="numpy", forceinline=inlined, _nrt=False)(function)
    return wrapped


def jit(function: Function) -> Function:
    """The function compiled in nopython mode without the GIL, or itself when compiling is off."""
    return _wrapped(function, False)


def jit_inline(function: Function) -> Function:
    """As :func:`jit`, and inlined into its callers: for the small functions of inner loops."""
    return _wrapped(function, True)
