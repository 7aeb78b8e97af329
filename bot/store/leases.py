"""Leases and deadlines, for work that one process does at a time."""

import os
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Final, NewType

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.identity import GameId
from bot.store import schema
from bot.store.prepared import Prepared
from bot.store.sql import add, every, put, select_rows, values

Holder = NewType("Holder", str)
"""The name of a process that holds leases, unique to one run."""

_BOOKMARK: Final = "bookmark"
_ALIVE: Final = "alive"
_BEATS: Final = "signs"
UNENDING: Final = datetime(9999, 1, 1, tzinfo=UTC)

JUST_BEFORE: Final = timedelta(milliseconds=1)
"""Age of the end that an ended lease gets, so that it counts as over."""

PUBLIC: Final = "public"
"""The audience of messages for everyone in a room."""

PROCESS_TTL: Final = timedelta(seconds=8)
"""Time without a heartbeat after which a process counts as dead and its leases end."""

LIFE_RENEWAL_SECONDS: Final = 2.0
"""Interval of a process's heartbeats; one or two may be late or lost."""

LOOKS: Final = int(PROCESS_TTL.total_seconds() / LIFE_RENEWAL_SECONDS)
"""Number of checks, one every LIFE_RENEWAL_SECONDS, within which a living process beats."""

PROCESS: Final = "process"
"""The kind of the leases of living processes, whose keys are the holders."""

LONGEST_LEASE: Final = timedelta(minutes=2)
"""Longer than any lease: a later end means that the clock was set back after the claim."""


@dataclass(frozen=True, slots=True)
class DeadlineRow:
    """The deadline of a turn; `due_at` is None while paused.

    `rest_seconds` is the time left at the last start or pause; None in rows of earlier versions.
    """

    game_id: GameId
    turn: int
    kind: str
    due_at: datetime | None
    rest_seconds: float | None = None


# Leases.


def new_holder() -> Holder:
    """Return a unique name for this run of the process."""
    return Holder(f"{os.getpid()}-{secrets.token_hex(8)}")


async def show_life(connection: AsyncConnection, process: Holder, now: datetime) -> None:
    """Record a process's heartbeat; from the first on, its leases end soon after the last one."""
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
    """Claim a lease unless another holder's is running; return whether that succeeded.

    The current holder extends the lease, unless `again` is False.
    """
    row = {"kind": kind, "key": key, "holder": holder, "until": now + ttl}
    free = _FREE_AGAIN if again else _HAS_ENDED
    return await put(
        connection, schema.leases, row, where=free, given={**moments(now), "claiming": holder}
    )


def moments(now: datetime) -> dict[str, datetime]:
    """Return the parameters of `has_ended`."""
    return {"now": now, "latest": now + LONGEST_LEASE}


def has_ended(
    holder: sa.ColumnElement[str], until: sa.ColumnElement[datetime]
) -> sa.ColumnElement[bool]:
    """Return the condition that a claim has expired, its process is dead, or the clock went back.

    `moments` returns its parameters.
    """
    process = schema.leases.alias("process").c
    dead = sa.select(process.key).where(process.kind == PROCESS, _is_over(process.until))
    return sa.or_(_is_over(until), holder.in_(dead))


def _is_over(until: sa.ColumnElement[datetime]) -> sa.ColumnElement[bool]:
    now, latest = (sa.bindparam(name, type_=schema.Instant()) for name in ("now", "latest"))
    return sa.or_(until < now, until > latest)


_HAS_ENDED: Final = has_ended(schema.leases.c.holder, schema.leases.c.until)
_FREE_AGAIN: Final = sa.or_(_HAS_ENDED, schema.leases.c.holder == sa.bindparam("claiming"))


async def release(connection: AsyncConnection, kind: str, key: str, holder: Holder) -> bool:
    """End a lease early; return whether the holder held it."""
    held = {"of_kind": kind, "of_key": key, "of_holder": holder}
    return await _RELEASE.change(connection, held) == 1


_HELD: Final = sa.and_(
    schema.leases.c.kind == sa.bindparam("of_kind"),
    schema.leases.c.key == sa.bindparam("of_key"),
    schema.leases.c.holder == sa.bindparam("of_holder"),
)
_RELEASE: Final = Prepared(sa.delete(schema.leases).where(_HELD))


async def interrupt(
    connection: AsyncConnection, kind: str, key: str, holder: Holder, now: datetime
) -> None:
    """End a lease whose work may be half done; its row stays, as after a crash."""
    ended = sa.update(schema.leases).where(_HELD).values(until=now - JUST_BEFORE)
    held = {"of_kind": kind, "of_key": key, "of_holder": holder}
    await connection.execute(ended, held)


async def release_all(connection: AsyncConnection, holder: Holder, now: datetime) -> int:
    """End all claims of a process that stops; return their number."""
    lease, message = schema.leases.c, schema.messages.c
    held = sa.delete(schema.leases).where(lease.holder == holder, lease.until >= now)
    drawn = sa.update(schema.messages).where(message.holder == holder, message.until >= now)
    number = (await connection.execute(held.where(lease.kind != PROCESS))).rowcount
    number += (await connection.execute(drawn.values(holder=None, until=None))).rowcount
    await release(connection, PROCESS, holder, holder)
    return number


