"""The random player: what anyone should beat, and a control for every comparison."""

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from core.agents.associations import Vocabulary
from core.agents.expert import ClueProposal

MOST_CARDS: Final = 4
"""The largest number that the random spymaster says."""


def random_clue(
    vocabulary: Vocabulary, rng: np.random.Generator, sayable: NDArray[np.bool_] | None = None
) -> ClueProposal:
    """Return any word of the vocabulary with a number from 1 to 4; it means no card.

    With `sayable`, bool (V,), it is one of those words.
    """
    columns = np.arange(len(vocabulary)) if sayable is None else np.flatnonzero(sayable)
    word = vocabulary.words[int(rng.choice(columns))]
    return ClueProposal(word, int(rng.integers(1, MOST_CARDS + 1)), targets=())


def random_guesses(
    covered: Sequence[int], number: int, rng: np.random.Generator
) -> tuple[int, ...]:
    """Return from 1 to `number` of the covered cards' places, in random order."""
    count = min(int(rng.integers(1, number + 1)), len(covered))
    return tuple(rng.permutation(np.array(covered))[:count].tolist())
