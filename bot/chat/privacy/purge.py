"""Purges a guild: its rooms, its people, what was played there and what was learnt from that."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from sqlalchemy import and_, delete, exists, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.chat.privacy.forget import delete_person
from bot.chat.privacy.names import (
    TABLE_TAGS,
    Name,
    NameReplacements,
    batches,
    gone_room,
    gone_user,
    mentions,
    names_in,
)
from bot.chat.privacy.people import people_only_in
from bot.chat.privacy.rename import replace_names
from bot.games.guild_settings import GuildSettings
from bot.identity import GONE, GameId, GuildId, Room, User
from bot.ratings.learn import lock_games, lock_learning, rebuild
from bot.ratings.turns import played_by
from bot.store import schema
from bot.store.notify import Change
from bot.store.rooms import drop_unused_packs, find_guild

BATCH: Final = 20
"""Rooms that are looked for in one pass over the events."""


@dataclass(frozen=True, slots=True)
class GuildData:
    """All that a guild has: `rooms`, games that are shown there alone, games that others `share`.

    `people` are in no other room of ours.
    """

    guild: GuildId
    rooms: frozenset[Room]
    games: tuple[GameId, ...]
    shared: tuple[GameId, ...]
    people: frozenset[User]


async def data_of(conn: AsyncConnection, guild: GuildId, *, lock: bool = False) -> GuildData:
    """Return what is a guild's; locks its games if asked to, so that it stays so."""
    own = await _rooms(conn, guild)
    found = await _games_of(conn, guild, own)
    if lock:
        found = await lock_games(conn, found)
    shared = [game_id for game_id in found if await _shown_in(conn, game_id) - own]
    people = await people_only_in(conn, guild, own, found, shared)
    alone = tuple(game_id for game_id in found if game_id not in shared)
    return GuildData(guild, own, alone, tuple(shared), people)


async def purge(
    conn: AsyncConnection, data: GuildData, since: datetime | None = None
) -> tuple[Change, ...]:
    """Delete all of a guild's, whose games are locked, and forget its people.

    A game that is also shown in a room elsewhere stays, without this guild's rooms, messages,
    ratings, credits, evidence and remembered clues; so do packs that others play with. Its boards
    lose the names if it has ended `since` a moment. Let the people leave these games first: that is
    the caller's part. Everything that was learnt is rebuilt. Return what others are to hear of.
    Locks the lessons, then the packs.
    """
    await lock_learning(conn)
    packs = await _packs(conn, data.guild, (*data.games, *data.shared))
    for game_id in data.games:
        await _delete_game(conn, game_id)
    strangers = {user: {name: gone_user() for name in data.shared} for user in sorted(data.people)}
    for user, others in strangers.items():
        await delete_person(conn, user, others)
    names = {game_id: _replacements(data, strangers, game_id) for game_id in data.shared}
    changes = await replace_names(conn, names, since)
    for game_id in data.shared:
        await _withdraw(conn, game_id, data)
    await conn.execute(delete(schema.rooms).where(schema.rooms.c.guild == data.guild))
    for table in (schema.guilds, schema.side_scores, schema.installations):
        await conn.execute(delete(table).where(table.c.guild == data.guild))
    await rebuild(conn)
    await drop_unused_packs(conn, packs)
    return changes


def _replacements(
    data: GuildData, strangers: Mapping[User, Mapping[GameId, User]], game_id: GameId
) -> NameReplacements:
    """Return the other names in a game that stays: of the guild's rooms, and of its people."""
    people: dict[Name, Name] = {user: others[game_id] for user, others in strangers.items()}
    return people | {room: gone_room() for room in data.rooms}


async def _packs(
    conn: AsyncConnection, guild: GuildId, games: Collection[GameId]
) -> frozenset[str]:
    """Return the packs that a guild has brought, and those that these games are played with."""
    row = await find_guild(conn, guild)
    brought = GuildSettings.from_json(row.settings).packs if row else ()
    digest = schema.games.c.lists["pack"].as_string()
    played = await conn.scalars(select(digest).where(schema.games.c.game_id.in_(games)))
    return frozenset((*(pack.digest for pack in brought), *filter(None, played)))


async def _rooms(conn: AsyncConnection, guild: GuildId) -> frozenset[Room]:
    rooms = schema.rooms
    found = select(rooms.c.platform, rooms.c.place).where(rooms.c.guild == guild)
    return frozenset(Room(platform, place) for platform, place in await conn.execute(found))


async def _games_of(
    conn: AsyncConnection, guild: GuildId, own: Collection[Room]
) -> tuple[GameId, ...]:
    """Return the games that were shown in these rooms, or counted in the guild."""
    rooms, players, results = schema.rooms, schema.turn_players, schema.results
    queries = (
        select(rooms.c.game_id).where(rooms.c.guild == guild, rooms.c.game_id.is_not(None)),
        select(players.c.game_id).where(players.c.guild == guild),
        select(results.c.game_id).where(results.c.guild == guild),
    )
    found = {game_id for query in queries for game_id in await conn.scalars(query)}
    for game_id in await _mentioning(conn, own) - found:
        if await _shown_in(conn, game_id) & frozenset(own):
            found.add(game_id)
    return tuple(map(GameId, sorted(found)))


async def _mentioning(conn: AsyncConnection, own: Collection[Room]) -> set[GameId]:
    """Return the games whose tables may name one of the rooms."""
    events, found = schema.events, set[GameId]()
    for rooms in batches(own, BATCH):
        named = (mentions(events.c.body, room.place) for room in rooms)
        query = select(events.c.game_id).where(events.c.tag.like(TABLE_TAGS), or_(*named))
        found.update(map(GameId, await conn.scalars(query)))
    return found


async def _shown_in(conn: AsyncConnection, game_id: GameId) -> frozenset[Room]:
    """Return all rooms that a game's table names, and those whose game it is."""
    events, rooms = schema.events, schema.rooms
    told = select(events.c.body).where(events.c.game_id == game_id, events.c.tag.like(TABLE_TAGS))
    here = select(rooms.c.platform, rooms.c.place).where(rooms.c.game_id == game_id)
    named = {room for body in await conn.scalars(told) for room in names_in(body, Room)}
    present = {Room(platform, place) for platform, place in await conn.execute(here)}
    return frozenset(room for room in named | present if room.platform != GONE)


async def _delete_game(conn: AsyncConnection, game_id: GameId) -> None:
    """Delete a game and, by the database's own cascade, all that belongs to it."""
    deliveries, games = schema.deliveries, schema.games
    await conn.execute(delete(deliveries).where(deliveries.c.game_id == game_id))
    await conn.execute(delete(games).where(games.c.game_id == game_id))


async def _withdraw(conn: AsyncConnection, game_id: GameId, data: GuildData) -> None:
    """Delete a guild's rows of a game that others go on with."""
    messages, players, results = schema.messages, schema.turn_players, schema.results
    for table in (messages, schema.threads):
        here = and_(
            table.c.game_id == game_id, table.c.room.in_([str(room) for room in data.rooms])
        )
        await conn.execute(delete(table).where(here))
    for table in (players, results, schema.remembered_clues):
        counted = and_(table.c.game_id == game_id, table.c.guild == data.guild)
        await conn.execute(delete(table).where(counted))
    for table in (schema.turn_credits, schema.turn_evidence):
        # Of those who are no players of the turn any more.
        lone = ~exists().where(played_by(table))
        await conn.execute(delete(table).where(table.c.game_id == game_id, lone))
