"""The words that chains are made of: Japanese nouns with their readings, and English words.

A list is a pack of lines: a spelling, its reading after a tab, and a mark after another tab for
words that only people play. docs/DATA.md tells how the lists came about.
"""

from functools import cache
from lzma import decompress
from pathlib import Path
from typing import Final

from core.words.packs import Pack
from core.words.word_lists import ENGLISH_WORDS, WordListError, known_words, word_list

JAPANESE_LIST: Final = "nouns"
"""The list of Japanese nouns."""

ENGLISH_LIST: Final = "english"
"""The list of English words."""

RARE: Final = "-"
"""The mark of words that only people play."""

NOUNS_FILE: Final = "nouns_ja.txt.xz"

_FOLDER: Final = Path(__file__).with_name("data")


@cache
def noun_list(name: str) -> Pack:
    """Return an embedded list; raises WordListError where there is none of this name."""
    if name == JAPANESE_LIST:
        packed = (_FOLDER / NOUNS_FILE).read_bytes()
        return Pack(name, tuple(decompress(packed).decode().splitlines()))
    if name == ENGLISH_LIST:
        return Pack(name, tuple(_english_lines()))
    lists = (JAPANESE_LIST, ENGLISH_LIST)
    raise WordListError("spellings-no-category", category=name, categories=lists)


def _english_lines() -> list[str]:
    known = known_words(ENGLISH_WORDS)
    return [
        word if word in known else f"{word}\t{word}\t{RARE}"
        for word in word_list(ENGLISH_WORDS).words
    ]
