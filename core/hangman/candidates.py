"""The words that are still possible, and the families into which a letter splits them.

A `Dictionary` holds a list's words of one length; `Candidates` are those that fit the answers so
far, separate from a game's state. `RemainingWords` computes both from a pack, for any board.

Axes: A letters of the alphabet, L places of a word, W words of the dictionary, N words that are
still possible. The mask of some places is a number: bit p stands for place p.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from hashlib import sha256
from string import ascii_lowercase
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from core.hangman.model import Board, Places
from core.rules import OptionsError
from core.words.packs import Pack

Rows: TypeAlias = NDArray[np.int32]
Ints: TypeAlias = NDArray[np.int64]

Constraint: TypeAlias = tuple[str, Places]
"""A letter with its places, or a wrong whole word without places."""

_ABSENT: Final = 255
"""The code of a letter that no word of the dictionary has."""

_COUNTABLE: Final = 1 << 22
"""The bound up to which `numbered` uses an array of all possible keys; it sorts larger ones."""

BOARDS_REMEMBERED: Final = 64
"""Cached boards of a pack's words, which several games share."""


@dataclass(frozen=True, slots=True)
class Family:
    """The words that one answer to a letter leaves."""

    places: Places
    size: int
    score: int
    """Moertel's score: each word's different letters still to guess after this one, summed."""


@dataclass(frozen=True, slots=True, eq=False)
class Dictionary:
    """The different words of one length in a list, in the list's order; `of` builds it.

    - `alphabet`: a to z, or the letters of the words by code point (hiragana: in the order of the
      kana)
    - `codes`: the letter at each place, as its index in the alphabet, read-only uint8 (L, W)
    - `holds`: whether a letter occurs in a word, read-only bool (A, W)
    """

    words: tuple[str, ...]
    length: int
    alphabet: tuple[str, ...]
    codes: NDArray[np.uint8]
    holds: NDArray[np.bool_]

    @classmethod
    def of(cls, words: Iterable[str], length: int) -> "Dictionary":
        """Return the dictionary of the words of a length.

        Raises OptionsError if the list has none, ValueError for more than 255 different letters.
        """
        kept = tuple(dict.fromkeys(word for word in words if len(word) == length))
        if not kept:
            raise OptionsError("hangman-no-word-of-length", length=length)
        used = set().union(*kept)
        alphabet = tuple(sorted(used if used - set(ascii_lowercase) else ascii_lowercase))
        if len(alphabet) > _ABSENT:
            raise ValueError(f"{len(alphabet)} letters are too many")
        points = np.frombuffer("".join(kept).encode("utf-32-le"), dtype=np.uint32)
        known = np.array([ord(letter) for letter in alphabet], dtype=np.uint32)
        placed = np.searchsorted(known, points).astype(np.uint8)
        codes = np.ascontiguousarray(placed.reshape(len(kept), length).T)
        holds = np.zeros((len(alphabet), len(kept)), dtype=np.bool_)
        for column in codes:
            holds[column, np.arange(len(kept))] = True
        codes.flags.writeable = holds.flags.writeable = False
        return cls(kept, length, alphabet, codes, holds)

    def all(self) -> "Candidates":
        """Return all words, with no letter guessed."""
        rows = np.arange(len(self.words), dtype=np.int32)
        return Candidates(self, rows, self.holds.sum(axis=0, dtype=np.int16), frozenset())

    def code(self, letter: str) -> int:
        """Return a letter's index in the alphabet, or 255 if it is not in it."""
        return self.alphabet.index(letter) if letter in self.alphabet else _ABSENT


