"""The file of a SQLite database: checks that it is ours and stays the same file.

SQLite would open another program's file as readily as ours, and create our tables in it. It keeps
writing to a deleted, replaced or emptied file or log (`-wal`), and loses these writes when the
process ends. Comparing inodes takes ten microseconds, so each transaction does.

An older copy written over the file keeps its inode, but has counted fewer heartbeats. The store
reads their number whenever the file's modification time changes, as after a checkpoint. If the file
or log has shrunk, the store checks it page by page.
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
"""The application id in the header of our files, "Spyr" in ASCII.

https://www.sqlite.org/pragma.html#pragma_application_id
"""

FileId: TypeAlias = tuple[int, int]
"""The device and the inode of a file."""

EMPTY_FILE: Final = "empty"
"""The fault code of an empty file."""

_OURS: Final = frozenset(
    f"{table}.{column}"
    for table, columns in (
        ("alembic_version", "version_num"),
        ("events", "game_id version seat tag body at cause"),
        ("games", "game_id kind options settings lists commitment status version"),
    )
    for column in columns.split()
)
"""Columns of each of our files since the first migration; early files have no mark."""

_COLUMNS: Final = """SELECT of.name || '.' || "column".name
FROM sqlite_master AS of, pragma_table_info(of.name) AS "column" WHERE of.type = 'table'"""

_REVISION: Final = "SELECT version_num FROM alembic_version"

_WITH_LOG: Final = "mode=ro"
_WITHOUT_LOG: Final = "mode=ro&immutable=1"

_BEATS: Final = "SELECT holder FROM leases WHERE kind = 'bookmark' AND key = 'signs'"
"""Selects the number of heartbeats that `bot.store.leases.beat` counts."""

_LOG = structlog.get_logger()


class DatabaseFile:
    """The file that a store opened first; a database without a file has no `path`."""

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
        self._beats = {_WITH_LOG: 0, _WITHOUT_LOG: 0}

    @property
    def is_claimed(self) -> bool:
        """Whether a connection has opened the file."""
        return self._identity is not None

    @property
    def is_held(self) -> bool:
        """Whether all access is refused until the program restarts."""
        return self._held is not None

    def hold(self, fault: Fault) -> None:
        """Refuse all access from now on, since the stored data are unreliable; log it once."""
        if self._held is None:
            self._held = fault
            self._tell(fault)

    def _tell(self, fault: Fault) -> None:
        was_told, self._is_told = self._is_told, True
        if not was_told:
            _LOG.error(f"database-{fault.value}", file=str(self._path or ""))

    def identity(self) -> FileId | None:
        """Return the device and inode of the file at the path, None without one."""
        return None if self._path is None else _identity(_stat(self._path))

    def is_empty(self) -> bool:
        """Return whether the file is empty before its first use, so it has lost its games.

        A new file is empty only for a moment.
        """
        if self._path is None or self._identity is not None:
            return False
        found = _stat(self._path)
        return found is not None and S_ISREG(found.st_mode) and not found.st_size

    def claim(self, connection: sqlite3.Connection, seen: FileId | None) -> None:
        """Check the file of a new connection, and store the identity of the first.

        `seen` is the identity before the connection opened the file: another process may have
        replaced it since. Raises StoreFault for a replaced file or another program's, and the
        driver's error for a file that is not a database.
        """
        if self._identity is None:
            check_ours(connection)
            self._identity = seen
        self.check()

    def follow(self, connection: sqlite3.Connection) -> None:
        """Check the log, too, until the last followed connection closes.

        SQLite creates the log with the first access to a table, and deletes it when the last
        process closes its last connection: https://www.sqlite.org/walformat.html
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
        """Stop following a connection that is about to close, which may delete the log."""
        self._open.discard(connection)

    def check(self) -> None:
        """Raise StoreFault for a held, replaced or emptied file, or a replaced log; log it once."""
        if self._held is not None:
            raise StoreFault(self._held, "held")
        if self._path is None or self._identity is None:
            return
        if self._is_in_place(self._path):
            # Without an open connection the log is unknown.
            self._is_told = self._is_told and not self._open
            return
        self._tell(Fault.MOVED)
        raise StoreFault(Fault.MOVED, "inode")

    def look(self) -> bool:
        """Return whether the file or its log has shrunk since the last call.

        Raises StoreFault if an older copy was written over the file since then.
        """
        if self._path is None or self._log is None or not self._open:
            self._sizes = ()
            return False
        found = [one for one in (_stat(self._path), _stat(self._log)) if one]
        before, self._sizes = self._sizes, tuple(one.st_size for one in found)
        written, self._written_ns = self._written_ns, found[0].st_mtime_ns if found else 0
        if self._written_ns != written:
            self._check_counts(self._path)
        return any(map(int.__lt__, self._sizes, before))

    def _check_counts(self, path: Path) -> None:
        """Check the number of heartbeats with and without the log; raises StoreFault.

        If a killed process left the file half written, SQLite can read it only with the log.
        """
        for reading, known in {**self._beats}.items():
            found = _count_beats(path, reading)
            self.check_beats(known if found is None else found, known, reading)

    def check_beats(self, number: int, known: int | None = None, reading: str = _WITH_LOG) -> None:
        """Hold a database with fewer heartbeats than `known`, and raise StoreFault."""
        newest = self._beats[reading]
        if number < (newest if known is None else known):
            self.hold(Fault.MOVED)
            self.check()
        self._beats[reading] = max(number, newest)

    def _is_in_place(self, path: Path) -> bool:
        found = _stat(path)
        if found is None or _identity(found) != self._identity:
            return False
        # Erasure may shrink a file, but never empties it.
        if self._is_filled and not found.st_size:
            self.hold(Fault.MOVED)
            return False
        # Without a log, as on read-only media, no write can be lost.
        if self._log is None or self._log_identity is None or not self._open:
            return True
        return _identity(_stat(self._log)) == self._log_identity


def _count_beats(path: Path, reading: str) -> int | None:
    """Return the number of heartbeats in a file, None if SQLite cannot read it."""
    # Read by SQLite: closing the file ourselves would release this process's locks on it.
    try:
        address = f"{path.absolute().as_uri()}?{reading}"
        with closing(sqlite3.connect(address, timeout=0, uri=True)) as connection:
            return int((connection.execute(_BEATS).fetchone() or ("0",))[0])
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
    """Raise StoreFault for another program's database, and sqlite3.Error for no database."""
    (mark,) = connection.execute("PRAGMA application_id").fetchone()
    if mark == APPLICATION_ID:
        return
    is_filled = connection.execute("SELECT 1 FROM sqlite_master").fetchone()
    if mark or (is_filled and not _has_our_tables(connection)):
        raise StoreFault(Fault.FOREIGN, f"application_id {mark}")


def _has_our_tables(connection: sqlite3.Connection) -> bool:
    """Return whether a file has our columns and one of our revisions."""
    if not {name for (name,) in connection.execute(_COLUMNS)} >= _OURS:
        return False
    (revision,) = connection.execute(_REVISION).fetchone() or (None,)
    return revision in revisions()


def revisions() -> tuple[str, ...]:
    """Return the numbers of the migrations in order: their file names begin with them."""
    names = (file.name for file in files("migrations.versions").iterdir())
    return tuple(sorted(name.partition("_")[0] for name in names if name[:1].isdigit()))
