"""The words that fit a board: a cached function of the dictionary and of what was tried.

It is no part of a game's state: the state holds the answers, and this follows from them.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from hashlib import sha256
from typing import Final

from core.hangman.candidates import Candidates, Dictionary
from core.hangman.model import Board, Try
from core.words.packs import Pack

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
        return self._remembered(board.evidence)

    def fits(self, board: Board) -> bool:
        """Return whether any of the pack's words fits all that was answered on a board."""
        return self.exists and len(self.after(board)) > 0

    def alive(self, board: Board) -> tuple[int, ...]:
        """Return how many words fitted after each try on a board."""
        tries = board.evidence
        return tuple(len(self._remembered(tries[: end + 1])) for end in range(len(tries)))

    def fitting(self, board: Board) -> str | None:
        """Return one word that fits a board, None if none does.

        Which of several is drawn by the SHA-256 of the answers, modulo how many there are, so
        that nobody chooses it, and everybody is shown the same.
        """
        left = self.after(board)
        if not len(left):
            return None
        said = "\n".join(" ".join((one.text, *map(str, one.places))) for one in board.evidence)
        return left.word(int.from_bytes(sha256(said.encode()).digest()) % len(left))

    @cached_property
    def _remembered(self) -> Callable[[tuple[Try, ...]], Candidates]:
        return lru_cache(maxsize=BOARDS_REMEMBERED)(self._compute)

    def _compute(self, tries: tuple[Try, ...]) -> Candidates:
        if not tries:
            return self.dictionary.all()
        before, last = self._remembered(tries[:-1]), tries[-1]
        if last.is_word:
            return before.without(last.text)
        return before.answered(last.text, last.places)
