"""Rollouts: the cost of an answer against simulated guessers.

After the answer the dealer plays as `cheating` does, and the guessers choose letters by simple
rules. All games of a rollout advance together, a letter at a time, as arrays.

Axes: A letters of the alphabet, L places of a word, N candidates, F families, Q answers,
G guessers, K running games, E their possible words (a word counts once for each game).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from core.hangman.candidates import Candidates, Ints, mask_of, numbered
from core.hangman.guesser_bot import DOUBLING
from core.hangman.model import Places

Bools: TypeAlias = NDArray[np.bool_]

SIMULATED_GUESSERS: Final = 3
"""G: by the most words with a letter, by the bot's ranking, by the fewest words left at worst."""

REJECTION: Final = 0.4
"""The cost of a wrong guess if lives count, in doublings of the words left at worst."""


def simulate_answers(
    candidates: Candidates, letter: str, answers: Sequence[Places], *, lives: bool
) -> tuple[Ints, Ints]:
    """Return the wrong guesses and all guesses in the game from each answer on, (Q, G).

    Both count the answered guess. With `lives`, the guessers fear wrong guesses. Every answer must
    fit a word.
    """
    families = Families.among(candidates)
    masks = np.array([mask_of(places) for places in answers], dtype=np.int64)
    games = Playouts.after(candidates, letter, masks)
    wrong = np.repeat((masks == 0).astype(np.int64), SIMULATED_GUESSERS)
    guesses = np.ones_like(wrong)
    while True:
        single = games.sizes() == 1
        guesses[games.place[single]] += games.fresh[single[games.game]] > 0
        games = games.those(~single)
        if not len(games.place):
            return wrong.reshape(-1, SIMULATED_GUESSERS), guesses.reshape(-1, SIMULATED_GUESSERS)
        family = _answers(games, families, _letters(games, families, lives=lives))
        wrong[games.place] += families.lacks[family]
        guesses[games.place] += 1
        games = games.answered(families, family)


@dataclass(frozen=True, slots=True, eq=False)
class Families:
    """The families of all letters, numbered in the order of letters and masks.

    - `of`: the family of each word by the letter at each place, (L, N); for a letter that occurs
      earlier in the word, the family without it, so that a word counts once
    - `by`: the family of each word by each letter, (A, N)
    - `first`: the family without each letter, maybe empty, (A,)
    - `letter`: the letter of each family, (F,)
    - `lacks`: whether the words of a family lack its letter, (F,)
    - `common`: the number of the dictionary's words that have each letter, (A,)
    """

    of: Ints
    by: Ints
    first: Ints
    letter: Ints
    lacks: Bools
    common: Ints

    @classmethod
    def among(cls, candidates: Candidates) -> "Families":
        """Return the families of the candidates."""
        dictionary = candidates.dictionary
        length, letters = dictionary.length, len(dictionary.alphabet)
        codes = dictionary.codes[:, candidates.rows]
        without = np.arange(letters) << length
        keys = (codes.astype(np.int64) << length) + _masks(codes)
        kinds, of = numbered(np.append(keys, without), letters << length)
        of, first = of[:-letters].reshape(codes.shape), of[-letters:]
        by = np.repeat(first[:, None], len(candidates), axis=1)
        for column, families in zip(codes[::-1], of[::-1], strict=True):
            by[column, np.arange(len(candidates))] = families
        lacks = kinds & ((1 << length) - 1) == 0
        common = np.count_nonzero(dictionary.holds, axis=1)
        return cls(of, by, first, kinds >> length, lacks, common)

    def totals(self, games: "Playouts", family: Ints, weights: Ints | None = None) -> Ints:
        """Return the number, or the total weight, of the words (..., E) in each family, (K, F)."""
        shape = len(games.place), len(self.letter)
        cells = (family + games.game * shape[1]).ravel()
        totals = np.bincount(cells, weights, minlength=shape[0] * shape[1])
        return totals.astype(np.int64, copy=False).reshape(shape)


def _masks(codes: NDArray[np.uint8]) -> Ints:
    """Return the mask of the letter at each place, 0 if the letter also occurs earlier, (L, N)."""
    masks = np.zeros(codes.shape, dtype=np.int64)
    again = np.zeros(codes.shape, dtype=np.bool_)
    for place, column in enumerate(codes):
        same = codes[: place + 1] == column
        masks[: place + 1] += same.astype(np.int64) << place
        again[place] = same[:place].any(axis=0)
    return np.where(again, 0, masks)


