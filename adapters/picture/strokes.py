"""A drawing of strokes as a PNG picture, such as a gallows: round lines on a plain page."""

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from PIL import Image, ImageDraw

from adapters.picture.board import SMOOTHING
from adapters.picture.palette import FAINT_SHARE, PALETTES, RGB, Palette, Theme, blend, indexed, png
from core.view import Drawing, Pen, Stroke

SIZE = 480
"""Pixels of the height of the frame that the strokes are meant for."""

EDGE = 16
"""Pixels of page around it."""

WIDTHS: Mapping[Pen, int] = MappingProxyType({Pen.BROAD: 15, Pen.FINE: 7, Pen.FAINT: 15})
"""Pixels of a stroke's width, by its pen."""

PICTURES_KEPT: Final = 64
"""Pictures that are kept, some 0.5 MB: gallows are alike in all games."""


@lru_cache(PICTURES_KEPT)
def render_strokes(drawing: Drawing, *, theme: Theme = Theme.LIGHT) -> bytes:
    """Return the drawing's strokes as a PNG: the same bytes for the same strokes and theme."""
    palette = PALETTES[theme]
    width, height = (2 * EDGE + round(SIZE * side) for side in (drawing.breadth, 1))
    image = Image.new("RGB", (width * SMOOTHING, height * SMOOTHING), palette.background)
    for stroke in drawing.strokes:
        _draw(image, stroke, _ink(stroke, palette))
    return png(indexed(image.reduce(SMOOTHING), theme))


def _ink(stroke: Stroke, palette: Palette) -> RGB:
    """Return a stroke's colour: a frame's, for it is told from the page like one."""
    ink = palette.paints[stroke.colour].edge if stroke.colour else palette.text
    return blend(palette.background, ink, FAINT_SHARE) if stroke.pen is Pen.FAINT else ink


def _draw(image: Image.Image, stroke: Stroke, ink: RGB) -> None:
    """Draw one line, round at its ends and corners."""
    breadth = WIDTHS[stroke.pen] * SMOOTHING
    draw, radius = ImageDraw.Draw(image), breadth / 2
    points = [
        ((EDGE + across * SIZE) * SMOOTHING, (EDGE + down * SIZE) * SMOOTHING)
        for across, down in stroke.points
    ]
    draw.line(points, ink, breadth)
    for across, down in points:
        ends = (across - radius, down - radius, across + radius, down + radius)
        draw.ellipse(ends, ink)
