"""A grid of cells as a PNG picture, for platforms and files that show pictures.

It knows cells, faces and colours, and no game. A covered card is a pale tile with its word; an
uncovered one is filled with its face's colour; what only the viewer may know is a coloured frame
with a badge. Every face is told three times: by colour, by a drawn shape and by its letter. What
stands beside the picture (whose turn, how many cards are left) is left to the view.
"""

from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Final

from PIL import Image

from adapters.picture.board import BoardRenderer
from adapters.picture.layout import MOST_COLUMNS, PictureLayout
from adapters.picture.palette import PALETTES, Theme, indexed, png
from adapters.picture.text import drawn_label, font_for, missing
from core.view import Cell, Grid

__all__ = ["halves", "is_drawable", "layout_of", "render"]

PICTURES_KEPT: Final = 64
"""Pictures that are kept, some 4 MB: all who see the same are sent the same."""

ROWS_KEPT: Final = 128
"""Rows of cards that are kept, some 15 MB: a move changes one of a board's."""


@lru_cache(PICTURES_KEPT)
def render(
    grid: Grid,
    *,
    theme: Theme = Theme.LIGHT,
    header: str | None = None,
    font: Path | None = None,
) -> bytes:
    """Return the grid as a PNG: the same bytes for the same input and release of Pillow.

    `font` is a TrueType or OpenType file; without one, it is chosen by the letters that there are.
    Raises OSError if it cannot be read.
    """
    lettering = font or font_for(_written(grid) + (header or ""))
    first = grid.cells[0] if grid.cells else ()
    layout = layout_of(grid, headed=header is not None)
    top = _top(layout, theme, lettering, tuple(Cell(cell.place, "") for cell in first), header)
    drawn = grid.with_cells(lambda cell: replace(cell, choice=None))
    bands = [top, *(_row(layout, theme, lettering, cells) for cells in drawn.cells)]
    image, down = Image.new("P", (layout.width, layout.height)), 0
    image.putpalette(bands[0].getpalette() or ())
    for band in bands:
        image.paste(band, (0, down))
        down += band.height
    return png(image)


@lru_cache(PICTURES_KEPT)
def _top(
    layout: PictureLayout,
    theme: Theme,
    font: Path | None,
    cells: tuple[Cell, ...],
    header: str | None,
) -> Image.Image:
    return indexed(BoardRenderer(layout, PALETTES[theme], font).top(cells, header), theme)


@lru_cache(ROWS_KEPT)
def _row(
    layout: PictureLayout, theme: Theme, font: Path | None, cells: tuple[Cell, ...]
) -> Image.Image:
    return indexed(BoardRenderer(layout, PALETTES[theme], font).row(cells), theme)


def layout_of(grid: Grid, *, headed: bool = False) -> PictureLayout:
    """Return where everything goes on the grid's picture."""
    return PictureLayout(len(grid.cells), max(map(len, grid.cells), default=0), headed)


def halves(grid: Grid) -> tuple[Grid, ...]:
    """Return a grid as the pictures of a message show it: a wide one is its left and right half.

    So letters can be read on a phone. Each half keeps its places, and a sentence of its own.
    """
    cols = max((len(row) for row in grid.cells), default=0)
    if cols <= MOST_COLUMNS:
        return (grid,)
    middle = -(-cols // 2)
    return grid.columns(0, middle), grid.columns(middle, cols)


def is_drawable(grid: Grid) -> bool:
    """Return whether all words of the grid can be written; where not, text shows them better."""
    written = _written(grid)
    return not missing(written, font_for(written))


def _written(grid: Grid) -> str:
    labels = (drawn_label(cell) for row in grid.cells for cell in row)
    return "".join(sorted({letter for label in labels for letter in label}))
