"""Messages on Discord for the redraw loop: boards in channels, key cards in direct messages.

An edit notifies nobody. So if the table waits for people whom the message has not mentioned in this
turn, a new message mentions them, and the old one shrinks to a line.

This module restores a deleted board once. If people delete it again soon, it returns at the next
change in its game, or when the bot refuses another game in the channel.
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import partial
from math import inf
from time import monotonic
from typing import Any, ClassVar, Final

import discord

from adapters.chat import message_view
from adapters.chat.calls import Urgency, logging_store_faults, urgency
from adapters.chat.incoming import ButtonId, read_button_id
from adapters.chat.message_view import NOBODY_MARKER, UNKNOWN_MARKER, draft_of, moved, turn_marker
from adapters.chat.platform import ChatApp
from adapters.chat.screen import MessageDeleted, Unreachable
from adapters.discord.output.render import RenderedMessage, components_of, message, short_message
from adapters.discord.output.response import DISCORD, PressedMessages, file_of
from adapters.discord.threads import ARCHIVED, PostTarget, PostTargets
from adapters.picture import PictureRenderer
from bot.games import GameId, GameView, MessageTarget, MessageTask, Room, Status, User
from core.recent import RecentDict
from core.view import Phrase, phrase

LONGEST_AGE: Final = timedelta(minutes=50)
"""Age from which a message is not edited: Discord limits edits of messages older than an hour."""

REPOST_AFTER: Final = 60.0
"""Seconds after a repost in which a deleted board stays deleted: people may not want it."""

MESSAGES_SEARCHED: Final = 50
"""Messages of a channel to search for one of ours."""

_PLACE: Final = re.compile(r"^<#(\d+)>$", re.MULTILINE)


class ThreadFrozen(Exception):
    """The message is in a thread that can no longer be changed."""


@dataclass(frozen=True, slots=True)
class Handle:
    """The place of a message, its marker, and the key of its remark."""

    channel: int
    message: int
    marker: str
    remark: str = ""

    def __str__(self) -> str:
        remark = f":{self.remark}" if self.remark else ""
        return f"{self.channel}:{self.message}:{self.marker}{remark}"

    @classmethod
    def parse(cls, text: str) -> "Handle":
        """Return the handle that `str` wrote."""
        channel, message_id, page, *remark = text.split(":")
        return cls(int(channel), int(message_id), page, *remark)


@dataclass(slots=True)
class DiscordPlatform:
    """Discord's messages for the redraw loop; `now` returns the time, `renderer` draws pictures.

    Presses in `pressed` edit their messages. `drawn` is called with each message of a game with
    picks by reactions, and with the message before it.
    """

    name: ClassVar = DISCORD
    client: discord.Client
    chat: ChatApp
    renderer: PictureRenderer = field(default_factory=PictureRenderer)
    pressed: PressedMessages = field(default_factory=PressedMessages)
    drawn: Callable[[MessageTarget, GameView, Handle, Handle | None], None] = lambda *_: None
    now: Callable[[], datetime] = discord.utils.utcnow
    _places: PostTargets = field(init=False)
    _private: RecentDict[MessageTarget, int] = field(default_factory=RecentDict, init=False)

    def __post_init__(self) -> None:
        self._places = PostTargets(self.client, self.chat)

    # adapters.chat.screen.Platform

    async def post(self, task: MessageTask) -> str:
        """Post a message; raises Unreachable."""
        with urgency(Urgency.BOARD):
            shown = await self._posted(task)
        self._tell(task, shown, None)
        return str(shown)

    async def edit(self, task: MessageTask, handle: str) -> str:
        """Edit a message, or post a new one and shrink the old one.

        Raises MessageDeleted and Unreachable.
        """
        old = Handle.parse(handle)
        with urgency(Urgency.BOARD):
            shown = await self._edited(task, old)
        self.pressed.shown(old.message, task.game_view.version)
        self._tell(task, shown, old)
        return str(shown)

    def _tell(self, task: MessageTask, shown: Handle, before: Handle | None) -> None:
        """Report a board if people of its table pick cards by reactions."""
        if task.game_view.settings.reactions:
            self.drawn(task.target, task.game_view, shown, before)

    async def _edited(self, task: MessageTask, old: Handle) -> Handle:
        target, game_view = task.target, task.game_view
        if self._needs_new_message(target, old, game_view):
            new = await self._posted(task, self._partial(old))
            await self._collapse(task, old, new)
            return new
        remarks = message_view.lobby_remarks(task, old.marker)
        remarks += (phrase(old.remark),) if old.remark else ()
        shown = await self._shown(task, old.channel, *remarks)
        try:
            # Most events in a game change nothing on a key card.
            if target.user is None or self._private.get(target) != _digest(shown):
                await self._change(old, shown, game_view.version)
        except ThreadFrozen:
            return await self._posted(task)
        self._remember(target, shown)
        return replace(old, marker=message_view.kept_marker(old.marker, game_view, self.name))

    async def find(self, task: MessageTask) -> str | None:
        """Return the handle of the newest message with buttons of the game, or the task's.

        Discord does not return nonces, but posting again with one soon returns the first message.
        Raises Unreachable.
        """
        target, handle = task.target, task.handle
        direct = [(await self._direct(target.user)).id] if target.user else None
        found = [
            await self._newest(target.game_id, place)
            for place in direct or await self._places.channels(target)
        ]
        newest = max(filter(None, found), key=lambda one: one.message, default=None)
        old = Handle.parse(handle) if handle else None
        if newest is None or (old and newest.message <= old.message):
            return handle
        if old:
            await self._collapse(task, old, newest)
        return str(newest)

    def _remember(self, target: MessageTarget, shown: RenderedMessage) -> None:
        if target.user is not None:
            self._private[target] = _digest(shown)

    def forget(self, target: MessageTarget) -> None:
        """Forget a private message's content, so that the next edit sends it."""
        self._private.pop(target, None)

    # Content.

    async def _shown(self, task: MessageTask, channel: int, *remarks: Phrase) -> RenderedMessage:
        """Return the message of a game; in a thread, it links to the room after the game."""
        services, room = self.chat.services, task.target.room.place
        shown, options = await draft_of(task, services, remarks, task.game_view.due)
        is_over = task.game_view.status in (Status.OVER, Status.STOPPED)
        if task.target.user is None and is_over and str(channel) != room:
            options = replace(options, place=room)
        return message(shown, options)

    # Places.

    async def _posted(
        self, task: MessageTask, before: discord.PartialMessage | None = None
    ) -> Handle:
        """Return a new message, in the game's thread if it has one."""
        with _reaching():
            if task.target.user is not None:
                place = PostTarget((await self._direct(task.target.user)).id)
                return await self._sent(task, place)
            return await self._places.send_to_target(task, before, partial(self._sent, task))

    async def _sent(self, task: MessageTask, place: PostTarget) -> Handle:
        game_view, remarks = task.game_view, (place.remark,) if place.remark else ()
        shown = await self._shown(task, place.channel, *remarks)
        drawn = await self.renderer.render(shown.pictures, shown.theme)
        made = await self.client.get_partial_messageable(place.channel).send(
            view=shown.layout,
            files=[*map(file_of, drawn)],
            allowed_mentions=shown.mentions,
            nonce=task.nonce,
        )
        remark = place.remark.key if place.remark else ""
        handle = Handle(
            place.channel, made.id, turn_marker(game_view, self.name) or NOBODY_MARKER, remark
        )
        if _essence(part.to_dict() for part in made.components) != _essence(components_of(shown)):
            # Discord knew the nonce from an older view.
            await self._change(handle, shown, game_view.version)
        self._remember(task.target, shown)
        self.pressed.shown(handle.message, game_view.version)
        return handle

    async def _direct(self, user: User) -> discord.DMChannel:
        """Return the direct messages with a person; raises Unreachable."""
        with _reaching():
            return await self.client.create_dm(discord.Object(int(user.id)))

    async def _newest(self, game_id: GameId, channel: int) -> Handle | None:
        """Return our newest message in a channel with buttons of a game."""
        place = self.client.get_partial_messageable(channel)
        with suppress(discord.Forbidden, discord.NotFound):
            async for one in place.history(limit=MESSAGES_SEARCHED):
                mine = self.client.user is not None and one.author.id == self.client.user.id
                if mine and any(press.game_id == game_id for press in presses_on(one)):
                    return Handle(channel, one.id, UNKNOWN_MARKER)
        return None

    def _needs_new_message(self, target: MessageTarget, old: Handle, game_view: GameView) -> bool:
        """Return whether a message is too old, or its marker requires a new one."""
        if self.now() - discord.utils.snowflake_time(old.message) > LONGEST_AGE:
            return True
        return target.user is None and message_view.is_outlived(old.marker, game_view, self.name)

    async def _change(self, handle: Handle, shown: RenderedMessage, version: int) -> None:
        """Make a message show a version of its game, also in an archived thread.

        Raises MessageDeleted, Unreachable and ThreadFrozen.
        """
        try:
            await self._rewrite(handle, shown, version)
        except discord.NotFound as error:
            raise MessageDeleted from error
        except discord.Forbidden as error:
            raise Unreachable from error
        except discord.HTTPException as error:
            if error.code != ARCHIVED:
                raise
            await self._revive(handle, shown, version)

    async def _revive(self, handle: Handle, shown: RenderedMessage, version: int) -> None:
        """Change a message after unarchiving its thread; raises ThreadFrozen if that fails."""
        try:
            await self.client.http.edit_channel(handle.channel, archived=False)
            await self._rewrite(handle, shown, version)
        except discord.Forbidden as error:
            raise ThreadFrozen from error

    async def _rewrite(self, handle: Handle, shown: RenderedMessage, version: int) -> None:
        # Drawing takes time, so it comes first: a press must not wait for the edit that follows.
        drawn = await self.renderer.render(shown.pictures, shown.theme)

        def content() -> dict[str, Any]:
            files = [*map(file_of, drawn)]
            return {"view": shown.layout, "attachments": files, "allowed_mentions": shown.mentions}

        if not await self.pressed.edit(handle.message, version, content):
            await self._partial(handle).edit(**content())

    async def _collapse(self, task: MessageTask, old: Handle, new: Handle) -> None:
        """Reduce a replaced message to a line, if it can be changed."""
        target, game_view = task.target, task.game_view
        texts = self.chat.services.texts_for(*game_view.languages)
        if not game_view.languages:
            texts = await self.chat.services.texts_in(target.room, reader=target.user)
        below = message_view.lobby_remarks(task, old.marker)
        is_near = new.channel == old.channel
        said = moved(old.marker) if is_near else phrase("chat-moved-away")
        left = short_message(said, texts, *below, place=None if is_near else new.channel)
        with suppress(MessageDeleted, ThreadFrozen, Unreachable):
            await self._change(old, left, game_view.version)

    def _partial(self, handle: Handle) -> discord.PartialMessage:
        channel = self.client.get_partial_messageable(handle.channel)
        return channel.get_partial_message(handle.message)


