"""Text that is made to fit its box, and fonts that have or lack its letters."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias

from PIL import ImageFont

from adapters.picture.layout import Box
from core.view import cut

Font: TypeAlias = ImageFont.FreeTypeFont | ImageFont.ImageFont

LONGEST = 200
"""Characters of a text that are looked at; more never fit."""

UNASSIGNED = "\U0010ffff"
"""A character that no font has a shape for."""


@dataclass(frozen=True, slots=True)
class Lettering:
    """A font at any size: the file at `path`, or the one that comes with Pillow."""

    path: Path | None = None
    loaded: dict[int, Font] = field(default_factory=dict)

    def at(self, size: int) -> Font:
        """Return the font with letters of `size` pixels; raises OSError if it can't be read."""
        if size not in self.loaded:
            self.loaded[size] = (
                ImageFont.truetype(self.path, size) if self.path else ImageFont.load_default(size)
            )
        return self.loaded[size]

    def width(self, text: str, size: int) -> float:
        """Return how many pixels wide a line is."""
        return self.at(size).getlength(text)


@dataclass(frozen=True, slots=True)
class Setting:
    """Lines of text and the size, in pixels, that makes them fit."""

    lines: tuple[str, ...]
    size: int

    @property
    def leading(self) -> int:
        """The distance from one line to the next, in pixels."""
        return leading(self.size)


def leading(size: int) -> int:
    """Return the distance between lines of `size` pixels."""
    return size * 9 // 8


def fitted(text: str, box: Box, size: int, lettering: Lettering) -> Setting:
    """Return a text set in a box, at most `size` pixels high: shrunk, then wrapped, then cut.

    A line shrinks by a fifth at most before it is wrapped at spaces; wrapped lines shrink to half
    the size before the text is cut.
    """
    text = " ".join(cut(text, LONGEST).split())
    for smaller in range(size, size * 4 // 5 - 1, -1):
        if lettering.width(text, smaller) <= box.width and leading(smaller) <= box.height:
            return Setting((text,), smaller)
    for smaller in range(size, size // 2 - 1, -1):
        lines = wrapped(text, box, smaller, lettering)
        if lines:
            return Setting(lines, smaller)
    return _cut_to_fit(text, box, size // 2, lettering)


def _cut_to_fit(text: str, box: Box, size: int, lettering: Lettering) -> Setting:
    settings = (
        wrapped(cut(text, limit), box, size, lettering) for limit in range(len(text), 0, -1)
    )
    return Setting(next((lines for lines in settings if lines), ()), size)


def wrapped(text: str, box: Box, size: int, lettering: Lettering) -> tuple[str, ...]:
    """Return a text in lines broken at spaces, or no line where it does not fit the box."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".lstrip()
        if lettering.width(longer, size) <= box.width:
            lines[-1] = longer
        else:
            lines.append(word)
    too_wide = any(lettering.width(line, size) > box.width for line in lines)
    too_high = len(lines) * leading(size) > box.height
    return () if too_wide or too_high else tuple(lines)


def missing(text: str, font: Path | None = None) -> frozenset[str]:
    """Return the characters of a text that the font has no shape for.

    Where there are any, the words are better shown as text, or with another font.
    """
    face = Lettering(font).at(24)
    nothing = _shape(face, UNASSIGNED)
    return frozenset(
        letter for letter in text if not letter.isspace() and _shape(face, letter) == nothing
    )


def _shape(font: Font, letter: str) -> tuple[tuple[int, int], bytes]:
    mask = font.getmask(letter)
    return mask.size, bytes(mask)
