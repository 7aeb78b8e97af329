"""What the database holds and how far those who work on it are behind, counted when asked."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot import schema
from bot.learner import SWEPT
from bot.lobby.model import Status
from bot.store import leases

ENDED = (Status.OVER.value, Status.STOPPED.value)


@dataclass(frozen=True, slots=True)
class Census:
    """Games by status, deadlines that have passed, and seconds that work is behind."""

    games: Mapping[str, int]
    deadlines_late: int
    deadline_seconds: float
    """How long the oldest deadline has been due."""
    learning_seconds: float
    """How long ago the oldest game ended that the learner may not have looked at."""
    drawings_behind: int


async def census(conn: AsyncConnection, now: datetime) -> Census:
    """Return the census of this moment."""
    late, oldest = await _late(conn, now)
    return Census(
        games=await _games(conn),
        deadlines_late=late,
        deadline_seconds=_since(oldest, now),
        learning_seconds=_since(await _unlearnt(conn), now),
        drawings_behind=len(await leases.behind(conn)),
    )


async def _games(conn: AsyncConnection) -> dict[str, int]:
    """Return how many games there are of each status, also of those that none has."""
    status = schema.games.c.status
    found = await conn.execute(select(status, func.count()).group_by(status))
    return {one.value: 0 for one in Status} | {row[0]: row[1] for row in found}


async def _late(conn: AsyncConnection, now: datetime) -> tuple[int, datetime | None]:
    due = schema.deadlines.c.due_at
    found = await conn.execute(select(func.count(), func.min(due)).where(due <= now))
    number, oldest = found.one()
    return number, oldest


async def _unlearnt(conn: AsyncConnection) -> datetime | None:
    """Return when the first game ended after all that the learner has seen to."""
    game = schema.games.c
    statement = select(func.min(game.changed_at)).where(game.status.in_(ENDED))
    swept = await leases.bookmarked(conn, SWEPT)
    if swept is not None:
        statement = statement.where(game.changed_at > swept)
    found: datetime | None = await conn.scalar(statement)
    return found


def _since(moment: datetime | None, now: datetime) -> float:
    """Return the seconds since a moment; 0 where there is none, or clocks differ."""
    return max(0.0, (now - moment).total_seconds()) if moment else 0.0