@dataclass(frozen=True, slots=True, eq=False)
class Candidates:
    """The words that fit all answers so far.

    - `rows`: their indices in the dictionary, ascending int32 (N,)
    - `fresh`: each word's number of different letters not guessed yet, int16 (N,)
    - `guessed`: the letters with an answer
    """

    dictionary: Dictionary
    rows: Rows
    fresh: NDArray[np.int16]
    guessed: frozenset[str]

    def __len__(self) -> int:
        return len(self.rows)

    @property
    def score(self) -> int:
        """Moertel's score: each word's different letters not guessed yet, summed."""
        return int(self.fresh.sum(dtype=np.int64))

    @property
    def unguessed(self) -> tuple[str, ...]:
        """The letters that are not guessed yet, in the order of the alphabet."""
        return tuple(one for one in self.dictionary.alphabet if one not in self.guessed)

    def words(self) -> tuple[str, ...]:
        """Return the words in the dictionary's order."""
        return tuple(self.dictionary.words[row] for row in self.rows.tolist())

    def word(self, place: int) -> str:
        """Return the word at a place, from 0, in the dictionary's order."""
        return self.dictionary.words[int(self.rows[place])]

    def has(self, word: str) -> bool:
        """Return whether a word is still possible."""
        return self._row(word) is not None

    def answered(self, letter: str, places: Places) -> "Candidates":
        """Return the words that have the letter at exactly these places, maybe none."""
        kept = self.masks(letter) == mask_of(places)
        fresh = self.fresh[kept]
        if places and letter not in self.guessed:
            fresh = fresh - np.int16(1)
        return Candidates(self.dictionary, self.rows[kept], fresh, self.guessed | {letter})

    def without(self, word: str) -> "Candidates":
        """Return the words except a wrong solution."""
        row = self._row(word)
        if row is None:
            return self
        return replace(self, rows=np.delete(self.rows, row), fresh=np.delete(self.fresh, row))

    def families(self, letter: str) -> tuple[Family, ...]:
        """Return the family of each possible answer to a letter, rejection first, then by mask.

        Together they hold every word once. Raises ValueError for a guessed letter.
        """
        if letter in self.guessed:
            raise ValueError(f"{letter} is guessed already")
        masks, kind = numbered(self.masks(letter), 1 << self.dictionary.length)
        scores = np.bincount(kind, self.fresh).astype(np.int64)
        counted = zip(masks.tolist(), np.bincount(kind).tolist(), scores.tolist(), strict=True)
        return tuple(
            Family(places_of(mask), size, score - size if mask else score)
            for mask, size, score in counted
        )

    def hint(self) -> tuple[str, Places]:
        """Return the letter and the places of the hint that leaves the highest score.

        Ties go to the first letter, then to the lowest mask. Raises ValueError if none is left.
        """
        offers = [
            (letter, family)
            for letter in self.unguessed
            for family in self.families(letter)
            if family.places
        ]
        letter, family = max(offers, key=lambda offer: offer[1].score)
        return letter, family.places

    def masks(self, letter: str) -> NDArray[np.uint32]:
        """Return the places of a letter in each word, as masks (N,)."""
        masks = np.zeros(len(self.rows), dtype=np.uint32)
        code = self.dictionary.code(letter)
        if code == _ABSENT:
            return masks
        having = np.flatnonzero(self.dictionary.holds[code, self.rows])
        rows = self.rows[having]
        found = np.zeros(len(rows), dtype=np.uint32)
        for place, column in enumerate(self.dictionary.codes):
            found |= (column[rows] == code).astype(np.uint32) << np.uint32(place)
        masks[having] = found
        return masks

    def counts(self) -> Ints:
        """Return the number of words that have each letter of the alphabet, (A,)."""
        counted: Ints = self.dictionary.holds[:, self.rows].sum(axis=1)
        return counted

    def _row(self, word: str) -> int | None:
        """Return the word's place among the candidates, or None."""
        words = self.dictionary.words
        if word not in words:
            return None
        found = np.flatnonzero(self.rows == words.index(word))
        return int(found[0]) if found.size else None


@dataclass(frozen=True, eq=False)
class RemainingWords:
    """A pack's words of one length, and those that remain on each board."""

    pack: Pack
    length: int

    @cached_property
    def exists(self) -> bool:
        """Whether the pack has a word of the length."""
        return any(len(word) == self.length for word in self.pack.words)

    @cached_property
    def dictionary(self) -> Dictionary:
        """The pack's words of the length; raises OptionsError if it has none."""
        return Dictionary.of(self.pack.words, self.length)

    @cached_property
    def holding(self) -> Mapping[str, int]:
        """The number of the pack's words, of any length, that have each letter."""
        return Counter(letter for word in self.pack.words for letter in set(word))

    def after(self, board: Board) -> Candidates:
        """Return the words that fit a board, maybe none; raises OptionsError like `dictionary`."""
        return self._remembered(_constraints(board))

    def alive(self, board: Board) -> tuple[int, ...]:
        """Return the number of words that fitted after each try on a board."""
        known = _constraints(board)
        return tuple(len(self._remembered(known[: end + 1])) for end in range(len(known)))

    def fitting(self, board: Board) -> str | None:
        """Return one word that fits a board, None if none does.

        The SHA-256 of the answers, modulo the number of words, selects it for all observers.
        """
        if not self.exists or not len(left := self.after(board)):
            return None
        known = _constraints(board)
        said = "\n".join(" ".join((text, *map(str, places))) for text, places in known)
        return left.word(int.from_bytes(sha256(said.encode()).digest()) % len(left))

    @cached_property
    def _remembered(self) -> Callable[[tuple[Constraint, ...]], Candidates]:
        return lru_cache(maxsize=BOARDS_REMEMBERED)(self._compute)

    def _compute(self, known: tuple[Constraint, ...]) -> Candidates:
        if not known:
            return self.dictionary.all()
        before, (text, places) = self._remembered(known[:-1]), known[-1]
        return before.without(text) if len(text) > 1 else before.answered(text, places)


def _constraints(board: Board) -> tuple[Constraint, ...]:
    return tuple((one.text, one.places) for one in board.evidence)


def numbered(keys: NDArray[np.integer], bound: int) -> tuple[Ints, Ints]:
    """Return the different keys, ascending, and each key's index in them; all are below `bound`."""
    if bound > _COUNTABLE:
        kinds, index = np.unique(keys, return_inverse=True)
        return kinds.astype(np.int64), index
    occurs = np.zeros(bound, dtype=np.bool_)
    occurs[keys] = True
    kinds = np.flatnonzero(occurs)
    numbers = np.zeros(bound, dtype=np.int64)
    numbers[kinds] = np.arange(len(kinds))
    return kinds, numbers[keys]


def mask_of(places: Iterable[int]) -> int:
    """Return a set of places as a number.

    >>> mask_of((0, 2))
    5
    """
    return sum(1 << place for place in set(places))


def places_of(mask: int) -> Places:
    """Return the places of a mask.

    >>> places_of(5)
    (0, 2)
    """
    return tuple(place for place in range(mask.bit_length()) if mask >> place & 1)
