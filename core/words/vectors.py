"""A language model's vectors, one for each word, and the similarity of two words.

Similarity is the cosine, from -1 to 1. A model may list a word without a vector (a row of zeros),
which has the lowest similarity to every word. `core.words.ensemble` has the models.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from hashlib import sha256
from types import MappingProxyType
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Singles: TypeAlias = NDArray[np.float32]
"""An array of 32-bit floats."""

UNALIKE = np.float32(-1)
"""The similarity of a word without a vector to every word, itself too."""

UNIT_TOLERANCE = 1e-4
"""The tolerance of the length of a unit row."""

WORD_LISTS_KEPT = 4
"""Lists of words whose index models share."""


@lru_cache(maxsize=WORD_LISTS_KEPT)
def rows_of(words: tuple[str, ...]) -> Mapping[str, int]:
    """Return the row of each word; models with the same words share one object."""
    return MappingProxyType({word: row for row, word in enumerate(words)})


class UnknownWordError(KeyError):
    """A word that is not in the model's list."""

    def __str__(self) -> str:
        return f"no such word in the model: {self.args[0]!r}"


@dataclass(frozen=True, slots=True, eq=False)
class Vectors:
    """A model's words and their vectors, read-only float32 (V, D), rows of length 1 or 0.

    A float32 matrix of such rows is not copied, so a memory map stays one; any other is copied and
    scaled. Raises ValueError for a matrix of another shape, numbers that are not finite, or a
    duplicate word.

    >>> model = Vectors(("cat", "lion", "stone"), np.array([[3, 1], [2, 1], [0, 5]]))
    >>> model.similarity("cat", "lion") > model.similarity("cat", "stone")
    True
    """

    words: tuple[str, ...]
    matrix: Singles
    known: NDArray[np.bool_] = field(init=False, repr=False)
    """The mask of words with a vector, bool (V,)."""
    _rows: Mapping[str, int] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        rows = rows_of(self.words)
        if len(rows) != len(self.words):
            raise ValueError(f"words listed twice: {len(self.words) - len(rows)}")
        if self.matrix.ndim != 2 or len(self.matrix) != len(self.words):
            raise ValueError(f"{len(self.words)} words with a matrix of shape {self.matrix.shape}")
        matrix = _unit_rows(self.matrix)
        matrix.flags.writeable = False
        known = matrix.any(axis=1)
        known.flags.writeable = False
        # The only way to derive fields of a frozen dataclass.
        object.__setattr__(self, "matrix", matrix)
        object.__setattr__(self, "known", known)
        object.__setattr__(self, "_rows", rows)

    def __len__(self) -> int:
        return len(self.words)

    def __contains__(self, word: object) -> bool:
        return word in self._rows

    def row(self, word: str) -> int:
        """Return the word's row; raises UnknownWordError."""
        try:
            return self._rows[word]
        except KeyError:
            raise UnknownWordError(word) from None

    def similarity(self, first: str, second: str) -> float:
        """Return the similarity of two words; raises UnknownWordError."""
        return float(self.similarities([first])[0, self.row(second)])

    def similarities(self, words: Sequence[str]) -> Singles:
        """Return the similarity of each of `words` to every word, float32 (len(words), V).

        Raises UnknownWordError.
        """
        rows = np.array([self.row(word) for word in words], dtype=np.intp)
        cosines = self.matrix[rows] @ self.matrix.T
        np.clip(cosines, -1, 1, out=cosines)
        cosines[:, ~self.known] = UNALIKE
        cosines[~self.known[rows]] = UNALIKE
        return cosines

    def digest(self) -> bytes:
        """Return a SHA-256 of the words and vectors.

        Similarities would not do, because processors round sums of products differently.
        """
        return sha256("\n".join(self.words).encode() + self.matrix.tobytes()).digest()


def concatenate(first: Vectors, second: Vectors) -> Vectors:
    """Return the model whose vectors join those of both.

    Both halves weigh the same: a similarity is the mean of the two models' (of one, if the other
    has no vector for either word). Raises ValueError if the models' words differ.
    """
    if first.words != second.words:
        raise ValueError("the models have different words")
    return Vectors(first.words, np.concatenate([first.matrix, second.matrix], axis=1))


def _unit_rows(matrix: NDArray[np.generic]) -> Singles:
    """Return the rows at length 1, zeros as they are; a view if all are."""
    rows: Singles = np.asarray(matrix, dtype=np.float32)
    lengths = np.sqrt(np.einsum("vd,vd->v", rows, rows))
    if not np.isfinite(lengths).all():
        raise ValueError("the matrix holds numbers that are not finite")
    if (np.abs(lengths - 1)[lengths > 0] <= UNIT_TOLERANCE).all():
        return rows.view()
    divisor: Singles = np.where(lengths > 0, lengths, np.float32(1))
    return rows / divisor[:, None]
