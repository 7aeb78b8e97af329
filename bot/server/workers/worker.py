"""Jobs that run for each changed game, and for all games at intervals.

A game has one job at a time, and a second one afterwards if the game changed meanwhile. Games wait
neither for each other nor for a failing job of another game.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Iterator
from dataclasses import dataclass, field
from datetime import timedelta
from functools import partial
from typing import Final, TypeAlias, TypeVar

import structlog

from bot.games.requests import GameGone
from bot.identity import GameId
from bot.logs import error_location
from bot.store.faults import StoreFault, log_fault
from bot.store.notify import Change, Notifier
from core.backoff import backoff
from core.rules import IllegalAction

T = TypeVar("T")

WENT_ON: Final = "game-went-on"
"""The refusal of a move for an older version of a game."""

Job: TypeAlias = Callable[[GameId, int | None], Awaitable[timedelta | None]]
"""Runs for a game at a version (None if unknown); returns the time until an extra run, if any."""

FindAll: TypeAlias = Callable[[], Awaitable[Iterable[GameId]]]
"""Returns all games that may have work."""

PauseFor: TypeAlias = Callable[[float], Awaitable[object]]
"""Waits for a number of seconds."""

SWEEP_SECONDS: Final = 60.0
"""Pause between sweeps of all games, which find the work of dead processes."""

SWEPT_AT_ONCE: Final = 32
"""The most parallel jobs of a sweep: each has a whole game in memory."""

FIRST_JOB_RETRY_SECONDS: Final = 0.5
LONGEST_JOB_RETRY_SECONDS: Final = 30.0
"""Pauses after a fault of the database, doubling each time."""

_LOG = structlog.get_logger()


def log_refused(event: str, refusal: IllegalAction, **about: object) -> bool:
    """Log a refusal; return whether a change of the game explains it, which is not an error."""
    went_on = refusal.phrase.key == WENT_ON
    (_LOG.debug if went_on else _LOG.error)(event, reason=refusal.phrase.key, **about)
    return went_on


@dataclass(slots=True)
class GameWorker:
    """Runs jobs of one kind; logs show its `name`."""

    name: str
    job: Job
    find_all: FindAll
    pause: PauseFor = asyncio.sleep
    _running: set[GameId] = field(default_factory=set, init=False)
    _again: dict[GameId, int | None] = field(default_factory=dict, init=False)
    _later: set[GameId] = field(default_factory=set, init=False)

    async def run(self, notifier: Notifier) -> None:
        """Run jobs until cancelled."""
        with notifier.subscribe() as changes:
            async with asyncio.TaskGroup() as group:
                group.create_task(self._sweeping(group))
                async for notice in changes:
                    if isinstance(notice, Change):
                        self._send(group, notice.game_id, notice.version)
                    else:
                        group.create_task(self._sweep(group))

    async def _sweeping(self, group: asyncio.TaskGroup) -> None:
        while True:
            await self._sweep(group)
            await self.pause(SWEEP_SECONDS)

    async def _sweep(self, group: asyncio.TaskGroup) -> None:
        games = iter(await self._with_retries(self.find_all) or ())
        async with asyncio.TaskGroup() as sweep:
            for _ in range(SWEPT_AT_ONCE):
                sweep.create_task(self._serve_each(group, games))

    async def _serve_each(self, group: asyncio.TaskGroup, games: Iterator[GameId]) -> None:
        for game_id in games:
            if self._starts(game_id):
                await self._serve(group, game_id)

    def _send(self, group: asyncio.TaskGroup, game_id: GameId, version: int | None = None) -> None:
        if self._starts(game_id, version):
            group.create_task(self._serve(group, game_id))

    def _starts(self, game_id: GameId, version: int | None = None) -> bool:
        """Request a job; return False if the game has one, which then runs again."""
        self._again[game_id] = version
        starts = game_id not in self._running
        self._running.add(game_id)
        return starts

    async def _serve(self, group: asyncio.TaskGroup, game_id: GameId) -> None:
        try:
            while game_id in self._again:
                version = self._again.pop(game_id)
                job = partial(self.job, game_id, version)
                wait = await self._with_retries(job, game=game_id)
                if wait is not None and game_id not in self._later:
                    self._later.add(game_id)
                    group.create_task(self._send_later(group, game_id, version, wait))
        finally:
            self._running.discard(game_id)

    async def _send_later(
        self, group: asyncio.TaskGroup, game_id: GameId, version: int | None, wait: timedelta
    ) -> None:
        try:
            await self.pause(wait.total_seconds())
        finally:
            self._later.discard(game_id)
        self._send(group, game_id, version)

    async def _with_retries(self, job: Callable[[], Awaitable[T]], **about: str) -> T | None:
        """Return the result of a job, retrying while the database fails.

        Return None after a bug, and for a deleted game.
        """
        pauses = backoff(FIRST_JOB_RETRY_SECONDS, LONGEST_JOB_RETRY_SECONDS)
        while True:
            try:
                return await job()
            except StoreFault as fault:
                log_fault(fault, self.name, **about)
            except GameGone:
                return None
            except Exception as error:  # other games' jobs go on
                _LOG.error("errand-failed", service=self.name, fault=error_location(error), **about)
                return None
            await self.pause(next(pauses))
