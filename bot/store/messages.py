"""Posted messages: the version that each shows, its claim, and the task of drawing it."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.identity import GameId, Room, User
from bot.store import schema
from bot.store.games import UNFINISHED, GameRow
from bot.store.leases import JUST_BEFORE, PUBLIC, Holder, has_ended, moments
from bot.store.prepared import Prepared
from bot.store.sql import add, select_rows, values


@dataclass(frozen=True, slots=True)
class MessageRow:
    """A game's message in a room for an audience: PUBLIC, or the user whose view it is.

    `handle` is the platform's name for the message, None before the first post; `version` is the
    shown version of the game.
    """

    game_id: GameId
    room: Room
    audience: str
    handle: str | None
    version: int


@dataclass(frozen=True, slots=True)
class TaskRow:
    """A game, and its message in a room, if any.

    `interrupted`: the claim expired before a post or an edit ended. `languages` are those of the
    reader, the room and its guild, None if not set.
    """

    game: GameRow
    message: MessageRow | None
    interrupted: bool
    languages: tuple[str | None, ...]


# Drawing.


async def read_task(
    connection: AsyncConnection, message: MessageRow, now: datetime
) -> TaskRow | None:
    """Return the task of a message, read in one statement; None without a game."""
    reader = None if message.audience == PUBLIC else User.parse(message.audience)
    values = _named(message) | {
        "this_platform": message.room.platform,
        "this_place": message.room.place,
        "reader_platform": reader.platform if reader else "",
        "reader_id": reader.id if reader else "",
    }
    rows = await _TASK.rows(connection, values | moments(now))
    if not rows:
        return None
    *game, handle, version, interrupted, user, room, guild = rows[0]
    found = None if version is None else replace(message, handle=handle, version=version)
    return TaskRow(GameRow(*game), found, bool(interrupted), (user, room, guild))


async def claim_message(
    connection: AsyncConnection,
    message: MessageRow,
    holder: Holder,
    ttl: timedelta,
    now: datetime,
    *,
    is_new: bool = False,
) -> bool:
    """Claim a message for drawing, as `leases.claim` does; insert it if it `is_new`."""
    until = now + ttl
    if is_new:
        row = {**_stored(message), "holder": holder, "until": until}
        return await add(connection, schema.messages, row)
    claim = {"claiming": holder, "claimed_until": until}
    return await _CLAIM.change(connection, _named(message) | moments(now) | claim) == 1


async def show_message(
    connection: AsyncConnection, message: MessageRow, ending: Holder | None = None
) -> bool:
    """Store the shown version of a message and end a holder's claim, in one statement.

    Return False if the message shows a newer version or is not stored.
    """
    shown = {"shown": message.version, "as_handle": message.handle, "claiming": ending or ""}
    return await _SHOW.change(connection, _named(message) | shown) == 1


async def put_message(
    connection: AsyncConnection, message: MessageRow, ending: Holder | None = None
) -> bool:
    """Like `show_message`, but insert a missing public message.

    A private message stays deleted if another transaction has deleted it, as with its reader.
    """
    if await show_message(connection, message, ending):
        return True
    if await _is_there(connection, message):
        return False
    return message.audience != PUBLIC or await add(connection, schema.messages, _stored(message))


async def drop_message(connection: AsyncConnection, message: MessageRow) -> bool:
    """Delete a message unless it shows a newer version; return whether it is gone."""
    shown = _named(message) | {"shown": message.version}
    return bool(await _DROP.change(connection, shown)) or not await _is_there(connection, message)


async def interrupt_message(
    connection: AsyncConnection, message: MessageRow, holder: Holder, now: datetime
) -> None:
    """End a holder's claim on a message whose post or edit may be half done."""
    messages = schema.messages.c
    ended = sa.update(schema.messages).where(_THIS, messages.holder == holder)
    await connection.execute(ended.values(until=now - JUST_BEFORE), _named(message))


# Looking.


async def posted_messages(connection: AsyncConnection, game_id: GameId) -> tuple[MessageRow, ...]:
    """Return the messages of a game."""
    return tuple(map(_message_row, await connection.execute(_POSTED, {"game": game_id})))


async def public_messages(
    connection: AsyncConnection, game_id: GameId | None
) -> tuple[MessageRow, ...]:
    """Return the public messages of all unfinished games, or of one of them."""
    game, posted = schema.games.c, schema.messages.c
    statement = _WITH_GAMES.where(posted.audience == PUBLIC, game.status.in_(UNFINISHED))
    if game_id is not None:
        statement = statement.where(posted.game_id == game_id)
    statement = statement.order_by(posted.game_id, posted.room)
    return tuple(map(_message_row, await connection.execute(statement)))


