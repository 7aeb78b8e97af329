"""Pictures in messages and files: a grid of cells, or a drawing, as a PNG.

The code depends on cells, faces and colours, not on a game. A covered card is a pale tile with its
word; an uncovered one has the colour of its face; a hint is a coloured frame with a badge. Every
face has a colour, a shape and a letter.
"""

import asyncio
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from typing import Final, TypeAlias

from PIL import Image, ImageDraw

from adapters.picture.board import MOST_COLUMNS, SMOOTHING, BoardRenderer, PictureLayout
from adapters.picture.palette import FAINT_SHARE, PALETTES, RGB, Theme, blend, indexed
from adapters.picture.text import drawn_label, font_for, missing
from core.view import Block, Cell, Drawing, Grid, Pen, Picture, Stroke, View, find

PICTURES_KEPT: Final = 64
"""Pictures in the cache, about 4 MB; all who see the same board get the same picture."""

ROWS_KEPT: Final = 128
"""Rows of cards in the cache, about 15 MB: a move changes one row of a board."""

SIZE = 480
"""Height in pixels of the frame that contains the strokes."""

EDGE = 16
"""Pixels of page around the frame."""

WIDTHS: Mapping[Pen, int] = {Pen.BROAD: 15, Pen.FINE: 7, Pen.FAINT: 15}
"""Widths of strokes in pixels, by pen."""

COMPRESSION: Final = 3
"""The level of zlib, in less than half the time of the usual 6, with a fifth more bytes."""

# Import Pillow's formats now, so that no first picture of a table waits for them.
Image.preinit()

Drawable: TypeAlias = Grid | Drawing


@dataclass(frozen=True, slots=True)
class MessageFile:
    """An attachment: its name, its content, and the alternative text of a picture."""

    name: str
    content: bytes = field(repr=False)
    alt: str | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class PictureFile:
    """One picture of a message: its file name, its subject, and its alternative text."""

    name: str
    subject: Drawable
    alt: str


@dataclass(frozen=True, slots=True)
class PictureRenderer:
    """Draws one picture at a time for all messages.

    More drawing threads would slow down the thread that answers people.
    """

    _lock: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def render(
        self, pictures: Iterable[PictureFile], theme: Theme
    ) -> tuple[MessageFile, ...]:
        """Return the pictures as attachments."""
        files = []
        for picture in pictures:
            async with self._lock:
                content = await asyncio.to_thread(_content, picture.subject, theme)
            files.append(MessageFile(picture.name, content, picture.alt))
        return tuple(files)


def _content(subject: Drawable, theme: Theme) -> bytes:
    if isinstance(subject, Grid):
        return render(subject, theme=theme)
    return render_strokes(subject, theme=theme)


@lru_cache(PICTURES_KEPT)
def render(
    grid: Grid,
    *,
    theme: Theme = Theme.LIGHT,
    header: str | None = None,
    font: Path | None = None,
) -> bytes:
    """Return the grid as a PNG: the same bytes for the same input and release of Pillow.

    `font` is a TrueType or OpenType file; by default the letters of the grid and its header
    determine the font. Raises OSError for an unreadable file.
    """
    lettering = font or font_for(_written(grid) + (header or ""))
    first = grid.cells[0] if grid.cells else ()
    layout = PictureLayout(max(map(len, grid.cells), default=0), header is not None)
    renderer = BoardRenderer(layout, theme, lettering)
    top = _top(renderer, tuple(Cell(cell.place, "") for cell in first), header)
    drawn = grid.with_cells(lambda cell: replace(cell, choice=None))
    bands = [top, *(_row(renderer, cells) for cells in drawn.cells)]
    image, down = Image.new("P", (top.width, sum(band.height for band in bands))), 0
    image.putpalette(top.getpalette() or ())
    for band in bands:
        image.paste(band, (0, down))
        down += band.height
    return _png(image)


def _png(image: Image.Image) -> bytes:
    buffer = BytesIO()
    image.save(buffer, "PNG", compress_level=COMPRESSION)
    return buffer.getvalue()


@lru_cache(PICTURES_KEPT)
def _top(renderer: BoardRenderer, cells: tuple[Cell, ...], header: str | None) -> Image.Image:
    return indexed(renderer.top(cells, header), renderer.theme)


@lru_cache(ROWS_KEPT)
def _row(renderer: BoardRenderer, cells: tuple[Cell, ...]) -> Image.Image:
    return indexed(renderer.row(cells), renderer.theme)


def halves(grid: Grid) -> tuple[Grid, ...]:
    """Return a grid as the pictures of a message: a wide one as its left and right half.

    This keeps letters legible on a phone. Each half has its places and its own alternative text.
    """
    cols = max((len(row) for row in grid.cells), default=0)
    if cols <= MOST_COLUMNS:
        return (grid,)
    middle = -(-cols // 2)
    return grid.columns(0, middle), grid.columns(middle, cols)


def drawables_of(block: Block) -> tuple[Drawable, ...]:
    """Return the pictures of a fitted block, none for a block of text."""
    match block:
        case Picture(grid=grid):
            return halves(grid)
        case Drawing(strokes=strokes) if strokes:
            return (block,)
        case _:
            return ()


def second_halves(view: View) -> int:
    """Return the number of a view's pictures beyond one for each board."""
    return sum(len(halves(grid)) - 1 for grid in find(view, Grid))


def file_names(subjects: Iterable[Drawable]) -> Iterator[str]:
    """Yield file names: board.png or drawing.png, and numbered ones after these."""
    numbers: dict[str, int] = {}
    for subject in subjects:
        name = "board" if isinstance(subject, Grid) else "drawing"
        numbers[name] = numbers.get(name, 0) + 1
        yield f"{name}.png" if numbers[name] == 1 else f"{name}-{numbers[name]}.png"


def is_drawable(view: View) -> bool:
    """Return whether the fonts have all letters of a view's boards; if not, text is better."""
    written = map(_written, find(view, Grid))
    return not any(missing(letters, font_for(letters)) for letters in written)


def _written(grid: Grid) -> str:
    labels = (drawn_label(cell) for row in grid.cells for cell in row)
    return "".join(sorted({letter for label in labels for letter in label}))


@lru_cache(PICTURES_KEPT)
def render_strokes(drawing: Drawing, *, theme: Theme = Theme.LIGHT) -> bytes:
    """Return the drawing's strokes as a PNG: the same bytes for the same strokes and theme."""
    palette = PALETTES[theme]
    width, height = (2 * EDGE + round(SIZE * side) for side in (drawing.breadth, 1))
    image = Image.new("RGB", (width * SMOOTHING, height * SMOOTHING), palette.background)
    for stroke in drawing.strokes:
        # A coloured stroke has a frame's colour, which contrasts with the page.
        ink = palette.paints[stroke.colour].edge if stroke.colour else palette.text
        if stroke.pen is Pen.FAINT:
            ink = blend(palette.background, ink, FAINT_SHARE)
        _draw(image, stroke, ink)
    return _png(indexed(image.reduce(SMOOTHING), theme))


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
