"""SQLite's driver: calls that can block run in its thread, all others run directly.

A call into the thread costs several times as much as a statement. SQLite blocks on the disk at a
commit, and on a lock at the beginning of a writing transaction. Statements in between work on pages
in memory, and readers never block. So only blocking calls use the thread, and all statements of a
connection marked as long.
"""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager, suppress
from functools import partial
from pathlib import Path
from time import monotonic, sleep
from typing import Any, Final, Self

import aiosqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.files import make_private_file
from bot.store.address import SQLITE, AddressError
from bot.store.faults import Fault, StoreFault
from bot.store.file import EMPTY_FILE, DatabaseFile

NEEDED_DRIVER: Final = "aiosqlite>=0.22,<0.23"
"""The versions of the driver with the private names used here, as in pyproject.toml."""

COMPACTING_SECONDS: Final = 0.2
"""Timeout for other connections before a vacuum."""

MAKING_SECONDS: Final = 0.5
"""Timeout for another process to write the first bytes into a new file."""

_LOG_RETRY_SECONDS: Final = 0.01
"""Pause before another try to switch to a write-ahead log."""

_NEVER_WAITING: Final = ("SELECT", "BEGIN DEFERRED")
"""Beginnings of statements that never block, even outside a transaction."""

_BEGIN_WRITING: Final = "BEGIN IMMEDIATE"

_PRIMARY_CODE: Final = 0xFF
"""The bits of the primary code in SQLite's error codes."""


class SQLiteConnection(aiosqlite.Connection):
    """A connection to SQLite with as few calls into its thread as possible."""

    is_long = False
    """Whether statements may take long; all of them go to the thread then."""

    patience = 0.0
    """Timeout for a lock, in seconds."""

    def __init__(self, connector: Callable[[], sqlite3.Connection]) -> None:
        super().__init__(connector, iter_chunk_size=64)
        self._asked, self._done = 0, 0  # calls into the thread: each counted by one thread alone

    def cursor(self) -> "_FetchedCursor":  # type: ignore[override]  # an asynchronous context, too
        """Return a cursor, which creates the driver's when it executes a statement."""
        return _FetchedCursor(self)

    async def commit(self) -> None:
        """Commit the transaction."""
        await self._in_thread(self._conn.commit)

    async def rollback(self) -> None:
        """Roll back the transaction, if any: pools call this even after a commit."""
        if self._is_busy or self._conn.in_transaction:
            await self._soonest("ROLLBACK", self._conn.rollback)

    async def run(self, sql: str, work: Callable[[sqlite3.Connection], None]) -> None:
        """Run the work that executes a statement, directly if it cannot block."""
        bound = partial(work, self._conn)
        if sql == _BEGIN_WRITING and not (self.is_long or self._is_busy) and self._begun(bound):
            return
        await self._soonest(sql, bound)

    def _begun(self, begin: Callable[[], None]) -> bool:
        """Begin a writing transaction unless another one runs; return whether it began."""
        self._conn.execute("PRAGMA busy_timeout=0")
        try:
            begin()
        except sqlite3.OperationalError as error:
            if not _is_busy(error):
                raise
            return False
        finally:
            self._conn.execute(f"PRAGMA busy_timeout={int(self.patience * 1000)}")
        return True

    @property
    def _is_busy(self) -> bool:
        """Whether the thread is busy, as after a cancelled call: other calls queue behind it."""
        return self._asked != self._done

    async def _soonest(self, sql: str, work: Callable[[], object]) -> None:
        if self.is_long or self._is_busy or self._can_wait(sql):
            await self._in_thread(work)
        else:
            work()

    def _can_wait(self, sql: str) -> bool:
        return not (self._conn.in_transaction or sql.startswith(_NEVER_WAITING))

    async def _in_thread(self, work: Callable[[], object]) -> None:
        self._asked += 1
        await self._execute(self._counted, work)  # type: ignore[no-untyped-call]

    def _counted(self, work: Callable[[], object]) -> None:
        try:
            work()
        finally:
            self._done += 1


