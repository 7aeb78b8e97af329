"""Brute force on small games of shiritori, without reductions."""

from collections.abc import Iterable, Sequence
from functools import cache
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from core.shiritori.graph import Counts, SoundPair

Ends: TypeAlias = NDArray[np.int64]
"""The first and last sounds of the words of several games, int64 (games, words, 2)."""


def random_ends(games: int, words: int, sounds: int, rng: np.random.Generator) -> Ends:
    """Return random games of this many words between this many sounds."""
    return rng.integers(0, sounds, (games, words, 2))


def won_sounds(ends: Ends) -> NDArray[np.int64]:
    """Return for each game and set of words left the winning sounds, both as bit sets.

    int64 (games, 2**words); a sound wins if a word leads from it to one that then loses.
    """
    games, words, _ = ends.shape
    won = np.zeros((games, 1 << words), np.int64)
    for left in range(1, 1 << words):
        for word in range(words):
            if left >> word & 1:
                first, last = ends[:, word, 0], ends[:, word, 1]
                lost = 1 - (won[:, left ^ 1 << word] >> last & 1)
                won[:, left] |= lost << first
    return won


def counts_of(ends: NDArray[np.int64], sounds: int) -> Counts:
    """Return the counts of one game, whose ends are (words, 2)."""
    counts = np.zeros((sounds, sounds), np.int32)
    np.add.at(counts, (ends[:, 0], ends[:, 1]), 1)
    return counts


def winning_pairs(
    ends: NDArray[np.int64], won: NDArray[np.int64], token: int | None
) -> frozenset[SoundPair]:
    """Return the winning words, by their sounds, in one game with `won_sounds` (2**words,)."""
    every = (1 << len(ends)) - 1
    return frozenset(
        (int(first), int(last))
        for word, (first, last) in enumerate(ends)
        if token in (None, first) and not won[every ^ 1 << word] >> last & 1
    )


def edges(text: str) -> NDArray[np.int64]:
    """Return the ends of words written like ``0-1 1-2*2``: two words from sound 1 to sound 2."""
    pairs = []
    for part in text.split():
        pair, _, times = part.partition("*")
        pairs += [[int(sound) for sound in pair.split("-")]] * int(times or 1)
    return np.array(pairs, np.int64).reshape(-1, 2)


def values(games: Sequence[Counts], tokens: Iterable[int]) -> list[bool]:
    """Return each game's value: True if the player to move wins."""
    return [_wins(game, int(token)) for game, token in zip(games, tokens, strict=True)]


def _wins(game: Counts, token: int) -> bool:
    pairs = np.argwhere(game > 0)
    ends = [(int(first), int(last)) for first, last in pairs for _ in range(game[first, last])]

    @cache
    def wins(left: int, sound: int) -> bool:
        return any(
            first == sound and left >> word & 1 and not wins(left ^ 1 << word, last)
            for word, (first, last) in enumerate(ends)
        )

    return wins((1 << len(ends)) - 1, token)


def longest_length(ends: NDArray[np.int64], start: int | None) -> int:
    """Return the length of the longest chain in one game."""
    pairs = [(int(first), int(last)) for first, last in ends]

    @cache
    def most(left: int, sound: int | None) -> int:
        longer = (
            1 + most(left ^ 1 << word, last)
            for word, (first, last) in enumerate(pairs)
            if left >> word & 1 and sound in (None, first)
        )
        return max(longer, default=0)

    return most((1 << len(pairs)) - 1, start)
