"""`spyring run`: wiring, start and shutdown of a hosted Spyring."""

import asyncio
import codecs
import gc
import signal
import sys
from collections.abc import AsyncIterator, Callable, Iterable, Mapping, Sequence
from contextlib import (
    AbstractAsyncContextManager,
    AsyncExitStack,
    asynccontextmanager,
    suppress,
)
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final, TypeAlias

import structlog
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.chat.request import FatalError
from bot.games.service import Games
from bot.games.shares import ShareLimits
from bot.gametypes.game_type import AnyGame
from bot.gametypes.registry import GameTypes
from bot.logs import log_to
from bot.ratings.remembered_clues import KEPT_CLUES, drop_old_clues
from bot.server.health import Health, serve_http
from bot.server.metrics import Metrics, TimedEngine
from bot.server.supervisor import Service, Supervisor
from bot.server.workers.bots import BotWorker
from bot.server.workers.clock import Clock, SteadyTime
from bot.server.workers.engine_pool import EnginePool
from bot.server.workers.learner import Learner
from bot.settings import HOST, Settings
from bot.store import leases
from bot.store.address import AddressError, address
from bot.store.connection import Store
from bot.store.erasure import erase
from bot.store.faults import StoreFault, log_fault, logged_faults
from bot.store.games import forget_deliveries
from bot.store.leases import Holder, LifeWatch, new_holder
from bot.store.location import make_folder
from bot.store.notify import Notifier
from bot.store.ready import make_ready
from bot.store.rooms import put_pack

KEPT_DELIVERIES: Final = timedelta(days=7)
"""Age at which deliveries are deleted; platforms repeat theirs within the hour."""

CLUE_NEWS: Final = "clues-remembered"
"""The log event on remembered clues, for operators, and the name of its bookmark."""

TIDY_SECONDS: Final = 60.0
"""Interval of deleting old rows and erasing them from the bytes of files."""

