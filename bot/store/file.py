"""The file of a SQLite database: whose it is, and that it stays the same one.

SQLite opens another program's file as readily as ours, and would make our tables in it. It goes on
with a file that was deleted or replaced: what it writes then is lost with the process. Comparing
inodes takes five microseconds, so each transaction does.
"""

import sqlite3
from pathlib import Path
from typing import Final, Self, TypeAlias

import structlog
from sqlalchemy import URL

from bot.store.address import SQLITE, in_memory, kind
from bot.store.faults import Fault, StoreFault

APPLICATION_ID: Final = 0x53707972
"""The mark of our files in their header, "Spyr" in ASCII.

https://www.sqlite.org/pragma.html#pragma_application_id
"""

FileId: TypeAlias = tuple[int, int]
"""The device and the inode of a file."""

_OURS: Final = frozenset({"events", "games"})
"""Tables of every file of ours: those that were made before there was a mark have none."""

_LOG = structlog.get_logger()


class DatabaseFile:
    """The file that a store has opened first; a database without a file has no `path`."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._identity: FileId | None = None
        self._is_told = False

    @classmethod
    def at(cls, url: URL) -> Self:
        """Return the file at an address."""
        name = url.database if kind(url) == SQLITE and not in_memory(url) else None
        return cls(Path(name) if name else None)

    def identity(self) -> FileId | None:
        """Return the device and the inode of the file in its place, None where there is none."""
        if self._path is None:
            return None
        try:
            found = self._path.stat()
        except OSError:
            return None
        return found.st_dev, found.st_ino

    def claim(self, connection: sqlite3.Connection, seen: FileId | None) -> None:
        """Take the file of a new connection for the store's; raises StoreFault for another one.

        So it does for another program's, before anything in it is changed. `seen` is what was there
        before the connection opened it, which may wait for whoever replaces it. Raises the driver's
        error for a file that is no database.
        """
        if self._identity is None:
            check_ours(connection)
            self._identity = seen
        self.check()

    def check(self) -> None:
        """Raise StoreFault where another file, or none, is in its place; operators hear it once."""
        if self._identity is None or self.identity() == self._identity:
            self._is_told = False
            return
        if not self._is_told:
            _LOG.error("database-moved", file=str(self._path))
            self._is_told = True
        raise StoreFault(Fault.MOVED, "inode")


def check_ours(connection: sqlite3.Connection) -> None:
    """Raise StoreFault for a file that neither is empty nor has our mark or our tables."""
    (mark,) = connection.execute("PRAGMA application_id").fetchone()
    names = {name for (name,) in connection.execute("SELECT name FROM sqlite_master")}
    if mark != APPLICATION_ID and (mark or (names and not names >= _OURS)):
        raise StoreFault(Fault.FOREIGN, f"application_id {mark}")
