"""Erasing what was deleted from the bytes of a SQLite file, and from those of its log.

SQLite overwrites deleted rows (`secure_delete`), but not the copies that it left where it moved
rows within the file before: these go when the file is made anew of its rows. What its write-ahead
log still holds goes when that is emptied, for which no reader may look at an earlier moment. So a
bookmark, written with what was deleted, keeps the erasure due until it is done, by whichever
process comes to it.
"""

from datetime import datetime
from typing import Final

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store import leases
from bot.store.address import SQLITE
from bot.store.connection import Store
from bot.store.faults import StoreFault, log_fault

ERASURE: Final = "erasure"
"""The bookmark's name: since when something deleted is to be erased."""


async def request_erasure(connection: AsyncConnection, now: datetime) -> None:
    """Have erased what this transaction deletes, once it lasts; PostgreSQL does so by itself."""
    if connection.dialect.name == SQLITE:
        await leases.put_bookmark(connection, ERASURE, now)


async def erase(store: Store) -> bool:
    """Erase what is due; return whether nothing is due any more. Operators are told of faults."""
    try:
        async with store.reading() as connection:
            since = await leases.bookmarked(connection, ERASURE)
        if since is None:
            return True
        if not await store.compact():
            return False
        async with store.writing() as connection:
            # What has been asked for meanwhile stays due.
            await leases.drop_bookmark(connection, ERASURE, since)
    except StoreFault as fault:
        log_fault(fault, "erasure")
        return False
    return True
