"""Many games at once on Discord: how long people wait for answers and boards, bots thinking.

    python -m benchmarks.discord
    python -m benchmarks.discord --games 200 --seconds 60 --pause 20 --database sqlite

`spyring run --discord` runs in a process of its own, with a worker process for its bots, against
the loopback Discord of the tests. At each table two people and two bots play; each table's people
act every `pause` seconds on average. An answer takes from an interaction's sending until its
callback has arrived; a redraw from then until the board that shows it has. "Bare" is the answer
of discord.py itself with a handler that does nothing but answer, pressed as often.
"""

import argparse
import asyncio
import os
import resource
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from time import perf_counter, process_time

import discord
import numpy as np
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

from adapters import picture
from adapters.discord.output.response import DEFER_SECONDS
from adapters.picture.palette import Theme
from benchmarks.discord_people import LATEST_SECONDS, Table, Watch, newest
from benchmarks.store import databases
from bot.games import Caller, GameId, Games, GameView, GuildId, Room, User
from bot.store.connection import Store
from bot.store.migration import upgrade_store
from bot.store.notify import Notifier
from core.view import Grid, find
from core.words.packs import default_pack
from tests.loopback.discord import Loopback, Program, Settings, program
from tests.loopback.discord.flag import Component, InteractionKind

SERVING = (sys.executable, "-m", "bot", "run", "--discord")
BARE = (sys.executable, "-m", "benchmarks.discord", "--bare")
START_SECONDS = 300.0
LOOK_SECONDS = 0.2
DRAWN_BOARDS = 20
"""Pictures that are drawn alone, to know how long one takes."""

ROUTES_OF_BOARDS = (
    "POST /channels/{channel_id}/messages",
    "PATCH /channels/{channel_id}/messages/{message_id}",
)
"""Requests that carry a board; old ones that shrink carry none, and are counted all the same."""

DATABASES = ("sqlite", "postgresql")

CHAIRS = ("blue-spymaster", "red-guesser")


@dataclass(frozen=True, slots=True)
class Configuration:
    """One experiment: what is printed at the head of its output.

    The seed is that of people's pauses and picks: boards are dealt by the operating system.
    """

    games: int
    seconds: float
    pause: float
    seed: int


@dataclass(frozen=True, slots=True)
class Usage:
    """What a process and its children have used: seconds of processor time, and MiB now."""

    seconds: float
    memory: float


@dataclass(frozen=True, slots=True)
class Measured:
    """What came of one database: times, requests by route, and what the program used."""

    watch: Watch
    seconds: float
    drawn: float
    """Seconds from its start until every game had its board."""
    requests: dict[str, int]
    used: Usage


def main() -> None:
    """Measure the library alone, then each database, and print the table."""
    options = _options()
    if options.bare:
        _serve_bare()
        return
    configuration = Configuration(options.games, options.seconds, options.pause, options.seed)
    print(f"{configuration}\nchecksum: {default_pack().digest}")
    print(f"{'':22} {'number':>7} {'50 %':>9} {'99 %':>9} {'most':>9} {'ratio':>7}")
    bare = asyncio.run(_bare(configuration))
    yardstick = float(np.percentile(bare.answers, 50))
    print(line("bare, answer", bare.answers, yardstick))
    for name, url in databases(options.postgresql):
        if name in options.database:
            measured = asyncio.run(_measured(url, configuration))
            print(line(f"{name}, answer", measured.watch.answers, yardstick))
            print(line(f"{name}, redraw", measured.watch.redraws, yardstick))
            print("\n".join(_remarks(measured, configuration)))


def line(name: str, seconds: Sequence[float], yardstick: float) -> str:
    """Return a line of the table: times in milliseconds, and the ratio of the medians."""
    middle, late, most = (float(one) for one in np.percentile(seconds, (50, 99, 100)))
    return (
        f"{name:22} {len(seconds):7} {1000 * middle:6.1f} ms {1000 * late:6.1f} ms"
        f" {1000 * most:6.1f} ms {middle / yardstick:6.1f}x"
    )


