"""The file of a SQLite database: whose it is, and that it stays the same one.

SQLite opens another program's file as readily as ours, and would make our tables in it. It goes on
with a file that was deleted, replaced or emptied, and with such a log (`-wal`): what it writes then
is lost with the process. Comparing inodes takes ten microseconds, so each transaction does.

An earlier copy that is written over the file keeps its inode. It tells itself by the number of its
signs of life, fewer than were seen, whatever the clock says: looked for whenever the file was
written, as by SQLite, which moves the log into it. A file or log that has become smaller has to be
looked through.
"""

import os
import sqlite3
from contextlib import closing
from importlib.resources import files
from os.path import realpath
from pathlib import Path
from stat import S_ISREG
from typing import Final, TypeAlias
from weakref import WeakSet

import structlog

from bot.store.faults import Fault, StoreFault

APPLICATION_ID: Final = 0x53707972
"""The mark of our files in their header, "Spyr" in ASCII.

https://www.sqlite.org/pragma.html#pragma_application_id
"""

FileId: TypeAlias = tuple[int, int]
"""The device and the inode of a file."""

EMPTY_FILE: Final = "empty"
"""The code of a fault that an empty file is."""

_OURS: Final = frozenset(
    f"{table}.{column}"
    for table, columns in (
        ("alembic_version", "version_num"),
        ("events", "game_id version seat tag body at cause"),
        ("games", "game_id kind options settings lists commitment status version"),
    )
    for column in columns.split()
)
"""Columns of every file of ours since its first migration; early files have no mark."""

_COLUMNS: Final = """SELECT of.name || '.' || "column".name
FROM sqlite_master AS of, pragma_table_info(of.name) AS "column" WHERE of.type = 'table'"""

_REVISION: Final = "SELECT version_num FROM alembic_version"

_WITH_LOG: Final = "mode=ro"
_WITHOUT_LOG: Final = "mode=ro&immutable=1"

_SIGNS: Final = "SELECT holder FROM leases WHERE kind = 'bookmark' AND key = 'signs'"
"""Selects the number of signs of life that `bot.store.leases.beat` counts."""

_LOG = structlog.get_logger()


