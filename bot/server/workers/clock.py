"""Deadlines: turns that run out of time, bots that run out of patience, and idle tables.

Any process may handle a deadline, which is a row; an expiring lease claims it. Downtime does not
count: a process that finds the last heartbeat too old postpones every running deadline by the gap.
Changes to the machine's clock do not count either: deadlines move with it, and none stays further
ahead than it was set.
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
from bot.store.faults import StoreFault, log_fault, logged_faults
from bot.store.leases import LOOKS, DeadlineRow, Holder, new_holder
from core.rules import IllegalAction

TICK_SECONDS: Final = 1.0

BEAT: Final = timedelta(seconds=2)
"""Interval of heartbeats; a database with fewer of them is an older copy."""

STEP: Final = BEAT
"""The smallest change to the clock that counts as a set clock."""

SILENCE: Final = timedelta(seconds=45)
"""Time without a heartbeat after which no process counts as running."""

CLAIMED: Final = timedelta(seconds=30)
"""Duration of the lease on a deadline."""

DEADLINE_LEASE: Final = "deadline"
"""The lease kind of deadlines."""

PARALLEL_DEADLINES: Final = 4
"""The most deadlines that a process handles at the same time."""

KEPT_LEASES: Final = timedelta(hours=1)
"""Age at which ended leases are deleted."""

_LOG = structlog.get_logger()


class WaitingBots(Protocol):
    """The bots that continue when their patience ends."""

    async def act(self, game_id: GameId, *, after_patience: bool = False) -> Receipt | None:
        """Play at most one bot's move."""


class SteadyTime:
    """A process's clock, which ignores changes to the machine's clock since the start.

    `wall` returns the time of the machine's clock; `seconds` is monotonic.
    """

    def __init__(
        self, wall: Callable[[], datetime] = utc_now, seconds: Callable[[], float] = monotonic
    ) -> None:
        self._wall = wall
        self._seconds = seconds
        self._zero = wall() - timedelta(seconds=seconds())

    def __call__(self) -> datetime:
        """Return the time."""
        return self._zero + timedelta(seconds=self._seconds())

    def step(self) -> timedelta:
        """Return the lead of the machine's clock over this one."""
        return self._wall() - self()

    def adopt(self, step: timedelta) -> None:
        """Set this clock forward by a step, to agree with the machine's clock."""
        self._zero += step


@dataclass(slots=True)
class Clock:
    """Handles the deadlines of all games; start it before the platforms connect.

    `time` is the games' clock; `holder` is the process that claims deadlines.
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
    """Consecutive heartbeats that found none from the future."""

    async def run(self) -> None:
        """Handle deadlines until cancelled, even after faults of the database."""
        while True:
            with logged_faults("clock"):
                await self.tick()
            await asyncio.sleep(TICK_SECONDS)

    async def tick(self) -> None:
        """Send a heartbeat if one is due, and handle due deadlines; raises StoreFault."""
        is_set = abs(self.time.step()) > STEP
        if is_set or self._last_beat is None or self.time() - self._last_beat >= BEAT:
            await self._beat()
        rows = await self.games.store.read(leases.due, self.time())
        async with asyncio.TaskGroup() as group:
            for row in rows:
                group.create_task(self._handle(row))

    async def _beat(self) -> None:
        """Record a heartbeat, and postpone deadlines by downtime and changes to the clock.

        After such a gap, this process's services refresh everything that depends on time.
        """
        store = self.games.store
        was_away = self._last_beat is None or self.time() - self._last_beat > SILENCE
        async with store.writing() as conn:
            step = self.time.step()
            now = self.time() + step
            number, last = await leases.beat(conn, now)
            store.file.check_beats(number)
            gap = now - last
            uncounted = _uncounted(gap, step, was_away=was_away)
            count = await leases.postpone_deadlines(conn, uncounted) if uncounted else 0
            bounded = await self._bound(conn, now, min(gap, -abs(step)))
            await leases.forget_leases(conn, now - KEPT_LEASES)
        store.file.check_beats(number + 1, known=number)  # another process may have sent the next
        self.time.adopt(step)
        self._last_beat = self.time()
        if was_away or count or bounded or abs(step) > STEP:
            self.games.notifier.publish_gap()
        if count:
            _LOG.info("deadlines-postponed", deadlines=count, seconds=uncounted.total_seconds())
        if bounded:
            _LOG.info("deadlines-bounded", deadlines=bounded)

    async def _bound(self, conn: AsyncConnection, now: datetime, behind: timedelta) -> int:
        """Bound the deadlines set by a process with a clock ahead; return their number.

        While that process lives, its clock counts: its heartbeats come from the future, and
        `behind` is negative by their lead.
        """
        self._beats = 0 if behind < -STEP else self._beats + 1
        if self._beats % LOOKS or not self._beats:
            return 0
        return await leases.bound_deadlines(conn, now, STEP)

    async def _handle(self, row: DeadlineRow) -> None:
        """Handle a deadline once; on failure retry when its lease expires."""
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
            # Even this process retries a failed deadline only after its lease.
            claim = leases.claim(conn, DEADLINE_LEASE, key, self.holder, CLAIMED, now, again=False)
            if not await claim:
                return
        done = await self._done(row)
        async with self.games.store.writing() as conn:
            if done:
                await leases.drop_deadline(conn, row)
            await leases.release(conn, DEADLINE_LEASE, key, self.holder)

    async def _done(self, row: DeadlineRow) -> bool:
        """Handle a deadline; return False if the game has changed meanwhile."""
        try:
            session = await self.games.session(row.game_id)
        except GameGone:
            return True  # its deadlines are deleted, too
        kind = DeadlineKind(row.kind)
        status = Status.LOBBY if kind is DeadlineKind.IDLE else Status.RUNNING
        if session.lobby.status is not status or session.turn != row.turn:
            return True
        # Read after the game, so that the deadline belongs to that version.
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
    """Return the part of the gap since the last heartbeat that must not count as playing time.

    Only the first process to find that a clock was set counts the change.
    """
    if was_away and gap > SILENCE:
        return gap
    is_set = gap > step - STEP > timedelta() or gap < timedelta() > step + STEP
    return step if is_set else timedelta()
