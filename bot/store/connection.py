"""Transactions, which raise errors as the faults of `bot.store.faults`."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import (
    AbstractAsyncContextManager,
    AsyncExitStack,
    asynccontextmanager,
    nullcontext,
    suppress,
)
from functools import partial
from time import monotonic
from typing import Any, Final, Self, TypeAlias, TypeVar, TypeVarTuple

from sqlalchemy import URL, Connection, Engine, event, text
from sqlalchemy.engine import ExceptionContext
from sqlalchemy.exc import DBAPIError, InvalidatePoolError
from sqlalchemy.exc import TimeoutError as NoConnectionFree
from sqlalchemy.ext.asyncio import (
    AsyncConnection,
    AsyncEngine,
    AsyncTransaction,
    create_async_engine,
)
from sqlalchemy.pool import AsyncAdaptedQueuePool, ConnectionPoolEntry

from bot.store import sqlite
from bot.store.address import POSTGRESQL, SQLITE, AddressError, address, in_memory, path_of
from bot.store.faults import Fault, StoreFault, fault_of
from bot.store.file import DatabaseFile
from bot.store.prepared import Prepared

T = TypeVar("T")
Ts = TypeVarTuple("Ts")

Work: TypeAlias = Callable[[AsyncConnection], Awaitable[T]]
"""Statements of one transaction."""

CONNECTION_SECONDS: Final = 5.0
"""Timeout for a lock, a connection or a free place in the pool."""

CONNECTIONS: Final = 8
"""The most connections of one process."""

PING_AFTER_SECONDS: Final = 1.0
"""Idle time after which a connection to PostgreSQL needs a ping before its next use."""

_BEGIN: Final = "spyring_begin"

_LONG: Final = "spyring_long"

_SPOILT: Final = "spyring_spoilt"

_IDLE_SINCE: Final = "spyring_idle_since"

_MODES: Final[Mapping[str, Sequence[Mapping[str, Any]]]] = {
    SQLITE: (*({_BEGIN: Prepared(text(f"BEGIN {how}"))} for how in ("IMMEDIATE", "DEFERRED")), {}),
    POSTGRESQL: (
        {},
        {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True},
        {"isolation_level": "AUTOCOMMIT"},
    ),
}
"""SQLAlchemy's execution options for writing, reading and watching, by database."""


