"""Threads: rooms for one game each, inside the rooms that opened the games."""

from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, and_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.identity import GameId, Room
from bot.store import schema
from bot.store.sql import put, values


@dataclass(frozen=True, slots=True)
class ThreadRow:
    """The thread of a game's public messages in a room; `thread` is None if creating it failed.

    A `closed` thread allows no posts: the room shows the game.
    """

    game_id: GameId
    room: Room
    thread: Room | None
    closed: bool = False


async def put_thread(connection: AsyncConnection, row: ThreadRow) -> None:
    """Store the thread of a game in a room, replacing the former one."""
    thread = str(row.thread) if row.thread else None
    await put(connection, schema.threads, {**values(row), "room": str(row.room), "thread": thread})


async def thread_of(connection: AsyncConnection, game_id: GameId, room: Room) -> ThreadRow | None:
    """Return the row of a game's thread in a room."""
    table = schema.threads.c
    return await _found(connection, and_(table.game_id == game_id, table.room == str(room)))


async def thread_at(connection: AsyncConnection, thread: Room) -> ThreadRow | None:
    """Return the row of a thread, None if it belongs to no game."""
    return await _found(connection, schema.threads.c.thread == str(thread))


async def _found(connection: AsyncConnection, which: ColumnElement[bool]) -> ThreadRow | None:
    row: Any = (await connection.execute(select(schema.threads).where(which))).first()
    if row is None:
        return None
    thread = Room.parse(row.thread) if row.thread else None
    return ThreadRow(row.game_id, Room.parse(row.room), thread, row.closed)
