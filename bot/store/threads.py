"""Rooms that games have of their own inside those where they were opened."""

from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, and_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.identity import GameId, Room
from bot.store import schema
from bot.store.sql import put, values


@dataclass(frozen=True, slots=True)
class ThreadRow:
    """The thread of what all see of a game in a room, None where none could be made.

    In one that is `closed` nothing can be posted (any more): the game is shown in its room.
    """

    game_id: GameId
    room: Room
    thread: Room | None
    closed: bool = False


async def put_thread(connection: AsyncConnection, row: ThreadRow) -> None:
    """Remember the thread of a game in a room, in place of the former one."""
    thread = str(row.thread) if row.thread else None
    await put(connection, schema.threads, {**values(row), "room": str(row.room), "thread": thread})


async def thread_of(connection: AsyncConnection, game_id: GameId, room: Room) -> ThreadRow | None:
    """Return what is known of a game's thread in a room."""
    table = schema.threads.c
    return await _found(connection, and_(table.game_id == game_id, table.room == str(room)))


async def thread_at(connection: AsyncConnection, thread: Room) -> ThreadRow | None:
    """Return whose thread a place is, None for one that is no game's."""
    return await _found(connection, schema.threads.c.thread == str(thread))


async def _found(connection: AsyncConnection, which: ColumnElement[bool]) -> ThreadRow | None:
    row: Any = (await connection.execute(select(schema.threads).where(which))).first()
    if row is None:
        return None
    thread = Room.parse(row.thread) if row.thread else None
    return ThreadRow(row.game_id, Room.parse(row.room), thread, row.closed)
