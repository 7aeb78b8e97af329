"""The paper's boards as arrays, dealt by Python's Mersenne Twister as its code deals them.

Axes: G games, N board words, B cards of a board.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.arena.paper_game import PAPER_CARDS, PAPER_KEY, shuffled


@dataclass(frozen=True, slots=True, eq=False)
class Boards:
    """Boards of consecutive games: int64 (G, B) places in the list of words, and card kinds.

    Kinds are those of `core.agents.position.CardKind` from the side of the team that starts.
    """

    words: NDArray[np.int64]
    kinds: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.words)


def deal(seeds: Sequence[int], size: int) -> Boards:
    """Return the paper's boards of these seeds, from a list of `size` words.

    Raises ValueError for fewer words than a board has cards.
    """
    if size < PAPER_CARDS:
        raise ValueError(f"a board of {PAPER_CARDS} cards from {size} words")
    words = np.empty((len(seeds), PAPER_CARDS), dtype=np.int64)
    kinds = np.empty((len(seeds), PAPER_CARDS), dtype=np.int64)
    for row, seed in enumerate(seeds):
        words[row] = shuffled(range(size), seed)[:PAPER_CARDS]
        kinds[row] = shuffled(PAPER_KEY, seed)
    return Boards(words, kinds)
