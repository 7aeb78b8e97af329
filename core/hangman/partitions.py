"""Partitions of small sets of words by letters, for exact searches.

Sets of words and of letters are integers: bit n stands for the n-th.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import inf
from typing import NamedTuple, TypeAlias

from core.hangman.candidates import Candidates

Bits: TypeAlias = int


class Exhausted(Exception):
    """A search has no nodes left."""


@dataclass(frozen=True, slots=True)
class SearchLimits:
    """The limits of the search for one move, in words and nodes, never in time.

    Up to `words` words, it searches to the end, in at most `nodes` nodes. If that fails, and up to
    `wide` words, it examines at most `choices` letters or answers. It skips those that seem more
    than `doublings` doublings of words worse than the usual one.
    """

    words: int
    nodes: int
    choices: int
    wide: int
    doublings: float = inf


class Branch(NamedTuple):
    """A letter that splits words: those without it, and those with it by its places."""

    letter: Bits
    rejected: Bits
    accepted: tuple[Bits, ...]


@dataclass(frozen=True, slots=True)
class Partition:
    """The partitions of a set of words by its letters.

    `common` are the letters that all words have, at the same places. No other letter is in more
    than `having` words.
    """

    common: Bits
    branches: Sequence[Branch]
    having: int


class Partitions:
    """The partitions of sets of some candidates, memoized; the base class of searches.

    `letters` are those of the words, in order; `every` is the set of all words; the search has
    `nodes` left. `order` sorts branches. Branches that split a set alike count once; their accepted
    sets are sorted by size, the largest first.
    """

    __slots__ = ("_accepted", "_spelled", "_splits", "every", "letters", "nodes")

    def __init__(self, candidates: Candidates, nodes: int) -> None:
        words = candidates.words()
        self.letters = tuple(sorted(set().union(*words)))
        self.every: Bits = (1 << len(words)) - 1
        self.nodes = nodes
        self._spelled = [self.known(word) for word in words]
        accepted = (
            [words for mask, words in by_mask(candidates, letter).items() if mask]
            for letter in self.letters
        )
        self._accepted = [
            (1 << place, sum(families), families) for place, families in enumerate(accepted)
        ]
        self._splits: dict[Bits, Partition] = {}

    def order(self, branch: Branch) -> tuple[int, Bits]:
        """Return the sort key of a branch: its rejections, then its letter."""
        return branch.rejected.bit_count(), branch.letter

    def look(self, nodes: int) -> None:
        """Spend nodes; raises Exhausted if fewer are left."""
        if self.nodes < nodes:
            raise Exhausted
        self.nodes -= nodes

    def known(self, letters: str | frozenset[str]) -> Bits:
        """Return the set of these letters, without those that no word has."""
        return sum(1 << place for place, letter in enumerate(self.letters) if letter in letters)

    def spelled(self, word: Bits) -> Bits:
        """Return the letters of a set of one word."""
        return self._spelled[word.bit_length() - 1]

    def letter(self, letters: Bits) -> str:
        """Return the first letter of a set."""
        return self.letters[(letters & -letters).bit_length() - 1]

    def partition(self, words: Bits) -> Partition:
        """Return the partitions of a set of words by its letters."""
        known = self._splits.get(words)
        if known is None:
            known = self._splits[words] = self._computed(words)
        return known

    def _computed(self, words: Bits) -> Partition:
        common, most = 0, 0
        branches = dict[Bits | frozenset[Bits], Branch]()
        for letter, having, families in self._accepted:
            held = words & having
            if not held:
                continue
            accepted = [kept for family in families if (kept := held & family)]
            if len(accepted) == 1:
                if held == words:
                    common |= letter
                    continue
                same: Bits | frozenset[Bits] = held
            else:
                accepted.sort(key=int.bit_count, reverse=True)
                same = frozenset(accepted)
            most = max(most, held.bit_count())
            branches.setdefault(same, Branch(letter, words ^ held, tuple(accepted)))
        return Partition(common, sorted(branches.values(), key=self.order), most)


def by_mask(candidates: Candidates, letter: str) -> Mapping[int, Bits]:
    """Return the words by the mask of a letter's places, 0 if they lack it."""
    found: dict[int, Bits] = {}
    for word, mask in enumerate(candidates.masks(letter).tolist()):
        found[mask] = found.get(mask, 0) | 1 << word
    return found
