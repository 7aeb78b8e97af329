"""Doors of several processes to one database, and events between two of their transactions."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import Any, Final, TypeVar

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.games.requests import GameView
from bot.games.service import Games
from bot.identity import GameId
from bot.store.connection import Store, Work
from bot.store.notify import Notifier
from tests.bot.bots import Hands
from tests.bot.chat.privacy.community import everything
from tests.bot.games.parlour import Parlour, card, due

T = TypeVar("T")

MATES: Final = {"ann": "bob", "bob": "ann", "cat": "dan", "dan": "cat"}


class Meddled(Store):
    """A store with an interruption before one of its transactions.

    The `meddler` runs before the next transaction that writes, the one of `steps` after this many
    transactions of any kind.
    """

    meddler: Callable[[], Awaitable[object]] | None = None
    steps: tuple[int, Callable[[], Awaitable[object]]] | None = None

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncConnection]:
        await self._before_writing()
        async with super().writing() as conn:
            yield conn

    async def write_long(self, work: Work[T]) -> T:
        await self._before_writing()
        return await super().write_long(work)

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        await self._step()
        async with super().reading() as conn:
            yield conn

    async def read_long(self, work: Work[T]) -> T:
        await self._step()
        return await super().read_long(work)

    @asynccontextmanager
    async def watching(self) -> AsyncIterator[AsyncConnection]:
        await self._step()
        async with super().watching() as conn:
            yield conn

    async def _before_writing(self) -> None:
        meddler, self.meddler = self.meddler, None
        if meddler is not None:
            await meddler()
        await self._step()

    async def _step(self) -> None:
        if self.steps is None:
            return
        left, meddler = self.steps
        self.steps = (left - 1, meddler) if left else None
        if not left:
            await meddler()


class Doors:
    """Two processes with a database and one clock; the first process has the meddled store."""

    def __init__(self, first: Meddled, second: Store) -> None:
        self.hands = Hands()
        self.store = first
        self.one, self.other = (
            Parlour(Games(store, Notifier(store, troubled=print), now=self.hands))
            for store in (first, second)
        )

    async def played(self) -> GameId:
        """Return a game that has ended, whose first clue has given a turn to learn from."""
        session = await self.one.playing()
        await self.one.say(due(session), "clue zephyr 1")
        await self.one.say(MATES[due(session)], f"guess {card(session, 'bystander')}")
        session = await self.one.session()
        await self.one.say(due(session), "clue zephyr 1")
        await self.one.say(MATES[due(session)], f"guess {card(session, 'assassin')}")
        return session.game_id

    async def naming(self, *names: str) -> list[str]:
        """Return the tables with a row that contains one of the names."""
        async with self.store.reading() as conn:
            found = await everything(conn)
        return [table for table, rows in found.items() if any(name in rows for name in names)]


def shown(look: GameView) -> str:
    """Return a look's whole content as text."""
    return repr(look)


def at_doors(url: str, work: Callable[[Doors], Coroutine[Any, Any, None]]) -> None:
    """Do some work in two processes."""

    async def run() -> None:
        async with Meddled.open(url) as first, Store.open(url) as second:
            await work(Doors(first, second))

    asyncio.run(run())
