"""The receptive vocabulary: the words that bots understand but do not say, and their vectors.

`receptive_words.txt` has a word per line, the most common first. After the word come the clue word
that it is a form of, if any, and `*` if WordNet has an entry for it. `receptive_minilm.npy` has a
row for each word, `receptive_gloss.npy` and `receptive_sense.npy` one for each entry, on the axes
of the stored models. The module reads a file on first use. docs/DATA.md names the sources.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from hashlib import sha256
from sys import intern
from types import MappingProxyType
from typing import Final

import numpy as np
from numpy.typing import NDArray

from core.words.association_lists import words_with_vectors
from core.words.embedded import embedded_array, embedded_lines
from core.words.ensemble import DERIVED, embedded_model
from core.words.vectors import UNALIKE, Singles, Vectors

WHOLE: Final = ("minilm",)
"""The models with a vector for every receptive word."""

ENTRIES: Final = ("gloss", "sense")
"""The models with a vector for every receptive word with an entry."""

LISTED: Final = "associations"
"""The model with a vector for every receptive word in enough lists."""

TEXTS_KEPT: Final = 4096
"""The texts with vectors in a model's cache, half a kilobyte each."""

LISTS_KEPT: Final = 1
"""The lists of texts in a model's cache, half a megabyte for a thousand texts."""


@dataclass(frozen=True, slots=True, eq=False)
class ReceptiveVocabulary:
    """The words in row order, the most common first.

    - `ranks`: word -> row, from 0
    - `bases`: word -> the clue word that it is a form of
    - `entries`: word -> row among the words with an entry
    """

    ranks: Mapping[str, int]
    bases: Mapping[str, str]
    entries: Mapping[str, int]


NO_RECEPTIVE_WORDS: Final = ReceptiveVocabulary({}, {}, {})
"""No words besides the clue words."""


@cache
def receptive_vocabulary() -> ReceptiveVocabulary:
    """Return the embedded words; reads half a megabyte once."""
    ranks: dict[str, int] = {}
    bases: dict[str, str] = {}
    entries: dict[str, int] = {}
    for line in embedded_lines("receptive_words.txt"):
        word, *more = map(intern, line.split(" "))
        ranks[word] = len(ranks)
        for mark in more:
            if mark == "*":
                entries[word] = len(entries)
            else:
                bases[word] = mark
    return ReceptiveVocabulary(
        MappingProxyType(ranks), MappingProxyType(bases), MappingProxyType(entries)
    )


@cache
def collocations() -> Mapping[str, tuple[str, ...]]:
    """Return the words that follow a word in a term of two words, such as "cream" after "ice"."""
    split = (map(intern, line.split(" ")) for line in embedded_lines("collocations.txt"))
    return MappingProxyType({first: tuple(others) for first, *others in split})


@dataclass(frozen=True, slots=True, eq=False)
class WordVectors:
    """A stored model's vectors of all words that bots understand.

    The vector of a receptive word is its row of `matrix`, int8 (rows, D), if `rows` lists it; else
    the vector of its clue word in `bases`; else its vector in `beside`, a model with the same axes.
    Any other word has none.
    """

    spoken: Vectors
    bases: Mapping[str, str]
    rows: Mapping[str, int] = field(default_factory=dict)
    matrix: NDArray[np.int8] = field(default_factory=lambda: np.zeros((0, 0), np.int8))
    beside: "WordVectors | None" = None

    def vector(self, word: str) -> Singles | None:
        """Return a word's vector of length 1, float32 (D,), or None."""
        place, spoken = self._place(word), len(self.spoken)
        if place >= spoken:
            return _unit(self.matrix[place - spoken].astype(np.float32))
        if place >= 0:
            return _unit(self.spoken.at(slice(place, place + 1))[0])
        return None if self.beside is None else self.beside.vector(word)

    def places(self, words: Sequence[str]) -> NDArray[np.intp]:
        """Return the index of each word's vector for `at`, -1 if it has none."""
        return np.array([*map(self._place, words)], np.intp)

    def _place(self, word: str) -> int:
        place = self.spoken.find(word)
        if place < 0 and word in self.rows:
            return len(self.spoken) + self.rows[word]
        return self.spoken.find(self.bases.get(word, "")) if place < 0 else place

    def at(self, places: NDArray[np.intp]) -> Singles:
        """Return the vectors at indices (N,), float32 (N, D), zeros for -1."""
        spoken = len(self.spoken)
        found = np.zeros((len(places), self.spoken.dimensions), np.float32)
        is_spoken, is_heard = (places >= 0) & (places < spoken), places >= spoken
        found[is_spoken] = self.spoken.at(places[is_spoken])
        if is_heard.any():
            heard = self.matrix[places[is_heard] - spoken].astype(np.float32)
            found[is_heard] = heard / np.linalg.norm(heard, axis=1, keepdims=True).clip(1e-9)
        return found

    def of_texts(self, texts: Sequence[str]) -> Singles:
        """Return the vectors of texts, float32 (N, D), zeros for a text of unknown words."""
        places = self.places(texts)
        found = self.at(places)
        for row in np.flatnonzero(places < 0).tolist():
            if (vector := self.of_text(texts[row])) is not None:
                found[row] = vector
        return found

    def of_text(self, text: str) -> Singles | None:
        """Return the direction of the sum of the vectors of a text's words, float32 (D,)."""
        found = [vector for word in text.split() if (vector := self.vector(word)) is not None]
        return _unit(np.sum(found, axis=0, dtype=np.float32)) if found else None


