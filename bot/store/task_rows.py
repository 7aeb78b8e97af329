"""All that drawing a message begins with, in one statement: game, message, lease and languages."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from sqlalchemy import Select, and_, bindparam
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.identity import User
from bot.store import schema
from bot.store.games import GameRow
from bot.store.leases import LEASE_HAS_ENDED, PUBLIC, MessageRow, moments
from bot.store.sql import select_rows


@dataclass(frozen=True, slots=True)
class TaskRow:
    """A game, and its message at a place, None where there is none.

    `interrupted` tells that a post or edit did not end: the message's lease has ended and was not
    released. `languages` are those of the reader, the room and its guild, None where none is set.
    """

    game: GameRow
    message: MessageRow | None
    interrupted: bool
    languages: tuple[str | None, ...]


async def read_task(
    connection: AsyncConnection, message: MessageRow, kind: str, key: str, now: datetime
) -> TaskRow | None:
    """Return the task of a message, whose lease has this kind and key; None without a game."""
    reader = None if message.audience == PUBLIC else User.parse(message.audience)
    values = {
        "this_game": message.game_id,
        "this_room": str(message.room),
        "this_audience": message.audience,
        "this_platform": message.room.platform,
        "this_place": message.room.place,
        "reader_platform": reader.platform if reader else "",
        "reader_id": reader.id if reader else "",
        "this_kind": kind,
        "this_key": key,
    } | moments(now)
    row = (await connection.execute(_TASK, values)).first()
    if row is None:
        return None
    *game, handle, version, interrupted, user, room, guild = row
    found = None
    if version is not None:
        found = MessageRow(message.game_id, message.room, message.audience, handle, version)
    return TaskRow(GameRow(*game), found, interrupted is not None, (user, room, guild))


def _task() -> Select[Any]:
    game, posted, lease = schema.games.c, schema.messages.c, schema.leases.c
    room, guild, user = schema.rooms.c, schema.guilds.c, schema.users.c
    its = and_(
        posted.game_id == game.game_id,
        posted.room == bindparam("this_room"),
        posted.audience == bindparam("this_audience"),
    )
    left = and_(
        lease.kind == bindparam("this_kind"),
        lease.key == bindparam("this_key"),
        LEASE_HAS_ENDED,
    )
    here = and_(room.platform == bindparam("this_platform"), room.place == bindparam("this_place"))
    reader = and_(user.platform == bindparam("reader_platform"), user.id == bindparam("reader_id"))
    joined = schema.games.outerjoin(schema.messages, its).outerjoin(schema.leases, left)
    joined = joined.outerjoin(schema.rooms, here).outerjoin(
        schema.guilds, guild.guild == room.guild
    )
    columns = (posted.handle, posted.version, lease.key, user.locale, room.language, guild.language)
    labelled = (column.label(f"task_{number}") for number, column in enumerate(columns))
    statement = select_rows(GameRow, schema.games).add_columns(*labelled)
    statement = statement.select_from(joined.outerjoin(schema.users, reader))
    return statement.where(game.game_id == bindparam("this_game"))


_TASK: Final = _task()
