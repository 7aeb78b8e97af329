"""Rows of rooms, guilds, their installations, people and packs."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, TypeAlias

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.identity import GameId, GuildId, Room, User
from bot.lobby.model import Status
from bot.store import schema
from bot.store.sql import add, first, put, select_rows, values
from core.words.packs import Pack

StoredSettings: TypeAlias = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class RoomRow:
    """A room with its game (running, or the last one) and its recent words and games.

    `recent_games` are the last games from whose turns bots learn, the oldest first.
    """

    room: Room
    guild: GuildId
    game_id: GameId | None
    language: str | None
    settings: StoredSettings
    recent_words: tuple[str, ...]
    recent_games: tuple[GameId, ...] = ()


@dataclass(frozen=True, slots=True)
class GuildRow:
    """A community, with its settings for all its rooms."""

    guild: GuildId
    language: str | None
    settings: StoredSettings


@dataclass(frozen=True, slots=True)
class UserRow:
    """A person's name and language; `direct_closed` if direct messages do not reach them."""

    user: User
    name: str
    locale: str | None
    direct_closed: bool


# Rooms.


async def ensure_room(connection: AsyncConnection, room: Room, guild: GuildId) -> RoomRow:
    """Insert a room if it is new, lock it for this transaction, and return it.

    A room that has moved to another guild gets the new guild.
    """
    row = {
        **values(room),
        "guild": guild,
        "settings": {},
        "recent_words": [],
    }
    await put(connection, schema.rooms, row, changing=["guild"])
    found = await find_room(connection, room)
    assert found is not None  # noqa: S101 - it has just been put there
    return found


async def find_room(connection: AsyncConnection, room: Room) -> RoomRow | None:
    """Return a room."""
    row = (await connection.execute(_ROOM, values(room))).first()
    if row is None:
        return None
    _, _, guild, game_id, language, settings, words, games = row
    return RoomRow(room, guild, game_id, language, settings, tuple(words), tuple(games))


async def find_room_game(connection: AsyncConnection, room: Room) -> GameId | None:
    """Return a room's running or last game."""
    found: GameId | None = await connection.scalar(_ROOM_GAME, values(room))
    return found


async def find_finished_game(connection: AsyncConnection, room: Room, kind: str) -> GameId | None:
    """Return the last finished game of a kind that a room has shown."""
    found: GameId | None = await connection.scalar(
        _FINISHED_GAME, {"shown": str(room), "of_kind": kind, "over": Status.OVER.value}
    )
    return found


async def change_room(connection: AsyncConnection, room: Room, **columns: object) -> None:
    """Change columns of a stored room."""
    table = schema.rooms.c
    its = (table.platform == room.platform, table.place == room.place)
    await connection.execute(sa.update(schema.rooms).where(*its).values(**columns))


# Guilds.


async def ensure_guild(connection: AsyncConnection, guild: GuildId) -> GuildRow:
    """Insert a guild if it is new, lock it for this transaction, and return it."""
    await add(connection, schema.guilds, {"guild": guild, "settings": {}})
    statement = select_rows(GuildRow, schema.guilds).where(schema.guilds.c.guild == guild)
    found = first(GuildRow, await connection.execute(statement.with_for_update()))
    assert found is not None  # noqa: S101 - it has just been put there
    return found


async def guilds_on(connection: AsyncConnection, platform: str) -> frozenset[GuildId]:
    """Return the guilds of a platform with a row of their own or a room's row."""
    columns = (schema.guilds.c.guild, schema.rooms.c.guild)
    its = (sa.select(one).where(one.startswith(f"{platform}:", autoescape=True)) for one in columns)
    return frozenset(map(GuildId, await connection.scalars(sa.union(*its))))


async def find_guild(connection: AsyncConnection, guild: GuildId) -> GuildRow | None:
    """Return a guild."""
    statement = select_rows(GuildRow, schema.guilds).where(schema.guilds.c.guild == guild)
    return first(GuildRow, await connection.execute(statement))


async def put_guild(connection: AsyncConnection, guild: GuildRow) -> None:
    """Insert or replace a guild's language and settings."""
    await put(connection, schema.guilds, values(guild))


async def languages_of(
    connection: AsyncConnection, room: Room, guild: GuildId | None
) -> tuple[str | None, str | None]:
    """Return the languages of a room and its guild.

    `guild` is that of a room that is not stored.
    """
    here = await find_room(connection, room)
    around = here.guild if here else guild
    found = await find_guild(connection, around) if around else None
    return (here.language if here else None), (found.language if found else None)


# Installations: a guild's tokens, sealed.


async def find_installation(connection: AsyncConnection, guild: GuildId) -> str | None:
    """Return the sealed installation of a guild."""
    table = schema.installations.c
    found: str | None = await connection.scalar(sa.select(table.sealed).where(table.guild == guild))
    return found


async def put_installation(
    connection: AsyncConnection, guild: GuildId, sealed: str, now: datetime
) -> None:
    """Insert or replace the installation of a guild."""
    row = {"guild": guild, "sealed": sealed, "changed_at": now}
    await put(connection, schema.installations, row)


async def installed_guilds(connection: AsyncConnection, platform: str) -> frozenset[GuildId]:
    """Return the guilds of a platform that have an installation."""
    guild = schema.installations.c.guild
    found = await connection.scalars(sa.select(guild).where(guild.startswith(f"{platform}:")))
    return frozenset(map(GuildId, found))


