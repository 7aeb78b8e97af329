"""The service retries requests that fail in the database, and reports their durations."""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from time import perf_counter
from typing import Any

import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.games.requests import Receipt, RequestKind
from bot.games.service import Games
from bot.store.connection import Store
from bot.store.faults import Fault, StoreFault
from bot.store.games import VersionConflict, lock_game
from bot.store.notify import Notifier
from core.rules import IllegalAction
from tests.bot.games.parlour import Parlour, due

WAITING = text("SELECT count(*) FROM pg_locks WHERE NOT granted")
"""Counts the transactions of PostgreSQL that wait for others."""

LOST = StoreFault(Fault.LOST, "connection closed", retry=True)
FULL = StoreFault(Fault.FULL, "SQLITE_FULL")


class Failing(Store):
    """A store whose next transactions fail."""

    faults: tuple[Exception, ...] = ()

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncConnection]:
        """Raise the next fault, if there is one; otherwise open a transaction."""
        if self.faults:
            fault, *rest = self.faults
            self.faults = tuple(rest)
            raise fault
        async with super().writing() as connection:
            yield connection


class Watching:
    """An observer that records its calls."""

    def __init__(self) -> None:
        self.seen: list[tuple[RequestKind, Receipt | BaseException, float]] = []

    def on_request(
        self, request: RequestKind, outcome: Receipt | BaseException, seconds: float
    ) -> None:
        """Record a request."""
        self.seen.append((request, outcome, seconds))


class Place:
    """A parlour on a store with set faults, with its pauses and its observer."""

    def __init__(self, store: Failing) -> None:
        self.store = store
        self.pauses: list[float] = []
        self.observer = Watching()
        notifier = Notifier(store, troubled=print)
        games = Games(store, notifier, observer=self.observer.on_request, pause=self._pause)
        self.parlour = Parlour(games)

    async def _pause(self, seconds: float) -> None:
        self.pauses.append(seconds)


def in_place(url: str, work: Callable[[Place], Coroutine[Any, Any, None]]) -> None:
    async def run() -> None:
        async with Failing.open(url) as store:
            await work(Place(store))

    asyncio.run(run())


@pytest.mark.parametrize("passing", [LOST, VersionConflict()], ids=["lost", "conflict"])
def test_what_fails_in_passing_is_tried_three_times_with_longer_pauses(
    sqlite_url: str, passing: Exception
) -> None:
    async def evening(place: Place) -> None:
        await place.parlour.open()
        place.store.faults = (passing, passing)
        await place.parlour.say("ben", "join")
        assert place.pauses == [0.05, 0.1]
        place.store.faults = (passing, passing, passing)
        with pytest.raises(StoreFault):
            await place.parlour.say("cat", "join")
        assert place.pauses == [0.05, 0.1] * 2
        assert not place.store.faults

    in_place(sqlite_url, evening)


def test_what_does_not_pass_is_not_tried_again(sqlite_url: str) -> None:
    async def evening(place: Place) -> None:
        await place.parlour.open()
        place.store.faults = (FULL, FULL)
        with pytest.raises(StoreFault):
            await place.parlour.say("ben", "join")
        assert (place.pauses, len(place.store.faults)) == ([], 1)

    in_place(sqlite_url, evening)


def test_the_seconds_of_requests_are_told_whether_they_are_done_or_refused(
    sqlite_url: str,
) -> None:
    async def evening(place: Place) -> None:
        began = perf_counter()
        await place.parlour.open()
        with pytest.raises(IllegalAction):
            await place.parlour.say("ann", "agree")
        passed = perf_counter() - began
        (opened, _, took), (said, refusal, long) = place.observer.seen
        assert (opened, said) == ("open", "line")
        assert isinstance(refusal, IllegalAction)
        assert 0 < took < passed
        assert 0 < long < passed
        assert took + long <= passed

    in_place(sqlite_url, evening)


def test_a_press_that_comes_to_two_processes_at_once_is_refused_by_neither(
    postgresql_url: str,
) -> None:
    async def run() -> None:
        async with Store.open(postgresql_url) as one, Store.open(postgresql_url) as other:
            tables = [Parlour(Games(at, Notifier(at, troubled=print))) for at in (one, other)]
            session = await tables[0].playing()
            line = "clue zebra 3"
            async with asyncio.TaskGroup() as group, one.writing() as conn:
                assert await lock_game(conn, session.game_id)
                sent = [
                    group.create_task(table.say(due(session), line, 1, delivery="both"))
                    for table in tables
                ]
                while await conn.scalar(WAITING) != len(sent):
                    await asyncio.sleep(0)
            assert sorted(one.result().repeated for one in sent) == [False, True]

    asyncio.run(run())
