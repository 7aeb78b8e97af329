"""Boxes, text fitted into them, and fonts that have or lack the text's letters."""

import re
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from itertools import chain
from pathlib import Path
from typing import Final, TypeAlias

from PIL import ImageFont

from core.fit import NEVER_FIRST
from core.view import Cell, shorten

Coordinates: TypeAlias = tuple[float, float]
Font: TypeAlias = ImageFont.FreeTypeFont | ImageFont.ImageFont

LONGEST_DRAWN_TEXT = 200
"""Characters of a text that are read; more never fit."""

TEXTS_KEPT: Final = 4096
"""Fitted words in the cache, and letters checked against a font."""

NARROW: Final = 0.8
"""The share of its width to which a line is narrowed before it is wrapped."""

NARROWEST: Final = 0.6
"""The smallest share of a line's width; all words of our pack then take one line."""

SHARES: Final = (1.0, 0.9, NARROW, 0.7, NARROWEST)
"""The shares of its width to which a line is narrowed; the first that fits is used."""

CAPITAL_SHARE: Final = 0.9
"""The height of the tallest letters, which are Japanese, as a share of a font's size."""

UNASSIGNED = "\U0010ffff"
"""A character that no font contains."""

JAPANESE: Final = Path(__file__).parent / "data" / "japanese.otf"
"""The font with the characters of JIS X 0208, cut by tools/build_font.py."""

_WIDE: Final = "\u3005\u3007\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\uff66-\uff9f"
_TRAILING: Final = re.escape("".join(sorted(NEVER_FIRST)))

_UNITS: Final = re.compile(rf"(\s*)([{_WIDE}][{_TRAILING}]*|[^\s{_WIDE}]+[{_TRAILING}]*)")
"""Units that are never broken, with the space before them: words, Japanese characters."""

_SPACED: Final = re.compile(r"(\s*)(\S+)")
"""The same, with Japanese broken at spaces only, for example between a word and its reading."""


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle in pixels; `right` and `bottom` are the first pixels outside."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def width(self) -> int:
        """The width in pixels."""
        return self.right - self.left

    @property
    def height(self) -> int:
        """The height in pixels."""
        return self.bottom - self.top

    @property
    def size(self) -> tuple[int, int]:
        """The width and height in pixels."""
        return self.width, self.height

    @property
    def middle(self) -> Coordinates:
        """The centre."""
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2

    def shrunk(self, edge: int) -> "Box":
        """Return the box without `edge` pixels on each side."""
        return Box(self.left + edge, self.top + edge, self.right - edge, self.bottom - edge)

    def moved(self, across: int) -> "Box":
        """Return the box `across` pixels further to the right."""
        return replace(self, left=self.left + across, right=self.right + across)

    def halves(self) -> tuple["Box", "Box"]:
        """Return its left and its right half."""
        middle = (self.left + self.right) // 2
        return replace(self, right=middle), replace(self, left=middle)


@cache
def font_at(path: Path | None, size: int) -> Font:
    """Return a font with letters of `size` pixels, from a file or Pillow.

    Raises OSError if the file cannot be read.
    """
    return ImageFont.truetype(path, size) if path else ImageFont.load_default(size)


def line_width(line: str, size: int, font: Path | None) -> float:
    """Return the width of a line in pixels."""
    return font_at(font, size).getlength(line)


@dataclass(frozen=True, slots=True)
class FittedText:
    """Lines of text, narrowed if they are too wide, and the height of their letters in pixels."""

    lines: tuple[str, ...]
    size: int


def leading(size: int) -> int:
    """Return the distance between lines of `size` pixels: small, as capitals hardly descend."""
    return size * 15 // 16


@lru_cache(TEXTS_KEPT)
def fit_text(text: str, box: Box, size: int, font: Path | None) -> FittedText:
    """Return a text set in a box with letters of `size` pixels: narrowed, wrapped, or cut.

    Letters keep their height, for small pictures on phones. The first of these that fits is used: a
    line narrowed by up to a fifth; lines narrowed to `NARROWEST`, wrapped at spaces, otherwise
    where the language allows; a broken word; a cut text.
    """
    text = " ".join(shorten(text, LONGEST_DRAWN_TEXT).split())
    if line_width(text, size, font) * NARROW <= box.width:
        return FittedText((text,), size)
    boxes = [replace(box, right=box.left + int(box.width / share)) for share in SHARES]
    settings = chain(
        (wrapped(text, one, size, font, _SPACED) for one in boxes),
        (wrapped(text, one, size, font) for one in boxes),
        (_broken(text, one, size, font) for one in boxes),
        (wrapped(shorten(text, limit), boxes[-1], size, font) for limit in range(len(text), 0, -1)),
    )
    return FittedText(next(filter(None, settings), ()), size)


def _broken(text: str, box: Box, size: int, font: Path | None) -> tuple[str, ...]:
    """Return the two halves of a single word as lines; no lines if they do not fit."""
    middle = -(-len(text) // 2)
    fits = " " not in text and wrapped(f"{text[:middle]}- {text[middle:]}", box, size, font)
    return fits or ()


def wrapped(
    text: str, box: Box, size: int, font: Path | None, units: re.Pattern[str] = _UNITS
) -> tuple[str, ...]:
    """Return the lines of a text, wrapped between units; no lines if it does not fit."""
    lines = [""]
    for space, unit in units.findall(text):
        longer = f"{lines[-1]}{space}{unit}".lstrip()
        if line_width(longer, size, font) <= box.width:
            lines[-1] = longer
        else:
            lines.append(unit)
    too_wide = any(line_width(line, size, font) > box.width for line in lines)
    too_high = (len(lines) - 1) * leading(size) + size * CAPITAL_SHARE > box.height
    return () if too_wide or too_high else tuple(lines)


def drawn_label(cell: Cell) -> str:
    """Return a cell's label in capitals, which all have the same height."""
    return cell.label.upper()


def font_for(text: str) -> Path | None:
    """Return the font for a text: Pillow's own, or the Japanese one.

    >>> font_for("whale") is None, font_for("くじら") == JAPANESE
    (True, True)
    """
    return JAPANESE if missing(text) else None


def missing(text: str, font: Path | None = None) -> frozenset[str]:
    """Return the characters of a text that the font lacks.

    Such a text needs another font, or no picture.
    """
    return frozenset(letter for letter in text if not letter.isspace() and _lacks(font, letter))


@lru_cache(TEXTS_KEPT)
def _lacks(font: Path | None, letter: str) -> bool:
    face = font_at(font, 24)
    return _shape(face, letter) == _shape(face, UNASSIGNED)


def _shape(font: Font, letter: str) -> tuple[tuple[int, int], bytes]:
    mask = font.getmask(letter)
    return mask.size, bytes(mask)
