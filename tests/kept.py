"""Tables of new databases, which each process of a run makes once and then repeats."""

from typing import Any, Final

import pytest
from sqlalchemy import Connection, text
from sqlalchemy.util import await_only

from bot.store import migration
from bot.store.address import SQLITE
from bot.store.schema import METADATA


class KeptUpgrades:
    """Brings an empty SQLite file to a version by what its migrations left in the first one.

    All fifteen take a quarter of a second each time. `tests/migrations` and `tests/bot/store`
    test them.
    """

    def __init__(self) -> None:
        self._upgrade = migration._upgrade
        self._kept: dict[str, list[str]] = {}

    def __call__(self, connection: Connection, to: str) -> None:
        """Bring a database to a version."""
        if connection.dialect.name != SQLITE or _statements(connection):
            self._upgrade(connection, to)
        elif to in self._kept:
            for statement in self._kept[to]:
                connection.exec_driver_sql(statement)
            connection.execute(text("INSERT INTO alembic_version VALUES (:to)"), {"to": to})
        else:
            self._upgrade(connection, to)
            self._kept[to] = _statements(connection)


class KeptTables:
    """Creates all tables in a new SQLite database in memory, and composes the statements once.

    `tests/bot/store` tests the creation.
    """

    def __init__(self) -> None:
        self._create = METADATA.create_all
        self._kept: list[str] = []

    def __call__(self, connection: Connection, *, checkfirst: bool = True) -> None:
        """Create the tables; without a check, in one call of the asynchronous driver."""
        if connection.dialect.name != SQLITE:
            self._create(connection, checkfirst=checkfirst)
        elif self._kept and not checkfirst:
            driver: Any = connection.connection.driver_connection
            await_only(driver.executescript(";".join(self._kept)))
        else:
            self._create(connection, checkfirst=checkfirst)
            self._kept = _statements(connection)


def _statements(connection: Connection) -> list[str]:
    """Return the statements that made all tables and indexes, in order of creation."""
    query = "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY rowid"
    return list(connection.scalars(text(query)))


_UPGRADES: Final = KeptUpgrades()
_TABLES: Final = KeptTables()


def keep_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make a test's new databases with the stored statements of earlier ones."""
    monkeypatch.setattr(migration, "_upgrade", _UPGRADES)
    monkeypatch.setattr(METADATA, "create_all", _TABLES)
