"""A service with a guild, a channel, two people and the bot: the start of most tests."""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from functools import wraps
from typing import Any

import discord

from tests.loopback.bot import Bot
from tests.loopback.discord import Channel, Guild, Loopback, Person, Settings, running

LONGEST = 300.0  # seconds that a test may take on a busy machine


@dataclass(frozen=True, slots=True)
class Table:
    """A table's server, bot, places and people."""

    server: Loopback
    bot: Bot
    guild: Guild
    games: Channel
    ann: Person
    ben: Person

    @property
    def channel(self) -> discord.TextChannel:
        """The channel as the bot holds it."""
        found = self.bot.get_channel(self.games.id)
        assert isinstance(found, discord.TextChannel)
        return found

    async def heard(self, text: str) -> None:
        """Wait until the bot has heard a text."""
        await self.server.until(lambda: text in self.bot.heard, what=f"the bot hearing {text}")


@asynccontextmanager
async def table(settings: Settings | None = None, bot: Bot | None = None) -> AsyncIterator[Table]:
    """Yield a table whose bot is ready; answers are checked if every body is."""
    wanted = settings or Settings()
    checked = replace(wanted, check_answers=wanted.sampling == 1)
    async with Loopback(checked) as server:
        guild = server.guild("Tea House")
        games = server.channel(guild, "games")
        ann, ben = server.person("Ann", games), server.person("Ben", games)
        client = Bot() if bot is None else bot
        async with running(server, client):
            yield Table(server, client, guild, games, ann, ben)


def in_loop(
    test: Callable[..., Coroutine[Any, Any, None]],
) -> Callable[..., None]:
    """Run a coroutine test in a loop of its own."""

    @wraps(test)
    def run(*given: Any, **named: Any) -> None:
        asyncio.run(asyncio.wait_for(test(*given, **named), LONGEST))

    return run
