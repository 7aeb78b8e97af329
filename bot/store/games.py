"""Stored games: the log of events, and the rows derived from it."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final, TypeAlias

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.identity import GameId, GuildId, Room, User
from bot.lobby.model import Status
from bot.store import schema
from bot.store.prepared import Prepared
from bot.store.rooms import UserRow
from bot.store.sql import add, column_names, every, first, select_rows, values
from core.rules import Seat

JsonObject: TypeAlias = Mapping[str, Any]

UNFINISHED: Final = (Status.LOBBY.value, Status.RUNNING.value)
"""The statuses of games that may still change."""


class VersionConflict(Exception):
    """Another transaction has written this version or this delivery: retry in a new transaction."""


@dataclass(frozen=True, slots=True)
class GameRow:
    """A game; its `repr` hides `options`, which may contain an owner's private keyword."""

    game_id: GameId
    kind: str
    options: JsonObject = field(repr=False)
    settings: JsonObject
    lists: JsonObject
    commitment: str | None
    status: str
    version: int
    opened_at: datetime
    changed_at: datetime


@dataclass(frozen=True, slots=True)
class EventRow:
    """An event; its `repr` hides the body, which may contain the deal."""

    version: int
    seat: str
    tag: str
    body: JsonObject = field(repr=False)
    at: datetime
    cause: str | None = None


@dataclass(frozen=True, slots=True)
class DeliveryRow:
    """A delivery: its game, the version after it, and the number of times it arrived (`count`)."""

    source: str
    source_id: str
    game_id: GameId
    version: int
    at: datetime
    count: int = 1


@dataclass(frozen=True, slots=True)
class ThoughtsRow:
    """A bot's thoughts in one turn, secret until the game is over."""

    turn: int
    seat: Seat
    body: JsonObject = field(repr=False)


# Games and their log.


async def insert_game(connection: AsyncConnection, game: GameRow) -> bool:
    """Insert a game; return False if its name is taken."""
    return await add(connection, schema.games, values(game))


async def lock_game(connection: AsyncConnection, game_id: GameId) -> GameRow | None:
    """Return a game, locked until the transaction ends."""
    return first(GameRow, await connection.execute(_LOCKED, {"game_id": game_id}))


async def read_game(connection: AsyncConnection, game_id: GameId) -> GameRow | None:
    """Return a game."""
    return first(GameRow, await connection.execute(_ONE, {"game_id": game_id}))


async def append(connection: AsyncConnection, after: GameRow, events: Sequence[EventRow]) -> None:
    """Append events to a game's log and update its row to `after`.

    Raises VersionConflict if they do not follow the last stored event.
    """
    before = after.version - len(events)
    if [event.version for event in events] != [*range(before + 1, after.version + 1)]:
        raise ValueError("the events' versions do not lead to the game's")
    key = {"this_game": after.game_id, "before": before}
    if await _ADVANCE.change(connection, {**values(after), **key}) != 1:
        raise VersionConflict(after.game_id, after.version)
    rows = [{"game_id": after.game_id, **values(event)} for event in events]
    try:
        if rows:
            await _INSERT_EVENTS.change(connection, *rows)
    except IntegrityError:
        # Only if another process appended without advancing the game's row.
        raise VersionConflict(after.game_id, after.version) from None


async def put_lists(connection: AsyncConnection, game_id: GameId, lists: JsonObject) -> None:
    """Replace the lists of a locked game."""
    game = sa.update(schema.games).where(schema.games.c.game_id == game_id)
    await connection.execute(game.values(lists={**lists}))


async def events_after(
    connection: AsyncConnection, game_id: GameId, version: int = 0
) -> tuple[EventRow, ...]:
    """Return the events after a version, in order."""
    after = {"game_id": game_id, "after": version}
    return every(EventRow, await _EVENTS_AFTER.rows(connection, after))


async def unfinished(connection: AsyncConnection) -> tuple[GameRow, ...]:
    """Return the unfinished games, the longest unchanged first."""
    game = schema.games.c
    statement = _game().where(game.status.in_(UNFINISHED)).order_by(game.changed_at, game.game_id)
    return every(GameRow, await connection.execute(statement))


