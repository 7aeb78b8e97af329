"""Functions that numba compiles where it is installed (`spyring[solver]`, `spyring[arena]`).

Without numba they run as plain Python, with the same answers. Whole numbers never leave 64 bits.
numba is imported by the first question for it: that takes a moment and some 60 MB.
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
    """Return whether numba compiles functions here.

    It does not where NUMBA_DISABLE_JIT tells it to leave them as they are.
    """
    return _numba() is not None


def compiled(function: Callable[P, T]) -> Callable[P, T]:
    """Return the function, compiled if that can be, and kept for the next process likewise."""
    numba = _numba()
    if numba is None:
        return function
    try:
        return cast("Callable[P, T]", numba.njit(cache=True)(function))
    except RuntimeError:  # no folder can be written
        return cast("Callable[P, T]", numba.njit(function))


def inlined(function: Callable[P, T]) -> Callable[P, T]:
    """Return the function, compiled into each one that calls it."""
    numba = _numba()
    return cast("Callable[P, T]", numba.njit(inline="always")(function)) if numba else function


def integers(values: object) -> Integers:
    """Return whole numbers in the form that the functions take."""
    array = np.array(values, np.int64).reshape(-1)
    return cast("Integers", array if compiles() else array.tolist())


def zeros(size: int) -> Integers:
    """Return as many zeros in the form that the functions take."""
    return cast("Integers", np.zeros(size, np.int64)) if compiles() else [0] * size


@cache
def _numba() -> Any:  # noqa: ANN401 - as good as untyped
    """Return numba, None where it is missing or compiles nothing."""
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
    """Return a folder for the compiled functions of this version of the core.

    numba compiles a function anew where its own file has changed, but not where another has whose
    functions or constants it uses.
    """
    folder = Path(__file__).parent
    digest = sha256()
    for path in sorted(folder.rglob("*.py")):
        digest.update(path.read_bytes())
    return folder / "__pycache__" / f"numba-{digest.hexdigest()[:12]}"
