"""The knowledge of a language that a bot needs to speak at a table with people.

Which words it may say, and how it understands a word that its models do not list.
"""

from collections.abc import (
    Callable,
    Collection,
    Container,
    Iterable,
    Iterator,
    Mapping,
    Sequence,
)
from functools import lru_cache
from itertools import chain
from typing import Final

import numpy as np
from numpy.typing import NDArray

from core.agents.associations import Vocabulary, vocabulary_form
from core.codenames.clue import ClueJudge, Referee, Substrings
from core.codenames.spelling import fold
from core.words.lexicon import Lexicon, default_lexicon

CARDS_KEPT: Final = 512
"""Cards whose lawful clues are kept, 12 kB each: more than a pack of 485."""

INFLECTIONS: Final = (
    ("ies", "y"),
    ("ied", "y"),
    ("iest", "y"),
    ("ier", "y"),
    ("ves", "f"),
    ("es", ""),
    ("s", ""),
    ("ing", ""),
    ("ing", "e"),
    ("ed", ""),
    ("ed", "e"),
    ("est", ""),
    ("est", "e"),
    ("er", ""),
    ("er", "e"),
    ("ly", ""),
    ("'s", ""),
)
"""Endings of English inflections and what stands in their place in the lemma, surest first."""


class Language:
    """The clue words of an ensemble, which of them people know, and which are lawful when."""

    def __init__(
        self,
        vocabulary: Vocabulary,
        common: NDArray[np.bool_],
        irregular: Mapping[str, str],
        judge: ClueJudge,
        *,
        blocks: Callable[[str], bool] = lambda _: False,
    ) -> None:
        """Take the words, which are common (bool (V,)), inflected forms -> lemmas, and a judge.

        `blocks` tells of a word whether no bot may say it.
        """
        self.vocabulary: Final = vocabulary
        self.irregular: Final = irregular
        self._common = common
        self._decent = np.array([not blocks(word) for word in vocabulary.words], dtype=np.bool_)
        self._judge = judge
        self._beside = lru_cache(maxsize=CARDS_KEPT)(self._judged)

    def sayable(
        self,
        covered: Iterable[str],
        given: Collection[str],
        substrings: Substrings = Substrings.ALLOW,
    ) -> NDArray[np.bool_]:
        """Return the words a bot may say, bool (V,): lawful, common, not said in this game.

        Where there is none it may say an uncommon one, then an old one, but never a blocked one.
        Raises ValueError where no word at all is lawful.
        """
        beside_each = (self._beside(card, substrings) for card in covered)
        lawful: NDArray[np.bool_] = np.logical_and.reduce([self._decent, *beside_each])
        fresh = lawful.copy()
        fresh[self.vocabulary.present([vocabulary_form(word) for word in given])] = False
        for words in (fresh & self._common, fresh, lawful):
            if words.any():
                return words
        raise ValueError("no word of the vocabulary is a lawful clue that bots may say")

    def _judged(self, card: str, substrings: Substrings) -> NDArray[np.bool_]:
        """Return the words that are lawful beside one card, bool (V,).

        A word is lawful beside several cards if it is lawful beside each.
        """
        return self._judge.lawful((card,), substrings)

    def understood(self, word: str) -> str | None:
        """Return the word of the vocabulary that a clue is a form of, or None."""
        return understood(word, self.vocabulary, self.irregular)


def understood(word: str, vocabulary: Container[str], irregular: Mapping[str, str]) -> str | None:
    """Return the word of a vocabulary that a clue is a form of, or None.

    The clue itself if it is listed, else its lemma, else the first part of it that is.
    """
    forms = chain.from_iterable(_forms(part, irregular) for part in _parts(vocabulary_form(word)))
    return next((form for form in forms if form in vocabulary), None)


def _forms(word: str, irregular: Mapping[str, str]) -> Iterator[str]:
    yield word
    if word in irregular:
        yield irregular[word]
    for ending, lemma_ending in INFLECTIONS:
        if word.endswith(ending):
            yield from _lemmas(word.removesuffix(ending), lemma_ending)


def _lemmas(stem: str, ending: str) -> Iterator[str]:
    """Yield the lemma, and where a consonant was doubled (running) that with one of them."""
    yield stem + ending
    if not ending and len(stem) > 2 and stem[-1] == stem[-2]:
        yield stem[:-1]


def _parts(word: str) -> Iterator[str]:
    """Yield a word, the word without accents and hyphens, then its parts between hyphens."""
    yield word
    yield fold(word)
    if "-" in word:
        yield from word.split("-")


def language_of(lexicon: Lexicon) -> Language:
    """Return the language of the embedded models; takes a second or so."""
    return Language(
        Vocabulary(lexicon.words),
        lexicon.common,
        lexicon.irregular,
        ClueJudge(lexicon.words, Referee(lexicon.english)),
        blocks=lexicon.blocks,
    )


def plain_language(vocabulary: Vocabulary) -> Language:
    """Return a language of which nothing is known but its words, all of them common.

    What no bot says of the embedded lexicon it does not say of any other vocabulary either.
    """
    words: Sequence[str] = vocabulary.words
    common = np.ones(len(words), dtype=np.bool_)
    lexicon = default_lexicon()
    judge = ClueJudge(words, Referee(lexicon.english))
    return Language(vocabulary, common, {}, judge, blocks=lexicon.blocks)