class DatabaseFile:
    """The file that a store has opened first; a database without a file has no `path`."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._identity: FileId | None = None
        self._is_filled = False
        self._log: Path | None = None
        self._log_identity: FileId | None = None
        self._open = WeakSet[sqlite3.Connection]()
        self._is_told = False
        self._held: Fault | None = None
        self._sizes: tuple[int, ...] = ()
        self._written_ns = 0
        self._signs = {_WITH_LOG: 0, _WITHOUT_LOG: 0}

    @property
    def is_claimed(self) -> bool:
        """Whether a connection has taken a file for the store's."""
        return self._identity is not None

    @property
    def is_held(self) -> bool:
        """Whether nothing is read or written any more, until the program is started again."""
        return self._held is not None

    def hold(self, fault: Fault) -> None:
        """Let every check fail from now on, for what is stored can be relied on no more.

        Operators hear it once.
        """
        if self._held is None:
            self._held = fault
            self._tell(fault)

    def _tell(self, fault: Fault) -> None:
        was_told, self._is_told = self._is_told, True
        if not was_told:
            _LOG.error(f"database-{fault.value}", file=str(self._path or ""))

    def identity(self) -> FileId | None:
        """Return the device and the inode of the file in its place, None where there is none."""
        return None if self._path is None else _identity(_stat(self._path))

    def is_empty(self) -> bool:
        """Return whether an empty file is there, before it is in use: one that has lost its games.

        Only for a moment, whoever makes a new file leaves it empty.
        """
        if self._path is None or self._identity is not None:
            return False
        found = _stat(self._path)
        return found is not None and S_ISREG(found.st_mode) and not found.st_size

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

    def follow(self, connection: sqlite3.Connection) -> None:
        """Watch over the log, too, from here until the last connection that is followed closes.

        SQLite makes the log with the first look at the tables. It deletes the log when no process
        has a connection open any more, and only then: https://www.sqlite.org/walformat.html
        """
        if self._path is None:
            return
        connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
        if not self._open:
            self._log = Path(f"{realpath(self._path)}-wal")
            self._log_identity = _identity(_stat(self._log))
        found = _stat(self._path)
        self._is_filled = self._is_filled or bool(found and found.st_size)
        self._open.add(connection)

    def leave(self, connection: sqlite3.Connection) -> None:
        """Follow a connection no more, which closes after this: the log may go with it."""
        self._open.discard(connection)

    def check(self) -> None:
        """Raise StoreFault where the file or its log is not the one in use, or the file is empty.

        So it does where it is held. Operators hear it once.
        """
        if self._held is not None:
            raise StoreFault(self._held, "held")
        if self._path is None or self._identity is None:
            return
        if self._is_in_place(self._path):
            # While no connection is open, nothing is known of the log.
            self._is_told = self._is_told and not self._open
            return
        self._tell(Fault.MOVED)
        raise StoreFault(Fault.MOVED, "inode")

    def look(self) -> bool:
        """Return whether the file or its log has become smaller since the last look.

        Raises StoreFault where the file was written since then, and has gone back in time.
        """
        if self._path is None or self._log is None or not self._open:
            self._sizes = ()
            return False
        found = [one for one in (_stat(self._path), _stat(self._log)) if one]
        before, self._sizes = self._sizes, tuple(one.st_size for one in found)
        written, self._written_ns = self._written_ns, found[0].st_mtime_ns if found else 0
        if self._written_ns != written:
            self._check_signs(self._path)
        return any(map(int.__lt__, self._sizes, before))

    def _check_signs(self, path: Path) -> None:
        """Count the signs of life, with the log and without it; raises StoreFault.

        What is half written without the log, as by a process that was killed, tells nothing.
        """
        for reading, known in {**self._signs}.items():
            found = _count_signs(path, reading)
            self.check_sign(known if found is None else found, known, reading)

    def check_sign(self, number: int, known: int | None = None, reading: str = _WITH_LOG) -> None:
        """Hold a database with fewer signs of life than were `known` before.

        Raises StoreFault then.
        """
        newest = self._signs[reading]
        if number < (newest if known is None else known):
            self.hold(Fault.MOVED)
            self.check()
        self._signs[reading] = max(number, newest)

    def _is_in_place(self, path: Path) -> bool:
        found = _stat(path)
        if found is None or _identity(found) != self._identity:
            return False
        # Erasure may make a file smaller, but never empty.
        if self._is_filled and not found.st_size:
            self.hold(Fault.MOVED)
            return False
        # Without a log, as on read-only media, there is nothing to lose.
        if self._log is None or self._log_identity is None or not self._open:
            return True
        return _identity(_stat(self._log)) == self._log_identity


def _count_signs(path: Path, reading: str) -> int | None:
    """Return the number of signs of life in a file, None where it cannot be read."""
    # By SQLite, for closing a file of our own would end the locks that the process has on it.
    try:
        address = f"{path.absolute().as_uri()}?{reading}"
        with closing(sqlite3.connect(address, timeout=0, uri=True)) as connection:
            return int((connection.execute(_SIGNS).fetchone() or ("0",))[0])
    except (sqlite3.Error, ValueError):
        return None


def _stat(path: Path) -> os.stat_result | None:
    try:
        return path.stat()
    except OSError:
        return None


def _identity(found: os.stat_result | None) -> FileId | None:
    return None if found is None else (found.st_dev, found.st_ino)


def check_ours(connection: sqlite3.Connection) -> None:
    """Raise StoreFault for a file that is not empty and has neither our mark nor our tables.

    Raises sqlite3.Error, too.
    """
    (mark,) = connection.execute("PRAGMA application_id").fetchone()
    if mark == APPLICATION_ID:
        return
    is_filled = connection.execute("SELECT 1 FROM sqlite_master").fetchone()
    if mark or (is_filled and not _has_our_tables(connection)):
        raise StoreFault(Fault.FOREIGN, f"application_id {mark}")


def _has_our_tables(connection: sqlite3.Connection) -> bool:
    """Return whether a file has our columns, made by one of our changes."""
    if not {name for (name,) in connection.execute(_COLUMNS)} >= _OURS:
        return False
    (revision,) = connection.execute(_REVISION).fetchone() or (None,)
    return revision in revisions()


def revisions() -> tuple[str, ...]:
    """Return the changes of the database, in their order: their files' names begin with numbers."""
    names = (file.name for file in files("migrations.versions").iterdir())
    return tuple(sorted(name.partition("_")[0] for name in names if name[:1].isdigit()))
