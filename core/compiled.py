"""Functions that numba compiles if it is installed (`spyring[solver]`, `spyring[arena]`).

Without numba they run as plain Python, with the same results. All integers fit in 64 bits. The
first use imports numba, which takes a moment and about 60 MB.
"""

from collections.abc import Callable, MutableSequence
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, ParamSpec, TypeAlias, TypeVar, cast

import numpy as np

P = ParamSpec("P")
T = TypeVar("T")

Integers: TypeAlias = MutableSequence[int]
"""An array int64 (size,) for compiled functions, a list for plain ones."""


def compiles() -> bool:
    """Return whether numba is installed and not disabled by NUMBA_DISABLE_JIT."""
    return _numba() is not None


def compiled(function: Callable[P, T]) -> Callable[P, T]:
    """Return the function, compiled and cached on disk if possible."""
    numba = _numba()
    if numba is None:
        return function
    try:
        return cast("Callable[P, T]", numba.njit(cache=True)(function))
    except RuntimeError:  # no writable cache folder
        return cast("Callable[P, T]", numba.njit(function))


def inlined(function: Callable[P, T]) -> Callable[P, T]:
    """Return the function, which numba inlines into its callers."""
    numba = _numba()
    return cast("Callable[P, T]", numba.njit(inline="always")(function)) if numba else function


def integers(values: object) -> Integers:
    """Return integers as `Integers`."""
    array = np.array(values, np.int64).reshape(-1)
    return cast("Integers", array if compiles() else array.tolist())


def zeros(size: int) -> Integers:
    """Return `size` zeros as `Integers`."""
    return cast("Integers", np.zeros(size, np.int64)) if compiles() else [0] * size


@cache
def _numba() -> Any:  # noqa: ANN401 - as good as untyped
    """Return numba; None if it is missing or disabled."""
    try:
        import numba  # noqa: PLC0415
    except ImportError:
        return None
    if numba.config.DISABLE_JIT:
        return None
    if not numba.config.CACHE_DIR:
        numba.config.CACHE_DIR = str(_cache_folder())
    return numba


def _cache_folder() -> Path:
    """Return the cache folder of this version of the core.

    numba recompiles a function after a change to its own file, but not to another file with
    functions or constants that it uses.
    """
    folder = Path(__file__).parent
    digest = sha256()
    for path in sorted(folder.rglob("*.py")):
        digest.update(path.read_bytes())
    return folder / "__pycache__" / f"numba-{digest.hexdigest()[:12]}"
