"""Backup and restore of SQLite files: a checked copy of one database replaces another file.

SQLite would replay a leftover log (`-wal`) into the new file, so `restore` deletes it first. Only a
complete and sound copy replaces a file.
"""

import os
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from os.path import realpath
from pathlib import Path
from typing import Final

from bot.files import check_writable, explained, shown
from bot.store.faults import Fault, StoreFault, fault_of
from bot.store.file import APPLICATION_ID, EMPTY_FILE, DatabaseFile, check_ours
from bot.store.location import file_url
from bot.store.migration import migration_status
from core.rules import Refusal

try:
    import fcntl
except ImportError:  # Windows does not replace an open file
    fcntl = None  # type: ignore[assignment]

_BESIDE: Final = ("-wal", "-shm", "-journal")
"""Suffixes of the files that SQLite keeps next to a database."""

_LOCK_START, _LOCK_BYTES = 0x4000_0000, 512
"""The bytes locked by each open connection: https://www.sqlite.org/src/file/src/os.h"""


_HEADER_BYTES: Final = 72
_MAGIC: Final = b"SQLite format 3\0"
_MARK: Final = APPLICATION_ID.to_bytes(4, "big")
"""The header, readable even in a damaged file: https://www.sqlite.org/fileformat.html"""

_EFFECTIVE: Final = os.access in os.supports_effective_ids

_NO_BACKUP: Final[Mapping[Fault, str]] = {
    Fault.DAMAGED: "backup-damaged",
    Fault.FOREIGN: "backup-foreign",
}


class BackupError(Refusal):
    """A backup that cannot be made or restored."""


def back_up(database: Path, to: Path) -> None:
    """Copy a snapshot of a database that may be in use.

    Raises BackupError, FileError, and StoreFault, for example for a damaged database.
    """
    if DatabaseFile(database).is_empty():
        raise StoreFault(Fault.DAMAGED, EMPTY_FILE)
    can_write = os.access(database.parent, os.W_OK, effective_ids=_EFFECTIVE)
    reading = "mode=rw" if can_write else _reading(database)
    with _place(to, keep=database) as place, _copy(database, reading, place) as copy:
        _put_in_place(copy, place)


async def restore(backup: Path, database: Path) -> None:
    """Replace a closed database with a backup.

    Raises BackupError, FileError, StoreFault, and MigrationError for a backup of a newer version.
    """
    if not backup.is_file():
        raise BackupError("backup-missing", path=shown(str(backup)))
    reading = _reading(backup)
    try:
        with _place(database, keep=backup) as place, _copy(backup, reading, place) as copy:
            await migration_status(file_url(copy))
            _keep_owner(place, copy)
            _put_in_place(copy, place)
    except StoreFault as fault:
        if key := _NO_BACKUP.get(fault.fault):
            raise BackupError(key, path=shown(str(backup))) from None
        raise


@contextmanager
def _place(file: Path, *, keep: Path) -> Iterator[Path]:
    """Lock a file to replace; yield its real path.

    Raises FileError and BackupError, for example for a file of the database to `keep`.
    """
    place, kept = Path(realpath(file)), Path(realpath(keep))
    if place in (kept, *_files_beside(kept)):
        raise BackupError("backup-itself", path=shown(str(file)))
    check_writable(str(place))
    if not place.exists():
        yield place
        return
    if not (place.is_file() and _is_ours(place)):
        raise BackupError("backup-no-file", path=shown(str(file)))
    with place.open("r+b") as opened:
        try:
            if fcntl is not None:
                fcntl.lockf(opened, fcntl.LOCK_EX | fcntl.LOCK_NB, _LOCK_BYTES, _LOCK_START)
        except OSError:
            raise BackupError("backup-in-use", path=shown(str(file))) from None
        yield place


def _reading(source: Path) -> str:
    """Return the options of an address that opens a file in a read-only folder."""
    # An existing log has its index next to it; without a log, SQLite would create one.
    has_log = _files_beside(Path(realpath(source)))[0].exists()
    return "mode=ro" if has_log else "mode=ro&immutable=1"


def _is_ours(file: Path) -> bool:
    """Return whether a file is empty or our database, even if damaged."""
    with explained(str(file), "file-unreadable"), file.open("rb") as opened:
        header = opened.read(_HEADER_BYTES)
    if not header or (header.startswith(_MAGIC) and header.endswith(_MARK)):
        return True
    try:
        with closing(sqlite3.connect(f"{file.as_uri()}?mode=ro&immutable=1", uri=True)) as there:
            check_ours(there)
    except (sqlite3.Error, StoreFault):
        return False
    return True


@contextmanager
def _copy(source: Path, reading: str, place: Path) -> Iterator[Path]:
    """Make a checked copy of a database next to `place`; delete the copy unless it was moved.

    Raises StoreFault and BackupError.
    """
    with explained(str(place), "file-unwritable"):
        number, name = tempfile.mkstemp(prefix=place.name, suffix=".part", dir=place.parent)
        os.close(number)
    copy = Path(name)
    try:
        _fill(copy, Path(realpath(source)), reading)
        yield copy
    except sqlite3.Error as error:
        raise _fault(error, place) from None
    finally:
        for one in (copy, *_files_beside(copy)):
            one.unlink(missing_ok=True)


def _fill(copy: Path, source: Path, reading: str) -> None:
    """Copy a database into an empty file, and check both; raises sqlite3.Error."""
    with closing(sqlite3.connect(f"{source.as_uri()}?{reading}", uri=True)) as connection:
        check_ours(connection)
        if not connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
            raise BackupError("backup-empty", path=shown(str(source)))
        _check_sound(connection)
        connection.execute("VACUUM INTO ?", (str(copy),))
    with closing(sqlite3.connect(copy)) as connection:
        _check_sound(connection)


def _check_sound(connection: sqlite3.Connection) -> None:
    """Check all pages and indexes; raises StoreFault."""
    if connection.execute("PRAGMA integrity_check(1)").fetchone()[0] != "ok":
        raise StoreFault(Fault.DAMAGED, "integrity_check")


def _fault(error: sqlite3.Error, place: Path) -> Exception:
    """Return the exception to raise for an error while copying."""
    found = fault_of(error)
    if found and found.fault is Fault.FULL:
        return BackupError("backup-full", path=shown(str(place.parent)))
    return found or error


def _put_in_place(copy: Path, place: Path) -> None:
    """Move a copy to its place durably: a crash leaves a sound file there."""
    with explained(str(place), "file-unwritable"):
        with copy.open("r+b") as opened:
            os.fsync(opened.fileno())
        for one in _files_beside(place):
            one.unlink(missing_ok=True)
        _flush(place.parent)
        copy.replace(place)
        _flush(place.parent)


def _keep_owner(place: Path, copy: Path) -> None:
    """Copy the permissions and the owner of the replaced file."""
    with suppress(OSError, AttributeError):  # Windows has no owners
        shutil.copymode(place, copy)
        os.chown(copy, place.stat().st_uid, place.stat().st_gid)


def _flush(folder: Path) -> None:
    """Flush the entries of a folder to the disk."""
    if os.name != "posix":
        return
    number = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)


def _files_beside(database: Path) -> tuple[Path, ...]:
    return tuple(database.with_name(f"{database.name}{end}") for end in _BESIDE)
