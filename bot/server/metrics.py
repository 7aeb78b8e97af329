"""What is counted and timed, for Prometheus; one `Metrics` a process, given to who has to count.

Labels are of closed sets: kinds of requests and results, keys of refusals, names of events.
"""

from collections.abc import Callable
from time import perf_counter
from typing import Any, Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_LATEST
from sqlalchemy import Connection, event
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.pool import ConnectionPoolEntry
from structlog.typing import EventDict, WrappedLogger

from bot.census import Census
from bot.games.observer import Request
from bot.games.receipt import Receipt
from bot.store.connection import Store
from bot.store.faults import StoreFault
from bot.thinker import FALLBACK, Task, Thinker
from core.choice import Choice
from core.rules import Refusal

CONTENT_TYPE: Final = CONTENT_TYPE_LATEST

DOOR_SECONDS: Final = (0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 15)
THINKING_SECONDS: Final = (0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30)

_BEGAN: Final = "spyring_began"
_COMMITTED: Final = "spyring_committed"


class Metrics:
    """All metrics of a process, in a registry of its own."""

    def __init__(self) -> None:
        self._registry = registry = CollectorRegistry()
        self._requests = Counter(
            "spyring_requests",
            "Requests at the door by who asked (request) and what became of it (result)",
            ["request", "result"],
            registry=registry,
        )
        self._door = Histogram(
            "spyring_request_seconds",
            "Time that requests took at the door",
            ["request"],
            buckets=DOOR_SECONDS,
            registry=registry,
        )
        self._refusals = Counter(
            "spyring_refusals", "Requests refused, by sentence", ["key"], registry=registry
        )
        self._faults = Counter(
            "spyring_store_faults",
            "Requests that the database failed",
            ["fault"],
            registry=registry,
        )
        self._database = Counter(
            "spyring_database_seconds",
            "Time spent waiting for the database, in statements and in commits",
            ["part"],
            registry=registry,
        )
        self._thinking = Histogram(
            "spyring_bot_move_seconds",
            "Time that bots took to choose",
            ["bot"],
            buckets=THINKING_SECONDS,
            registry=registry,
        )
        self._fallbacks = Counter(
            "spyring_bot_fallbacks",
            "Moves made in the place of a bot that did not choose in time",
            ["bot"],
            registry=registry,
        )
        self._events = Counter(
            "spyring_log_events", "Events logged", ["event", "level"], registry=registry
        )
        self._census = _CensusGauges(registry)

    # bot.games.observer.Observer

    def asked(self, request: Request, answer: Receipt | BaseException, seconds: float) -> None:
        """Count a request at the door and what became of it."""
        self._requests.labels(request, _result(answer)).inc()
        self._door.labels(request).observe(seconds)
        if isinstance(answer, StoreFault):
            self._faults.labels(answer.fault.value).inc()
        elif isinstance(answer, Refusal):
            self._refusals.labels(answer.phrase.key).inc()

    def thought(self, bot: str, seconds: float, *, fallback: bool) -> None:
        """Count a bot's choice; `fallback` tells that it was not the bot's own."""
        self._thinking.labels(bot).observe(seconds)
        if fallback:
            self._fallbacks.labels(bot).inc()

    def logged(self, _logger: WrappedLogger, level: str, event_dict: EventDict) -> EventDict:
        """Count an event of the log, as a processor of structlog."""
        self._events.labels(str(event_dict["event"]), level).inc()
        return event_dict

    def counted(self, census: Census) -> None:
        """Show what has been counted in the database."""
        self._census.show(census)

    def watch(self, store: Store) -> None:
        """Time all that a store waits for the database."""
        _watch(store, lambda part, seconds: self._database.labels(part).inc(seconds))

    def text(self) -> bytes:
        """Return all metrics in Prometheus' text format."""
        return generate_latest(self._registry)


class TimedThinker:
    """Lets another thinker think, and its metrics know how long that took."""

    def __init__(self, thinker: Thinker, metrics: Metrics) -> None:
        self._thinker = thinker
        self._metrics = metrics

    async def think(self, task: Task) -> Choice[Any, Any]:
        """Return what the bot does."""
        start = perf_counter()
        choice = await self._thinker.think(task)
        seconds = perf_counter() - start
        self._metrics.thought(task.bot, seconds, fallback=choice.cause == FALLBACK)
        return choice


class _CensusGauges:
    """Gauges of what the database holds."""

    def __init__(self, registry: CollectorRegistry) -> None:
        self._games = Gauge("spyring_games", "Games by status", ["status"], registry=registry)
        self._late = Gauge(
            "spyring_deadlines_late", "Deadlines that have passed", registry=registry
        )
        self._due = Gauge(
            "spyring_deadline_late_seconds",
            "How long the oldest deadline has been due",
            registry=registry,
        )
        self._learning = Gauge(
            "spyring_learning_lag_seconds",
            "How long ago the oldest game ended that may not have been learnt from",
            registry=registry,
        )
        self._drawings = Gauge(
            "spyring_drawings_behind",
            "Boards in rooms that show less than their game's last event",
            registry=registry,
        )

    def show(self, census: Census) -> None:
        for status, number in census.games.items():
            self._games.labels(status).set(number)
        self._late.set(census.deadlines_late)
        self._due.set(census.deadline_seconds)
        self._learning.set(census.learning_seconds)
        self._drawings.set(census.drawings_behind)


def _result(answer: Receipt | BaseException) -> str:
    match answer:
        case Receipt(repeated=True):
            return "repeated"
        case Receipt():
            return "done"
        case StoreFault():
            return "fault"
        case Refusal():
            return "refused"
        case Exception():
            return "error"
        case _:
            return "cancelled"


def _watch(store: Store, spent: Callable[[str, float], None]) -> None:
    """Tell of the seconds that a store's statements and commits take."""

    def begin(conn: Connection, *_: object) -> None:
        conn.info[_BEGAN] = perf_counter()

    def end(conn: Connection, *_: object) -> None:
        spent("statement", perf_counter() - conn.info.pop(_BEGAN))

    def commit(conn: Connection) -> None:
        conn.info[_COMMITTED] = perf_counter()

    def checkin(_connection: DBAPIConnection | None, entry: ConnectionPoolEntry) -> None:
        # Nothing is told of when a commit is over; the connection is given back at once then.
        if (start := entry.info.pop(_COMMITTED, None)) is not None:
            spent("commit", perf_counter() - start)

    event.listen(store.engine, "before_cursor_execute", begin)
    event.listen(store.engine, "after_cursor_execute", end)
    event.listen(store.engine, "commit", commit)
    event.listen(store.engine, "checkin", checkin)
