"""The embedded ensemble: six stored language models, and two combinations of them.

The matrices are int8 (V, D) over the words of `clue_words.txt`; docs/DATA.md names their sources.
Loading reads only package data.
"""

from collections.abc import Mapping
from functools import cache
from sys import intern
from typing import Final

import numpy as np

from core.words.embedded import DATA_FOLDER, embedded_array, embedded_lines
from core.words.vectors import Vectors, concatenate

STORED: Final = ("minilm", "piece", "gloss", "wordnet", "sense", "associations")
DERIVED: Final[Mapping[str, tuple[str, str]]] = {
    "fusion": ("minilm", "gloss"),
    "senseg": ("sense", "wordnet"),
}
MODELS: Final = (*STORED, *DERIVED)
"""The names of all models, in the order of the ensemble."""


@cache
def embedded_model(name: str) -> Vectors:
    """Return an embedded model on the clue words, always the same object.

    Raises KeyError for an unknown name.
    """
    if name in DERIVED:
        return concatenate(*map(embedded_model, DERIVED[name]))
    if name not in STORED:
        raise KeyError(name)
    return Vectors(clue_words(), embedded_array(name, np.int8))


@cache
def clue_words() -> tuple[str, ...]:
    """Return the words of the embedded models, in row order."""
    return tuple(map(intern, embedded_lines("clue_words.txt")))


@cache
def unknown_words(name: str) -> frozenset[str]:
    """Return the clue words for which a model has no vector.

    A combination of two models knows the words of either. Raises KeyError for an unknown name.
    """
    if name in DERIVED:
        first, second = map(unknown_words, DERIVED[name])
        return first & second
    words, without = clue_words(), np.flatnonzero(~embedded_array(name, np.int8).any(axis=1))
    return frozenset(words[row] for row in without)


def stored_bytes(name: str) -> int:
    """Return the bytes on disk of a model's matrix; 0 for a combination of two others."""
    return 0 if name in DERIVED else (DATA_FOLDER / f"{name}.npy").stat().st_size
