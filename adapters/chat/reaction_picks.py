"""Guesses by reactions: a row and a column mark a card, a check mark guesses it."""

import asyncio
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import Final

from adapters.chat.incoming import ButtonAction, ButtonId
from bot.games import Caller, Delivery, GameId, Games, GameView, Press, Submission
from core.rules import IllegalAction
from core.view import Grid, find

CHECK_EMOJI: Final = "\u2705"

ROW_EMOJI: Final = tuple(chr(0x1F1E6 + number) for number in range(10))
"""The letters of rows, as emoji."""

COLUMN_EMOJI: Final = (*(f"{number}\ufe0f\u20e3" for number in range(1, 10)), "\U0001f51f")
"""The numbers of columns, as emoji."""


@dataclass(frozen=True, slots=True)
class ReactionEmoji:
    """A platform's names of the emoji for rows, columns and the check mark."""

    rows: tuple[str, ...]
    columns: tuple[str, ...]
    check: str

    def __contains__(self, emoji: str) -> bool:
        return emoji == self.check or emoji in self.rows or emoji in self.columns

    def group(self, emoji: str) -> tuple[str, ...]:
        """Return all rows for a row, all columns for a column, and nothing for another emoji."""
        return next((one for one in (self.rows, self.columns) if emoji in one), ())


CHARACTERS: Final = ReactionEmoji(ROW_EMOJI, COLUMN_EMOJI, CHECK_EMOJI)
"""The names on platforms that name an emoji by itself."""


@dataclass(frozen=True, slots=True)
class ReactionBoard:
    """A message on which people pick cards: its game and turn, its numbers of rows and columns.

    A message has room for `most` different reactions; if `is_offered`, the bot adds them. `names`
    are the platform's names of emoji.
    """

    game_id: GameId
    turn: int
    rows: int
    columns: int
    most: int
    is_offered: bool = True
    names: ReactionEmoji = CHARACTERS

    @property
    def emoji(self) -> tuple[str, ...]:
        """The reactions to offer, in order, with a check mark if there is room."""
        places = (*self.names.rows[: self.rows], *self.names.columns[: self.columns])
        return (*places, self.names.check)[: self.most]

    @property
    def is_full(self) -> bool:
        """Whether there is no room for another reaction."""
        return self.rows + self.columns + 1 >= self.most

    def place(self, put: Sequence[str]) -> tuple[int, int] | None:
        """Return the last row and column in `put`, from 0; None unless both are there."""
        row = _last(put, self.names.rows[: self.rows])
        column = _last(put, self.names.columns[: self.columns])
        return None if row is None or column is None else (row, column)


def _last(put: Sequence[str], group: Sequence[str]) -> int | None:
    """Return the index in a group of its emoji that was put last."""
    return next((group.index(one) for one in reversed(put) if one in group), None)


@dataclass(frozen=True, slots=True)
class ReadReactions:
    """Reactions found on a message: known, new, and new without a clear order."""

    known: tuple[str, ...]
    new: tuple[str, ...]
    ambiguous: tuple[str, ...]


def read_reactions(
    known: Sequence[str], found: Collection[str], board: ReactionBoard
) -> ReadReactions:
    """Interpret one person's reactions, found without their order.

    Any of several new rows (or columns) may be the last. So they name no card, and a new check mark
    next to them takes no card.
    """
    kept = tuple(one for one in known if one in found)
    new = tuple(one for one in board.emoji if one in found and one not in kept)
    names = board.names
    groups = [tuple(one for one in new if one in group) for group in (names.rows, names.columns)]
    mixed = tuple(one for group in groups if len(group) > 1 for one in group)
    if mixed and names.check in new:
        mixed += (names.check,)
    return ReadReactions(kept, tuple(one for one in new if one not in mixed), mixed)


def ordered_reactions(
    known: Sequence[str], found: Collection[str], last: str, board: ReactionBoard
) -> tuple[str, ...]:
    """Return one person's reactions in their order; `last` was the last.

    Some of the `found` reactions may be new. A new row may be earlier or later than the other rows,
    so none of them names a card; the same is true of columns.
    """
    put = [one for one in board.emoji if one in found and one != last]
    kept = [one for one in known if one in put]
    new = [one for one in put if one not in kept]

    def is_clear(emoji: str) -> bool:
        group = board.names.group(emoji)
        rivals = [one for one in put if one in group]
        return last in group or len(rivals) == 1 or not {*rivals} & {*new}

    return (*(one for one in (*new, *kept) if is_clear(one)), last)


def reaction_board_of(
    game_view: GameView, most: int, names: ReactionEmoji = CHARACTERS
) -> ReactionBoard | None:
    """Return the board to pick from; None if it offers no card, or has too many."""
    for grid in find(game_view.view, Grid):
        rows, columns = len(grid.cells), max(map(len, grid.cells), default=0)
        offered = any(cell.choice for row in grid.cells for cell in row)
        is_shown = game_view.settings.reactions
        if offered and rows <= len(ROW_EMOJI) and columns <= len(COLUMN_EMOJI):
            return ReactionBoard(
                game_view.game_id, game_view.turn, rows, columns, most, is_shown, names
            )
    return None


def is_confirmed(game_view: GameView, most: int) -> bool:
    """Return whether a button confirms picks, because reactions leave no room for a check mark.

    Any other reaction takes up room, too.
    """
    board = reaction_board_of(game_view, most)
    return board is not None and board.is_full


def button_id_of(
    game_view: GameView, board: ReactionBoard, place: tuple[int, int]
) -> ButtonId | None:
    """Return the press that takes the card in a row and a column, from 0, if there is one."""
    row, column = place
    rows = (cells for grid in find(game_view.view, Grid) for cells in grid.cells[row : row + 1])
    cell = next((cells[column] for cells in rows if column < len(cells)), None)
    if cell is None or cell.choice is None:
        return None
    line = f"{cell.choice.line.split()[0]} {cell.place}"
    return ButtonId(ButtonAction.SUBMIT, board.game_id, board.turn, line)


@dataclass(slots=True)
class ReactionSequence:
    """One person's reactions on a message, in order of arrival."""

    put: list[str] = field(default_factory=list)
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)


async def view_of_reacting(games: Games, board: ReactionBoard, caller: Caller) -> GameView:
    """Return a game as a person who reacts to its board sees it; raises Refusal.

    From now on the bot offers reactions.
    """
    game_view = await games.look(caller, board.game_id)
    if not game_view.settings.reactions:
        await games.reactions_used(caller, board.game_id)
    return game_view


async def submit_pick(
    games: Games, caller: Caller, press: ButtonId | None, delivery: Delivery, *, takes: bool
) -> None:
    """Mark or take the card of a press; raises Refusal, for example without one."""
    if press is None:
        raise IllegalAction("chat-no-pick")
    games.lines.spend(caller.user)
    mark = None if takes else Press(only_shows=True)
    await games.submit(caller, Submission(press.line, press.turn, press.game_id, delivery, mark))
