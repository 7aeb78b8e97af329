"""Which boards are visited: those that are new or left, and those of which something was missed.

Each is visited by one at a time; what a visit is for, `reactions` knows.
"""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Final
from weakref import WeakValueDictionary

import structlog

from adapters.chat.budget import Urgency, urgency
from adapters.discord.calls import DISCORD_ERRORS
from adapters.discord.message_state import Handle
from adapters.discord.output.response import DISCORD
from bot.games import MessageTarget, MessageTasks, StoreFault
from core.rules import Refusal

PARALLEL_VISITS: Final = 4
"""Boards to which reactions are added at the same time: a channel takes four a second."""

REVISIT_SECONDS: Final = 5.0
"""How long is waited before boards are read again that could not be read."""

_LOG = structlog.get_logger()


@dataclass(slots=True)
class BoardVisitor:
    """Visits boards; `shard` tells of which shard a channel is, None for another process's."""

    posted: MessageTasks
    shard: Callable[[int], int | None]
    visit: Callable[[MessageTarget, Handle], Awaitable[None]]
    _asked: asyncio.Queue[tuple[MessageTarget, Handle]] = field(
        default_factory=asyncio.Queue, init=False
    )
    _missed: asyncio.Queue[frozenset[int]] = field(default_factory=asyncio.Queue, init=False)
    _under_way: WeakValueDictionary[int, asyncio.Lock] = field(
        default_factory=WeakValueDictionary, init=False
    )

    async def run(self) -> None:
        """Visit boards until cancelled."""
        async with asyncio.TaskGroup() as group:
            group.create_task(self._read_missed())
            for _ in range(PARALLEL_VISITS):
                group.create_task(self._visit_all())

    def enqueue(self, target: MessageTarget, shown: Handle) -> None:
        """Have a message visited."""
        self._asked.put_nowait((target, shown))

    def mark_missed(self, *shards: int) -> None:
        """Have the boards of shards visited: for a while, nothing was heard of them."""
        self._missed.put_nowait(frozenset(shards))

    async def wait_idle(self) -> None:
        """Wait until all boards that were to be visited have been."""
        await self._missed.join()
        await self._asked.join()

    async def _read_missed(self) -> None:
        while True:
            shards = await self._missed.get()
            try:
                boards = await self.posted.handles(DISCORD)
            except StoreFault as fault:
                _LOG.warning("reactions-not-read", platform=DISCORD, fault=fault.code)
                await asyncio.sleep(REVISIT_SECONDS)
                self.mark_missed(*shards)
            else:
                for target, handle in boards.items():
                    shown = Handle.parse(handle)
                    if self.shard(shown.channel) in shards:
                        self.enqueue(target, shown)
            self._missed.task_done()

    async def _visit_all(self) -> None:
        while True:
            target, shown = await self._asked.get()
            try:
                lock = self._under_way.setdefault(shown.message, asyncio.Lock())
                with urgency(Urgency.MENU):
                    async with lock:
                        await self.visit(target, shown)
            except StoreFault as fault:
                _LOG.warning("reactions-not-read", platform=DISCORD, fault=fault.code)
                await asyncio.sleep(REVISIT_SECONDS)
                self.enqueue(target, shown)
            except (Refusal, *DISCORD_ERRORS) as error:
                # Buttons do the same: where reactions are not permitted, none are needed.
                _LOG.info("reactions-not-offered", platform=DISCORD, fault=type(error).__name__)
            self._asked.task_done()
