"""The opinions of experts on a word list, as arrays that a compiled game reads.

The paper's spymaster asks of every neighbour of an own card whether a bad card is as near to it.
That depends on the two cards and the neighbour alone, so it is answered once: a bit for each. A
turn is then a union of bits in place of a comparison of similarities, whatever board it is.

Axes: M experts, N board words, K neighbours of a word, V clue words, W words of 64 bits.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.agents.associations import Associations
from core.agents.expert import Expert

WORD_BITS: Final = 64


class ArenaTables(NamedTuple):
    """The experts of an arena.

    `neighbours` int32 (M, N, K) are columns of the vocabulary, nearest first, and `closeness`
    float32 (M, N, K) the similarity to them. `blocked` is uint64 (M, N, N, W): bit k of
    `blocked[m, a, b]` tells that the kth neighbour of word a is at least as near to word b.
    `shared` is alike: bit k of `shared[m, a, b]` tells that word b lists the neighbour, too.
    `places` int16 (M, N, N) is where word b stands among the neighbours of word a, or K. `guesser`
    are M arrays float32 (V, N) of the similarities that a guesser looks at; `alphabet` int64 (N,)
    orders the words.
    """

    neighbours: NDArray[np.int32]
    closeness: NDArray[np.float32]
    blocked: NDArray[np.uint64]
    shared: NDArray[np.uint64]
    places: NDArray[np.int16]
    guesser: tuple[NDArray[np.float32], ...]
    alphabet: NDArray[np.int64]


def arena_tables(
    experts: Sequence[Expert], words: Sequence[str], reach: int | None = None
) -> ArenaTables:
    """Return the tables of experts on a list of board words.

    Their vocabularies are equal, and they list as many neighbours of a word; only the first
    `reach` of them count, or all.
    """
    cards = tuple(words)
    listed = (expert.spymaster.associations(cards) for expert in experts)
    spoken = [replace(one, neighbours=one.neighbours[:, :reach]) for one in listed]
    order = sorted(range(len(cards)), key=cards.__getitem__)
    alphabet = np.empty(len(cards), dtype=np.int64)
    alphabet[order] = np.arange(len(cards))
    return ArenaTables(
        np.stack([one.neighbours for one in spoken]),
        np.stack([np.take_along_axis(one.similarity, one.neighbours, axis=1) for one in spoken]),
        np.stack([_blocked(one) for one in spoken]),
        np.stack([_shared(one) for one in spoken]),
        np.stack([_places(one) for one in spoken]),
        tuple(
            np.ascontiguousarray(expert.guesser.associations(cards).similarity.T)
            for expert in experts
        ),
        alphabet,
    )


def _blocked(one: Associations) -> NDArray[np.uint64]:
    """Return which neighbours of a word are as near to another, as bits uint64 (N, N, W)."""
    rows = zip(one.similarity, one.neighbours, strict=True)
    return np.stack([as_words(one.similarity[:, near] >= row[near]) for row, near in rows])


def _shared(one: Associations) -> NDArray[np.uint64]:
    """Return which neighbours of a word another lists, too, as bits uint64 (N, N, W)."""
    listed = np.zeros(one.similarity.shape, dtype=np.bool_)
    np.put_along_axis(listed, one.neighbours, values=True, axis=1)
    return np.stack([as_words(listed[:, columns]) for columns in one.neighbours])


def as_words(flags: NDArray[np.bool_]) -> NDArray[np.uint64]:
    """Return flags bool (N, K) as bits of whole words uint64 (N, W), the lowest first."""
    count, size = flags.shape
    width = -(-size // WORD_BITS) * WORD_BITS
    padded = np.zeros((count, width), dtype=np.bool_)
    padded[:, :size] = flags
    return np.packbits(padded, axis=1, bitorder="little").view("<u8").astype(np.uint64)


def _places(one: Associations) -> NDArray[np.int16]:
    """Return where each word stands in another's list, int16 (N, N), K where it does not."""
    count, reach = one.neighbours.shape
    columns: Mapping[str, int] = one.vocabulary.columns
    placed = np.full((count, len(one.vocabulary)), reach, dtype=np.int16)
    np.put_along_axis(placed, one.neighbours, np.arange(reach, dtype=np.int16)[None], axis=1)
    known = [columns.get(card, -1) for card in one.cards]
    found = placed[:, known]
    found[:, np.array(known) < 0] = reach
    return found
