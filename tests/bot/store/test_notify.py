import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest
from sqlalchemy import text

from bot.identity import GameId
from bot.store.connection import Store
from bot.store.faults import Fault, StoreFault
from bot.store.games import EventRow, GameRow, append, insert_game, lock_game
from bot.store.notify import (
    MOST_CHANGES,
    Change,
    ChangeNotice,
    ChangesMissed,
    Notifier,
    Subscription,
)

NOON = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
ABC, XYZ = GameId("abc"), GameId("xyz")
GUARD_SECONDS = 30


async def _heard(subscription: Subscription, count: int) -> list[ChangeNotice]:
    async with asyncio.timeout(GUARD_SECONDS):
        return [await anext(subscription) for _ in range(count)]


@asynccontextmanager
async def _running(notifier: Notifier) -> AsyncIterator[Subscription]:
    """Listen to other processes; yield once the notifier listens."""
    with notifier.subscribe() as subscription:
        task = asyncio.create_task(notifier.run())
        try:
            assert await _heard(subscription, 1) == [ChangesMissed()]
            yield subscription
        finally:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)


def _silent(store: Store) -> Notifier:
    return Notifier(store, troubled=_fail)


def _fail(fault: StoreFault) -> None:
    raise AssertionError(fault.code)


async def _act(store: Store, notifier: Notifier, game_id: GameId = ABC) -> Change:
    """Add an event to a game, and publish it as the door does."""
    async with store.writing() as connection:
        await insert_game(connection, _game(game_id))
        row = await lock_game(connection, game_id)
        assert row
        version = row.version + 1
        event = EventRow(version, "red-guesser", "guessed", {}, NOON)
        await append(connection, replace(row, version=version), [event])
        change = Change(game_id, version)
        await notifier.notify(connection, change)
    notifier.publish(change)
    return change


def _game(game_id: GameId) -> GameRow:
    return GameRow(game_id, "codenames", {}, {}, {}, None, "running", 0, NOON, NOON)


def _two(url: str, work: Callable[[Store, Store], Coroutine[Any, Any, None]]) -> None:
    """Run some work with two stores on one database, as two processes would have them."""

    async def run() -> None:
        async with Store.open(url) as here, Store.open(url) as there:
            await work(here, there)

    asyncio.run(run())


# Within a process.


def _alone(work: Callable[[Notifier], Coroutine[Any, Any, None]]) -> None:
    async def run() -> None:
        async with Store.open(":memory:") as store:
            await work(_silent(store))

    asyncio.run(run())


def test_each_subscriber_hears_what_is_told() -> None:
    async def work(notifier: Notifier) -> None:
        with notifier.subscribe() as one, notifier.subscribe() as two:
            notifier.publish(Change(ABC, 1))
            notifier.publish(Change(XYZ, 7))
            for subscription in (one, two):
                assert await _heard(subscription, 2) == [Change(ABC, 1), Change(XYZ, 7)]

    _alone(work)


def test_of_each_game_only_the_newest_version_is_heard() -> None:
    async def work(notifier: Notifier) -> None:
        with notifier.subscribe() as subscription:
            for version in (1, 2, 3):
                notifier.publish(Change(ABC, version))
            notifier.publish(Change(ABC, 2))
            notifier.publish(Change(XYZ, 1))
            assert await _heard(subscription, 2) == [Change(ABC, 3), Change(XYZ, 1)]
            notifier.publish(Change(ABC, 3))
            notifier.publish(Change(ABC, 4))
            assert await _heard(subscription, 1) == [Change(ABC, 4)]

    _alone(work)


def test_who_waits_is_woken() -> None:
    async def work(notifier: Notifier) -> None:
        with notifier.subscribe() as subscription:
            waiting = asyncio.create_task(_heard(subscription, 1))
            await asyncio.sleep(0)
            notifier.publish(Change(ABC, 1))
            assert await waiting == [Change(ABC, 1)]

    _alone(work)


def test_who_has_left_hears_nothing() -> None:
    async def work(notifier: Notifier) -> None:
        with notifier.subscribe() as stayed, notifier.subscribe() as left:
            pass
        notifier.publish(Change(ABC, 1))
        for subscription in (stayed, left):
            waiting = asyncio.ensure_future(anext(subscription))
            await asyncio.sleep(0)
            assert not waiting.done()
            waiting.cancel()

    _alone(work)


def test_too_many_changes_become_a_gap() -> None:
    async def work() -> None:
        subscription = Subscription(most=3)
        for number in range(4):
            subscription.put(Change(GameId(f"g{number}"), 1))
        subscription.put(Change(ABC, 5))
        assert await _heard(subscription, 2) == [ChangesMissed(), Change(ABC, 5)]

    asyncio.run(work())


