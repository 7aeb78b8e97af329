"""A grid of cells as a PNG picture, for platforms and files that show pictures.

It knows cells, faces and colours, and no game. A covered card is a pale tile with its word; an
uncovered one is filled with its face's colour; what only the viewer may know is a coloured frame
with a badge. Every face is told three times: by colour, by a drawn shape and by its letter. What
stands beside the picture (whose turn, how many cards are left) is left to the view.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from io import BytesIO
from math import cos, pi, sin
from pathlib import Path
from string import ascii_uppercase, digits
from types import MappingProxyType
from typing import TypeAlias

from PIL import Image, ImageDraw, ImageFont

from core.view import Cell, Colour, Face, Glyph, Grid, cut

RGB: TypeAlias = tuple[int, int, int]
Point: TypeAlias = tuple[float, float]
Font: TypeAlias = ImageFont.FreeTypeFont | ImageFont.ImageFont

SMOOTHING = 4
"""Shapes are drawn this many times too large and reduced, which smooths their edges."""

TINT = 0.16
"""How much of a hint's colour its tile takes on."""

LONGEST = 200
"""Characters of a text that are looked at; more never fit."""

WEIGHT = 0.35
"""Pixels that letters are thickened by on each side, which small pictures on phones need."""

MARGIN = 42
"""Pixels on the left for the rows' letters, and above for the columns' numbers."""

GAP = 10
"""Pixels between tiles, and at the right and lower edge."""

UNASSIGNED = "\U0010ffff"
"""A character that no font has a shape for."""


class Theme(Enum):
    """What the picture is shown on."""

    LIGHT = "light"
    DARK = "dark"


@dataclass(frozen=True, slots=True)
class Paint:
    """How a face's colour looks: the card, what is written on it, and its frame."""

    fill: RGB
    text: RGB
    edge: RGB


@dataclass(frozen=True, slots=True)
class Palette:
    """All colours of a theme. `page` lies under the tiles and `ink` is written on it."""

    page: RGB
    ink: RGB
    mark: Paint
    paints: Mapping[Colour, Paint]

    @property
    def tile(self) -> Paint:
        """A covered card."""
        return self.paints[Colour.BLANK]


def _rgb(text: str) -> RGB:
    """Return a colour written as six hexadecimal digits."""
    red, green, blue = bytes.fromhex(text)
    return red, green, blue


def _paint(fill: str, text: str, edge: str) -> Paint:
    return Paint(_rgb(fill), _rgb(text), _rgb(edge))


# Words keep a contrast of 4.5 : 1 and frames one of 3 : 1 to what they lie on (WCAG 2.2, 1.4.3
# and 1.4.11). Blue and red differ in lightness too, and yellow and sand from all the others.
PALETTES: Mapping[Theme, Palette] = MappingProxyType(
    {
        Theme.LIGHT: Palette(
            page=_rgb("e9e4d8"),
            ink=_rgb("4a453c"),
            mark=_paint("26323f", "ffffff", "26323f"),
            paints=MappingProxyType(
                {
                    Colour.BLANK: _paint("fffdf8", "1d1b18", "c9c1b0"),
                    Colour.BLUE: _paint("1a56a8", "ffffff", "1a56a8"),
                    Colour.RED: _paint("cf3a24", "ffffff", "c23420"),
                    Colour.GREEN: _paint("1b7a44", "ffffff", "1b7a44"),
                    Colour.YELLOW: _paint("f6c21c", "1d1b18", "9a6f00"),
                    Colour.PURPLE: _paint("75369f", "ffffff", "75369f"),
                    Colour.SAND: _paint("cdb68a", "1d1b18", "85714a"),
                    Colour.BLACK: _paint("0d0d0f", "ffffff", "0d0d0f"),
                }
            ),
        ),
        Theme.DARK: Palette(
            page=_rgb("17191d"),
            ink=_rgb("b9bec8"),
            mark=_paint("e8ebf0", "17191d", "e8ebf0"),
            paints=MappingProxyType(
                {
                    Colour.BLANK: _paint("30343c", "f3f4f6", "4b515c"),
                    Colour.BLUE: _paint("2b6cc4", "ffffff", "5b96e6"),
                    Colour.RED: _paint("cf3a24", "ffffff", "ec6650"),
                    Colour.GREEN: _paint("1f7f49", "ffffff", "3ca76b"),
                    Colour.YELLOW: _paint("f6c21c", "1d1b18", "f6c21c"),
                    Colour.PURPLE: _paint("8444b3", "ffffff", "ac78d6"),
                    Colour.SAND: _paint("bfa97f", "1d1b18", "bfa97f"),
                    Colour.BLACK: _paint("000000", "ffffff", "ffffff"),
                }
            ),
        ),
    }
)


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle in pixels; `right` and `bottom` are the first pixels outside."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def width(self) -> int:
        """Its width in pixels."""
        return self.right - self.left

    @property
    def height(self) -> int:
        """Its height in pixels."""
        return self.bottom - self.top

    @property
    def middle(self) -> Point:
        """Its middle."""
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2

    def shrunk(self, edge: int) -> "Box":
        """Return the box without so many pixels at each edge."""
        return Box(self.left + edge, self.top + edge, self.right - edge, self.bottom - edge)

    def halves(self) -> tuple["Box", "Box"]:
        """Return its left and its right half."""
        middle = (self.left + self.right) // 2
        return replace(self, right=middle), replace(self, left=middle)


