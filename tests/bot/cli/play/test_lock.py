import asyncio
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta

import pytest

from bot.berth import HELD, Berth, Taken
from bot.identity import Room
from bot.store.connection import Store
from tests.databases import with_store

HOME = Room("terminal", "home")
SHORT = timedelta(milliseconds=100)


class Clock:
    """A clock that a test moves."""

    def __init__(self) -> None:
        self.now = datetime(2026, 11, 21, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now


def two(
    url: str, work: Callable[[Clock, Berth, Berth], Awaitable[None]], held: timedelta = SHORT
) -> None:
    """Do some work with two processes' places in one room."""

    async def run(store: Store) -> None:
        clock = Clock()
        await work(clock, *(Berth(store, HOME, clock, held=held) for _ in range(2)))

    with_store(url, run)


def test_a_second_terminal_is_refused_while_the_first_plays(database_url: str) -> None:
    async def work(_clock: Clock, one: Berth, other: Berth) -> None:
        await one.take()
        with pytest.raises(Taken):
            await other.take()
        await one.check()

    two(database_url, work)


def test_a_room_that_was_left_is_free_at_once(database_url: str) -> None:
    async def work(_clock: Clock, one: Berth, other: Berth) -> None:
        await one.take()
        await one.leave()
        await other.take()

    two(database_url, work, HELD)


def test_the_room_of_one_who_was_killed_is_free_after_a_while(sqlite_url: str) -> None:
    async def work(clock: Clock, one: Berth, other: Berth) -> None:
        await one.take()
        clock.now += 2 * HELD
        await other.take()

    two(sqlite_url, work, HELD)


def test_who_has_slept_goes_on_unless_another_has_come(sqlite_url: str) -> None:
    async def work(clock: Clock, one: Berth, other: Berth) -> None:
        await one.take()
        clock.now += 2 * HELD
        await one.check()
        clock.now += 2 * HELD
        await other.take()
        with pytest.raises(Taken):
            await one.check()

    two(sqlite_url, work)


def test_who_keeps_the_room_stays_in_it(sqlite_url: str) -> None:
    async def work(clock: Clock, one: Berth, other: Berth) -> None:
        await one.take()
        async with asyncio.timeout(60), asyncio.TaskGroup() as group:
            keeping = group.create_task(one.keep())
            for _ in range(3):
                until = one._until
                clock.now += SHORT / 2
                while one._until == until:
                    await asyncio.sleep(0)
            keeping.cancel()
        with pytest.raises(Taken):
            await other.take()

    two(sqlite_url, work)


def test_a_database_in_memory_is_nobody_elses() -> None:
    async def run(store: Store) -> None:
        berth = Berth(store, HOME, Clock())
        await berth.take()
        await berth.keep()
        await berth.check()
        await berth.leave()

    with_store(":memory:", run)