async def last_events(
    connection: AsyncConnection, user: User, tags: Collection[str]
) -> tuple[EventRow, ...]:
    """Return the last event with one of these tags in each unfinished game of a user.

    A user's games are those in which they have a chair or have acted at the table.
    """
    game, seat = schema.games.c, schema.seats.c
    event, tagged = schema.events.c, schema.events.alias().c
    acted = sa.select(event.game_id).where(event.seat == str(user))
    sits = sa.select(seat.game_id).where(seat.user == str(user))
    last = sa.select(sa.func.max(tagged.version)).where(
        tagged.game_id == game.game_id, tagged.tag.in_(tags)
    )
    statement = select_rows(EventRow, schema.events).where(
        game.status.in_(UNFINISHED),
        game.game_id.in_(acted.union(sits)),
        event.game_id == game.game_id,
        event.version == last.correlate(schema.games).scalar_subquery(),
    )
    return every(EventRow, await connection.execute(statement))


async def count_open_in(
    connection: AsyncConnection, platform: str, guild: GuildId, *, besides: GameId
) -> int:
    """Return the number of other unfinished games in a guild's rooms and threads."""
    game, room, thread = schema.games.c, schema.rooms.c, schema.threads.c
    its = sa.exists().where(room.game_id == game.game_id, room.guild == guild)
    # The room of a game in a thread may have another game.
    place = sa.func.substr(thread.room, len(f"{platform}:") + 1)
    threaded = sa.exists().where(
        thread.game_id == game.game_id,
        room.platform == platform,
        room.place == place,
        room.guild == guild,
    )
    others = (game.status.in_(UNFINISHED), game.game_id != besides, sa.or_(its, threaded))
    counted = sa.select(sa.func.count()).select_from(schema.games).where(*others)
    return await connection.scalar(counted) or 0


async def ended_since(connection: AsyncConnection, moment: datetime | None) -> tuple[GameId, ...]:
    """Return the games that ended since a time (None: ever), the oldest first."""
    game = schema.games.c
    statement = sa.select(game.game_id).where(game.status.not_in(UNFINISHED))
    if moment is not None:
        statement = statement.where(game.changed_at >= moment)
    rows = await connection.scalars(statement.order_by(game.changed_at, game.game_id))
    return tuple(map(GameId, rows))


# Deliveries, which make a repeated press harmless.


@dataclass(frozen=True, slots=True)
class CallerRoom:
    """The guild and settings of a request's room."""

    guild: GuildId
    settings: JsonObject


@dataclass(frozen=True, slots=True)
class RequestRows:
    """The rows that a request needs; `room` and `user` are None if they are not stored."""

    game: GameRow
    repeated: bool
    room: CallerRoom | None
    user: UserRow | None


async def lock_request(
    connection: AsyncConnection,
    game_id: GameId,
    source: tuple[str, str],
    room: Room | None,
    user: User | None,
) -> RequestRows | None:
    """Lock a game like `lock_game`; return it with the other rows of a request.

    `source` is the request's delivery. PostgreSQL reads the other rows before it waits for the
    lock.
    """
    values = {
        "game_id": game_id,
        "source": source[0],
        "source_id": source[1],
        "room_platform": room.platform if room else "",
        "place": room.place if room else "",
        "user_platform": user.platform if user else "",
        "user_id": user.id if user else "",
    }
    rows = await _REQUEST.rows(connection, values)
    if not rows:
        return None
    *game, version, guild, settings, name, locale, direct_closed = rows[0]
    return RequestRows(
        GameRow(*game),
        version is not None,
        None if guild is None else CallerRoom(guild, settings),
        UserRow(user, name, locale, direct_closed) if user and name is not None else None,
    )


async def count_delivery(
    connection: AsyncConnection, source: str, source_id: str
) -> DeliveryRow | None:
    """Count a repeated delivery and return it; None if it is new."""
    delivery = schema.deliveries.c
    this = (delivery.source == source, delivery.source_id == source_id)
    counted = sa.update(schema.deliveries).where(*this).values(count=delivery.count + 1)
    if not (await connection.execute(counted)).rowcount:
        return None
    statement = select_rows(DeliveryRow, schema.deliveries).where(*this)
    return first(DeliveryRow, await connection.execute(statement))