class Store:
    """A database that opens transactions."""

    def __init__(self, url: URL, file: DatabaseFile, *, patience: float, connections: int) -> None:
        self.file: Final = file
        """The state of a SQLite database's file."""
        self._engine = _engine(url, file, patience, connections)
        self._patience = patience
        self._one_writer = asyncio.Lock() if self.dialect == SQLITE else None
        self.fault: Fault | None = None
        """The fault of the newest writing transaction, None after a commit."""
        self._writer, self._reader, self._watcher = (
            self._engine.execution_options(**mode) for mode in _MODES[self.dialect]
        )

    @classmethod
    def open(
        cls, url: str, *, patience: float = CONNECTION_SECONDS, connections: int = CONNECTIONS
    ) -> Self:
        """Return the store at an address, which connects at the first transaction.

        Raises AddressError.
        """
        parsed = address(url)
        file = DatabaseFile(path_of(parsed))
        return cls(parsed, file, patience=patience, connections=connections)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    @property
    def dialect(self) -> str:
        """The database system: ``sqlite`` or ``postgresql``."""
        return self._engine.dialect.name

    @property
    def url(self) -> URL:
        """The address with its password; log only its `str`, which hides the password."""
        return self._engine.url

    @property
    def engine(self) -> Engine:
        """The underlying engine, for measurements only."""
        return self._engine.sync_engine

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncConnection]:
        """Open a transaction, and commit it at the end of the block; raises StoreFault.

        An exception rolls it back. So does a database error that the block catches: then the end of
        the block raises RuntimeError.
        """
        try:
            async with (
                self._turn(),
                self._connection(self._writer) as connection,
                _begun(connection) as transaction,
            ):
                yield connection
                await self._commit(transaction)
        except StoreFault as fault:
            self.fault = fault.fault
            raise
        self.fault = None

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        """Open a read-only transaction on one snapshot of the database; raises StoreFault."""
        async with self._connection(self._reader) as connection, _begun(connection):
            yield connection

    async def read(self, query: Callable[[AsyncConnection, *Ts], Awaitable[T]], *values: *Ts) -> T:
        """Return the answer to a query in a transaction of `reading`; raises StoreFault."""
        async with self.reading() as connection:
            return await query(connection, *values)

    async def write_long(self, work: Work[T]) -> T:
        """Return the result of long work in a transaction of `writing`.

        The work runs with its own thread, loop and connection, so it does not block this loop.
        Raises StoreFault and the errors of the work.
        """
        async with nullcontext() if in_memory(self.url) else self._turn():
            return await self._work_long(Store.writing, work)

    async def read_long(self, work: Work[T]) -> T:
        """Return the result of long work in a transaction of `reading`, run like `write_long`."""
        return await self._work_long(Store.reading, work)

    async def _work_long(
        self,
        transaction: Callable[["Store"], AbstractAsyncContextManager[AsyncConnection]],
        work: Work[T],
    ) -> T:
        if in_memory(self.url):  # each connection has its own database
            async with transaction(self) as connection:
                return await work(connection)

        async def run_apart() -> T:
            async with self.apart() as store, transaction(store) as connection:
                return await work(connection)

        return await asyncio.to_thread(lambda: asyncio.run(run_apart()))

    @asynccontextmanager
    async def altering(self) -> AsyncIterator[AsyncConnection]:
        """Open a transaction like `writing` for changes of the schema; raises StoreFault.

        SQLite changes a table by replacing it, which would delete all rows that refer to it. So
        foreign keys are off, and the block must check them at its end.
        """
        async with (
            self._turn(),
            self._connection(self._writer.execution_options(**{_LONG: True})) as connection,
            sqlite.without_foreign_keys(connection),
            _begun(connection) as transaction,
        ):
            yield connection
            await self._commit(transaction)

    @asynccontextmanager
    async def watching(self) -> AsyncIterator[AsyncConnection]:
        """Open a connection without a transaction; raises StoreFault.

        Use it to listen, and for single statements: beginning and ending a transaction cost as much
        as two statements.
        """
        async with self._connection(self._watcher) as connection:
            yield connection

    @asynccontextmanager
    async def writing_once(self) -> AsyncIterator[AsyncConnection]:
        """Open a connection that commits each statement; raises StoreFault.

        Use it for single statements that may run twice, such as the claim of a lease.
        """
        async with self._turn(), self._connection(self._watcher) as connection:
            yield connection

    async def compact(self) -> bool:
        """Vacuum a SQLite file and empty its log; raises StoreFault.

        Return False while another connection writes, or reads an earlier snapshot.
        """
        # Waiting would block all writers, so the timeout for other connections is short.
        impatient = self.apart(patience=sqlite.COMPACTING_SECONDS)
        async with self._turn(), impatient as store, store.writing_once() as connection:
            return await sqlite.compact(connection)

    def apart(self, patience: float | None = None) -> "Store":
        """Return a separate store of the same database, with one connection."""
        return Store(self.url, self.file, patience=patience or self._patience, connections=1)

    async def close(self) -> None:
        """Close all connections."""
        await self._engine.dispose()

    def _turn(self) -> AbstractAsyncContextManager[object]:
        """Return a context in which this process's writers to SQLite queue up in order.

        SQLite's own queue is unfair: writers sleep, and the first to wake wins.
        """
        return nullcontext() if self._one_writer is None else self._waiting(self._one_writer)

    @asynccontextmanager
    async def _waiting(self, lock: asyncio.Lock) -> AsyncIterator[None]:
        try:
            async with asyncio.timeout(self._patience):
                await lock.acquire()
        except TimeoutError:
            raise StoreFault(Fault.BUSY, "writers are waiting") from None
        try:
            yield
        finally:
            lock.release()

    async def _commit(self, transaction: AsyncTransaction) -> None:
        """Commit a transaction; raises StoreFault, UNSURE if the commit may have succeeded.

        Raises RuntimeError after an error that the block caught: PostgreSQL would roll back and
        report success, and SQLite may keep only the statements after the error.
        """
        if transaction.connection.info.get(_SPOILT):
            raise RuntimeError("an error of the database ended inside its transaction")
        try:
            await transaction.commit()
            self.file.check()  # a commit to a deleted file is lost
        except StoreFault as fault:
            if fault.fault in (Fault.LOST, Fault.BROKEN, Fault.DAMAGED, Fault.MOVED):
                raise StoreFault(Fault.UNSURE, fault.code) from None
            raise

    @asynccontextmanager
    async def _connection(self, engine: AsyncEngine) -> AsyncIterator[AsyncConnection]:
        self.file.check()
        if self.file.look():
            await self._look_through()
        async with AsyncExitStack() as stack:
            try:
                connection = await stack.enter_async_context(engine.connect())
            except (OSError, DBAPIError, NoConnectionFree) as error:
                lost = StoreFault(Fault.LOST, type(error).__name__, retry=True)
                raise fault_of(error) or lost from None
            yield connection

    async def _look_through(self) -> None:
        """Check a file that shrank, as by erasure; hold a damaged one."""
        try:
            await self.read_long(sqlite.check_sound)
        except StoreFault as fault:
            if fault.fault is Fault.DAMAGED:
                self.file.hold(Fault.DAMAGED)
            raise


