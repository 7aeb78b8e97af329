"""A language model's vectors, one for each word, and the similarity of two words.

Similarity is the cosine, from -1 to 1. A model may list a word without a vector (a row of zeros),
which has the lowest similarity to every word. `core.words.ensemble` has the models.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from hashlib import sha256
from types import MappingProxyType
from typing import Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

Singles: TypeAlias = NDArray[np.float32]
"""An array of 32-bit floats."""

UNALIKE = np.float32(-1)
"""The similarity of a word without a vector to every word, even itself."""

UNIT_TOLERANCE = 1e-4
"""The tolerance of the length of a unit row."""

ROWS_AT_ONCE = 1024
"""The rows of a block: at most a megabyte, which fits in a processor's cache."""

WORD_LISTS_KEPT = 4
"""The number of cached indexes of word lists, which models share."""


@lru_cache(maxsize=WORD_LISTS_KEPT)
def rows_of(words: tuple[str, ...]) -> Mapping[str, int]:
    """Return the row of each word; models with the same words share one object."""
    return MappingProxyType({word: row for row, word in enumerate(words)})


class VectorRows(Protocol):
    """A matrix (V, D) with access by rows: one array, or several side by side."""

    @property
    def shape(self) -> tuple[int, ...]:
        """The numbers of rows and of dimensions."""

    def __getitem__(self, rows: slice | NDArray[np.intp], /) -> NDArray[np.generic]:
        """Return some of the rows."""


@dataclass(frozen=True, slots=True, eq=False)
class Vectors:
    """A model's words and their vectors (V, D), rows of length 1 or 0.

    The numbers keep their stored type, so that a memory map of bytes needs no copy; reads scale the
    rows. Raises ValueError for a matrix of another shape, numbers that are not finite, or a
    duplicate word.

    >>> model = Vectors(("cat", "lion", "stone"), np.array([[3, 1], [2, 1], [0, 5]]))
    >>> model.similarity("cat", "lion") > model.similarity("cat", "stone")
    True
    """

    words: tuple[str, ...]
    stored: VectorRows = field(repr=False)
    known: NDArray[np.bool_] = field(init=False, repr=False)
    """The mask of words with a vector, bool (V,)."""
    _lengths: Singles | None = field(init=False, repr=False)
    """The divisor of each stored row, float32 (V,); None if all have length 1 or 0."""
    _rows: Mapping[str, int] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        rows = rows_of(self.words)
        if len(rows) != len(self.words):
            raise ValueError(f"words listed twice: {len(self.words) - len(rows)}")
        if len(self.stored.shape) != 2 or self.stored.shape[0] != len(self.words):
            raise ValueError(f"{len(self.words)} words with a matrix of shape {self.stored.shape}")
        lengths = np.concatenate(
            [np.zeros(0, np.float32), *(_lengths_of(self.stored[part]) for part in self._blocks())]
        )
        if not np.isfinite(lengths).all():
            raise ValueError("the matrix holds numbers that are not finite")
        known = lengths > 0
        known.flags.writeable = False
        is_unit = (np.abs(lengths - 1)[known] <= UNIT_TOLERANCE).all()
        # A frozen dataclass allows no other way to derive fields.
        object.__setattr__(self, "known", known)
        object.__setattr__(
            self, "_lengths", None if is_unit else np.where(known, lengths, np.float32(1))
        )
        object.__setattr__(self, "_rows", rows)

    def __len__(self) -> int:
        return len(self.words)

    def __contains__(self, word: object) -> bool:
        return word in self._rows

    @property
    def dimensions(self) -> int:
        """The length of a vector, D."""
        return self.stored.shape[1]

    @property
    def matrix(self) -> Singles:
        """All vectors, read-only float32 (V, D): several megabytes, computed at each access."""
        matrix = self.at(slice(None))
        matrix.flags.writeable = False
        return matrix

    def at(self, rows: slice | NDArray[np.intp]) -> Singles:
        """Return the vectors of some rows, float32 (N, D)."""
        stored = self.stored[rows]
        if self._lengths is None:
            return np.asarray(stored, np.float32)
        scaled: Singles = np.divide(stored, self._lengths[rows, None], dtype=np.float32)
        return scaled

    def row(self, word: str) -> int:
        """Return the word's row; raises KeyError for an unlisted word."""
        return self._rows[word]

    def find(self, word: str) -> int:
        """Return the word's row, -1 for an unlisted word."""
        return self._rows.get(word, -1)

    def similarity(self, first: str, second: str) -> float:
        """Return the similarity of two words; raises KeyError for an unlisted word."""
        return float(self.similarities([first])[0, self.row(second)])

    def similarities(self, words: Sequence[str]) -> Singles:
        """Return the similarity of each of `words` to every word, float32 (len(words), V).

        Raises KeyError for an unlisted word.
        """
        rows = np.array([self.row(word) for word in words], dtype=np.intp)
        cosines = self.products(self.at(rows))
        np.clip(cosines, -1, 1, out=cosines)
        cosines[:, ~self.known] = UNALIKE
        cosines[~self.known[rows]] = UNALIKE
        return cosines

    def products(self, others: Singles) -> Singles:
        """Return the products of other vectors (N, D) with all vectors, float32 (N, V)."""
        # Not in blocks: processors round the sums of parts differently.
        return others @ self.at(slice(None)).T

    def digest(self) -> bytes:
        """Return a SHA-256 of the words and vectors.

        It omits similarities, because processors round sums of products differently.
        """
        digest = sha256("\n".join(self.words).encode())
        for part in self._blocks():
            digest.update(self.at(part).tobytes())
        return digest.digest()

    def _blocks(self) -> Iterator[slice]:
        starts = range(0, len(self.words), ROWS_AT_ONCE)
        yield from (slice(start, start + ROWS_AT_ONCE) for start in starts)


@dataclass(frozen=True, slots=True, eq=False)
class _Concatenation:
    """The vectors of two models of the same words, one after the other, float32 (V, D1 + D2)."""

    halves: tuple[Vectors, Vectors]

    @property
    def shape(self) -> tuple[int, ...]:
        return len(self.halves[0]), sum(half.dimensions for half in self.halves)

    def __getitem__(self, rows: slice | NDArray[np.intp]) -> Singles:
        return np.concatenate([half.at(rows) for half in self.halves], axis=1)


def concatenate(first: Vectors, second: Vectors) -> Vectors:
    """Return the model whose vectors join both models' vectors.

    Both halves weigh the same: a similarity is the mean of the two models' (of one, if the other
    has no vector for either word). Raises ValueError if the models' words differ.
    """
    if first.words != second.words:
        raise ValueError("the models have different words")
    return Vectors(first.words, _Concatenation((first, second)))


def _lengths_of(rows: NDArray[np.generic]) -> Singles:
    """Return the lengths of some rows, float32 (N,)."""
    singles: Singles = np.asarray(rows, dtype=np.float32)
    lengths: Singles = np.sqrt(np.einsum("vd,vd->v", singles, singles))
    return lengths
