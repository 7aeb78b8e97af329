"""Draws the cards and the shapes on them; the place of each part, in pixels."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import ceil, cos, pi, sin
from pathlib import Path
from typing import ClassVar, Final

from PIL import Image, ImageDraw

from adapters.picture.palette import PALETTES, RGB, TINT, Paint, Palette, Theme, blend
from adapters.picture.text import (
    Box,
    Coordinates,
    FittedText,
    drawn_label,
    fit_text,
    font_at,
    leading,
)
from core.view import Cell, Face, Glyph, Note

MOST_COLUMNS: Final = 5
"""Columns of a picture in a message; a wider board is two pictures, its left and right half."""

LETTER_SIZE: Final = 36
"""Size of letters in pixels: capitals are 25 high, 10 on a phone with `MOST_COLUMNS`."""

COVERED_LETTER_SIZE: Final = LETTER_SIZE * 6 // 5
"""Size of letters on covered cards, which people read to choose, if their words fit."""

LABEL_MARGIN: Final = 40
"""Pixels on the left for the rows' letters, and above for the columns' numbers."""

TILE_WIDTH: Final = 184
"""Width of a tile in pixels: five columns make a picture 1000 pixels wide."""

TILE_HEIGHT: Final = TILE_WIDTH * 5 // 8
"""Height of a tile in pixels."""

TILE_GAP: Final = 8
"""Pixels between tiles, and at the right and lower edge."""

_INSET: Final = TILE_HEIGHT // 16
_BADGE: Final = LETTER_SIZE - 1
_LONE_BADGE: Final = TILE_HEIGHT - 2 * (TILE_HEIGHT // 4)
"""Pixels between a tile's edge and its badges, and the badges' heights."""


@dataclass(frozen=True, slots=True)
class PictureLayout:
    """The places of all parts, in pixels, on a picture with `cols` tiles in a row.

    Places within a tile are relative to the tile's corner.
    """

    cols: int
    headed: bool = False

    badge: ClassVar[Box] = Box(_INSET, _INSET, _INSET + 2 * _BADGE, _INSET + _BADGE)
    """The place of a tile's shape and letter."""

    lone_badge: ClassVar[Box] = Box(
        TILE_WIDTH // 2 - _LONE_BADGE,
        TILE_HEIGHT // 4,
        TILE_WIDTH // 2 + _LONE_BADGE,
        TILE_HEIGHT // 4 + _LONE_BADGE,
    )
    """The place of the shape and letter on a tile without a word."""

    word: ClassVar[Box] = Box(
        TILE_GAP, badge.bottom, TILE_WIDTH - TILE_GAP, TILE_HEIGHT - badge.top + 1
    )
    """The place of a tile's word: two lines high."""

    covered: ClassVar[Box] = Box(TILE_GAP, 2 * _INSET, TILE_WIDTH - TILE_GAP, word.bottom)
    """The place of the word on a covered tile without a badge: one line avoids the marks."""

    marks: ClassVar[Box] = Box(
        TILE_WIDTH - _INSET - _BADGE, badge.top, TILE_WIDTH - _INSET, badge.bottom
    )
    """The place of the dot with the number of marks."""

    notes: ClassVar[tuple[Box, ...]] = (marks, marks.moved(-(_BADGE + _INSET // 2)))
    """The places of dots with notes, filled from the right."""

    @property
    def header(self) -> Box:
        """The box of the header at the top; its height is 0 without a header."""
        return Box(LABEL_MARGIN, 0, self.width - TILE_GAP, 60 if self.headed else 0)

    @property
    def width(self) -> int:
        """The picture's width."""
        return LABEL_MARGIN + self.cols * (TILE_WIDTH + TILE_GAP)

    def tile_left(self, col: int) -> int:
        """Return the left edge of a column's tiles."""
        return LABEL_MARGIN + col * (TILE_WIDTH + TILE_GAP)

    def col_name(self, col: int) -> Box:
        """Return the place of a column's number, above its tiles."""
        left, top = self.tile_left(col), self.header.bottom
        return Box(left, top, left + TILE_WIDTH, top + LABEL_MARGIN)


SMOOTHING = 4
"""Factor by which shapes are drawn larger and then reduced, for smooth edges."""

IMAGES_KEPT: Final = 128
"""Empty cards and masks in the cache, at most about 8 MB: many cards share few of them."""

MASKS_KEPT: Final = 8192
"""Words whose masks are in the cache, about 30 MB: the cards of 300 boards."""

WEIGHT = 0.35
"""Pixels that thicken letters on each side, for small pictures on phones."""


@dataclass(frozen=True, slots=True)
class BoardRenderer:
    """Draws the bands of pictures by a layout, with a theme's colours and a font."""

    layout: PictureLayout
    theme: Theme
    font: Path | None

    @property
    def palette(self) -> Palette:
        """The colours of the theme."""
        return PALETTES[self.theme]

    def top(self, cells: Sequence[Cell], header: str | None) -> Image.Image:
        """Return the band above the first row's cards: the header, and the columns' numbers."""
        image = self._page(self.layout.header.bottom + LABEL_MARGIN)
        if header is not None:
            text = fit_text(header, self.layout.header, LETTER_SIZE, self.font)
            self._write(image, text, self.layout.header, self.palette.text)
        for col, cell in enumerate(cells):
            self._name(image, cell.column, self.layout.col_name(col))
        return image

    def row(self, cells: Sequence[Cell]) -> Image.Image:
        """Return the band of a row: its letter and its cards."""
        image = self._page(TILE_HEIGHT + TILE_GAP)
        if cells:
            name = Box(0, 0, LABEL_MARGIN, TILE_HEIGHT)
            self._name(image, cells[0].row, name)
        for col, cell in enumerate(cells):
            image.paste(self._tile(cell), (self.layout.tile_left(col), 0))
        return image

    def _page(self, height: int) -> Image.Image:
        return Image.new("RGB", (self.layout.width, height), self.palette.background)

    def _name(self, image: Image.Image, name: str, box: Box) -> None:
        self._write(image, FittedText((name,), LETTER_SIZE), box, self.palette.text)

    def _tile(self, cell: Cell) -> Image.Image:
        """Return one card, drawn only inside its tile."""
        face, hinted = cell.known, cell.known != cell.face
        paint, tile = self.palette.paints[face.colour], self.palette.tile
        if hinted:
            paint = replace(paint, fill=blend(tile.fill, paint.fill, TINT))
        image = card_image(paint, self.palette.background, frame=6 if hinted else 2).copy()
        self._badge(image, face, hinted=hinted, alone=not cell.label)
        ink = (tile if hinted else paint).text
        self._write(image, *self._word(cell), ink)
        if cell.marks:
            self._dot(image, str(len(cell.marks)), self.layout.marks, self.palette.mark)
        notes = sorted(cell.notes, key=lambda note: not note.firm)
        for note, box in zip(notes, self.layout.notes, strict=False):
            self._note(image, note, box)
        return image

    def _word(self, cell: Cell) -> tuple[FittedText, Box]:
        """Return a card's fitted word and its place: large on a covered card if possible."""
        label, font, layout = drawn_label(cell), self.font, self.layout
        box = layout.covered if cell.known.glyph is Glyph.NONE else layout.word
        word = fit_text(label, box, COVERED_LETTER_SIZE, font)
        is_whole = "".join(word.lines).replace(" ", "") == label.replace(" ", "")
        if cell.face.glyph is not Glyph.NONE or not is_whole:
            word = fit_text(label, box, LETTER_SIZE, font)
        if len(word.lines) > 1 and (cell.marks or cell.notes):
            return fit_text(label, layout.word, LETTER_SIZE, font), layout.word
        return word, box

    def _badge(self, image: Image.Image, face: Face, *, hinted: bool, alone: bool) -> None:
        """Draw a face's shape and letter in the card's corner, or in its middle if `alone`."""
        if face.glyph is Glyph.NONE:
            return
        paint = self.palette.paints[face.colour]
        box = self.layout.lone_badge if alone else self.layout.badge
        if hinted:
            for edge, ink in ((0, paint.edge), (2, paint.fill)):
                chip = box.shrunk(edge)
                mask = round_mask(chip.size, box.height // 4 - edge)
                image.paste(ink, (chip.left, chip.top), mask)
        shape, letter = box.halves()
        size = box.height * 3 // 4
        left, top = (round(middle - size / 2) for middle in shape.middle)
        image.paste(paint.text, (left, top), glyph_mask(face.glyph, size))
        self._write(image, FittedText((face.letter,), box.height + 1), letter, paint.text)

    def _note(self, image: Image.Image, note: Note, box: Box) -> None:
        """Draw a dot with a short text, or a ring if the note is not firm."""
        mark, tile = self.palette.mark, self.palette.tile
        edge, paint = (mark.text, mark) if note.firm else (mark.fill, tile)
        image.paste(edge, (box.left, box.top), glyph_mask(Glyph.CIRCLE, box.height))
        self._dot(image, note.text, box.shrunk(3), paint)

    def _dot(self, image: Image.Image, text: str, box: Box, paint: Paint) -> None:
        """Draw a dot with a short text."""
        image.paste(paint.fill, (box.left, box.top), glyph_mask(Glyph.CIRCLE, box.height))
        letters = FittedText((text,), box.height * 5 // 6)
        self._write(image, letters, box.shrunk(box.height // 8), paint.text)

    def _write(self, image: Image.Image, text: FittedText, box: Box, ink: RGB) -> None:
        """Write lines in the middle of a box."""
        mask, (left, top) = text_mask(text, box.size, self.font)
        image.paste(ink, (box.left + left, box.top + top), mask)


@lru_cache(MASKS_KEPT)
def text_mask(
    text: FittedText, size: tuple[int, int], font: Path | None
) -> tuple[Image.Image, tuple[int, int]]:
    """Return a mask of lines in the middle of a box of `size` pixels, and its place in it."""
    mask = Image.new("L", (max(1, size[0]), max(1, size[1])))
    first = (mask.height - leading(text.size) * (len(text.lines) - 1)) / 2
    for number, line in enumerate(text.lines):
        drawn = _line_mask(line, text.size, mask.width, font)
        middle = round(first + number * leading(text.size))
        mask.paste(255, ((mask.width - drawn.width) // 2, middle - drawn.height // 2), drawn)
    left, top, right, bottom = mask.getbbox() or (0, 0, 1, 1)
    return mask.crop((left, top, right, bottom)), (left, top)


def _line_mask(line: str, size: int, width: int, font: Path | None) -> Image.Image:
    """Return a mask of one line of `size` pixels, at most `width` wide, with centred capitals.

    A wider line is narrowed: its letters keep their height.
    """
    lettering = font_at(font, size)
    capitals = lettering.getbbox("H", anchor="ls")
    natural = max(1, ceil(lettering.getlength(line)) + 2)
    mask = Image.new("L", (natural, 2 * size))
    place = (natural / 2, size - capitals[1] / 2)
    ImageDraw.Draw(mask).text(place, line, 255, font=lettering, anchor="ms", stroke_width=WEIGHT)
    return mask.resize((width, mask.height), Image.Resampling.LANCZOS) if natural > width else mask


@lru_cache(IMAGES_KEPT)
def card_image(paint: Paint, page: RGB, *, frame: int) -> Image.Image:
    """Return an empty card with round corners, on the page's colour."""
    large = Image.new("RGB", (TILE_WIDTH * SMOOTHING, TILE_HEIGHT * SMOOTHING), page)
    ImageDraw.Draw(large).rounded_rectangle(
        (0, 0, large.width - 1, large.height - 1),
        radius=TILE_HEIGHT // 9 * SMOOTHING,
        fill=paint.fill,
        outline=paint.edge,
        width=frame * SMOOTHING,
    )
    return large.reduce(SMOOTHING)


@lru_cache(IMAGES_KEPT)
def round_mask(size: tuple[int, int], radius: int) -> Image.Image:
    """Return a mask of `size` pixels with round corners."""
    width, height = size
    large = Image.new("L", (width * SMOOTHING, height * SMOOTHING))
    outer = (0, 0, large.width - 1, large.height - 1)
    ImageDraw.Draw(large).rounded_rectangle(outer, radius * SMOOTHING, fill=255)
    return large.reduce(SMOOTHING)


@lru_cache(IMAGES_KEPT)
def glyph_mask(glyph: Glyph, size: int) -> Image.Image:
    """Return a mask of `size` by `size` pixels with the glyph's shape."""
    edge = size * SMOOTHING
    large = Image.new("L", (edge, edge))
    draw = ImageDraw.Draw(large)
    if glyph is Glyph.CIRCLE:
        draw.ellipse((0, 0, edge - 1, edge - 1), fill=255)
    elif glyph is Glyph.RING:
        draw.ellipse((0, 0, edge - 1, edge - 1), outline=255, width=edge // 5)
    else:
        draw.polygon([(across * edge, down * edge) for across, down in OUTLINES[glyph]], fill=255)
    return large.reduce(SMOOTHING)


def _star() -> tuple[Coordinates, ...]:
    """Return a star of five points on the circle around the unit square's centre."""
    radii = (0.52, 0.22)
    return tuple(
        (0.5 + radii[step % 2] * sin(step * pi / 5), 0.53 - radii[step % 2] * cos(step * pi / 5))
        for step in range(10)
    )


def _cross() -> tuple[Coordinates, ...]:
    """Return a diagonal cross whose arms reach into the unit square's corners."""
    arm = 0.22
    points = [(arm, 0.0), (0.5, 0.5 - arm), (1 - arm, 0.0)]
    while len(points) < 12:
        across, down = points[-3]
        points.append((1 - down, across))
    return tuple(points)


OUTLINES: Mapping[Glyph, tuple[Coordinates, ...]] = {
    Glyph.SQUARE: ((0.06, 0.06), (0.94, 0.06), (0.94, 0.94), (0.06, 0.94)),
    Glyph.TRIANGLE: ((0.5, 0.02), (1.0, 0.94), (0.0, 0.94)),
    Glyph.DIAMOND: ((0.5, 0.0), (1.0, 0.5), (0.5, 1.0), (0.0, 0.5)),
    Glyph.STAR: _star(),
    Glyph.CROSS: _cross(),
}
"""Corners of the shapes, in the unit square from the upper left."""
