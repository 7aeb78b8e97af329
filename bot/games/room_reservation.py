"""Reservations: a room has one game at a time, and its players may open the next one first.

A game with its own thread leaves its room free.
"""

from datetime import datetime, timedelta
from math import ceil
from typing import Final

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.codec import read_known
from bot.games.guild_settings import settings_of
from bot.games.lookups import GameLookups
from bot.games.requests import Caller, OtherGame, printable
from bot.games.session import Session
from bot.games.shares import check_guild_share
from bot.identity import GameId, Room
from bot.lobby.model import Status
from bot.lobby.settings import LobbySettings
from bot.store import games, rooms, threads
from bot.store.games import CallerRoom, GameRow
from bot.store.rooms import RoomRow, UserRow
from core.rules import IllegalAction

PARENT_ROOM: Final = "within"
"""The setting of a room with the room around it."""

LONGEST_USER_NAME: Final = 100
"""The most characters of a stored name."""

RESERVED: Final = timedelta(minutes=3)
"""The time after a game in which only its players may open the next one in its rooms."""


async def check_free(
    lookups: GameLookups, conn: AsyncConnection, room: Room, game_id: GameId, caller: Caller | None
) -> None:
    """Raise IllegalAction if a game may not enter a room at a caller's request."""
    known = await rooms.find_room(conn, room)
    if known is None:
        return
    # The lock keeps two games from entering one room at once.
    known = await rooms.ensure_room(conn, room, known.guild)
    last = await _last_game(conn, known, game_id)
    # Private conversations share no guild.
    if not (caller and caller.is_direct and caller.room == room):
        await check_guild_share(conn, known, game_id, lookups.shares)
    if last and caller and lookups.patience is not None:
        played = await lookups.event_log.session(conn, last)
        await check_reserved(conn, room, played, caller, lookups.now())
    settings = await settings_of(conn, known.guild)
    if not settings.allows(room, *filter(None, [parent_room(known)])):
        raise IllegalAction("room-not-allowed", rooms=tuple(one.name for one in settings.places))


async def _last_game(conn: AsyncConnection, room: RoomRow, game_id: GameId) -> GameRow | None:
    """Return the previous game of a room, if any; raises IllegalAction if it is still open."""
    if room.game_id in (None, game_id):
        return None
    row = await games.read_game(conn, room.game_id)
    if row is None or await _has_thread(conn, row, room.room):
        return None
    if row.status in games.UNFINISHED:
        raise OtherGame("room-busy", row.game_id)
    return row


async def taken_rooms(
    lookups: GameLookups, conn: AsyncConnection, old: Session, caller: Caller
) -> tuple[Room, ...]:
    """Return the rooms of a table, except the caller's, that its next game may not enter."""
    taken = list[Room]()
    for room in old.lobby.rooms:
        try:
            await check_free(lookups, conn, room, GameId(""), caller)
        except IllegalAction:
            taken.append(room)
    return tuple(room for room in taken if room != caller.room)


async def check_followed(conn: AsyncConnection, old: Session, room: Room) -> None:
    """Raise OtherGame if the rematch of a game is open in a room."""
    found = await rooms.find_room_game(conn, room) if old.lobby.followed else None
    row = await games.read_game(conn, found) if found and found != old.game_id else None
    if row and row.kind == old.game_type.name and row.status in games.UNFINISHED:
        raise OtherGame("table-rematch-open", row.game_id)


async def check_reserved(
    conn: AsyncConnection, room: Room, last: Session, caller: Caller, now: datetime
) -> None:
    """Raise IllegalAction if a room is still reserved for the players of its `last` game.

    The host of that game may always continue, as may managers of the room or of the game's home.
    """
    players = {one.user for one in last.lobby.people if not one.user.is_gone}
    manages = caller.manages and caller.room in (room, last.lobby.home)
    if manages or caller.user in {*players, last.lobby.host} or not players:
        return
    # An end in the future predates a clock that was set back.
    if not (last.began and last.ended and last.ended <= now < last.ended + RESERVED):
        return
    minutes = ceil((last.ended + RESERVED - now) / timedelta(minutes=1))
    names = sorted(row.name for row in (await rooms.find_users(conn, players)).values())
    raise IllegalAction("room-reserved", who=tuple(names), minutes=minutes)


async def _has_thread(conn: AsyncConnection, row: GameRow, room: Room) -> bool:
    """Return whether a game has begun and has its own open thread."""
    if row.status == Status.LOBBY.value or not read_known(LobbySettings, row.settings).thread:
        return False
    found = await threads.thread_of(conn, row.game_id, room)
    return found is not None and found.thread is not None and not found.closed


def parent_room(room: RoomRow | CallerRoom) -> Room | None:
    """Return the room around a room, such as a thread's channel."""
    written = room.settings.get(PARENT_ROOM)
    return Room.parse(written) if written else None


async def meet(conn: AsyncConnection, caller: Caller) -> None:
    """Register a caller who opens a table, and lock them so that they open one at a time."""
    user = await rooms.lock_user(conn, caller.user)
    await register(conn, caller, user, await rooms.find_room(conn, caller.room))


async def register(
    conn: AsyncConnection, caller: Caller, user: UserRow | None, room: RoomRow | CallerRoom | None
) -> str:
    """Store a caller's name and room, and return the name; unchanged rows stay unlocked."""
    name = printable(caller.name)[:LONGEST_USER_NAME] or caller.user.id
    if user is None or (user.name, user.locale) != (name, caller.locale or user.locale):
        await rooms.ensure_user(conn, caller.user, name, caller.locale)
    if room is None or room.guild != caller.guild:
        room = await rooms.ensure_room(conn, caller.room, caller.guild)
    if caller.parent_room not in (None, parent_room(room)):
        changed = await rooms.ensure_room(conn, caller.room, caller.guild)
        settings = {**changed.settings, PARENT_ROOM: str(caller.parent_room)}
        await rooms.change_room(conn, changed.room, settings=settings)
    return name
