"""The word lists of games: the embedded ones and people's own files.

A list for hangman is a pack of single words of many lengths, plain a to z or hiragana; a game uses
one length. A list for shiritori is a pack of lines: a spelling, its reading after a tab, and after
another tab a mark for words that only people play. docs/DATA.md describes the lists' origin.
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
"""The category of all English words, with inflected forms."""

KANA: Final = "kana"
"""The category of Japanese nouns, in hiragana."""

TOPICS: Final = ("animals", "body", "food", "plants", "nature", "things", "people")
"""The categories of English nouns by kind."""

ENOUGH_KNOWN: Final = 20
"""The number of well-known words of a length from which games use no others."""

JAPANESE_LIST: Final = "nouns"
"""The list of Japanese nouns for shiritori."""

ENGLISH_LIST: Final = "english"
"""The list of English words for shiritori."""

SHORTEST_FURTHER: Final = 4
"""The fewest letters of a further word, to exclude WordNet's many abbreviations."""

RARE: Final = "-"
"""The mark of words that only people play."""

NOUNS_FILE: Final = "nouns_ja.txt.xz"

CATEGORIES: Final = (ENGLISH_WORDS, *TOPICS, KANA)
"""The names of the embedded lists, all English words first."""


@cache
def word_list(category: str) -> Pack:
    """Return an embedded list, sorted; raises PackError for an unknown category."""
    if category not in CATEGORIES:
        raise PackError("spellings-no-category", category=category, categories=CATEGORIES)
    return Pack(category, tuple(embedded_lines(f"spellings_{category}.txt")))


def secret_candidates(category: str, length: int) -> tuple[str, ...]:
    """Return the candidates for a secret word of this length, sorted.

    They are the well-known words of the category, or all of them if fewer than `ENOUGH_KNOWN` are
    well known; maybe none. Raises PackError.
    """
    words = tuple(word for word in word_list(category).words if len(word) == length)
    known = tuple(word for word in words if word in known_words(category))
    return known if len(known) >= ENOUGH_KNOWN else words


@cache
def known_words(category: str) -> frozenset[str]:
    """Return the well-known words of a category; they may include words of other categories."""
    if category == ENGLISH_WORDS:
        return frozenset(clue_words()).difference(embedded_lines("rare_words.txt"))
    words = frozenset(word_list(category).words)
    return words.difference(embedded_lines("rare_kana.txt")) if category == KANA else words


@cache
def noun_list(name: str) -> Pack:
    """Return an embedded list for shiritori; raises PackError for an unknown name."""
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
    """Yield words that only people play: WordNet's, with British spellings."""
    for word in receptive_vocabulary().entries:
        if len(word) >= SHORTEST_FURTHER and word.isascii() and word.isalpha():
            yield word


def read_dictionary(content: bytes, name: str, length: int) -> Pack:
    """Return the words of a dictionary file for a game of this length.

    A word is a line of `length` lower-case letters a to z, maybe with spaces around it. The parser
    ignores other lines and duplicates, and reads a file in capitals as lower case. The file is in
    UTF-16 or any superset of ASCII. Raises PackError for a file without words.
    """
    # Undecodable bytes become U+FFFD, which no word has.
    text = content.decode(encoding_of(content), errors="replace")
    text = text.lower() if text.isupper() else text
    line = rf"^[ \t]*([a-z]{{{length}}})[ \t]*$"
    words = re.findall(line, text.replace("\r", "\n"), re.MULTILINE)
    if not words:
        raise PackError("spellings-no-word", name=name, length=length)
    return Pack(name, tuple(dict.fromkeys(words)))