@dataclass(frozen=True, slots=True)
class Plan:
    """Where everything goes, in pixels, on a picture of `rows` by `cols` tiles.

    Boards of up to five columns have tiles of one width, five of which make a picture of about
    1000 pixels. Wider boards get narrower tiles and a wider picture, for zooming in.
    """

    rows: int
    cols: int
    headed: bool = False

    @property
    def tile_width(self) -> int:
        """The width of a tile."""
        return 182 - 6 * max(0, min(self.cols, 10) - 5)

    @property
    def tile_height(self) -> int:
        """The height of a tile."""
        return self.tile_width * 5 // 8

    @property
    def header(self) -> Box:
        """Where the header goes, on top of all; it has no height where there is none."""
        return Box(MARGIN, 0, self.width - GAP, 60 if self.headed else 0)

    @property
    def width(self) -> int:
        """The picture's width."""
        return MARGIN + self.cols * (self.tile_width + GAP)

    @property
    def height(self) -> int:
        """The picture's height."""
        return self.header.bottom + MARGIN + self.rows * (self.tile_height + GAP)

    def tile(self, row: int, col: int) -> Box:
        """Return where a tile lies."""
        left = MARGIN + col * (self.tile_width + GAP)
        top = self.header.bottom + MARGIN + row * (self.tile_height + GAP)
        return Box(left, top, left + self.tile_width, top + self.tile_height)

    def row_name(self, row: int) -> Box:
        """Return where a row's letter goes, left of its tiles."""
        tile = self.tile(row, 0)
        return Box(0, tile.top, MARGIN, tile.bottom)

    def col_name(self, col: int) -> Box:
        """Return where a column's number goes, above its tiles."""
        tile = self.tile(0, col)
        return Box(tile.left, self.header.bottom, tile.right, tile.top)

    @property
    def word(self) -> Box:
        """Where a tile's word goes, from the tile's corner."""
        across, down = self.tile_height // 10, self.tile_height * 3 // 8
        return Box(across, down, self.tile_width - across, self.tile_height - across)

    @property
    def badge(self) -> Box:
        """Where a tile's shape and letter go, from the tile's corner."""
        edge, size = self.tile_height // 12, self.tile_height * 3 // 10
        return Box(edge, edge, edge + size * 2, edge + size)

    @property
    def lone_badge(self) -> Box:
        """Where shape and letter go on a tile without a word."""
        down = self.tile_height // 4
        height = self.tile_height - 2 * down
        left = self.tile_width // 2 - height
        return Box(left, down, left + 2 * height, down + height)

    @property
    def marks(self) -> Box:
        """Where the dot with the number of marks goes, from the tile's corner."""
        badge = self.badge
        right = self.tile_width - badge.left
        return Box(right - badge.height, badge.top, right, badge.bottom)


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


