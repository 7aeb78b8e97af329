"""Many games at once on Slack: the times until answers and new boards within its rate limits.

    python -m benchmarks.slack
    python -m benchmarks.slack --games 200 --workspaces 40 --seconds 120 --database sqlite
    python -m benchmarks.slack --most        (more and more games in one workspace)

`spyring web` runs in its own process, with a worker process for its bots, against the loopback
Slack of the tests, which applies Slack's tiers to each workspace and accepts one post a second in a
channel. Each workspace has installed the app. At each table two people and two bots play; each
table's people act every `pause` seconds on average. An answer is the time from sending a command or
a press to its acknowledgement, a redraw to the newest board that shows the result. Ratios are to
the limits: 99 of 100 answers within a second, half of the boards within three seconds and 99 of 100
within ten. Nobody acts in the first minute, in which all games are drawn: this alone uses a
minute's limits.
"""

import argparse
import asyncio
import os
import sys
from collections import Counter
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

import numpy as np
from cryptography.fernet import Fernet

from adapters.slack.connection.scopes import SCOPES
from benchmarks.slack_people import SlackTable, Times
from benchmarks.store import databases
from bot.games import Caller, Games, GuildId, Room, Submission, User
from bot.progress import counted, progress
from bot.store.connection import Store
from bot.store.notify import Notifier
from core.words.packs import default_pack
from tests.bot.server.test_health import free_port
from tests.loopback.slack import SlackServer
from tests.loopback.slack.cloud import CLIENT_ID, CLIENT_SECRET, SlackCloud
from tests.loopback.slack.http import SIGNING_SECRET, HTTPRequests
from tests.services import UNLIMITED
from tools.make_slack_manifest import EVENTS

COMMAND = (sys.executable, "-m", "bot", "web")
CHAIRS = ("blue-spymaster", "red-guesser")
DATABASES = ("sqlite", "postgresql")
START_SECONDS = 300.0
REST_SECONDS = 61.0
"""Seconds after which no limit counts earlier requests."""

STEPS = (10, 15, 20, 30, 40, 60, 80)
"""The numbers of games to try in a workspace."""

ALLOWED = {"answer": (None, 1.0), "redraw": (3.0, 10.0)}
"""The limits in seconds of the median and of the 99th percentile."""


@dataclass(frozen=True, slots=True)
class Configuration:
    """The options of a run, printed at the top of its output."""

    games: int
    workspaces: int
    seconds: float
    pause: float
    seed: int
    rest: float
    ready: float


@dataclass(frozen=True, slots=True)
class Measured:
    """The results: times, calls by method, and calls beyond the limits."""

    times: Times
    calls: Counter[str]
    refused: int
    texts: int
    """Boards as text at the end, after using up all uploads."""
    processor: float
    """The program's seconds of processor time, without its workers."""

    @property
    def is_kept(self) -> bool:
        """Whether all times are within the limits, and Slack refused no call."""
        return not self.refused and all(value <= 1 for _, _, value in self.ratios)

    @property
    def ratios(self) -> list[tuple[str, float, float]]:
        """The names, seconds and ratios to the limits."""
        found = []
        for name, times in (("answer", self.times.answers), ("redraw", self.times.redraws)):
            for percent, allowed in zip((50, 99), ALLOWED[name], strict=True):
                seconds = float(np.percentile(times, percent)) if times else float("inf")
                if allowed:
                    found.append((f"{name}, {percent} %", seconds, seconds / allowed))
        return found


def main() -> None:
    """Measure each database, or find the number of games in one workspace."""
    options = _options()
    configuration = Configuration(
        options.games,
        options.workspaces,
        options.seconds,
        options.pause,
        options.seed,
        options.rest,
        options.ready,
    )
    print(f"{configuration}\nchecksum: {default_pack().digest}")
    for name, url in databases(options.postgresql):
        if name not in options.database:
            continue
        if not options.most:
            print(name)
            _tell(asyncio.run(_measured(url, configuration)), configuration)
            continue
        for games in STEPS:
            print(f"{name}, {games} games in one workspace")
            step = replace(configuration, games=games, workspaces=1)
            measured = asyncio.run(_measured(url, step))
            _tell(measured, step)
            if not measured.is_kept:
                break


def _tell(measured: Measured, configuration: Configuration) -> None:
    times = measured.times
    for name, seconds, ratio in measured.ratios:
        print(f"  {name:14} {seconds:7.2f} s   {ratio:5.2f} of what is allowed")
    calls = ", ".join(f"{name} {number}" for name, number in measured.calls.most_common())
    acts = len(times.answers)
    print(f"  {acts} actions, {times.missed} not acknowledged, {times.unseen} not seen on a board")
    print(f"  calls refused by limits: {measured.refused}; boards as text: {measured.texts}")
    print(f"  processor: {1000 * measured.processor / max(1, acts):.0f} ms an action of people")
    print(f"  calls in {configuration.seconds:g} s: {calls}", flush=True)


