"""Many games at once on Discord: the times until answers and new boards while bots think.

    python -m benchmarks.discord
    python -m benchmarks.discord --games 200 --seconds 60 --pause 20 --database sqlite

`spyring run --discord` runs in its own process, with a worker process for its bots, against the
loopback Discord of the tests, which applies Discord's limits. At each table two people and two bots
play; each table's people act every `pause` seconds on average, and a person at one table in four
uses reactions. An answer is the time from sending an interaction to its callback; a redraw, to the
board that shows it. "Bare" is the answer of discord.py alone to as many presses, with a handler
that does nothing else. Actions are those of people and bots, by the timestamps of their events in
the database. Processor time by part is sampled in the bot's process; the worker processes' thinking
is a separate number.
"""

import argparse
import asyncio
import os
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import perf_counter

import discord
import numpy as np
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route
from sqlalchemy import func, select

from adapters.discord.output.response import DEFER_SECONDS
from benchmarks.discord_people import LATEST_SECONDS, Table, Watch, newest
from benchmarks.sampler import sampling, used
from benchmarks.store import databases
from bot.__main__ import main as run
from bot.games import Caller, GameId, Games, GuildId, Room, Submission, User
from bot.progress import counted, progress
from bot.store import schema
from bot.store.connection import Store
from bot.store.notify import Notifier
from core.words.packs import default_pack
from tests.loopback.discord import Loopback, Program, Settings, program
from tests.loopback.discord.flag import Component, InteractionKind
from tests.loopback.discord.limit import EVERYWHERE, OBSERVED
from tests.services import UNLIMITED

SAMPLED = (sys.executable, "-m", "benchmarks.discord", "--sampled")
BARE = (sys.executable, "-m", "benchmarks.discord", "--bare")
START_SECONDS = 300.0
LOOK_SECONDS = 0.2
ROUTES_OF_BOARDS = (
    "POST /channels/{channel_id}/messages",
    "PATCH /channels/{channel_id}/messages/{message_id}",
)
"""Requests with a board; those that shrink old boards have none, but also count."""

TABLES_PER_REACTION = 4

DATABASES = ("sqlite", "postgresql")

CHAIRS = ("blue-spymaster", "red-guesser")


@dataclass(frozen=True, slots=True)
class Configuration:
    """The options of a run, printed at the top of its output.

    The seed determines people's pauses and picks; the operating system's randomness deals boards.
    """

    games: int
    seconds: float
    pause: float
    seed: int


@dataclass(frozen=True, slots=True)
class Usage:
    """Use of a process and its children: seconds of processor time, and current memory."""

    seconds: float
    thinking: float
    """The children's seconds."""
    memory: tuple[float, ...]
    """MB of the process, then of each child, by proportional set size."""
    parts: Counter[str]
    """The parent's nanoseconds by part of the program."""


@dataclass(frozen=True, slots=True)
class Measured:
    """The results of one database: times, requests by route, and resources of the program."""

    watch: Watch
    seconds: float
    drawn: float
    """Seconds from its start until every game had its board."""
    requests: Counter[str]
    used: Usage
    actions: int
    """Actions of people and bots."""
    refused: int
    """Requests beyond Discord's limits."""


