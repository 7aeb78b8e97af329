"""Shiritori as a game on a graph: counts of words by sounds, and reductions that keep its value.

Sounds are nodes, and each playable word is an edge from its first sound to its last. A token walks
along edges, each at most once, and the player who cannot move loses. Only the number of words of
each pair of sounds matters: `counts[a, b]` words lead from sound a to sound b, int32 (n, n).

Four reductions keep a position's value:

- Two loops at one sound cancel out, and so do two words that link the same sounds in opposite
  directions: a player can answer one with the other, wherever the token is (`unpaired`).
- A player loses at a sound without words. A sound with a word to a lost sound is won, and words to
  won sounds do not matter for the rest of the game (`settle`).
- The token arrives at a sound between two departures. So players can use no more words of a pair
  than arrivals at its first sound, or departures from its last (`capped`).
- Sounds that the token can no longer reach do not matter (`reachable`).

The simplification before a search follows Ito, Tanaka, Hu and Takeichi, IPSJ Journal 43(10),
3012-3020 (2002); the proofs here are our own.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Counts: TypeAlias = NDArray[np.int32]
Values: TypeAlias = NDArray[np.int8]
Flags: TypeAlias = NDArray[np.bool_]
SoundPair: TypeAlias = tuple[int, int]


class GameValue(IntEnum):
    """The value of a position for the player to move."""

    LOSS = -1
    UNKNOWN = 0
    WIN = 1


@dataclass(frozen=True, slots=True, eq=False)
class WordGraph:
    """The words of a list, in its order, by the numbers of their `first` and `last` sounds."""

    sounds: tuple[str, ...]
    first: NDArray[np.intp]
    last: NDArray[np.intp]

    def counts(self, used: Sequence[int] = ()) -> Counts:
        """Return the numbers of words from each sound to each, int32 (n, n), without `used`."""
        counts = np.zeros((len(self.sounds), len(self.sounds)), np.int32)
        np.add.at(counts, (np.delete(self.first, used), np.delete(self.last, used)), 1)
        return counts

    def places(self, pairs: Iterable[SoundPair]) -> list[int]:
        """Return the places of all words of the pairs, in the order of the list."""
        wanted = np.zeros((len(self.sounds), len(self.sounds)), np.bool_)
        for pair in pairs:
            wanted[pair] = True
        return np.flatnonzero(wanted[self.first, self.last]).tolist()

    def take(self, pairs: Iterable[SoundPair]) -> list[int]:
        """Return the place of a word for each pair, all different, in the order of the list."""
        left = defaultdict[SoundPair, list[int]](list)
        for place in reversed(range(len(self.first))):
            left[int(self.first[place]), int(self.last[place])].append(place)
        return [left[pair].pop() for pair in pairs]


def word_graph(ends: Sequence[tuple[str, str]]) -> WordGraph:
    """Return the graph of words with these first and last sounds, numbered as they appear."""
    numbers: dict[str, int] = {}
    numbered = [numbers.setdefault(sound, len(numbers)) for pair in ends for sound in pair]
    return WordGraph(
        tuple(numbers), np.array(numbered[::2], np.intp), np.array(numbered[1::2], np.intp)
    )


def unpaired(counts: Counts) -> Counts:
    """Return the counts without pairs that cancel: two loops, or two opposite words."""
    left: Counts = np.maximum(counts - counts.T, 0)
    np.fill_diagonal(left, counts.diagonal() & 1)
    return left


def settle(unpaired_counts: Counts) -> tuple[Counts, Values]:
    """Return the words between unsettled sounds, and the value of each sound, int8 (n,).

    A value is the `GameValue` for the player to move at the sound, now or later. A sound whose only
    useful word is a loop is won: after the loop the other player has none.
    """
    core = unpaired_counts.copy()
    values = np.zeros(len(core), np.int8)
    while True:
        degrees = core.sum(axis=1)
        lost = (values == GameValue.UNKNOWN) & (degrees == 0)
        won = (degrees > 0) & (core.diagonal() == degrees) | core[:, lost].any(axis=1)
        if not lost.any() and not won.any():
            return core, values
        values[lost] = GameValue.LOSS
        values[won] = GameValue.WIN
        core[won], core[:, won] = 0, 0


def capped(core: Counts, token: int | None) -> Counts:
    """Return the counts, each at most the number that a game from a token can use.

    Without a token, the player to move chooses the first sound.
    """
    counts = core.copy()
    loops = core.diagonal()
    is_there = np.arange(len(core)) == token
    spare, ending = (1, 1) if token is None else (is_there, ~is_there)
    while True:
        arrivals = counts.sum(axis=0) - loops + spare
        departures = counts.sum(axis=1) - loops + ending
        fewer = np.minimum(counts, np.minimum(arrivals[:, None], departures[None, :]))
        np.fill_diagonal(fewer, loops)
        if np.array_equal(fewer, counts):
            return counts
        counts = fewer.astype(np.int32)


def reachable(counts: Counts, token: int) -> Flags:
    """Return a mask of the sounds that the token can reach, bool (n,)."""
    linked = counts > 0
    reached = np.zeros(len(counts), np.bool_)
    reached[token] = True
    while True:
        more = reached | linked[reached].any(axis=0)
        if np.array_equal(more, reached):
            return reached
        reached = more


@dataclass(frozen=True, slots=True)
class Core:
    """The part of a position that needs a search; empty if `value` is known.

    `sounds` are the numbers of its sounds in the whole graph, `counts`, int32 (m, m), the words
    between them, and `token` is an index in `sounds`.
    """

    value: GameValue
    sounds: tuple[int, ...]
    counts: Counts
    token: int


def reduce_position(counts: Counts, token: int) -> Core:
    """Return the core of a position whose next word begins with the sound `token`."""
    core, values = settle(unpaired(counts))
    return core_at(core, values, token)


def core_at(core: Counts, values: Values, token: int) -> Core:
    """Return the core of a position from the results of `settle`."""
    if values[token] != GameValue.UNKNOWN:
        return Core(GameValue(values[token]), (), core[:0, :0], 0)
    limited = capped(core, token)
    sounds = np.flatnonzero(reachable(limited, token))
    place = int(np.searchsorted(sounds, token))
    within = limited[np.ix_(sounds, sounds)]
    return Core(GameValue.UNKNOWN, tuple(sounds.tolist()), within, place)


def after(counts: Counts, pair: SoundPair) -> Counts:
    """Return the counts without one word of the pair."""
    left = counts.copy()
    left[pair] -= 1
    return left


def moves(counts: Counts, token: int | None) -> list[SoundPair]:
    """Return the pairs with a word left, from the token's sound, or from any for None."""
    if token is None:
        return [(int(first), int(last)) for first, last in np.argwhere(counts > 0)]
    return [(token, int(last)) for last in np.flatnonzero(counts[token])]