async def forget_leases(connection: AsyncConnection, before: datetime) -> int:
    """Delete the leases that ended before a time; return their number."""
    statement = sa.delete(schema.leases).where(schema.leases.c.until < before)
    return (await connection.execute(statement)).rowcount


# Heartbeats of all processes, and bookmarks: rows that never expire.


async def beat(connection: AsyncConnection, now: datetime) -> tuple[int, datetime]:
    """Count a heartbeat; return the number of earlier ones and the time of the last.

    Among concurrent calls, each also counts the heartbeats of those before it.
    """
    number, at = 0, now
    if not await add(connection, schema.leases, _bookmark(_ALIVE, now.isoformat())):
        found = await connection.execute(_bookmarks(_ALIVE).with_for_update())
        at = datetime.fromisoformat(found.scalar_one())
        number = int((await connection.execute(_bookmarks(_BEATS))).scalar_one_or_none() or 0)
        await put_bookmark(connection, _ALIVE, now)
    await put(connection, schema.leases, _bookmark(_BEATS, str(number + 1)))
    return number, at


class LifeWatch:
    """The other processes' last heartbeats, and the number of checks since then."""

    def __init__(self) -> None:
        self._seen: dict[str, tuple[datetime, int]] = {}

    async def end_silent(self, connection: AsyncConnection, now: datetime) -> None:
        """End the leases of processes without heartbeats.

        This covers a dead process whose clock was ahead: its leases would expire too late.
        """
        seen = dict[str, tuple[datetime, int]]()
        for process, until in await connection.execute(_UNENDED, {"now": now}):
            last, looks = self._seen.get(process, (until, 0))
            seen[process] = until, looks + 1 if last == until else 1
            if seen[process][1] > LOOKS:
                await interrupt(connection, PROCESS, process, process, now)
        self._seen = seen


_UNENDED: Final = sa.select(schema.leases.c.key, schema.leases.c.until).where(
    schema.leases.c.kind == PROCESS,
    schema.leases.c.until >= sa.bindparam("now", type_=schema.Instant()),
)


async def put_bookmark(connection: AsyncConnection, name: str, at: datetime) -> None:
    """Store a time under a name, replacing any earlier one."""
    await put(connection, schema.leases, _bookmark(name, at.isoformat()))


async def bookmarked(connection: AsyncConnection, name: str) -> datetime | None:
    """Return the time stored under a name."""
    found = (await connection.execute(_bookmarks(name))).scalar_one_or_none()
    return None if found is None else datetime.fromisoformat(found)


async def drop_bookmark(connection: AsyncConnection, name: str, at: datetime) -> None:
    """Delete the time under a name, unless it has changed."""
    await release(connection, _BOOKMARK, name, Holder(at.isoformat()))


def _bookmark(name: str, text: str) -> dict[str, Any]:
    """Return the row of a bookmark: a lease that never ends, whose holder is the text."""
    return {"kind": _BOOKMARK, "key": name, "holder": text, "until": UNENDING}


def _bookmarks(name: str) -> sa.Select[Any]:
    lease = schema.leases.c
    return sa.select(lease.holder).where(lease.kind == _BOOKMARK, lease.key == name)


# Deadlines.


async def put_deadline(connection: AsyncConnection, deadline: DeadlineRow) -> None:
    """Set a deadline, replacing the turn's former one of its kind."""
    await put(connection, schema.deadlines, values(deadline))


async def drop_deadline(connection: AsyncConnection, deadline: DeadlineRow) -> bool:
    """Delete a deadline; return False if it has changed since."""
    statement = sa.delete(schema.deadlines).where(_is_still(deadline))
    return (await connection.execute(statement)).rowcount == 1


async def postpone_deadlines(connection: AsyncConnection, by: timedelta) -> int:
    """Postpone all running deadlines; return their number."""
    running = _deadlines().where(schema.deadlines.c.due_at.is_not(None)).with_for_update()
    rows = every(DeadlineRow, await connection.execute(running))
    return await _move(connection, {row: row.due_at + by for row in rows if row.due_at})


async def bound_deadlines(connection: AsyncConnection, now: datetime, tolerance: timedelta) -> int:
    """Bring forward deadlines set by a process with a clock ahead; return their number.

    Each is due later than its stored remaining time allows, by more than `tolerance`.
    """
    moments = dict[DeadlineRow, datetime]()
    later = _deadlines().where(schema.deadlines.c.due_at > now + tolerance)
    for row in every(DeadlineRow, await connection.execute(later)):
        latest = None if row.rest_seconds is None else now + timedelta(seconds=row.rest_seconds)
        if row.due_at and latest and row.due_at > latest + tolerance:
            moments[row] = latest
    return await _move(connection, moments)


async def _move(connection: AsyncConnection, moments: Mapping[DeadlineRow, datetime]) -> int:
    """Move deadlines to other times; return their number.

    The public messages of their games become outdated, because they show the former times.
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
    """Return at most `limit` deadlines that are due, the oldest first."""
    statement = _deadlines().where(schema.deadlines.c.due_at <= now).limit(limit)
    return every(DeadlineRow, await connection.execute(statement))


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


_DEADLINES_OF: Final = _deadlines().where(schema.deadlines.c.game_id == sa.bindparam("game"))
