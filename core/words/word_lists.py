"""The word lists that games are played with: the embedded ones and people's own files.

A list that letters are guessed in is a pack of single words, plain a to z or hiragana, of many
lengths; a game plays with the words of one length. A list that chains are made of is a pack of
lines: a spelling, its reading after a tab, and a mark after another tab for words that only people
play. docs/DATA.md tells how the lists came about.
"""

import re
from collections.abc import Iterator
from functools import cache
from lzma import decompress
from typing import Final

from core.words.embedded import DATA_FOLDER, embedded_lines
from core.words.ensemble import clue_words
from core.words.packs import Pack, PackError, encoding_of
from core.words.receptive_words import receptive_vocabulary

ENGLISH_WORDS: Final = "words"
"""The category of all English words, inflected forms too."""

KANA: Final = "kana"
"""The category of Japanese nouns, in hiragana."""

TOPICS: Final = ("animals", "body", "food", "plants", "nature", "things", "people")
"""The categories of English nouns, each of one kind."""

ENOUGH_KNOWN: Final = 20
"""Known words of a length with which the less known ones are not drawn."""

JAPANESE_LIST: Final = "nouns"
"""The list of Japanese nouns that chains are made of."""

ENGLISH_LIST: Final = "english"
"""The list of English words that chains are made of."""

SHORTEST_FURTHER: Final = 4
"""Letters from which a further word for chains is none of WordNet's many abbreviations."""

RARE: Final = "-"
"""The mark of words that only people play."""

NOUNS_FILE: Final = "nouns_ja.txt.xz"

CATEGORIES: Final = (ENGLISH_WORDS, *TOPICS, KANA)
"""The names of the embedded lists, that of all English words first."""


@cache
def word_list(category: str) -> Pack:
    """Return an embedded list, sorted; raises PackError where there is no such category."""
    if category not in CATEGORIES:
        raise PackError("spellings-no-category", category=category, categories=CATEGORIES)
    return Pack(category, tuple(embedded_lines(f"spellings_{category}.txt")))


def secret_candidates(category: str, length: int) -> tuple[str, ...]:
    """Return the words that a secret word of this length is drawn from, sorted.

    They are those of the category that everybody knows, or all of them where fewer than
    `ENOUGH_KNOWN` are known; no word where the category has none of the length. Raises
    PackError.
    """
    words = tuple(word for word in word_list(category).words if len(word) == length)
    known = tuple(word for word in words if word in known_words(category))
    return known if len(known) >= ENOUGH_KNOWN else words


@cache
def known_words(category: str) -> frozenset[str]:
    """Return the words of a category that everybody knows, maybe with others."""
    if category == ENGLISH_WORDS:
        return frozenset(clue_words()).difference(embedded_lines("rare_words.txt"))
    words = frozenset(word_list(category).words)
    return words.difference(embedded_lines("rare_kana.txt")) if category == KANA else words


@cache
def noun_list(name: str) -> Pack:
    """Return an embedded list for chains; raises PackError where there is none of this name."""
    if name == JAPANESE_LIST:
        packed = (DATA_FOLDER / NOUNS_FILE).read_bytes()
        return Pack(name, tuple(decompress(packed).decode().splitlines()))
    if name != ENGLISH_LIST:
        lists = (JAPANESE_LIST, ENGLISH_LIST)
        raise PackError("spellings-no-category", category=name, categories=lists)
    known = known_words(ENGLISH_WORDS)
    words = sorted({*word_list(ENGLISH_WORDS).words, *_further_words()})
    lines = (word if word in known else f"{word}\t{word}\t{RARE}" for word in words)
    return Pack(name, tuple(lines))


def _further_words() -> Iterator[str]:
    """Yield words that only people play in chains: WordNet's, British spellings among them."""
    for word in receptive_vocabulary().entries:
        if len(word) >= SHORTEST_FURTHER and word.isascii() and word.isalpha():
            yield word


def read_dictionary(text: str, name: str, length: int) -> Pack:
    """Return the words of a dictionary file that a game of this length is played with.

    A word is a line of `length` letters a to z in lower case, spaces around it aside; all other
    lines are passed over, and a word counts once. In a file that is all in capitals they stand for
    small letters. Raises PackError where no line is a word.
    """
    text = text.lower() if text.isupper() else text
    line = rf"^[ \t]*([a-z]{{{length}}})[ \t]*$"
    words = re.findall(line, text.replace("\r", "\n"), re.MULTILINE)
    if not words:
        raise PackError("spellings-no-word", name=name, length=length)
    return Pack(name, tuple(dict.fromkeys(words)))


def dictionary_text(content: bytes) -> str:
    """Return the text of a dictionary file in any encoding that writes a to z as ASCII does.

    UTF-16 is read, too. What cannot be read stands as U+FFFD, so that no word holds it.
    """
    return content.decode(encoding_of(content), errors="replace")
