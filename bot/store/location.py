"""The location of the database: a file that a person names, the settings' address, or our file."""

from pathlib import Path
from typing import Final

from platformdirs import user_data_path
from sqlalchemy import URL

from bot.files import exists, make_private_folder, shown
from bot.settings import Settings
from bot.store.address import SQLITE, address, in_memory, kind
from core.rules import Refusal

FILE: Final = "spyring.db"
"""The database in the user's data folder."""


class LocationError(Refusal):
    """A file in which no games are or can be kept."""


def database_url(state: str | None, settings: Settings) -> str:
    """Return the address of the database: a file's that was named goes first, then the settings'.

    Without either it is that of a file in the user's data folder.
    """
    if state is not None:
        return file_url(Path(state))
    return settings.database_url.get_secret_value() or file_url(default_file())


def default_file() -> Path:
    """Return the file in the user's data folder."""
    return user_data_path("spyring", appauthor=False) / FILE


def file_url(path: Path) -> str:
    """Return the address of a SQLite file."""
    url = URL.create(SQLITE, database=str(path.expanduser().absolute()))
    return url.render_as_string(hide_password=False)


def file_of(url: str) -> Path | None:
    """Return the SQLite file at an address; None for another database. Raises AddressError."""
    parsed = address(url)
    if kind(parsed) != SQLITE or in_memory(parsed) or parsed.database is None:
        return None
    return Path(parsed.database)


def check_there(url: str) -> None:
    """Raise LocationError for the address of a file that does not exist: SQLite would make it."""
    path = file_of(url)
    if path is not None and not exists(str(path)):
        raise LocationError("state-missing", path=shown(str(path)))


def make_folder(url: str) -> None:
    """Make the folder of a SQLite file where there is none, private; raises LocationError."""
    path = file_of(url)
    if path is None:
        return
    try:
        make_private_folder(path.parent)
    except (OSError, ValueError) as error:
        problem = getattr(error, "strerror", None) or ""
        raise LocationError("state-folder", path=shown(str(path.parent)), problem=problem) from None
