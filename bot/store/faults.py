"""Faults of the database, under the same names for SQLite and PostgreSQL."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from enum import Enum
from typing import Final

import structlog
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as NoConnectionFree

from core.rules import Refusal

_LOG = structlog.get_logger()


class Fault(Enum):
    """The kind of a fault; the value is the end of its phrase's key."""

    FULL = "full"
    READ_ONLY = "read-only"
    BUSY = "busy"
    """Locked for too long."""
    LOST = "lost"
    """Unreachable, or the connection was lost."""
    BROKEN = "broken"
    """Files cannot be read or written."""
    DAMAGED = "damaged"
    """The file is not a sound SQLite database."""
    MOVED = "moved"
    """The file or its log was deleted, replaced or emptied while this process runs."""
    FOREIGN = "foreign"
    """The file is another program's."""
    REFUSED = "refused"
    """Access denied."""
    BEHIND = "behind"
    """Tables or columns of this version are missing."""
    UNSURE = "unsure"
    """The connection was lost during a commit, which may have succeeded."""


class StoreFault(Refusal):
    """A fault of the database, which changed nothing; after UNSURE it may have.

    `code` is the database's own error code, for operators. `retry`: the same transaction may
    succeed at once.
    """

    def __init__(self, fault: Fault, code: str, *, retry: bool = False) -> None:
        super().__init__(f"store-{fault.value}")
        self.fault = fault
        self.code = code
        self.retry = retry


def log_fault(fault: StoreFault, service: str, **about: object) -> None:
    """Log a fault of the database in a service, with the subject in `about`."""
    _LOG.warning(
        "database-fault", service=service, fault=fault.fault.value, code=fault.code, **about
    )


@contextmanager
def logged_faults(service: str, **about: object) -> Iterator[None]:
    """Log a fault of the database within the block, and end the block."""
    try:
        yield
    except StoreFault as fault:
        log_fault(fault, service, **about)


# SQLite's codes, or the first eight bits of them, https://www.sqlite.org/rescode.html
_SQLITE: Final[Mapping[int, Fault]] = {
    3: Fault.BROKEN,  # SQLITE_PERM
    5: Fault.BUSY,  # SQLITE_BUSY
    6: Fault.BUSY,  # SQLITE_LOCKED
    7: Fault.BUSY,  # SQLITE_NOMEM
    8: Fault.READ_ONLY,  # SQLITE_READONLY
    10: Fault.BROKEN,  # SQLITE_IOERR
    11: Fault.DAMAGED,  # SQLITE_CORRUPT
    13: Fault.FULL,  # SQLITE_FULL
    14: Fault.BROKEN,  # SQLITE_CANTOPEN
    15: Fault.BUSY,  # SQLITE_PROTOCOL: others kept starting
    26: Fault.DAMAGED,  # SQLITE_NOTADB
    10 | 2 << 8: Fault.DAMAGED,  # SQLITE_IOERR_SHORT_READ: a file was cut
    10 | 19 << 8: Fault.FULL,  # SQLITE_IOERR_SHMSIZE
}

# SQLSTATE codes and classes, https://www.postgresql.org/docs/current/errcodes-appendix.html
_POSTGRESQL: Final[Mapping[str, tuple[Fault, bool]]] = {
    "08": (Fault.LOST, True),
    "25006": (Fault.READ_ONLY, False),
    "25P03": (Fault.LOST, True),  # idle in transaction for too long
    "28": (Fault.REFUSED, False),
    "3D000": (Fault.REFUSED, False),  # no such database
    "3F000": (Fault.BEHIND, False),
    "40001": (Fault.BUSY, True),  # not serializable
    "40P01": (Fault.BUSY, True),  # deadlock
    "42501": (Fault.REFUSED, False),  # not allowed to use a table
    "42703": (Fault.BEHIND, False),  # no such column
    "42P01": (Fault.BEHIND, False),  # no such table
    "53": (Fault.BUSY, False),  # out of memory, connections or the like
    "53100": (Fault.FULL, False),
    "55P03": (Fault.BUSY, False),  # lock timeout
    "57014": (Fault.BUSY, False),  # statement timeout
    "57P": (Fault.LOST, True),  # the server shuts down, or ended us after a crash
    "57P03": (Fault.LOST, False),  # the server is starting
    "58": (Fault.BROKEN, False),
    "XX001": (Fault.BROKEN, False),
    "XX002": (Fault.BROKEN, False),
}


def fault_of(error: BaseException) -> StoreFault | None:
    """Return the fault behind an error of a driver or of the operating system, or None.

    Use it only for errors of access to the database.
    """
    if isinstance(error, StoreFault):
        return error
    if isinstance(error, NoConnectionFree):
        return StoreFault(Fault.BUSY, "no connection free")
    cause = error.orig if isinstance(error, DBAPIError) else error
    found = _of_sqlite(cause) or _of_postgresql(cause)
    if found is None and isinstance(error, DBAPIError) and error.connection_invalidated:
        return StoreFault(Fault.LOST, "connection closed", retry=True)
    if found is None and isinstance(cause, OSError):
        return StoreFault(Fault.LOST, type(cause).__name__)
    return found


def _of_sqlite(error: BaseException | None) -> StoreFault | None:
    code: int | None = getattr(error, "sqlite_errorcode", None)
    if code is None:
        return None
    name = str(getattr(error, "sqlite_errorname", code))
    if str(error).startswith(("no such table", "no such column")):
        return StoreFault(Fault.BEHIND, name)
    found = _SQLITE.get(code) or _SQLITE.get(code & 0xFF)
    return StoreFault(found, name) if found else None


def _of_postgresql(error: BaseException | None) -> StoreFault | None:
    state: str = getattr(error, "sqlstate", None) or ""
    for length in (5, 3, 2):
        if found := _POSTGRESQL.get(state[:length]):
            return StoreFault(found[0], state, retry=found[1])
    return None
