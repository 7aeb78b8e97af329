"""The location of the database: a named file, the settings' address, or the default file."""

import shlex
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Final

from platformdirs import user_data_path
from sqlalchemy import URL

from bot.files import exists, explained, make_private_folder, shown
from bot.settings import Settings
from bot.store.address import SQLITE, address, path_of
from bot.store.faults import Fault, StoreFault
from bot.store.file import EMPTY_FILE
from core.rules import Refusal
from core.view import phrase

FILE: Final = "spyring.db"
"""The database in the user's data folder."""

BACKUP: Final = ".backup"
"""The suffix of a backup's default name."""


class LocationError(Refusal):
    """A file that cannot be a database."""


def database_url(state: str | None, settings: Settings) -> str:
    """Return the database's address: the `state` file's, else the settings', else the default."""
    if state is not None:
        return file_url(Path(state))
    return settings.database_url.get_secret_value() or file_url(default_file())


def default_file() -> Path:
    """Return the default file, in the user's data folder."""
    return user_data_path("spyring", appauthor=False) / FILE


def file_url(path: Path) -> str:
    """Return the address of a SQLite file."""
    url = URL.create(SQLITE, database=str(path.expanduser().absolute()))
    return url.render_as_string(hide_password=False)


def file_of(url: str) -> Path | None:
    """Return the SQLite file at an address; None for any other database. Raises AddressError."""
    return path_of(address(url))


def check_there(url: str) -> None:
    """Raise LocationError for a file that does not exist, which SQLite would create."""
    path = file_of(url)
    if path is None:
        return
    if not exists(str(path)):
        raise LocationError("state-missing", path=shown(str(path)))
    _check_no_folder(path)


def new_backup(database: Path, now: datetime) -> Path:
    """Return the path of a new backup next to a database; the names sort by time."""
    return database.with_name(f"{database.name}.{now:%Y%m%d-%H%M%S}{BACKUP}")


def newest_backup(database: Path) -> Path | None:
    """Return the newest backup with a default name next to a database."""
    backups = database.parent.glob(f"*{BACKUP}")
    ours = (one for one in backups if one.name.startswith(f"{database.name}."))
    return max(ours, default=None)


@contextmanager
def backup_named(url: str) -> Iterator[None]:
    """Raise the fault of a damaged file as LocationError with the command that restores it."""
    try:
        yield
    except StoreFault as fault:
        file = file_of(url)
        if file is None or fault.fault is not Fault.DAMAGED:
            raise
        newest = newest_backup(file)
        raise LocationError(
            "state-damaged",
            path=shlex.quote(str(file)),
            known="empty" if fault.code == EMPTY_FILE else "yes" if newest else "no",
            backup=phrase("state-backup", path=shlex.quote(str(newest or "BACKUP"))),
        ) from None


def make_folder(url: str) -> None:
    """Create the private folder of a SQLite file if missing; raises LocationError."""
    path = file_of(url)
    if path is None:
        return
    _check_no_folder(path)
    try:
        make_private_folder(path.parent)
    except (OSError, ValueError) as error:
        problem = getattr(error, "strerror", None) or ""
        raise LocationError("state-folder", path=shown(str(path.parent)), problem=problem) from None


def _check_no_folder(path: Path) -> None:
    with explained(str(path), "file-unreadable"):
        if path.is_dir():
            raise LocationError("state-is-folder", path=shown(str(path)))
