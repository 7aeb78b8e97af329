"""Leases, deadlines and posted messages: work that exactly one process may do at a time."""

import os
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Final, NewType

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.identity import GameId, Room
from bot.store import schema
from bot.store.games import UNFINISHED
from bot.store.sql import add, every, put, select_rows, values

Holder = NewType("Holder", str)
"""Who holds leases: one process, for as long as it runs."""

_BOOKMARK: Final = "bookmark"
_ALIVE: Final = "alive"
_SIGNS: Final = "signs"
_NEVER: Final = datetime(9999, 1, 1, tzinfo=UTC)
_JUST_BEFORE: Final = timedelta(milliseconds=1)

PROCESS_TTL: Final = timedelta(seconds=8)
"""How long after its last sign of life a process is taken for dead, and its leases for ended."""

LIFE_RENEWAL_SECONDS: Final = 2.0
"""How often a process gives a sign of life; one or two may be late or lost."""

PROCESS: Final = "process"
"""The leases' kind of processes that live, by their holders' names."""

LONGEST_LEASE: Final = timedelta(minutes=2)
"""Longer than any lease runs: one that ends later was taken before the clock was set back."""

PUBLIC: Final = "public"
"""The audience of what everybody in a room sees."""


@dataclass(frozen=True, slots=True)
class DeadlineRow:
    """When a turn's time is up; `due_at` is None while paused.

    `rest_seconds` is what was left when it was set or paused, None in rows of earlier versions.
    """

    game_id: GameId
    turn: int
    kind: str
    due_at: datetime | None
    rest_seconds: float | None = None


@dataclass(frozen=True, slots=True)
class MessageRow:
    """A game's message in a room for an audience: PUBLIC, or the user whose view it is.

    `handle` is the platform's name of the message, None while there is none; `version` is the
    game's that it shows.
    """

    game_id: GameId
    room: Room
    audience: str
    handle: str | None
    version: int


# Leases.


def new_holder() -> Holder:
    """Return a name for this process that no other one has, nor this one after a restart."""
    return Holder(f"{os.getpid()}-{secrets.token_hex(8)}")


async def show_life(connection: AsyncConnection, process: Holder, now: datetime) -> None:
    """Give a process's sign of life: from the first on, its leases end soon after its last."""
    row = {"kind": PROCESS, "key": process, "holder": process, "until": now + PROCESS_TTL}
    await put(connection, schema.leases, row)


async def claim(
    connection: AsyncConnection,
    kind: str,
    key: str,
    holder: Holder,
    ttl: timedelta,
    now: datetime,
    *,
    again: bool = True,
) -> bool:
    """Return whether the work is the holder's now: nobody else's lease on it still runs.

    Whoever holds it already holds it for longer, or is refused like all others if not `again`.
    """
    row = {"kind": kind, "key": key, "holder": holder, "until": now + ttl}
    free = _FREE_AGAIN if again else LEASE_HAS_ENDED
    return await put(
        connection, schema.leases, row, where=free, given={**moments(now), "claiming": holder}
    )


def moments(now: datetime) -> dict[str, datetime]:
    """Return the parameters of `LEASE_HAS_ENDED`."""
    return {"now": now, "latest": now + LONGEST_LEASE}


def _has_ended() -> sa.ColumnElement[bool]:
    lease, process = schema.leases.c, schema.leases.alias("process").c
    dead = sa.select(process.key).where(process.kind == PROCESS, _is_over(process.until))
    return sa.or_(_is_over(lease.until), lease.holder.in_(dead))


def _is_over(until: sa.ColumnElement[datetime]) -> sa.ColumnElement[bool]:
    now, latest = (sa.bindparam(name, type_=schema.Instant()) for name in ("now", "latest"))
    return sa.or_(until < now, until > latest)


LEASE_HAS_ENDED: Final = _has_ended()
"""Whether a lease has run out, or its process is dead, or the clock was set back."""

_FREE_AGAIN: Final = sa.or_(LEASE_HAS_ENDED, schema.leases.c.holder == sa.bindparam("claiming"))


async def release(connection: AsyncConnection, kind: str, key: str, holder: Holder) -> bool:
    """End a lease before its time; return whether the holder had it."""
    held = {"of_kind": kind, "of_key": key, "of_holder": holder}
    return (await connection.execute(_RELEASE, held)).rowcount == 1


_HELD: Final = sa.and_(
    schema.leases.c.kind == sa.bindparam("of_kind"),
    schema.leases.c.key == sa.bindparam("of_key"),
    schema.leases.c.holder == sa.bindparam("of_holder"),
)
_RELEASE: Final = sa.delete(schema.leases).where(_HELD)


async def interrupt(
    connection: AsyncConnection, kind: str, key: str, holder: Holder, now: datetime
) -> None:
    """End a lease whose work may be half done: its row is left, as where a process died."""
    ended = sa.update(schema.leases).where(_HELD).values(until=now - _JUST_BEFORE)
    held = {"of_kind": kind, "of_key": key, "of_holder": holder}
    await connection.execute(ended, held)


