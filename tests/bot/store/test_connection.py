import asyncio
import subprocess
import sys
import threading
import traceback
from typing import Any

import pytest
from sqlalchemy import func, insert, select, text
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store import schema
from bot.store.connection import Store
from bot.store.faults import Fault, StoreFault
from bot.store.migration import upgrade_store
from bot.store.rooms import find_pack, put_pack
from tests.bot.store.packs import caught, count, pack_of, write
from tests.databases import with_store


@pytest.mark.sampled
def test_a_transaction_lasts_once_its_block_is_left(database_url: str) -> None:
    with_store(database_url, lambda store: write(store, "one"))
    assert with_store(database_url, count) == 1


def test_an_exception_undoes_the_whole_transaction(database_url: str) -> None:
    async def work(store: Store) -> None:
        with pytest.raises(KeyError):
            await fail(store)
        assert await count(store) == 0
        await write(store, "one")

    async def fail(store: Store) -> None:
        async with store.writing() as connection:
            await put_pack(connection, pack_of("one"))
            raise KeyError("of the block")

    with_store(database_url, work)


def test_an_error_of_the_database_cannot_end_inside_its_transaction(database_url: str) -> None:
    """PostgreSQL would undo everything and report success."""

    async def work(store: Store) -> None:
        with pytest.raises(RuntimeError, match="inside its transaction"):
            await swallow(store)
        assert await count(store) == 0
        await write(store, "one")
        assert await count(store) == 1

    async def swallow(store: Store) -> None:
        row = {"digest": "one", "name": "a pack", "words": []}
        async with store.writing() as connection:
            await connection.execute(insert(schema.packs), row)
            with pytest.raises(IntegrityError):
                await connection.execute(insert(schema.packs), row)

    with_store(database_url, work)


def test_a_reader_sees_one_moment(database_url: str) -> None:
    async def work(store: Store) -> None:
        async with store.reading() as connection:
            assert await find_pack(connection, pack_of("one").digest) is None
            await write(store, "one")
            assert await find_pack(connection, pack_of("one").digest) is None
        assert await count(store) == 1

    with_store(database_url, work)


def test_a_reader_changes_nothing(database_url: str) -> None:
    async def change(store: Store) -> None:
        async with store.reading() as connection:
            await put_pack(connection, pack_of("one"))

    async def work(store: Store) -> None:
        if store.dialect == "postgresql":
            assert (await caught(change(store))).fault is Fault.READ_ONLY
        else:
            await change(store)
        assert await count(store) == 0

    with_store(database_url, work)


def test_writers_wait_for_each_other(database_url: str) -> None:
    async def add_one(store: Store) -> None:
        async with store.writing() as connection:
            await connection.exec_driver_sql(_lock_packs(store))
            found = await connection.execute(select(func.count()).select_from(schema.packs))
            await put_pack(connection, pack_of(str(found.scalar_one())))

    async def work(store: Store) -> None:
        async with asyncio.TaskGroup() as group:
            for _ in range(20):
                group.create_task(add_one(store))
        assert await count(store) == 20

    with_store(database_url, work)


def test_work_on_many_rows_leaves_the_event_loop_to_others(database_url: str) -> None:
    async def work(store: Store) -> None:
        thread = await store.write_long(put_one)
        assert threading.get_ident() not in (thread, await store.read_long(place))
        assert await count(store) == 1

    async def put_one(connection: AsyncConnection) -> int:
        await put_pack(connection, pack_of("one"))
        return threading.get_ident()

    async def place(connection: AsyncConnection) -> int:
        assert await find_pack(connection, pack_of("one").digest) is not None
        return threading.get_ident()

    with_store(database_url, work)


def test_long_work_that_fails_is_undone_and_says_why(database_url: str) -> None:
    async def work(store: Store) -> None:
        with pytest.raises(KeyError):
            await store.write_long(fail)
        assert await count(store) == 0

    async def fail(connection: AsyncConnection) -> None:
        await put_pack(connection, pack_of("one"))
        raise KeyError("of the work")

    with_store(database_url, work)


def _lock_packs(store: Store) -> str:
    return "LOCK TABLE packs" if store.dialect == "postgresql" else "SELECT 1"


def test_a_database_in_memory_lasts_as_long_as_its_store() -> None:
    async def work(store: Store) -> None:
        await upgrade_store(store)
        async with asyncio.TaskGroup() as group:
            for number in range(20):
                group.create_task(write(store, str(number)))
                group.create_task(count(store))
        assert await count(store) == 20
        long = pack_of("long")
        await store.write_long(lambda conn: put_pack(conn, long))
        assert await store.read_long(lambda conn: find_pack(conn, long.digest)) == long

    with_store(":memory:", work)


