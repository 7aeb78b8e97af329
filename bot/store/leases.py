"""Leases and deadlines: work that exactly one process may do at a time."""

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
"""Who holds leases: one process, for as long as it runs."""

_BOOKMARK: Final = "bookmark"
_ALIVE: Final = "alive"
_SIGNS: Final = "signs"
_NEVER: Final = datetime(9999, 1, 1, tzinfo=UTC)

JUST_BEFORE: Final = timedelta(milliseconds=1)
"""How long ago something ended that ends now."""

PUBLIC: Final = "public"
"""The audience of what everybody in a room sees."""

PROCESS_TTL: Final = timedelta(seconds=8)
"""How long after its last sign of life a process is taken for dead, and its leases for ended."""

LIFE_RENEWAL_SECONDS: Final = 2.0
"""How often a process gives a sign of life; one or two may be late or lost."""

LOOKS: Final = int(PROCESS_TTL.total_seconds() / LIFE_RENEWAL_SECONDS)
"""The looks, one every LIFE_RENEWAL_SECONDS, at which a living process gives at least one sign."""

PROCESS: Final = "process"
"""The leases' kind of processes that live, by their holders' names."""

LONGEST_LEASE: Final = timedelta(minutes=2)
"""Longer than any lease runs: one that ends later was taken before the clock was set back."""


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
    """Return whether a claim has run out, or its process is dead, or the clock was set back.

    The values are those of `moments`.
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
    """End a lease before its time; return whether the holder had it."""
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
    """End a lease whose work may be half done: its row is left, as where a process died."""
    ended = sa.update(schema.leases).where(_HELD).values(until=now - JUST_BEFORE)
    held = {"of_kind": kind, "of_key": key, "of_holder": holder}
    await connection.execute(ended, held)


async def release_all(connection: AsyncConnection, holder: Holder, now: datetime) -> int:
    """End the claims that a process that goes still has; return how many they were."""
    lease, message = schema.leases.c, schema.messages.c
    held = sa.delete(schema.leases).where(lease.holder == holder, lease.until >= now)
    drawn = sa.update(schema.messages).where(message.holder == holder, message.until >= now)
    number = (await connection.execute(held.where(lease.kind != PROCESS))).rowcount
    number += (await connection.execute(drawn.values(holder=None, until=None))).rowcount
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


class LifeWatch:
    """A view of the other processes: their last signs of life, and this one's looks since then."""

    def __init__(self) -> None:
        self._seen: dict[str, tuple[datetime, int]] = {}

    async def end_silent(self, connection: AsyncConnection, now: datetime) -> None:
        """End the leases of processes that give no sign of life any more.

        So they end where a process died whose clock was ahead, and its leases' moments with it.
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
