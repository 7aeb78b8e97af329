"""Change notifications of games, within this process and across processes.

PostgreSQL sends them by NOTIFY; a `Notifier` polls a SQLite file several times a second. A
notification contains only the game and its version; subscribers read the game itself.
"""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any, Final, Self, TypeAlias

from sqlalchemy import Integer, bindparam, func, literal_column, select, text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.identity import GameId
from bot.store import schema
from bot.store.address import POSTGRESQL, in_memory
from bot.store.connection import Store
from bot.store.faults import Fault, StoreFault, fault_of
from bot.store.prepared import Prepared
from core.backoff import backoff
from core.recent import RecentDict

CHANNEL: Final = "spyring_changes"

MOST_CHANGES: Final = 10_000
"""The most games whose versions are kept, for subscribers and to drop echoes."""

POLL_SECONDS: Final = 0.2
"""Polling interval of a SQLite file."""

HEARTBEAT_SECONDS: Final = 20.0
"""Interval of the checks of a listening connection."""

FIRST_RECONNECT_SECONDS: Final = 0.5
LONGEST_RECONNECT_SECONDS: Final = 30.0
"""Pauses before reconnecting, which double after each failure."""

_NUMBER: Final = literal_column("events.rowid", Integer)


@dataclass(frozen=True, slots=True)
class Change:
    """A game's new version."""

    game_id: GameId
    version: int


@dataclass(frozen=True, slots=True)
class ChangesMissed:
    """A gap in the notifications: read all unfinished games and outdated messages again."""


ChangeNotice: TypeAlias = Change | ChangesMissed


_Mark: TypeAlias = tuple[Any, ...]
"""An event in a SQLite file: row number, game and version."""


class Subscription:
    """A queue of changes for one subscriber, with only the newest version of each game.

    It never blocks the publisher: if changes of more than `most` games wait, one gap replaces them.
    """

    def __init__(self, most: int = MOST_CHANGES) -> None:
        self._most = most
        self._newest: dict[GameId, int] = {}
        self._gap = False
        self._ready = asyncio.Event()

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> ChangeNotice:
        await self._ready.wait()
        news = self._next()
        if not self._newest and not self._gap:
            self._ready.clear()
        return news

    def put(self, notice: ChangeNotice) -> None:
        """Add a notice."""
        if isinstance(notice, ChangesMissed):
            self._gap = True
        else:
            self._newest[notice.game_id] = max(notice.version, self._newest.get(notice.game_id, 0))
        if len(self._newest) > self._most:
            self._newest.clear()
            self._gap = True
        self._ready.set()

    def _next(self) -> ChangeNotice:
        if self._gap:
            self._gap = False
            return ChangesMissed()
        game_id = next(iter(self._newest))
        return Change(game_id, self._newest.pop(game_id))


