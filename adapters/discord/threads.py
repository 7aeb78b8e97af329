"""Threads of games: the place of the next message, with the channel as a fallback.

A game's first board starts a thread from the message before it, the lobby. The thread has that
message's id, so a second attempt finds it. If Discord refuses the thread or a message in it, the
game continues in the channel.
"""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Final, TypeVar

import discord

from adapters.chat.platform import ChatApp
from adapters.discord.calls import CONNECTION_ERRORS
from bot.games import GameView, MessageTarget, MessageTask, Room, Status, ThreadRow
from bot.texts import Texts
from core.view import Phrase, phrase, shorten

T = TypeVar("T")

MAKE_SECONDS: Final = 4.0
"""Timeout for making a thread, for which the game waits."""

IDLE_MINUTES: Final = 1440
"""Minutes without a message after which Discord archives a thread."""

LONGEST_THREAD_NAME: Final = 100
"""Characters of a thread's name."""

THREAD_EXISTS: Final = 160004
"""Discord's code for a message that already has a thread."""

ARCHIVED: Final = 50083
"""Discord's code for an archived thread, in which nothing can be edited."""

WRONG_CHANNEL: Final = 50024
"""Discord's code for a kind of channel without threads."""

NO_THREAD: Final = phrase("discord-thread-none")
THREADLESS: Final = phrase("discord-thread-nowhere")
THREAD_CLOSED: Final = phrase("discord-thread-closed")


@dataclass(frozen=True, slots=True)
class PostTarget:
    """A channel or thread for a game's next message.

    If a thread is missing, `remark` says so. After the message, that is stored, so that later
    messages omit the remark.
    """

    channel: int
    remark: Phrase | None = None


@dataclass(frozen=True, slots=True)
class PostTargets:
    """Finds places for games; `patience` is the timeout in seconds for making a thread."""

    client: discord.Client
    chat: ChatApp
    patience: float = MAKE_SECONDS

    async def send_to_target(
        self,
        task: MessageTask,
        before: discord.PartialMessage | None,
        send: Callable[[PostTarget], Awaitable[T]],
    ) -> T:
        """Send to a game's thread, or to its channel if the thread is closed; return the result.

        A new thread starts from the message `before` this one. Raises StoreFault and the errors of
        sending.
        """
        target, place, thread = task.target, await self._place(task, before), None
        try:
            made = await send(place)
        except discord.HTTPException as error:
            # The thread is out of reach, locked or deleted.
            is_gone = isinstance(error, discord.Forbidden | discord.NotFound)
            if place.channel == _channel(target) or not (is_gone or error.code == ARCHIVED):
                raise
            thread, place = place.channel, PostTarget(_channel(target), THREAD_CLOSED)
            made = await send(place)
        if place.remark is not None:
            await self.chat.games.save_thread(_row(target, thread, closed=True))
        return made

    async def channels(self, target: MessageTarget) -> tuple[int, ...]:
        """Return the channels that messages of a game may be in; raises StoreFault."""
        known = await self.chat.games.thread(target.game_id, target.room)
        if known is None or known.thread is None:
            return (_channel(target),)
        return int(known.thread.place), _channel(target)

    async def _place(self, task: MessageTask, before: discord.PartialMessage | None) -> PostTarget:
        target, game_view = task.target, task.game_view
        room = PostTarget(_channel(target))
        if not game_view.settings.thread or game_view.status is Status.LOBBY:
            return room
        known = await self.chat.games.thread(target.game_id, target.room)
        if known is not None:
            place = None if known.closed else known.thread
            return PostTarget(int(place.place)) if place else room
        is_thread = isinstance(self.client.get_channel(room.channel), discord.Thread)
        if game_view.status is not Status.RUNNING or is_thread:
            return room
        texts = self.chat.services.texts_for(*game_view.languages)
        return await self._made(target, before, _name(game_view, texts))

    async def _made(
        self, target: MessageTarget, before: discord.PartialMessage | None, name: str
    ) -> PostTarget:
        """Return a new thread, or the channel if Discord makes none."""
        try:
            async with asyncio.timeout(self.patience):
                channel = await self._started(_channel(target), before, name)
        except CONNECTION_ERRORS:
            return PostTarget(_channel(target), NO_THREAD)
        except discord.HTTPException as error:
            remark = THREADLESS if error.code == WRONG_CHANNEL else NO_THREAD
            return PostTarget(_channel(target), remark)
        await self.chat.games.save_thread(_row(target, channel))
        return PostTarget(channel)

    async def _started(self, channel: int, before: discord.PartialMessage | None, name: str) -> int:
        """Return a new thread, or the thread of a message; raises HTTPException."""
        if before is not None and await self._has_thread(before, name):
            return before.id
        made = await self.client.http.start_thread_without_message(
            channel,
            name=name,
            auto_archive_duration=IDLE_MINUTES,
            type=discord.ChannelType.public_thread.value,
        )
        return int(made["id"])

    async def _has_thread(self, message: discord.PartialMessage, name: str) -> bool:
        """Start a thread from a message if it has none; return False if the message was deleted."""
        start = self.client.http.start_thread_with_message
        try:
            await start(
                message.channel.id, message.id, name=name, auto_archive_duration=IDLE_MINUTES
            )
        except discord.NotFound:
            return False
        except discord.HTTPException as error:
            if error.code != THREAD_EXISTS:
                raise
        return True


def _name(game_view: GameView, texts: Texts) -> str:
    game, host = phrase("game-name", game=game_view.game), game_view.host
    named = phrase("discord-thread-name", game=game, host=host, named="yes" if host else "no")
    return shorten(texts.say(named), LONGEST_THREAD_NAME)


def _channel(target: MessageTarget) -> int:
    return int(target.room.place)


def _row(target: MessageTarget, channel: int | None, *, closed: bool = False) -> ThreadRow:
    thread = Room("discord", str(channel)) if channel else None
    return ThreadRow(target.game_id, target.room, thread, closed)
