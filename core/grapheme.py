"""Cutting text between graphemes: what a reader takes for one character is kept whole.

Source: Unicode Standard Annex 29, the rules of extended grapheme clusters, without those of Indic
conjuncts and of prepended marks.
"""

import unicodedata
from typing import Final

_JOINER: Final = "\u200d"
_NON_JOINER: Final = "\u200c"
_TONES: Final = range(0x1F3FB, 0x1F400)
_TAGS: Final = range(0xE0020, 0xE0080)
_FLAGS: Final = range(0x1F1E6, 0x1F200)
_LEADING: Final = range(0x1100, 0x1160)
_VOWELS: Final = range(0x1160, 0x11A8)
_TRAILING: Final = range(0x11A8, 0x1200)
_SYLLABLES: Final = range(0xAC00, 0xD7A4)


def cut(text: str, limit: int) -> str:
    r"""Return the longest beginning of at most `limit` characters that ends between graphemes.

    >>> cut("cafe\u0301", 4)
    'caf'
    """
    end = min(limit, len(text))
    while 0 < end < len(text) and _joined(text, end):
        end -= 1
    return text[:end]


def _joined(text: str, place: int) -> bool:
    """Return whether the characters on both sides of a place belong to one grapheme."""
    before, after = text[place - 1], text[place]
    if before == "\r" and after == "\n":
        return True
    if unicodedata.category(before) in ("Cc", "Zl", "Zp"):
        return False
    return _extends(after) or before == _JOINER or _is_syllable(before, after) or _flag(text, place)


def _extends(character: str) -> bool:
    if character in (_JOINER, _NON_JOINER) or unicodedata.category(character).startswith("M"):
        return True
    return ord(character) in _TONES or ord(character) in _TAGS or character in "\uff9e\uff9f"


def _is_syllable(before: str, after: str) -> bool:
    """Return whether two parts of a Korean syllable follow each other."""
    first, second = ord(before), ord(after)
    if second in _TRAILING:
        return first in _VOWELS or first in _TRAILING or first in _SYLLABLES
    if second in _VOWELS:
        return first in _LEADING or first in _VOWELS or first in _SYLLABLES
    return first in _LEADING and (second in _LEADING or second in _SYLLABLES)


def _flag(text: str, place: int) -> bool:
    """Return whether a place is inside of a pair of regional indicators, which is one flag."""
    if ord(text[place]) not in _FLAGS:
        return False
    head = text[:place]
    number = len(head) - len(head.rstrip("".join(map(chr, _FLAGS))))
    return number % 2 == 1
