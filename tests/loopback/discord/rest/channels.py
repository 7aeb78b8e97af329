"""/channels/{channel_id}: the channel itself, typing, threads and their members."""

from collections.abc import Sequence

from tests.loopback.discord import render
from tests.loopback.discord.access import require
from tests.loopback.discord.call import NOTHING, Call, Reply, Route
from tests.loopback.discord.error import (
    THREAD_EXISTS,
    UNKNOWN_CHANNEL,
    WRONG_CHANNEL,
    ApiError,
)
from tests.loopback.discord.flag import ChannelKind, MessageFlag, Permission
from tests.loopback.discord.journal import Journal
from tests.loopback.discord.model import Channel, Message, ThreadState
from tests.loopback.discord.places import Places
from tests.loopback.discord.postroom import Postroom
from tests.loopback.discord.world import World

_CHANNEL = "/channels/{channel_id}"
_MEMBERS = _CHANNEL + "/thread-members"


class Channels:
    """Channels and threads as the bot reads and changes them."""

    def __init__(self, world: World, places: Places, postroom: Postroom, journal: Journal) -> None:
        self._world = world
        self._journal = journal
        self._places = places
        self._postroom = postroom

    @property
    def routes(self) -> Sequence[Route]:
        """The routes of channels and threads."""
        return [
            Route("GET", _CHANNEL, self._get),
            Route("PATCH", _CHANNEL, self._edit),
            Route("DELETE", _CHANNEL, self._delete),
            Route("POST", _CHANNEL + "/typing", self._type),
            Route("POST", _CHANNEL + "/threads", self._start),
            Route("POST", _CHANNEL + "/messages/{message_id}/threads", self._start_from),
            Route("GET", _MEMBERS, self._members),
            Route("PUT", _MEMBERS + "/@me", self._join),
            Route("DELETE", _MEMBERS + "/@me", self._leave),
            Route("PUT", _MEMBERS + "/{user_id}", self._add),
            Route("DELETE", _MEMBERS + "/{user_id}", self._remove),
        ]

    def _channel(self, call: Call, wanted: Permission = Permission.NONE) -> Channel:
        channel = self._world.channel(call.id("channel_id"))
        require(self._world.bot, channel, wanted)
        return channel

    def _thread(self, call: Call) -> tuple[Channel, ThreadState]:
        channel = self._channel(call)
        if channel.thread is None:
            raise ApiError(UNKNOWN_CHANNEL)
        return channel, channel.thread

    def _get(self, call: Call) -> Reply:
        return Reply(render.channel(self._channel(call), self._world.bot))

    def _edit(self, call: Call) -> Reply:
        channel = self._channel(call)
        if channel.thread is None:
            require(self._world.bot, channel, Permission.MANAGE_CHANNELS)
        elif (
            channel.thread.owner_id != self._world.bot.id
            or channel.thread.locked
            or "locked" in call.body
        ):
            require(self._world.bot, channel, Permission.MANAGE_THREADS)
        self._journal.record(call.route, call.body, (), None)
        self._places.edit(channel, call.body)
        return Reply(render.channel(channel, self._world.bot))

    def _delete(self, call: Call) -> Reply:
        channel = self._channel(call)
        if channel.guild is not None:
            in_thread = channel.thread is not None
            wanted = Permission.MANAGE_THREADS if in_thread else Permission.MANAGE_CHANNELS
            require(self._world.bot, channel, wanted)
            self._places.delete(channel)
        return Reply(render.channel(channel, self._world.bot))

    def _type(self, call: Call) -> Reply:
        self._channel(call)
        return NOTHING

    def _start(self, call: Call) -> Reply:
        private = call.body.get("type", ChannelKind.PRIVATE_THREAD) == ChannelKind.PRIVATE_THREAD
        kind = ChannelKind.PRIVATE_THREAD if private else ChannelKind.PUBLIC_THREAD
        wanted = Permission.CREATE_PRIVATE_THREADS if private else Permission.CREATE_PUBLIC_THREADS
        channel = self._channel(call, wanted)
        if channel.kind is not ChannelKind.TEXT:
            raise ApiError(WRONG_CHANNEL)
        return self._make(channel, call, kind, None)

    def _start_from(self, call: Call) -> Reply:
        channel = self._channel(call, Permission.CREATE_PUBLIC_THREADS)
        if channel.kind is not ChannelKind.TEXT:
            raise ApiError(WRONG_CHANNEL)
        message = self._world.message(channel.id, call.id("message_id"))
        if message.thread is not None:
            raise ApiError(THREAD_EXISTS)
        return self._make(channel, call, ChannelKind.PUBLIC_THREAD, message)

    def _make(
        self, parent: Channel, call: Call, kind: ChannelKind, message: Message | None
    ) -> Reply:
        self._journal.record(call.route, call.body, (), None)
        self._journal.note(parent, f"{self._world.bot.name} starts the thread {call.body['name']}")
        identifier = None if message is None else message.id
        thread = self._world.add_thread(
            parent, call.body["name"], self._world.bot, kind, identifier
        )
        if thread.thread is not None and call.body.get("auto_archive_duration"):
            thread.thread.archive_minutes = call.body["auto_archive_duration"]
        self._places.created(thread)
        if message is not None:
            message.thread = thread
            message.flags |= MessageFlag.HAS_THREAD
            self._postroom.refresh(message)
        return Reply(render.channel(thread, self._world.bot), 201)

    def _members(self, call: Call) -> Reply:
        channel, state = self._thread(call)
        users = [self._world.users[each] for each in sorted(state.members)]
        return Reply([render.thread_member(channel, each) for each in users])

    def _join(self, call: Call) -> Reply:
        channel, _ = self._thread(call)
        self._places.enter(channel, self._world.bot)
        return NOTHING

    def _leave(self, call: Call) -> Reply:
        channel, _ = self._thread(call)
        self._places.exit(channel, self._world.bot)
        return NOTHING

    def _add(self, call: Call) -> Reply:
        channel, _ = self._thread(call)
        self._places.enter(channel, self._world.user(call.id("user_id")))
        return NOTHING

    def _remove(self, call: Call) -> Reply:
        channel, _ = self._thread(call)
        require(self._world.bot, channel, Permission.MANAGE_THREADS)
        self._places.exit(channel, self._world.user(call.id("user_id")))
        return NOTHING
