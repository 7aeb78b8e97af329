"""Who plays in the terminal's room: one process at a time, by a lease that it keeps renewing.

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

KIND: Final = "terminal"
"""The leases' kind of rooms of terminals."""

HELD: Final = timedelta(seconds=6)
"""How long the room stays taken by a process that was killed."""

BEATS: Final = 3
"""How often the lease is renewed in the time that it would last."""

TRY_SECONDS: Final = 0.2
"""How often a room that is taken is asked for again."""


class Taken(Refusal):
    """Another terminal plays in this room."""


class Berth:
    """One process's place in a room; `now` tells the time."""

    def __init__(
        self, store: Store, room: Room, now: Callable[[], datetime], *, held: timedelta = HELD
    ) -> None:
        self._store = store
        self._key = str(room)
        self._now = now
        self._held = held
        self._holder = leases.new_holder()
        self._until: datetime | None = None
        self._alone = in_memory(store.url)

    async def take(self) -> None:
        """Take the room, waiting as long as one who was killed may have held it.

        Raises Taken where somebody still plays there, and StoreFault.
        """
        loop = asyncio.get_running_loop()
        patience = loop.time() + self._held.total_seconds() + TRY_SECONDS
        while not await self._claimed():
            if loop.time() > patience:
                raise Taken("desk-taken")
            await asyncio.sleep(TRY_SECONDS)

    async def check(self) -> None:
        """Raise Taken where another process has taken the room, as while this one was asleep."""
        if self._until is None or self._now() < self._until:
            return
        if not await self._claimed():
            raise Taken("desk-taken")

    async def keep(self) -> None:
        """Renew the lease until cancelled."""
        while not self._alone:
            await asyncio.sleep(self._held.total_seconds() / BEATS)
            try:
                await self._claimed()
            except StoreFault:
                continue  # whoever plays is told by their next action

    async def leave(self) -> None:
        """Give the room up; raises StoreFault."""
        if not self._alone:
            async with self._store.writing() as conn:
                await leases.release(conn, KIND, self._key, self._holder)

    async def _claimed(self) -> bool:
        if self._alone:
            return True
        now = self._now()
        async with self._store.writing() as conn:
            claimed = await leases.claim(conn, KIND, self._key, self._holder, self._held, now)
        if claimed:
            self._until = now + self._held
        return claimed
