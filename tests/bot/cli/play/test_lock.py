import asyncio
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta

import pytest

from bot.cli.play.room import LOCK_TTL, RoomLock, RoomLocked
from bot.identity import Room
from bot.store.connection import Store
from bot.store.ready import make_ready
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
    url: str, work: Callable[[Clock, RoomLock, RoomLock], Awaitable[None]], held: timedelta = SHORT
) -> None:
    """Run some work with the locks of two processes on one room."""

    async def run(store: Store) -> None:
        clock = Clock()
        await work(clock, *(RoomLock(store, HOME, clock, ttl=held) for _ in range(2)))

    with_store(url, run)


def test_a_second_terminal_is_refused_while_the_first_plays(database_url: str) -> None:
    async def work(_clock: Clock, one: RoomLock, other: RoomLock) -> None:
        await one.acquire()
        with pytest.raises(RoomLocked):
            await other.acquire()
        await one.check()

    two(database_url, work)


def test_a_room_that_was_left_is_free_at_once(database_url: str) -> None:
    async def work(_clock: Clock, one: RoomLock, other: RoomLock) -> None:
        await one.acquire()
        await one.release()
        await other.acquire()

    two(database_url, work, LOCK_TTL)


def test_the_room_of_one_who_was_killed_is_free_after_a_while(sqlite_url: str) -> None:
    async def work(clock: Clock, one: RoomLock, other: RoomLock) -> None:
        await one.acquire()
        clock.now += 2 * LOCK_TTL
        await other.acquire()

    two(sqlite_url, work, LOCK_TTL)


def test_who_has_slept_goes_on_unless_another_has_come(sqlite_url: str) -> None:
    async def work(clock: Clock, one: RoomLock, other: RoomLock) -> None:
        await one.acquire()
        assert not await one.check()
        clock.now += 2 * LOCK_TTL
        assert await one.check()  # another process may have been there meanwhile
        assert not await one.check()
        clock.now += 2 * LOCK_TTL
        await other.acquire()
        with pytest.raises(RoomLocked):
            await one.check()

    two(sqlite_url, work)


def test_a_clock_that_was_set_back_keeps_nobody_out_nor_lets_two_play(sqlite_url: str) -> None:
    async def work(clock: Clock, one: RoomLock, other: RoomLock) -> None:
        await one.acquire()
        clock.now -= timedelta(hours=1)
        await other.acquire()
        with pytest.raises(RoomLocked):
            await one.check()
        await other.check()

    two(sqlite_url, work)


def test_who_keeps_the_room_stays_in_it(sqlite_url: str) -> None:
    async def work(clock: Clock, one: RoomLock, other: RoomLock) -> None:
        await one.acquire()
        async with asyncio.timeout(60), asyncio.TaskGroup() as group:
            keeping = group.create_task(one.keep_renewing())
            for _ in range(3):
                until = one._until
                clock.now += SHORT / 2
                while one._until == until:
                    await asyncio.sleep(0)
            keeping.cancel()
        with pytest.raises(RoomLocked):
            await other.acquire()

    two(sqlite_url, work)


def test_a_database_in_memory_is_nobody_elses() -> None:
    async def run(store: Store) -> None:
        await make_ready(store)
        berth = RoomLock(store, HOME, Clock())
        await berth.acquire()
        assert not await berth.check()
        await berth.release()

    with_store(":memory:", run)
