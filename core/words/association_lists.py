"""Lists of associations: the words that a word brings to mind, written for the game.

A headword's list has words in three steps, strongest first, each with its kind (docs/DATA.md). The
lists are not norms: nobody counted people's answers. All words are in the models' spelling.
`association_words.txt` has a word per line, with `*` after those with a row in
`receptive_associations.npy`. `association_words.npy` has the numbers of the listed words,
`association_marks.npy` their marks, and `association_ends.npy` the end of each list.

Axes: W words, P associations in all lists, N in one list.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from sys import intern
from typing import Final

import numpy as np
from numpy.typing import NDArray

from core.words.embedded import embedded_array, embedded_lines

ASSOCIATION_STEPS: Final = ("c", "u", "r")
"""Common, usual and rare: an estimate of how many people say a word."""

ASSOCIATION_KINDS: Final = ("p", "s", "w", "a", "l", "n", "o", "h")
"""Phrase, sort, part, property, place or scene, person or work, opposite, and sound."""

KIND_BITS: Final = 4
"""The number of a mark's low bits, its kind; the high bits are the step."""

_WORDS_FILE: Final = "association_words.txt"


@dataclass(frozen=True, eq=False)
class AssociationLists:
    """The lists of all headwords; a word without a list has an empty one.

    - `words`: all words, in order of their numbers
    - `listed`: the numbers of the words in all lists, one list after the other, (P,)
    - `marks`: the step and the kind of each, uint8 (P,)
    - `ends`: the end of each word's list, (W,)
    """

    words: tuple[str, ...]
    listed: NDArray[np.uint16]
    marks: NDArray[np.uint8]
    ends: NDArray[np.uint32]

    @cached_property
    def numbers(self) -> Mapping[str, int]:
        """The number of each word."""
        return {word: number for number, word in enumerate(self.words)}

    @cached_property
    def steps(self) -> NDArray[np.uint8]:
        """The step of each association, an index of `ASSOCIATION_STEPS`, uint8 (P,)."""
        return (self.marks >> KIND_BITS).astype(np.uint8)

    @cached_property
    def times(self) -> NDArray[np.intp]:
        """The number of lists with each word, (W,)."""
        return np.bincount(self.listed, minlength=len(self.words))

    def span(self, number: int) -> slice:
        """Return the slice of `listed` and `marks` with a word's list."""
        return slice(int(self.ends[number - 1]) if number else 0, int(self.ends[number]))


@cache
def association_lists() -> AssociationLists:
    """Return the embedded lists; maps a megabyte."""
    words = tuple(intern(line.split(" ")[0]) for line in embedded_lines(_WORDS_FILE))
    return AssociationLists(
        words,
        embedded_array("association_words", np.uint16),
        embedded_array("association_marks", np.uint8),
        embedded_array("association_ends", np.uint32),
    )


@cache
def words_with_vectors() -> Mapping[str, int]:
    """Return the row in `receptive_associations.npy` of each word that has one."""
    lines = embedded_lines(_WORDS_FILE)
    marked = [intern(line.split(" ")[0]) for line in lines if line[-1] == "*"]
    return {word: row for row, word in enumerate(marked)}
