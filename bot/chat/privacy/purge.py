"""Purges a guild: its rooms, its people, its games and the lessons from them."""

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
"""Rooms searched in one pass over the events."""


@dataclass(frozen=True, slots=True)
class GuildData:
    """A guild's data: `rooms`, `games` that only they show, and games `shared` with other rooms.

    `people` are in no other room.
    """

    guild: GuildId
    rooms: frozenset[Room]
    games: tuple[GameId, ...]
    shared: tuple[GameId, ...]
    people: frozenset[User]


async def data_of(conn: AsyncConnection, guild: GuildId, *, lock: bool = False) -> GuildData:
    """Return a guild's data; `lock` locks its games, so that the data stay valid."""
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
    """Delete a guild's data and its people's, and return the changes to publish.

    The caller locks the games, and makes people leave the shared ones first. A shared game stays
    without this guild's rooms, messages, ratings, credits, evidence and remembered clues, and its
    boards lose the names if it ended at `since` or later. Other guilds' packs stay, too. All sums
    are rebuilt. Locks learning, then the packs.
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
    """Return the new names of the guild's rooms and people in a shared game."""
    people: dict[Name, Name] = {user: others[game_id] for user, others in strangers.items()}
    return people | {room: gone_room() for room in data.rooms}


async def _packs(
    conn: AsyncConnection, guild: GuildId, games: Collection[GameId]
) -> frozenset[str]:
    """Return the digests of a guild's packs and of these games' packs."""
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
    """Return the games that these rooms have shown, or that count in the guild."""
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
    """Return the games whose logs may name one of the rooms."""
    events, found = schema.events, set[GameId]()
    for rooms in batches(own, BATCH):
        named = (mentions(events.c.body, room.place) for room in rooms)
        query = select(events.c.game_id).where(events.c.tag.like(TABLE_TAGS), or_(*named))
        found.update(map(GameId, await conn.scalars(query)))
    return found


async def _shown_in(conn: AsyncConnection, game_id: GameId) -> frozenset[Room]:
    """Return all rooms in a game's log, and those whose current game it is."""
    events, rooms = schema.events, schema.rooms
    told = select(events.c.body).where(events.c.game_id == game_id, events.c.tag.like(TABLE_TAGS))
    here = select(rooms.c.platform, rooms.c.place).where(rooms.c.game_id == game_id)
    named = {room for body in await conn.scalars(told) for room in names_in(body, Room)}
    present = {Room(platform, place) for platform, place in await conn.execute(here)}
    return frozenset(room for room in named | present if room.platform != GONE)


async def _delete_game(conn: AsyncConnection, game_id: GameId) -> None:
    """Delete a game and, by the database's cascade, all its parts."""
    deliveries, games = schema.deliveries, schema.games
    await conn.execute(delete(deliveries).where(deliveries.c.game_id == game_id))
    await conn.execute(delete(games).where(games.c.game_id == game_id))


async def _withdraw(conn: AsyncConnection, game_id: GameId, data: GuildData) -> None:
    """Delete a guild's rows about a shared game."""
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
        # Only rows of users who are no longer players of the turn.
        lone = ~exists().where(played_by(table))
        await conn.execute(delete(table).where(table.c.game_id == game_id, lone))
