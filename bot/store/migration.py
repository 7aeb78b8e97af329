"""Migration of a database from any earlier version to the tables of this one."""

from dataclasses import dataclass
from importlib.resources import as_file, files
from typing import Final

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from sqlalchemy import Connection, func, inspect, select, text
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store import sqlite
from bot.store.address import POSTGRESQL, SQLITE
from bot.store.connection import Store
from bot.store.faults import Fault, StoreFault
from bot.store.file import APPLICATION_ID, revisions
from bot.store.schema import METADATA
from core.rules import Refusal

MIGRATION_SECONDS: Final = 60.0
"""Timeout of waiting for another process's migration of the same database."""

_LOCK: Final = 0x5059_5249_4E47
"""The key of PostgreSQL's advisory lock: "PYRING" in ASCII, unlikely in other programs."""


class MigrationError(Refusal):
    """A database that cannot be migrated."""


@dataclass(frozen=True, slots=True)
class MigrationStatus:
    """The current revision of a database, None if it has none, and the newest revision."""

    current: str | None
    head: str

    @property
    def ready(self) -> bool:
        """Whether the database needs no migration."""
        return self.current == self.head


async def migration_status(url: str) -> MigrationStatus:
    """Return the status of the database at an address.

    Raises AddressError, StoreFault, and MigrationError for a database that is not ours.
    """
    async with Store.open(url) as store, store.reading() as connection:
        return await connection.run_sync(_migration_status)


async def upgrade(url: str, to: str | None = None) -> MigrationStatus:
    """Migrate the database at an address in one transaction; return its former status.

    `to` is the last revision to apply; a newer database stays unchanged. Concurrent processes wait
    for each other. Raises AddressError, StoreFault and MigrationError.
    """
    async with Store.open(url, patience=MIGRATION_SECONDS) as store:
        return await upgrade_store(store, to)


async def upgrade_store(store: Store, to: str | None = None) -> MigrationStatus:
    """Migrate an open store, even one in memory, like `upgrade`."""
    async with store.altering() as connection:
        if store.dialect == POSTGRESQL:
            await connection.execute(select(func.pg_advisory_xact_lock(_LOCK)))
        else:
            await sqlite.check_wholly(connection)
        before = await connection.run_sync(_migration_status)
        steps = _steps(before, to)
        if steps:
            await connection.run_sync(_upgrade, steps[-1])
            await _check_references(connection)
        if store.dialect == SQLITE:
            await connection.exec_driver_sql(f"PRAGMA application_id={APPLICATION_ID}")
    return before


def check(found: MigrationStatus) -> None:
    """Raise StoreFault for a database that must be migrated first."""
    if not found.ready:
        raise StoreFault(Fault.BEHIND, f"{found.current} < {found.head}")


def _migration_status(connection: Connection) -> MigrationStatus:
    current, known = MigrationContext.configure(connection).get_current_revision(), revisions()
    # Tables with our names but without a revision are another program's.
    if current is None and METADATA.tables.keys() & {*inspect(connection).get_table_names()}:
        raise MigrationError("store-foreign")
    if current is not None and current not in known:
        raise MigrationError("store-newer")
    return MigrationStatus(current, known[-1])


def _steps(before: MigrationStatus, to: str | None) -> tuple[str, ...]:
    """Return the missing revisions up to `to`; raises MigrationError."""
    every = revisions()
    if to is not None and to not in every:
        raise MigrationError("store-revision", revision=to, known=every)
    done = 0 if before.current is None else every.index(before.current) + 1
    return every[done : every.index(to or before.head) + 1]


def _upgrade(connection: Connection, to: str) -> None:
    with as_file(files("migrations")) as folder:
        config = Config(attributes={"connection": connection})
        config.set_main_option("script_location", str(folder).replace("%", "%%"))
        command.upgrade(config, to)


async def _check_references(connection: AsyncConnection) -> None:
    """Raise RuntimeError if a migration left dangling foreign keys: a bug."""
    if connection.dialect.name == SQLITE:
        found = (await connection.execute(text("PRAGMA foreign_key_check"))).all()
        if found:
            raise RuntimeError(f"rows of {found[0][0]} refer to none of {found[0][2]}")
