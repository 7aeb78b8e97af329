"""Time that passes at a salon, and its stored deadlines."""

from datetime import timedelta

from bot.games.deadlines import DeadlineKind
from bot.server.workers.clock import SILENCE, Clock
from bot.store import leases
from bot.store.leases import DeadlineRow
from tests.bot.bots import Salon


def clock(salon: Salon) -> Clock:
    """Return the clock of a process that starts now."""
    return Clock(salon.games, salon.players, salon.hands.steady())


async def running(salon: Salon) -> Clock:
    """Return the clock of a process that has sent its first heartbeat."""
    service = clock(salon)
    await service.tick()
    return service


async def after(salon: Salon, service: Clock, seconds: float) -> None:
    """Advance the clock, with the heartbeats that are due."""
    while seconds > 0:
        stretch = min(seconds, SILENCE.total_seconds() / 3)
        salon.hands.forward(seconds=stretch)
        await service.tick()
        seconds -= stretch


async def leap(salon: Salon, service: Clock, seconds: float) -> None:
    """Advance the clock in one step, as if another process had sent heartbeats meanwhile."""
    salon.hands.forward(seconds=seconds)
    async with salon.games.store.writing() as conn:
        await leases.beat(conn, salon.hands.moment)
    await service.tick()


async def deadlines(salon: Salon, due: DeadlineKind | None = None) -> tuple[DeadlineRow, ...]:
    """Return the deadlines of the game, or those of one kind."""
    async with salon.games.store.reading() as conn:
        rows = await leases.deadlines_of(conn, salon.game_id)
    return tuple(row for row in rows if due is None or row.kind == due.value)


def left(salon: Salon, row: DeadlineRow) -> timedelta:
    """Return the time until a running deadline."""
    assert row.due_at is not None
    return row.due_at - salon.hands.moment
