"""A grid as text of a fixed pitch, for people who read with a screen reader or without pictures."""

from collections.abc import Iterator
from itertools import accumulate
from typing import Final

from wcwidth import wcswidth, wcwidth

from adapters.chat.paragraphs import AT
from core.view import Cell, Grid

LONGEST_GRID: Final = 2000
"""Characters of a table: half of what a message holds, so that the rest finds room too."""

WIDEST: Final = 16
"""Columns of a word at most."""


def text_grid(grid: Grid, limit: int = LONGEST_GRID) -> str:
    """Return the grid as lines of equal width; raises ValueError where `limit` is too small."""
    for width in range(WIDEST, 0, -1):
        text = "\n".join(_lines(grid, width))
        if len(text) <= limit:
            return text
    raise ValueError(f"no table of this grid has {limit} characters")


def _lines(grid: Grid, most: int) -> Iterator[str]:
    words = [[_shown(cell, most) for cell in row] for row in grid.cells]
    widest = max((columns(word) for row in words for word in row), default=0)
    for row, cells in zip(words, grid.cells, strict=True):
        pairs = zip(row, cells, strict=True)
        parts = (f"{cell.place} {sign(cell)} {_padded(word, widest)}" for word, cell in pairs)
        yield " ".join(parts).rstrip()


def sign(cell: Cell) -> str:
    """Return one letter for what lies on a card: a capital once all may see it, else a small one.

    A covered card that the viewer knows nothing of has a dot.
    """
    if cell.face.letter.strip():
        return cell.face.letter
    return cell.hint.letter.lower() if cell.hint else "·"


def _shown(cell: Cell, most: int) -> str:
    """Return a card's word in at most so many columns, and twice as many characters."""
    word = quoted(cell.label)
    if columns(word) <= most and len(word) <= 2 * most:
        return word
    ends = accumulate(max(0, wcwidth(letter)) for letter in word[: 2 * most - 1])
    return word[: sum(end < most for end in ends)] + "…"


def quoted(text: str) -> str:
    """Return a text that does not end the block of code around it, nor calls anybody."""
    harmless = text.replace("`", "'").replace("@", AT)
    return "".join(letter for letter in harmless if wcwidth(letter) >= 0)


def columns(text: str) -> int:
    """Return how many columns of a terminal a text takes."""
    return max(0, wcswidth(text))


def _padded(text: str, width: int) -> str:
    return text + " " * (width - columns(text))