def main() -> None:
    """Measure the library alone, then each database; print the table."""
    options = _options()
    if options.bare:
        _serve_bare()
        return
    if options.sampled:
        _serve_sampled(options.sampled)
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
    boards = sum(measured.requests[route] for route in ROUTES_OF_BOARDS)
    counted = sum(number for route, number in measured.requests.items() if not is_answer(route))
    yield (
        f"  {sent / seconds:.1f} interactions/s, {measured.actions / seconds:.1f} actions/s,"
        f" {counted / seconds:.1f} requests/s that count for the limit, {measured.refused} of them"
        f" too many, {(sum(measured.requests.values()) - counted) / seconds:.1f} that do not"
    )
    yield (
        f"  99.9 % of answers within {np.percentile(watch.answers, 99.9):.2f} s,"
        f" deferred: {late / sent:.1%}, later than {LATEST_SECONDS:g} s: {watch.missed},"
        f" not seen on a board: {watch.unseen}"
    )
    own = used.seconds - used.thinking
    yield (
        f"  processor: {used.seconds / seconds:.2f} cores; {1000 * own / measured.actions:.1f} ms"
        f" an action, {1000 * own / boards:.1f} ms a board, and"
        f" {1000 * used.thinking / measured.actions:.1f} ms of thinking an action"
    )
    for part, nanoseconds in used.parts.most_common():
        spent = nanoseconds / 1e6
        yield (
            f"    {part:24} {nanoseconds / used.parts.total():6.1%}"
            f" {spent / measured.actions:7.2f} ms an action {spent / boards:7.2f} ms a board"
        )
    serving, *children = (f"{one:.0f}" for one in used.memory)
    yield (
        f"  memory: {serving} MB, children {', '.join(children)} MB;"
        f" {configuration.games} boards drawn {measured.drawn:.1f} s after the start"
    )


def is_answer(route: str) -> bool:
    """Return whether a route is for answers and edits by token, which do not count."""
    return "/interactions/" in route or "/webhooks/" in route


# With the program.


async def _measured(url: str, configuration: Configuration) -> Measured:
    """Play at many tables of one program."""
    settings = Settings(sampling=0, keep=False, limits=OBSERVED, everywhere=EVERYWHERE)
    async with Loopback(settings) as server, Store.open(url) as store:
        tables = await _seated(server, store, configuration)
        with TemporaryDirectory() as folder:
            sums = Path(folder) / "parts.json"
            more = {"DATABASE_URL": url, "SPYRING_LOG_LEVEL": "error", **UNLIMITED}
            began = perf_counter()
            async with program(server, (*SAMPLED, str(sums)), **more) as bot:
                await _until(tables, lambda table: newest(table.channel) is not None)
                drawn = perf_counter() - began
                await _until(tables, lambda table: table.waits_for_people)
                for table in tables[::TABLES_PER_REACTION]:
                    table.react()
                before, asked = _used(bot, sums), server.api.requests.copy()
                events, refused = await _actions(store), server.service.ledger.limited
                await _played(tables, configuration.seconds)
                after, requests = _used(bot, sums), server.api.requests - asked
                actions = await _actions(store) - events
    used = Usage(
        after.seconds - before.seconds,
        after.thinking - before.thinking,
        after.memory,
        after.parts - before.parts,
    )
    refused = server.service.ledger.limited - refused
    watch, seconds = tables[0].watch, configuration.seconds
    return Measured(watch, seconds, drawn, requests, used, actions, refused)


async def _actions(store: Store) -> int:
    """Return the number of actions: all events of an action in a game share a timestamp."""
    event = schema.events.c
    moments = select(event.game_id, event.at).distinct().subquery()
    async with store.reading() as conn:
        return int((await conn.execute(select(func.count()).select_from(moments))).scalar_one())


async def _until(tables: Sequence[Table], condition: Callable[[Table], bool]) -> None:
    """Wait until a condition holds at all tables, polling slowly. Raises TimeoutError."""
    with progress(len(tables)) as report:
        async with asyncio.timeout(START_SECONDS):
            while (ready := sum(map(condition, tables))) < len(tables):
                report(ready)
                await asyncio.sleep(LOOK_SECONDS)


async def _played(tables: Sequence[Table], seconds: float) -> None:
    """Run the people of all tables for a while."""
    async with asyncio.TaskGroup() as group:
        playing = [group.create_task(table.play()) for table in tables]
        for _ in counted(range(parts := max(1, round(seconds)))):
            await asyncio.sleep(seconds / parts)
        for one in playing:
            one.cancel()


