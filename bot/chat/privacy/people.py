"""Finds the people of a guild who are in no other room, to forget them with it."""

from collections.abc import Collection, Sequence
from typing import Any, Final

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.chat.privacy.forget import TABLES_OF_PLAYERS, events_naming, settings_naming
from bot.chat.privacy.names import TABLE_TAGS, batches, contains_name, names_in
from bot.games.event_log import LOBBY_EVENTS
from bot.identity import GONE, GameId, GuildId, Room, User
from bot.lobby.model import Lobby
from bot.store import schema

PEOPLE_SOUGHT: Final = 20
"""People searched in one pass over the events."""

GAMES_READ: Final = 500
"""Games read at once."""


async def people_only_in(
    conn: AsyncConnection,
    guild: GuildId,
    own: Collection[Room],
    games: Collection[GameId],
    shared: Collection[GameId],
) -> frozenset[User]:
    """Return the people in a guild's games or scores who joined only from its rooms.

    `own` are its rooms, `games` those that they have shown, `shared` those that other rooms show,
    too.
    """
    here = await _named_in(conn, games) | await _scored(conn, schema.side_scores.c.guild == guild)
    people = {user for user in here if not (user.is_bot or user.is_gone)}
    for game_id in shared:
        people -= await _from_elsewhere(conn, game_id, own)
    for some in batches(people, PEOPLE_SOUGHT):
        people -= await _elsewhere(conn, some, guild, frozenset(games))
    return frozenset(people)


async def _named_in(conn: AsyncConnection, games: Collection[GameId]) -> set[User]:
    events, found = schema.events.c, set[User]()
    for some in batches(games, GAMES_READ):
        its = (events.game_id.in_(some), events.tag.like(TABLE_TAGS))
        for seat, body in await conn.execute(select(events.seat, events.body).where(*its)):
            found |= {*names_in(body, User), *([User.parse(seat)] if ":" in seat else [])}
        for table in TABLES_OF_PLAYERS:
            played = select(table.c.user).where(table.c.game_id.in_(some)).distinct()
            found |= {*map(User.parse, await conn.scalars(played))}
    return found


async def _scored(conn: AsyncConnection, where: Any) -> set[User]:  # noqa: ANN401 - a condition
    users = await conn.scalars(select(schema.side_scores.c.user).where(where))
    return {User.parse(user) for user in users if user}


async def _from_elsewhere(
    conn: AsyncConnection, game_id: GameId, own: Collection[Room]
) -> set[User]:
    """Return the people who joined a game from a room other than these."""
    events, lobby, found = schema.events.c, Lobby(), set[User]()
    its = (events.game_id == game_id, events.tag.like(TABLE_TAGS))
    told = select(events.tag, events.body).where(*its).order_by(events.version)
    for tag, body in await conn.execute(told):
        lobby = LOBBY_EVENTS.read(tag, body).apply(lobby)
        elsewhere = (one for one in lobby.members if one.room not in own)
        found |= {one.user for one in elsewhere if one.room.platform != GONE}
    return found


async def _elsewhere(
    conn: AsyncConnection, some: Sequence[User], guild: GuildId, games: frozenset[GameId]
) -> set[User]:
    """Return those of `some` who occur in other games, or other guilds' scores or settings."""
    names = [str(user) for user in some]
    scores = schema.side_scores.c
    found = await _scored(conn, scores.user.in_(names) & (scores.guild != guild))
    for table in TABLES_OF_PLAYERS:
        played = select(table.c.game_id, table.c.user).where(table.c.user.in_(names))
        rows = await conn.execute(played)
        found |= {User.parse(user) for game_id, user in rows if game_id not in games}
    told = [said for game_id, said in await events_naming(conn, some) if game_id not in games]
    told += [row.settings for _, row in await settings_naming(conn, some) if row.guild != guild]
    return found | {user for user in some if any(contains_name(one, user) for one in told)}
