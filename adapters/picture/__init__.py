"""A grid of cells as a PNG picture, for platforms and files that show pictures.

It knows cells, faces and colours, and no game. A covered card is a pale tile with its word; an
uncovered one is filled with its face's colour; what only the viewer may know is a coloured frame
with a badge. Every face is told three times: by colour, by a drawn shape and by its letter. What
stands beside the picture (whose turn, how many cards are left) is left to the view.
"""

from functools import lru_cache
from io import BytesIO
from pathlib import Path
from typing import Final

from adapters.picture.artist import Artist
from adapters.picture.layout import Plan
from adapters.picture.lettering import font_for, lettering_of, missing
from adapters.picture.palette import PALETTES, Theme
from core.view import Grid

__all__ = ["legible", "plan", "render"]

COMPRESSION: Final = 2
"""How hard zlib tries: two thirds of the time of the usual 6, and a tenth more bytes."""

KEPT: Final = 64
"""Pictures that are kept, some 4 MB: all who see the same are sent the same."""


@lru_cache(KEPT)
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
    lettering = lettering_of(font or font_for(_written(grid) + (header or "")))
    artist = Artist(plan(grid, headed=header is not None), PALETTES[theme], lettering)
    buffer = BytesIO()
    artist.picture(grid, header).save(buffer, "PNG", compress_level=COMPRESSION)
    return buffer.getvalue()


def plan(grid: Grid, *, headed: bool = False) -> Plan:
    """Return where everything goes on the grid's picture."""
    return Plan(len(grid.cells), max((len(row) for row in grid.cells), default=0), headed)


def legible(grid: Grid) -> bool:
    """Return whether all words of the grid can be written; where not, text shows them better."""
    written = _written(grid)
    return not missing(written, font_for(written))


def _written(grid: Grid) -> str:
    return "".join(sorted({letter for row in grid.cells for cell in row for letter in cell.label}))
