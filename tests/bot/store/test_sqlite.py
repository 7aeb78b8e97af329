"""SQLite's real faults; the same store works again after them."""

import asyncio
import sqlite3
import threading
import tomllib
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager, closing
from pathlib import Path

import aiosqlite
import pytest
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.address import AddressError
from bot.store.connection import Store
from bot.store.faults import Fault
from bot.store.migration import upgrade_store
from bot.store.rooms import put_pack
from bot.store.sqlite import NEEDED_DRIVER
from bot.texts import Texts
from tests.bot.store.packs import SOON, caught, count, pack_of, write
from tests.databases import with_store


def test_a_full_disk_is_said_and_gets_over(sqlite_url: str) -> None:
    async def work(store: Store) -> None:
        await write(store, "one")
        async with store.watching() as connection:
            await connection.exec_driver_sql("PRAGMA max_page_count = 1")
        fault = await caught(fill(store))
        assert (fault.fault, fault.code) == (Fault.FULL, "SQLITE_FULL")
        assert await count(store) == 1
        async with store.watching() as connection:
            await connection.exec_driver_sql("PRAGMA max_page_count = 1073741823")
        await fill(store)
        assert await count(store) == 2

    async def fill(store: Store) -> None:
        async with store.writing() as connection:
            await put_pack(connection, pack_of("x" * 10**6))

    with_store(sqlite_url, work, connections=1)


def test_a_file_that_may_only_be_read_is_said_and_gets_over(sqlite_url: str) -> None:
    async def work(store: Store) -> None:
        async with store.watching() as connection:
            await connection.exec_driver_sql("PRAGMA query_only = ON")
        fault = await caught(write(store, "one"))
        assert (fault.fault, fault.code) == (Fault.READ_ONLY, "SQLITE_READONLY")
        assert await count(store) == 0
        async with store.watching() as connection:
            await connection.exec_driver_sql("PRAGMA query_only = OFF")
        await write(store, "one")

    with_store(sqlite_url, work, connections=1)


def test_a_connection_that_is_given_up_holds_no_lock(sqlite_url: str) -> None:
    """The traceback of a cancelled caller may keep its statement alive."""

    async def work(store: Store) -> None:
        with pytest.raises(KeyError):
            await give_up(store)
        await write(store, "two")
        assert await count(store) == 1

    async def give_up(store: Store) -> None:
        async with store.writing() as connection:
            await put_pack(connection, pack_of("one"))
            driver = (await connection.get_raw_connection()).driver_connection
            assert driver is not None
            cursors.append(await driver.execute("SELECT 1 UNION ALL SELECT 2"))
            assert await cursors[0].fetchone() == (1,)
            await connection.invalidate()
            raise KeyError("of the block")

    cursors = list[aiosqlite.Cursor]()
    with_store(sqlite_url, work, patience=SOON)


def test_a_locked_file_is_said_and_gets_over(sqlite_url: str) -> None:
    async def work(store: Store) -> None:
        await write(store, "one")
        other = sqlite3.connect(_file(sqlite_url), isolation_level=None)
        with closing(other):
            other.execute("BEGIN EXCLUSIVE")
            fault = await caught(write(store, "two"))
            assert (fault.fault, fault.code) == (Fault.BUSY, "SQLITE_BUSY")
            assert await count(store) == 1, "readers go on"
            other.execute("ROLLBACK")
            await write(store, "two")

    with_store(sqlite_url, work, patience=SOON)


