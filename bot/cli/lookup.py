"""People, guilds and games as operators name them, found in the database."""

from typing import Final

from sqlalchemy import select, union
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.chat.privacy.export import export
from bot.identity import GameId, GuildId, User
from bot.store import schema
from bot.store.games import GameRow, read_game
from bot.store.rooms import users_named
from core.rules import Refusal

MOST_LISTED_NAMES: Final = 20
"""Names that a refusal lists."""


async def find_user(conn: AsyncConnection, text: str) -> User:
    """Return the user of an id such as ``discord:42``, or the only one of a name.

    Raises Refusal.
    """
    try:
        return User.parse(text)
    except ValueError:
        found = await users_named(conn, text)
    if len(found) == 1:
        return found[0].user
    raise Refusal(
        "name-of-several" if found else "name-of-nobody",
        name=text,
        users=tuple(str(row.user) for row in found[:MOST_LISTED_NAMES]),
    )


async def find_own(conn: AsyncConnection, player: User) -> User:
    """Return `player`, or the only person here where that one is known by another name."""
    users = schema.users.c
    found = await conn.scalars(select(users.id).where(users.platform == player.platform))
    ids = found.all()
    return User(player.platform, ids[0]) if len(ids) == 1 else player


async def check_known(conn: AsyncConnection, user: User) -> None:
    """Raise Refusal for a user about whom nothing is stored."""
    if not any(rows for name, rows in (await export(conn, user)).items() if name != "user"):
        raise Refusal("user-unknown", user=str(user))


async def find_guild(conn: AsyncConnection, text: str | None) -> GuildId:
    """Return a guild that is known, the only one where none is named; raises Refusal.

    Known are those that have a room, a setting or a rating.
    """
    columns = (schema.rooms.c.guild, schema.guilds.c.guild, schema.ratings.c.guild)
    found = await conn.scalars(union(*(select(column) for column in columns)))
    known = sorted(GuildId(name) for name in found if name)
    if text is None and len(known) == 1:
        return known[0]
    if text is not None and text in known:
        return GuildId(text)
    listed = tuple(known[:MOST_LISTED_NAMES])
    if not known:
        raise Refusal("guild-none")
    if text is None:
        raise Refusal("guild-which", known=listed)
    raise Refusal("guild-unknown", guild=text, known=listed)


async def find_game(conn: AsyncConnection, text: str) -> GameRow:
    """Return the game of this name; raises Refusal."""
    row = await read_game(conn, GameId(text.casefold()))
    if row is None:
        raise Refusal("no-such-game", game=text)
    return row
