"""Work that follows games: done on each game that changes, and on all of them now and then.

A game has one errand run at a time, and another one after it where it changed meanwhile; games do
not wait for each other, nor for the one whose errand fails.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from datetime import timedelta
from typing import Final, TypeAlias, TypeVar

import structlog

from bot.blame import blame
from bot.identity import GameId
from bot.notify import Change, Notifier
from bot.store.faults import StoreFault

T = TypeVar("T")

Work: TypeAlias = Callable[[GameId], Awaitable[timedelta | None]]
"""Returns when the game is to be looked at again even if it has not changed, if it is."""

Everything: TypeAlias = Callable[[], Awaitable[Iterable[GameId]]]
"""Finds all games that may have something to be done."""

Pause: TypeAlias = Callable[[float], Awaitable[object]]
"""Waits for so many seconds."""

SWEEP_SECONDS: Final = 60.0
"""How often all games are looked at, for what a process that died has left."""

FIRST_PAUSE_SECONDS: Final = 0.5
LONGEST_PAUSE_SECONDS: Final = 30.0
"""How long is waited after a fault of the database: twice as long after each."""

_LOG = structlog.get_logger()


class Errands:
    """Runs errands of one kind; `name` is what operators know it by."""

    def __init__(
        self, name: str, work: Work, everything: Everything, *, pause: Pause = asyncio.sleep
    ) -> None:
        self._name = name
        self._work = work
        self._everything = everything
        self._pause = pause
        self._running: set[GameId] = set()
        self._again: set[GameId] = set()
        self._later: set[GameId] = set()

    async def run(self, notifier: Notifier) -> None:
        """Run errands until cancelled."""
        with notifier.subscribe() as changes:
            async with asyncio.TaskGroup() as group:
                group.create_task(self._sweeping(group))
                async for news in changes:
                    if isinstance(news, Change):
                        self._send(group, news.game_id)
                    else:
                        await self._sweep(group)

    async def _sweeping(self, group: asyncio.TaskGroup) -> None:
        while True:
            await self._sweep(group)
            await self._pause(SWEEP_SECONDS)

    async def _sweep(self, group: asyncio.TaskGroup) -> None:
        for game_id in await self._lastingly(self._everything) or ():
            self._send(group, game_id)

    def _send(self, group: asyncio.TaskGroup, game_id: GameId) -> None:
        if game_id in self._running:
            self._again.add(game_id)
        else:
            self._running.add(game_id)
            group.create_task(self._serve(group, game_id))

    async def _serve(self, group: asyncio.TaskGroup, game_id: GameId) -> None:
        try:
            self._again.add(game_id)
            while game_id in self._again:
                self._again.discard(game_id)
                wait = await self._lastingly(lambda: self._work(game_id), game=game_id)
                if wait is not None and game_id not in self._later:
                    self._later.add(game_id)
                    group.create_task(self._send_later(group, game_id, wait))
        finally:
            self._running.discard(game_id)

    async def _send_later(self, group: asyncio.TaskGroup, game_id: GameId, wait: timedelta) -> None:
        try:
            await self._pause(wait.total_seconds())
        finally:
            self._later.discard(game_id)
        self._send(group, game_id)

    async def _lastingly(self, work: Callable[[], Awaitable[T]], **about: str) -> T | None:
        """Return what some work returns, tried again while the database fails.

        None stands for work that failed by a fault of ours.
        """
        seconds = FIRST_PAUSE_SECONDS
        while True:
            try:
                return await work()
            except StoreFault as fault:
                _LOG.warning(
                    "database-fault",
                    service=self._name,
                    fault=fault.fault.value,
                    code=fault.code,
                    **about,
                )
            except Exception as error:  # one game's fault is not the others'
                _LOG.error("errand-failed", service=self._name, fault=blame(error), **about)
                return None
            await self._pause(seconds)
            seconds = min(2 * seconds, LONGEST_PAUSE_SECONDS)