def test_what_sqlite_acknowledges_is_on_the_disk(sqlite_url: str) -> None:
    async def work(store: Store) -> None:
        async with store.reading() as connection:
            for name, value in (("journal_mode", "wal"), ("synchronous", 2), ("foreign_keys", 1)):
                found = await connection.exec_driver_sql(f"PRAGMA {name}")
                assert found.scalar_one() == value

    with_store(sqlite_url, work)


def test_who_is_cancelled_leaves_nothing_behind(database_url: str) -> None:
    async def write_and_wait(store: Store, written: asyncio.Event) -> None:
        async with store.writing() as connection:
            await put_pack(connection, pack_of("one"))
            written.set()
            await asyncio.Event().wait()

    async def work(store: Store) -> None:
        written = asyncio.Event()
        async with asyncio.TaskGroup() as group:
            writer = group.create_task(write_and_wait(store, written))
            await written.wait()
            waiter = group.create_task(write(store, "one"))
            await asyncio.sleep(0)
            waiter.cancel()
            writer.cancel()
        assert writer.cancelled()
        assert waiter.cancelled()
        assert await count(store) == 0
        await write(store, "one")

    with_store(database_url, work)


def test_who_is_cancelled_while_the_database_works_leaves_nothing_behind(
    postgresql_url: str,
) -> None:
    async def work(store: Store) -> None:
        async with store.writing() as connection:
            await put_pack(connection, pack_of("one"))
            waiter = asyncio.create_task(write(store, "one"))
            await _until_waiting(store)
            waiter.cancel()
            with pytest.raises(asyncio.CancelledError):
                await waiter
        assert await count(store) == 1
        await write(store, "two")

    with_store(postgresql_url, work)


async def _until_waiting(store: Store) -> None:
    """Return once a transaction waits for another one's lock."""
    async with store.watching() as connection:
        while True:
            found = await connection.exec_driver_sql(
                "SELECT count(*) FROM pg_locks WHERE NOT granted"
            )
            if found.scalar_one():
                return


def test_no_message_shows_what_was_to_be_written(database_url: str) -> None:
    async def write_nothing(store: Store) -> None:
        row = {"digest": "one", "name": None, "words": ["whale"]}
        async with store.writing() as connection:
            await connection.execute(insert(schema.packs), row)

    async def work(store: Store) -> None:
        with pytest.raises(IntegrityError) as caught:
            await write_nothing(store)
        assert "whale" not in "".join(traceback.format_exception(caught.value))

    with_store(database_url, work)


def test_an_address_shows_no_password() -> None:
    async def work(store: Store) -> None:
        assert "whisper" not in f"{store.url} {store.url!r}"

    with_store("postgresql://ann:whisper@localhost/games", work)


def test_numbers_that_json_does_not_know_are_our_own_fault(database_url: str) -> None:
    async def work(store: Store) -> None:
        row = {"digest": "one", "name": "a pack", "words": [float("nan")]}
        with pytest.raises(Exception, match="JSON compliant"):
            await _insert(store, row)

    with_store(database_url, work)


async def _insert(store: Store, row: dict[str, Any]) -> None:
    async with store.writing() as connection:
        await connection.execute(insert(schema.packs), row)


def test_a_missing_driver_is_a_sentence() -> None:
    code = (
        "import sys; sys.modules['asyncpg'] = None\n"
        "from bot.store.address import AddressError\n"
        "from bot.store.connection import Store\n"
        "try: Store.open('postgres://h/d')\n"
        "except AddressError as error: print(error.phrase.key)\n"
    )
    found = subprocess.run(  # noqa: S603
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True
    )
    assert found.stdout == "store-driver\n"


def test_more_readers_than_connections_are_told_to_wait(database_url: str) -> None:
    async def work(store: Store) -> None:
        async with store.reading():
            assert (await caught(count(store))).fault is Fault.BUSY
        assert await count(store) == 0

    with_store(database_url, work, patience=0.5, connections=1)


def test_a_file_that_cannot_be_opened_leaves_no_thread_behind() -> None:
    async def fail() -> list[str]:
        async with Store.open("sqlite:////no/such/folder/games.db") as store:
            with pytest.raises(StoreFault):
                async with store.reading():
                    raise AssertionError
            return [thread.name for thread in threading.enumerate()]

    assert not any("connection_worker" in name for name in asyncio.run(fail()))


def test_rows_of_sqlite_may_be_streamed(sqlite_url: str) -> None:
    async def work(store: Store) -> list[int]:
        numbers = text(
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 250)"
            " SELECT i FROM n"
        )
        async with store.reading() as conn:
            found = await conn.stream_scalars(numbers)
            return [number async for number in found]

    assert with_store(sqlite_url, work) == [*range(1, 251)]
