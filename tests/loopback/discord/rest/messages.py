"""/channels/{channel_id}/messages: post, read, edit, delete, and pins."""

from collections import Counter
from collections.abc import Sequence
from datetime import timedelta

from tests.loopback.discord import portrait, render
from tests.loopback.discord.access import (
    permissions,
    require,
    require_mutual,
    require_sending,
    require_unarchived,
)
from tests.loopback.discord.call import NOTHING, Call, Reply, Route
from tests.loopback.discord.draft import Draft
from tests.loopback.discord.error import NOT_AUTHOR, TOO_MANY_OLD_EDITS, ApiError
from tests.loopback.discord.flag import Intent, Permission
from tests.loopback.discord.model import Channel, Json, Message
from tests.loopback.discord.postroom import Envelope, Postroom
from tests.loopback.discord.rest.writing import Writing, refuse
from tests.loopback.discord.rules import message as rules
from tests.loopback.discord.world import World

OLD = timedelta(hours=1)  # opcodes-and-status-codes.mdx, 30046
NONCE_LIFE = timedelta(minutes=5)  # "the past few minutes", resources/message.mdx
PINNED, REPLY = 6, 19
_MESSAGES = "/channels/{channel_id}/messages"
_MESSAGE = _MESSAGES + "/{message_id}"
_PINS = _MESSAGES + "/pins"


class Messages:
    """Messages of channels as the bot's token reads and writes them."""

    def __init__(self, world: World, writing: Writing, postroom: Postroom, old_edits: int) -> None:
        self._world = world
        self._writing = writing
        self._postroom = postroom
        self._old_edits = old_edits
        self._edited_late: Counter[int] = Counter()

    @property
    def routes(self) -> Sequence[Route]:
        """The routes of messages; those of pins come first, or they would match a message's id."""
        return [
            Route("GET", _PINS, self._pins),
            Route("PUT", _PINS + "/{message_id}", self._pin),
            Route("DELETE", _PINS + "/{message_id}", self._unpin),
            Route("PUT", "/channels/{channel_id}/pins/{message_id}", self._pin),
            Route("DELETE", "/channels/{channel_id}/pins/{message_id}", self._unpin),
            Route("POST", _MESSAGES + "/bulk-delete", self._delete_many),
            Route("POST", _MESSAGES, self._post),
            Route("GET", _MESSAGES, self._list),
            Route("GET", _MESSAGE, self._get),
            Route("PATCH", _MESSAGE, self._edit),
            Route("DELETE", _MESSAGE, self._delete),
        ]

    def _channel(self, call: Call, wanted: Permission = Permission.NONE) -> Channel:
        channel = self._world.channel(call.id("channel_id"))
        require(self._world.bot, channel, wanted)
        return channel

    def _message(self, call: Call, wanted: Permission = Permission.NONE) -> Message:
        channel = self._channel(call, wanted)
        return self._world.message(channel.id, call.id("message_id"))

    def _post(self, call: Call) -> Reply:
        channel = self._channel(call)
        if channel.recipient is not None:
            require_mutual(self._world.meets(channel.recipient))
        require_sending(self._world.bot, channel, files=bool(call.files))
        refuse(rules.public(call.body))
        known = self._same_nonce(channel, call.body)
        message = known if known is not None else self._new(call, channel)
        return Reply(self._shown(message))

    def _new(self, call: Call, channel: Channel) -> Message:
        body = call.body
        if not Permission.EMBED_LINKS & permissions(self._world.bot, channel):
            body = {key: value for key, value in body.items() if key != "embeds"}
        reference = self._reference(channel, body)
        envelope = Envelope(
            kind=REPLY if reference is not None else 0,
            reference=reference,
            nonce=body.get("nonce"),
            allowed=body.get("allowed_mentions"),
        )
        return self._writing.post(call, body, channel, self._world.bot, envelope)

    def _same_nonce(self, channel: Channel, body: Json) -> Message | None:
        nonce = body.get("nonce")
        if nonce is None or not body.get("enforce_nonce"):
            return None
        since = self._world.clock.now() - NONCE_LIFE
        for message in reversed(channel.messages.values()):
            if message.created < since:
                return None
            if message.author is self._world.bot and str(message.nonce) == str(nonce):
                return message
        return None

    def _reference(self, channel: Channel, body: Json) -> Message | None:
        wanted = body.get("message_reference")
        if not wanted:
            return None
        found = channel.messages.get(int(wanted["message_id"]))
        if found is None and wanted.get("fail_if_not_exists", True):
            self._world.message(channel.id, int(wanted["message_id"]))
        return found

    def _shown(self, message: Message) -> Json:
        bot = self._world.bot
        mentioned = [self._world.users[each] for each in sorted(message.pings)]
        body = portrait.message(message, bot)
        body["mentions"] = [render.user(each) for each in mentioned]
        granted = self._world.application.granted & Intent.MESSAGE_CONTENT
        return body if granted or portrait.readable(message, bot) else portrait.withheld(body)

    def _get(self, call: Call) -> Reply:
        return Reply(self._shown(self._message(call, Permission.READ_MESSAGE_HISTORY)))

    def _list(self, call: Call) -> Reply:
        channel = self._channel(call, Permission.READ_MESSAGE_HISTORY)
        found = [each for each in channel.messages.values() if not each.ephemeral]
        if "before" in call.query:
            found = [each for each in found if each.id < int(call.query["before"])]
        if "after" in call.query:
            found = [each for each in found if each.id > int(call.query["after"])]
        latest = found[-int(call.query.get("limit", 50)) :]
        return Reply([self._shown(each) for each in reversed(latest)])

    def _edit(self, call: Call) -> Reply:
        message = self._message(call)
        require_unarchived(message.channel)
        if message.author is not self._world.bot:
            raise ApiError(NOT_AUTHOR)
        self._refuse_old(message)
        self._writing.edit(call, call.body, message)
        return Reply(self._shown(message))

    def _refuse_old(self, message: Message) -> None:
        if self._world.clock.now() - message.created <= OLD:
            return
        self._edited_late[message.channel.id] += 1
        if self._edited_late[message.channel.id] > self._old_edits:
            raise ApiError(TOO_MANY_OLD_EDITS)

    def _delete(self, call: Call) -> Reply:
        message = self._message(call)
        if message.author is not self._world.bot:
            require(self._world.bot, message.channel, Permission.MANAGE_MESSAGES)
        self._postroom.delete(message)
        return NOTHING

    def _delete_many(self, call: Call) -> Reply:
        channel = self._channel(call, Permission.MANAGE_MESSAGES)
        found = (channel.messages.get(int(identifier)) for identifier in call.body["messages"])
        self._postroom.delete_many([message for message in found if message is not None])
        return NOTHING

    def _pins(self, call: Call) -> Reply:
        channel = self._channel(call, Permission.READ_MESSAGE_HISTORY)
        pinned = [each for each in channel.messages.values() if each.pinned]
        items = [
            {"pinned_at": render.stamp(each.created), "message": self._shown(each)}
            for each in reversed(pinned)
        ]
        return Reply({"items": items, "has_more": False})

    def _pin(self, call: Call) -> Reply:
        message = self._message(call, Permission.PIN_MESSAGES)
        if not message.pinned:
            message.pinned = True
            self._postroom.refresh(message)
            notice = Envelope(PINNED, message, allowed={"parse": []})
            self._postroom.post(message.channel, self._world.bot, Draft(), {}, notice)
        return NOTHING

    def _unpin(self, call: Call) -> Reply:
        message = self._message(call, Permission.PIN_MESSAGES)
        message.pinned = False
        self._postroom.refresh(message)
        return NOTHING