def test_what_is_remembered_to_know_echoes_is_bounded() -> None:
    async def work(notifier: Notifier) -> None:
        for number in range(MOST_CHANGES + 1):
            notifier.publish(Change(GameId(f"g{number}"), 1))
        with notifier.subscribe() as subscription:
            notifier.publish(Change(GameId(f"g{MOST_CHANGES}"), 1))
            notifier.publish(Change(GameId("g0"), 1))
            assert await _heard(subscription, 1) == [Change(GameId("g0"), 1)]

    _alone(work)


def test_a_database_in_memory_has_no_other_processes() -> None:
    async def work(notifier: Notifier) -> None:
        task = asyncio.create_task(notifier.run())
        await asyncio.sleep(0)
        assert not task.done()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    _alone(work)


# Across processes.


def test_changes_cross_processes(database_url: str) -> None:
    async def work(here: Store, there: Store) -> None:
        async with _running(_silent(there)) as subscription:
            other = _silent(here)
            assert await _heard_after(subscription, _act(here, other)) == Change(ABC, 1)
            assert await _heard_after(subscription, _act(here, other)) == Change(ABC, 2)
            assert await _heard_after(subscription, _act(here, other, XYZ)) == Change(XYZ, 1)

    async def _heard_after(
        subscription: Subscription, act: Coroutine[Any, Any, Change]
    ) -> ChangeNotice:
        await act
        return (await _heard(subscription, 1))[0]

    _two(database_url, work)


def test_ones_own_change_is_heard_once(database_url: str) -> None:
    async def work(here: Store, there: Store) -> None:
        notifier = _silent(here)
        async with _running(notifier) as subscription:
            await _act(here, notifier)
            assert await _heard(subscription, 1) == [Change(ABC, 1)]
            await _act(there, _silent(there), XYZ)
            assert await _heard(subscription, 1) == [Change(XYZ, 1)]

    _two(database_url, work)


def test_what_was_undone_is_not_told(database_url: str) -> None:
    async def fail(store: Store) -> None:
        async with store.writing() as connection:
            await insert_game(connection, _game(ABC))
            await append(
                connection,
                replace(_game(ABC), version=1),
                [EventRow(1, "chance", "dealt", {}, NOON)],
            )
            await _silent(store).notify(connection, Change(ABC, 1))
            raise KeyError("of the block")

    async def work(here: Store, there: Store) -> None:
        async with _running(_silent(there)) as subscription:
            with pytest.raises(KeyError):
                await fail(here)
            await _act(here, _silent(here), XYZ)
            assert await _heard(subscription, 1) == [Change(XYZ, 1)]

    _two(database_url, work)


def test_a_change_tells_no_more_than_game_and_version(postgresql_url: str) -> None:
    async def work(here: Store, there: Store) -> None:
        heard: asyncio.Queue[str] = asyncio.Queue()
        async with there.watching() as connection:
            driver = (await connection.get_raw_connection()).driver_connection
            assert driver
            await driver.add_listener("spyring_changes", lambda *all: heard.put_nowait(all[-1]))
            await _act(here, _silent(here))
            async with asyncio.timeout(GUARD_SECONDS):
                assert await heard.get() == "abc 1"

    _two(postgresql_url, work)


@pytest.mark.sampled
@pytest.mark.parametrize("payload", ["", "abc", "abc -1", "abc one", "abc 1 2"])
def test_what_others_say_on_the_channel_is_no_change(postgresql_url: str, payload: str) -> None:
    async def work(here: Store, there: Store) -> None:
        async with _running(_silent(there)) as subscription:
            async with here.writing() as connection:
                await connection.exec_driver_sql(
                    "SELECT pg_notify('spyring_changes', $1::text)", (payload,)
                )
            await _act(here, _silent(here), XYZ)
            assert await _heard(subscription, 1) == [Change(XYZ, 1)]

    _two(postgresql_url, work)


def test_after_a_lost_connection_there_is_a_gap_and_it_goes_on(postgresql_url: str) -> None:
    async def work(here: Store, there: Store) -> None:
        faults: list[StoreFault] = []
        notifier = Notifier(there, troubled=faults.append, first_pause=0.01, heartbeat=10**6)
        async with _running(notifier) as subscription:
            async with here.watching() as connection:
                await connection.exec_driver_sql(
                    "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity"
                    " WHERE datname = current_database() AND query LIKE 'LISTEN%'"
                )
            assert await _heard(subscription, 1) == [ChangesMissed()]
            assert [fault.fault for fault in faults] == [Fault.LOST]
            await _act(here, _silent(here))
            assert await _heard(subscription, 1) == [Change(ABC, 1)]

    _two(postgresql_url, work)


