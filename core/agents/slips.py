"""Slips of the pen: the results of one typing mistake, and their costs."""

from collections.abc import Iterator
from typing import Final

_VOWELS: Final = frozenset("aeiouy")
_LETTERS: Final = "abcdefghijklmnopqrstuvwxyz"
_ALIKE: Final = frozenset(("ck", "cs", "sz", "fv", "gj", "mn", "bp", "dt", "qk", "xz"))
"""Letters with a similar sound."""

_SPELLINGS: Final = (("f", "ph"), ("ph", "f"), ("k", "ck"), ("ck", "k"), ("x", "cks"), ("kw", "qu"))
"""Spellings of a sound, and an alternative for each."""

WIDEST_SLIP: Final = max(len(letters) for letters, _ in _SPELLINGS)
"""The most letters that a slip changes."""

_SWAP, _DOUBLE, VOWEL_SLIP, _SOUND, _LETTER, _CHANGE, _FIRST = 0.6, 0.5, 0.7, 0.8, 0.9, 1.0, 0.4
"""Costs: swapped letters, a letter doubled or not, a wrong vowel, a letter with a similar sound,
an extra or missing letter, any other wrong letter; and the extra cost of the first letter."""


def slips(word: str, first: int = 0, last: int | None = None) -> Iterator[tuple[str, float]]:
    """Yield the results of one slip in a word, with their costs.

    The slip begins at a place from `first` to `last`, counted from 0; None is the end.

    >>> dict(slips("recieve"))["receive"]
    0.6
    """
    last = len(word) if last is None else last
    places = range(max(0, first), min(len(word), last + 1))
    for letters, others in _SPELLINGS:
        for place in places:
            if word.startswith(letters, place):
                yield word[:place] + others + word[place + len(letters) :], VOWEL_SLIP
    for place in places:
        before, letter, after = word[:place], word[place], word[place + 1 :]
        extra = 0.0 if place else _FIRST
        doubled = letter in (before[-1:], after[:1])
        yield before + after, (_DOUBLE if doubled else _LETTER) + extra
        if after:
            yield before + after[0] + letter + after[1:], _SWAP + extra
        for other in _LETTERS:
            if other != letter:
                yield before + other + after, _mistaken(letter, other) + extra
            more = _DOUBLE if other == letter else _LETTER
            yield before + other + letter + after, more + extra
    for other in _LETTERS if last >= len(word) else "":
        yield word + other, _DOUBLE if other == word[-1] else _LETTER


def _mistaken(letter: str, other: str) -> float:
    if letter in _VOWELS and other in _VOWELS:
        return VOWEL_SLIP
    return _SOUND if letter + other in _ALIKE or other + letter in _ALIKE else _CHANGE