async def release_all(connection: AsyncConnection, holder: Holder, now: datetime) -> int:
    """End the leases that a process that goes still has; return how many they were."""
    lease = schema.leases.c
    held = sa.delete(schema.leases).where(lease.holder == holder, lease.until >= now)
    number = (await connection.execute(held.where(lease.kind != PROCESS))).rowcount
    await release(connection, PROCESS, holder, holder)
    return number


async def forget_leases(connection: AsyncConnection, before: datetime) -> int:
    """Delete the leases that ended before a moment; return how many they were."""
    statement = sa.delete(schema.leases).where(schema.leases.c.until < before)
    return (await connection.execute(statement)).rowcount


# Signs of life, and bookmarks: rows that no lease ends.


async def beat(connection: AsyncConnection, now: datetime) -> tuple[int, datetime]:
    """Give a sign of life; return how many were before, by any process, and the last one's moment.

    Of several that ask at once, all but the first find the first's.
    """
    number, at = 0, now
    if not await add(connection, schema.leases, _bookmark(_ALIVE, now.isoformat())):
        found = await connection.execute(_bookmarks(_ALIVE).with_for_update())
        at = datetime.fromisoformat(found.scalar_one())
        number = int((await connection.execute(_bookmarks(_SIGNS))).scalar_one_or_none() or 0)
        await put_bookmark(connection, _ALIVE, now)
    await put(connection, schema.leases, _bookmark(_SIGNS, str(number + 1)))
    return number, at


async def put_bookmark(connection: AsyncConnection, name: str, at: datetime) -> None:
    """Remember a moment under a name, in place of the former one."""
    await put(connection, schema.leases, _bookmark(name, at.isoformat()))


async def bookmarked(connection: AsyncConnection, name: str) -> datetime | None:
    """Return the moment that is remembered under a name."""
    found = (await connection.execute(_bookmarks(name))).scalar_one_or_none()
    return None if found is None else datetime.fromisoformat(found)


async def drop_bookmark(connection: AsyncConnection, name: str, at: datetime) -> None:
    """Forget a moment, unless another one is remembered under the name by now."""
    await release(connection, _BOOKMARK, name, Holder(at.isoformat()))


def _bookmark(name: str, text: str) -> dict[str, Any]:
    """Return the row of a bookmark: its holder is the text, for the lease itself never ends."""
    return {"kind": _BOOKMARK, "key": name, "holder": text, "until": _NEVER}


def _bookmarks(name: str) -> sa.Select[Any]:
    lease = schema.leases.c
    return sa.select(lease.holder).where(lease.kind == _BOOKMARK, lease.key == name)


# Deadlines.


async def put_deadline(connection: AsyncConnection, deadline: DeadlineRow) -> None:
    """Set a deadline in place of the turn's former one of its kind."""
    await put(connection, schema.deadlines, values(deadline))


async def drop_deadline(connection: AsyncConnection, deadline: DeadlineRow) -> bool:
    """Delete a deadline; return False where it has been set anew since it was read."""
    statement = sa.delete(schema.deadlines).where(_is_still(deadline))
    return (await connection.execute(statement)).rowcount == 1


async def postpone_deadlines(connection: AsyncConnection, by: timedelta) -> int:
    """Put off all deadlines that run; return how many they are."""
    running = _deadlines().where(schema.deadlines.c.due_at.is_not(None)).with_for_update()
    rows = every(DeadlineRow, await connection.execute(running))
    return await _move(connection, {row: row.due_at + by for row in rows if row.due_at})


async def bound_deadlines(connection: AsyncConnection, now: datetime, tolerance: timedelta) -> int:
    """Bring deadlines back that lie further ahead than they were set; return how many they are.

    By more than `tolerance` further ahead lie only those that a process set whose clock was ahead.
    """
    moments = dict[DeadlineRow, datetime]()
    later = _deadlines().where(schema.deadlines.c.due_at > now + tolerance)
    for row in every(DeadlineRow, await connection.execute(later)):
        latest = None if row.rest_seconds is None else now + timedelta(seconds=row.rest_seconds)
        if row.due_at and latest and row.due_at > latest + tolerance:
            moments[row] = latest
    return await _move(connection, moments)


async def _move(connection: AsyncConnection, moments: Mapping[DeadlineRow, datetime]) -> int:
    """Set deadlines to other moments; return how many they are.

    What everybody sees of their games tells of the former moments, and so shows less than there is.
    """
    for row, due_at in moments.items():
        moved = sa.update(schema.deadlines).where(_is_still(row)).values(due_at=due_at)
        await connection.execute(moved)
    posted, games = schema.messages.c, {row.game_id for row in moments}
    telling = sa.update(schema.messages).where(posted.audience == PUBLIC, posted.game_id.in_(games))
    await connection.execute(telling.values(version=posted.version - 1))
    return len(moments)


