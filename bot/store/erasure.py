"""Erases deleted rows from the bytes of a SQLite file and its log.

SQLite overwrites deleted rows (`secure_delete`), but not old copies of rows that it moved within
the file: a vacuum removes those. The write-ahead log can be emptied only while no reader uses an
earlier snapshot. So a bookmark, written with the deletion, keeps the erasure due until a process
completes it.
"""

from datetime import datetime
from typing import Final

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store import leases
from bot.store.address import SQLITE
from bot.store.connection import Store
from bot.store.faults import logged_faults

ERASURE: Final = "erasure"
"""The name of the bookmark with the time since which an erasure is due."""


async def request_erasure(connection: AsyncConnection, now: datetime) -> None:
    """Request the erasure of rows that this transaction deletes; PostgreSQL needs none."""
    if connection.dialect.name == SQLITE:
        await leases.put_bookmark(connection, ERASURE, now)


async def erase(store: Store) -> bool:
    """Complete a due erasure; return whether none is left. It logs faults."""
    with logged_faults("erasure"):
        since = await store.read(leases.bookmarked, ERASURE)
        if since is None:
            return True
        if await store.compact():
            async with store.writing() as connection:
                # An erasure requested meanwhile stays due.
                await leases.drop_bookmark(connection, ERASURE, since)
            return True
    return False