@dataclass(frozen=True, slots=True, eq=False)
class Playouts:
    """The games under way, each against one guesser.

    - `word`, `game`, `fresh`: for each possible word of each game, by game (E,): its index among
      the candidates, its game, and the number of its different letters that are not guessed
    - `guessed`: whether each letter was guessed, (K, A)
    - `place`: the index of each among all games, answer by answer and guesser by guesser, (K,)
    """

    word: Ints
    game: Ints
    fresh: Ints
    guessed: Bools
    place: Ints

    @classmethod
    def after(cls, candidates: Candidates, letter: str, masks: Ints) -> "Playouts":
        """Return a game for each answer, given by its mask, and each guesser."""
        masks = np.repeat(masks, SIMULATED_GUESSERS)
        game, word = np.nonzero(candidates.masks(letter) == masks[:, None])
        fresh = candidates.fresh[word].astype(np.int64) - (masks[game] > 0)
        known = candidates.guessed | {letter}
        guessed = np.array([one in known for one in candidates.dictionary.alphabet])
        return cls(word, game, fresh, np.tile(guessed, (len(masks), 1)), np.arange(len(masks)))

    def sizes(self) -> Ints:
        """Return the number of possible words in each game, (K,)."""
        return np.bincount(self.game, minlength=len(self.place))

    def those(self, chosen: Bools) -> "Playouts":
        """Return the `chosen` games."""
        if chosen.all():
            return self
        kept, number = chosen[self.game], np.cumsum(chosen) - 1
        word, game, fresh = self.word[kept], number[self.game[kept]], self.fresh[kept]
        return Playouts(word, game, fresh, self.guessed[chosen], self.place[chosen])

    def answered(self, families: Families, family: Ints) -> "Playouts":
        """Return the games after an answer in each, which leaves the words of one family, (K,)."""
        letters = families.letter[family]
        kept = families.by[letters[self.game], self.word] == family[self.game]
        game, guessed = self.game[kept], self.guessed.copy()
        guessed[np.arange(len(letters)), letters] = True
        fresh = self.fresh[kept] - ~families.lacks[family[game]]
        return Playouts(self.word[kept], game, fresh, guessed, self.place)


def _letters(games: Playouts, families: Families, *, lives: bool) -> Ints:
    """Return the letter that each game's guesser asks for, (K,), in a tie the first."""
    sizes, words = families.totals(games, families.of[:, games.word]), games.sizes()[:, None]
    sizes[:, families.first] = 0
    lacking = words - np.add.reduceat(sizes, families.first, axis=1)
    sizes[:, families.first] = lacking
    common = (words - lacking) * (families.common.max() + 1) + families.common
    doublings = np.arange(words.max() + 1) * np.log2(np.arange(words.max() + 1).clip(1))
    expected = lacking + DOUBLING * np.add.reduceat(doublings[sizes], families.first, axis=1)
    feared = np.where(families.lacks & lives, 2**REJECTION, 1.0)
    worst = np.maximum.reduceat(sizes * feared, families.first, axis=1)
    idle = np.maximum.reduceat(sizes, families.first, axis=1) == words
    choices = (
        np.where(games.guessed, -1, common).argmax(axis=1),
        np.where(idle, np.inf, expected).argmin(axis=1),
        np.where(idle, np.inf, worst).argmin(axis=1),
    )
    return np.stack(choices)[games.place % SIMULATED_GUESSERS, np.arange(len(games.place))]


def _answers(games: Playouts, families: Families, letters: Ints) -> Ints:
    """Return the family that `cheating` keeps in each game, (K,), in a tie the first."""
    family = families.by[letters[games.game], games.word]
    fresh = games.fresh - ~families.lacks[family]
    scores = families.totals(games, family, fresh)
    # Rejecting must score strictly more: accepting counts as half a letter.
    prized = np.where(families.totals(games, family) > 0, 2 * scores + ~families.lacks, -1)
    kept: Ints = prized.argmax(axis=1)
    return kept
