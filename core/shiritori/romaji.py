"""Readings of what people type in kana or romaji, by Hepburn's spelling or that of keyboards."""

import re
import unicodedata
from typing import Final

from jaconv import alphabet2kata

from core.shiritori.sounds import is_kana, katakana

_SYLLABLE: Final = (
    r"(?:([bcdfghjkmprstvwz])(?=\1)|t(?=ch))?"
    r"(?:sh|ch|ts|dh|th|[bdfghjkmnprstvwz]?y?)[aiueo]"
)
_ROMAJI: Final = re.compile(rf"(?:{_SYLLABLE}|n'?|m(?=[bp])|-)+")
ROMAJI: Final = _ROMAJI.pattern.replace("[aiueo]", "[aiueoāīūēōâîûêô]").replace("n'?", "n['’]?")
"""A regular expression of all romaji, in NFC and small letters."""

_NASAL: Final = re.compile("nn(?=[aiueo])")
"""Hepburn's ン before ナ to ノ, which keyboards take for ン alone."""

_LONG: Final = frozenset("\u0304\u0302")
"""The marks of long vowels: macron and circumflex."""

_DOUBLED: Final = {"a": "a", "i": "i", "u": "u", "e": "i", "o": "u"}
"""The letter that makes a vowel long in Japanese words, by the vowel."""


def to_katakana(text: str) -> tuple[str, ...]:
    """Return the readings that a text may have; none for a text that is not read so.

    A long vowel with a mark may be one of a Japanese or of a foreign word.

    >>> to_katakana("rāmen")
    ('ラーメン', 'ラアメン')
    """
    reading = katakana(text)
    if is_kana(reading):
        return (reading,)
    spelled = unicodedata.normalize("NFD", reading.casefold()).replace("’", "'")
    marked = "".join("-" if letter in _LONG else letter for letter in spelled)
    read = (_read(long) for long in (marked, _with_vowels(spelled)))
    return tuple(dict.fromkeys(reading for reading in read if reading))


def _read(romaji: str) -> str | None:
    if not _ROMAJI.fullmatch(romaji):
        return None
    reading = str(alphabet2kata(_NASAL.sub("n'n", romaji)))
    return reading if is_kana(reading) else None


def _with_vowels(spelled: str) -> str:
    letters: list[str] = []
    for letter in spelled:
        before = letters[-1] if letters else ""
        letters.append(_DOUBLED.get(before, "") if letter in _LONG else letter)
    return "".join(letters)
