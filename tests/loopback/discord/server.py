"""A Discord on this machine: HTTP, WebSocket and files on one free port of 127.0.0.1."""

import logging
from collections.abc import Callable, Sequence
from datetime import timedelta
from types import TracebackType
from typing import Self

from aiohttp import web

from tests.loopback.closing import close_server
from tests.loopback.discord.api import Api
from tests.loopback.discord.call import Route
from tests.loopback.discord.clock import Clock
from tests.loopback.discord.fault import Faults
from tests.loopback.discord.flag import Permission
from tests.loopback.discord.hub import Hub
from tests.loopback.discord.journal import Leak
from tests.loopback.discord.limit import Limits
from tests.loopback.discord.model import Channel, Guild, Overwrite, User
from tests.loopback.discord.person import Person
from tests.loopback.discord.rest.callbacks import Callbacks
from tests.loopback.discord.rest.channels import Channels
from tests.loopback.discord.rest.commands import Commands
from tests.loopback.discord.rest.identity import Identity
from tests.loopback.discord.rest.messages import Messages
from tests.loopback.discord.rest.reactions import Reactions
from tests.loopback.discord.rest.webhooks import Webhooks
from tests.loopback.discord.rest.writing import Writing
from tests.loopback.discord.schema import ABSENT, Schema, load
from tests.loopback.discord.seen import Seen
from tests.loopback.discord.service import Service, Settings
from tests.loopback.discord.violation import Refused, Violation
from tests.loopback.discord.world import World

LAST_MONTH = timedelta(days=30)

BASE = "/api/v10"
REQUEST_BYTES = 30 * 1024 * 1024
SHUTDOWN_SECONDS = 1.0
_log = logging.getLogger(__name__)


def _schema(settings: Settings) -> Schema | None:
    schema = load() if settings.sampling else None
    if settings.sampling and schema is None:
        _log.warning(ABSENT)
    return schema


