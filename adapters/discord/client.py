"""The connection to Discord: its events, its end, and the wiring of the adapter.

It needs no privileged intent: without one Discord sends commands, presses, reactions, and the
content of messages to this bot.
"""

import asyncio
import json
from collections.abc import Awaitable, Iterator
from contextlib import contextmanager, suppress
from http import HTTPStatus
from typing import Any, Final

import aiohttp
import discord
import structlog
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

from adapters.chat.calls import RequestBudget, count_fault, logging_store_faults
from adapters.chat.interactions import ChatInteractions
from adapters.chat.platform import ChatApp
from adapters.chat.screen import RedrawLoop, run_beside
from adapters.chat.text_messages import TextMessages
from adapters.discord.calls import DISCORD_ERRORS, LIMITS, fault_of, fault_of_status
from adapters.discord.input.interactions import DiscordResponses, Interactions
from adapters.discord.input.mentions import Mentions
from adapters.discord.input.slash_commands import digest, payload
from adapters.discord.output.messages import DeletedBoards, DiscordPlatform
from adapters.discord.output.response import DISCORD
from adapters.discord.output.welcome import is_new, say_hello
from adapters.discord.platform import DiscordEnvironment
from adapters.discord.reactions.reactions import Reactions
from adapters.picture import PictureRenderer
from bot.chat.request import FatalError
from bot.games import GuildId, StoreFault

SETTLE_SECONDS: Final = 5.0
"""Timeout for pending answers when the connection ends."""

SYNC_SECONDS: Final = 60.0

COMMANDS_SUBJECT: Final = "commands"
"""The stored subject of the digest of Discord's commands."""

APPLICATION_SUBJECT: Final = "discord application"
"""The stored subject of the application whose guilds are in the database."""

FATAL_CLOSE_CODES: Final = {
    4004: "discord-bad-token",
    4010: "discord-bad-shards",
    4011: "discord-few-shards",
    4014: "discord-bad-intents",
}
"""Sentences for the gateway's close codes after which a retry is useless."""

REQUESTS_PER_SECOND: Final = 48
"""Requests of all processes with one token; Discord allows 50, and clocks differ a little."""

UNLIMITED_ROUTES: Final = ("", "interactions", "webhooks")
"""First parts of paths outside Discord's limit: answers, and edits by their tokens."""

_LOG = structlog.get_logger()


def intents() -> discord.Intents:
    """Return the intents: guilds, reactions, and messages without their content."""
    return discord.Intents(
        guilds=True,
        guild_reactions=True,
        dm_reactions=True,
        guild_messages=True,
        dm_messages=True,
    )


def _shards(settings: DiscordEnvironment) -> dict[str, Any]:
    """Return the shards as options for discord.py, which otherwise asks Discord for the number."""
    if not settings.shards:
        return {}
    numbers = settings.read_shard_ids()
    return {"shard_count": settings.shards, **({"shard_ids": [*numbers]} if numbers else {})}


def _requests_per_second(settings: DiscordEnvironment) -> int:
    """Return the share of the request budget for this process's shards, at least 1."""
    numbers = settings.read_shard_ids()
    share = len(numbers) / settings.shards if numbers else 1
    return max(1, int(REQUESTS_PER_SECOND * share))


def use_addresses(settings: DiscordEnvironment) -> None:
    """Set discord.py's addresses for all requests of this process."""
    if settings.api_url:
        Route.BASE = settings.api_url
    if settings.gateway_url:
        DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(settings.gateway_url)


