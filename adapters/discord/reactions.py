"""Cards picked by reactions: one person's row and column point at a card, a check mark takes it.

A picked card is marked, as by a first press on its button, and the check mark does what a second
press does. Discord cannot answer a reaction in private: one that means nothing is taken away, where
that is permitted. Picks that are half made are kept here; after a restart the message tells them.
"""

import asyncio
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

import structlog
from discord import (
    Client,
    Forbidden,
    HTTPException,
    Message,
    NotFound,
    Object,
    PartialMessage,
    RawReactionActionEvent,
    Reaction,
)

from adapters.discord.interactions import PLATFORM, WORK_SECONDS, marking
from adapters.discord.platform import Handle
from adapters.discord.press import Deed, Press, read
from adapters.screen import Platform
from bot.games import Caller, Delivery, GameId, Games, GuildId, Look, Room, Spot, StoreFault, User
from core.rules import Refusal
from core.view import Cell, Grid, find

CHECK: Final = "\u2705"

MOST: Final = 20
"""Different reactions that a message takes."""

ROWS: Final = tuple(chr(0x1F1E6 + number) for number in range(10))
"""The letters of rows, as emoji."""

COLUMNS: Final = (*(f"{number}\ufe0f\u20e3" for number in range(1, 10)), "\U0001f51f")
"""The numbers of columns, as emoji."""

REST_SECONDS: Final = 30.0
"""How long Discord is waited for, its rate limits included."""

_LOG = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class Board:
    """A message on which cards are picked: its game and turn, and how many rows and columns."""

    game_id: GameId
    turn: int
    rows: int
    columns: int

    @property
    def emoji(self) -> tuple[str, ...]:
        """The reactions that are offered, in their order."""
        return (*ROWS[: self.rows], *COLUMNS[: self.columns], CHECK)


@dataclass(slots=True)
class Pick:
    """What one person has put on a message, in the order in which it came."""

    put: list[str] = field(default_factory=list)
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)

    def place(self, board: Board) -> tuple[int, int] | None:
        """Return the row and the column that were put last, from 0; None without both."""
        rows = [ROWS.index(one) for one in self.put if one in board.emoji and one in ROWS]
        columns = [COLUMNS.index(one) for one in self.put if one in board.emoji and one in COLUMNS]
        return (rows[-1], columns[-1]) if rows and columns else None


