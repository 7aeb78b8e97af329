"""The dealers: what each answers to a letter, and which letter a hint gives away.

A dealer that keeps words back (all but the honest one) answers from the words that are still
possible and forgets nothing else, so no answer can contradict an earlier one. `optimal` has a
module of its own.

Source of the rule of `cheating`: Tom Moertel's cheating hangman, as docs/hangman.md states it.
"""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Final, TypeAlias

import numpy as np

from core.hangman.candidates import Candidates, Family
from core.hangman.model import Places, places_in

DealerPolicy: TypeAlias = Callable[[Candidates, str, np.random.Generator], Places]
"""The policy of a dealer that keeps words back, for a letter that is not guessed yet.

It returns the places of the letter that the dealer admits; empty if it rejects.
"""


def cheating(candidates: Candidates, letter: str, rng: np.random.Generator) -> Places:
    """Reject if that scores strictly more than each way to accept, else accept the highest."""
    rejected, accepted = _sides(candidates.families(letter))
    if rejected and all(rejected.score > family.score for family in accepted):
        return rejected.places
    return _highest(accepted, rng).places


def stubborn(candidates: Candidates, letter: str, rng: np.random.Generator) -> Places:
    """Reject whenever a word without the letter is left, else accept the highest score."""
    rejected, accepted = _sides(candidates.families(letter))
    return rejected.places if rejected else _highest(accepted, rng).places


def largest(candidates: Candidates, letter: str, rng: np.random.Generator) -> Places:
    """Keep the most words; rejecting goes before accepting, the rest is left to chance."""
    families = candidates.families(letter)
    most = max(family.size for family in families)
    tied = [family for family in families if family.size == most]
    return tied[0].places if not tied[0].places else _any(tied, rng).places


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
        for letter in candidates.dictionary.alphabet
        if letter not in candidates.guessed
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


def _sides(families: Sequence[Family]) -> tuple[Family | None, Sequence[Family]]:
    """Return the family of the words without the letter, if any is, and those with it."""
    if families and not families[0].places:
        return families[0], families[1:]
    return None, families


def _highest(families: Sequence[Family], rng: np.random.Generator) -> Family:
    most = max(family.score for family in families)
    return _any([family for family in families if family.score == most], rng)


def _any(families: Sequence[Family], rng: np.random.Generator) -> Family:
    """Return one of the families; a single one costs no random number."""
    return families[0] if len(families) == 1 else families[int(rng.integers(len(families)))]
