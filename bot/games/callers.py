"""Callers as the database keeps them: their present names, and the rooms that they ask from."""

from typing import Final

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.games.occupancy import PARENT_ROOM, parent_room
from bot.games.requests import Caller, printable
from bot.store import rooms
from bot.store.games import CallerRoom
from bot.store.rooms import RoomRow, UserRow

LONGEST_USER_NAME: Final = 100
"""Characters that are kept of what a person is called."""


async def meet(conn: AsyncConnection, caller: Caller) -> None:
    """Register a caller of whom nothing has been read, and who opens one table at a time."""
    user = await rooms.lock_user(conn, caller.user)
    await register(conn, caller, user, await rooms.find_room(conn, caller.room))


async def register(
    conn: AsyncConnection,
    caller: Caller,
    user: UserRow | None,
    room: RoomRow | CallerRoom | None,
) -> str:
    """Keep the caller's present name, which is returned, and the room that they ask from.

    Nothing is written where all is known: a row that is written makes others wait for it.
    """
    name = printable(caller.name)[:LONGEST_USER_NAME] or caller.user.id
    if user is None or (user.name, user.locale) != (name, caller.locale or user.locale):
        await rooms.ensure_user(conn, caller.user, name, caller.locale)
    if room is None or room.guild != caller.guild:
        room = await rooms.ensure_room(conn, caller.room, caller.guild)
    if caller.parent_room not in (None, parent_room(room)):
        changed = await rooms.ensure_room(conn, caller.room, caller.guild)
        settings = {**changed.settings, PARENT_ROOM: str(caller.parent_room)}
        await rooms.put_room_settings(conn, changed.room, changed.language, settings)
    return name