def _engine(url: URL, file: DatabaseFile, patience: float, connections: int) -> AsyncEngine:
    """Return the engine of a store; raises AddressError if its driver is not installed."""
    if url.get_backend_name() == SQLITE:
        sqlite.check_driver()
        most = 1 if in_memory(url) else connections  # each connection has its own
        options = sqlite.options(file, patience)
    else:
        most, options = connections, _postgresql_options(patience)
    try:
        engine = create_async_engine(
            url,
            hide_parameters=True,  # they contain deals
            json_serializer=partial(
                json.dumps, ensure_ascii=False, allow_nan=False, separators=(",", ":")
            ),
            poolclass=AsyncAdaptedQueuePool,
            pool_size=most,
            max_overflow=0,
            pool_timeout=patience,
            **options,
        )
    except ModuleNotFoundError:
        raise AddressError("store-driver") from None
    _listen(engine, file)
    return engine


def _postgresql_options(patience: float) -> dict[str, Any]:
    """Return the options of PostgreSQL's engine; the server's timeouts end before ours."""
    milliseconds = int(patience * 1000)
    return {
        "isolation_level": "READ COMMITTED",
        "connect_args": {
            "timeout": patience,
            "command_timeout": 3 * patience,
            "server_settings": {
                "application_name": "spyring",
                "idle_in_transaction_session_timeout": str(12 * milliseconds),
                "jit": "off",
                "lock_timeout": str(milliseconds),
                "statement_timeout": str(2 * milliseconds),
            },
        },
    }


def _listen(engine: AsyncEngine, file: DatabaseFile) -> None:
    event.listen(engine.sync_engine, "handle_error", partial(_translate, file))
    if engine.dialect.name == SQLITE:
        event.listen(engine.sync_engine, "engine_connect", _mark)
        event.listen(engine.sync_engine, "begin", _begin)
    else:
        event.listen(engine.sync_engine, "checkin", _returned)
        event.listen(engine.sync_engine, "checkout", _check)


def _translate(file: DatabaseFile, context: ExceptionContext) -> StoreFault | None:
    """Return the fault to raise instead of a database error, None for other errors."""
    # The server's details quote the row, which may contain a deal.
    cause = context.original_exception.__cause__
    if getattr(cause, "detail", None):
        cause.detail = None  # type: ignore[union-attr]
    fault = fault_of(context.sqlalchemy_exception or context.original_exception)
    if fault and fault.fault is Fault.DAMAGED and file.is_claimed:
        file.hold(Fault.DAMAGED)
    if (connection := context.connection) is not None and not connection.invalidated:
        with suppress(NotImplementedError):  # from `info` while the connection is set up
            connection.info[_SPOILT] = True
        if fault and fault.fault is Fault.LOST:
            context.is_disconnect = True
    return fault


def _mark(connection: Connection) -> None:
    """Set the driver's flag for slow statements."""
    driver = connection.connection.driver_connection
    driver.is_long = _LONG in connection.get_execution_options()  # type: ignore[union-attr]


def _returned(_connection: Any, entry: ConnectionPoolEntry) -> None:  # noqa: ANN401 - the driver's
    entry.info[_IDLE_SINCE] = monotonic()


def _check(connection: Any, entry: ConnectionPoolEntry, _proxy: object) -> None:  # noqa: ANN401 - the driver's
    """Raise InvalidatePoolError for a connection lost while idle; the pool opens another.

    A ping takes three round trips, and only a long idle time needs one: the driver notices when the
    server closes the connection.
    """
    idle = monotonic() - entry.info.get(_IDLE_SINCE, monotonic())
    try:
        if idle > PING_AFTER_SECONDS:
            connection.ping()
    except Exception as error:  # opening another connection raises the clearer error
        raise InvalidatePoolError from error
    if connection.driver_connection.is_closed():
        raise InvalidatePoolError


def _begin(connection: Connection) -> None:
    if begin := connection.get_execution_options().get(_BEGIN):
        begin.run(connection, {})


@asynccontextmanager
async def _begun(connection: AsyncConnection) -> AsyncIterator[AsyncTransaction]:
    transaction = await connection.begin()
    connection.info.pop(_SPOILT, None)
    try:
        yield transaction
    finally:
        if transaction.is_active:  # else the database has rolled it back
            with suppress(StoreFault, DBAPIError):
                await transaction.close()
