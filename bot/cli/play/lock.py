"""The lock of the terminal's room: one process plays at a time, by a lease that it keeps renewing.

Two terminals on the same games would show each other's keys to the wrong people and answer each
other's questions.
"""

import asyncio
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Final

from bot.identity import Room
from bot.store import leases
from bot.store.address import in_memory
from bot.store.connection import Store
from bot.store.faults import StoreFault
from core.rules import Refusal

LEASE_KIND: Final = "terminal"
"""The leases' kind of rooms of terminals."""

LOCK_TTL: Final = timedelta(seconds=6)
"""How long the room stays taken by a process that was killed."""

RENEWALS: Final = 3
"""How often the lease is renewed in the time that it would last."""

RETRY_SECONDS: Final = 0.2
"""How often a room that is taken is asked for again."""


class RoomLocked(Refusal):
    """Another terminal plays in this room."""


class RoomLock:
    """One process's place in a room; `now` tells the time."""

    def __init__(
        self, store: Store, room: Room, now: Callable[[], datetime], *, ttl: timedelta = LOCK_TTL
    ) -> None:
        self._store = store
        self._key = str(room)
        self._now = now
        self._ttl = ttl
        self._holder = leases.new_holder()
        self._until: datetime | None = None
        self._in_memory = in_memory(store.url)

    async def acquire(self) -> None:
        """Take the room, waiting as long as one who was killed may have held it.

        Raises Taken where somebody still plays there, and StoreFault.
        """
        loop = asyncio.get_running_loop()
        patience = loop.time() + self._ttl.total_seconds() + RETRY_SECONDS
        while not await self._try_acquire():
            if loop.time() > patience:
                raise RoomLocked("desk-taken")
            await asyncio.sleep(RETRY_SECONDS)

    async def check(self) -> None:
        """Raise Taken where another process has taken the room, as while this one was asleep.

        Where the clock was set back, another one may have taken it, too.
        """
        if self._until is None or timedelta() < self._until - self._now() <= self._ttl:
            return
        if not await self._try_acquire():
            raise RoomLocked("desk-taken")

    async def keep_renewing(self) -> None:
        """Renew the lease until cancelled."""
        while not self._in_memory:
            await asyncio.sleep(self._ttl.total_seconds() / RENEWALS)
            try:
                await self._try_acquire()
            except StoreFault:
                continue  # whoever plays is told by their next action

    async def release(self) -> None:
        """Give the room up; raises StoreFault."""
        if not self._in_memory:
            async with self._store.writing() as conn:
                await leases.release(conn, LEASE_KIND, self._key, self._holder)

    async def _try_acquire(self) -> bool:
        if self._in_memory:
            return True
        now = self._now()
        async with self._store.writing() as conn:
            claimed = await leases.claim(conn, LEASE_KIND, self._key, self._holder, self._ttl, now)
        if claimed:
            self._until = now + self._ttl
        return claimed
