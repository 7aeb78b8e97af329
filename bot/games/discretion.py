"""Discretion: of whom it may be told what bots have learnt, as people and guilds have chosen."""

from collections.abc import Mapping

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.games.guild_settings import settings_of
from bot.identity import GuildId, Room, User
from bot.store import rooms


async def is_open(conn: AsyncConnection, user: User, guild: GuildId) -> bool:
    """Return whether others in a guild may be told what bots have learnt about a person."""
    if not (await settings_of(conn, guild)).tells_learnt:
        return False
    return not await rooms.quiet_users(conn, [user])


async def open_people(conn: AsyncConnection, homes: Mapping[User, Room]) -> frozenset[User]:
    """Return of whom at a table may be told what bots have learnt about them.

    `homes` are the rooms that they came from. Nobody is told of people whose names are deleted, and
    where a guild of theirs wants none of it told, of nobody.
    """
    for room in {*homes.values()}:
        found = await rooms.find_room(conn, room)
        if found and not (await settings_of(conn, found.guild)).tells_learnt:
            return frozenset()
    known = frozenset(user for user in homes if not user.is_gone)
    return known - await rooms.quiet_users(conn, known)
