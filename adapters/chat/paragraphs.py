"""Paragraphs of a message, cut together so that all of them find room."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import Final

from core.view import shorten

AT: Final = "@\u200b"
"""A sign that no name can follow: the character behind it has no width."""


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