def test_connections_lost_one_after_another_while_they_are_set_up_are_faults_of_the_database(
    postgresql_url: str,
) -> None:
    async def work(here: Store, there: Store) -> None:
        faults: list[StoreFault] = []
        notifier = Notifier(there, troubled=faults.append, first_pause=0.001, heartbeat=0.005)
        async with _running(notifier) as subscription:
            async with asyncio.timeout(GUARD_SECONDS), here.watching() as connection:
                while len(faults) < 5:
                    await connection.exec_driver_sql(
                        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                        " WHERE datname = current_database() AND pid != pg_backend_pid()"
                    )
                    await asyncio.sleep(0)
            assert {fault.fault for fault in faults} == {Fault.LOST}
            await _until(here, "SELECT 1")
            await _act(here, _silent(here))
            async with asyncio.timeout(GUARD_SECONDS):
                while await anext(subscription) != Change(ABC, 1):
                    pass

    _two(postgresql_url, work)


def test_a_listening_connection_is_asked_whether_it_is_one(postgresql_url: str) -> None:
    """The heartbeat's statement becomes its last one."""

    async def work(here: Store, there: Store) -> None:
        async with _running(Notifier(there, troubled=_fail, heartbeat=0.01)) as subscription:
            await _until(here, "SELECT 1")
            await _act(here, _silent(here))
            assert await _heard(subscription, 1) == [Change(ABC, 1)]

    _two(postgresql_url, work)


async def _until(store: Store, query: str) -> None:
    """Return once another connection's last statement is this query."""
    async with asyncio.timeout(GUARD_SECONDS), store.watching() as connection:
        while True:
            found = await connection.execute(
                text(
                    "SELECT count(*) FROM pg_stat_activity"
                    " WHERE datname = current_database() AND query = :query"
                ),
                {"query": query},
            )
            if found.scalar_one():
                return


def test_a_server_that_is_not_there_is_reported_and_tried_again() -> None:
    async def work() -> None:
        faults: asyncio.Queue[StoreFault] = asyncio.Queue()
        async with Store.open("postgresql://nobody@127.0.0.1:1/nowhere") as store:
            notifier = Notifier(store, troubled=faults.put_nowait, first_pause=0.001)
            task = asyncio.create_task(notifier.run())
            async with asyncio.timeout(GUARD_SECONDS):
                assert {(await faults.get()).fault for _ in range(3)} == {Fault.LOST}
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    asyncio.run(work())


@pytest.mark.parametrize(
    "loss",
    [
        "DELETE FROM games WHERE game_id = 'xyz'",
        "DELETE FROM games",
        "UPDATE events SET game_id = 'abc', version = 9 WHERE game_id = 'xyz'",
    ],
)
def test_rows_that_are_no_longer_where_they_were_make_a_gap(sqlite_url: str, loss: str) -> None:
    async def work(here: Store, there: Store) -> None:
        quiet = _silent(here)
        await _act(here, quiet, ABC)
        await _act(here, quiet, XYZ)
        async with _running(_silent(there)) as subscription:
            async with here.writing() as connection:
                await connection.exec_driver_sql(loss)
            assert await _heard(subscription, 1) == [ChangesMissed()]
            await _act(here, quiet, GameId("new"))
            assert await _heard(subscription, 1) == [Change(GameId("new"), 1)]

    _two(sqlite_url, work)


def test_a_sqlite_file_that_breaks_is_reported_and_tried_again(sqlite_url: str) -> None:
    async def work(here: Store, there: Store) -> None:
        faults: asyncio.Queue[StoreFault] = asyncio.Queue()
        notifier = Notifier(there, troubled=faults.put_nowait, first_pause=0.01)
        async with _running(notifier) as subscription:
            async with here.writing() as connection:
                await connection.exec_driver_sql("ALTER TABLE events RENAME TO lost")
            async with asyncio.timeout(GUARD_SECONDS):
                assert (await faults.get()).fault is Fault.BEHIND
            async with here.writing() as connection:
                await connection.exec_driver_sql("ALTER TABLE lost RENAME TO events")
            assert await _heard(subscription, 1) == [ChangesMissed()]
            await _act(here, _silent(here))
            assert await _heard(subscription, 1) == [Change(ABC, 1)]

    _two(sqlite_url, work)
