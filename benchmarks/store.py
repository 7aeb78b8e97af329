"""Actions per second through `bot.games`, and the memory of open games.

    python -m benchmarks.store
    python -m benchmarks.store --actions 4000 --postgresql postgresql://postgres@127.0.0.1/postgres

At each table of a process (by default one), four people sit down, start a game, give a clue and
mark cards, and stop after sixty actions. Every action is a transaction, durable when the answer
comes. The database's share is the time that actions wait for statements and commits; with several
tables, those of a process also wait for each other. "Rules alone" decides and folds such a mark in
memory. On the PostgreSQL server the benchmark creates a database, and drops it at the end.
"""

import argparse
import asyncio
import multiprocessing
import resource
import secrets
import sys
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from multiprocessing.sharedctypes import Synchronized
from pathlib import Path
from time import perf_counter, time

from prometheus_client.parser import text_string_to_metric_families
from sqlalchemy import URL, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import create_async_engine

from bot.games import Caller, GameId, Games, GuildId, Room, User
from bot.games.decisions import DecisionContext, decide_line
from bot.games.lookups import SystemEntropy
from bot.games.requests import Submission, utc_now
from bot.games.session import Recorded, Session
from bot.lobby.context import Actor
from bot.progress import counted, progress
from bot.server.metrics import Metrics
from bot.store.address import address
from bot.store.connection import Store
from bot.store.migration import upgrade, upgrade_store
from bot.store.notify import Notifier
from core.words.packs import default_pack

SEATS = {
    "ann": "blue-spymaster",
    "bob": "blue-guesser",
    "cat": "red-spymaster",
    "dan": "red-guesser",
}
GAME_ACTIONS = 60
WARMING = 60
"""Actions of each process before its time counts."""

LOOK_SECONDS = 0.2
"""The interval between two checks of progress."""

_done: "Synchronized[int] | None" = None
"""The number of actions of all processes so far, in a child process."""


@dataclass(frozen=True, slots=True)
class Configuration:
    """The options of a run, printed at the top of its output.

    The seed only separates the tables of two runs: the operating system's randomness deals boards.
    """

    actions: int
    games: int
    processes: tuple[int, ...]
    tables: int
    seed: int


@dataclass(frozen=True, slots=True)
class Share:
    """The work of one process."""

    url: str
    number: int
    tables: int
    actions: int


@dataclass(frozen=True, slots=True)
class Measured:
    """The actions of one process between two readings of the machine's clock, in seconds."""

    actions: int
    began: float
    ended: float
    door: float
    database: float


def main() -> None:
    """Measure every database and print a line for each number of processes."""
    options = _options()
    configuration = Configuration(
        options.actions, options.games, tuple(options.processes), options.tables, options.seed
    )
    print(f"{configuration}\nchecksum: {default_pack().digest}")
    print(f"{'':14} {'processes':>9} {'actions/s':>10} {'ms':>8} {'database':>9} {'ratio':>7}")
    yardstick: float | None = None
    for name, url in databases(options.postgresql):
        for processes in configuration.processes:
            measured = at_once(url, processes, configuration)
            yardstick = yardstick or rate(measured)
            print(line(name, measured, yardstick))
    assert yardstick
    print(f"{'rules alone':14} {1:9} {(alone := rules_alone()):10.0f} {1000 / alone:8.2f}", end="")
    print(f" {'':>9} {alone / yardstick:6.1f}x")
    with sqlite() as url:
        asyncio.run(memory(url, configuration))


def line(name: str, measured: list[Measured], yardstick: float) -> str:
    """Return a line of the table: the rate, the time of an action, and the ratio."""
    actions = sum(one.actions for one in measured)
    door, database = (sum(getattr(one, part) for one in measured) for part in ("door", "database"))
    return (
        f"{name:14} {len(measured):9} {rate(measured):10.1f} {1000 * door / actions:8.1f}"
        f" {database / door:8.0%} {rate(measured) / yardstick:6.1f}x"
    )


def rate(measured: list[Measured]) -> float:
    """Return the actions per second of all processes together."""
    seconds = max(one.ended for one in measured) - min(one.began for one in measured)
    return sum(one.actions for one in measured) / seconds


