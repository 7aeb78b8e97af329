"""PostgreSQL's real faults; the same store works again after them."""

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.address import address
from bot.store.connection import Store
from bot.store.faults import Fault, StoreFault
from bot.store.rooms import put_pack
from tests.bot.store.packs import GUARD_SECONDS, SOON, caught, count, pack_of, write
from tests.databases import with_store


async def _end_connection(url: str, number: int) -> None:
    async with Store.open(url) as other, other.watching() as connection:
        await connection.exec_driver_sql(f"SELECT pg_terminate_backend({number}, 5000)")


async def _number(connection: AsyncConnection) -> int:
    return int((await connection.exec_driver_sql("SELECT pg_backend_pid()")).scalar_one())


def test_a_connection_lost_in_the_middle_is_said_and_gets_over(postgresql_url: str) -> None:
    async def lose(store: Store, digest: str) -> None:
        async with store.writing() as connection:
            await put_pack(connection, pack_of(digest))
            await _end_connection(postgresql_url, await _number(connection))
            await put_pack(connection, pack_of(digest + " again"))

    async def work(store: Store) -> None:
        fault = await caught(lose(store, "one"))
        assert (fault.fault, fault.retry) == (Fault.LOST, True)
        assert await count(store) == 0
        await write(store, "one")

    with_store(postgresql_url, work)


def test_a_connection_lost_while_a_change_is_made_lasting_leaves_it_unsure(
    postgresql_url: str,
) -> None:
    async def lose(store: Store) -> None:
        async with store.writing() as connection:
            await put_pack(connection, pack_of("one"))
            await _end_connection(postgresql_url, await _number(connection))

    async def work(store: Store) -> None:
        fault = await caught(lose(store))
        assert (fault.fault, fault.retry) == (Fault.UNSURE, False)
        await write(store, "one")

    with_store(postgresql_url, work)


def test_a_connection_lost_while_nobody_used_it_is_not_noticed(postgresql_url: str) -> None:
    async def work(store: Store) -> None:
        async with store.reading() as connection:
            number = await _number(connection)
        await _end_connection(postgresql_url, number)
        await write(store, "one")
        async with store.reading() as connection:
            assert await _number(connection) != number

    with_store(postgresql_url, work, connections=1)


def test_a_lock_held_for_too_long_is_said_and_gets_over(postgresql_url: str) -> None:
    async def work(store: Store) -> None:
        async with store.writing() as connection:
            await put_pack(connection, pack_of("one"))
            fault = await caught(write(store, "one"))
            assert (fault.fault, fault.code) == (Fault.BUSY, "55P03")
        assert await count(store) == 1
        await write(store, "two")

    with_store(postgresql_url, work, patience=0.5)


def test_a_statement_that_takes_too_long_is_said_and_gets_over(postgresql_url: str) -> None:
    async def dawdle(store: Store) -> None:
        async with store.writing() as connection:
            await connection.exec_driver_sql("SELECT pg_sleep(100)")

    async def work(store: Store) -> None:
        fault = await caught(dawdle(store))
        assert (fault.fault, fault.code) == (Fault.BUSY, "57014")
        await write(store, "one")

    with_store(postgresql_url, work, patience=0.5)


def test_a_database_that_may_only_be_read_is_said_and_gets_over(postgresql_url: str) -> None:
    async def work(store: Store) -> None:
        async with store.watching() as connection:
            await connection.exec_driver_sql("SET default_transaction_read_only = on")
        fault = await caught(write(store, "one"))
        assert (fault.fault, fault.code) == (Fault.READ_ONLY, "25006")
        async with store.watching() as connection:
            await connection.exec_driver_sql("SET default_transaction_read_only = off")
        await write(store, "one")

    with_store(postgresql_url, work, connections=1)


