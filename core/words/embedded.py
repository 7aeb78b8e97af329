"""The data files of the package; docs/DATA.md names their sources."""

from pathlib import Path
from typing import Final, TypeVar

import numpy as np
from numpy.typing import NDArray

N = TypeVar("N", bound=np.generic)

DATA_FOLDER: Final = Path(__file__).with_name("data")


def embedded_text(name: str) -> str:
    """Return the text of a file."""
    return (DATA_FOLDER / name).read_text(encoding="utf-8")


def embedded_lines(name: str) -> list[str]:
    """Return the lines of a text file without blank ones and # comments."""
    return [line for line in embedded_text(name).splitlines() if line and line[0] != "#"]


def embedded_array(name: str, kind: type[N]) -> NDArray[N]:
    """Return the array of a .npy file, memory-mapped if it has this dtype."""
    array: NDArray[np.generic] = np.load(DATA_FOLDER / f"{name}.npy", mmap_mode="r")
    return array.astype(kind, copy=False)
