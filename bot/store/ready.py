"""Prepares the database at the start, and loads Alembic only for an outdated one.

Alembic takes a tenth of a second to load.
"""

from typing import Final

from sqlalchemy import select, text
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store import sqlite
from bot.store.address import SQLITE, in_memory
from bot.store.connection import Store
from bot.store.erasure import erase
from bot.store.faults import Fault, StoreFault
from bot.store.file import APPLICATION_ID, revisions
from bot.store.schema import METADATA

MOST_CHECKED_BYTES: Final = 1 << 28
"""The largest file to check at each start, which takes 0.2 s if the file is cached."""

_VERSION = select(text("version_num")).select_from(text("alembic_version"))


async def make_ready(store: Store) -> None:
    """Migrate a SQLite database to this version; an operator migrates PostgreSQL.

    Raises StoreFault, for example for an outdated PostgreSQL database, and MigrationError for a
    database that is newer or not ours.
    """
    if in_memory(store.url):
        async with store.writing() as connection:
            await connection.run_sync(METADATA.create_all, checkfirst=False)
        return
    if await _is_ready(store):
        await check_sound(store)
    else:
        await _migrate(store)
    await erase(store)  # if another process could not


async def check_sound(store: Store, *, wholly: bool = False) -> bool:
    """Check the pages of a SQLite file, unless it is too large for a start; return whether done.

    `wholly`: compare its indexes with its tables, too. Raises StoreFault for a damaged file.
    """
    check = sqlite.check_wholly if wholly else sqlite.check_sound

    async def look(connection: AsyncConnection) -> bool:
        if await sqlite.size(connection) > MOST_CHECKED_BYTES:
            return False
        await check(connection)
        return True

    return store.dialect != SQLITE or await store.read_long(look)


async def _is_ready(store: Store) -> bool:
    """Return whether a database is of this version and, if it is a file, marked as ours."""
    try:
        async with store.reading() as connection:
            version = (await connection.execute(_VERSION)).scalar_one_or_none()
            is_newest = bool(version == revisions()[-1])
            if not is_newest or store.dialect != SQLITE:
                return is_newest
            mark = (await connection.exec_driver_sql("PRAGMA application_id")).scalar_one()
            return bool(mark == APPLICATION_ID)
    except StoreFault as fault:
        if fault.fault is Fault.BEHIND:
            return False
        raise


async def _migrate(store: Store) -> None:
    from bot.store import migration  # noqa: PLC0415 - it loads Alembic

    if store.dialect == SQLITE:
        await migration.upgrade_store(store)
    else:
        url = store.url.render_as_string(hide_password=False)
        migration.check(await migration.migration_status(url))
