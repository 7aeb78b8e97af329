"""Reactions of people on a board, and visits to boards that are new, left or missed.

Each board is visited by one at a time; what a visit is for, `reactions` knows.
"""

import asyncio
import hashlib
from collections.abc import Awaitable, Callable, Collection, Iterator
from dataclasses import dataclass, field, replace
from typing import Final, TypeAlias
from weakref import WeakValueDictionary

import structlog
from discord import Message, Object, Reaction, Thread

from adapters.chat.budget import Urgency, urgency
from adapters.chat.platform import ChatApp
from adapters.discord.calls import DISCORD_ERRORS
from adapters.discord.output.messages import Handle
from adapters.discord.output.response import DISCORD
from bot import games
from bot.games import Caller, Delivery, GameId, MessageTarget, MessageTasks, Room, User
from core.rules import Refusal
from core.view import Cell

DELIVERY_DIGITS: Final = 32
"""Hexadecimal digits of a delivery's name: two are alike less often than 1 in 10^38."""

ReactionsByUser: TypeAlias = dict[int, tuple[str, set[str]]]
"""People's names and what they have put, by their ids."""


@dataclass(frozen=True, slots=True)
class ReactionEvent:
    """Reactions of one person on a message so far, in the order in which they came.

    The channel may be a game's thread: then the game's room is its `home`.
    """

    guild: int
    channel: int
    message: int
    user: int
    name: str
    put: tuple[str, ...] = ()
    home: Room | None = None

    @property
    def emoji(self) -> str:
        """The last of them."""
        return self.put[-1]

    @property
    def room(self) -> Room:
        """The room of the message."""
        return self.home or Room(DISCORD, str(self.channel))

    @property
    def caller(self) -> Caller:
        """The person, in the room."""
        guild = games.GuildId(f"{DISCORD}:{self.guild}")
        return Caller(User(DISCORD, str(self.user)), self.room, guild, self.name)

    def delivery(self, cell: Cell, game_view: games.GameView) -> Delivery:
        """Return a name that is the same for the same wish on the same state of the game.

        Who wished for what cannot be read in it: it is kept for a while, and nobody's to delete.
        """
        parts = (self.message, self.user, self.emoji, cell.place, game_view.version)
        told = hashlib.sha256(":".join(map(str, parts)).encode()).hexdigest()
        return Delivery(DISCORD, told[:DELIVERY_DIGITS])


async def with_home_room(event: ReactionEvent, channel: object, chat: ChatApp) -> ReactionEvent:
    """Return a touch with the room whose game's thread its channel is; raises StoreFault."""
    home = await chat.games.thread_at(event.room) if isinstance(channel, Thread) else None
    return replace(event, home=home.room) if home else event


async def has_newer_board(posted: MessageTasks, game_id: GameId, event: ReactionEvent) -> bool:
    """Return whether a newer board of the game stands in the room; raises StoreFault."""
    drawn = await posted.handles(DISCORD, game_id)
    newest = (Handle.parse(handle) for target, handle in drawn.items() if target.room == event.room)
    return any(one.message > event.message for one in newest)


def own_on(message: Message) -> frozenset[str]:
    """Return the reactions of this bot on a message."""
    return frozenset(str(one.emoji) for one in message.reactions if one.me)


async def people_on(message: Message, offered: Collection[str], me: int) -> ReactionsByUser:
    """Return who besides this bot has put which of the offered reactions on a message."""
    found: ReactionsByUser = {}
    for one in _of_others(message, offered):
        async for user in one.users():
            if user.id != me:
                found.setdefault(user.id, (user.display_name, set()))[1].add(str(one.emoji))
    return found


async def put_by(message: Message, offered: Collection[str], user: int) -> set[str]:
    """Return which of the offered reactions one person has put on a message."""
    return {str(one.emoji) for one in _of_others(message, offered) if await _has(one, user)}


def _of_others(message: Message, offered: Collection[str]) -> Iterator[Reaction]:
    return (one for one in message.reactions if str(one.emoji) in offered and one.count > one.me)


async def _has(reaction: Reaction, user: int) -> bool:
    """Return whether a reaction is a person's, too."""
    return any([one.id == user async for one in reaction.users(limit=1, after=Object(user - 1))])


PARALLEL_VISITS: Final = 4
"""Boards to which reactions are added at the same time: a channel takes four a second."""

REVISIT_SECONDS: Final = 5.0
"""How long is waited before boards are read again that could not be read."""

REST_SECONDS: Final = 30.0
"""How long Discord is waited for, its rate limits included."""

_LOG = structlog.get_logger()


@dataclass(slots=True)
class BoardVisitor:
    """Visits boards; `shard` tells of which shard a channel is, None for another process's."""

    posted: MessageTasks
    shard: Callable[[int], int | None]
    visit: Callable[[MessageTarget, Handle], Awaitable[None]]
    _asked: asyncio.Queue[tuple[MessageTarget, Handle]] = field(
        default_factory=asyncio.Queue, init=False
    )
    _missed: asyncio.Queue[frozenset[int]] = field(default_factory=asyncio.Queue, init=False)
    _under_way: WeakValueDictionary[int, asyncio.Lock] = field(
        default_factory=WeakValueDictionary, init=False
    )

    async def run(self) -> None:
        """Visit boards until cancelled."""
        async with asyncio.TaskGroup() as group:
            group.create_task(self._read_missed())
            for _ in range(PARALLEL_VISITS):
                group.create_task(self._visit_all())

    def enqueue(self, target: MessageTarget, shown: Handle) -> None:
        """Have a message visited."""
        self._asked.put_nowait((target, shown))

    def mark_missed(self, *shards: int) -> None:
        """Have the boards of shards visited: for a while, nothing was heard of them."""
        self._missed.put_nowait(frozenset(shards))

    async def wait_idle(self) -> None:
        """Wait until all boards that were to be visited have been."""
        await self._missed.join()
        await self._asked.join()

    async def _read_missed(self) -> None:
        while True:
            shards = await self._missed.get()
            try:
                boards = await self.posted.handles(DISCORD)
            except games.StoreFault as fault:
                _LOG.warning("reactions-not-read", platform=DISCORD, fault=fault.code)
                await asyncio.sleep(REVISIT_SECONDS)
                self.mark_missed(*shards)
            else:
                for target, handle in boards.items():
                    shown = Handle.parse(handle)
                    if self.shard(shown.channel) in shards:
                        self.enqueue(target, shown)
            self._missed.task_done()

    async def _visit_all(self) -> None:
        while True:
            target, shown = await self._asked.get()
            try:
                lock = self._under_way.setdefault(shown.message, asyncio.Lock())
                with urgency(Urgency.MENU):
                    async with lock:
                        await self.visit(target, shown)
            except games.StoreFault as fault:
                _LOG.warning("reactions-not-read", platform=DISCORD, fault=fault.code)
                await asyncio.sleep(REVISIT_SECONDS)
                self.enqueue(target, shown)
            except (Refusal, *DISCORD_ERRORS) as error:
                # Buttons do the same: where reactions are not permitted, none are needed.
                _LOG.info("reactions-not-offered", platform=DISCORD, fault=type(error).__name__)
            self._asked.task_done()