class Client(discord.AutoShardedClient):
    """Passes on the events of Discord; `more` are options for discord.py."""

    def __init__(
        self,
        chat: ChatApp,
        settings: DiscordEnvironment,
        **more: Any,  # noqa: ANN401 - discord.py's
    ) -> None:
        # Games need no voice, so the warnings about its libraries are off.
        discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
        super().__init__(
            intents=intents(),
            **_shards(settings),
            allowed_mentions=discord.AllowedMentions.none(),
            max_messages=None,
            chunk_guilds_at_startup=False,
            http_trace=budget_trace(RequestBudget(_requests_per_second(settings))),
            **more,
        )
        self._tasks: set[asyncio.Task[Any]] = set()
        self.wire(chat)

    def wire(self, chat: ChatApp) -> None:
        """Pass events on to an application, without state from an earlier one."""
        self._services, renderer = chat.services, PictureRenderer()
        self.reactions = Reactions(self, chat)
        platform = DiscordPlatform(self, chat, renderer, drawn=self.reactions.drawn)
        self.screen = RedrawLoop(chat.tasks, platform)
        self.deleted_boards = DeletedBoards(chat, self.screen.redraw)
        responses = DiscordResponses(renderer)
        answers = ChatInteractions(DISCORD, chat, responses, LIMITS, redraw=self.screen.redraw)
        self.mentions = Mentions(self, TextMessages(answers, DISCORD_ERRORS))
        self.interactions = Interactions(answers, platform.pressed, self.reactions.picks_of)

    async def setup_hook(self) -> None:
        """Send the commands to Discord if they have changed."""
        try:
            async with asyncio.timeout(SYNC_SECONDS):
                await self._sync()
        except (StoreFault, *DISCORD_ERRORS) as error:
            _LOG.warning("commands-not-told", platform=DISCORD, fault=type(error).__name__)

    async def _sync(self) -> None:
        application = self.application_id
        if application is None:
            raise RuntimeError("not logged in")
        entries = self.interactions.answers.entries.values()
        commands = await asyncio.to_thread(payload, entries, self._services.languages)
        subject, told = f"{COMMANDS_SUBJECT} {application}", digest(commands)
        if await self._services.last_synced(subject) == told:
            return
        await self.http.bulk_upsert_global_commands(application, commands)
        await self._services.mark_synced(subject, told)
        _LOG.info("commands-told", platform=DISCORD, number=len(commands))

    async def on_ready(self) -> None:
        """Log that all shards are connected."""
        _LOG.info("connected", platform=DISCORD, guilds=len(self.guilds), shards=self.shard_count)

    async def on_shard_ready(self, shard_id: int) -> None:
        """Catch up on events that a shard missed while it was disconnected."""
        self.reactions.visits.mark_missed(shard_id)
        with self._under_way():
            await self._purge_absent(shard_id)
            await self._greet_new(shard_id)

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Answer an interaction."""
        with self._under_way():
            await self.interactions.handle(interaction)

    async def on_message(self, message: discord.Message) -> None:
        """Answer a message."""
        with self._under_way():
            await self.mentions.handle(message)

    async def on_raw_reaction_add(self, event: discord.RawReactionActionEvent) -> None:
        """Handle a new reaction on a message."""
        with self._under_way():
            await self.reactions.added(event)

    async def on_raw_reaction_remove(self, event: discord.RawReactionActionEvent) -> None:
        """Forget a removed reaction."""
        self.reactions.removed(event)

    async def on_raw_message_delete(self, event: discord.RawMessageDeleteEvent) -> None:
        """Handle a deleted message."""
        await self._deleted(event.guild_id, event.channel_id, {event.message_id})

    async def on_raw_bulk_message_delete(self, event: discord.RawBulkMessageDeleteEvent) -> None:
        """Handle deleted messages."""
        await self._deleted(event.guild_id, event.channel_id, event.message_ids)

    async def _deleted(self, guild: int | None, channel: int, messages: set[int]) -> None:
        """Handle messages deleted in a guild; in direct messages nobody else can delete ours."""
        if guild is not None:
            with self._under_way():
                await self.deleted_boards.handle(channel, messages)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Welcome a guild that added this bot."""
        with self._under_way():
            await say_hello(guild, self._services)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Delete all data of a guild that removed this bot."""
        with self._under_way(), logging_store_faults("guild-not-purged", DISCORD):
            await self._services.purge(GuildId(f"{DISCORD}:{guild.id}"))

    async def _purge_absent(self, shard_id: int) -> None:
        """Delete all data of a shard's guilds that removed this bot while it was disconnected.

        Guilds in an outage stay, because Discord lists them, too. Guilds of another application
        stay, for example if an operator tries the token of a test bot.
        """
        with logging_store_faults("guild-not-purged", DISCORD):
            kept = await self._services.guilds(DISCORD)
            absent = sorted(one for one in kept if self._is_absent(one, shard_id))
            if not await self._is_same():
                _LOG.warning("guilds-of-another-application", platform=DISCORD, kept=len(absent))
                return
            for guild in absent:
                await self._services.purge(guild)

    async def _greet_new(self, shard_id: int) -> None:
        """Welcome a shard's guilds that added this bot recently, while it was off."""
        for guild in self.guilds:
            if guild.shard_id == shard_id and is_new(guild):
                await say_hello(guild, self._services)

    def _is_absent(self, guild: GuildId, shard_id: int) -> bool:
        """Return whether a guild belongs to a shard and this bot is not in it."""
        number = guild.removeprefix(f"{DISCORD}:")
        if not number.isdecimal() or (int(number) >> 22) % (self.shard_count or 1) != shard_id:
            return False
        return self.get_guild(int(number)) is None

    async def _is_same(self) -> bool:
        """Return whether the stored guilds are this application's."""
        application = str(self.application_id)
        told = await self._services.last_synced(APPLICATION_SUBJECT)
        if told is None:
            await self._services.mark_synced(APPLICATION_SUBJECT, application)
        return told in (None, application)

    async def on_error(self, event_method: str, /, *_args: object, **_named: object) -> None:
        """Log a bug of ours, without its message."""
        _LOG.error("fault", platform=DISCORD, event_heard=event_method, exc_info=True)

    async def close(self) -> None:
        """Finish pending answers, then end the connection."""
        await self.settle()
        await super().close()

    async def settle(self) -> None:
        """Wait for pending answers, including those that begin meanwhile."""
        with suppress(TimeoutError):
            async with asyncio.timeout(SETTLE_SECONDS):
                while tasks := self._tasks - {asyncio.current_task()}:
                    await asyncio.wait(tasks)

    @contextmanager
    def _under_way(self) -> Iterator[None]:
        task = asyncio.current_task()
        if task is None:
            raise RuntimeError("events are heard by tasks")
        self._tasks.add(task)
        try:
            yield
        finally:
            self._tasks.discard(task)


