"""Thoughts of bots in a game that is over, as far as others may be told of them."""

from collections.abc import Iterable, Mapping
from typing import Any

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.games.guild_settings import settings_of
from bot.games.session import Recorded, Session
from bot.games.transcripts import home_rooms
from bot.gametypes.recap import Recap, ThoughtsByTurn
from bot.identity import GameId, GuildId, Room, User
from bot.lobby.model import Lobby
from bot.store import games as stored
from bot.store import rooms
from core.rules import Seat


async def thoughts_by_turn(
    conn: AsyncConnection, game_id: GameId, recap: Recap[Any, Any]
) -> ThoughtsByTurn[Any]:
    """Return what the bots of a game thought, by turn and seat."""
    rows = await stored.thoughts_of(conn, game_id)
    return {(row.turn, row.seat): recap.read(row.body) for row in rows}


async def told_thoughts(
    conn: AsyncConnection, session: Session, log: Iterable[Recorded]
) -> ThoughtsByTurn[Any]:
    """Return what the bots of a game thought, without beliefs about those who want none told.

    While the game runs, and of one whose bots tell nothing, there are none.
    """
    recap = session.game_type.bots.recap
    if recap is None or not session.is_over:
        return {}
    homes = home_rooms(session, log)
    thoughts = await thoughts_by_turn(conn, session.game_id, recap)
    quiet = homes.keys() - await open_people(conn, homes)
    return {
        (turn, seat): recap.discreet(one) if _may_tell_of(session.lobby, quiet, seat) else one
        for (turn, seat), one in thoughts.items()
    }


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


async def is_open(conn: AsyncConnection, user: User, guild: GuildId) -> bool:
    """Return whether others in a guild may be told what bots have learnt about a person."""
    if not (await settings_of(conn, guild)).tells_learnt:
        return False
    return not await rooms.quiet_users(conn, [user])


def _may_tell_of(lobby: Lobby, people: Iterable[User], seat: Seat) -> bool:
    """Return whether thoughts from a seat may tell of people: of its team, or who have left."""
    team = {chair.seat: chair.team for chair in lobby.chairs}
    return any((chair := lobby.chair_of(one)) is None or chair.team == team[seat] for one in people)