async def outdated_messages(connection: AsyncConnection) -> tuple[MessageRow, ...]:
    """Return the messages that show an earlier version than their game's last.

    A room without a message counts as one that shows version 0.
    """
    game, posted = schema.games.c, schema.messages.c
    late = sa.union_all(_WITH_GAMES.where(posted.version < game.version), _unposted()).subquery()
    statement = sa.select(late).order_by(late.c.game_id, late.c.room, late.c.audience)
    return tuple(map(_message_row, await connection.execute(statement)))


async def _is_there(connection: AsyncConnection, message: MessageRow) -> bool:
    found = sa.select(schema.messages.c.version).where(_THIS)
    return (await connection.execute(found, _named(message))).first() is not None


def _named(message: MessageRow) -> dict[str, Any]:
    """Return the values for `_THIS`."""
    return {
        "this_game": message.game_id,
        "this_room": str(message.room),
        "this_audience": message.audience,
    }


def _stored(message: MessageRow) -> dict[str, Any]:
    return {**values(message), "room": str(message.room)}


_WITH_GAMES: Final = select_rows(MessageRow, schema.messages).join_from(
    schema.messages, schema.games
)
_POSTED: Final = (
    select_rows(MessageRow, schema.messages)
    .where(schema.messages.c.game_id == sa.bindparam("game"))
    .order_by(schema.messages.c.room, schema.messages.c.audience)
)
_THIS: Final = sa.and_(
    schema.messages.c.game_id == sa.bindparam("this_game"),
    schema.messages.c.room == sa.bindparam("this_room"),
    schema.messages.c.audience == sa.bindparam("this_audience"),
)
_NOT_NEWER: Final = schema.messages.c.version <= sa.bindparam("shown")
_HAS_ENDED: Final = has_ended(schema.messages.c.holder, schema.messages.c.until)
_IS_OURS: Final = schema.messages.c.holder == sa.bindparam("claiming")
_CLAIM: Final = Prepared(
    sa.update(schema.messages)
    .where(_THIS, sa.or_(schema.messages.c.holder.is_(None), _HAS_ENDED, _IS_OURS))
    .values(holder=sa.bindparam("claiming"), until=sa.bindparam("claimed_until"))
)
_SHOW: Final = Prepared(
    sa.update(schema.messages)
    .where(_THIS, _NOT_NEWER)
    .values(
        handle=sa.bindparam("as_handle"),
        version=sa.bindparam("shown"),
        holder=sa.case((_IS_OURS, sa.null()), else_=schema.messages.c.holder),
        until=sa.case((_IS_OURS, sa.null()), else_=schema.messages.c.until),
    )
)
_DROP: Final = Prepared(sa.delete(schema.messages).where(_THIS, _NOT_NEWER))


def _task() -> sa.Select[Any]:
    game, posted = schema.games.c, schema.messages.c
    room, guild, user = schema.rooms.c, schema.guilds.c, schema.users.c
    given = sa.bindparam
    here = sa.and_(room.platform == given("this_platform"), room.place == given("this_place"))
    reader = sa.and_(user.platform == given("reader_platform"), user.id == given("reader_id"))
    its = sa.and_(posted.game_id == game.game_id, _THIS)
    joined = schema.games.outerjoin(schema.messages, its).outerjoin(schema.rooms, here)
    joined = joined.outerjoin(schema.guilds, guild.guild == room.guild)
    interrupted = sa.and_(posted.holder.is_not(None), _HAS_ENDED)
    languages = (user.locale, room.language, guild.language)
    columns = enumerate((posted.handle, posted.version, interrupted, *languages))
    labelled = (column.label(f"task_{number}") for number, column in columns)
    statement = select_rows(GameRow, schema.games).add_columns(*labelled)
    statement = statement.select_from(joined.outerjoin(schema.users, reader))
    return statement.where(game.game_id == given("this_game"))


_TASK: Final = Prepared(_task())


def _unposted() -> sa.Select[Any]:
    """Select the rooms without a public message of their game."""
    game, room, posted = schema.games.c, schema.rooms.c, schema.messages.c
    name = (room.platform + ":" + room.place).label("room")
    its = sa.and_(
        posted.game_id == game.game_id,
        posted.room == room.platform + ":" + room.place,
        posted.audience == PUBLIC,
    )
    joined = schema.rooms.join(schema.games, game.game_id == room.game_id)
    joined = joined.outerjoin(schema.messages, its)
    statement = sa.select(
        game.game_id,
        name,
        sa.literal(PUBLIC).label("audience"),
        posted.handle,  # NULL
        sa.literal(0).label("version"),
    )
    return statement.select_from(joined).where(posted.game_id.is_(None), game.version > 0)


def _message_row(row: Any) -> MessageRow:  # noqa: ANN401 - a row with the table's columns
    return MessageRow(row.game_id, Room.parse(row.room), row.audience, row.handle, row.version)