class Reactions:
    """Offers reactions on the boards that a platform posts, and hears them.

    For the redraw loop it stands in the platform's place.
    """

    name: Final = PLATFORM

    def __init__(self, client: Client, games: Games, platform: Platform) -> None:
        self._client = client
        self._games = games
        self._platform = platform
        self._boards: dict[int, Board] = {}
        self._newest: dict[Spot, int] = {}
        self._picks: dict[tuple[int, int], Pick] = {}
        self._closed: set[int] = set()
        self._offers: asyncio.Queue[tuple[int, int, Board]] = asyncio.Queue()

    # adapters.screen.Platform

    async def post(self, spot: Spot, look: Look, nonce: str) -> str:
        """Post a message; raises Closed."""
        return self._shown(spot, look, await self._platform.post(spot, look, nonce))

    async def edit(self, spot: Spot, handle: str, look: Look, nonce: str) -> str:
        """Change a message, or post a new one; raises Gone and Closed."""
        return self._shown(spot, look, await self._platform.edit(spot, handle, look, nonce))

    async def find(self, spot: Spot, nonce: str) -> str | None:
        """Return the handle of a message that was posted, if there is one."""
        return await self._platform.find(spot, nonce)

    # Offering.

    async def run(self) -> None:
        """Add reactions to new boards, one after the other, until cancelled."""
        while True:
            channel, message, board = await self._offers.get()
            if self._boards.get(message) is not None:
                await self._offer(self._partial(channel, message), board)

    def forget(self) -> None:
        """Forget what people have put: some may have been taken away unheard."""
        self._picks.clear()

    def _shown(self, spot: Spot, look: Look, handle: str) -> str:
        board = board_of(look)
        if spot.user is not None or not handle:
            return handle
        shown = Handle.parse(handle)
        before = self._newest.get(spot)
        if before != shown.message:
            self._leave(before)
            self._newest[spot] = shown.message
        if board is None:
            self._leave(shown.message)
        else:
            known = shown.message in self._boards
            self._boards[shown.message] = board
            if not known:
                self._offers.put_nowait((shown.channel, shown.message, board))
        return handle

    def _leave(self, message: int | None) -> None:
        """Forget a message on which nothing is picked any more."""
        if message is not None and self._boards.pop(message, None) is not None:
            for one in [key for key in self._picks if key[0] == message]:
                del self._picks[one]

    async def _offer(self, message: PartialMessage, board: Board) -> None:
        try:
            for emoji in board.emoji:
                if message.id not in self._boards:
                    return
                async with asyncio.timeout(REST_SECONDS):
                    await message.add_reaction(emoji)
        except (HTTPException, TimeoutError, OSError) as error:
            # Buttons and commands do the same: where reactions are not permitted, none are needed.
            _LOG.info("reactions-not-offered", platform=PLATFORM, fault=type(error).__name__)

    # Hearing.

    async def added(self, event: RawReactionActionEvent) -> None:
        """Take up a reaction that somebody has put on a message."""
        emoji = str(event.emoji)
        if event.guild_id is None or not _is_ours(emoji) or not self._concerns(event):
            return
        pick = self._picks.setdefault((event.message_id, event.user_id), Pick())
        if emoji in pick.put:
            return  # it came twice
        pick.put.append(emoji)
        async with pick.lock:
            await self._careful(event, pick, emoji)

    def _concerns(self, event: RawReactionActionEvent) -> bool:
        """Return whether a person reacts to a message of ours."""
        me = self._client.user
        return me is not None and event.user_id != me.id and event.message_author_id == me.id

    def removed(self, event: RawReactionActionEvent) -> None:
        """Forget a reaction that was taken away."""
        pick = self._picks.get((event.message_id, event.user_id))
        if pick is not None and str(event.emoji) in pick.put:
            pick.put.remove(str(event.emoji))

    async def _careful(self, event: RawReactionActionEvent, pick: Pick, emoji: str) -> None:
        try:
            async with asyncio.timeout(WORK_SECONDS):
                if not await self._take(event, pick, emoji):
                    await self._take_away(event, emoji)
        except (NotFound, Forbidden):
            return  # the message is gone, or out of reach
        except (StoreFault, HTTPException, TimeoutError, OSError) as error:
            _LOG.warning("reaction-not-taken", platform=PLATFORM, fault=type(error).__name__)
            await self._take_away(event, emoji)

    async def _take(self, event: RawReactionActionEvent, pick: Pick, emoji: str) -> bool:
        """Do what a reaction asks for; return False for one that means nothing."""
        board = self._boards.get(event.message_id)
        if board is None:
            fetched = await self._partial(event.channel_id, event.message_id).fetch()
            board = self._known(fetched)
            if board is None:
                return True  # it is no board: people may react to it as they like
            self._boards[event.message_id] = board
        if emoji == CHECK and pick.place(board) is None:
            await self._rebuild(event, pick, board)
        place = pick.place(board)
        if place is None:
            return emoji != CHECK
        return await self._submit(event, board, place, takes=emoji == CHECK)

    async def _submit(
        self, event: RawReactionActionEvent, board: Board, place: tuple[int, int], *, takes: bool
    ) -> bool:
        """Submit the line of a card; return whether it was done, or need not be."""
        user = User(PLATFORM, str(event.user_id))
        try:
            look = await self._games.look(board.game_id, user)
            cell = cell_at(look, place)
            if cell is None or cell.choice is None:
                return False
            verb = cell.choice.line.split()[0]
            press = Press(Deed.SUBMIT, board.game_id, board.turn, f"{verb} {cell.place}")
            line = press.line if takes else marking(look, press)
            if line is not None:
                await self._games.submit(
                    _caller(event),
                    line,
                    turn=board.turn,
                    delivery=_delivery(event, cell, look),
                    game_id=board.game_id,
                )
        except StoreFault:
            raise
        except Refusal:
            return False
        if takes:
            await self._clear(event)
        return True

    async def _clear(self, event: RawReactionActionEvent) -> None:
        """Take a person's reactions away, so that they can pick the next card."""
        pick = self._picks.get((event.message_id, event.user_id))
        for emoji in [*pick.put] if pick else []:
            await self._take_away(event, emoji)

    async def _take_away(self, event: RawReactionActionEvent, emoji: str) -> None:
        """Take a reaction away, where that is permitted."""
        if event.channel_id in self._closed:
            return
        message = self._partial(event.channel_id, event.message_id)
        try:
            async with asyncio.timeout(REST_SECONDS):
                await message.remove_reaction(emoji, Object(event.user_id))
        except Forbidden:
            self._closed.add(event.channel_id)
        except (HTTPException, TimeoutError, OSError) as error:
            _LOG.info("reaction-not-removed", platform=PLATFORM, fault=type(error).__name__)

    # After a restart.

    def _known(self, message: Message) -> Board | None:
        """Return what can be picked on one of our messages, read from its buttons and reactions."""
        me = self._client.user
        if me is None or message.author.id != me.id:
            return None
        presses = tuple(_presses(part.to_dict() for part in message.components))
        own = {str(one.emoji) for one in message.reactions if one.me}
        rows, columns = (sum(one in own for one in group) for group in (ROWS, COLUMNS))
        if not (presses and rows and columns):
            return None
        return Board(presses[0].game_id, presses[0].turn, rows, columns)

    async def _rebuild(self, event: RawReactionActionEvent, pick: Pick, board: Board) -> None:
        """Read a person's row and column from a message."""
        message = await self._partial(event.channel_id, event.message_id).fetch()
        for group in (ROWS, COLUMNS):
            if any(one in group for one in pick.put):
                continue
            found = [
                str(one.emoji)
                for one in message.reactions
                if str(one.emoji) in group and str(one.emoji) in board.emoji and one.count > 1
                if await _has(one, event.user_id)
            ]
            if len(found) == 1:  # of several, nobody knows any more which came last
                pick.put += found

    def _partial(self, channel: int, message: int) -> PartialMessage:
        return self._client.get_partial_messageable(channel).get_partial_message(message)