async def _measured(url: str, configuration: Configuration) -> Measured:
    async with SlackCloud(SCOPES, EVENTS) as cloud, Store.open(url) as store:
        port = free_port()
        site = f"http://127.0.0.1:{port}"
        tables = await _seated(cloud, store, configuration, site)
        async with _program(cloud, url, port) as process:
            for server in cloud.workspaces:
                await server.connected()
                await cloud.install(server, site)
                server.tiers, server.file_seconds = True, configuration.ready
            await _until_drawn(tables)
            for _ in counted(range(round(configuration.rest))):
                await asyncio.sleep(1)
            before, used = _calls(cloud), _processor(process.pid)
            await _played(tables, configuration.seconds)
            calls, used = _calls(cloud) - before, _processor(process.pid) - used
    texts = sum(not _has_picture(table) for table in tables)
    return Measured(tables[0].times, calls, calls.pop("ratelimited", 0), texts, used)


@asynccontextmanager
async def _program(
    cloud: SlackCloud, url: str, port: int
) -> AsyncIterator[asyncio.subprocess.Process]:
    more = {
        "SLACK_SIGNING_SECRET": SIGNING_SECRET,
        "SLACK_CLIENT_ID": CLIENT_ID,
        "SLACK_CLIENT_SECRET": CLIENT_SECRET,
        "SPYRING_SLACK_TOKEN_KEYS": Fernet.generate_key().decode(),
        "SPYRING_SLACK_API_URL": cloud.api_url,
        "DATABASE_URL": url,
        "PORT": str(port),
        "SPYRING_LOG_LEVEL": "warning",
        **UNLIMITED,
    }
    process = await asyncio.create_subprocess_exec(*COMMAND, env=os.environ | more)
    try:
        yield process
    finally:
        with suppress(ProcessLookupError):
            process.terminate()
        await process.wait()


async def _seated(
    cloud: SlackCloud, store: Store, configuration: Configuration, site: str
) -> list[SlackTable]:
    """Return the tables, each with a started game without a message yet."""
    games, times, tables = Games(store, Notifier(store, troubled=print)), Times(), []
    servers = [await cloud.workspace() for _ in range(configuration.workspaces)]
    for server in servers:
        server.socket = HTTPRequests(server, f"{site}/slack/events")
    for number in counted(range(configuration.games)):
        server = servers[number % len(servers)]
        tables.append(await _table(server, games, number, times, configuration))
    return tables


async def _table(
    server: SlackServer, games: Games, number: int, times: Times, configuration: Configuration
) -> SlackTable:
    people = [server.person(f"{name}{number}") for name in ("Ann", "Dan")]
    channel = server.channel(f"room{number}")
    room, guild = Room("slack", f"{server.team}/{channel}"), GuildId(f"slack:{server.team}")
    users = [User("slack", f"{server.team}/{person.id}") for person in people]
    callers = [Caller(user, room, guild, user.id) for user in users]
    await games.open(callers[0], "codenames", {})
    for caller, seat in zip(callers, CHAIRS, strict=True):
        await games.submit(caller, Submission(f"chair {seat}"))
    await games.submit(callers[0], Submission("start"))
    chance = Random(configuration.seed * 1_000_000 + number)
    return SlackTable(server, channel, people[0], people[1], times, chance, configuration.pause)


async def _until_drawn(tables: Sequence[SlackTable]) -> None:
    """Wait until all tables wait for people. Raises TimeoutError."""
    with progress(len(tables)) as report:
        async with asyncio.timeout(START_SECONDS):
            while (ready := sum(table.waits_for_people for table in tables)) < len(tables):
                report(ready)
                await asyncio.sleep(0.5)


async def _played(tables: Sequence[SlackTable], seconds: float) -> None:
    """Run the people of all tables for a while."""
    async with asyncio.TaskGroup() as group:
        playing = [group.create_task(table.play()) for table in tables]
        for _ in counted(range(parts := max(1, round(seconds)))):
            await asyncio.sleep(seconds / parts)
        for one in playing:
            one.cancel()


def _calls(cloud: SlackCloud) -> Counter[str]:
    """Return the number of calls so far by method, and of those that the limits refused."""
    return Counter(name for server in cloud.workspaces for name in _names(server))


def _names(server: SlackServer) -> Iterator[str]:
    for call in server.calls:
        yield call.method
        if call.answer.get("error") == "ratelimited":
            yield "ratelimited"


def _has_picture(table: SlackTable) -> bool:
    return any(block["type"] == "image" for block in (table.board.blocks if table.board else ()))


def _processor(process: int) -> float:
    """Return a process's seconds of processor time so far; Linux only."""
    stat = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(") ")[2].split()
    return (int(stat[11]) + int(stat[12])) / os.sysconf("SC_CLK_TCK")


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.slack")
    parser.add_argument("--games", type=int, default=200, help="games at once")
    parser.add_argument("--workspaces", type=int, default=40, help="workspaces with these games")
    parser.add_argument("--seconds", type=float, default=120, help="seconds for which people play")
    parser.add_argument(
        "--pause", type=float, default=20, help="seconds between two actions at a table"
    )
    parser.add_argument(
        "--rest", type=float, default=REST_SECONDS, help="seconds before people act"
    )
    parser.add_argument(
        "--ready", type=float, default=1.5, help="seconds until Slack can show an uploaded picture"
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--most", action="store_true", help="find the most games in one workspace")
    parser.add_argument(
        "--database", nargs="+", choices=DATABASES, default=DATABASES, help="databases to measure"
    )
    parser.add_argument(
        "--postgresql",
        default="postgresql://postgres@127.0.0.1:5432/postgres",
        help="a server on which to create a database",
    )
    return parser.parse_args()


if __name__ == "__main__":
    main()