def _remarks(measured: Measured, configuration: Configuration) -> Iterator[str]:
    watch, seconds, used = measured.watch, measured.seconds, measured.used
    late = sum(one >= DEFER_SECONDS for one in watch.answers)
    sent = len(watch.answers) + watch.missed
    pictures = sum(measured.requests.get(route, 0) for route in ROUTES_OF_BOARDS)
    drawing = pictures * _picture_seconds()
    yield (
        f"  {sent / seconds:.1f} interactions/s, {pictures / seconds:.1f} boards/s,"
        f" {sum(measured.requests.values()) / seconds:.1f} requests/s"
    )
    yield (
        f"  deferred: {late / sent:.1%}, later than {LATEST_SECONDS:g} s: {watch.missed},"
        f" not seen on a board: {watch.unseen}"
    )
    yield (
        f"  processor: {used.seconds / seconds:.2f} cores, pictures at most"
        f" {drawing / used.seconds:.0%} of that"
    )
    yield (
        f"  memory with workers: {used.memory:.0f} MiB; {configuration.games} boards drawn"
        f" {measured.drawn:.1f} s after the start"
    )


def _picture_seconds() -> float:
    """Return the processor time that one picture takes."""
    look = asyncio.run(_dealt())
    (grid,) = (block for block in find(look.view, Grid) if isinstance(block, Grid))
    began = process_time()
    for _ in range(DRAWN_BOARDS):
        picture.render.cache_clear()  # a board that has changed is drawn anew
        picture.render(grid, theme=Theme.DARK)
    return (process_time() - began) / DRAWN_BOARDS


async def _dealt() -> GameView:
    """Return a board as all see it."""
    async with Store.open(":memory:") as store:
        await upgrade_store(store)
        games = Games(store, Notifier(store, troubled=print))
        people = (User("discord", "1"), User("discord", "2"))
        room, guild = Room("discord", "1"), GuildId("discord:1")
        return await games.view(await _started(games, people, room, guild))


# With the program.


async def _measured(url: str, configuration: Configuration) -> Measured:
    """Play at many tables of one program."""
    settings = Settings(sampling=0, keep=False)
    async with Loopback(settings) as server:
        tables = await _seated(server, url, configuration)
        more = {"DATABASE_URL": url, "SPYRING_LOG_LEVEL": "error"}
        began = perf_counter()
        async with program(server, SERVING, **more) as bot:
            await _until(lambda: all(newest(table.channel) for table in tables))
            drawn = perf_counter() - began
            await _until(lambda: all(table.waits_for_people for table in tables))
            before, asked = _used(bot), dict(server.api.requests)
            await _played(tables, configuration.seconds)
            after, asked_then = _used(bot), dict(server.api.requests)
    requests = {route: number - asked.get(route, 0) for route, number in asked_then.items()}
    used = replace(after, seconds=after.seconds - before.seconds)
    return Measured(tables[0].watch, configuration.seconds, drawn, requests, used)


async def _until(condition: Callable[[], bool]) -> None:
    """Wait until a condition holds, looking seldom. Raises TimeoutError."""
    async with asyncio.timeout(START_SECONDS):
        while not condition():
            await asyncio.sleep(LOOK_SECONDS)


async def _played(tables: Sequence[Table], seconds: float) -> None:
    """Let the people of all tables act for a while."""
    async with asyncio.TaskGroup() as group:
        playing = [group.create_task(table.play()) for table in tables]
        await asyncio.sleep(seconds)
        for one in playing:
            one.cancel()


