"""The dealers: what each answers to a letter, and which letter a hint gives away.

A dealer that keeps words back (all but the honest one) answers from the words that are still
possible and forgets nothing else, so no answer can contradict an earlier one. `optimal` has a
module of its own.

Source of the rule of `cheating`: Tom Moertel's cheating hangman, as docs/hangman.md states it.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final, TypeAlias

import numpy as np

from core.hangman.candidates import Candidates, Family
from core.hangman.model import Places, places_in

DealerPolicy: TypeAlias = Callable[[Candidates, str, np.random.Generator], Places]
"""The policy of a dealer that keeps words back, for a letter that is not guessed yet.

It returns the places of the letter that the dealer admits; empty if it rejects.
"""


def cheating_worth(family: Family) -> tuple[int, int]:
    """Return what a family is worth to `cheating`: its score; of equal ones it accepts."""
    return family.score, bool(family.places)


def _keeping(worth: Callable[[Family], tuple[int, int]]) -> DealerPolicy:
    """Return the dealer that keeps a family of most worth; chance decides among equals."""

    def answer(candidates: Candidates, letter: str, rng: np.random.Generator) -> Places:
        families = candidates.families(letter)
        most = max(map(worth, families))
        tied = [family.places for family in families if worth(family) == most]
        # A single one costs no random number.
        return tied[0] if len(tied) == 1 else tied[int(rng.integers(len(tied)))]

    return answer


cheating: Final = _keeping(cheating_worth)
"""Rejects if that scores strictly more than each way to accept, else accepts the highest."""

stubborn: Final = _keeping(lambda family: (not family.places, family.score))
"""Rejects whenever a word without the letter is left, else accepts the highest score."""

largest: Final = _keeping(lambda family: (family.size, not family.places))
"""Keeps the most words; rejecting goes before accepting, the rest is left to chance."""

FAMILY_POLICIES: Final[Mapping[str, DealerPolicy]] = MappingProxyType(
    {"cheating": cheating, "stubborn": stubborn, "largest": largest}
)
"""The dealers that look one answer ahead, by the name that the table's setting gives them."""


def hint(candidates: Candidates) -> tuple[str, Places]:
    """Return the letter and the places whose disclosure leaves the highest score.

    Ties go to the first letter of the alphabet, then to the lowest mask. Raises ValueError where
    all letters of all words are guessed.
    """
    offers = [
        (letter, family)
        for letter in candidates.unguessed
        for family in candidates.families(letter)
        if family.places
    ]
    letter, family = max(offers, key=lambda offer: offer[1].score)
    return letter, family.places


def hint_in_word(word: str, guessed: frozenset[str]) -> tuple[str, Places]:
    """Return the letter of a fixed word that uncovers most places, the first of the alphabet.

    Raises ValueError where all its letters are guessed.
    """
    letter = max(sorted(set(word) - guessed), key=word.count)
    return letter, places_in(word, letter)
