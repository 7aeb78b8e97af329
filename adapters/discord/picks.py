"""What reactions mean: a row and a column name a card, a check mark takes it.

Nothing here asks Discord or a game; `reactions` does.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from adapters.discord.press import Deed, Press
from bot.games import GameId, Look
from core.view import Cell, Grid, find

CHECK: Final = "\u2705"

MOST: Final = 20
"""Different reactions that a message takes."""

ROWS: Final = tuple(chr(0x1F1E6 + number) for number in range(10))
"""The letters of rows, as emoji."""

COLUMNS: Final = (*(f"{number}\ufe0f\u20e3" for number in range(1, 10)), "\U0001f51f")
"""The numbers of columns, as emoji."""


@dataclass(frozen=True, slots=True)
class Board:
    """A message on which cards are picked: its game and turn, and how many rows and columns."""

    game_id: GameId
    turn: int
    rows: int
    columns: int

    @property
    def emoji(self) -> tuple[str, ...]:
        """The reactions that are offered, in their order; a check mark where there is room."""
        places = (*ROWS[: self.rows], *COLUMNS[: self.columns])
        return (*places, CHECK)[:MOST]

    def place(self, put: Sequence[str]) -> tuple[int, int] | None:
        """Return the row and the column that were put last, from 0; None without both."""
        rows = [ROWS.index(one) for one in put if one in ROWS[: self.rows]]
        columns = [COLUMNS.index(one) for one in put if one in COLUMNS[: self.columns]]
        return (rows[-1], columns[-1]) if rows and columns else None


@dataclass(frozen=True, slots=True)
class Reading:
    """What is found on a message: what was known of it, what is new, and what nobody can order."""

    known: tuple[str, ...]
    fresh: tuple[str, ...]
    mixed: tuple[str, ...]


def read(known: Sequence[str], found: Collection[str], board: Board) -> Reading:
    """Return what one person's reactions mean that are found without the order they came in.

    Of several new rows (or columns) nobody knows which came last, so they name no card, and a new
    check mark beside them takes none.
    """
    kept = tuple(one for one in known if one in found)
    new = tuple(one for one in board.emoji if one in found and one not in kept)
    groups = [tuple(one for one in new if one in group) for group in (ROWS, COLUMNS)]
    mixed = tuple(one for group in groups if len(group) > 1 for one in group)
    if mixed and CHECK in new:
        mixed += (CHECK,)
    return Reading(kept, tuple(one for one in new if one not in mixed), mixed)


def board_of(look: Look) -> Board | None:
    """Return what can be picked; nothing where no card is offered, or there are too many."""
    for grid in _grids(look):
        rows, columns = len(grid.cells), max(map(len, grid.cells), default=0)
        offered = any(cell.choice for row in grid.cells for cell in row)
        if offered and rows <= len(ROWS) and columns <= len(COLUMNS):
            return Board(look.game_id, look.turn, rows, columns)
    return None


def is_confirmed(look: Look) -> bool:
    """Return whether a button takes what reactions pick, for want of room for a check mark."""
    board = board_of(look)
    return board is not None and CHECK not in board.emoji


def cell_at(look: Look, place: tuple[int, int]) -> Cell | None:
    """Return the cell in a row and a column, from 0."""
    row, column = place
    for grid in _grids(look):
        if row < len(grid.cells) and column < len(grid.cells[row]):
            return grid.cells[row][column]
    return None


def press_of(look: Look, board: Board, place: tuple[int, int]) -> Press | None:
    """Return the press that takes the card at a place, None where there is none to take."""
    cell = cell_at(look, place)
    if cell is None or cell.choice is None:
        return None
    verb = cell.choice.line.split()[0]
    return Press(Deed.SUBMIT, board.game_id, board.turn, f"{verb} {cell.place}")


def is_ours(emoji: str) -> bool:
    """Return whether an emoji is one of those that are offered on boards."""
    return emoji == CHECK or emoji in ROWS or emoji in COLUMNS


def _grids(look: Look) -> Iterator[Grid]:
    return (block for block in find(look.view, Grid) if isinstance(block, Grid))
