"""The connection to Discord: what is heard of it, and its end.

No privileged intent is asked for: commands, presses and reactions bring all that is needed.
"""

import asyncio
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Final, Protocol

import discord
import structlog
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

from adapters.discord.commands import digest, payload
from adapters.discord.interactions import PLATFORM, Interactions
from adapters.discord.ports import Backstage
from adapters.discord.reactions import Reactions
from bot.games import GuildId, StoreFault

SETTLE_SECONDS: Final = 5.0
"""How long answers under way are waited for in the end."""

SYNC_SECONDS: Final = 60.0

COMMANDS: Final = "commands"
"""The subject under which it is remembered which commands Discord was told."""

_LOG = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class Line:
    """How Discord is reached: its addresses where they are not the usual ones, and the shards."""

    token: str = field(repr=False)
    api_url: str = ""
    gateway_url: str = ""
    shard_ids: tuple[int, ...] = ()
    shard_count: int | None = None

    def point(self) -> None:
        """Lead discord.py to the addresses, for all that this process sends from now on."""
        if self.api_url:
            Route.BASE = self.api_url
        if self.gateway_url:
            DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(self.gateway_url)


class Service(Protocol):
    """Something that runs while the client is connected, until it is cancelled."""

    async def run(self) -> None:
        """Run until cancelled."""
        ...


def intents() -> discord.Intents:
    """Return what is heard: guilds and reactions."""
    return discord.Intents(guilds=True, guild_reactions=True, dm_reactions=True)


def _shards(line: Line) -> dict[str, Any]:
    """Return the shards as discord.py takes them; without any it asks Discord how many."""
    if line.shard_count is None:
        return {}
    ids = {"shard_ids": [*line.shard_ids]} if line.shard_ids else {}
    return {"shard_count": line.shard_count, **ids}


class Client(discord.AutoShardedClient):
    """Hears Discord and hands on what it hears; `more` are options of discord.py."""

    def __init__(
        self,
        interactions: Interactions,
        backstage: Backstage,
        line: Line,
        **more: Any,  # noqa: ANN401 - discord.py's
    ) -> None:
        super().__init__(
            intents=intents(),
            **_shards(line),
            allowed_mentions=discord.AllowedMentions.none(),
            max_messages=None,
            chunk_guilds_at_startup=False,
            **more,
        )
        self._interactions = interactions
        self._backstage = backstage
        self._reactions: Reactions | None = None
        self._tasks: set[asyncio.Task[Any]] = set()

    def listen(self, reactions: Reactions) -> None:
        """Hand on reactions, too, from now on."""
        self._reactions = reactions

    async def setup_hook(self) -> None:
        """Tell Discord the commands, if they have changed since it was told."""
        try:
            async with asyncio.timeout(SYNC_SECONDS):
                await self._sync()
        except (StoreFault, discord.HTTPException, TimeoutError) as error:
            _LOG.warning("commands-not-told", platform=PLATFORM, fault=type(error).__name__)

    async def _sync(self) -> None:
        application = self.application_id
        if application is None:
            raise RuntimeError("not logged in")
        commands = payload(self._interactions.tables.entries(), self._backstage.languages)
        subject, told = f"{COMMANDS} {application}", digest(commands)
        if await self._backstage.told(subject) == told:
            return
        await self.http.bulk_upsert_global_commands(application, commands)
        await self._backstage.keep_told(subject, told)
        _LOG.info("commands-told", platform=PLATFORM, number=len(commands))

    async def on_ready(self) -> None:
        """Tell operators that all shards hear, some perhaps again after a while."""
        if self._reactions is not None:
            self._reactions.forget()
        _LOG.info("connected", platform=PLATFORM, guilds=len(self.guilds), shards=self.shard_count)

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Answer what somebody sends."""
        with self._under_way():
            await self._interactions.hear(interaction)

    async def on_raw_reaction_add(self, event: discord.RawReactionActionEvent) -> None:
        """Take up what somebody put on a message."""
        if self._reactions is not None:
            with self._under_way():
                await self._reactions.added(event)

    async def on_raw_reaction_remove(self, event: discord.RawReactionActionEvent) -> None:
        """Hear that a reaction was taken away."""
        if self._reactions is not None:
            self._reactions.removed(event)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Delete all of a guild that this bot was removed from."""
        with self._under_way():
            try:
                await self._backstage.purge(GuildId(f"{PLATFORM}:{guild.id}"))
            except StoreFault as fault:
                _LOG.warning("guild-not-purged", platform=PLATFORM, fault=fault.code)

    async def on_error(self, event_method: str, /, *_args: object, **_named: object) -> None:
        """Tell operators of a fault of ours, without its words."""
        _LOG.error("fault", platform=PLATFORM, event_heard=event_method, exc_info=True)

    async def settle(self) -> None:
        """Wait for the answers that are under way."""
        tasks = self._tasks - {asyncio.current_task()}
        if tasks:
            await asyncio.wait(tasks, timeout=SETTLE_SECONDS)

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


async def serve(client: Client, line: Line, services: Sequence[Service] = ()) -> None:
    """Stay connected until cancelled; end when the answers under way have been given."""
    line.point()
    async with client:
        await client.login(line.token)
        try:
            async with asyncio.TaskGroup() as group:
                running = [group.create_task(service.run()) for service in services]
                await client.connect()
                for task in running:
                    task.cancel()
        finally:
            await client.settle()
