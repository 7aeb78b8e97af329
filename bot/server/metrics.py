"""Counters and timers for Prometheus, in one `Metrics` per process.

Labels come from closed sets: kinds of requests and results, keys of refusals, names of events.
"""

from dataclasses import dataclass
from datetime import datetime
from functools import cache, partial
from time import perf_counter
from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_LATEST
from sqlalchemy import Connection, event, func, select
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.pool import ConnectionPoolEntry
from structlog.typing import EventDict, WrappedLogger

from bot.games.requests import Receipt, RequestKind
from bot.gametypes.engine import FALLBACK, Engine, MoveRequest
from bot.lobby.model import Status
from bot.server.workers.learner import LEARNED_BOOKMARK
from bot.store import leases, schema
from bot.store.connection import Store
from bot.store.faults import StoreFault
from bot.store.games import UNFINISHED
from bot.store.messages import outdated_messages
from core.bot import AnyChoice
from core.rules import Refusal

CONTENT_TYPE: Final = CONTENT_TYPE_LATEST

REQUEST_BUCKETS: Final = (0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 15)
THINKING_BUCKETS: Final = (0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30)

CALL_FAILED: Final = "call-failed"
"""The event that adapters log for a failed call to a chat platform."""

_BEGAN: Final = "spyring_began"
_COMMITTED: Final = "spyring_committed"


class Metrics:
    """All metrics of a process, in its own registry."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        counter = partial(Counter, registry=self._registry)
        gauge = partial(Gauge, registry=self._registry)
        histogram = partial(Histogram, registry=self._registry)
        self._requests = counter(
            "spyring_requests",
            "Requests to games by kind (request) and result",
            ["request", "result"],
        )
        self._request_seconds = histogram(
            "spyring_request_seconds",
            "Time that requests to games took",
            ["request"],
            buckets=REQUEST_BUCKETS,
        )
        self._refusals = counter("spyring_refusals", "Requests refused, by sentence", ["key"])
        self._faults = counter("spyring_store_faults", "Requests the database failed", ["fault"])
        self._database = counter(
            "spyring_database_seconds",
            "Time spent waiting for the database, in statements and in commits",
            ["part"],
        )
        self._thinking = histogram(
            "spyring_bot_move_seconds",
            "Time that bots took to choose",
            ["bot"],
            buckets=THINKING_BUCKETS,
        )
        self._fallbacks = counter(
            "spyring_bot_fallbacks", "Moves made for a bot that did not choose in time", ["bot"]
        )
        self._events = counter("spyring_log_events", "Events logged", ["event", "level"])
        self._call_faults = counter(
            "spyring_call_faults",
            "Failed calls to a chat platform, by kind",
            ["platform", "fault"],
        )
        self._games = gauge("spyring_games", "Games by status", ["status"])
        self._deadlines_late = gauge("spyring_deadlines_late", "Deadlines that have passed")
        self._deadline_seconds = gauge(
            "spyring_deadline_late_seconds", "How long the oldest deadline has been due"
        )
        self._learning_seconds = gauge(
            "spyring_learning_lag_seconds",
            "Time since the end of the oldest game that bots may not have learned from",
        )
        self._messages_outdated = gauge(
            "spyring_drawings_behind", "Boards in rooms that are older than their game's last event"
        )

    # bot.games.requests.RequestObserver

    def on_request(
        self, request: RequestKind, outcome: Receipt | BaseException, seconds: float
    ) -> None:
        """Count a request and its result."""
        self._requests.labels(request, _result(outcome)).inc()
        self._request_seconds.labels(request).observe(seconds)
        if isinstance(outcome, StoreFault):
            self._faults.labels(outcome.fault.value).inc()
        elif isinstance(outcome, Refusal):
            self._refusals.labels(outcome.phrase.key).inc()

    def thought(self, bot: str, seconds: float, *, fallback: bool) -> None:
        """Count a bot's choice; `fallback`: the game chose for the bot."""
        self._thinking.labels(bot).observe(seconds)
        if fallback:
            self._fallbacks.labels(bot).inc()

    def logged(self, _logger: WrappedLogger, level: str, event_dict: EventDict) -> EventDict:
        """Count an event of the log, as a processor of structlog."""
        self._events.labels(str(event_dict["event"]), level).inc()
        if event_dict["event"] == CALL_FAILED:
            self._call_faults.labels(event_dict["platform"], event_dict["fault"]).inc()
        return event_dict

    async def count(self, conn: AsyncConnection, now: datetime) -> None:
        """Set the gauges of games and overdue work from the database."""
        due = schema.deadlines.c.due_at
        found = await conn.execute(select(func.count(), func.min(due)).where(due <= now))
        late, oldest = found.one()
        games, unlearned = await _games(conn), await _unlearned(conn)
        outdated = await outdated_messages(conn)
        for status, number in games.items():
            self._games.labels(status).set(number)
        self._deadlines_late.set(late)
        self._deadline_seconds.set(_since(oldest, now))
        self._learning_seconds.set(_since(unlearned, now))
        self._messages_outdated.set(len(outdated))

    def watch(self, store: Store) -> None:
        """Time a store's statements and commits."""
        counter = cache(self._database.labels)

        def begin(conn: Connection, *_: object) -> None:
            conn.info[_BEGAN] = perf_counter()

        def end(conn: Connection, *_: object) -> None:
            counter("statement").inc(perf_counter() - conn.info.pop(_BEGAN))

        def commit(conn: Connection) -> None:
            conn.info[_COMMITTED] = perf_counter()

        def checkin(_connection: DBAPIConnection | None, entry: ConnectionPoolEntry) -> None:
            # No event marks the end of a commit; the pool checks the connection in right after it.
            if (start := entry.info.pop(_COMMITTED, None)) is not None:
                counter("commit").inc(perf_counter() - start)

        event.listen(store.engine, "before_cursor_execute", begin)
        event.listen(store.engine, "after_cursor_execute", end)
        event.listen(store.engine, "commit", commit)
        event.listen(store.engine, "checkin", checkin)

    def text(self) -> bytes:
        """Return all metrics in Prometheus' text format."""
        return generate_latest(self._registry)


@dataclass(frozen=True, slots=True)
class TimedEngine:
    """An engine that times another one."""

    engine: Engine
    metrics: Metrics

    async def choose(self, request: MoveRequest) -> AnyChoice:
        """Return the bot's choice."""
        start = perf_counter()
        choice = await self.engine.choose(request)
        seconds = perf_counter() - start
        self.metrics.thought(request.bot, seconds, fallback=choice.cause == FALLBACK)
        return choice


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


async def _games(conn: AsyncConnection) -> dict[str, int]:
    """Return the number of games by status, zeros included."""
    status = schema.games.c.status
    found = await conn.execute(select(status, func.count()).group_by(status))
    return {one.value: 0 for one in Status} | {row[0]: row[1] for row in found}


async def _unlearned(conn: AsyncConnection) -> datetime | None:
    """Return when the oldest game ended that the learner has not processed."""
    game = schema.games.c
    statement = select(func.min(game.changed_at)).where(game.status.not_in(UNFINISHED))
    swept = await leases.bookmarked(conn, LEARNED_BOOKMARK)
    if swept is not None:
        statement = statement.where(game.changed_at > swept)
    found: datetime | None = await conn.scalar(statement)
    return found


def _since(moment: datetime | None, now: datetime) -> float:
    """Return the seconds since a moment; 0 without one, or if clocks differ."""
    return max(0.0, (now - moment).total_seconds()) if moment else 0.0
