"""Transactions: opened, made lasting, and their faults told in the words of `faults`."""

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
from typing import Any, Final, Self, TypeAlias, TypeVar

from sqlalchemy import URL, Connection, Engine, event, text
from sqlalchemy.engine import ExceptionContext
from sqlalchemy.exc import DBAPIError, InvalidatePoolError, SQLAlchemyError
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

Work: TypeAlias = Callable[[AsyncConnection], Awaitable[T]]
"""What is done in a transaction."""

CONNECTION_SECONDS: Final = 5.0
"""How long a lock, a connection or a free place is waited for."""

CONNECTIONS: Final = 8
"""How many connections one process holds at most."""

PING_AFTER_SECONDS: Final = 1.0
"""After how long without use a connection to PostgreSQL is tried before it is used."""

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
"""SQLAlchemy's options of execution for who writes, who reads and who watches, by database."""


class Store:
    """The database: who needs it is given this, and asks for a transaction."""

    def __init__(self, url: URL, file: DatabaseFile, *, patience: float, connections: int) -> None:
        self.file: Final = file
        """What is known of a SQLite database's file; others have none."""
        self._engine = _engine(url, file, patience, connections)
        self._patience = patience
        self._one_writer = asyncio.Lock() if self.dialect == SQLITE else None
        self.fault: Fault | None = None
        """The fault of the newest transaction that writes, None where it has become lasting."""
        self._writer, self._reader, self._watcher = (
            self._engine.execution_options(**mode) for mode in _MODES[self.dialect]
        )

    @classmethod
    def open(
        cls, url: str, *, patience: float = CONNECTION_SECONDS, connections: int = CONNECTIONS
    ) -> Self:
        """Return the store at an address; nothing is connected before it is used.

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
        """Which database this is: ``sqlite`` or ``postgresql``."""
        return self._engine.dialect.name

    @property
    def url(self) -> URL:
        """The address, with its password: never to be logged but by `str`, which hides it."""
        return self._engine.url

    @property
    def engine(self) -> Engine:
        """The engine below, for those who measure it; its connections are not to be used."""
        return self._engine.sync_engine

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncConnection]:
        """Open a transaction that lasts, all of it, once the block is left without an exception.

        Raises StoreFault. An exception of the block undoes everything. An error of the database
        that ends inside the block has undone it, too: raises RuntimeError then.
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
        """Open a transaction that sees one moment of the database and changes nothing.

        Raises StoreFault.
        """
        async with self._connection(self._reader) as connection, _begun(connection):
            yield connection

    async def write_long(self, work: Work[T]) -> T:
        """Return the result of work on many rows in a transaction as `writing` opens it.

        The event loop goes on meanwhile: the work has a thread, a loop and a connection of its own.
        Raises StoreFault, and what the work raises.
        """
        if in_memory(self.url):  # other connections would see other databases
            async with self.writing() as connection:
                return await work(connection)
        async with self._turn():
            return await asyncio.to_thread(lambda: asyncio.run(self._apart_in(Store.writing, work)))

    async def read_long(self, work: Work[T]) -> T:
        """Return the result of work on many rows in a transaction as `reading` opens it.

        It is done as that of `write_long`, and raises the same.
        """
        if in_memory(self.url):
            async with self.reading() as connection:
                return await work(connection)
        return await asyncio.to_thread(lambda: asyncio.run(self._apart_in(Store.reading, work)))

    async def _apart_in(
        self,
        transaction: Callable[["Store"], AbstractAsyncContextManager[AsyncConnection]],
        work: Work[T],
    ) -> T:
        async with self.apart() as store, transaction(store) as connection:
            return await work(connection)

    @asynccontextmanager
    async def altering(self) -> AsyncIterator[AsyncConnection]:
        """Open a transaction like `writing` in which tables may be made anew; raises StoreFault.

        SQLite changes a table by replacing it. With foreign keys, that would delete all rows
        that refer to it; whoever alters must check them in the end.
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
        """Open a connection without a transaction, to be kept for long; raises StoreFault.

        It serves single statements, too: beginning and ending a transaction costs as much as two.
        """
        async with self._connection(self._watcher) as connection:
            yield connection

    @asynccontextmanager
    async def writing_once(self) -> AsyncIterator[AsyncConnection]:
        """Open a connection on which each statement lasts by itself; raises StoreFault.

        It serves single statements that may be done twice, such as taking a lease.
        """
        async with self._turn(), self._connection(self._watcher) as connection:
            yield connection

    async def compact(self) -> bool:
        """Make a SQLite file anew of its rows alone, and empty its log; raises StoreFault.

        Return False where another connection writes, or reads an earlier moment: then it is to be
        tried again. Nobody else waits for a reader.
        """
        async with (
            self.writing_once() as connection,
            sqlite.impatient(connection, self._patience),
        ):
            return await sqlite.compact(connection)

    def apart(self) -> "Store":
        """Return a store of one connection to the same database, to be closed by itself."""
        return Store(self.url, self.file, patience=self._patience, connections=1)

    async def close(self) -> None:
        """Close all connections."""
        await self._engine.dispose()

    def _turn(self) -> AbstractAsyncContextManager[object]:
        """Return what lets one writer of this process after the other to SQLite, in their order.

        SQLite itself would let the waiting ones sleep and the luckiest go first.
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
        """Make a transaction lasting; raises StoreFault, UNSURE where it may have become so.

        Raises RuntimeError after an error that somebody caught: PostgreSQL would undo all and
        report success, and SQLite may have kept what came after the error alone.
        """
        if transaction.connection.info.get(_SPOILT):
            raise RuntimeError("an error of the database ended inside its transaction")
        try:
            await transaction.commit()
            self.file.check()  # a change of a file that is gone is no change
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
            except (OSError, SQLAlchemyError) as error:  # also from setting a lost connection up
                lost = StoreFault(Fault.LOST, type(error).__name__, retry=True)
                raise fault_of(error) or lost from None
            yield connection

    async def _look_through(self) -> None:
        """Look through a file that has become smaller, as by erasure; one that was cut is held."""
        try:
            await self.read_long(sqlite.check_sound)
        except StoreFault as fault:
            if fault.fault is Fault.DAMAGED:
                self.file.hold(Fault.DAMAGED)
            raise