class Notifier:
    """Publishes and receives change notifications for one process.

    `troubled` receives each fault of the connection to other processes.
    """

    def __init__(
        self,
        store: Store,
        *,
        troubled: Callable[[StoreFault], None],
        first_pause: float = FIRST_RECONNECT_SECONDS,
        heartbeat: float = HEARTBEAT_SECONDS,
    ) -> None:
        self._store = store
        self._troubled = troubled
        self._first_pause = first_pause
        self._pauses = backoff(first_pause, LONGEST_RECONNECT_SECONDS)
        self._heartbeat = heartbeat
        self._subscriptions: set[Subscription] = set()
        self._known = RecentDict[GameId, int](MOST_CHANGES)

    async def notify(self, connection: AsyncConnection, change: Change) -> None:
        """Notify other processes of a change when its transaction commits."""
        if self._store.dialect == POSTGRESQL:
            payload = f"{change.game_id} {change.version}"
            await connection.execute(select(func.pg_notify(CHANNEL, payload)))

    def publish(self, change: Change) -> None:
        """Publish a committed change to this process, unless it is already known."""
        known = self._known.get(change.game_id, 0)
        self._known[change.game_id] = max(known, change.version)
        if known < change.version:
            self._deliver(change)

    def publish_gap(self) -> None:
        """Publish a gap to this process."""
        self._deliver(ChangesMissed())

    @contextmanager
    def subscribe(self) -> Iterator[Subscription]:
        """Subscribe to all further changes, for use with `async for`."""
        subscription = Subscription()
        self._subscriptions.add(subscription)
        try:
            yield subscription
        finally:
            self._subscriptions.discard(subscription)

    async def run(self) -> None:
        """Receive other processes' changes until cancelled; reconnect after faults."""
        if in_memory(self._store.url):
            await asyncio.Event().wait()
        while True:
            try:
                await self._receive()
            except StoreFault as fault:
                self._troubled(fault)
            await asyncio.sleep(next(self._pauses))

    async def _receive(self) -> None:
        """Receive changes until a fault; raises StoreFault."""
        async with self._store.apart() as ear, ear.watching() as connection:
            if ear.dialect == POSTGRESQL:
                await self._listen(connection)
            else:
                await self._poll(connection)

    async def _listen(self, connection: AsyncConnection) -> None:
        # An optional dependency.
        from asyncpg import InterfaceError, InternalClientError, PostgresError  # noqa: PLC0415

        lost = asyncio.Event()
        try:
            driver = (await connection.get_raw_connection()).driver_connection
            assert driver is not None  # noqa: S101 - it is connected
            driver.add_termination_listener(lambda _: lost.set())
            await driver.add_listener(CHANNEL, lambda *heard: self._received(heard[-1]))
            self._began_listening()
            while not await self._wait_for(lost):
                await connection.exec_driver_sql("SELECT 1")
        except (
            OSError,
            SQLAlchemyError,
            PostgresError,
            InterfaceError,
            InternalClientError,
        ) as error:
            raise fault_of(error) or StoreFault(Fault.LOST, type(error).__name__) from None
        raise StoreFault(Fault.LOST, "connection closed", retry=True)

    async def _wait_for(self, lost: asyncio.Event) -> bool:
        """Wait for an event until the next heartbeat; return whether it happened."""
        with suppress(TimeoutError):
            async with asyncio.timeout(self._heartbeat):
                await lost.wait()
        return lost.is_set()

    def _received(self, payload: object) -> None:
        """Publish a change from PostgreSQL; ignore messages from other programs."""
        game_id, _, version = str(payload).partition(" ")
        if version.isdecimal():
            self.publish(Change(GameId(game_id), int(version)))

    async def _poll(self, connection: AsyncConnection) -> None:
        seen = await _data_version(connection)
        mark = await _newest(connection)
        self._began_listening()
        while True:
            await asyncio.sleep(POLL_SECONDS)
            now = await _data_version(connection)
            if now != seen:
                seen, mark = now, await self._catch_up(connection, mark)

    async def _catch_up(self, connection: AsyncConnection, mark: _Mark | None) -> _Mark | None:
        """Publish the events since `mark`; return the newest one.

        Row numbers only grow, except after a vacuum or a deletion of the newest rows. Then the
        marked row is missing or different.
        """
        rows = await _SINCE.rows(connection, {"first": mark[0] if mark else 0})
        if mark is not None and (not rows or rows[0] != mark):
            self._deliver(ChangesMissed())
            return await _newest(connection)
        for row in rows:
            if row != mark:
                self.publish(Change(*row[1:]))
        return rows[-1] if rows else None

    def _began_listening(self) -> None:
        """Reset the pauses and publish a gap for the time before."""
        self._pauses = backoff(self._first_pause, LONGEST_RECONNECT_SECONDS)
        self._deliver(ChangesMissed())

    def _deliver(self, notice: ChangeNotice) -> None:
        for subscription in self._subscriptions:
            subscription.put(notice)


async def _data_version(connection: AsyncConnection) -> int:
    """Return a number that changes when another connection has changed a SQLite file."""
    ((number,),) = await _DATA_VERSION.rows(connection, {})
    return int(number)


async def _newest(connection: AsyncConnection) -> _Mark | None:
    """Return the newest event."""
    return next(iter(await _NEWEST.rows(connection, {})), None)


_DATA_VERSION: Final = Prepared(
    select(literal_column("data_version", Integer)).select_from(text("pragma_data_version"))
)
_EVENTS: Final = select(_NUMBER, schema.events.c.game_id, schema.events.c.version)
_SINCE: Final = Prepared(_EVENTS.where(bindparam("first") <= _NUMBER).order_by(_NUMBER))
_NEWEST: Final = Prepared(_EVENTS.order_by(_NUMBER.desc()).limit(1))
