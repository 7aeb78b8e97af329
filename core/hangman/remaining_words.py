"""The words that fit a board: a cached function of the dictionary and of what was tried.

It is no part of a game's state: the state holds the answers, and this follows from them.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from hashlib import sha256
from typing import Final, TypeAlias

from core.hangman.candidates import Candidates, Dictionary, Places
from core.hangman.model import Answer, Board
from core.words.packs import Pack

Constraint: TypeAlias = tuple[str, Places] | str
"""A letter with its places, or a word that was tried in vain."""

BOARDS_REMEMBERED: Final = 64
"""Boards that are kept: the last ones of some games that share a dictionary."""


@dataclass(frozen=True, eq=False)
class RemainingWords:
    """The dictionary of a pack's words of one length, and what is left of it on each board."""

    pack: Pack
    length: int

    @cached_property
    def exists(self) -> bool:
        """Whether the pack has a word of the length."""
        return any(len(word) == self.length for word in self.pack.words)

    @cached_property
    def dictionary(self) -> Dictionary:
        """The pack's words of the length; raises DictionaryError if there are none."""
        return Dictionary.of(self.pack.words, self.length)

    @cached_property
    def holding(self) -> Mapping[str, int]:
        """The number of the pack's words, of whatever length, that have each letter."""
        return Counter(letter for word in self.pack.words for letter in set(word))

    def after(self, board: Board) -> Candidates:
        """Return the words that fit all that was answered on a board; maybe none.

        Raises DictionaryError where the pack has no word of the length.
        """
        return self._remembered(constraints_of(board))

    def fits(self, board: Board) -> bool:
        """Return whether any of the pack's words fits all that was answered on a board."""
        return self.exists and len(self.after(board)) > 0

    def alive(self, board: Board) -> tuple[int, ...]:
        """Return how many words fitted after each try on a board."""
        taken = constraints_of(board)
        return tuple(len(self._remembered(taken[: end + 1])) for end in range(len(taken)))

    def fitting(self, board: Board) -> str | None:
        """Return one word that fits a board, None if none does.

        Which of several is drawn by the SHA-256 of the answers, modulo how many there are, so
        that nobody chooses it, and everybody is shown the same.
        """
        left = self.after(board)
        if not len(left):
            return None
        said = "\n".join(map(_written, constraints_of(board)))
        return left.word(int.from_bytes(sha256(said.encode()).digest()) % len(left))

    @cached_property
    def _remembered(self) -> Callable[[tuple[Constraint, ...]], Candidates]:
        return lru_cache(maxsize=BOARDS_REMEMBERED)(self._compute)

    def _compute(self, taken: tuple[Constraint, ...]) -> Candidates:
        if not taken:
            return self.dictionary.all()
        before, last = self._remembered(taken[:-1]), taken[-1]
        return before.without(last) if isinstance(last, str) else before.answered(*last)


def constraints_of(board: Board) -> tuple[Constraint, ...]:
    """Return what was answered on a board, in order, without who asked."""
    return tuple(
        (one.letter, one.places) if isinstance(one, Answer) else one.word for one in board.tries
    )


def _written(step: Constraint) -> str:
    return step if isinstance(step, str) else " ".join((step[0], *map(str, step[1])))
