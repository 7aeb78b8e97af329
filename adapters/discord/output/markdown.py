"""Text for Discord: escaped, so that nothing anybody typed formats, links or pings, and cut to fit.

Whole sentences are escaped, for the catalogues hold no Markdown: emphasis is put around them here.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import Final

from core.view import cut

LONGEST_TEXT: Final = 4000
"""Characters of all texts of a message together."""

LONGEST_LABEL: Final = 80
"""Characters of a button's label."""

_MARKS: Final = re.compile(r"([\\*_~`|<>#\[\]]|:(?=//))")
"""What formats, links or names people; a backslash before it is not shown."""

_LISTED: Final = re.compile(r"^(\s*\d*)([-+.])(?=\s|$)", re.MULTILINE)
"""What would begin a list."""

_TURNING: Final = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
"""Characters that turn the direction of all that follows."""

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
    firm: bool = False
    needed: bool = False

    def __str__(self) -> str:
        return f"{self.before}{self.text}{self.after}"

    @property
    def edges(self) -> int:
        """How many of its characters are never cut, and the end of its line."""
        return len(self.before) + len(self.after) + 1 + (len(self.text) if self.firm else 0)


def plain(text: str) -> str:
    """Return a text that Discord shows as it is."""
    escaped = _MARKS.sub(r"\\\1", _TURNING.sub("", text)).replace("@", AT)
    return _LISTED.sub(r"\1\\\2", escaped)


def label(text: str) -> str:
    """Return a text on one line for a button or a menu, where Markdown is shown as it is."""
    return " ".join(cut(_TURNING.sub("", text), LONGEST_LABEL).split()) or "–"


def within(
    paragraphs: Sequence[Paragraph], limit: int = LONGEST_TEXT
) -> tuple[Paragraph | None, ...]:
    """Return the paragraphs in at most `limit` characters, the longest cut first.

    Of those for whose edges there is no room None is left: the last first, what is needed last.
    """
    left = _left(paragraphs, limit)
    room = limit - sum(one.edges for one in left.values())
    longest = _longest([len(one.text) for one in left.values() if not one.firm], room)
    short = {
        place: one if one.firm else replace(one, text=cut(one.text, longest))
        for place, one in left.items()
    }
    return tuple(map(short.get, range(len(paragraphs))))


def _left(paragraphs: Sequence[Paragraph], limit: int) -> Mapping[int, Paragraph]:
    """Return, by their places, the paragraphs for whose edges there is room."""
    by_need = sorted(enumerate(paragraphs), key=lambda pair: not pair[1].needed)
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
