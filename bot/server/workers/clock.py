"""The service that keeps time: turns whose time is up, bots whose patience is, tables left alone.

Deadlines are rows that any process may come upon, and each is claimed by an expiring lease. The
time in which no process was there counts for nobody: one that finds the last sign of life too old
puts every running deadline off by the length of the gap. Neither do hours count by which the
machine's clock is set: deadlines are moved with it, and none stays further ahead than it was set.
"""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import partial
from time import monotonic
from typing import Final, Protocol

import structlog
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.games.deadlines import DeadlineKind
from bot.games.requests import GameGone, Receipt, utc_now
from bot.games.service import Games
from bot.games.session import Session
from bot.identity import GameId
from bot.lobby.model import ClockMode, Status
from bot.logs import error_location
from bot.server.workers.worker import log_refused
from bot.store import leases
from bot.store.faults import StoreFault, log_fault
from bot.store.leases import LOOKS, DeadlineRow, Holder, new_holder
from core.rules import IllegalAction

TICK_SECONDS: Final = 1.0

BEAT: Final = timedelta(seconds=2)
"""How often a process gives a sign of life; a database with fewer has gone back in time."""

STEP: Final = BEAT
"""By how much a clock is off that was set; less is no matter."""

SILENCE: Final = timedelta(seconds=45)
"""After so long without a sign of life no process is there."""

CLAIMED: Final = timedelta(seconds=30)
"""How long a process has for a deadline."""

DEADLINE_LEASE: Final = "deadline"
"""The leases' kind of deadlines that are being seen to."""

PARALLEL_DEADLINES: Final = 4
"""Deadlines that one process sees to at once."""

KEPT_LEASES: Final = timedelta(hours=1)
"""How long leases that have ended are kept."""

_LOG = structlog.get_logger()


class WaitingBots(Protocol):
    """The bots that go on when people have had their time."""

    async def act(self, game_id: GameId, *, after_patience: bool = False) -> Receipt | None:
        """Do at most one thing that a bot has to do now."""


class SteadyTime:
    """The time that a process goes by: from its start on, the machine's clock as it ran then.

    `wall` returns the moment by the machine's clock, which may be set; nobody sets `seconds`.
    """

    def __init__(
        self, wall: Callable[[], datetime] = utc_now, seconds: Callable[[], float] = monotonic
    ) -> None:
        self._wall = wall
        self._seconds = seconds
        self._zero = wall() - timedelta(seconds=seconds())

    def __call__(self) -> datetime:
        """Return the present moment."""
        return self._zero + timedelta(seconds=self._seconds())

    def step(self) -> timedelta:
        """Return by how much the machine's clock is ahead, since it was set."""
        return self._wall() - self()

    def adopt(self, step: timedelta) -> None:
        """Go by the machine's clock again, which was ahead by a step."""
        self._zero += step