async def _seated(server: Loopback, store: Store, configuration: Configuration) -> list[Table]:
    """Return the tables, each with a started game without a message yet."""
    guild, watch = server.guild(), Watch()
    tables = []
    games = Games(store, Notifier(store, troubled=print))
    for number in counted(range(configuration.games)):
        channel = server.channel(guild, f"room-{number}")
        ann, dan = (server.person(f"{name}-{number}", channel) for name in ("Ann", "Dan"))
        users = [User("discord", str(person.user.id)) for person in (ann, dan)]
        room = Room("discord", str(channel.id))
        await _started(games, users, room, GuildId(f"discord:{guild.id}"))
        chance = Random(configuration.seed * 1_000_000 + number)
        tables.append(Table(server, channel, ann, dan, watch, chance, configuration.pause))
    return tables


async def _started(games: Games, users: Sequence[User], room: Room, guild: GuildId) -> GameId:
    """Open a table, seat two people, and start the game with bots in the other chairs."""
    callers = [Caller(user, room, guild, user.id) for user in users]
    opened = await games.open(callers[0], "codenames", {})
    for caller, seat in zip(callers, CHAIRS, strict=True):
        await games.submit(caller, Submission(f"chair {seat}"))
    await games.submit(callers[0], Submission("start"))
    return opened.game_id


def _used(bot: Program, sums: Path) -> Usage:
    """Return the use of a program and its children so far; zero except on Linux."""
    processes = (bot.process.pid, *_children(bot.process.pid))
    own, *children = map(_processor_seconds, processes)
    thinking = sum(children)
    return Usage(own + thinking, thinking, tuple(map(_proportional_size, processes)), used(sums))


def _processor_seconds(process: int) -> float:
    """Return a process's seconds of processor time."""
    stat = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(") ")[2].split()
    return (int(stat[11]) + int(stat[12])) / os.sysconf("SC_CLK_TCK")


def _proportional_size(process: int) -> float:
    """Return the memory of a process in MB, shared pages in parts."""
    sizes = Path(f"/proc/{process}/smaps_rollup").read_text(encoding="utf-8")
    return next(int(line.split()[1]) for line in sizes.splitlines() if line[:4] == "Pss:") / 1024


def _children(process: int) -> Iterator[int]:
    """Yield the descendants of a process."""
    for task in Path(f"/proc/{process}/task").glob("*/children"):
        for child in map(int, task.read_text(encoding="utf-8").split()):
            yield child
            yield from _children(child)


# The library alone.


class Bare(discord.Client):
    """A client that only answers every press at once."""

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Answer."""
        await interaction.response.defer()


def _serve_sampled(file: str) -> None:
    """Run the bot with the environment's settings; write its processor time by part to a file."""
    with sampling(Path(file)):
        run(["run", "--discord"])


def _serve_bare() -> None:
    """Run the bare client with the environment's settings."""
    Route.BASE = os.environ["DISCORD_API_URL"]
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(os.environ["DISCORD_GATEWAY_URL"])
    Bare(intents=discord.Intents(guilds=True)).run(os.environ["DISCORD_TOKEN"], log_handler=None)


async def _bare(configuration: Configuration) -> Watch:
    """Press as often as the people at all tables, for a quarter of the time; return the times."""
    watch = Watch()
    async with Loopback(Settings(sampling=0, keep=False)) as server:
        channel = server.channel(server.guild(), "bare")
        person = server.person("Ann", channel)
        source = channel.messages[person.say("press").id]
        body = {"custom_id": "x", "component_type": int(Component.BUTTON)}
        reception, chance = server.service.reception, Random(configuration.seed)
        whole = left = configuration.seconds / 4
        with progress(whole) as report:
            async with program(server, BARE), asyncio.TaskGroup() as group:
                while left > 0:
                    report(whole - left)
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
    parser.add_argument("--seconds", type=float, default=60, help="seconds for which people play")
    parser.add_argument(
        "--pause", type=float, default=20, help="seconds between two actions at a table"
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--database", nargs="+", choices=DATABASES, default=DATABASES, help="databases to measure"
    )
    parser.add_argument(
        "--postgresql",
        default="postgresql://postgres@127.0.0.1:5432/postgres",
        help="a server on which to create a database",
    )
    parser.add_argument("--bare", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--sampled", help=argparse.SUPPRESS)
    return parser.parse_args()


if __name__ == "__main__":
    main()
