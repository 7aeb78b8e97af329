"""Games as they are kept: the log of their events, and the rows that follow from it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final, TypeAlias

from sqlalchemy import Select, delete, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from bot import schema
from bot.identity import GameId, User
from bot.lobby.model import Status
from bot.store.row import every, first, select_rows, values
from bot.store.statement import add
from core.rules import Seat

Body: TypeAlias = Mapping[str, Any]

UNFINISHED: Final = (Status.LOBBY.value, Status.RUNNING.value)
"""The statuses of games that may still change."""


class VersionConflict(Exception):
    """Somebody else has written this version, or this delivery: do it again on what is there now.

    It must leave the transaction, which is spoilt.
    """


@dataclass(frozen=True, slots=True)
class GameRow:
    """One game; `options` may hold what a keyword's owner typed, so they are not shown."""

    game_id: GameId
    kind: str
    options: Body = field(repr=False)
    settings: Body
    lists: Body
    commitment: str | None
    status: str
    version: int
    opened_at: datetime
    changed_at: datetime


@dataclass(frozen=True, slots=True)
class EventRow:
    """One event; its body may hold the deal, so it is not shown."""

    version: int
    seat: str
    tag: str
    body: Body = field(repr=False)
    at: datetime
    cause: str | None = None


@dataclass(frozen=True, slots=True)
class DeliveryRow:
    """What somebody's press did: the game, and its version afterwards; `count` grows by repeats."""

    source: str
    source_id: str
    game_id: GameId
    version: int
    at: datetime
    count: int = 1


@dataclass(frozen=True, slots=True)
class ThoughtsRow:
    """What a bot thought in one turn, which is secret until the game is over."""

    turn: int
    seat: Seat
    body: Body = field(repr=False)


# Games and their log.


async def insert_game(connection: AsyncConnection, game: GameRow) -> bool:
    """Add a game; return False where its name is taken."""
    return await add(connection, schema.games, values(game))


async def lock_game(connection: AsyncConnection, game_id: GameId) -> GameRow | None:
    """Return a game that nobody else can change before the transaction ends."""
    statement = _game().where(schema.games.c.game_id == game_id).with_for_update()
    return first(GameRow, await connection.execute(statement))


async def read_game(connection: AsyncConnection, game_id: GameId) -> GameRow | None:
    """Return a game."""
    return first(
        GameRow, await connection.execute(_game().where(schema.games.c.game_id == game_id))
    )


async def append(connection: AsyncConnection, after: GameRow, events: Sequence[EventRow]) -> None:
    """Add events to a game's log and make its row what it is after them.

    Raises VersionConflict where they do not follow the last event there is.
    """
    before = after.version - len(events)
    if [event.version for event in events] != [*range(before + 1, after.version + 1)]:
        raise ValueError("the events' versions do not lead to the game's")
    game = schema.games.c
    statement = update(schema.games).where(game.game_id == after.game_id, game.version == before)
    if (await connection.execute(statement.values(values(after)))).rowcount != 1:
        raise VersionConflict(after.game_id, after.version)
    if events:
        await _insert_events(connection, after.game_id, events)


async def events_after(
    connection: AsyncConnection, game_id: GameId, version: int = 0
) -> tuple[EventRow, ...]:
    """Return the events that follow a version, in their order."""
    event = schema.events.c
    statement = select_rows(EventRow, schema.events).order_by(event.version)
    statement = statement.where(event.game_id == game_id, event.version > version)
    return every(EventRow, await connection.execute(statement))


async def unfinished(connection: AsyncConnection) -> tuple[GameRow, ...]:
    """Return the games that may still change, the longest untouched first."""
    game = schema.games.c
    statement = _game().where(game.status.in_(UNFINISHED)).order_by(game.changed_at, game.game_id)
    return every(GameRow, await connection.execute(statement))


