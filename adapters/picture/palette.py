"""The colours of a picture, by theme."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cache
from itertools import chain
from typing import Final, TypeAlias

from PIL import Image

from core.view import Colour

RGB: TypeAlias = tuple[int, int, int]

TINT = 0.16
"""The share of a hint's colour in its tile."""

FAINT_SHARE: Final = 0.13
"""The share of ink in a stroke that is not drawn yet."""

EDGE_SHARES: Final = tuple(step / 6 for step in range(1, 6))
"""Mixtures of two adjacent colours in a picture: smooth edges need no more."""

MOST_COLOURS: Final = 256
"""Colours of a PNG whose pixels are one byte each."""


class Theme(Enum):
    """The background around the picture."""

    LIGHT = "light"
    DARK = "dark"


@dataclass(frozen=True, slots=True)
class Paint:
    """The colours of a face: the card, the text on it, and its frame."""

    fill: RGB
    text: RGB
    edge: RGB


@dataclass(frozen=True, slots=True)
class Palette:
    """All colours of a theme: `background` is below the tiles, with `text` on it."""

    background: RGB
    text: RGB
    mark: Paint
    paints: Mapping[Colour, Paint]

    @property
    def tile(self) -> Paint:
        """A covered card."""
        return self.paints[Colour.BLANK]


def _rgb(text: str) -> RGB:
    """Return the colour of six hexadecimal digits."""
    red, green, blue = bytes.fromhex(text)
    return red, green, blue


def _paint(fill: str, text: str, edge: str) -> Paint:
    return Paint(_rgb(fill), _rgb(text), _rgb(edge))


# Words have a contrast of 4.5 : 1 and frames of 3 : 1 to their background (WCAG 2.2, 1.4.3 and
# 1.4.11). Blue and red also differ in lightness, and yellow and sand from all the others.
PALETTES: Mapping[Theme, Palette] = {
    Theme.LIGHT: Palette(
        background=_rgb("e9e4d8"),
        text=_rgb("4a453c"),
        mark=_paint("26323f", "ffffff", "26323f"),
        paints={
            Colour.BLANK: _paint("fffdf8", "1d1b18", "c9c1b0"),
            Colour.BLUE: _paint("1a56a8", "ffffff", "1a56a8"),
            Colour.RED: _paint("cf3a24", "ffffff", "c23420"),
            Colour.GREEN: _paint("1b7a44", "ffffff", "1b7a44"),
            Colour.YELLOW: _paint("f6c21c", "1d1b18", "9a6f00"),
            Colour.PURPLE: _paint("75369f", "ffffff", "75369f"),
            Colour.SAND: _paint("cdb68a", "1d1b18", "85714a"),
            Colour.BLACK: _paint("0d0d0f", "ffffff", "0d0d0f"),
        },
    ),
    Theme.DARK: Palette(
        background=_rgb("17191d"),
        text=_rgb("b9bec8"),
        mark=_paint("e8ebf0", "17191d", "e8ebf0"),
        paints={
            Colour.BLANK: _paint("30343c", "f3f4f6", "4b515c"),
            Colour.BLUE: _paint("2b6cc4", "ffffff", "5b96e6"),
            Colour.RED: _paint("cf3a24", "ffffff", "ec6650"),
            Colour.GREEN: _paint("1f7f49", "ffffff", "3ca76b"),
            Colour.YELLOW: _paint("f6c21c", "1d1b18", "f6c21c"),
            Colour.PURPLE: _paint("8444b3", "ffffff", "ac78d6"),
            Colour.SAND: _paint("bfa97f", "1d1b18", "bfa97f"),
            Colour.BLACK: _paint("000000", "ffffff", "ffffff"),
        },
    ),
}


def indexed(image: Image.Image, theme: Theme) -> Image.Image:
    """Return a picture whose pixels are numbers of the nearest colours of its theme.

    Such a PNG takes a sixth of the time to compress, and two fifths of the bytes.
    """
    corners, colours = _palettes(theme)
    drawn = image.quantize(palette=corners, dither=Image.Dither.NONE)
    drawn.putpalette(colours)
    return drawn


@cache
def _palettes(theme: Theme) -> tuple[Image.Image, Sequence[int]]:
    """Return a palette of the corners of a theme's colour cells, and the colours themselves.

    Pillow compares colours by the corners of their cells of 4 by 4 by 4. In a cell, an exact colour
    precedes mixtures.
    """
    found: dict[RGB, RGB] = {}
    for colour in (*chain(*_meeting(PALETTES[theme])), *_mixtures(PALETTES[theme])):
        red, green, blue = (part & ~3 for part in colour)
        found.setdefault((red, green, blue), colour)
    if len(found) > MOST_COLOURS:
        raise ValueError(f"{theme} has {len(found)} colours")
    corners = Image.new("P", (1, 1))
    corners.putpalette([*chain(*found)])
    return corners, [*chain(*found.values())]


def _mixtures(palette: Palette) -> Iterator[RGB]:
    """Yield mixtures of adjacent colours, for smooth edges."""
    for below, above in _meeting(palette):
        yield from (blend(below, above, share) for share in EDGE_SHARES)
    for paint in palette.paints.values():
        yield blend(paint.fill, palette.mark.fill, 0.5)


def _meeting(palette: Palette) -> Iterator[tuple[RGB, RGB]]:
    """Yield pairs of a ground's colour and a colour drawn on it."""
    page, tile, mark = palette.background, palette.tile, palette.mark
    inks = (palette.text, *(paint.edge for paint in palette.paints.values()))
    faint = (blend(page, ink, FAINT_SHARE) for ink in inks)
    yield from ((page, ink) for ink in (*inks, *faint))
    yield mark.fill, mark.text
    for paint in palette.paints.values():
        tinted = blend(tile.fill, paint.fill, TINT)
        yield from ((paint.fill, paint.text), (paint.fill, paint.edge))
        yield from ((tinted, paint.edge), (tinted, tile.text))


def blend(below: RGB, above: RGB, share: float) -> RGB:
    """Return the mixture of two colours; `share`, 0 to 1, is that of the second."""
    red, green, blue = (
        round(under + (over - under) * share) for under, over in zip(below, above, strict=True)
    )
    return red, green, blue