class Loopback:
    """The service for a test: `async with Loopback() as server`.

    Leaving it raises an AssertionError if the bot broke a rule of the service (`violations`) or
    the service itself failed (`mistakes`); a test that breaks rules on purpose clears the list
    after reading it.
    """

    def __init__(
        self,
        settings: Settings | None = None,
        schema: Schema | None = None,
    ) -> None:
        settings = Settings() if settings is None else settings
        self.settings = settings
        self.service = Service(settings)
        self.faults = Faults()
        self.schema = _schema(settings) if schema is None else schema
        self._writing = Writing(self.service.postroom, self.service.journal)
        self.commands = Commands(self.world, self.service.journal)
        self.api = self._api()
        self._runner: web.AppRunner | None = None
        self.port = 0

    def _api(self) -> Api:
        settings = self.settings
        limits = Limits(self.clock, settings.limits, settings.everywhere)
        return Api(
            settings.token,
            self.faults,
            limits,
            self.service.ledger,
            self.schema,
            settings.sampling,
            settings.check_answers,
        )

    # Running

    async def __aenter__(self) -> Self:
        application = web.Application(client_max_size=REQUEST_BYTES)
        self.api.add_to(application, self._routes(), BASE)
        application.router.add_route("*", BASE + "/{path:.*}", self.api.missing)
        application.router.add_get("/gateway/", self.service.gateway.handle)
        application.router.add_get("/files/{place}/{attachment_id}/{name}", self._file)
        self._runner = web.AppRunner(application, shutdown_timeout=SHUTDOWN_SECONDS)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", 0)
        await site.start()
        self.port = site.port if site.port else 0
        self.service.gateway.url = self.gateway_url
        self.service.postroom.files_url = f"http://127.0.0.1:{self.port}/files"
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.service.gateway.abort()
        if self._runner is not None:
            await close_server(self._runner)
        if error is None:
            self.service.ledger.raise_any()

    def _routes(self) -> Sequence[Route]:
        service, world = self.service, self.world
        postroom, writing, reception = service.postroom, self._writing, service.reception
        messages = Messages(world, writing, postroom, self.settings.old_edits)
        callbacks = Callbacks(world, reception, writing, postroom, service.journal)
        identity = Identity(world, service.gateway, service.places, self.settings.shards)
        resources = (
            identity,
            messages,
            Reactions(world, service.reacting),
            Channels(world, service.places, postroom, service.journal),
            self.commands,
            callbacks,
            Webhooks(world, reception, writing, postroom),
        )
        return [route for resource in resources for route in resource.routes]

    async def _file(self, request: web.Request) -> web.StreamResponse:
        found = self.service.postroom.files.get(int(request.match_info["attachment_id"]))
        if found is None:
            raise web.HTTPNotFound
        headers = {"Content-Type": found.kind}
        return web.Response(body=found.content, headers=headers)

    @property
    def api_url(self) -> str:
        """The base of the REST side, for `discord.http.Route.BASE`."""
        return f"http://127.0.0.1:{self.port}{BASE}"

    @property
    def gateway_url(self) -> str:
        """The address of the gateway, for `DiscordWebSocket.DEFAULT_GATEWAY`."""
        return f"ws://127.0.0.1:{self.port}/gateway/"

    # The parts

    @property
    def world(self) -> World:
        """All entities."""
        return self.service.world

    @property
    def clock(self) -> Clock:
        """The service's time, which a test may advance."""
        return self.service.clock

    @property
    def hub(self) -> Hub:
        """The sessions of the gateway, with their faults."""
        return self.service.hub

    @property
    def violations(self) -> list[Violation]:
        """Bodies that broke a rule."""
        return self.service.ledger.violations

    @property
    def refusals(self) -> list[Refused]:
        """Requests refused for other reasons than their body."""
        return self.service.ledger.refusals

    @property
    def mistakes(self) -> list[str]:
        """Failures of this service itself."""
        return self.service.ledger.mistakes

    # Making

    def guild(self, name: str = "Tea House", *, locale: str = "en-US", bot: bool = True) -> Guild:
        """Return a new guild, with the bot in it since last month."""
        guild = self.world.add_guild(name, locale)
        if bot:
            self.service.places.invite_bot(guild, self.world.clock.now() - LAST_MONTH)
        return guild

    def channel(self, guild: Guild, name: str) -> Channel:
        """Make a text channel and notify the bot; return it."""
        channel = self.world.add_channel(guild, name)
        self.service.places.created(channel)
        return channel

    def person(
        self, name: str, place: Guild | Channel | None = None, *, locale: str = "en-US"
    ) -> Person:
        """Return a new person, a member of the guild, looking at the channel."""
        user = self.world.add_user(name, locale)
        guild = place.guild if isinstance(place, Channel) else place
        if guild is not None:
            self.service.places.join(guild, user)
        return Person(self.service, user, place if isinstance(place, Channel) else None)

    # Changes by people and moderators

    def erase(self, *messages: Seen) -> None:
        """Delete a message, or several of a channel at once, as a moderator does."""
        found = [one.channel.messages[one.id] for one in messages]
        if len(found) == 1:
            self.service.postroom.delete(found[0])
        else:
            self.service.postroom.delete_many(found)

    def permit(
        self,
        channel: Channel,
        who: Person | None = None,
        *,
        allow: Permission = Permission.NONE,
        deny: Permission = Permission.NONE,
    ) -> None:
        """Allow or deny permissions to a person (by default the bot) in a channel."""
        user = self.world.bot if who is None else who.user
        channel.overwrites.append(Overwrite(user.id, True, allow, deny))
        self.service.places.edit(channel, {})

    def invite(self, guild: Guild) -> None:
        """Add the bot to a guild."""
        self.service.places.invite_bot(guild)

    def expel(self, guild: Guild) -> None:
        """Remove the bot from a guild."""
        self.service.places.expel_bot(guild)

    def outage(self, guild: Guild) -> None:
        """Make a guild unavailable: it is still listed, but sends no more events."""
        self.service.places.fail(guild)

    # Looking

    async def until(
        self, condition: Callable[[], object], seconds: float = 60.0, what: str = "it"
    ) -> None:
        """Wait until the condition is true; check it after each change. Raises: TimeoutError."""
        try:
            await self.service.watch.until(condition, seconds, what)
        except TimeoutError as error:
            told = [str(error), *self.service.complaints()]
            raise TimeoutError("\n".join(told)) from None

    def transcript(self) -> str:
        """Return all events, a line each; private messages name their readers."""
        return "\n".join(
            self._line(each.audience, str(each)) for each in self.service.journal.lines
        )

    def _line(self, audience: frozenset[int] | None, text: str) -> str:
        if audience is None:
            return text
        names = sorted(self.world.users[each].name for each in audience)
        return f"{text} (only {', '.join(names)})"

    def leaks(self, *secrets: str, allowed: Sequence[Person | User] = ()) -> list[Leak]:
        """Return each place of a secret that people outside `allowed` can read."""
        users = [each.user if isinstance(each, Person) else each for each in allowed]
        return self.service.journal.leaks(secrets, users)
