"""Short walks from each word over WordNet's relations: the counts of the wordnet model.

Axes: V vocabulary words, S synsets, C synsets that enough words reach.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tools.lexicon.vocabulary import CONTENT
from tools.lexicon.wordnet import SynsetId, WordNet

Floats = NDArray[np.float32]

STEPS = 3
DAMPING = 0.8
FAINTEST = 1e-5
"""The least share of a word's walk for a synset to count."""
FEWEST_WORDS = 3
"""A synset that fewer words reach relates none."""


@dataclass(frozen=True, slots=True)
class Graph:
    """The relations as edges: source and target synset, int64 (edges,), and each edge's share."""

    synsets: Mapping[SynsetId, int]
    source: NDArray[np.int64]
    target: NDArray[np.int64]
    share: NDArray[np.float64]


def sense_weights(word: str, wordnet: WordNet) -> Mapping[SynsetId, float]:
    """Return the synsets of a word's meanings, with weights (1 + ln(1 + count)) / sqrt(rank)."""
    return {
        sense.synset: float((1 + np.log1p(sense.count)) / np.sqrt(sense.rank))
        for part in CONTENT
        for sense in wordnet.senses[part].get(word, ())
    }


def graph(wordnet: WordNet) -> Graph:
    """Return the relations with their shares of a step, inverse to a target's sqrt(in-degree)."""
    numbers = {synset: number for number, synset in enumerate(wordnet.synsets)}
    pairs = [(numbers[s.id], numbers[to]) for s in wordnet.synsets.values() for to in s.related]
    source, target = np.array(pairs, dtype=np.int64).reshape(-1, 2).T
    degree = np.bincount(target, minlength=len(numbers))
    pull = 1 / np.sqrt(degree[target])
    total = np.bincount(source, weights=pull, minlength=len(numbers))
    return Graph(numbers, source, target, pull / total[source])


def walk(start: Mapping[SynsetId, float], over: Graph) -> NDArray[np.float64]:
    """Return each synset's share of a walk of STEPS damped steps, float64 (S,)."""
    here: NDArray[np.float64] = np.zeros(len(over.synsets))
    for synset, weight in start.items():
        here[over.synsets[synset]] = weight
    held: NDArray[np.float64] = here.copy()
    for _ in range(STEPS):
        moved = here[over.source] * over.share
        here = DAMPING * np.bincount(over.target, moved, len(here)).astype(np.float64)
        held += here
    return held


def count(words: Sequence[str], wordnet: WordNet) -> Floats:
    """Return each synset's share of each word's walk, float32 (V, C)."""
    over = graph(wordnet)
    reached: list[tuple[NDArray[np.int64], Floats]] = []
    for word in words:
        held = walk(sense_weights(word, wordnet), over)
        kept = np.flatnonzero(held > FAINTEST * held.sum())
        reached.append((kept, held[kept].astype(np.float32)))
    popularity = np.bincount(np.concatenate([kept for kept, _ in reached]))
    columns = np.cumsum(popularity >= FEWEST_WORDS) - 1
    counts = np.zeros((len(words), int(columns[-1]) + 1), dtype=np.float32)
    for row, (kept, held_there) in enumerate(reached):
        useful = popularity[kept] >= FEWEST_WORDS
        counts[row, columns[kept[useful]]] = held_there[useful]
    return counts
