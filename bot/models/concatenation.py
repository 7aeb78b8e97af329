"""The vectors of stored models, and of the paper's `wg`, which combines three of them.

`wg` concatenates two models' vectors without normalising: word2vec and GloVe-50 as spymaster,
word2vec and GloVe-300 as guesser. Source: Archibald and Brosnahan, "Adapting to Teammates in a
Cooperative Language Game".
"""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from bot.models.cache import TWO_FACED, ModelCache, ModelFacts
from core.words.vectors import Vectors

if TYPE_CHECKING:
    from gensim.models import KeyedVectors

SPYMASTER_HALVES: Final = ("word2vec-google-news-300", "glove-wiki-gigaword-50")
GUESSER_HALVES: Final = ("word2vec-google-news-300", "glove-wiki-gigaword-300")


def playable(stored: ModelCache) -> tuple[str, ...]:
    """Return the names of the stored models, with `wg` if all of its halves are stored."""
    names = stored.names
    whole = {*SPYMASTER_HALVES, *GUESSER_HALVES} <= {*names}
    return (*names, TWO_FACED) if whole else names


def concatenated(stored: ModelCache) -> tuple[ModelFacts, ...]:
    """Return the facts of `wg` as spymaster, if it is playable; raises ModelFileError."""
    if TWO_FACED not in playable(stored):
        return ()
    halves = [stored.facts(half) for half in SPYMASTER_HALVES]
    words = min(half.words for half in halves)
    source = ", ".join(dict.fromkeys((*SPYMASTER_HALVES, *GUESSER_HALVES)))
    return (ModelFacts(TWO_FACED, source, "", words, sum(half.dimensions for half in halves)),)


def model_vectors(
    stored: ModelCache, name: str, words: Sequence[str], halves: Sequence[str] = SPYMASTER_HALVES
) -> Vectors:
    """Return a model's vectors of these words, for `wg` by its `halves` in a role.

    Raises ModelError and ModelFileError.
    """
    if name == TWO_FACED:
        return raw_concatenation([stored.load(half) for half in halves], words)
    return Vectors(tuple(words), aligned(stored.load(name), words))


def aligned(model: "KeyedVectors", words: Sequence[str]) -> NDArray[np.float32]:
    """Return a stored model's vectors of these words, float32 (V, D), zeros for unknown words."""
    rows = np.array([model.get_index(word, -1) for word in words], dtype=np.intp)
    matrix = np.zeros((len(words), model.vector_size), dtype=np.float32)
    matrix[rows >= 0] = model.vectors[rows[rows >= 0]]
    return matrix


def raw_concatenation(models: Iterable["KeyedVectors"], words: Sequence[str]) -> Vectors:
    """Return models' concatenated vectors, not normalised, so longer ones weigh more.

    A word that one of the models lacks has no vector.
    """
    halves = [aligned(model, words) for model in models]
    known = np.logical_and.reduce([half.any(axis=1) for half in halves])
    return Vectors(tuple(words), np.concatenate(halves, axis=1) * known[:, None])
