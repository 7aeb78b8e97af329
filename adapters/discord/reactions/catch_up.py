"""People's reactions on a board, and visits to boards that are new, replaced or missed.

One task at a time visits a board; `reactions` defines what a visit does.
"""

import asyncio
import hashlib
from collections.abc import Awaitable, Callable, Collection, Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Final, TypeAlias
from weakref import WeakValueDictionary

import structlog
from discord import Message, Object, Reaction, Thread

from adapters.chat.calls import Urgency, urgency
from adapters.chat.incoming import ButtonId
from adapters.chat.platform import ChatApp
from adapters.discord.calls import DISCORD_ERRORS
from adapters.discord.output.messages import Handle
from adapters.discord.output.response import DISCORD
from bot import games
from bot.games import Caller, Delivery, GameId, MessageTarget, MessageTasks, Room, User
from core.rules import Refusal

DELIVERY_DIGITS: Final = 32
"""Hexadecimal digits of a delivery's name: two collide less often than 1 in 10^38."""

ReactionsByUser: TypeAlias = dict[int, tuple[str, set[str]]]
"""People's names and reactions, by user id."""


@dataclass(frozen=True, slots=True)
class ReactionEvent:
    """One person's reactions on a message so far, in order of arrival.

    If the channel is a game's thread, `home` is the game's room.
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
        """The last reaction."""
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

    def delivery(self, press: ButtonId, version: int) -> Delivery:
        """Return a key that is equal for the same request on the same version of the game.

        It is a hash without a name, because the database keeps it for a while.
        """
        place = press.line.partition(" ")[2]
        parts = (self.message, self.user, self.emoji, place, version)
        told = hashlib.sha256(":".join(map(str, parts)).encode()).hexdigest()
        return Delivery(DISCORD, told[:DELIVERY_DIGITS])


async def with_home_room(event: ReactionEvent, channel: object, chat: ChatApp) -> ReactionEvent:
    """Return the event with the game's room if its channel is a thread; raises StoreFault."""
    home = await chat.games.thread_at(event.room) if isinstance(channel, Thread) else None
    return replace(event, home=home.room) if home else event


async def has_newer_board(posted: MessageTasks, game_id: GameId, event: ReactionEvent) -> bool:
    """Return whether the room has a newer board of the game; raises StoreFault."""
    drawn = await posted.handles(DISCORD, game_id)
    handle = drawn.get(MessageTarget(game_id, event.room))
    return handle is not None and Handle.parse(handle).message > event.message


def own_on(message: Message) -> frozenset[str]:
    """Return this bot's reactions on a message."""
    return frozenset(str(one.emoji) for one in message.reactions if one.me)


async def people_on(message: Message, offered: Collection[str], me: int) -> ReactionsByUser:
    """Return other people's offered reactions on a message, by person."""
    found: ReactionsByUser = {}
    for one in _of_others(message, offered):
        async for user in one.users():
            if user.id != me:
                found.setdefault(user.id, (user.display_name, set()))[1].add(str(one.emoji))
    return found


async def put_by(message: Message, offered: Collection[str], user: int) -> set[str]:
    """Return one person's offered reactions on a message."""
    return {str(one.emoji) for one in _of_others(message, offered) if await _has(one, user)}


def _of_others(message: Message, offered: Collection[str]) -> Iterator[Reaction]:
    return (one for one in message.reactions if str(one.emoji) in offered and one.count > one.me)


async def _has(reaction: Reaction, user: int) -> bool:
    """Return whether a person has added a reaction, too."""
    return any([one.id == user async for one in reaction.users(limit=1, after=Object(user - 1))])


PARALLEL_VISITS: Final = 4
"""Boards that get reactions at the same time: a channel accepts four a second."""

REVISIT_SECONDS: Final = 5.0
"""Seconds before another attempt to read boards."""

REST_SECONDS: Final = 30.0
"""Timeout for a request to Discord, including its rate limits."""

_LOG = structlog.get_logger()


@dataclass(slots=True)
class BoardVisitor:
    """Visits boards; `shard` returns a channel's shard, None if it is another process's."""

    posted: MessageTasks
    shard: Callable[[int], int | None]
    visit: Callable[[MessageTarget, Handle], Awaitable[None]]
    _jobs: asyncio.Queue[Callable[[], Awaitable[None]]] = field(
        default_factory=asyncio.Queue, init=False
    )
    _under_way: WeakValueDictionary[int, asyncio.Lock] = field(
        default_factory=WeakValueDictionary, init=False
    )

    async def run(self) -> None:
        """Visit boards until cancelled."""
        async with asyncio.TaskGroup() as group:
            for _ in range(PARALLEL_VISITS):
                group.create_task(self._work())

    def enqueue(self, target: MessageTarget, shown: Handle) -> None:
        """Schedule a visit to a message."""
        self._jobs.put_nowait(partial(self._visit, target, shown))

    def mark_missed(self, *shards: int) -> None:
        """Schedule visits to the boards of shards that were disconnected."""
        self._jobs.put_nowait(partial(self._enqueue_missed, shards))

    async def wait_idle(self) -> None:
        """Wait until all scheduled visits are done."""
        await self._jobs.join()

    async def _enqueue_missed(self, shards: Collection[int]) -> None:
        for target, handle in (await self.posted.handles(DISCORD)).items():
            shown = Handle.parse(handle)
            if self.shard(shown.channel) in shards:
                self.enqueue(target, shown)

    async def _visit(self, target: MessageTarget, shown: Handle) -> None:
        lock = self._under_way.setdefault(shown.message, asyncio.Lock())
        with urgency(Urgency.MENU):
            async with lock:
                await self.visit(target, shown)

    async def _work(self) -> None:
        """Do the scheduled jobs, and retry one while the database fails."""
        while True:
            job = await self._jobs.get()
            try:
                await job()
            except games.StoreFault as fault:
                _LOG.warning("reactions-not-read", platform=DISCORD, fault=fault.code)
                await asyncio.sleep(REVISIT_SECONDS)
                self._jobs.put_nowait(job)
            except (Refusal, *DISCORD_ERRORS) as error:
                # Without permission for reactions, buttons do the same.
                _LOG.info("reactions-not-offered", platform=DISCORD, fault=type(error).__name__)
            self._jobs.task_done()
