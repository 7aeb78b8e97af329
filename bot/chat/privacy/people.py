"""Finds the people of a guild who are in no other room, to forget them with it."""

from collections.abc import Collection, Sequence
from typing import Any, Final

from sqlalchemy import or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.chat.privacy.forget import TABLES_OF_PLAYERS
from bot.chat.privacy.names import TABLE_TAGS, batches, contains_name, mentions, names_in
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
    """Return the people in a guild's games or scores who only came from its rooms.

    `own` are its rooms, `games` all that were shown there, `shared` those that other rooms show,
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
    """Return the people who came to a game from another room than these."""
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
    """Return the people among these in other games, scores or settings."""
    names = [str(user) for user in some]
    scores = schema.side_scores.c
    found = await _scored(conn, scores.user.in_(names) & (scores.guild != guild))
    for table in TABLES_OF_PLAYERS:
        played = select(table.c.game_id, table.c.user).where(table.c.user.in_(names))
        rows = await conn.execute(played)
        found |= {User.parse(user) for game_id, user in rows if game_id not in games}
    told = [*await _events_naming(conn, some, games), *await _settings_naming(conn, some, guild)]
    return found | {user for user in some if any(contains_name(one, user) for one in told)}


async def _events_naming(
    conn: AsyncConnection, some: Sequence[User], games: frozenset[GameId]
) -> list[Any]:
    events = schema.events.c
    named = (mentions(events.body, user.id) for user in some)
    acted = events.seat.in_([str(user) for user in some])
    found = select(events.game_id, events.seat, events.body).where(
        events.tag.like(TABLE_TAGS), or_(acted, *named)
    )
    rows = await conn.execute(found)
    return [[seat, body] for game_id, seat, body in rows if game_id not in games]


async def _settings_naming(
    conn: AsyncConnection, some: Sequence[User], guild: GuildId
) -> list[Any]:
    found = list[Any]()
    for table in (schema.rooms, schema.guilds):
        named = or_(*(mentions(table.c.settings, user.id) for user in some))
        others = select(table.c.settings).where(table.c.guild != guild, named)
        found += await conn.scalars(others)
    return found
