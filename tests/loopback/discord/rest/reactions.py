"""/channels/.../messages/.../reactions: add, remove, list."""

from collections.abc import Sequence

from tests.loopback.discord import render
from tests.loopback.discord.access import require, require_unarchived
from tests.loopback.discord.call import NOTHING, Call, Reply, Route
from tests.loopback.discord.error import UNKNOWN_EMOJI, ApiError
from tests.loopback.discord.flag import Permission
from tests.loopback.discord.model import Message
from tests.loopback.discord.reacting import Reacting
from tests.loopback.discord.world import World

_ALL = "/channels/{channel_id}/messages/{message_id}/reactions"
_EMOJI = _ALL + "/{emoji_name}"


class Reactions:
    """Reactions as the bot adds and removes them."""

    def __init__(self, world: World, reacting: Reacting) -> None:
        self._world = world
        self._reacting = reacting

    @property
    def routes(self) -> Sequence[Route]:
        """The routes of reactions."""
        return [
            Route("PUT", _EMOJI + "/@me", self._add),
            Route("DELETE", _EMOJI + "/@me", self._remove_own),
            Route("DELETE", _EMOJI + "/{user_id}", self._remove),
            Route("GET", _EMOJI, self._list),
            Route("DELETE", _EMOJI, self._clear_one),
            Route("DELETE", _ALL, self._clear),
        ]

    def _message(self, call: Call, wanted: Permission = Permission.NONE) -> Message:
        channel = self._world.channel(call.id("channel_id"))
        require(self._world.bot, channel, Permission.READ_MESSAGE_HISTORY | wanted)
        message = self._world.message(channel.id, call.id("message_id"))
        require_unarchived(channel)
        return message

    def _add(self, call: Call) -> Reply:
        emoji = call.ids["emoji_name"]
        if emoji.isascii() and ":" not in emoji:
            raise ApiError(UNKNOWN_EMOJI)
        message = self._message(call)
        if not message.reactions.get(emoji):
            require(self._world.bot, message.channel, Permission.ADD_REACTIONS)
        self._reacting.add(message, self._world.bot, emoji)
        return NOTHING

    def _remove_own(self, call: Call) -> Reply:
        self._reacting.remove(self._message(call), self._world.bot, call.ids["emoji_name"])
        return NOTHING

    def _remove(self, call: Call) -> Reply:
        message = self._message(call, Permission.MANAGE_MESSAGES)
        user = self._world.user(call.id("user_id"))
        self._reacting.remove(message, user, call.ids["emoji_name"])
        return NOTHING

    def _list(self, call: Call) -> Reply:
        users = self._message(call).reactions.get(call.ids["emoji_name"], [])
        since = int(call.query.get("after", 0))
        limit = int(call.query.get("limit", 25))
        found = sorted(each for each in users if each > since)[:limit]
        return Reply([render.user(self._world.users[each]) for each in found])

    def _clear_one(self, call: Call) -> Reply:
        message = self._message(call, Permission.MANAGE_MESSAGES)
        self._reacting.clear(message, call.ids["emoji_name"])
        return NOTHING

    def _clear(self, call: Call) -> Reply:
        self._reacting.clear(self._message(call, Permission.MANAGE_MESSAGES))
        return NOTHING