class _FetchedCursor(aiosqlite.Cursor):
    """A cursor that fetches all rows with the statement: one call instead of the driver's four."""

    def __init__(self, connection: SQLiteConnection) -> None:
        super().__init__(connection, None)  # type: ignore[arg-type]  # made with the statement
        self._of = connection
        self._rows: list[Any] = []

    async def execute(self, sql: str, parameters: Iterable[Any] | None = None) -> Self:
        """Execute a statement and fetch its rows."""
        await self._of.run(sql, partial(self._executed, sql, parameters or ()))
        return self

    async def executemany(self, sql: str, parameters: Iterable[Iterable[Any]]) -> Self:
        """Execute a statement for each of the parameters."""
        await self._of.run(sql, partial(self._executed_each, sql, parameters))
        return self

    async def fetchall(self) -> list[Any]:
        """Return the remaining rows."""
        return await self.fetchmany(len(self._rows))

    async def fetchone(self) -> Any | None:  # noqa: ANN401 - as the driver returns it
        """Return the next row, None after the last."""
        return next(iter(await self.fetchmany(1)), None)

    async def fetchmany(self, size: int | None = None) -> list[Any]:
        """Return the next `size` rows."""
        most = self.arraysize if size is None else size
        rows, self._rows = self._rows[:most], self._rows[most:]
        return rows

    async def close(self) -> None:
        """Do nothing: the statement ended with its last row."""

    def _executed(self, sql: str, parameters: Any, to: sqlite3.Connection) -> None:  # noqa: ANN401 - as the driver takes them
        self._cursor = to.execute(sql, parameters)
        self._rows = self._cursor.fetchall()

    def _executed_each(self, sql: str, parameters: Any, to: sqlite3.Connection) -> None:  # noqa: ANN401
        self._cursor = to.executemany(sql, parameters)


class _UndoneConnection(sqlite3.Connection):
    """A connection to SQLite that rolls back before it closes.

    SQLite keeps a closed connection and its lock until its last statement is deleted, and the
    traceback of a cancelled caller keeps a statement. The last connection to close writes the log
    into the file; an interrupt prevents that for a held file.
    """

    file: DatabaseFile | None = None
    """The file that follows this connection."""

    def close(self) -> None:
        if self.file is not None:
            self.file.leave(self)
        with suppress(sqlite3.Error):
            self.rollback()
        if self.file is not None and self.file.is_held:
            self.interrupt()
        super().close()


def check_driver() -> None:
    """Raise AddressError for a version of aiosqlite without the private names used here."""
    if not all(hasattr(aiosqlite.Connection, name) for name in ("_conn", "_execute")):
        installed = aiosqlite.__version__
        raise AddressError("store-sqlite-driver", installed=installed, needed=NEEDED_DRIVER)


def options(file: DatabaseFile, patience: float) -> dict[str, Any]:
    """Return the options of SQLite's engine, with explicit transactions."""
    given = {
        "timeout": patience,
        "isolation_level": None,
        "check_same_thread": False,  # only one thread uses it at a time
        "factory": _UndoneConnection,
        "async_creator_fn": partial(_connected, file),
    }
    return {"connect_args": given}


async def _connected(file: DatabaseFile, *where: Any, **how: Any) -> SQLiteConnection:  # noqa: ANN401 - the driver's
    """Return a connection to SQLite; wait for its thread to end if it fails.

    Without that wait, the driver's thread might report to a closed event loop.
    """
    await _wait_for_content(file)
    if not file.is_claimed:
        _make_private(*where)
    connection = SQLiteConnection(partial(_opened, file, *where, **how))
    connection.patience = float(how.get("timeout", 0))
    thread = connection._thread  # noqa: SLF001 - SQLAlchemy uses it in the same way
    thread.daemon = True
    try:
        await connection
    except BaseException:
        await asyncio.to_thread(thread.join)
        raise
    return connection


async def _wait_for_content(file: DatabaseFile) -> None:
    """Wait for another process to fill a new file; raises StoreFault if it stays empty."""
    for _ in range(10):
        if not file.is_empty():
            return
        await asyncio.sleep(MAKING_SECONDS / 10)
    raise StoreFault(Fault.DAMAGED, EMPTY_FILE)


