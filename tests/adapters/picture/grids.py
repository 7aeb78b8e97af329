"""Grids of cells, and pictures that are read back, for the tests of pictures."""

from io import BytesIO

from PIL import Image

from adapters.picture.board import LABEL_MARGIN, TILE_GAP, TILE_HEIGHT, TILE_WIDTH, PictureLayout
from adapters.picture.text import Box
from core.view import BLANK, Cell, Face, Grid, phrase

WORDS = (
    "telescope",
    "whale",
    "scuba diver",
    "ox",
    "Loch Ness",
    "W" * 16,
    "submarine",
    "ink",
    "jet",
)


def grid_of(rows: int, cols: int, *, words: tuple[str, ...] = WORDS, face: Face = BLANK) -> Grid:
    cells = [
        Cell(f"{chr(65 + place // cols)}{place % cols + 1}", words[place % len(words)], face)
        for place in range(rows * cols)
    ]
    by_rows = tuple(tuple(cells[row * cols : (row + 1) * cols]) for row in range(rows))
    return Grid(by_rows, phrase("board-alt"))


def opened(png: bytes) -> Image.Image:
    return Image.open(BytesIO(png)).convert("RGB")


def layout_of(grid: Grid, *, headed: bool = False) -> PictureLayout:
    return PictureLayout(max(map(len, grid.cells)), headed)


def tile_of(grid: Grid, row: int = 0, col: int = 0) -> Box:
    left = layout_of(grid).tile_left(col)
    top = LABEL_MARGIN + row * (TILE_HEIGHT + TILE_GAP)
    return Box(left, top, left + TILE_WIDTH, top + TILE_HEIGHT)