CODECS: Final = ("idna", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be")
"""Encodings of host names and uploads, which Python imports at their first use."""

SHUTDOWN_SECONDS: Final = 10.0
"""Timeout of the shutdown; hosts kill a program after about 30 s."""

SWITCH_SECONDS: Final = 0.001
"""The longest time that a thread keeps the interpreter from the event loop."""

GARBAGE_AFTER: Final = 10_000
"""Threshold of the youngest generation: one action exceeds Python's default of 700."""

_LOG = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class App:
    """The parts shared by all services of a process."""

    games: Games
    bots: BotWorker
    holder: Holder
    time: SteadyTime
    metrics: Metrics


HostPort: TypeAlias = tuple[str, int]
"""A host and a port; port 0 opens none."""

NOWHERE: Final[HostPort] = (HOST, 0)

Adapter: TypeAlias = Callable[[App], Mapping[str, Service]]
"""Returns the services of a chat platform by name."""


def run(
    settings: Settings,
    url: str,
    ensemble: Sequence[str],
    adapters: Sequence[Adapter] = (),
    public: HostPort = NOWHERE,
) -> None:
    """Serve until a signal ends it; raises Refusal if it cannot start.

    The process also answers requests about its health at the `public` address.
    """
    metrics = Metrics()
    log_to(
        sys.stderr,
        form=settings.log,
        level=settings.log_level,
        secrets=secrets_of(settings),
        listeners=(metrics.logged,),
    )
    with asyncio.Runner(loop_factory=loop_factory()) as runner:
        opening = open_app(settings, url, ensemble, metrics)
        runner.run(serve(settings, opening, adapters, public))


def loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """Return uvloop's factory of event loops if installed, None for Python's own."""
    try:
        import uvloop  # noqa: PLC0415 - it is optional
    except ModuleNotFoundError:
        return None
    return uvloop.new_event_loop


def secrets_of(settings: Settings) -> tuple[str, ...]:
    """Return the texts in the settings that the log must hide."""
    url = settings.database_url.get_secret_value()
    password = ""
    with suppress(AddressError):
        password = address(url).password or ""
    return (*settings.secrets, password)


async def serve(
    settings: Settings,
    opening: AbstractAsyncContextManager[App],
    adapters: Sequence[Adapter] = (),
    public: HostPort = NOWHERE,
) -> None:
    """Serve until a signal ends it; raises FatalError if a service cannot continue."""
    asyncio.get_running_loop().set_exception_handler(_unexpected)
    fatal = list[FatalError]()
    async with asked_to_end() as end, opening as app:
        more = {name: run for adapter in adapters for name, run in adapter(app).items()}

        def on_fatal(error: FatalError) -> None:
            fatal.append(error)
            end.set()

        supervisor = Supervisor({**_services(app), **more}, on_fatal=on_fatal)
        # Words, models and texts stay: collecting them again would block the event loop.
        gc.freeze()
        gc.set_threshold(GARBAGE_AFTER)
        sys.setswitchinterval(SWITCH_SECONDS)
        health = Health(app.games, app.metrics, supervisor.status)
        async with AsyncExitStack() as stack:
            await stack.enter_async_context(serve_http(health.routes, settings.metrics_port))
            host, port = public
            await stack.enter_async_context(serve_http(health.routes[:1], port, host=host))
            group = await stack.enter_async_context(asyncio.TaskGroup())
            supervising = group.create_task(supervisor.run())
            _LOG.info("started", database=app.games.store.dialect, services=[*supervisor.status()])
            if not more:
                _LOG.info("no-chat-platform", remedy="run: see --help; web: set a token")
            await end.wait()
            _LOG.info("ending")
            supervising.cancel()
    _LOG.info("ended")
    if fatal:
        raise fatal[0]


@asynccontextmanager
async def asked_to_end() -> AsyncIterator[asyncio.Event]:
    """Catch the first termination signal; a second one ends the program at once."""
    loop, end = asyncio.get_running_loop(), asyncio.Event()
    signals = (signal.SIGTERM, signal.SIGINT)

    def ask() -> None:
        end.set()
        for one in signals:
            loop.remove_signal_handler(one)

    with suppress(NotImplementedError):  # on Windows, where only Ctrl-C ends it
        for one in signals:
            loop.add_signal_handler(one, ask)
    yield end


@asynccontextmanager
async def open_app(
    settings: Settings, url: str, ensemble: Sequence[str], metrics: Metrics
) -> AsyncIterator[App]:
    """Open the parts shared by all services; release the process's leases at the end."""
    make_folder(url)
    holder, time = new_holder(), SteadyTime()
    game_types = GameTypes(ensemble)
    bots = {name: game_type.bots for name, game_type in game_types.items()}
    pool = EnginePool(bots, workers=settings.workers, seconds=settings.think_seconds)
    async with Store.open(url) as store, pool:
        preparing = asyncio.to_thread(_prepare, game_types)
        await asyncio.gather(make_ready(store), preparing, pool.warm())
        await _keep_packs(store, game_types.values())
        await _log_clue_news(store, time())
        metrics.watch(store)
        notifier = Notifier(store, troubled=lambda fault: log_fault(fault, "notifier"))
        engine = TimedEngine(pool, metrics)
        games = Games(
            store,
            notifier,
            game_types,
            now=time,
            observer=metrics.on_request,
            patience=timedelta(seconds=settings.patience_seconds),
            language=settings.language,
            shares=ShareLimits(
                settings.tables_per_person, settings.tables_per_guild, settings.lines_per_minute
            ),
            engine=engine,
        )
        try:
            yield App(games, BotWorker(games, engine, holder), holder, time, metrics)
        finally:
            await _release(store, holder, games.now())


def _prepare(game_types: Mapping[str, AnyGame]) -> None:
    """Load the words of games, so that no table waits for them."""
    for name in CODECS:
        codecs.lookup(name)
    for game_type in game_types.values():
        game_type.prepare()


async def _keep_packs(store: Store, game_types: Iterable[AnyGame]) -> None:
    """Store the games' own words, so that no table waits for them."""

    async def put(conn: AsyncConnection) -> None:
        for game_type in game_types:
            await put_pack(conn, game_type.pack(game_type.options({})))

    with logged_faults("packs"):  # the first table stores them
        await store.write_long(put)


async def _log_clue_news(store: Store, now: datetime) -> None:
    """Log the news of remembered clues, once for each database."""
    with logged_faults("news"):  # the next start logs the news
        async with store.writing() as conn:
            if await leases.bookmarked(conn, CLUE_NEWS) is not None:
                return
            await leases.put_bookmark(conn, CLUE_NEWS, now)
        _LOG.info(CLUE_NEWS, days=KEPT_CLUES.days, page="docs/teammate.md")


def _services(app: App) -> Mapping[str, Service]:
    games = app.games
    return {
        "notifier": games.notifier.run,
        "life": lambda: _live(games, app.holder),
        "clock": Clock(games, app.bots, app.time, app.holder).run,
        "players": app.bots.run,
        "learner": Learner(games).run,
        "housekeeping": lambda: _tidy(games),
    }


async def _live(games: Games, holder: Holder) -> None:
    """Record this process's heartbeats, and end the leases of dead processes."""
    watch = LifeWatch()
    while True:
        with logged_faults("life"):
            async with games.store.writing() as conn:
                await leases.show_life(conn, holder, games.now())
                await watch.end_silent(conn, games.now())
        await asyncio.sleep(leases.LIFE_RENEWAL_SECONDS)


async def _tidy(games: Games) -> None:
    """Delete old deliveries and clues, and do due erasures, at intervals."""
    while True:
        with logged_faults("housekeeping"):
            async with games.store.writing() as conn:
                number = await forget_deliveries(conn, games.now() - KEPT_DELIVERIES)
                clues = await drop_old_clues(conn, games.now())
            _LOG.debug("deliveries-forgotten", number=number, clues=clues)
        await erase(games.store)
        await asyncio.sleep(TIDY_SECONDS)


async def _release(store: Store, holder: Holder, now: datetime) -> None:
    """Release this process's leases, so that others can take over at once."""
    try:
        async with asyncio.timeout(SHUTDOWN_SECONDS), store.writing() as conn:
            await leases.release_all(conn, holder, now)
    except StoreFault as fault:
        log_fault(fault, "ending")
    except TimeoutError:
        _LOG.warning("leases-kept", seconds=SHUTDOWN_SECONDS)


def _unexpected(_loop: asyncio.AbstractEventLoop, about: dict[str, Any]) -> None:
    """Log an exception that nobody awaits, without its message."""
    _LOG.error("task-failed", exc_info=about.get("exception"))