async def insert_delivery(connection: AsyncConnection, delivery: DeliveryRow) -> None:
    """Insert a delivery; raises VersionConflict if another transaction has inserted it."""
    if not await add(connection, schema.deliveries, values(delivery)):
        raise VersionConflict(delivery.game_id, delivery.version)


async def forget_deliveries(connection: AsyncConnection, before: datetime) -> int:
    """Delete the deliveries before a time; return their number."""
    statement = sa.delete(schema.deliveries).where(schema.deliveries.c.at < before)
    return (await connection.execute(statement)).rowcount


# Seats, derived from the log for searches.


async def put_seats(
    connection: AsyncConnection, game_id: GameId, seats: Mapping[Seat, User]
) -> None:
    """Replace the taken seats of a game."""
    await connection.execute(sa.delete(schema.seats).where(schema.seats.c.game_id == game_id))
    rows = [{"game_id": game_id, "seat": seat, "user": str(user)} for seat, user in seats.items()]
    if rows:
        await connection.execute(sa.insert(schema.seats), rows)


async def games_of(connection: AsyncConnection, user: User) -> tuple[GameRow, ...]:
    """Return the games in which a user has a seat, the latest first."""
    seated = sa.select(schema.seats.c.game_id).where(schema.seats.c.user == str(user))
    game = schema.games.c
    statement = _game().where(game.game_id.in_(seated))
    statement = statement.order_by(game.changed_at.desc(), game.game_id)
    return every(GameRow, await connection.execute(statement))


# Thoughts of bots.


async def put_thoughts(connection: AsyncConnection, game_id: GameId, thoughts: ThoughtsRow) -> bool:
    """Insert a bot's thoughts of a turn; return False if the turn has some already."""
    return await add(connection, schema.thoughts, {"game_id": game_id, **values(thoughts)})


async def thoughts_of(connection: AsyncConnection, game_id: GameId) -> tuple[ThoughtsRow, ...]:
    """Return the bots' thoughts in a game, turn by turn."""
    thoughts = schema.thoughts.c
    statement = select_rows(ThoughtsRow, schema.thoughts).where(thoughts.game_id == game_id)
    statement = statement.order_by(thoughts.turn, thoughts.seat)
    return every(ThoughtsRow, await connection.execute(statement))


def _game() -> sa.Select[Any]:
    return select_rows(GameRow, schema.games)


_ONE: Final = _game().where(schema.games.c.game_id == sa.bindparam("game_id"))
_LOCKED: Final = _ONE.with_for_update()
_ADVANCE: Final = Prepared(
    sa.update(schema.games).where(
        schema.games.c.game_id == sa.bindparam("this_game"),
        schema.games.c.version == sa.bindparam("before"),
    ),
    column_names(GameRow),
)
_INSERT_EVENTS: Final = Prepared(sa.insert(schema.events), ("game_id", *column_names(EventRow)))
_EVENTS_AFTER: Final = Prepared(
    select_rows(EventRow, schema.events)
    .where(
        schema.events.c.game_id == sa.bindparam("game_id"),
        schema.events.c.version > sa.bindparam("after"),
    )
    .order_by(schema.events.c.version)
)


def _request() -> sa.Select[Any]:
    delivery, room, user = schema.deliveries.c, schema.rooms.c, schema.users.c
    given = sa.bindparam
    came = sa.and_(delivery.source == given("source"), delivery.source_id == given("source_id"))
    here = sa.and_(room.platform == given("room_platform"), room.place == given("place"))
    asking = sa.and_(user.platform == given("user_platform"), user.id == given("user_id"))
    joined = schema.games.outerjoin(schema.deliveries, came)
    joined = joined.outerjoin(schema.rooms, here).outerjoin(schema.users, asking)
    columns = [delivery.version, room.guild, room.settings]
    columns += [user.name, user.locale, user.direct_closed]
    labelled = (column.label(f"request_{number}") for number, column in enumerate(columns))
    statement = _ONE.add_columns(*labelled).select_from(joined)
    return statement.with_for_update(of=schema.games)


_REQUEST: Final = Prepared(_request())