@contextmanager
def _reaching() -> Iterator[None]:
    """Raise Unreachable if Discord refuses a person or a channel."""
    try:
        yield
    except (discord.Forbidden, discord.NotFound) as error:
        raise Unreachable from error


def _digest(shown: RenderedMessage) -> int:
    """Return a digest of a message with its pictures, for this process."""
    return hash((str(components_of(shown)), shown.pictures, shown.theme))


def _essence(components: Iterable[Mapping[str, Any]]) -> list[tuple[str, ...]]:
    """Return the texts and the buttons of a message."""
    keys = ("content", "label", "custom_id", "disabled")
    told = [one for one in walked(components) if one.get("content") or one.get("custom_id")]
    values = ((str(option["value"]) for option in one.get("options") or ()) for one in told)
    return [
        (*(str(one.get(key) or "") for key in keys), *chosen)
        for one, chosen in zip(told, values, strict=True)
    ]


# Contents of messages.


def button_on(message: discord.Message) -> ButtonId | None:
    """Return a button of a message; it names a game and a turn."""
    return next(presses_on(message), None)


def presses_on(message: discord.Message) -> Iterator[ButtonId]:
    """Yield the buttons of a message."""
    parts = walked(part.to_dict() for part in message.components)
    found = (read_button_id(str(one.get("custom_id") or "")) for one in parts)
    return (press for press in found if press)


