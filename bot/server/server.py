"""`spyring run`: all that a hosted Spyring does, wired together, from its start to its end."""

import asyncio
import signal
import sys
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any, Final, TypeAlias

import structlog

from bot.clock import Clock
from bot.ending import Ending
from bot.games.clock import PATIENCE
from bot.games.door import Games
from bot.health import Health, opened
from bot.keeper import Keeper, Service
from bot.kinds import all_kinds
from bot.learner import Learner
from bot.logs import log_to
from bot.metrics import Metrics, TimedThinker
from bot.notify import Notifier
from bot.players import Players
from bot.pool import PoolThinker
from bot.settings import Settings
from bot.state import make_folder
from bot.store import leases
from bot.store.address import AddressError, address
from bot.store.connection import Store
from bot.store.faults import StoreFault
from bot.store.games import forget_deliveries
from bot.store.leases import Holder, new_holder
from bot.store.ready import make_ready

KEPT_DELIVERIES: Final = timedelta(days=7)
"""How long it is remembered that a press has come: platforms repeat theirs within the hour."""

TIDY_SECONDS: Final = 3600.0

GOING_SECONDS: Final = 10.0
"""How long ending may take; platforms kill a program that has not ended after about 30 s."""

_LOG = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class House:
    """What everybody in a process shares."""

    games: Games
    players: Players
    holder: Holder
    metrics: Metrics


Guest: TypeAlias = Callable[[House], Mapping[str, Service]]
"""Returns further services of a house, by their names: the adapters of chat platforms."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What a process is to be: from the settings, or from a test."""

    url: str = field(repr=False)
    ensemble: Sequence[str]
    workers: int = 1
    think_seconds: float = 10.0
    patience_seconds: float = PATIENCE.total_seconds()
    metrics_port: int = 0


def run(
    settings: Settings, url: str, ensemble: Sequence[str], guests: Sequence[Guest] = ()
) -> None:
    """Serve until a signal asks to end. Raises Refusal for what cannot be served with."""
    metrics = Metrics()
    log_to(
        sys.stderr,
        form=settings.log,
        level=settings.log_level,
        secrets=secrets_of(settings),
        listeners=(metrics.logged,),
    )
    plan = Plan(
        url,
        ensemble,
        settings.workers,
        settings.think_seconds,
        settings.patience_seconds,
        settings.metrics_port,
    )
    asyncio.run(serve(plan, metrics, guests))


def secrets_of(settings: Settings) -> tuple[str, ...]:
    """Return the texts in the settings that no log may hold."""
    tokens = (settings.discord_token, settings.slack_bot_token, settings.slack_app_token)
    url = settings.database_url.get_secret_value()
    password = ""
    with suppress(AddressError):
        password = address(url).password or ""
    return (*(token.get_secret_value() for token in tokens), url, password)


async def serve(plan: Plan, metrics: Metrics, guests: Sequence[Guest] = ()) -> None:
    """Serve by a plan until a signal asks to end; raises Ending where a service cannot go on."""
    asyncio.get_running_loop().set_exception_handler(_unexpected)
    endings = list[Ending]()
    async with asked_to_end() as end, housed(plan, metrics) as house:
        more = {name: run for guest in guests for name, run in guest(house).items()}

        def give_up(ending: Ending) -> None:
            endings.append(ending)
            end.set()

        keeper = Keeper({**_services(house), **more}, give_up=give_up)
        health = Health(house.games, metrics, keeper.lives)
        async with opened(health.pages, plan.metrics_port), asyncio.TaskGroup() as group:
            keeping = group.create_task(keeper.run())
            _LOG.info("started", database=house.games.store.dialect, services=[*keeper.lives()])
            await end.wait()
            _LOG.info("ending")
            keeping.cancel()
    _LOG.info("ended")
    if endings:
        raise endings[0]


@asynccontextmanager
async def asked_to_end() -> AsyncIterator[asyncio.Event]:
    """Catch the first signal that asks to end; a second one ends the program at once."""
    loop, end = asyncio.get_running_loop(), asyncio.Event()
    signals = (signal.SIGTERM, signal.SIGINT)

    def ask() -> None:
        end.set()
        for one in signals:
            loop.remove_signal_handler(one)

    with suppress(NotImplementedError):  # as on Windows, where only Ctrl-C ends it
        for one in signals:
            loop.add_signal_handler(one, ask)
    yield end


@asynccontextmanager
async def housed(plan: Plan, metrics: Metrics) -> AsyncIterator[House]:
    """Open what everybody shares; give back in the end what this process holds."""
    make_folder(plan.url)
    holder = new_holder()
    kinds = all_kinds(plan.ensemble)
    bots = {name: kind.bots for name, kind in kinds.items()}
    thinker = PoolThinker(bots, workers=plan.workers, seconds=plan.think_seconds)
    async with Store.open(plan.url) as store, thinker:
        await make_ready(store)
        metrics.watch(store)
        notifier = Notifier(store, troubled=_troubled)
        patience = timedelta(seconds=plan.patience_seconds)
        games = Games(store, notifier, kinds, observer=metrics, patience=patience)
        timed = TimedThinker(thinker, metrics)
        try:
            yield House(games, Players(games, timed, holder), holder, metrics)
        finally:
            await _release(store, holder)


def _services(house: House) -> Mapping[str, Service]:
    games = house.games
    return {
        "notifier": games.notifier.run,
        "clock": Clock(games, house.players).run,
        "players": house.players.run,
        "learner": Learner(games).run,
        "housekeeping": lambda: _keep_house(games),
    }


async def _keep_house(games: Games) -> None:
    """Forget now and then what nobody will ask for again."""
    while True:
        try:
            async with games.store.writing() as conn:
                number = await forget_deliveries(conn, games.now() - KEPT_DELIVERIES)
            _LOG.debug("deliveries-forgotten", number=number)
        except StoreFault as fault:
            _troubled(fault, service="housekeeping")
        await asyncio.sleep(TIDY_SECONDS)


async def _release(store: Store, holder: Holder) -> None:
    """Let others take over at once what this process had claimed."""
    try:
        async with asyncio.timeout(GOING_SECONDS), store.writing() as conn:
            await leases.release_all(conn, holder)
    except StoreFault as fault:
        _troubled(fault, service="ending")
    except TimeoutError:
        _LOG.warning("leases-kept", seconds=GOING_SECONDS)


def _troubled(fault: StoreFault, service: str = "notifier") -> None:
    _LOG.warning("database-fault", service=service, fault=fault.fault.value, code=fault.code)


def _unexpected(_loop: asyncio.AbstractEventLoop, about: dict[str, Any]) -> None:
    """Tell of an exception that nobody waits for, without its words."""
    _LOG.error("task-failed", exc_info=about.get("exception"))
