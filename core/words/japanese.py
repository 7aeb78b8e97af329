"""Japanese words with their readings and meanings, and their vectors in the embedded models.

`words_ja.txt` has a line for each spelling of a word: the spelling, the reading in hiragana (`-`
for a word in kana), and the English words whose vectors it sums. After a slash follow wider words,
for a model that knows none of the others. docs/DATA.md names the source.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass, field
from functools import cache, lru_cache
from itertools import takewhile
from types import MappingProxyType
from typing import Final
from unicodedata import normalize

import numpy as np
from jaconv import hira2kata, kata2hira

from core.words.embedded import embedded_lines
from core.words.ensemble import DERIVED
from core.words.packs import PACKS_KEPT
from core.words.receptive_words import (
    ReceptiveModel,
    WordVectors,
    receptive_vocabulary,
    word_vectors,
)
from core.words.vectors import Vectors, concatenate

SHORTEST_KANA: Final = 2
"""The fewest kana of each half of a compound; a half with a kanji may be shorter."""

_UNVOICED: Final = str.maketrans(
    "がぎぐげござじずぜぞだぢづでどばびぶべぼぱぴぷぺぽ",
    "かきくけこさしすせそたちつてとはひふへほはひふへほ",
)
"""Unvoiced kana for voiced ones: the second half of a compound is often voiced (umi-game)."""

_LISTED_ENDINGS: Final = frozenset("うくぐすつぬぶむるい")
"""The last kana of verbs and adjectives in dictionary form."""


@dataclass(frozen=True, slots=True)
class JapaneseWord:
    """A word: its spelling, its reading in hiragana, and the English words for its meaning.

    The `wider` words replace `meanings` in a model that knows none of those.
    """

    spelling: str
    reading: str
    meanings: tuple[str, ...]
    wider: tuple[str, ...]


@cache
def japanese_words() -> tuple[JapaneseWord, ...]:
    """Return the listed words in file order, each spelling once."""
    return tuple(map(_read, embedded_lines("words_ja.txt")))


def _read(line: str) -> JapaneseWord:
    exact, _, wider = line.partition("/")
    spelling, reading, *meanings = exact.split()
    kana = hiragana(spelling if reading == "-" else reading)
    return JapaneseWord(spelling, kana, tuple(meanings), tuple(wider.split()))


def hiragana(text: str) -> str:
    """Return a text in normal width and lower case, its katakana as hiragana.

    >>> hiragana("ｶﾒﾗ")
    'かめら'
    """
    plain: str = kata2hira(normalize("NFKC", text).casefold())
    return plain


def is_kana(text: str) -> bool:
    """Return whether a text contains only kana and long vowel marks."""
    return bool(text) and all("ぁ" <= one <= "ゖ" or "ァ" <= one <= "ー" for one in text)


def is_kanji(character: str) -> bool:
    """Return whether a character is a kanji."""
    return "㐀" <= character <= "鿿" or character == "々"


def is_japanese(text: str) -> bool:
    """Return whether a text has kana or kanji."""
    return not text.isascii() and any(
        is_kanji(one) or is_kana(one) for one in normalize("NFKC", text)
    )


@lru_cache(maxsize=PACKS_KEPT)
def are_japanese(cards: tuple[str, ...]) -> bool:
    """Return whether more than half of the cards are Japanese."""
    return 2 * sum(map(is_japanese, cards)) > len(cards)


@cache
def readings() -> Mapping[str, tuple[str, ...]]:
    """Return the spellings of the words by reading, in list order.

    >>> readings()["くも"]
    ('雲', '蜘蛛')
    """
    found: defaultdict[str, list[str]] = defaultdict(list)
    for word in japanese_words():
        found[word.reading].append(word.spelling)
    return MappingProxyType({reading: tuple(words) for reading, words in found.items()})


@cache
def japanese_meanings() -> Mapping[str, str]:
    """Return the English words, joined by blanks, of each spelling and each reading.

    >>> japanese_meanings()["海"]
    'sea ocean'
    """
    by_spelling = {word.spelling: " ".join(word.meanings) for word in japanese_words()}
    by_reading = {
        reading: " ".join(dict.fromkeys(" ".join(by_spelling[one] for one in spellings).split()))
        for reading, spellings in readings().items()
    }
    return MappingProxyType(by_reading | by_spelling)


@cache
def japanese_vectors(name: str) -> Vectors:
    """Return an embedded model for Japanese words, whose vectors are sums of their meanings.

    A word without known meanings has no vector. Raises KeyError for an unknown name.
    """
    if name in DERIVED:
        return concatenate(*map(japanese_vectors, DERIVED[name]))
    return _carried(word_vectors(name))


@cache
def japanese_model(name: str) -> ReceptiveModel:
    """Return an embedded model's similarities between Japanese and English words.

    An unlisted spelling in kana has the vector of the first word with this reading. Raises KeyError
    for an unknown name.
    """
    return ReceptiveModel([_word_vectors(part) for part in DERIVED.get(name, (name,))])


def _word_vectors(name: str) -> WordVectors:
    spoken = japanese_vectors(name)
    bases = {
        kana: spellings[0]
        for reading, spellings in readings().items()
        for kana in (reading, hira2kata(reading))
    }
    return WordVectors(spoken, bases, beside=word_vectors(name))


def in_japanese(model: Vectors) -> Vectors:
    """Return a model of English clue words for Japanese words, float32 (words, D).

    Vectors are sums of a word's meanings, zeros if the model knows none of them.
    """
    return _carried(WordVectors(model, receptive_vocabulary().bases))


def _carried(english: WordVectors) -> Vectors:
    nothing = np.zeros(english.spoken.dimensions, dtype=np.float32)
    rows = [nothing] * len(japanese_words())
    for row, word in enumerate(japanese_words()):
        for meanings in (word.wider, word.meanings):
            found = english.of_text(" ".join(meanings))
            rows[row] = rows[row] if found is None else found
    spellings = tuple(word.spelling for word in japanese_words())
    return Vectors(spellings, np.stack(rows))


@dataclass(frozen=True, slots=True)
class Japanese:
    """Japanese word formation, to judge whether a clue gives a card away.

    Forms are folded (`core.codenames.spelling.fold`), with katakana as hiragana. Forms in other
    scripts have no bases and no halves here.

    - `spellings`: reading -> the folded spellings of its words
    - `words`: the possible halves of a compound: folded spellings and readings
    - `stems`: the kanji of verbs and adjectives; a half may combine them with any kana ending
    """

    spellings: Mapping[str, frozenset[str]] = field(default_factory=dict, hash=False)
    words: Set[str] = frozenset()
    stems: Set[str] = frozenset()

    def bases(self, form: str) -> frozenset[str]:
        """Return a form, the words with this reading, and the kanji before its kana ending.

        >>> sorted(default_japanese().bases("くも")), sorted(default_japanese().bases("走り"))
        (['くも', '蜘蛛', '雲'], ['走', '走り'])
        """
        if not is_japanese(form):
            return frozenset()
        stem = kanji_stem(form)
        return frozenset((form, *self.spellings.get(form, ()), *((stem,) if stem else ())))

    def halves(self, form: str) -> frozenset[str]:
        """Return the words, in any form, that begin or end a compound.

        >>> sorted(default_japanese().halves("花火")), sorted(default_japanese().halves("うみがめ"))
        (['火', '花'], ['うみ', 'かめ'])
        >>> sorted(default_japanese().halves("食べ歩き"))
        ['歩き', '食べ']
        """
        if not is_japanese(form):
            return frozenset()
        cuts = ((form[:place], form[place:]) for place in range(1, len(form)))
        return frozenset(half for cut in cuts for half in self._known(*cut))

    def _known(self, head: str, tail: str) -> Iterator[str]:
        """Yield the halves that are words, in any form; of kana alone only if both are listed.

        A cut within the kana ending of the whole form has none.
        """
        unvoiced = tail[0].translate(_UNVOICED) + tail[1:]
        heads = [one for one in (head,) if one in self.words]
        tails = [one for one in dict.fromkeys((tail, unvoiced)) if one in self.words]
        whole = bool(heads and tails) and all(map(_is_half, (head, tail)))
        yield from (one for one in (*heads, *tails) if whole or any(map(is_kanji, one)))
        if any(map(is_kanji, tail)):
            yield from (one for one in (head, tail) if kanji_stem(one) in self.stems)


def kanji_stem(form: str) -> str:
    """Return the kanji before the kana ending of a form; empty for other letters."""
    stem = "".join(takewhile(is_kanji, form))
    return stem if is_kana(form[len(stem) :]) else ""


def _is_half(text: str) -> bool:
    return len(text) >= SHORTEST_KANA or any(map(is_kanji, text))


@cache
def default_japanese() -> Japanese:
    """Return the word formation of the listed words, cached."""
    spelled = {hiragana(word.spelling): word for word in japanese_words()}
    by_reading: defaultdict[str, set[str]] = defaultdict(set)
    for folded, word in spelled.items():
        by_reading[word.reading].add(folded)
    spellings = {reading: frozenset(words) for reading, words in by_reading.items()}
    # The kanji before する are a noun, which has no other verb forms.
    listed = (word.spelling.removesuffix("する") for word in japanese_words())
    stems = frozenset(
        filter(None, (kanji_stem(one) for one in listed if one[-1:] in _LISTED_ENDINGS))
    )
    return Japanese(MappingProxyType(spellings), frozenset((*spelled, *by_reading)), stems)
