"""Starts bots against the service: a discord.py client in this process, or a program of its own."""

import asyncio
import os
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import discord
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

from tests.loopback.discord.server import Loopback

START_SECONDS = 60.0
STOP_SECONDS = 60.0


@contextmanager
def pointed(server: Loopback) -> Iterator[None]:
    """Point every discord.py client of this process to the service inside the block."""
    base, gateway = Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY
    Route.BASE = server.api_url
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(server.gateway_url)
    try:
        yield
    finally:
        Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY = base, gateway


@asynccontextmanager
async def running(
    server: Loopback, client: discord.Client, token: str | None = None
) -> AsyncIterator[discord.Client]:
    """Run a client until the block ends; inside it is ready.

    on_ready comes `guild_ready_timeout` after the last guild, 2 s unless the client sets less.
    Raises: the client's own error if it does not become ready.
    """
    with pointed(server):
        secret = server.settings.token if token is None else token
        try:
            await asyncio.wait_for(client.login(secret), START_SECONDS)
            task = asyncio.create_task(client.connect())
            await _ready(client, task)
            yield client
        finally:
            await asyncio.wait_for(client.close(), STOP_SECONDS)
        await asyncio.wait_for(task, STOP_SECONDS)


async def _ready(client: discord.Client, task: "asyncio.Task[None]") -> None:
    waiting = asyncio.create_task(client.wait_until_ready())
    done, _ = await asyncio.wait(
        {waiting, task}, timeout=START_SECONDS, return_when=asyncio.FIRST_COMPLETED
    )
    if waiting not in done:
        waiting.cancel()
    if task in done:
        task.result()
    if not done:
        raise TimeoutError(f"the client was not ready within {START_SECONDS:g} s")


def environment(server: Loopback) -> dict[str, str]:
    """Return the environment for a bot in a process of its own."""
    return os.environ | {
        "DISCORD_TOKEN": server.settings.token,
        "DISCORD_API_URL": server.api_url,
        "DISCORD_GATEWAY_URL": server.gateway_url,
    }


@dataclass(frozen=True, slots=True)
class Program:
    """A bot in a process of its own, and the file with its output."""

    process: asyncio.subprocess.Process
    log: Path

    def written(self) -> str:
        """Return its output so far, of both streams."""
        return self.log.read_text("utf-8", "replace")

    async def kill(self) -> None:
        """Kill it at once, as a power cut does."""
        if self.process.returncode is None:
            self.process.kill()
        await asyncio.wait_for(self.process.wait(), STOP_SECONDS)

    async def stop(self) -> int:
        """End it by SIGTERM, or kill it if it does not end; return its exit status."""
        if self.process.returncode is None:
            self.process.terminate()
        try:
            return await asyncio.wait_for(self.process.wait(), STOP_SECONDS)
        except TimeoutError:
            await self.kill()
            raise TimeoutError(f"SIGTERM did not end the bot:\n{self.written()}") from None


@asynccontextmanager
async def program(server: Loopback, command: Sequence[str], **more: str) -> AsyncIterator[Program]:
    """Run a bot in a process of its own until the block ends; inside it is connected.

    Raises: AssertionError with its output if it ends before it connects.
    """
    with TemporaryDirectory() as folder:
        log = Path(folder) / "bot.log"
        with log.open("wb") as output:
            process = await asyncio.create_subprocess_exec(
                *command, env=environment(server) | more, stdout=output, stderr=output
            )
        bot = Program(process, log)
        try:
            await _connected(server, bot)
            yield bot
        finally:
            await bot.stop()


async def _connected(server: Loopback, bot: Program) -> None:
    before = server.hub.identified
    ended = asyncio.create_task(bot.process.wait())
    came = asyncio.create_task(
        server.until(lambda: server.hub.identified > before, START_SECONDS, "IDENTIFY")
    )
    await asyncio.wait({ended, came}, return_when=asyncio.FIRST_COMPLETED)
    over = ended.done()
    for task in (ended, came):
        task.cancel()
    results = await asyncio.gather(ended, came, return_exceptions=True)
    if over:
        raise AssertionError(f"the bot ended before it connected:\n{bot.written()}")
    if isinstance(results[1], TimeoutError):
        raise results[1]