def test_of_two_who_wait_for_each_other_one_may_try_again(postgresql_url: str) -> None:
    async def write_both(store: Store, digests: str, both: asyncio.Barrier) -> StoreFault | None:
        try:
            async with store.writing() as connection:
                await put_pack(connection, pack_of(digests[0]))
                await both.wait()
                await put_pack(connection, pack_of(digests[1]))
        except StoreFault as fault:
            return fault
        return None

    async def work(store: Store) -> None:
        both = asyncio.Barrier(2)
        found = await asyncio.gather(*(write_both(store, text, both) for text in ("ab", "ba")))
        (fault,) = (fault for fault in found if fault)
        assert (fault.fault, fault.code, fault.retry) == (Fault.BUSY, "40P01", True)
        assert await count(store) == 2

    with_store(postgresql_url, work)


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"username": "spyring_nobody", "password": "whisper"}, "28000"),
        ({"database": "spyring_nowhere"}, "3D000"),
    ],
)
def test_a_server_that_does_not_let_us_in_is_said(
    postgresql_url: str, changes: dict[str, str], code: str
) -> None:
    async def work(store: Store) -> None:
        wrong = store.url.set(**changes).render_as_string(hide_password=False)  # type: ignore[arg-type]
        async with Store.open(wrong) as other:
            fault = await caught(count(other))
            assert (fault.fault, fault.code[:2]) == (Fault.REFUSED, code[:2])

    with_store(postgresql_url, work)


def test_a_server_that_says_nothing_is_lost() -> None:
    async def work(store: Store) -> None:
        async with asyncio.timeout(GUARD_SECONDS):
            fault = await caught(count(store))
        assert (fault.fault, fault.code) == (Fault.LOST, "TimeoutError")

    with socket.create_server(("127.0.0.1", 0)) as silent:
        with_store(f"postgres://u:p@127.0.0.1:{silent.getsockname()[1]}/d", work, patience=SOON)


class _Wire:
    """A wire between a store and its server; a cut stays unnoticed by both ends."""

    def __init__(self, host: str, port: int) -> None:
        self._server = host, port
        self.cut = False

    async def carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Copy one connection's bytes in both directions, until both ends have closed."""
        far_reader, far_writer = await asyncio.open_connection(*self._server)
        async with asyncio.TaskGroup() as group:
            group.create_task(self._copy(reader, far_writer))
            group.create_task(self._copy(far_reader, writer))

    async def _copy(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while said := await reader.read(1 << 16):
            if not self.cut:
                writer.write(said)
        writer.close()


@asynccontextmanager
async def _wired(url: str) -> AsyncIterator[tuple[_Wire, str]]:
    """Yield a wire to the server of a URL, and the URL of its near end."""
    far = address(url)
    wire = _Wire(far.host or "127.0.0.1", far.port or 5432)
    carriers: set[asyncio.Task[None]] = set()

    async def carry(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        async with asyncio.TaskGroup() as group:
            carriers.add(group.create_task(wire.carry(reader, writer)))

    server = await asyncio.start_server(carry, "127.0.0.1", 0)
    async with server:
        near = far.set(host="127.0.0.1", port=server.sockets[0].getsockname()[1])
        yield wire, near.render_as_string(hide_password=False)
        await asyncio.wait(carriers, timeout=GUARD_SECONDS)


def test_a_server_that_falls_silent_in_the_middle_is_lost_and_gets_over(
    postgresql_url: str,
) -> None:
    async def cut(store: Store, wire: _Wire) -> None:
        async with store.writing() as connection:
            wire.cut = True
            await put_pack(connection, pack_of("one"))

    async def work() -> None:
        async with (
            _wired(postgresql_url) as (wire, near),
            Store.open(near, patience=0.3) as store,
            asyncio.timeout(GUARD_SECONDS),
        ):
            fault = await caught(cut(store, wire))
            assert (fault.fault, fault.code) == (Fault.LOST, "TimeoutError")
            wire.cut = False
            await write(store, "two")
            assert await count(store) == 1

    asyncio.run(work())


def test_a_port_where_nobody_listens_is_lost() -> None:
    async def work(store: Store) -> None:
        fault = await caught(count(store))
        assert (fault.fault, fault.code) == (Fault.LOST, "ConnectionRefusedError")
        assert not fault.retry

    with socket.create_server(("127.0.0.1", 0)) as silent:
        port = silent.getsockname()[1]
    with_store(f"postgres://u:p@127.0.0.1:{port}/d", work)