def _opened(file: DatabaseFile, *where: Any, **how: Any) -> sqlite3.Connection:  # noqa: ANN401
    seen = file.identity()
    connection = _connect(file, *where, **how)
    try:
        file.claim(connection, seen)
        _set_up(connection, float(how.get("timeout", 0)))
        file.follow(connection)
        connection.file = file
    except BaseException:
        connection.close()
        raise
    return connection


def _connect(file: DatabaseFile, database: str, **how: Any) -> _UndoneConnection:  # noqa: ANN401
    """Return a connection; never replace a missing file that was in use."""
    if not file.is_claimed:
        connection: _UndoneConnection = sqlite3.connect(database, **how)
        return connection
    try:
        address = f"{Path(database).absolute().as_uri()}?mode=rw"
        connection = sqlite3.connect(address, uri=True, **how)
    except sqlite3.Error:
        file.check()
        raise
    return connection


def _make_private(database: str, *_: object) -> None:
    """Create the private file of a new database; SQLite copies its mode to the log."""
    if database != ":memory:":
        with suppress(OSError, ValueError):  # SQLite reports the problem
            make_private_file(Path(database))


def _set_up(connection: sqlite3.Connection, patience: float) -> None:
    """Set up a new connection."""
    connection.execute("PRAGMA foreign_keys=ON")
    _use_log(connection, patience)
    connection.execute("PRAGMA synchronous=FULL")
    connection.execute("PRAGMA secure_delete=ON").fetchone()


def _use_log(connection: sqlite3.Connection, patience: float) -> None:
    """Switch to a write-ahead log, which the first connection to a new file creates.

    SQLite does not wait for a lock here, since two readers of the file could deadlock.
    """
    latest = monotonic() + patience
    while True:
        try:
            connection.execute("PRAGMA journal_mode=WAL").fetchone()
        except sqlite3.OperationalError as error:
            if not _is_busy(error) or monotonic() > latest:
                raise
            sleep(_LOG_RETRY_SECONDS)
        else:
            return


def _is_busy(error: sqlite3.Error) -> bool:
    return error.sqlite_errorcode & _PRIMARY_CODE == sqlite3.SQLITE_BUSY


@asynccontextmanager
async def without_foreign_keys(connection: AsyncConnection) -> AsyncIterator[None]:
    """Switch off SQLite's foreign keys, which is possible only outside transactions."""
    if connection.dialect.name != SQLITE:
        yield
        return
    driver = (await connection.get_raw_connection()).driver_connection
    assert driver is not None  # noqa: S101 - it is connected
    await driver.execute("PRAGMA foreign_keys=OFF")
    try:
        yield
    finally:
        await driver.execute("PRAGMA foreign_keys=ON")


async def size(connection: AsyncConnection) -> int:
    """Return the size of a database in bytes, with the pages in its log."""
    pages = (await connection.exec_driver_sql("PRAGMA page_count")).scalar_one()
    return int(pages * (await connection.exec_driver_sql("PRAGMA page_size")).scalar_one())


async def check_sound(connection: AsyncConnection, how: str = "quick_check") -> None:
    """Check all pages of a database with the pragma `how`; raises StoreFault if it is damaged."""
    found = (await connection.exec_driver_sql(f"PRAGMA {how}(1)")).scalar_one()
    if found != "ok":
        raise StoreFault(Fault.DAMAGED, how)


check_wholly: Final = partial(check_sound, how="integrity_check")
"""Checks all pages and indexes; raises StoreFault if the database is damaged."""


async def compact(connection: AsyncConnection) -> bool:
    """Vacuum a file and empty its log; return False if other connections prevent it.

    The connection has no transaction. Raises StoreFault.
    """
    # A vacuum grows the log by the whole file, so check first that the log can be emptied.
    if not await _emptied_log(connection):
        return False
    try:
        await connection.exec_driver_sql("VACUUM")
    except StoreFault as fault:
        if fault.fault is not Fault.BUSY:
            raise
        return False
    return await _emptied_log(connection)


async def _emptied_log(connection: AsyncConnection) -> bool:
    found = await connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
    return bool(found.one()[0] == 0)
