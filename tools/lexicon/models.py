"""The long vectors of the five stored models.

Axes: V vocabulary words, D dimensions, which differ between the models.
"""

from collections.abc import Sequence, Set

import numpy as np
from numpy.typing import NDArray

from tools.lexicon import gloss, graph
from tools.lexicon.minilm import MiniLM, embed
from tools.lexicon.reduction import ppmi, singular_vectors, unit_rows
from tools.lexicon.wordnet import SynsetId, WordNet
from tools.lexicon.wordpiece import encode

Floats = NDArray[np.float32]

TEMPLATES = ("{}", "the {}", "things related to {}", "words associated with {}")
DIMENSIONS = 200
"""The singular vectors of counts, before the principal axes."""
SYNONYMS = 3


def minilm(words: Sequence[str], network: MiniLM) -> Floats:
    """Return the mean of a word's sentence vectors in TEMPLATES, float32 (V, D)."""
    vectors = [embed([form.format(word) for word in words], network) for form in TEMPLATES]
    mean: Floats = np.mean(vectors, axis=0, dtype=np.float32)
    return mean


def piece(words: Sequence[str], network: MiniLM) -> Floats:
    """Return the mean of the input vectors of a word's pieces, float32 (V, D)."""
    rows = (encode(word, network.pieces)[1:-1] for word in words)
    return np.array([network.piece_vectors[list(row)].mean(axis=0) for row in rows])


def glosses(
    words: Sequence[str], wordnet: WordNet, function_words: Set[str], rng: np.random.Generator
) -> Floats:
    """Return vectors from co-occurrences in WordNet's glosses, float32 (V, D)."""
    counts = gloss.count(words, wordnet, function_words)
    return singular_vectors(ppmi(counts), DIMENSIONS, rng)


def relations(words: Sequence[str], wordnet: WordNet, rng: np.random.Generator) -> Floats:
    """Return vectors from walks over WordNet's relations, float32 (V, D)."""
    return singular_vectors(ppmi(graph.count(words, wordnet)), DIMENSIONS, rng)


def sense(words: Sequence[str], wordnet: WordNet, network: MiniLM) -> Floats:
    """Return the weighted mean of the sentence vectors of a word's meanings, float32 (V, D)."""
    weights = [graph.sense_weights(word, wordnet) for word in words]
    synsets = sorted({synset for of_word in weights for synset in of_word}, key=_order)
    rows = {synset: row for row, synset in enumerate(synsets)}
    vectors = embed([definition(synset, wordnet) for synset in synsets], network)
    out = np.zeros((len(words), vectors.shape[1]), dtype=np.float32)
    for number, of_word in enumerate(weights):
        for synset, weight in of_word.items():
            out[number] += np.float32(weight) * vectors[rows[synset]]
    return unit_rows(out)


def definition(meaning: SynsetId, wordnet: WordNet) -> str:
    """Return "dog, domestic dog, Canis familiaris: a member of ..." without the examples."""
    synset = wordnet.synsets[meaning]
    names = ", ".join(word.replace("_", " ") for word in synset.words[:SYNONYMS])
    defined = synset.gloss.partition('; "')[0]
    return f"{names}: {defined}"


def _order(meaning: SynsetId) -> tuple[str, str]:
    part, offset = meaning
    return part.value, offset