async def _seated(server: Loopback, url: str, configuration: Configuration) -> list[Table]:
    """Return the tables, with a game at each that has begun and that nobody has been shown."""
    guild, watch = server.guild(), Watch()
    tables = []
    async with Store.open(url) as store:
        games = Games(store, Notifier(store, troubled=print))
        for number in range(configuration.games):
            channel = server.channel(guild, f"room-{number}")
            ann, dan = (server.person(f"{name}-{number}", channel) for name in ("Ann", "Dan"))
            users = [User("discord", str(person.user.id)) for person in (ann, dan)]
            room = Room("discord", str(channel.id))
            await _started(games, users, room, GuildId(f"discord:{guild.id}"))
            chance = Random(configuration.seed * 1_000_000 + number)
            tables.append(Table(server, channel, ann, dan, watch, chance, configuration.pause))
    return tables


async def _started(games: Games, users: Sequence[User], room: Room, guild: GuildId) -> GameId:
    """Open a table, seat two people, and start the game: bots take the other chairs."""
    callers = [Caller(user, room, guild, user.id) for user in users]
    opened = await games.open(callers[0], "codenames", {})
    for caller, seat in zip(callers, CHAIRS, strict=True):
        await games.submit(caller, f"chair {seat}", turn=None)
    await games.submit(callers[0], "start", turn=None)
    return opened.game_id


def _used(bot: Program) -> Usage:
    """Return what a program and its children have used so far; nothing but on Linux."""
    processes = [bot.process.pid, *_children(bot.process.pid)]
    ticks, pages = 0, 0
    for process in processes:
        stat = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(") ")[2].split()
        ticks += int(stat[11]) + int(stat[12])
        pages += int(stat[21])
    return Usage(ticks / os.sysconf("SC_CLK_TCK"), pages * resource.getpagesize() / 2**20)


def _children(process: int) -> Iterator[int]:
    """Yield the processes that a process has started, and theirs."""
    for task in Path(f"/proc/{process}/task").glob("*/children"):
        for child in map(int, task.read_text(encoding="utf-8").split()):
            yield child
            yield from _children(child)


# The library alone.


class Bare(discord.Client):
    """Answers every press at once, and does nothing else."""

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Answer."""
        await interaction.response.defer()


def _serve_bare() -> None:
    """Run the bare client as the environment says."""
    Route.BASE = os.environ["DISCORD_API_URL"]
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(os.environ["DISCORD_GATEWAY_URL"])
    Bare(intents=discord.Intents(guilds=True)).run(os.environ["DISCORD_TOKEN"], log_handler=None)


async def _bare(configuration: Configuration) -> Watch:
    """Press as often as at all tables, a quarter of the time; return what watches showed."""
    watch = Watch()
    async with Loopback(Settings(sampling=0, keep=False)) as server:
        channel = server.channel(server.guild(), "bare")
        person = server.person("Ann", channel)
        source = channel.messages[person.say("press").id]
        body = {"custom_id": "x", "component_type": int(Component.BUTTON)}
        reception, chance = server.service.reception, Random(configuration.seed)
        async with program(server, BARE), asyncio.TaskGroup() as group:
            left = configuration.seconds / 4
            while left > 0:
                rest = chance.expovariate(configuration.games / configuration.pause)
                left -= rest
                await asyncio.sleep(rest)
                kind = InteractionKind.COMPONENT
                opened = reception.open(kind, person.user, channel, body, source=source)
                group.create_task(watch.answered(opened))
    return watch


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.discord")
    parser.add_argument("--games", type=int, default=200, help="games at once")
    parser.add_argument("--seconds", type=float, default=60, help="how long people play")
    parser.add_argument(
        "--pause", type=float, default=20, help="seconds between two actions at a table"
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--database", nargs="+", choices=DATABASES, default=DATABASES, help="which are measured"
    )
    parser.add_argument(
        "--postgresql",
        default="postgresql://postgres@127.0.0.1:5432/postgres",
        help="a server on which a database may be made",
    )
    parser.add_argument("--bare", action="store_true", help=argparse.SUPPRESS)
    return parser.parse_args()


if __name__ == "__main__":
    main()
