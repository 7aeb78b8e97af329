"""Text that is made to fit its box, and fonts that have or lack its letters."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache, lru_cache
from pathlib import Path
from typing import Final, TypeAlias

from PIL import ImageFont

from adapters.picture.layout import Box
from core.fit import NEVER_FIRST
from core.view import shorten

Font: TypeAlias = ImageFont.FreeTypeFont | ImageFont.ImageFont

LONGEST_DRAWN_TEXT = 200
"""Characters of a text that are looked at; more never fit."""

TEXTS_KEPT: Final = 4096
"""Words whose lines and size are kept, and letters that are known to be in a font or not."""

UNASSIGNED = "\U0010ffff"
"""A character that no font has a shape for."""

JAPANESE: Final = Path(__file__).parent / "data" / "japanese.otf"
"""The font with the characters of JIS X 0208, cut by tools/build_font.py."""

_WIDE: Final = "\u3005\u3007\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\uff66-\uff9f"
_TRAILING: Final = re.escape("".join(sorted(NEVER_FIRST)))

_UNITS: Final = re.compile(rf"(\s*)([{_WIDE}][{_TRAILING}]*|[^\s{_WIDE}]+[{_TRAILING}]*)")
"""Units in which no line is broken, each after the space before it: words, Japanese characters."""


@dataclass(frozen=True, slots=True, eq=False)
class ScalableFont:
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


@cache
def load_font(path: Path | None) -> ScalableFont:
    """Return the font of a file, or Pillow's own, which is read once."""
    return ScalableFont(path)


@dataclass(frozen=True, slots=True)
class FittedText:
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


@lru_cache(TEXTS_KEPT)
def fit_text(text: str, box: Box, size: int, font: ScalableFont) -> FittedText:
    """Return a text set in a box, at most `size` pixels high: shrunk, then wrapped, then cut.

    A line shrinks by a fifth at most before it is wrapped at spaces; wrapped lines shrink to half
    the size before the text is cut.
    """
    text = " ".join(shorten(text, LONGEST_DRAWN_TEXT).split())
    for smaller in range(size, size * 4 // 5 - 1, -1):
        if font.width(text, smaller) <= box.width and leading(smaller) <= box.height:
            return FittedText((text,), smaller)
    for smaller in range(size, size // 2 - 1, -1):
        lines = wrapped(text, box, smaller, font)
        if lines:
            return FittedText(lines, smaller)
    return _cut_to_fit(text, box, size // 2, font)


def _cut_to_fit(text: str, box: Box, size: int, font: ScalableFont) -> FittedText:
    settings = (wrapped(shorten(text, limit), box, size, font) for limit in range(len(text), 0, -1))
    return FittedText(next((lines for lines in settings if lines), ()), size)


def wrapped(text: str, box: Box, size: int, font: ScalableFont) -> tuple[str, ...]:
    """Return a text in lines broken where its language allows, or none where it does not fit."""
    lines = [""]
    for space, unit in _units(text):
        longer = f"{lines[-1]}{space}{unit}".lstrip()
        if font.width(longer, size) <= box.width:
            lines[-1] = longer
        else:
            lines.append(unit)
    too_wide = any(font.width(line, size) > box.width for line in lines)
    too_high = len(lines) * leading(size) > box.height
    return () if too_wide or too_high else tuple(lines)


def _units(text: str) -> Iterator[tuple[str, str]]:
    """Yield what a line is never broken within, each with the space before it."""
    return ((found[1], found[2]) for found in _UNITS.finditer(text))


def font_for(text: str) -> Path | None:
    """Return the font that a text is written in: Pillow's own, or the Japanese one.

    >>> font_for("whale") is None, font_for("くじら") == JAPANESE
    (True, True)
    """
    return JAPANESE if missing(text) else None


def missing(text: str, font: Path | None = None) -> frozenset[str]:
    """Return the characters of a text that the font has no shape for.

    Where there are any, the words are better shown as text, or with another font.
    """
    return frozenset(letter for letter in text if not letter.isspace() and _lacks(font, letter))


@lru_cache(TEXTS_KEPT)
def _lacks(font: Path | None, letter: str) -> bool:
    face = load_font(font).at(24)
    return _shape(face, letter) == _shape(face, UNASSIGNED)


def _shape(font: Font, letter: str) -> tuple[tuple[int, int], bytes]:
    mask = font.getmask(letter)
    return mask.size, bytes(mask)