def _engine(url: URL, file: DatabaseFile, patience: float, connections: int) -> AsyncEngine:
    """Return the engine behind a store; raises AddressError without its driver."""
    if url.get_backend_name() == SQLITE:
        sqlite.check_driver()
        most = 1 if in_memory(url) else connections  # others would see other databases
        options = sqlite.options(file, patience)
    else:
        most, options = connections, _postgresql_options(patience)
    try:
        engine = create_async_engine(
            url,
            hide_parameters=True,  # they hold the deal
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
    """Return the options of PostgreSQL's engine; the server's time-outs end before ours."""
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
    """Return the fault that an error is, so that it is raised in its place."""
    # The server's details quote the row, which may hold a deal.
    cause = context.original_exception.__cause__
    if getattr(cause, "detail", None):
        cause.detail = None  # type: ignore[union-attr]
    fault = fault_of(context.sqlalchemy_exception or context.original_exception)
    if fault and fault.fault is Fault.DAMAGED and file.is_claimed:
        file.hold(Fault.DAMAGED)
    connection = context.connection
    if connection is not None and not connection.invalidated:
        with suppress(NotImplementedError):  # a connection that is being set up has no `info`
            connection.info[_SPOILT] = True
        if fault and fault.fault is Fault.LOST:
            context.is_disconnect = True
    return fault


def _mark(connection: Connection) -> None:
    """Tell the driver whether statements may take long."""
    driver = connection.connection.driver_connection
    driver.is_long = _LONG in connection.get_execution_options()  # type: ignore[union-attr]


def _returned(_connection: Any, entry: ConnectionPoolEntry) -> None:  # noqa: ANN401 - the driver's
    entry.info[_IDLE_SINCE] = monotonic()


def _check(connection: Any, entry: ConnectionPoolEntry, _proxy: object) -> None:  # noqa: ANN401 - the driver's
    """Raise InvalidatePoolError where a connection was lost while it was idle; another is opened.

    A ping takes three round trips. A connection that was in use a moment ago needs none: that the
    server has closed it is known here.
    """
    idle = monotonic() - entry.info.get(_IDLE_SINCE, monotonic())
    try:
        if idle > PING_AFTER_SECONDS:
            connection.ping()
    except Exception as error:  # opening another one tells best why it cannot be used
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
        if transaction.is_active:  # what cannot be undone any more the database has undone
            with suppress(StoreFault, DBAPIError):
                await transaction.close()