def board_of(look: Look) -> Board | None:
    """Return what can be picked; nothing where no card is offered, or there are too many."""
    for grid in _grids(look):
        rows, columns = len(grid.cells), max(map(len, grid.cells), default=0)
        offered = any(cell.choice for row in grid.cells for cell in row)
        if offered and rows <= len(ROWS) and columns <= len(COLUMNS) and rows + columns < MOST:
            return Board(look.game_id, look.turn, rows, columns)
    return None


def cell_at(look: Look, place: tuple[int, int]) -> Cell | None:
    """Return the cell in a row and a column, from 0."""
    row, column = place
    for grid in _grids(look):
        if row < len(grid.cells) and column < len(grid.cells[row]):
            return grid.cells[row][column]
    return None


def _grids(look: Look) -> Iterator[Grid]:
    return (block for block in find(look.view, Grid) if isinstance(block, Grid))


async def _has(reaction: Reaction, user: int) -> bool:
    """Return whether a reaction is a person's, too."""
    return any([one.id == user async for one in reaction.users(limit=1, after=Object(user - 1))])


def _presses(components: Iterable[Any]) -> Iterator[Press]:
    """Yield what can be pressed on a message, from its components as Discord sends them."""
    for one in components:
        if isinstance(one, Mapping):
            press = read(str(one.get("custom_id") or ""))
            yield from [press] if press else []
            yield from _presses(one.get("components") or ())


def _is_ours(emoji: str) -> bool:
    return emoji == CHECK or emoji in ROWS or emoji in COLUMNS


def _caller(event: RawReactionActionEvent) -> Caller:
    name = event.member.display_name if event.member else str(event.user_id)
    return Caller(
        User(PLATFORM, str(event.user_id)),
        Room(PLATFORM, str(event.channel_id)),
        GuildId(f"{PLATFORM}:{event.guild_id}"),
        name,
    )


def _delivery(event: RawReactionActionEvent, cell: Cell, look: Look) -> Delivery:
    """Return a name that is the same for the same wish on the same state of the game."""
    parts = (event.message_id, event.user_id, event.emoji, cell.place, look.version)
    return Delivery(PLATFORM, ":".join(map(str, parts)))