class ReceptiveModel:
    """Similarities of texts: the means over the stored models that know both texts."""

    def __init__(self, parts: Sequence[WordVectors]) -> None:
        self._parts: Final = tuple(parts)
        self._vectors = lru_cache(maxsize=TEXTS_KEPT)(self._find)
        self._matrices = lru_cache(maxsize=LISTS_KEPT)(self._find_all)

    def knows(self, text: str) -> bool:
        """Return whether the model has a vector for a word of the text."""
        return any(vector is not None for vector in self._vectors(text))

    def digest(self) -> bytes:
        """Return a SHA-256 of the vectors of words other than clue words."""
        parts = (sha256(part.matrix.tobytes()).digest() for part in self._parts)
        return sha256(b"".join(parts)).digest()

    def closeness(self, cards: Sequence[str], text: str) -> Singles:
        """Return the similarity (B,) of cards to a text, -1 if no part knows both."""
        clue = self._vectors(text)
        return np.array([_mean_cosine(self._vectors(card), clue) for card in cards], np.float32)

    def cosines(self, cards: Sequence[str], texts: tuple[str, ...]) -> Singles:
        """Return the similarity (B, C) of cards to a list of texts, -1 if no part knows both."""
        total, count = np.zeros((2, len(cards), len(texts)), dtype=np.float32)
        for part, theirs in zip(self._parts, self._matrices(texts), strict=True):
            ours = part.of_texts(cards)
            total += ours @ theirs.T
            count += np.logical_and.outer(ours.any(axis=1), theirs.any(axis=1))
        mean = total / np.maximum(count, 1)
        return np.where(count > 0, mean.clip(-1, 1), UNALIKE).astype(np.float32)

    def similarities(self, text: str) -> Singles:
        """Return the similarity (V,) of a text to all clue words, -1 if no part knows both."""
        return self._to_clue_words(self._vectors(text))

    def analogy(self, added: Sequence[str], taken: Sequence[str]) -> Singles:
        """Return the similarity (V,) of clue words to a sum of texts, such as king - man + woman.

        Source: Mikolov et al. 2013, "Linguistic Regularities in Continuous Space Word
        Representations". A part ignores the texts that it does not know.
        """
        signed = [*((1, self._vectors(text)) for text in added)]
        signed += ((-1, self._vectors(text)) for text in taken)
        sums = []
        for place in range(len(self._parts)):
            known = [sign * found for sign, each in signed if (found := each[place]) is not None]
            sums.append(_unit(np.sum(known, axis=0, dtype=np.float32)) if known else None)
        return self._to_clue_words(sums)

    def _to_clue_words(self, vectors: Sequence[Singles | None]) -> Singles:
        total = np.zeros(len(self._parts[0].spoken), dtype=np.float32)
        count = np.zeros(len(total), dtype=np.float32)
        for part, vector in zip(self._parts, vectors, strict=True):
            if vector is not None:
                cosines = part.spoken.products(vector[None])[0]
                total += np.where(part.spoken.known, cosines, np.float32(0))
                count += part.spoken.known
        mean = total / np.maximum(count, 1)
        return np.where(count > 0, mean.clip(-1, 1), UNALIKE).astype(np.float32)

    def _find_all(self, texts: tuple[str, ...]) -> tuple[Singles, ...]:
        return tuple(part.of_texts(texts) for part in self._parts)

    def _find(self, text: str) -> tuple[Singles | None, ...]:
        return tuple(part.of_text(text) for part in self._parts)


@cache
def receptive_model(name: str) -> ReceptiveModel:
    """Return an embedded model's similarities of all words; raises KeyError for another name."""
    return ReceptiveModel([word_vectors(part) for part in DERIVED.get(name, (name,))])


@cache
def word_vectors(name: str) -> WordVectors:
    """Return a stored model's vectors of all words; raises KeyError for another name."""
    heard, spoken = receptive_vocabulary(), embedded_model(name)
    if rows := _heard_rows(name):
        return WordVectors(spoken, heard.bases, rows, embedded_array(f"receptive_{name}", np.int8))
    return WordVectors(spoken, heard.bases)


def _heard_rows(name: str) -> Mapping[str, int]:
    """Return the row of each receptive word with its own vector in a model."""
    if name == LISTED:
        return words_with_vectors()
    heard = receptive_vocabulary()
    return heard.ranks if name in WHOLE else heard.entries if name in ENTRIES else {}


def _mean_cosine(card: Sequence[Singles | None], clue: Sequence[Singles | None]) -> float:
    """Return the mean cosine over the parts with both vectors, or -1 if no part has both."""
    cosines = [
        float(one @ other)
        for one, other in zip(card, clue, strict=True)
        if one is not None and other is not None
    ]
    return min(1.0, max(-1.0, sum(cosines) / len(cosines))) if cosines else float(UNALIKE)


def _unit(vector: Singles) -> Singles | None:
    length = np.sqrt(vector @ vector)
    return vector / length if length > 0 else None
