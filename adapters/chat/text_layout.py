"""Paragraphs of a message, cut together so that all of them find room; and grids as text.

A grid is of a fixed pitch, for people who read with a screen reader or without pictures.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import Final

from wcwidth import wcswidth, wcwidth

from core.view import Cell, Grid, shorten

AT: Final = "@\u200b"
"""A sign that no name can follow: the character behind it has no width."""


LONGEST_GRID: Final = 2000
"""Characters of a table: half of what a message holds, so that the rest finds room too."""

WIDEST: Final = 16
"""Columns of a word at most."""


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A piece of text, escaped; what stands `before` and `after` it is kept when it is cut.

    One that `is_uncut` is never cut; one that `is_needed` is left out only where all others are.
    """

    text: str
    before: str = ""
    after: str = ""
    is_uncut: bool = False
    is_needed: bool = False

    def __str__(self) -> str:
        return f"{self.before}{self.text}{self.after}"

    @property
    def edges(self) -> int:
        """The number of its characters that are never cut, with the end of its line."""
        return len(self.before) + len(self.after) + 1 + (len(self.text) if self.is_uncut else 0)


def fit_lengths(paragraphs: Sequence[Paragraph], limit: int) -> tuple[Paragraph | None, ...]:
    """Return the paragraphs in at most `limit` characters, the longest cut first.

    Of those for whose edges there is no room None is left: the last first, what is needed last.
    """
    left = _left(paragraphs, limit)
    room = limit - sum(one.edges for one in left.values())
    longest = _longest([len(one.text) for one in left.values() if not one.is_uncut], room)
    short = {
        place: one if one.is_uncut else replace(one, text=shorten(one.text, longest))
        for place, one in left.items()
    }
    return tuple(map(short.get, range(len(paragraphs))))


def _left(paragraphs: Sequence[Paragraph], limit: int) -> Mapping[int, Paragraph]:
    """Return, by their places, the paragraphs for whose edges there is room."""
    by_need = sorted(enumerate(paragraphs), key=lambda pair: not pair[1].is_needed)
    sizes = accumulate(one.edges for _, one in by_need)
    return dict(pair for pair, size in zip(by_need, sizes, strict=True) if size <= limit)


def _longest(lengths: Sequence[int], room: int) -> int:
    """Return how long the longest may be, so that all together find room."""
    left = room
    for taken, length in enumerate(sorted(lengths)):
        share = left // (len(lengths) - taken)
        if length > share:
            return share
        left -= length
    return room


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
        padded = ((word + " " * (widest - columns(word)), cell) for word, cell in pairs)
        yield " ".join(f"{cell.place} {sign(cell)} {word}" for word, cell in padded).rstrip()


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