def test_a_new_file_that_another_process_writes_to_is_waited_for(sqlite_url: str) -> None:
    async def work(store: Store) -> None:
        with closing(sqlite3.connect(_file(sqlite_url), isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            asyncio.get_running_loop().call_later(SOON, other.rollback)
            await write(store, "one")

    with_store(sqlite_url, work)


def test_a_new_file_that_another_process_keeps_is_said_to_be_busy(sqlite_url: str) -> None:
    async def work(store: Store) -> None:
        with closing(sqlite3.connect(_file(sqlite_url), isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            assert (await caught(write(store, "one"))).fault is Fault.BUSY
        await write(store, "one")

    with_store(sqlite_url, work, patience=SOON)


def test_a_writer_that_never_ends_does_not_stop_the_others_for_ever(sqlite_url: str) -> None:
    async def work(store: Store) -> None:
        async with store.writing():
            assert (await caught(write(store, "one"))).fault is Fault.BUSY
        await write(store, "one")

    with_store(sqlite_url, work, patience=SOON)


@pytest.mark.parametrize(
    ("opened", "statement", "waits"),
    [
        (Store.writing, "SELECT thread()", False),
        (Store.reading, "SELECT thread()", False),
        (Store.watching, "SELECT thread()", False),
        (Store.altering, "SELECT thread()", True),
        (Store.writing, "DELETE FROM packs WHERE thread()", False),
        (Store.writing_once, "DELETE FROM packs WHERE thread()", True),
    ],
)
def test_only_what_can_wait_leaves_the_thread_of_who_asks(
    sqlite_url: str,
    opened: Callable[[Store], AbstractAsyncContextManager[AsyncConnection]],
    statement: str,
    waits: bool,
) -> None:
    async def work(store: Store) -> None:
        seen = set[int]()
        await write(store, "one")
        async with store.writing() as connection:
            await _with_function(connection, lambda: seen.add(threading.get_ident()))
        async with opened(store) as connection:
            await connection.exec_driver_sql(statement)
        assert (seen == {threading.get_ident()}) is not waits
        assert len(seen) == 1

    with_store(sqlite_url, work, connections=1)


def test_where_nobody_writes_a_transaction_only_commits_in_the_connections_thread(
    sqlite_url: str,
) -> None:
    async def work(store: Store) -> None:
        await write(store, "one")
        async with store.writing() as connection:
            driver = (await connection.get_raw_connection()).driver_connection
            assert driver is not None
            before = driver._asked
            waited = (await connection.exec_driver_sql("PRAGMA busy_timeout")).scalar_one()
            assert waited == 3000, "later statements wait for locks as long as before"
        async with store.writing() as connection:
            await connection.exec_driver_sql("SELECT 1")
        assert driver._asked == before + 2, "one call for each commit"

    with_store(sqlite_url, work, connections=1, patience=3.0)


def test_a_transaction_waits_for_another_writer_in_the_connections_thread(sqlite_url: str) -> None:
    """There it waits for locks and for the disk, while this process continues."""

    async def work(store: Store) -> None:
        await write(store, "one")
        with closing(sqlite3.connect(_file(sqlite_url), isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            writing = asyncio.create_task(write(store, "two"))
            assert await count(store) == 1, "readers go on"
            assert not writing.done()
            other.execute("ROLLBACK")
            await writing
        assert await count(store) == 2

    with_store(sqlite_url, work)


def test_who_is_cancelled_in_a_long_statement_leaves_no_call_beside_it(sqlite_url: str) -> None:
    """Later calls on the connection queue behind the statement, and nothing else waits."""

    async def work(store: Store) -> None:
        begun, go_on, at_work = threading.Event(), threading.Event(), list[str]()

        def long() -> None:
            at_work.append("begun")
            begun.set()
            go_on.wait()
            at_work.append("ended")

        async def delete() -> None:
            async with store.writing_once() as connection:
                await _with_function(connection, long)
                await connection.exec_driver_sql("DELETE FROM packs WHERE thread()")

        await write(store, "one")
        deleting = asyncio.create_task(delete())
        await asyncio.to_thread(begun.wait)
        deleting.cancel()
        asyncio.get_running_loop().call_soon(go_on.set)
        with pytest.raises(asyncio.CancelledError):
            await deleting
        assert await count(store) == 1
        assert at_work == ["begun", "ended"]

    with_store(sqlite_url, work, connections=1)


async def _with_function(connection: AsyncConnection, called: Callable[[], object]) -> None:
    """Define the SQL function `thread`, which calls something and returns 0."""

    def answer() -> int:
        called()
        return 0

    driver = (await connection.get_raw_connection()).driver_connection
    assert driver is not None
    await driver.create_function("thread", 0, answer)


def _file(url: str) -> Path:
    return Path(url.removeprefix("sqlite:///"))


@pytest.mark.parametrize(
    ("damage", "kind", "code"),
    [
        (lambda file: file.write_bytes(b"no database " * 999), Fault.DAMAGED, "SQLITE_NOTADB"),
        (lambda file: file.mkdir(), Fault.BROKEN, "SQLITE_CANTOPEN"),
    ],
)
def test_a_broken_file_is_said_and_gets_over(
    tmp_path: Path, damage: Callable[[Path], None], kind: Fault, code: str
) -> None:
    file = tmp_path / "games.db"
    damage(file)

    async def work(store: Store) -> None:
        for attempt in (write(store, "one"), count(store)):
            fault = await caught(attempt)
            assert (fault.fault, fault.code) == (kind, code)
        file.rmdir() if file.is_dir() else file.unlink()
        await upgrade_store(store)
        await write(store, "one")

    with_store(f"sqlite:///{file}", work)


def test_a_damaged_page_is_said(sqlite_url: str) -> None:
    with_store(sqlite_url, lambda store: write(store, "one"))
    file = _file(sqlite_url)
    content = bytearray(file.read_bytes())
    content[4096:] = b"\xff" * len(content[4096:])
    file.write_bytes(content)

    async def work(store: Store) -> None:
        fault = await caught(write(store, "two"))
        assert (fault.fault, fault.code) == (Fault.DAMAGED, "SQLITE_CORRUPT")

    with_store(sqlite_url, work)


def test_a_missing_folder_is_said_and_gets_over(tmp_path: Path) -> None:
    folder = tmp_path / "missing"

    async def work(store: Store) -> None:
        assert (await caught(count(store))).fault is Fault.BROKEN
        folder.mkdir()
        await upgrade_store(store)
        await write(store, "one")

    with_store(f"sqlite:///{folder}/games.db", work)


@pytest.mark.sampled
def test_missing_tables_are_said_and_get_over(empty_url: str) -> None:
    async def work(store: Store) -> None:
        for attempt in (write(store, "one"), count(store)):
            assert (await caught(attempt)).fault is Fault.BEHIND
        await upgrade_store(store)
        await write(store, "one")

    with_store(empty_url, work)


@pytest.mark.parametrize("name", ["_conn", "_execute"])
def test_a_driver_of_another_version_is_one_sentence(
    name: str, sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(aiosqlite.Connection, name)
    with pytest.raises(AddressError) as refusal:
        Store.open(sqlite_url)
    said = Texts.load("en").say(refusal.value.phrase)
    assert f"aiosqlite {aiosqlite.__version__}, the installed driver" in said
    assert f'pip install "{NEEDED_DRIVER}"' in said


def test_the_driver_that_is_named_is_the_one_that_is_installed() -> None:
    project = Path(__file__).parents[3] / "pyproject.toml"
    assert NEEDED_DRIVER in tomllib.loads(project.read_text("utf-8"))["project"]["dependencies"]