async def drop_deadlines(
    connection: AsyncConnection, game_id: GameId, kind: str | None = None
) -> None:
    """Delete all deadlines of a game, or those of one kind."""
    row = schema.deadlines.c
    statement = sa.delete(schema.deadlines).where(row.game_id == game_id)
    await connection.execute(statement if kind is None else statement.where(row.kind == kind))


async def deadlines_of(connection: AsyncConnection, game_id: GameId) -> tuple[DeadlineRow, ...]:
    """Return the deadlines of a game."""
    return every(DeadlineRow, await connection.execute(_DEADLINES_OF, {"game": game_id}))


async def due(
    connection: AsyncConnection, now: datetime, limit: int = 100
) -> tuple[DeadlineRow, ...]:
    """Return the deadlines that have come, the oldest first, at most `limit`."""
    statement = _deadlines().where(schema.deadlines.c.due_at <= now).limit(limit)
    return every(DeadlineRow, await connection.execute(statement))


# Messages.


async def posted_messages(connection: AsyncConnection, game_id: GameId) -> tuple[MessageRow, ...]:
    """Return the messages of a game."""
    return tuple(map(_message_row, await connection.execute(_POSTED, {"game": game_id})))


async def public_messages(
    connection: AsyncConnection, game_id: GameId | None
) -> tuple[MessageRow, ...]:
    """Return what everybody in a room is shown of the games that may still change, or of one."""
    game, posted = schema.games.c, schema.messages.c
    joined = schema.messages.join(schema.games, game.game_id == posted.game_id)
    statement = select_rows(MessageRow, schema.messages).select_from(joined)
    statement = statement.where(posted.audience == PUBLIC, game.status.in_(UNFINISHED))
    if game_id is not None:
        statement = statement.where(posted.game_id == game_id)
    statement = statement.order_by(posted.game_id, posted.room)
    return tuple(map(_message_row, await connection.execute(statement)))


async def put_message(connection: AsyncConnection, message: MessageRow) -> bool:
    """Insert or change a message; return False where a newer one is stored."""
    row = {**values(message), "room": str(message.room)}
    return await put(
        connection, schema.messages, row, where=_OLDER, given={"at_most": message.version}
    )


async def update_message(connection: AsyncConnection, message: MessageRow) -> bool:
    """Change a message that is known of; return False where something newer is.

    One that was deleted meanwhile, with the person whom it was for, stays so.
    """
    table, changes = schema.messages.c, {"handle": message.handle, "version": message.version}
    same = sa.and_(
        table.game_id == message.game_id,
        table.room == str(message.room),
        table.audience == message.audience,
    )
    newest = (
        sa.update(schema.messages).where(same, table.version <= message.version).values(changes)
    )
    if (await connection.execute(newest)).rowcount:
        return True
    return (await connection.execute(sa.select(table.version).where(same))).first() is None


async def drop_message(
    connection: AsyncConnection, game_id: GameId, room: Room, audience: str
) -> None:
    """Delete the row of a message that is gone or no longer kept up to date."""
    posted = schema.messages.c
    statement = sa.delete(schema.messages).where(
        posted.game_id == game_id, posted.room == str(room), posted.audience == audience
    )
    await connection.execute(statement)


async def outdated_messages(connection: AsyncConnection) -> tuple[MessageRow, ...]:
    """Return the messages that show less than their game's last event, as they are now.

    A room that has not been drawn in at all shows version 0 of its game.
    """
    game, posted = schema.games.c, schema.messages.c
    joined = schema.messages.join(schema.games, game.game_id == posted.game_id)
    outdated = select_rows(MessageRow, schema.messages).select_from(joined)
    outdated = outdated.where(posted.version < game.version)
    late = sa.union_all(outdated, _unposted()).subquery()
    statement = sa.select(late).order_by(late.c.game_id, late.c.room, late.c.audience)
    return tuple(map(_message_row, await connection.execute(statement)))


_POSTED: Final = (
    select_rows(MessageRow, schema.messages)
    .where(schema.messages.c.game_id == sa.bindparam("game"))
    .order_by(schema.messages.c.room, schema.messages.c.audience)
)
_OLDER: Final = schema.messages.c.version <= sa.bindparam("at_most")


def _deadlines() -> sa.Select[Any]:
    deadline = schema.deadlines.c
    order = (deadline.due_at, deadline.game_id, deadline.turn, deadline.kind)
    return select_rows(DeadlineRow, schema.deadlines).order_by(*order)


def _is_still(deadline: DeadlineRow) -> sa.ColumnElement[bool]:
    row = schema.deadlines.c
    return sa.and_(
        row.game_id == deadline.game_id,
        row.turn == deadline.turn,
        row.kind == deadline.kind,
        row.due_at == deadline.due_at,
    )


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


_DEADLINES_OF: Final = _deadlines().where(schema.deadlines.c.game_id == sa.bindparam("game"))