# People.


async def ensure_user(
    connection: AsyncConnection, user: User, name: str, locale: str | None = None
) -> UserRow:
    """Insert or rename a user, and return the row; without `locale`, the stored one stays."""
    row = {**values(user), "name": name, "locale": locale, "direct_closed": False}
    changing = ["name"] if locale is None else ["name", "locale"]
    await put(connection, schema.users, row, changing=changing)
    found = await find_user(connection, user)
    assert found is not None  # noqa: S101 - it has just been put there
    return found


async def find_user(connection: AsyncConnection, user: User) -> UserRow | None:
    """Return a user."""
    return (await find_users(connection, [user])).get(user)


async def find_users(connection: AsyncConnection, users: Iterable[User]) -> dict[User, UserRow]:
    """Return the rows of the users who have one."""
    return await _users_in(connection, _USERS_OF, frozenset(users))


async def _users_in(
    connection: AsyncConnection, statement: sa.Executable, wanted: Collection[User]
) -> dict[User, UserRow]:
    if not wanted:
        return {}
    keys = {
        "platforms": sorted({user.platform for user in wanted}),
        "ids": sorted({user.id for user in wanted}),
    }
    found = map(_user_row, await connection.execute(statement, keys))
    return {row.user: row for row in found if row.user in wanted}


async def lock_user(connection: AsyncConnection, user: User) -> UserRow | None:
    """Return a user, locked for this transaction."""
    rows = await connection.execute(sa.select(schema.users).where(is_user(user)).with_for_update())
    return next(map(_user_row, rows), None)


async def users_named(connection: AsyncConnection, name: str) -> tuple[UserRow, ...]:
    """Return all users with a name."""
    table = schema.users.c
    statement = sa.select(schema.users).where(table.name == name).order_by(table.platform, table.id)
    return tuple(map(_user_row, await connection.execute(statement)))


async def change_user(connection: AsyncConnection, user: User, **columns: object) -> None:
    """Change columns of a stored user."""
    await connection.execute(sa.update(schema.users).where(is_user(user)).values(**columns))


async def users_without_memory(
    connection: AsyncConnection, users: Iterable[User]
) -> frozenset[User]:
    """Return the users who have turned off the memory of their clues."""
    without = _USERS_OF.where(schema.users.c.remember_clues.is_(False))
    return frozenset(await _users_in(connection, without, frozenset(users)))


# Packs.


async def put_pack(connection: AsyncConnection, pack: Pack) -> None:
    """Insert the words of a pack if they are new, and lock them against deletion."""
    digest = schema.packs.c.digest
    kept = sa.select(digest).where(digest == pack.digest).with_for_update(read=True, key_share=True)
    row = {"digest": pack.digest, "name": pack.name, "words": [*pack.words]}
    while not await connection.scalar(kept):
        await add(connection, schema.packs, row)


async def find_pack(connection: AsyncConnection, digest: str) -> Pack | None:
    """Return the pack of a digest."""
    table = schema.packs.c
    found = sa.select(table.name, table.words).where(table.digest == digest)
    rows = await connection.execute(found)
    return next((Pack(row.name, tuple(row.words)) for row in rows), None)


async def drop_unused_packs(connection: AsyncConnection, digests: Iterable[str]) -> None:
    """Delete the packs that no game and no guild uses."""
    packs, games, guilds = schema.packs.c, schema.games.c, schema.guilds.c
    for digest in sorted(set(digests)):
        its = packs.digest == digest
        # The lock lets the queries below see a transaction that has just used the pack.
        await connection.execute(sa.select(packs.digest).where(its).with_for_update())
        played = sa.select(games.game_id).where(games.lists["pack"].as_string() == digest)
        brought = sa.select(guilds.guild).where(sa.cast(guilds.settings, sa.Text).contains(digest))
        unused = ~sa.exists(played) & ~sa.exists(brought)
        await connection.execute(sa.delete(schema.packs).where(its, unused))


def is_user(user: User) -> sa.ColumnElement[bool]:
    """Return the condition that a row of users is this user's."""
    table = schema.users.c
    return sa.and_(table.platform == user.platform, table.id == user.id)


_ROOM: Final = sa.select(schema.rooms).where(
    schema.rooms.c.platform == sa.bindparam("platform"),
    schema.rooms.c.place == sa.bindparam("place"),
)
_ROOM_GAME: Final = _ROOM.with_only_columns(schema.rooms.c.game_id)
_FINISHED_GAME: Final = (
    sa.select(schema.games.c.game_id)
    .join(schema.messages, schema.messages.c.game_id == schema.games.c.game_id)
    .where(schema.messages.c.room == sa.bindparam("shown"))
    .where(schema.games.c.kind == sa.bindparam("of_kind"))
    .where(schema.games.c.status == sa.bindparam("over"))
    .order_by(schema.games.c.changed_at.desc())
    .limit(1)
)
_USERS_OF: Final = sa.select(schema.users).where(
    schema.users.c.platform.in_(sa.bindparam("platforms", expanding=True)),
    schema.users.c.id.in_(sa.bindparam("ids", expanding=True)),
)
"""Selects users of these platforms with these ids, by the key in both databases.

With several platforms, a row may combine one user's platform and another's id.
"""


def _user_row(row: Any) -> UserRow:  # noqa: ANN401 - a row with the table's columns
    return UserRow(User(row.platform, row.id), row.name, row.locale, row.direct_closed)
