"""A bot's language at a table with people: its sayable words, and its lookup of others."""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable
from functools import lru_cache, partial
from itertools import takewhile
from typing import Final

import numpy as np
from numpy.typing import NDArray

from core.agents.associations import Vocabulary, parts_of, vocabulary_form
from core.agents.clue_lookup import ClueLookup, default_understanding
from core.codenames.clue import ClueJudge, Referee, Substrings
from core.words.lexicon import Lexicon, default_lexicon

CARDS_KEPT: Final = 512
"""Cards whose lawful clues are cached, 12 kB each: those of twenty boards."""

LEXICONS_KEPT: Final = 1
"""Lexicons whose language is cached: a program has one."""

ONSET: Final = 3
"""The fewest first letters that words share if they begin alike."""

ALIKE: Final = 0.4
"""The least share of the longer word that these letters make up."""


class Language:
    """The clue words of an ensemble: the common ones, and the lawful ones for a board."""

    def __init__(
        self,
        words: tuple[str, ...],
        understanding: ClueLookup,
        referee: Referee,
        *,
        common: NDArray[np.bool_] | None = None,
        blocks: Callable[[str], bool] = lambda _: False,
        names: "Language | None" = None,
    ) -> None:
        """Index the words by their beginnings; `common` bool (V,) marks the common ones, or None.

        `blocks` returns whether no bot may say a word. `names` are further words, for tables that
        allow names.
        """
        vocabulary, judge = Vocabulary(words), ClueJudge(words, referee)
        self.vocabulary: Final = vocabulary
        self.names: Final = names
        self.with_names: Final = (
            Vocabulary((*vocabulary.words, *names.vocabulary.words)) if names else vocabulary
        )
        self.understanding: Final = understanding
        self._common = np.ones(len(words), dtype=np.bool_) if common is None else common
        self._decent = np.array([not blocks(word) for word in vocabulary.words], dtype=np.bool_)
        # A word is lawful for several cards if it is lawful for each.
        self._beside = lru_cache(maxsize=CARDS_KEPT)(
            lambda card, substrings: judge.lawful((card,), substrings)
        )
        self._alike = lru_cache(maxsize=CARDS_KEPT)(self._look_alikes)
        self._onsets = defaultdict[str, list[int]](list)
        for column, word in enumerate(vocabulary.words):
            self._onsets[word[:ONSET]].append(column)

    def sayable(
        self,
        covered: Iterable[str],
        given: Collection[str],
        substrings: Substrings = Substrings.ALLOW,
    ) -> NDArray[np.bool_]:
        """Return the sayable words, bool (V,): lawful, common, new in this game, unlike any card.

        Without such a word it returns those that begin like a card, then uncommon ones, then those
        already given, but never blocked ones. Raises ValueError if no word at all is lawful.
        """
        covered = tuple(covered)
        beside_each = (self._beside(card, substrings) for card in covered)
        lawful: NDArray[np.bool_] = np.logical_and.reduce([self._decent, *beside_each])
        fresh = lawful.copy()
        fresh[self.vocabulary.present([vocabulary_form(word) for word in given])] = False
        unlike = fresh & self._common
        for card in covered:
            unlike[self._alike(card)] = False
        for words in (unlike, fresh & self._common, fresh, lawful):
            if words.any():
                return words
        raise ValueError("no word of the vocabulary is a lawful clue that bots may say")

    def _look_alikes(self, card: str) -> NDArray[np.intp]:
        """Return the columns of the words that begin like a part of a card.

        Models that split words into tokens treat such words as related (midas, middle).
        """
        words, read = self.vocabulary.words, self.understanding.read_card(card).split()
        found = [
            column
            for part in dict.fromkeys((*parts_of(card), *read))
            for column in self._onsets.get(part[:ONSET], ())
            if _begins_like(words[column], part)
        ]
        return np.array(found, dtype=np.intp)

    def understood(self, word: str) -> str | None:
        """Return the known words that match a clue, maybe only its pieces; None if none match."""
        found = self.understanding.understand(word)
        return found.word if found else None


def _begins_like(word: str, other: str) -> bool:
    """Return whether two words begin alike, by `ONSET` and `ALIKE`.

    >>> _begins_like("hamper", "hamster"), _begins_like("pilot", "pie")
    (True, False)
    """
    if not (word.isascii() and other.isascii()):
        return False
    same = takewhile(lambda pair: pair[0] == pair[1], zip(word, other, strict=False))
    shared = sum(1 for _ in same)
    return shared >= ONSET and shared >= ALIKE * max(len(word), len(other))


@lru_cache(maxsize=LEXICONS_KEPT)
def language_of(lexicon: Lexicon) -> Language:
    """Return the language of the embedded models; takes a second or so for a new lexicon."""
    made = partial(
        Language,
        understanding=default_understanding(),
        referee=Referee(lexicon.english),
        blocks=lexicon.blocks,
    )
    names = made(lexicon.names) if lexicon.names else None
    return made(lexicon.words, common=lexicon.common, names=names)


def plain_language(vocabulary: Vocabulary) -> Language:
    """Return a language of words alone, all of them common; the embedded lexicon blocks some."""
    lexicon, words = default_lexicon(), vocabulary.words
    known = ClueLookup(dict.fromkeys(words, True), {})
    return Language(words, known, Referee(lexicon.english), blocks=lexicon.blocks)
