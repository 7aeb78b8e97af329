"""The layout of a picture: the place of each part, in pixels."""

from dataclasses import dataclass, replace
from typing import ClassVar, Final, TypeAlias

Coordinates: TypeAlias = tuple[float, float]

MOST_COLUMNS: Final = 5
"""Columns of a picture in a message; a board with more is shown in two, its left and its right."""

LETTER_SIZE: Final = 36
"""Pixels of all letters: capitals are 25 high, 10 on a phone that shows `MOST_COLUMNS`."""

LABEL_MARGIN: Final = 40
"""Pixels on the left for the rows' letters, and above for the columns' numbers."""

TILE_WIDTH: Final = 184
"""Pixels of a tile's width: five columns make a picture 1000 pixels wide."""

TILE_HEIGHT: Final = TILE_WIDTH * 5 // 8
"""Pixels of a tile's height."""

TILE_GAP: Final = 8
"""Pixels between tiles, and at the right and lower edge."""

_INSET: Final = TILE_HEIGHT // 16
_BADGE: Final = LETTER_SIZE - 1
_LONE_BADGE: Final = TILE_HEIGHT - 2 * (TILE_HEIGHT // 4)
"""Pixels between a tile's edge and its badges, and the heights of these."""


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
    def size(self) -> tuple[int, int]:
        """Its width and its height in pixels."""
        return self.width, self.height

    @property
    def middle(self) -> Coordinates:
        """Its middle."""
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2

    def shrunk(self, edge: int) -> "Box":
        """Return the box without so many pixels at each edge."""
        return Box(self.left + edge, self.top + edge, self.right - edge, self.bottom - edge)

    def moved(self, across: int) -> "Box":
        """Return the box so many pixels further to the right."""
        return replace(self, left=self.left + across, right=self.right + across)

    def halves(self) -> tuple["Box", "Box"]:
        """Return its left and its right half."""
        middle = (self.left + self.right) // 2
        return replace(self, right=middle), replace(self, left=middle)


@dataclass(frozen=True, slots=True)
class PictureLayout:
    """The places of all parts, in pixels, on a picture of `rows` by `cols` tiles.

    Those of a tile's parts are from the tile's corner.
    """

    rows: int
    cols: int
    headed: bool = False

    badge: ClassVar[Box] = Box(_INSET, _INSET, _INSET + 2 * _BADGE, _INSET + _BADGE)
    """The places of a tile's shape and letter."""

    lone_badge: ClassVar[Box] = Box(
        TILE_WIDTH // 2 - _LONE_BADGE,
        TILE_HEIGHT // 4,
        TILE_WIDTH // 2 + _LONE_BADGE,
        TILE_HEIGHT // 4 + _LONE_BADGE,
    )
    """The places of shape and letter on a tile without a word."""

    word: ClassVar[Box] = Box(
        TILE_GAP, badge.bottom, TILE_WIDTH - TILE_GAP, TILE_HEIGHT - badge.top + 1
    )
    """The place of a tile's word: two lines of letters high."""

    marks: ClassVar[Box] = Box(
        TILE_WIDTH - _INSET - _BADGE, badge.top, TILE_WIDTH - _INSET, badge.bottom
    )
    """The place of the dot with the number of marks."""

    notes: ClassVar[tuple[Box, ...]] = (marks, marks.moved(-(_BADGE + _INSET // 2)))
    """The places of dots with notes, in the order in which they are filled, from the right."""

    @property
    def header(self) -> Box:
        """The box of the header, on top of all; it has no height where there is no header."""
        return Box(LABEL_MARGIN, 0, self.width - TILE_GAP, 60 if self.headed else 0)

    @property
    def width(self) -> int:
        """The picture's width."""
        return LABEL_MARGIN + self.cols * (TILE_WIDTH + TILE_GAP)

    @property
    def height(self) -> int:
        """The picture's height."""
        return self.header.bottom + LABEL_MARGIN + self.rows * (TILE_HEIGHT + TILE_GAP)

    def tile(self, row: int, col: int) -> Box:
        """Return where a tile lies."""
        left = self.tile_left(col)
        top = self.header.bottom + LABEL_MARGIN + row * (TILE_HEIGHT + TILE_GAP)
        return Box(left, top, left + TILE_WIDTH, top + TILE_HEIGHT)

    def tile_left(self, col: int) -> int:
        """Return where the tiles of a column begin."""
        return LABEL_MARGIN + col * (TILE_WIDTH + TILE_GAP)

    def col_name(self, col: int) -> Box:
        """Return where a column's number goes, above its tiles."""
        tile = self.tile(0, col)
        return Box(tile.left, self.header.bottom, tile.right, tile.top)
