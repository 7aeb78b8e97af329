"""A room for tables, whose time a test controls."""

import asyncio
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

import pytest

from bot.games.deadlines import PATIENCE
from bot.games.requests import Receipt, Submission
from bot.games.service import Games
from bot.games.session import Session
from bot.gametypes.engine import LocalEngine
from bot.identity import GameId
from bot.lobby.model import Status
from bot.server.workers.bots import BotWorker
from bot.server.workers.clock import SILENCE, Clock
from bot.store import leases
from bot.store.connection import Store
from bot.store.leases import DeadlineRow, new_holder
from bot.store.notify import Notifier
from core.rules import Refusal
from tests.bot.bots import Hands
from tests.bot.games.parlour import person


@dataclass
class Hallway:
    """A room with a table."""

    games: Games
    hands: Hands
    game_id: GameId = field(default=GameId(""))

    async def open(self, name: str = "ann", kind: str = "codenames") -> None:
        self.game_id = (await self.games.open(person(name), kind, {})).game_id

    async def say(self, name: str, line: str) -> Receipt:
        return await self.games.submit(person(name), Submission(line, game_id=self.game_id))

    async def refused(self, name: str, line: str) -> str:
        """Return the key of the sentence that refuses a line."""
        with pytest.raises(Refusal) as refused:
            await self.say(name, line)
        return refused.value.phrase.key

    async def clock(self) -> Clock:
        """Return the clock of a process that has sent its first heartbeat."""
        bots = BotWorker(self.games, LocalEngine({}), new_holder())
        made = Clock(self.games, bots, self.hands.steady())
        await made.tick()
        return made

    async def wait(self, *clocks: Clock, **by: float) -> None:
        """Advance the clock, with the heartbeats that are due."""
        left = timedelta(**by)
        while left > timedelta():
            stretch = min(left, SILENCE / 3)
            self.hands.forward(seconds=stretch.total_seconds())
            await asyncio.gather(*(clock.tick() for clock in clocks))
            left -= stretch

    async def session(self) -> Session:
        return await self.games.session(self.game_id)

    async def status(self) -> Status:
        return (await self.session()).lobby.status

    async def deadlines(self) -> tuple[DeadlineRow, ...]:
        async with self.games.store.reading() as conn:
            return await leases.deadlines_of(conn, self.game_id)


def in_hallway(
    url: str,
    work: Callable[[Hallway], Coroutine[Any, Any, None]],
    patience: timedelta | None = PATIENCE,
) -> None:
    async def run() -> None:
        async with Store.open(url) as store:
            hands = Hands()
            notifier = Notifier(store, troubled=print)
            it = Hallway(Games(store, notifier, now=hands, patience=patience), hands)
            await it.open()
            await work(it)

    asyncio.run(run())
