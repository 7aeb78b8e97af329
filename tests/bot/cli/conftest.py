"""New databases for each start of the program: migrated once, then copied by statements."""

from typing import Final

import pytest
from sqlalchemy import Connection, text

from bot.store import migration
from bot.store.address import SQLITE


class KeptUpgrades:
    """Upgrades an empty SQLite file by the statements that the first upgrade led to.

    All fifteen migrations take a quarter of a second each time. `tests/migrations` and
    `tests/bot/store` test them.
    """

    def __init__(self) -> None:
        self._upgrade = migration._upgrade
        self._kept: dict[str, list[str]] = {}

    def __call__(self, connection: Connection, to: str) -> None:
        """Upgrade a database to a version."""
        if connection.dialect.name != SQLITE or _statements(connection):
            self._upgrade(connection, to)
        elif to in self._kept:
            for statement in self._kept[to]:
                connection.exec_driver_sql(statement)
            connection.execute(text("INSERT INTO alembic_version VALUES (:to)"), {"to": to})
        else:
            self._upgrade(connection, to)
            self._kept[to] = _statements(connection)


def _statements(connection: Connection) -> list[str]:
    """Return the statements that create all tables and indexes, in order."""
    query = "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY rowid"
    return list(connection.scalars(text(query)))


_KEPT: Final = KeptUpgrades()


@pytest.fixture(autouse=True)
def _upgrades_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(migration, "_upgrade", _KEPT)