def channel_on(message: discord.Message) -> str | None:
    """Return the channel that a direct message names as its game's."""
    parts = walked(part.to_dict() for part in message.components)
    texts = (str(one.get("content") or "") for one in parts)
    return next((found[1] for text in texts if (found := _PLACE.search(text))), None)


def walked(components: Iterable[Any]) -> Iterator[Mapping[str, Any]]:
    """Yield components, as Discord sends them, and the components in them."""
    for one in components:
        if isinstance(one, Mapping):
            yield one
            yield from walked(one.get("components") or ())


@dataclass(slots=True)
class DeletedBoards:
    """Has `redraw` restore deleted boards; `now` returns seconds."""

    chat: ChatApp
    redraw: Callable[[MessageTarget], None]
    now: Callable[[], float] = monotonic
    _lately: RecentDict[MessageTarget, float] = field(default_factory=RecentDict, init=False)

    async def handle(self, channel: int, messages: Collection[int]) -> None:
        """Restore the boards among messages that were deleted from a channel or thread."""
        with logging_store_faults("loss-not-heard", DISCORD):
            for target in await self._lost(channel, messages):
                if self.now() - self._lately.get(target, -inf) >= REPOST_AFTER:
                    self._lately[target] = self.now()
                    self.redraw(target)

    async def _lost(self, channel: int, messages: Collection[int]) -> tuple[MessageTarget, ...]:
        """Return the targets of the deleted boards of a channel's game; raises StoreFault."""
        place = Room(DISCORD, str(channel))
        home = await self.chat.games.thread_at(place)
        game_id = home.game_id if home else await self.chat.games.current(place)
        if game_id is None:
            return ()
        boards = (await self.chat.tasks.handles(DISCORD, game_id)).items()
        return tuple(one for one, handle in boards if Handle.parse(handle).message in messages)
