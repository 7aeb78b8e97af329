"""A language model's associations with the cards of a board.

An `Associations` holds, for one board, the similarity of every card to every clue word, and each
card's neighbours, nearest first. An `AssociationSource` makes them from a model's vectors or from a
precomputed table. Axes: B cards of a board, V clue words, K neighbours of a card, N cards of a
table.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Protocol, TypeAlias
from unicodedata import normalize

import numpy as np
from numpy.typing import NDArray

from core.words.receptive_words import ReceptiveModel
from core.words.vectors import Singles, Vectors, rows_of

MOST_NEIGHBOURS: Final = 300
"""Neighbours of a card; the paper's spymaster uses 300 of the 500 listed."""

SOURCE_BOARDS_KEPT: Final = 2
"""Boards in a source's cache: 1.2 MB each at 25 cards and 12,000 clue words."""

NO_VECTOR: Final = -1.0
"""The similarity of an unknown word to everything."""

_SHORTEST: Final = 1e-6
"""The least squared length of a sum of vectors, which keeps the division finite."""


class Vocabulary:
    """The clue words in column order, and the column of each."""

    __slots__ = ("columns", "words")

    def __init__(self, words: Sequence[str]) -> None:
        self.words: Final[tuple[str, ...]] = tuple(words)
        self.columns: Final[Mapping[str, int]] = rows_of(self.words)

    def __len__(self) -> int:
        return len(self.words)

    def __contains__(self, word: object) -> bool:
        return word in self.columns

    def present(self, words: Sequence[str]) -> NDArray[np.intp]:
        """Return the columns of the words that the vocabulary has."""
        found = (self.columns[word] for word in words if word in self.columns)
        return np.fromiter(found, dtype=np.intp)


@dataclass(frozen=True, slots=True, eq=False)
class Associations:
    """One model's view of one board.

    `similarity` is float32 (B, V), -1 for an unknown word; `neighbours` is int32 (B, K): columns of
    the vocabulary, nearest first, without the card itself.
    """

    cards: tuple[str, ...]
    vocabulary: Vocabulary
    similarity: Singles
    neighbours: NDArray[np.int32]

    @property
    def known(self) -> NDArray[np.bool_]:
        """The mask of cards that the model knows, and can thus mean or guess, bool (B,)."""
        return known_rows(self.similarity)


def known_rows(similarity: Singles) -> NDArray[np.bool_]:
    """Return the mask (B,) of known cards, from their similarities (B, V)."""
    closest: Singles = similarity.max(axis=1)
    return closest > NO_VECTOR


class AssociationSource(Protocol):
    """The source of a model's associations."""

    @property
    def vocabulary(self) -> Vocabulary:
        """The clue words."""

    def associations(self, cards: tuple[str, ...]) -> Associations:
        """Return the associations with these cards."""

    def similarity(self, cards: tuple[str, ...]) -> Singles:
        """Return the similarity (B, V) alone: neighbours take longer."""

    def closeness(self, cards: tuple[str, ...], word: str) -> Singles:
        """Return the similarity (B,) of each card to a clue, -1 if either is unknown."""


CardReader: TypeAlias = Callable[[str], str]
"""Returns the known words of a card, joined by blanks."""


def as_written(card: str) -> str:
    """Return the parts of a card, joined by blanks."""
    return " ".join(parts_of(card))


class ModelSource:
    """Associations computed from a model's vectors, once for each board.

    The vector of a card of several words ("scuba diver") sums its known parts; a card without known
    parts is similar to nothing. With `hearing`, cards and clues may be receptive words.
    """

    def __init__(
        self,
        model: Vectors,
        vocabulary: Vocabulary | None = None,
        *,
        hearing: ReceptiveModel | None = None,
        read: CardReader = as_written,
    ) -> None:
        """Wrap a model; models with the same words may share a `vocabulary`."""
        self._model = model
        self._read = read
        self._hearing = hearing
        self.vocabulary: Final = vocabulary or Vocabulary(model.words)
        self.associations = lru_cache(maxsize=SOURCE_BOARDS_KEPT)(self._compute)
        self.similarity = lru_cache(maxsize=SOURCE_BOARDS_KEPT)(self._similarity)

    def closeness(self, cards: tuple[str, ...], word: str) -> Singles:
        """Return the similarity (B,) of each card to a clue, -1 if either is unknown."""
        if word in self.vocabulary:
            return self.similarity(cards)[:, self.vocabulary.columns[word]]
        if self._hearing is None:
            return np.full(len(cards), NO_VECTOR, dtype=np.float32)
        return self._hearing.closeness([*map(self._read, cards)], word)

    def _compute(self, cards: tuple[str, ...]) -> Associations:
        similarity = self.similarity(cards)
        own = [self.vocabulary.columns.get(self._read(card)) for card in cards]
        neighbours = nearest(similarity, own, MOST_NEIGHBOURS)
        return Associations(cards, self.vocabulary, similarity, neighbours)

    def _similarity(self, cards: tuple[str, ...]) -> Singles:
        """Return the similarity (B, V) of the cards, from one product of all parts (P, V)."""
        texts = [*map(self._read, cards)]
        known = [[part for part in text.split() if part in self.vocabulary] for text in texts]
        parts = [part for found in known for part in found]
        rows, columns = self._model.similarities(parts), self.vocabulary.present(parts)
        ends = np.cumsum([len(found) for found in known])[:-1]
        pairs = zip(np.split(rows, ends), np.split(columns, ends), strict=True)
        listed = [_of_sum(*pair) for pair in pairs]
        together = zip(texts, known, listed, strict=True)
        similarity = np.stack([self._heard(text, found, row) for text, found, row in together])
        similarity.flags.writeable = False
        return similarity

    def _heard(self, text: str, listed: Sequence[str], row: Singles) -> Singles:
        """Return a card's similarity (V,): `row` if the vocabulary has all its known parts."""
        missing = set(text.split()).difference(listed)
        if self._hearing is None or not any(map(self._hearing.knows, missing)):
            return row
        return self._hearing.similarities(text)


