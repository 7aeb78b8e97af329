"""Text for Discord: escaped, so that nothing anybody typed formats, links or pings, and cut to fit.

Whole sentences are escaped, for the catalogues hold no Markdown: emphasis is put around them here.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import Final

from adapters.chat.buttons import TURNING
from core.view import shorten

LONGEST_LAYOUT_TEXT: Final = 4000
"""Characters of all texts of a message together."""


_MARKS: Final = re.compile(r"([\\*_~`|<>#\[\]]|:(?=//))")
"""Signs that format, link or name people; a backslash before them is not shown."""

_LISTED: Final = re.compile(r"^(\s*\d*)([-+.])(?=\s|$)", re.MULTILINE)
"""The beginning of a list."""

AT: Final = "@\u200b"
"""A sign that no name can follow: the character behind it has no width."""


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A piece of text, escaped; what stands `before` and `after` it is kept when it is cut.

    A `firm` one is never cut; one that is `needed` is left out only where all others are.
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


def escape(text: str) -> str:
    """Return a text that Discord shows as it is."""
    escaped = _MARKS.sub(r"\\\1", TURNING.sub("", text)).replace("@", AT)
    return _LISTED.sub(r"\1\\\2", escaped)


def fit_lengths(
    paragraphs: Sequence[Paragraph], limit: int = LONGEST_LAYOUT_TEXT
) -> tuple[Paragraph | None, ...]:
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
