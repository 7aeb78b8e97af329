"""The service that keeps time: turns whose time is up, and bots whose patience is.

Deadlines are rows that any process may come upon, and each is claimed by an expiring lease. The
time in which no process was there counts for nobody: one that finds the last sign of life too old
puts every running deadline off by the length of the gap.
"""

import asyncio
from contextlib import AbstractAsyncContextManager
from datetime import datetime, timedelta
from typing import Final, Protocol

import structlog
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.blame import blame
from bot.errand import Pause
from bot.games.clock import Due
from bot.games.door import Games
from bot.games.receipt import Receipt
from bot.games.session import Session
from bot.identity import GameId
from bot.lobby.model import Clocking, Status
from bot.store import leases
from bot.store.faults import StoreFault
from bot.store.leases import DeadlineRow, new_holder
from core.rules import IllegalAction

TICK_SECONDS: Final = 1.0

BEAT: Final = timedelta(seconds=15)
"""How often a process gives a sign of life."""

SILENCE: Final = 3 * BEAT
"""After so long without a sign of life no process is there."""

CLAIMED: Final = timedelta(seconds=30)
"""How long a process has for a deadline."""

DEADLINE: Final = "deadline"
"""The leases' kind of deadlines that are being seen to."""

AT_ONCE: Final = 4
"""Deadlines that one process sees to at once."""

KEPT_LEASES: Final = timedelta(hours=1)
"""How long leases that have ended are kept."""

WENT_ON: Final = "game-went-on"

_LOG = structlog.get_logger()


class Waiters(Protocol):
    """The bots that go on when people have had their time."""

    async def act(self, game_id: GameId, *, waited: bool = False) -> Receipt | None:
        """Do at most one thing that a bot has to do now."""
        ...


class Clock:
    """Sees to the deadlines of all games; start it before people come in."""

    def __init__(self, games: Games, waiters: Waiters, *, pause: Pause = asyncio.sleep) -> None:
        self._games = games
        self._waiters = waiters
        self._places = asyncio.Semaphore(AT_ONCE)
        self._pause = pause
        self._beaten: datetime | None = None

    async def run(self) -> None:
        """See to deadlines until cancelled, whatever becomes of the database."""
        while True:
            try:
                await self.tick()
            except StoreFault as fault:
                _tell_of(fault)
            await self._pause(TICK_SECONDS)

    async def tick(self) -> None:
        """Give a sign of life if it is time, and see to all that is due; raises StoreFault."""
        now = self._games.now()
        if self._beaten is None or now - self._beaten >= BEAT:
            await self._beat(now)
        async with self._games.store.reading() as conn:
            rows = await leases.due(conn, now)
        async with asyncio.TaskGroup() as group:
            for row in rows:
                group.create_task(self._see_to(row))

    async def _beat(self, now: datetime) -> None:
        """Give a sign of life; where there was none for long, grant what was left of all turns.

        A process that comes, or comes back, then looks again at what tells of moments.
        """
        async with self._writing() as conn:
            last = await leases.beat(conn, now)
            gap = timedelta() if last is None else now - last
            count = await leases.postpone_deadlines(conn, gap) if gap > SILENCE else 0
            await leases.forget_leases(conn, now - KEPT_LEASES)
        if self._beaten is None or now - self._beaten > SILENCE:
            self._games.notifier.missed()
        self._beaten = now
        if count:
            _LOG.info("deadlines-postponed", deadlines=count, seconds=gap.total_seconds())

    async def _see_to(self, row: DeadlineRow) -> None:
        """Do what a deadline is for, once; one that fails is tried again after its lease."""
        async with self._places:
            try:
                await self._claim_and_do(row)
            except StoreFault as fault:
                _tell_of(fault, game=row.game_id, turn=row.turn)
            except Exception as error:  # one game's fault is not the others'
                _LOG.error("deadline-failed", game=row.game_id, turn=row.turn, fault=blame(error))

    async def _claim_and_do(self, row: DeadlineRow) -> None:
        now, key = self._games.now(), f"{row.game_id}:{row.turn}:{row.kind}"
        # A holder for each attempt: not even this process repeats one that has just failed.
        attempt = new_holder()
        async with self._writing() as conn:
            if not await leases.claim(conn, DEADLINE, key, attempt, CLAIMED, now):
                return
        done = await self._done(row)
        async with self._writing() as conn:
            if done:
                await leases.drop_deadline(conn, row)
            await leases.release(conn, DEADLINE, key, attempt)

    async def _done(self, row: DeadlineRow) -> bool:
        """Do what a deadline is for; return False where the game went on in the meantime."""
        session = await self._games.session(row.game_id)
        if session.lobby.status is not Status.RUNNING or session.turn != row.turn:
            return True
        if not await self._stands(row):
            return True
        if row.kind == Due.PATIENCE.value:
            await self._waiters.act(row.game_id, waited=True)
            return True
        return await self._expire(session, row)

    async def _stands(self, row: DeadlineRow) -> bool:
        """Return whether a deadline is still set as it was read.

        It is asked after the game was read, so that it stood at that version.
        """
        async with self._games.store.reading() as conn:
            return row in await leases.deadlines_of(conn, row.game_id)

    async def _expire(self, session: Session, row: DeadlineRow) -> bool:
        enforced = session.lobby.settings.clock in (Clocking.ENFORCED, Clocking.SLOW)
        try:
            await self._games.expire(
                row.game_id, row.turn, enforced=enforced, version=session.version
            )
        except IllegalAction as refusal:
            went_on = refusal.phrase.key == WENT_ON
            tell = _LOG.debug if went_on else _LOG.error
            tell(
                "time-refused",
                game=row.game_id,
                version=session.version,
                turn=row.turn,
                reason=refusal.phrase.key,
            )
            return not went_on
        return True

    def _writing(self) -> AbstractAsyncContextManager[AsyncConnection]:
        return self._games.store.writing()


def _tell_of(fault: StoreFault, **about: object) -> None:
    _LOG.warning(
        "database-fault", service="clock", fault=fault.fault.value, code=fault.code, **about
    )
