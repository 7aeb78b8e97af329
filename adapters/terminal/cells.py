"""Text measured in terminal cells: an East Asian wide character takes two, a combining mark none.

Nothing here knows of colours; escape sequences are added to text that has already been measured.
"""

import unicodedata
from collections.abc import Iterator
from itertools import pairwise

from wcwidth import wcswidth, wcwidth

from core.fit import NEVER_FIRST, NEVER_LAST

ELLIPSIS = "…"
UNSHOWN = "\N{REPLACEMENT CHARACTER}"
TURNS = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
"""Characters that turn the direction of all that follows them on a line."""


def width(text: str) -> int:
    """Return the cells that a text takes."""
    measured = wcswidth(text)
    return measured if measured >= 0 else sum(max(0, wcwidth(character)) for character in text)


def shortened(text: str, limit: int) -> str:
    """Return the text in at most `limit` cells, cut with an ellipsis where it is longer.

    >>> shortened("constellation", 6)
    'const…'
    """
    if width(text) <= limit:
        return text
    head = text
    while head and width(head) > limit - 1:
        head = head[:-1]
    return head.rstrip() + ELLIPSIS if limit > 0 else ""


def padded(text: str, size: int, fill: str = " ") -> str:
    """Return the text in exactly `size` cells, cut or filled up at its end."""
    short = shortened(text, size)
    return short + fill * (size - width(short))


def centred(text: str, size: int) -> str:
    """Return the text in the middle of `size` cells."""
    short = shortened(text, size)
    before = (size - width(short)) // 2
    return padded(" " * before + short, size)


def wrapped(text: str, limit: int) -> Iterator[str]:
    """Yield the text's lines of at most `limit` cells, broken at spaces and in wide text."""
    for paragraph in text.split("\n"):
        yield from _wrapped_paragraph(paragraph, limit)


def _wrapped_paragraph(text: str, limit: int) -> Iterator[str]:
    line = ""
    for gap, chunk in _chunks(text):
        longer = line + gap + chunk if line else chunk
        if width(longer) <= limit:
            line = longer
            continue
        if line:
            yield line
        *full, line = _pieces(chunk, limit)
        yield from full
    yield line


def _chunks(text: str) -> Iterator[tuple[str, str]]:
    """Yield what stays on one line, each time after the space that a line break takes away."""
    for word in text.split(" "):
        start, gap = 0, " "
        for end in (*_breaks(word), len(word)):
            yield gap, word[start:end]
            start, gap = end, ""


def _breaks(word: str) -> Iterator[int]:
    """Yield the places in a word at which wide text may be broken without a space."""
    if word.isascii():
        return
    for place, (before, after) in enumerate(pairwise(word), 1):
        allowed = before not in NEVER_LAST and after not in NEVER_FIRST
        if allowed and 2 in (wcwidth(before), wcwidth(after)) and wcwidth(after) > 0:
            yield place


def _pieces(word: str, limit: int) -> list[str]:
    """Return a word cut into pieces of at most `limit` cells (of one character at least)."""
    pieces = [""]
    for character in word:
        if pieces[-1] and width(pieces[-1] + character) > limit:
            pieces.append("")
        pieces[-1] += character
    return pieces


def printable(text: str) -> str:
    """Return the text without what would steer the terminal; line feeds stay."""
    return "".join(UNSHOWN if _steers(character) else character for character in text)


def _steers(character: str) -> bool:
    if character == "\n":
        return False
    return character in TURNS or unicodedata.category(character) in ("Cc", "Cs", "Zl", "Zp")
