"""Japanese for bots: the clue words, the lookup of other words, and a listener.

The models are the English models: a word has the direction of the sum of its meanings' vectors.
"""

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

import numpy as np

from core.agents.associations import vocabulary_form
from core.agents.clue_lookup import ClueLookup, ClueMatch, Means, default_understanding
from core.agents.language import Language
from core.agents.listener import Collocations, Listener, default_listener, default_listings
from core.agents.memory import Memory, PlayedTurn
from core.agents.policy import Policy
from core.agents.thoughts import CodenamesChoice
from core.codenames.clue import Referee
from core.codenames.model import Observation
from core.words.ensemble import STORED
from core.words.japanese import (
    are_japanese,
    default_japanese,
    hiragana,
    is_japanese,
    is_kanji,
    japanese_meanings,
    japanese_model,
    japanese_words,
    kanji_stem,
    readings,
)
from core.words.lexicon import default_lexicon
from core.words.receptive_words import NO_RECEPTIVE_WORDS

JOINING: Final = "のおごなとや"
"""Particles and prefixes in kana that mean nothing alone."""


class JapaneseUnderstanding(ClueLookup):
    """The Japanese words that bots know, and matches for other words."""

    def __init__(self, english: ClueLookup) -> None:
        """Index the Japanese words; `english` matches clues in Latin letters."""
        words = dict.fromkeys((word.spelling for word in japanese_words()), True)
        super().__init__(words, {})
        self._words: Final = frozenset(words)
        self._longest: Final = max(map(len, words))
        self._english: Final = english
        self._akin: Final = defaultdict[str, list[str]](list)
        for word in words:
            self._akin[kanji_stem(word) or word].append(word)

    def load(self) -> None:
        """Sort the English words: Japanese ones are never searched for slips."""
        self._english.load()

    def __contains__(self, word: object) -> bool:
        """Return whether a word in either script, or an English word, is known."""
        if word in self._words or word in self._english:
            return True
        return isinstance(word, str) and hiragana(word) in readings()

    def _understand(self, text: str) -> ClueMatch | None:
        """Match a typed clue to known words; None if not even a piece matches."""
        typed = vocabulary_form(text)
        if typed not in self._words and not is_japanese(typed):
            return self._english.understand(typed)
        return self.as_word(typed) or self._by_cutting(typed)

    def as_word(self, typed: str) -> ClueMatch | None:
        """Match a text in `vocabulary_form` as a known word or a form of one.

        Kana match all their homophones, and kanji all words with other kana endings.
        """
        if typed in self._words:
            return ClueMatch(typed, Means.WORD)
        if not is_japanese(typed):
            return self._english.as_word(typed)
        alike = readings().get(hiragana(typed)) or self._akin.get(kanji_stem(typed) or typed)
        return ClueMatch(" ".join(alike), Means.FORM) if alike else None

    def as_parts(self, typed: str) -> ClueMatch | None:
        """Match a text in `vocabulary_form` as a compound of known words."""
        if not is_japanese(typed):
            return self._english.as_parts(typed)
        found = self._by_cutting(typed)
        return found if found and found.is_sure else None

    def _by_cutting(self, typed: str) -> ClueMatch | None:
        parts, rest = self._cut(typed)
        by = Means.PARTS if len(parts) > 1 and not rest.strip(JOINING) else Means.PIECES
        return ClueMatch(" ".join(parts), by) if parts else None

    def _cut(self, typed: str) -> tuple[list[str], str]:
        """Return the longest known words in a text, from left to right, and all other letters."""
        parts, rest, start = list[str](), "", 0
        while start < len(typed):
            ends = range(min(len(typed), start + self._longest), start, -1)
            found = (typed[start:end] for end in ends)
            pieces = (one for one in found if len(one) > 1 or is_kanji(one))
            word = next((one for one in pieces if one in self._words), "")
            parts += [word] if word else []
            rest += "" if word else typed[start]
            start += len(word) or 1
        return parts, rest


@cache
def japanese_understanding() -> JapaneseUnderstanding:
    """Return the lookup of clues to Japanese cards."""
    return JapaneseUnderstanding(default_understanding())


@cache
def japanese_language() -> Language:
    """Return the listed Japanese words as a language; bots say none with an indecent meaning."""
    lexicon, words = default_lexicon(), japanese_words()
    spellings = tuple(word.spelling for word in words)
    blocked = {word.spelling for word in words if any(map(lexicon.blocks, word.meanings))}
    referee = Referee(lexicon.english, default_japanese())
    known = japanese_understanding()
    return Language(spellings, known, referee, blocks=blocked.__contains__)


@cache
def japanese_listener() -> Listener:
    """Return the listener of the embedded models for Japanese."""
    known = japanese_understanding()
    models = {name: japanese_model(name) for name in STORED}
    listings = default_listings(_in_english)
    return Listener(models, known, Collocations({}, NO_RECEPTIVE_WORDS, known), listings)


def _in_english(text: str) -> str:
    meanings = japanese_meanings()
    return " ".join(meanings.get(word, word) for word in text.split())


def understanding_of(cards: tuple[str, ...]) -> ClueLookup:
    """Return the lookup of clues in the language of most cards."""
    return japanese_understanding() if are_japanese(cards) else default_understanding()


def listener_of(cards: Sequence[str]) -> Listener:
    """Return the listener for clues in the language of most cards."""
    return japanese_listener() if are_japanese(tuple(cards)) else default_listener()


@dataclass(frozen=True, slots=True)
class BilingualPolicy:
    """A bot for English and for Japanese cards, with one memory of people."""

    english: Policy
    japanese: Callable[[], Policy]
    """Loads the bot for the first table with Japanese cards."""

    @property
    def name(self) -> str:
        """The bot's name in both languages."""
        return self.english.name

    def choose(
        self, observation: Observation, memory: Memory, rng: np.random.Generator
    ) -> CodenamesChoice:
        """Return the choice of the bot for the cards on the board."""
        policy = self.japanese() if are_japanese(observation.words) else self.english
        return policy.choose(observation, memory, rng)

    def learn(self, memory: Memory, turn: PlayedTurn) -> Memory:
        """Return the memory after a turn; experts have the same names in both languages."""
        return self.english.learn(memory, turn)
