"""A brute force that plays by the rules, without the search's shortcuts.

It allows any letter and any whole word at any time, counts lives down, and has words as strings
and the price as a pair, so that it shares only the question with the search.

"""

from collections.abc import Callable
from functools import cache
from typing import Final, TypeAlias

import numpy as np

from core.hangman.candidates import Candidates, Dictionary
from core.hangman.model import Places, places_in

Price: TypeAlias = tuple[int, int]
Answer: TypeAlias = Callable[[frozenset[str], frozenset[str], str, int], Places]

LOST: Final[Price] = (10**6, 0)


def candidates(*words: str) -> Candidates:
    return Dictionary.of(words, len(words[0])).all()


def chance() -> np.random.Generator:
    return np.random.default_rng(1)


@cache
def brute(words: frozenset[str], lives: int | None, answer: Answer | None = None) -> Price:
    """Return wrong and all guesses of the best guesser, LOST if the lives run out first.

    The dealer answers by `answer`, by default as expensively as possible; it calls a solved word
    right only if no other fits. Without lives, wrong guesses count as none.
    """
    letters = sorted(set("".join(words)))
    wrong = (1, 1) if lives is not None else (0, 1)

    def plus(one: Price, other: Price) -> Price:
        return LOST if LOST in (one, other) else (one[0] + other[0], one[1] + other[1])

    @cache
    def game(left: frozenset[str], guessed: frozenset[str], lives: int) -> Price:
        if lives == 0:
            return LOST
        if len(left) == 1 and set(*left) <= guessed:
            return (0, 0)
        prices = [
            reply(left, guessed, letter, lives) for letter in letters if letter not in guessed
        ]
        for word in left:
            if len(left) == 1:
                prices.append((0, 1))
            else:
                prices.append(plus(wrong, game(left - {word}, guessed, lives - 1)))
        return min(prices)

    def reply(left: frozenset[str], guessed: frozenset[str], letter: str, lives: int) -> Price:
        families: dict[Places, set[str]] = {}
        for word in left:
            families.setdefault(places_in(word, letter), set()).add(word)
        said = set(families) if answer is None else {answer(left, guessed, letter, lives)}
        return max(
            plus(
                (0, 1) if places else wrong,
                game(frozenset(families[places]), guessed | {letter}, lives - (not places)),
            )
            for places in said
        )

    return game(words, frozenset(), 99 if lives is None else lives)


def uncovered(word: str, known: frozenset[str]) -> str:
    """Return a word without the known letters, which all words have at the same places."""
    return "".join(letter for letter in word if letter not in known)