@dataclass(slots=True)
class Clock:
    """Sees to the deadlines of all games; start it before people come in.

    `time` is what the games go by; `holder` is the process that claims deadlines.
    """

    games: Games
    waiting_bots: WaitingBots
    time: SteadyTime
    holder: Holder = field(default_factory=new_holder)
    _places: asyncio.Semaphore = field(
        default_factory=partial(asyncio.Semaphore, PARALLEL_DEADLINES), init=False
    )
    _last_beat: datetime | None = field(default=None, init=False)
    _beats: int = field(default=0, init=False)
    """Signs of life in a row that found none from ahead."""

    async def run(self) -> None:
        """See to deadlines until cancelled, whatever becomes of the database."""
        while True:
            try:
                await self.tick()
            except StoreFault as fault:
                log_fault(fault, "clock")
            await asyncio.sleep(TICK_SECONDS)

    async def tick(self) -> None:
        """Give a sign of life if it is time, and see to all that is due; raises StoreFault."""
        is_set = abs(self.time.step()) > STEP
        if is_set or self._last_beat is None or self.time() - self._last_beat >= BEAT:
            await self._beat()
        async with self.games.store.reading() as conn:
            rows = await leases.due(conn, self.time())
        async with asyncio.TaskGroup() as group:
            for row in rows:
                group.create_task(self._handle(row))

    async def _beat(self) -> None:
        """Give a sign of life, and let what was no time to play in count for nobody.

        A process that comes, or comes back, then looks again at what tells of moments.
        """
        store = self.games.store
        was_away = self._last_beat is None or self.time() - self._last_beat > SILENCE
        async with store.writing() as conn:
            step = self.time.step()
            now = self.time() + step
            number, last = await leases.beat(conn, now)
            store.file.check_sign(number)
            gap = now - last
            uncounted = _uncounted(gap, step, was_away=was_away)
            count = await leases.postpone_deadlines(conn, uncounted) if uncounted else 0
            bounded = await self._bound(conn, now, min(gap, -abs(step)))
            await leases.forget_leases(conn, now - KEPT_LEASES)
        store.file.check_sign(number + 1, known=number)  # another clock may have given the next
        self.time.adopt(step)
        self._last_beat = self.time()
        if was_away or count or bounded or abs(step) > STEP:
            self.games.notifier.publish_gap()
        if count:
            _LOG.info("deadlines-postponed", deadlines=count, seconds=uncounted.total_seconds())
        if bounded:
            _LOG.info("deadlines-bounded", deadlines=bounded)

    async def _bound(self, conn: AsyncConnection, now: datetime, behind: timedelta) -> int:
        """Bound the deadlines that a process set whose clock was ahead; return how many.

        While that process lives, its own time counts: it gives signs of life from ahead, which are
        this one's `behind`.
        """
        self._beats = 0 if behind < -STEP else self._beats + 1
        if self._beats % LOOKS or not self._beats:
            return 0
        return await leases.bound_deadlines(conn, now, STEP)

    async def _handle(self, row: DeadlineRow) -> None:
        """Do what a deadline is for, once; one that fails is tried again after its lease."""
        async with self._places:
            try:
                await self._claim_and_do(row)
            except StoreFault as fault:
                log_fault(fault, "clock", game=row.game_id, turn=row.turn)
            except Exception as error:  # one game's fault is not the others'
                _LOG.error(
                    "deadline-failed", game=row.game_id, turn=row.turn, fault=error_location(error)
                )

    async def _claim_and_do(self, row: DeadlineRow) -> None:
        now, key = self.time(), f"{row.game_id}:{row.turn}:{row.kind}"
        async with self.games.store.writing() as conn:
            # Not even this process repeats one that has just failed.
            claim = leases.claim(conn, DEADLINE_LEASE, key, self.holder, CLAIMED, now, again=False)
            if not await claim:
                return
        done = await self._done(row)
        async with self.games.store.writing() as conn:
            if done:
                await leases.drop_deadline(conn, row)
            await leases.release(conn, DEADLINE_LEASE, key, self.holder)

    async def _done(self, row: DeadlineRow) -> bool:
        """Do what a deadline is for; return False where the game went on in the meantime."""
        try:
            session = await self.games.session(row.game_id)
        except GameGone:
            return True  # and its deadlines with it
        kind = DeadlineKind(row.kind)
        status = Status.LOBBY if kind is DeadlineKind.IDLE else Status.RUNNING
        if session.lobby.status is not status or session.turn != row.turn:
            return True
        # Asked after the game was read, so that the deadline stood at that version.
        async with self.games.store.reading() as conn:
            if row not in await leases.deadlines_of(conn, row.game_id):
                return True
        if kind is DeadlineKind.PATIENCE:
            await self.waiting_bots.act(row.game_id, after_patience=True)
            return True
        return await self._expire(session, row)

    async def _expire(self, session: Session, row: DeadlineRow) -> bool:
        enforced = session.lobby.settings.clock in (ClockMode.ENFORCED, ClockMode.SLOW)
        game_id, version = row.game_id, session.version
        try:
            if session.lobby.status is Status.LOBBY:
                await self.games.close_idle(game_id, version=version)
            else:
                await self.games.expire(game_id, row.turn, enforced=enforced, version=version)
        except IllegalAction as refusal:
            about = {"game": game_id, "version": version, "turn": row.turn}
            return not log_refused("time-refused", refusal, **about)
        return True


def _uncounted(gap: timedelta, step: timedelta, *, was_away: bool) -> timedelta:
    """Return how much of the gap since the last sign of life was no time to play in.

    Of several processes, the first that finds a clock set says so.
    """
    if was_away and gap > SILENCE:
        return gap
    is_set = gap > step - STEP > timedelta() or gap < timedelta() > step + STEP
    return step if is_set else timedelta()
