"""Functions that numba compiles where it is installed (`spyring[solver]`, `spyring[arena]`).

Without numba they run as plain Python, with the same answers. Whole numbers never leave 64 bits.
"""

from collections.abc import Callable, MutableSequence
from hashlib import sha256
from pathlib import Path
from typing import Final, ParamSpec, TypeAlias, TypeVar, cast

import numpy as np

try:
    import numba
except ImportError:
    numba = None

P = ParamSpec("P")
T = TypeVar("T")

COMPILES: Final[bool] = numba is not None and not numba.config.DISABLE_JIT
"""Whether numba is installed and is not told to leave functions as they are (NUMBA_DISABLE_JIT)."""

Integers: TypeAlias = MutableSequence[int]
"""An array int64 (size,) for compiled functions, a list for plain ones."""


def compiled(function: Callable[P, T]) -> Callable[P, T]:
    """Return the function, compiled if that can be."""
    return cast("Callable[P, T]", numba.njit(cache=True)(function)) if COMPILES else function


def integers(values: object) -> Integers:
    """Return whole numbers in the form that the functions take."""
    array = np.array(values, np.int64).reshape(-1)
    return cast("Integers", array if COMPILES else array.tolist())


def zeros(size: int) -> Integers:
    """Return as many zeros in the form that the functions take."""
    return cast("Integers", np.zeros(size, np.int64)) if COMPILES else [0] * size


def _keep_compiled() -> None:
    """Keep compiled functions in a folder of this version of the core.

    numba compiles a function anew where its own file has changed, but not where another has whose
    functions or constants it uses.
    """
    folder = Path(__file__).parent
    digest = sha256()
    for path in sorted(folder.rglob("*.py")):
        digest.update(path.read_bytes())
    numba.config.CACHE_DIR = str(folder / "__pycache__" / f"numba-{digest.hexdigest()[:12]}")


if COMPILES and not numba.config.CACHE_DIR:
    _keep_compiled()