def _of_sum(rows: Singles, columns: NDArray[np.intp]) -> Singles:
    """Return the similarities (V,) of the sum of some unit vectors.

    `rows` (P, V) are the similarities of each vector, `columns` (P,) the columns of their words. A
    word without a vector (-1 to everything) adds nothing to the sum.
    """
    known = (rows > NO_VECTOR).any(axis=1)
    rows, columns = rows[known], columns[known]
    if len(rows) == 0:
        return np.full(rows.shape[1], NO_VECTOR, dtype=np.float32)
    if len(rows) == 1:
        only: Singles = rows[0]
        return only
    length = np.sqrt(max(float(rows[:, columns].sum()), _SHORTEST))
    total = (rows.sum(axis=0) / length).clip(-1.0, 1.0)
    return np.where((rows == NO_VECTOR).all(axis=0), NO_VECTOR, total).astype(np.float32)


class TableSource:
    """Associations with some cards of a table, from those with all of them."""

    def __init__(self, table: Associations) -> None:
        self._table = table
        self._rows = {card: row for row, card in enumerate(table.cards)}
        self.vocabulary: Final = table.vocabulary
        self._places = lru_cache(maxsize=SOURCE_BOARDS_KEPT)(self._find)

    def associations(self, cards: tuple[str, ...]) -> Associations:
        """Return the rows of these cards; raises KeyError for a card without one."""
        rows, near = self._places(cards), self._table.neighbours
        return Associations(cards, self.vocabulary, self._table.similarity[rows], near[rows])

    def similarity(self, cards: tuple[str, ...]) -> Singles:
        """Return the similarity (B, V) of these cards; raises KeyError likewise."""
        return self._table.similarity[self._places(cards)]

    def closeness(self, cards: tuple[str, ...], word: str) -> Singles:
        """Return the similarity (B,) of each card to a clue, -1 if either is unknown."""
        if word not in self.vocabulary:
            return np.full(len(cards), NO_VECTOR, dtype=np.float32)
        column: Singles = self._table.similarity[self._places(cards), self.vocabulary.columns[word]]
        return column

    def _find(self, cards: tuple[str, ...]) -> NDArray[np.intp]:
        return np.array([self._rows[card] for card in cards], dtype=np.intp)


def nearest(similarity: Singles, own: Sequence[int | None], reach: int) -> NDArray[np.int32]:
    """Return the `reach` nearest columns of each row, int32 (B, reach), ties in column order.

    `own` contains the column of each row's own word, which is left out, or None.
    """
    reach = min(reach, similarity.shape[1] - 1)
    pairs = zip(similarity, own, strict=True)
    return np.stack([_nearest_in_row(row, column, reach) for row, column in pairs])


def _nearest_in_row(row: Singles, own: int | None, reach: int) -> NDArray[np.int32]:
    """Return the `reach` nearest columns of a row, sorting no others."""
    if own is not None:
        row = row.copy()
        row[own] = -np.inf
    rank = row.size - max(reach, 1)
    last = np.partition(row, rank)[rank]
    columns = np.flatnonzero(row >= last)
    order = np.argsort(-row[columns], kind="stable")[:reach]
    return columns[order].astype(np.int32)


def parts_of(card: str) -> tuple[str, ...]:
    """Return the words of a card to look up: itself, or its parts."""
    return tuple(vocabulary_form(card).replace("-", " ").split())


def vocabulary_form(word: str) -> str:
    """Return a word as vocabularies write it: case and width folded, stripped."""
    return normalize("NFKC", word).strip().casefold()