def render(
    grid: Grid,
    *,
    theme: Theme = Theme.LIGHT,
    header: str | None = None,
    font: Path | None = None,
) -> bytes:
    """Return the grid as a PNG: the same bytes for the same input and release of Pillow.

    `font` is a TrueType or OpenType file, needed for text in which `missing` finds characters.
    Raises OSError if it cannot be read.
    """
    artist = _Artist(plan(grid, headed=header is not None), PALETTES[theme], Lettering(font))
    buffer = BytesIO()
    artist.picture(grid, header).save(buffer, "PNG")
    return buffer.getvalue()


def plan(grid: Grid, *, headed: bool = False) -> Plan:
    """Return where everything goes on the grid's picture."""
    return Plan(len(grid.cells), max((len(row) for row in grid.cells), default=0), headed)


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


@dataclass(frozen=True, slots=True)
class _Artist:
    """Draws one picture by its plan, with its colours and letters."""

    plan: Plan
    palette: Palette
    lettering: Lettering

    def picture(self, grid: Grid, header: str | None) -> Image.Image:
        """Return the whole picture."""
        image = Image.new("RGB", (self.plan.width, self.plan.height), self.palette.page)
        if header is not None:
            text = fitted(header, self.plan.header, 30, self.lettering)
            self._write(image, text, self.plan.header, self.palette.ink)
        for box, name in self._names(grid):
            self._write(image, Setting((name,), 24), box, self.palette.ink)
        for row, cells in enumerate(grid.cells):
            for col, cell in enumerate(cells):
                box = self.plan.tile(row, col)
                image.paste(self._tile(cell), (box.left, box.top))
        return image

    def _names(self, grid: Grid) -> Iterator[tuple[Box, str]]:
        """Yield the names of rows and columns, which the places of the cells are made of."""
        for row, cells in enumerate(grid.cells):
            if cells:
                yield self.plan.row_name(row), cells[0].place.rstrip(digits)
        for col, cell in enumerate(grid.cells[0] if grid.cells else ()):
            yield self.plan.col_name(col), cell.place.lstrip(ascii_uppercase)

    def _tile(self, cell: Cell) -> Image.Image:
        """Return one card; nothing of it can lie outside its tile."""
        hinted = cell.face.colour is Colour.BLANK and cell.hint is not None
        face = cell.hint if hinted and cell.hint else cell.face
        image = self._plate(self._plate_paint(face.colour, hinted=hinted), frame=6 if hinted else 2)
        self._badge(image, face, hinted=hinted, alone=not cell.label)
        ink = (self.palette.tile if hinted else self.palette.paints[face.colour]).text
        word = fitted(cell.label, self.plan.word, self.plan.tile_height * 2 // 7, self.lettering)
        self._write(image, word, self.plan.word, ink)
        if cell.marks:
            self._marks(image, len(cell.marks))
        return image

    def _plate_paint(self, colour: Colour, *, hinted: bool) -> Paint:
        paint, tile = self.palette.paints[colour], self.palette.tile
        return replace(paint, fill=blend(tile.fill, paint.fill, TINT)) if hinted else paint

    def _plate(self, paint: Paint, frame: int) -> Image.Image:
        """Return an empty card with round corners, on the page's colour."""
        width, height = self.plan.tile_width, self.plan.tile_height
        large = Image.new("RGB", (width * SMOOTHING, height * SMOOTHING), self.palette.page)
        ImageDraw.Draw(large).rounded_rectangle(
            (0, 0, large.width - 1, large.height - 1),
            radius=height // 9 * SMOOTHING,
            fill=paint.fill,
            outline=paint.edge,
            width=frame * SMOOTHING,
        )
        return large.reduce(SMOOTHING)

    def _badge(self, image: Image.Image, face: Face, *, hinted: bool, alone: bool) -> None:
        """Draw a face's shape and letter in the card's corner, or in its middle if it is alone."""
        if face.glyph is Glyph.NONE:
            return
        paint = self.palette.paints[face.colour]
        box = self.plan.lone_badge if alone else self.plan.badge
        if hinted:
            chip = round_mask(box, box.height // 4)
            image.paste(paint.edge, (box.left, box.top), chip)
            inner = box.shrunk(2)
            image.paste(paint.fill, (inner.left, inner.top), round_mask(inner, box.height // 4 - 2))
        shape, letter = box.halves()
        size = box.height * 3 // 4
        left, top = (round(middle - size / 2) for middle in shape.middle)
        image.paste(paint.text, (left, top), glyph_mask(face.glyph, size))
        self._write(image, Setting((face.letter,), size), letter, paint.text)

    def _marks(self, image: Image.Image, count: int) -> None:
        """Draw a dot with a number in the card's other corner."""
        box, paint = self.plan.marks, self.palette.mark
        image.paste(paint.fill, (box.left, box.top), glyph_mask(Glyph.CIRCLE, box.height))
        number = fitted(str(count), box, box.height * 2 // 3, self.lettering)
        self._write(image, number, box, paint.text)

    def _write(self, image: Image.Image, text: Setting, box: Box, ink: RGB) -> None:
        """Write lines in the middle of a box."""
        across, down = box.middle
        draw, font = ImageDraw.Draw(image), self.lettering.at(text.size)
        first = down - text.leading * (len(text.lines) - 1) / 2
        for number, line in enumerate(text.lines):
            place = (across, first + number * text.leading)
            draw.text(place, line, ink, font, anchor="mm", stroke_width=WEIGHT)


def blend(below: RGB, above: RGB, share: float) -> RGB:
    """Return the mixture of two colours with the given share, 0 to 1, of the second."""
    red, green, blue = (
        round(under + (over - under) * share) for under, over in zip(below, above, strict=True)
    )
    return red, green, blue


def round_mask(box: Box, radius: int) -> Image.Image:
    """Return a mask of the box's size with round corners."""
    large = Image.new("L", (box.width * SMOOTHING, box.height * SMOOTHING))
    outer = (0, 0, large.width - 1, large.height - 1)
    ImageDraw.Draw(large).rounded_rectangle(outer, radius * SMOOTHING, fill=255)
    return large.reduce(SMOOTHING)


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


def _star() -> tuple[Point, ...]:
    """Return a star of five points, the points on the circle around the unit square's middle."""
    radii = (0.52, 0.22)
    return tuple(
        (0.5 + radii[step % 2] * sin(step * pi / 5), 0.53 - radii[step % 2] * cos(step * pi / 5))
        for step in range(10)
    )


def _cross() -> tuple[Point, ...]:
    """Return a diagonal cross whose arms reach into the unit square's corners."""
    arm = 0.22
    return (
        (arm, 0.0),
        (0.5, 0.5 - arm),
        (1 - arm, 0.0),
        (1.0, arm),
        (0.5 + arm, 0.5),
        (1.0, 1 - arm),
        (1 - arm, 1.0),
        (0.5, 0.5 + arm),
        (arm, 1.0),
        (0.0, 1 - arm),
        (0.5 - arm, 0.5),
        (0.0, arm),
    )


OUTLINES: Mapping[Glyph, tuple[Point, ...]] = MappingProxyType(
    {
        Glyph.SQUARE: ((0.06, 0.06), (0.94, 0.06), (0.94, 0.94), (0.06, 0.94)),
        Glyph.TRIANGLE: ((0.5, 0.02), (1.0, 0.94), (0.0, 0.94)),
        Glyph.DIAMOND: ((0.5, 0.0), (1.0, 0.5), (0.5, 1.0), (0.0, 0.5)),
        Glyph.STAR: _star(),
        Glyph.CROSS: _cross(),
    }
)
"""The corners of the shapes, in a square of side 1 from the upper left."""
