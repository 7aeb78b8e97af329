import errno
import sqlite3

import asyncpg
import pytest

from bot.store.faults import Fault, StoreFault, fault_of
from bot.texts import Texts


def _sqlite(code: int, message: str = "") -> sqlite3.Error:
    error = sqlite3.OperationalError(message)
    error.sqlite_errorcode = code
    error.sqlite_errorname = f"SQLITE_{code}"
    return error


@pytest.mark.parametrize(
    ("code", "fault"),
    [
        (sqlite3.SQLITE_FULL, Fault.FULL),
        (sqlite3.SQLITE_IOERR_SHMSIZE, Fault.FULL),
        (sqlite3.SQLITE_IOERR_SHORT_READ, Fault.DAMAGED),
        (sqlite3.SQLITE_READONLY, Fault.READ_ONLY),
        (sqlite3.SQLITE_READONLY_DBMOVED, Fault.READ_ONLY),
        (sqlite3.SQLITE_BUSY, Fault.BUSY),
        (sqlite3.SQLITE_BUSY_SNAPSHOT, Fault.BUSY),
        (sqlite3.SQLITE_LOCKED, Fault.BUSY),
        (sqlite3.SQLITE_PROTOCOL, Fault.BUSY),
        (sqlite3.SQLITE_NOMEM, Fault.BUSY),
        (sqlite3.SQLITE_IOERR_FSYNC, Fault.BROKEN),
        (sqlite3.SQLITE_CANTOPEN, Fault.BROKEN),
        (sqlite3.SQLITE_CORRUPT, Fault.DAMAGED),
        (sqlite3.SQLITE_NOTADB, Fault.DAMAGED),
        (sqlite3.SQLITE_PERM, Fault.BROKEN),
    ],
)
def test_what_sqlite_reports_is_told_as_a_fault(code: int, fault: Fault) -> None:
    found = fault_of(_sqlite(code))
    assert found
    assert (found.fault, found.code, found.retry) == (fault, f"SQLITE_{code}", False)


@pytest.mark.parametrize(
    ("error", "fault", "retry"),
    [
        (asyncpg.DiskFullError, Fault.FULL, False),
        (asyncpg.ReadOnlySQLTransactionError, Fault.READ_ONLY, False),
        (asyncpg.TooManyConnectionsError, Fault.BUSY, False),
        (asyncpg.OutOfMemoryError, Fault.BUSY, False),
        (asyncpg.LockNotAvailableError, Fault.BUSY, False),
        (asyncpg.QueryCanceledError, Fault.BUSY, False),
        (asyncpg.SerializationError, Fault.BUSY, True),
        (asyncpg.DeadlockDetectedError, Fault.BUSY, True),
        (asyncpg.AdminShutdownError, Fault.LOST, True),
        (asyncpg.CrashShutdownError, Fault.LOST, True),
        (asyncpg.CannotConnectNowError, Fault.LOST, False),
        (asyncpg.ConnectionDoesNotExistError, Fault.LOST, True),
        (asyncpg.ConnectionFailureError, Fault.LOST, True),
        (asyncpg.IdleInTransactionSessionTimeoutError, Fault.LOST, True),
        (asyncpg.InvalidPasswordError, Fault.REFUSED, False),
        (asyncpg.InvalidAuthorizationSpecificationError, Fault.REFUSED, False),
        (asyncpg.InvalidCatalogNameError, Fault.REFUSED, False),
        (asyncpg.InsufficientPrivilegeError, Fault.REFUSED, False),
        (asyncpg.UndefinedTableError, Fault.BEHIND, False),
        (asyncpg.UndefinedColumnError, Fault.BEHIND, False),
        (asyncpg.PostgresIOError, Fault.BROKEN, False),
        (asyncpg.DataCorruptedError, Fault.BROKEN, False),
    ],
)
def test_what_postgresql_reports_is_told_as_a_fault(
    error: type[asyncpg.PostgresError], fault: Fault, retry: bool
) -> None:
    found = fault_of(error("from the server"))
    assert found
    assert (found.fault, found.code, found.retry) == (fault, error.sqlstate, retry)


@pytest.mark.parametrize(
    "error",
    [
        ConnectionRefusedError(errno.ECONNREFUSED, "refused"),
        ConnectionResetError(),
        TimeoutError(),
        OSError(errno.EHOSTUNREACH, "no route"),
    ],
)
def test_a_server_that_does_not_answer_is_lost(error: OSError) -> None:
    found = fault_of(error)
    assert found
    assert found.fault is Fault.LOST


@pytest.mark.parametrize(
    "error",
    [
        ValueError("no fault of the database"),
        _sqlite(sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY),
        _sqlite(sqlite3.SQLITE_ERROR, 'near "SELCT": syntax error'),
        asyncpg.UniqueViolationError("taken"),
        asyncpg.PostgresSyntaxError("syntax"),
    ],
)
def test_what_is_our_own_fault_is_none_of_the_databases(error: Exception) -> None:
    assert fault_of(error) is None


def test_a_fault_stays_what_it_is() -> None:
    fault = StoreFault(Fault.FULL, "53100")
    assert fault_of(fault) is fault


@pytest.mark.parametrize("fault", list(Fault))
def test_every_fault_says_what_was_done_and_what_to_do(fault: Fault) -> None:
    said = Texts.load().say(StoreFault(fault, "code").phrase)
    beginning = (
        "The connection to the database broke at that moment, so I don't know"
        if fault is Fault.UNSURE
        else "Nothing was changed"
    )
    assert said.startswith(beginning)
    assert said.endswith(".")
    assert "code" not in said