async def serve(client: Client, settings: DiscordEnvironment) -> None:
    """Stay connected and draw until cancelled, then finish pending answers.

    Raises FatalError if Discord will never accept this bot.
    """
    use_addresses(settings)
    async with client:
        await _tried(client.login(settings.token.get_secret_value()))
        services = client.screen.run, client.reactions.visits.run
        await run_beside(_tried(client.connect()), services)


async def _tried(coming: Awaitable[None]) -> None:
    """Raise FatalError if Discord will never accept this bot."""
    try:
        await coming
    except discord.LoginFailure:
        raise FatalError("discord-bad-token") from None
    except discord.PrivilegedIntentsRequired:
        raise FatalError("discord-bad-intents") from None
    except discord.ConnectionClosed as error:
        if error.code not in FATAL_CLOSE_CODES:
            raise
        raise FatalError(FATAL_CLOSE_CODES[error.code]) from None


# Requests.


async def check_answer(answer: aiohttp.ClientResponse) -> None:
    """Raise ClientPayloadError for a success without JSON, which discord.py does not detect."""
    if not 200 <= answer.status < 300 or answer.status == HTTPStatus.NO_CONTENT:
        return
    with suppress(ValueError):
        if answer.headers.get("Content-Type") == "application/json":
            json.loads(await answer.read())
            return
    raise aiohttp.ClientPayloadError("the answer is not Discord's")


def budget_trace(budget: RequestBudget) -> aiohttp.TraceConfig:
    """Return a trace that delays requests of discord.py to the budget, if Discord counts them.

    It logs the first part of a failed request's path: the rest is secret.
    """

    async def start(_s: object, _c: object, begun: aiohttp.TraceRequestStartParams) -> None:
        if route_of(begun.url) not in UNLIMITED_ROUTES:
            await budget.start()

    async def end(_s: object, _c: object, ended: aiohttp.TraceRequestEndParams) -> None:
        if route := route_of(ended.url):
            await check_answer(ended.response)  # `fail` logs what it raises
            if not ended.response.ok:
                fault = fault_of_status(ended.response.status)
                count_fault(DISCORD, f"{ended.method} {route}", fault)
        if route not in UNLIMITED_ROUTES:
            budget.end()

    async def fail(_s: object, _c: object, ended: aiohttp.TraceRequestExceptionParams) -> None:
        route = route_of(ended.url)
        if route and isinstance(ended.exception, DISCORD_ERRORS):
            count_fault(DISCORD, f"{ended.method} {route}", fault_of(ended.exception))
        if route not in UNLIMITED_ROUTES:
            budget.end()

    trace = aiohttp.TraceConfig()
    trace.on_request_start.append(start)
    trace.on_request_end.append(end)
    trace.on_request_exception.append(fail)
    return trace


def route_of(url: yarl.URL) -> str:
    """Return the first part of the path of a request to Discord's API, "" for any other."""
    before, _, path = str(url).partition(f"{Route.BASE}/")
    return "" if before else path.partition("/")[0]
