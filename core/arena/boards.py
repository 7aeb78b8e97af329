"""The paper's boards as arrays, dealt by Python's Mersenne Twister as its code deals them.

Axes: G games, N board words, B cards of a board.
"""

from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.arena.paper_game import PAPER_CARDS, PAPER_KEY, shuffled

MOST_DEALT: Final = 2000
"""Ranges of seeds whose boards are kept: 20 kB for a run of 50 games."""


class Boards(NamedTuple):
    """Boards of consecutive games: int64 (G, B) places in the list of words, and card kinds.

    Kinds are those of `core.agents.position.CardKind` from the side of the team that starts.
    """

    words: NDArray[np.int64]
    kinds: NDArray[np.int64]


@lru_cache(maxsize=MOST_DEALT)
def deal(first_seed: int, games: int, size: int) -> Boards:
    """Return the paper's boards of consecutive seeds, from a list of `size` words.

    They are kept for other pairs. Raises ValueError for fewer words than a board has cards.
    """
    if size < PAPER_CARDS:
        raise ValueError(f"a board of {PAPER_CARDS} cards from {size} words")
    words = np.empty((games, PAPER_CARDS), dtype=np.int64)
    kinds = np.empty((games, PAPER_CARDS), dtype=np.int64)
    for row in range(games):
        words[row] = shuffled(range(size), first_seed + row)[:PAPER_CARDS]
        kinds[row] = shuffled(PAPER_KEY, first_seed + row)
    return Boards(words, kinds)
