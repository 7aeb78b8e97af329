"""The paper's boards as arrays, dealt by Python's Mersenne Twister.

`core.arena.solitaire.paper_board` deals one board with Python's own generator. `deal` deals the
same boards many at once; where numba is installed, a compiled copy of the generator is ten times
as fast. Axes: G games, N board words, B cards of a board.

Source of the generator: Matsumoto and Nishimura 1998, MT19937 with `init_by_array`, and
CPython's `random.shuffle`, which draws a place below i + 1 by rejection.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

import numpy as np
from numpy.typing import NDArray

from core.arena.solitaire import PAPER_CARDS, PAPER_KEY
from core.compiled import COMPILES, compiled

STATE_SIZE: Final = 624
"""Words of 32 bits in the generator's state."""

_SHIFT_SIZE: Final = 397
_WORD: Final = 0xFFFFFFFF
_KEY: Final = np.array(PAPER_KEY, dtype=np.int64)


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
    shuffled = _twister_deal if COMPILES else _python_deal
    dealt = [shuffled(seed, size) for seed in seeds]
    words = np.array([board[0] for board in dealt], dtype=np.int64)
    kinds = np.array([board[1] for board in dealt], dtype=np.int64)
    return Boards(words.reshape(-1, PAPER_CARDS), kinds.reshape(-1, PAPER_CARDS))


def _python_deal(seed: int, size: int) -> tuple[list[int], list[int]]:
    deck, key = list(range(size)), [int(kind) for kind in PAPER_KEY]
    Random(seed).shuffle(deck)  # noqa: S311 - the paper's boards, not a secret
    Random(seed).shuffle(key)  # noqa: S311
    return deck[:PAPER_CARDS], key


def _twister_deal(seed: int, size: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    parts = [seed >> shift & _WORD for shift in range(0, max(1, seed.bit_length()), 32)]
    deck, key = np.arange(size, dtype=np.int64), _KEY.copy()
    state = seeded(np.array(parts, dtype=np.int64))
    shuffle(deck, state.copy())
    shuffle(key, state)
    return deck[:PAPER_CARDS], key


@compiled
def seeded(parts: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the state after `init_by_array`, int64 (625,): the words and the next one's place.

    `parts` are the seed's words of 32 bits, the lowest first.
    """
    state = np.zeros(STATE_SIZE + 1, dtype=np.int64)
    state[0] = 19650218
    for place in range(1, STATE_SIZE):
        before = state[place - 1]
        state[place] = (1812433253 * (before ^ (before >> 30)) + place) & _WORD
    place, part = 1, 0
    for _ in range(max(STATE_SIZE, len(parts))):
        before = state[place - 1]
        mixed = state[place] ^ (((before ^ (before >> 30)) * 1664525) & _WORD)
        state[place] = (mixed + parts[part] + part) & _WORD
        place, part = place + 1, (part + 1) % len(parts)
        if place >= STATE_SIZE:
            state[0] = state[STATE_SIZE - 1]
            place = 1
    for _ in range(STATE_SIZE - 1):
        before = state[place - 1]
        mixed = state[place] ^ (((before ^ (before >> 30)) * 1566083941) & _WORD)
        state[place] = (mixed - place) & _WORD
        place += 1
        if place >= STATE_SIZE:
            state[0] = state[STATE_SIZE - 1]
            place = 1
    state[0] = 0x80000000
    state[STATE_SIZE] = STATE_SIZE
    return state


@compiled
def next_word(state: NDArray[np.int64]) -> int:
    """Return the next 32 bits, and move the state on."""
    if state[STATE_SIZE] >= STATE_SIZE:
        for place in range(STATE_SIZE):
            joined = (state[place] & 0x80000000) | (state[(place + 1) % STATE_SIZE] & 0x7FFFFFFF)
            mixed = state[(place + _SHIFT_SIZE) % STATE_SIZE] ^ (joined >> 1)
            state[place] = mixed ^ (0x9908B0DF if joined & 1 else 0)
        state[STATE_SIZE] = 0
    word = state[state[STATE_SIZE]]
    state[STATE_SIZE] += 1
    word ^= word >> 11
    word ^= (word << 7) & 0x9D2C5680
    word ^= (word << 15) & 0xEFC60000
    return int(word ^ (word >> 18))


@compiled
def shuffle(items: NDArray[np.int64], state: NDArray[np.int64]) -> None:
    """Shuffle numbers in place as Python's `random.shuffle` does."""
    for last in range(len(items) - 1, 0, -1):
        bits = 0
        while (last + 1) >> bits:
            bits += 1
        place = next_word(state) >> (32 - bits)
        while place > last:
            place = next_word(state) >> (32 - bits)
        items[last], items[place] = items[place], items[last]
