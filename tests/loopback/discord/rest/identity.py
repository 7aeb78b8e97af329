"""The bot's identity and the data that it may read: users, the application, guilds, the gateway."""

from collections.abc import Sequence

from tests.loopback.discord import render
from tests.loopback.discord.access import of_member
from tests.loopback.discord.call import NOTHING, Call, Reply, Route
from tests.loopback.discord.gateway import Gateway
from tests.loopback.discord.places import Places
from tests.loopback.discord.world import World

_GUILD = "/guilds/{guild_id}"
_IDENTIFIES = 1000  # a day; events/gateway.mdx


class Identity:
    """Access to users, guilds and the application; opening of direct conversations."""

    def __init__(self, world: World, gateway: Gateway, places: Places, shards: int) -> None:
        self._world = world
        self._gateway = gateway
        self._places = places
        self._shards = shards

    @property
    def routes(self) -> Sequence[Route]:
        """The routes of identity."""
        return [
            Route("GET", "/gateway", self._gateway_url, open=True),
            Route("GET", "/gateway/bot", self._gateway_bot),
            Route("GET", "/oauth2/applications/@me", self._application),
            Route("GET", "/applications/@me", self._application),
            Route("GET", "/users/@me", self._me),
            Route("GET", "/users/@me/guilds", self._guilds),
            Route("DELETE", "/users/@me/guilds/{guild_id}", self._leave),
            Route("POST", "/users/@me/channels", self._open),
            Route("GET", "/users/{user_id}", self._user),
            Route("GET", _GUILD, self._guild),
            Route("GET", _GUILD + "/channels", self._channels),
            Route("GET", _GUILD + "/threads/active", self._threads),
            Route("GET", _GUILD + "/members/{user_id}", self._member),
        ]

    def _gateway_url(self, _: Call) -> Reply:
        return Reply({"url": self._gateway.url})

    def _gateway_bot(self, _: Call) -> Reply:
        limit = {
            "total": _IDENTIFIES,
            "remaining": _IDENTIFIES,
            "reset_after": 86_400_000,
            "max_concurrency": 16,
        }
        body = {"url": self._gateway.url, "shards": self._shards, "session_start_limit": limit}
        return Reply(body)

    def _application(self, _: Call) -> Reply:
        return Reply(render.application(self._world))

    def _me(self, _: Call) -> Reply:
        private = {"mfa_enabled": False, "locale": "en-US", "verified": True, "email": None}
        return Reply(render.user(self._world.bot) | private)

    def _guilds(self, call: Call) -> Reply:
        """Return a page of partial guilds, each with the bot's permissions there."""
        limit, after = int(call.query.get("limit", "200")), int(call.query.get("after", "0"))
        bot = self._world.bot.id
        later = sorted(
            (one for one in self._world.bot_guilds() if one.id > after), key=lambda one: one.id
        )
        allowed = ((one, of_member(one.members[bot], one)) for one in later[:limit])
        return Reply([render.guild(one) | {"permissions": str(int(may))} for one, may in allowed])

    def _leave(self, call: Call) -> Reply:
        self._places.expel_bot(self._world.guild(call.id("guild_id")))
        return NOTHING

    def _open(self, call: Call) -> Reply:
        user = self._world.user(int(call.body["recipient_id"]))
        return Reply(render.channel(self._world.direct(user), self._world.bot))

    def _user(self, call: Call) -> Reply:
        return Reply(render.user(self._world.user(call.id("user_id"))))

    def _guild(self, call: Call) -> Reply:
        return Reply(render.guild(self._world.guild(call.id("guild_id"))))

    def _channels(self, call: Call) -> Reply:
        guild = self._world.guild(call.id("guild_id"))
        plain = [each for each in guild.channels.values() if each.thread is None]
        return Reply([render.channel(each, self._world.bot) for each in plain])

    def _threads(self, call: Call) -> Reply:
        threads = list(self._world.threads(self._world.guild(call.id("guild_id"))))
        shown = [render.channel(each, self._world.bot) for each in threads]
        own = [
            each for each in threads if each.thread and self._world.bot.id in each.thread.members
        ]
        members = [render.thread_member(each, self._world.bot) for each in own]
        return Reply({"threads": shown, "members": members, "has_more": False})

    def _member(self, call: Call) -> Reply:
        member = self._world.member(call.id("guild_id"), call.id("user_id"))
        return Reply(render.member(member))