async def ended_since(connection: AsyncConnection, moment: datetime | None) -> tuple[GameId, ...]:
    """Return the games that came to their end since a moment, or ever, the oldest first."""
    game = schema.games.c
    statement = select(game.game_id).where(game.status.not_in(UNFINISHED))
    if moment is not None:
        statement = statement.where(game.changed_at >= moment)
    rows = await connection.scalars(statement.order_by(game.changed_at, game.game_id))
    return tuple(map(GameId, rows))


# Deliveries: that a repeated press is harmless.


async def count_delivery(
    connection: AsyncConnection, source: str, source_id: str
) -> DeliveryRow | None:
    """Count one more arrival of a delivery and return it, or None where it is new."""
    delivery = schema.deliveries.c
    this = (delivery.source == source, delivery.source_id == source_id)
    counted = update(schema.deliveries).where(*this).values(count=delivery.count + 1)
    if not (await connection.execute(counted)).rowcount:
        return None
    statement = select_rows(DeliveryRow, schema.deliveries).where(*this)
    return first(DeliveryRow, await connection.execute(statement))


async def insert_delivery(connection: AsyncConnection, delivery: DeliveryRow) -> None:
    """Remember a delivery; raises VersionConflict where it has come in another transaction."""
    if not await add(connection, schema.deliveries, values(delivery)):
        raise VersionConflict(delivery.game_id, delivery.version)


async def forget_deliveries(connection: AsyncConnection, before: datetime) -> int:
    """Delete the deliveries that came before a moment; return how many they were."""
    statement = delete(schema.deliveries).where(schema.deliveries.c.at < before)
    return (await connection.execute(statement)).rowcount


# Who sits where, as the log says; kept for those who search.


async def put_seats(
    connection: AsyncConnection, game_id: GameId, seats: Mapping[Seat, User]
) -> None:
    """Make these the chairs that are taken, and by whom."""
    await connection.execute(delete(schema.seats).where(schema.seats.c.game_id == game_id))
    rows = [{"game_id": game_id, "seat": seat, "user": str(user)} for seat, user in seats.items()]
    if rows:
        await connection.execute(insert(schema.seats), rows)


async def seats_of(connection: AsyncConnection, game_id: GameId) -> dict[Seat, User]:
    """Return the chairs that are taken, and by whom."""
    seat = schema.seats.c
    statement = select(seat.seat, seat.user).where(seat.game_id == game_id).order_by(seat.seat)
    rows = await connection.execute(statement)
    return {Seat(row.seat): User.parse(row.user) for row in rows}


async def games_of(connection: AsyncConnection, user: User) -> tuple[GameRow, ...]:
    """Return the games in which a user has a chair, the latest first."""
    seated = select(schema.seats.c.game_id).where(schema.seats.c.user == str(user))
    game = schema.games.c
    statement = _game().where(game.game_id.in_(seated))
    statement = statement.order_by(game.changed_at.desc(), game.game_id)
    return every(GameRow, await connection.execute(statement))


# What bots thought.


async def put_thoughts(connection: AsyncConnection, game_id: GameId, thoughts: ThoughtsRow) -> bool:
    """Keep a bot's thoughts of a turn; return False, and keep the first, where it has some."""
    return await add(connection, schema.thoughts, {"game_id": game_id, **values(thoughts)})


async def thoughts_of(connection: AsyncConnection, game_id: GameId) -> tuple[ThoughtsRow, ...]:
    """Return what bots thought in a game, turn by turn."""
    thoughts = schema.thoughts.c
    statement = select_rows(ThoughtsRow, schema.thoughts).where(thoughts.game_id == game_id)
    statement = statement.order_by(thoughts.turn, thoughts.seat)
    return every(ThoughtsRow, await connection.execute(statement))


def _game() -> Select[Any]:
    return select_rows(GameRow, schema.games)


async def _insert_events(
    connection: AsyncConnection, game_id: GameId, events: Sequence[EventRow]
) -> None:
    rows = [{"game_id": game_id, **values(event)} for event in events]
    try:
        await connection.execute(insert(schema.events), rows)
    except IntegrityError:
        # The second line of defence: the game's row said otherwise.
        raise VersionConflict(game_id, events[-1].version) from None