# Databases.


def databases(server: str) -> Iterator[tuple[str, str]]:
    """Yield the name and address of each empty database; drop it before the next one."""
    with sqlite() as url:
        yield "sqlite", url
    try:
        name = f"spyring_bench_{secrets.token_hex(6)}"
        asyncio.run(_execute(address(server), f"CREATE DATABASE {name}"))
    except (OSError, DBAPIError) as error:
        print(f"postgresql: no server: {type(error).__name__}")
        return
    try:
        url = address(server).set(database=name).render_as_string(hide_password=False)
        asyncio.run(upgrade(url))
        yield "postgresql", url
    finally:
        asyncio.run(_execute(address(server), f"DROP DATABASE {name} WITH (FORCE)"))


@contextmanager
def sqlite() -> Iterator[str]:
    """Yield the address of a temporary SQLite file."""
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{Path(folder) / 'games.db'}"
        asyncio.run(upgrade(url))
        yield url


async def _execute(server: URL, statement: str) -> None:
    engine = create_async_engine(server, isolation_level="AUTOCOMMIT")
    try:
        async with engine.connect() as connection:
            await connection.execute(text(statement))
    finally:
        await engine.dispose()


# Actions.


def at_once(url: str, processes: int, configuration: Configuration) -> list[Measured]:
    """Run processes in parallel; return the work of each."""
    first = configuration.seed + 100 * processes
    shares = [
        Share(url, first + number, configuration.tables, configuration.actions // processes)
        for number in range(processes)
    ]
    context = multiprocessing.get_context("spawn")
    done = context.Value("i", 0)
    with (
        context.Pool(processes, _count_in, (done,)) as pool,
        progress(configuration.actions + WARMING * processes) as report,
    ):
        measured = pool.map_async(process, shares, chunksize=1)
        while not measured.ready():
            measured.wait(LOOK_SECONDS)
            report(done.value)
        return measured.get()


def _count_in(done: "Synchronized[int]") -> None:
    """Count this process's actions in the parent's counter."""
    global _done  # noqa: PLW0603 - the only way into a process of a pool
    _done = done


def process(share: Share) -> Measured:
    """Do the work of one process."""
    return asyncio.run(_process(share))


async def _process(share: Share) -> Measured:
    async with opened(share.url) as (games, metrics):
        await _tables(games, share, WARMING)
        before, began = spent(metrics), time()
        done = await _tables(games, share, share.actions)
        ended, after = time(), spent(metrics)
    door, database = (late - soon for soon, late in zip(before, after, strict=True))
    return Measured(done, began, ended, door, database)


@asynccontextmanager
async def opened(url: str) -> AsyncIterator[tuple[Games, Metrics]]:
    """Open the games of a database, with their metrics."""
    metrics = Metrics()
    async with Store.open(url, patience=30) as store:
        metrics.watch(store)
        yield Games(store, Notifier(store, troubled=print), observer=metrics.on_request), metrics


def spent(metrics: Metrics) -> tuple[float, float]:
    """Return the seconds in actions, and waiting for the database, so far."""
    samples = [
        sample
        for family in text_string_to_metric_families(metrics.text().decode())
        for sample in family.samples
    ]
    names = ("spyring_request_seconds_sum", "spyring_database_seconds_total")
    door, database = (sum(one.value for one in samples if one.name == name) for name in names)
    return door, database


async def _tables(games: Games, share: Share, actions: int) -> int:
    """Act at all tables of a process at once; return the number of actions."""
    names = [f"{share.number}-{table}" for table in range(share.tables)]
    each = actions // share.tables
    return sum(await asyncio.gather(*(_table(games, name, each) for name in names)))


async def _table(games: Games, name: str, actions: int) -> int:
    """Play games at a table up to a number of actions; return their number."""
    done = 0
    while done < actions:
        done += await _game(games, name)
        if _done:
            with _done.get_lock():
                _done.value += GAME_ACTIONS
    return done


async def _game(games: Games, name: str) -> int:
    """Play a game; return the number of actions."""
    game_id, done = await started(games, name)
    session = await games.session(game_id)
    (spymaster,) = session.rules.to_act(session.state)
    guesser = spymaster.replace("spymaster", "guesser")
    await say(games, name, sitter(spymaster), "clue zzz 1")
    for number in range(done + 2, GAME_ACTIONS):
        await say(games, name, sitter(guesser), f"{('mark', 'unmark')[(number - done) % 2]} A1")
    await say(games, name, "ann", "stop")
    return GAME_ACTIONS


async def started(games: Games, name: str) -> tuple[GameId, int]:
    """Start a game; return its id and the number of actions so far."""
    receipt = await games.open(_caller(name, "ann"), "codenames", {})
    lines = [(who, "join") for who in SEATS if who != "ann"]
    lines += [(who, f"chair {seat}") for who, seat in SEATS.items()]
    for who, said in (*lines, ("ann", "start")):
        await say(games, name, who, said)
    return receipt.game_id, len(lines) + 2


async def say(games: Games, name: str, who: str, said: str) -> None:
    """Submit a line at a table, from one of its four people."""
    await games.submit(_caller(name, who), Submission(said))


def _caller(name: str, who: str) -> Caller:
    room = Room("bench", name)
    return Caller(User("bench", f"{who}-{name}"), room, GuildId("bench:home"), who.title())


def sitter(seat: str) -> str:
    """Return the name of the person in a seat."""
    return next(who for who, its in SEATS.items() if its == seat)


# Without a database, and with many games.


def rules_alone(actions: int = 2000) -> float:
    """Return the marks per second that are decided and folded in memory."""
    session = asyncio.run(_dealt())
    (spymaster,) = session.rules.to_act(session.state)
    ground = DecisionContext(SystemEntropy(), default_pack(), utc_now())
    session = _judged(session, sitter(spymaster), "clue zzz 1", ground)
    guesser = sitter(spymaster.replace("spymaster", "guesser"))
    before = perf_counter()
    for _ in range(actions):
        _judged(session, guesser, "mark A1", ground)
    return actions / (perf_counter() - before)


async def _dealt() -> Session:
    """Return a new game."""
    async with Store.open(":memory:") as store:
        await upgrade_store(store)
        games = Games(store, Notifier(store, troubled=print))
        game_id, _ = await started(games, "alone")
        return await games.session(game_id)


def _judged(session: Session, who: str, said: str, ground: DecisionContext) -> Session:
    """Return a game after a person's line at the table "alone"."""
    caller = _caller("alone", who)
    granted = decide_line(session, Actor(caller.user, caller.room), Submission(said), ground)
    now = utc_now()
    return session.after(
        Recorded(session.version + number, one.seat, one.event, now)
        for number, one in enumerate(granted.new_events, 1)
    )


async def memory(url: str, configuration: Configuration) -> None:
    """Print a process's memory before and after opening many running games."""
    async with opened(url) as (games, _):
        await started(games, "first")
        before = resident()
        for number in counted(range(configuration.games)):
            await started(games, f"open-{number}")
        after = resident()
    each = 1024 * (after - before) / configuration.games
    print(
        f"memory: {before:.1f} MiB, with {configuration.games} open games {after:.1f} MiB:"
        f" {each:.1f} KiB each"
    )


def resident() -> float:
    """Return this process's resident memory in MiB; its peak except on Linux."""
    status = Path("/proc/self/statm")
    if status.exists():
        return int(status.read_text().split()[1]) * resource.getpagesize() / 2**20
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most / (2**20 if sys.platform == "darwin" else 2**10)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.store")
    parser.add_argument("--actions", type=int, default=2400, help="actions for each line")
    parser.add_argument("--games", type=int, default=1000, help="games open at once")
    parser.add_argument("--processes", type=int, nargs="+", default=[1, 4])
    parser.add_argument("--tables", type=int, default=1, help="tables of each process")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--postgresql",
        default="postgresql://postgres@127.0.0.1:5432/postgres",
        help="a server on which to create a database",
    )
    return parser.parse_args()


if __name__ == "__main__":
    main()
