"""Text measured in terminal cells: an East Asian wide character takes two, a combining mark none.

This module ignores colours: callers measure text before they add escape sequences.
"""

import re
from collections.abc import Iterator
from functools import partial
from itertools import pairwise
from typing import Final

import wcwidth
from wcwidth import clip, ljust

from core.fit import NEVER_FIRST, NEVER_LAST

ELLIPSIS = "…"
UNSHOWN = "\N{REPLACEMENT CHARACTER}"

_STEERING: Final = re.compile(r"[\0-\t\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
"""Control characters except line feeds, line separators, bidi controls, and lone surrogates."""

width = partial(wcwidth.width, control_codes="ignore")
"""Returns the number of cells of a text."""


def shortened(text: str, limit: int) -> str:
    """Return the text in at most `limit` cells, cut with an ellipsis if it is longer.

    >>> shortened("constellation", 6)
    'const…'
    """
    if width(text) <= limit:
        return text
    if limit <= 0:
        return ""
    return clip(text, 0, limit - 1, control_codes="ignore").rstrip() + ELLIPSIS


def padded(text: str, size: int, fill: str = " ") -> str:
    """Return the text in exactly `size` cells, cut or padded at its end."""
    return ljust(shortened(text, size), size, fill)


def centred(text: str, size: int) -> str:
    """Return the text in the middle of `size` cells."""
    short = shortened(text, size)
    return ljust(" " * ((size - width(short)) // 2) + short, size)


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
    """Yield unbreakable pieces, each after the space that a line break would remove."""
    for word in text.split(" "):
        start, gap = 0, " "
        for end in (*_breaks(word), len(word)):
            yield gap, word[start:end]
            start, gap = end, ""


def _breaks(word: str) -> Iterator[int]:
    """Yield the positions in a word at which wide text may break without a space."""
    if word.isascii():
        return
    for place, (before, after) in enumerate(pairwise(word), 1):
        allowed = before not in NEVER_LAST and after not in NEVER_FIRST
        if allowed and 2 in (width(before), width(after)) and width(after) > 0:
            yield place


def _pieces(word: str, limit: int) -> list[str]:
    """Return a word cut into pieces of at most `limit` cells (at least one character each)."""
    pieces = [""]
    for character in word:
        if pieces[-1] and width(pieces[-1] + character) > limit:
            pieces.append("")
        pieces[-1] += character
    return pieces


def printable(text: str) -> str:
    """Return the text without characters that control the terminal, except line feeds."""
    return _STEERING.sub(UNSHOWN, text)
