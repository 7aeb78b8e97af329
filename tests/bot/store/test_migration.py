import asyncio
import subprocess
import sys
from datetime import UTC, datetime

import pytest
from alembic.migration import MigrationContext
from alembic.operations import Operations
from sqlalchemy import Connection

from bot.identity import GameId
from bot.store.connection import Store
from bot.store.faults import Fault, StoreFault
from bot.store.games import EventRow, GameRow, append, events_after, insert_game
from bot.store.migration import (
    MigrationError,
    MigrationStatus,
    check,
    migration_status,
    upgrade,
    upgrade_store,
)
from bot.texts import Texts
from core.rules import Refusal
from tests.profile import either

NOON = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
ABC = GameId("abc")


def _sql(url: str, *statements: str) -> None:
    async def run() -> None:
        async with Store.open(url) as store, store.writing() as connection:
            for statement in statements:
                await connection.exec_driver_sql(statement)

    asyncio.run(run())


async def _play(store: Store) -> None:
    row = GameRow(ABC, "codenames", {}, {}, {}, None, "running", 0, NOON, NOON)
    after = GameRow(ABC, "codenames", {}, {}, {}, None, "running", 1, NOON, NOON)
    async with store.writing() as connection:
        await insert_game(connection, row)
        await append(connection, after, [EventRow(1, "chance", "dealt", {}, NOON)])


@pytest.mark.sampled
def test_a_database_is_ready_once_it_was_upgraded(empty_url: str) -> None:
    before = asyncio.run(migration_status(empty_url))
    assert (before.current, before.ready) == (None, False)
    assert asyncio.run(upgrade(empty_url)) == before
    after = asyncio.run(migration_status(empty_url))
    assert after == MigrationStatus(before.head, before.head)
    assert after.ready
    check(after)


@pytest.mark.sampled
def test_upgrading_again_changes_nothing(empty_url: str) -> None:
    async def play() -> None:
        async with Store.open(empty_url) as store:
            await upgrade_store(store)
            await _play(store)
            assert (await upgrade_store(store)).ready
            async with store.reading() as connection:
                assert len(await events_after(connection, ABC)) == 1

    asyncio.run(play())


def test_a_database_in_memory_is_upgraded_through_its_store() -> None:
    async def play() -> None:
        async with Store.open(":memory:") as store:
            await upgrade_store(store)
            await _play(store)
            async with store.reading() as connection:
                assert len(await events_after(connection, ABC)) == 1

    asyncio.run(play())


@pytest.mark.longer
@pytest.mark.sampled
def test_processes_that_start_at_once_do_not_collide(empty_url: str) -> None:
    code = f"import asyncio; from bot.store.migration import *; asyncio.run(upgrade({empty_url!r}))"
    processes = [
        subprocess.Popen([sys.executable, "-c", code], stderr=subprocess.PIPE)  # noqa: S603
        for _ in range(either(3, quick=2))
    ]
    errors = [process.communicate(timeout=120)[1] for process in processes]
    assert not any(process.returncode for process in processes), errors
    assert asyncio.run(migration_status(empty_url)).ready


@pytest.mark.sampled
def test_a_failed_change_leaves_the_database_as_it_was(empty_url: str) -> None:
    asyncio.run(upgrade(empty_url, "0001"))
    _sql(empty_url, "CREATE INDEX ix_results_guild ON games (kind)")
    with pytest.raises(Exception, match="ix_results_guild"):
        asyncio.run(upgrade(empty_url))
    found = asyncio.run(migration_status(empty_url))
    assert found.current == "0001"
    _sql(empty_url, "DROP INDEX ix_results_guild")
    asyncio.run(upgrade(empty_url))
    assert asyncio.run(migration_status(empty_url)).ready


@pytest.mark.sampled
def test_a_table_made_anew_keeps_what_refers_to_it(empty_url: str) -> None:
    """SQLite alters a table by replacing it, which would delete other tables' rows in cascade."""

    def alter(connection: Connection) -> None:
        operations = Operations(MigrationContext.configure(connection))
        with operations.batch_alter_table("games") as batch:
            batch.alter_column("kind", nullable=True)

    async def play() -> None:
        async with Store.open(empty_url) as store:
            await upgrade_store(store)
            await _play(store)
            async with store.altering() as connection:
                await connection.run_sync(alter)
            async with store.reading() as connection:
                assert len(await events_after(connection, ABC)) == 1
            async with store.writing() as connection:
                await connection.exec_driver_sql("DELETE FROM games")
                assert await events_after(connection, ABC) == (), "foreign keys are not looked at"

    asyncio.run(play())


def _said(refusal: Refusal) -> str:
    return Texts.load().say(refusal.phrase)


@pytest.mark.sampled
def test_a_database_of_a_newer_version_is_left_alone(empty_url: str) -> None:
    asyncio.run(upgrade(empty_url))
    _sql(empty_url, "UPDATE alembic_version SET version_num = '9999'")
    for work in (migration_status, upgrade):
        with pytest.raises(MigrationError) as caught:
            asyncio.run(work(empty_url))
        assert "newer version" in _said(caught.value)


def test_a_database_of_another_program_is_left_alone(empty_url: str) -> None:
    _sql(empty_url, "CREATE TABLE events (name TEXT)")
    for work in (migration_status, upgrade):
        with pytest.raises(Refusal) as caught:
            asyncio.run(work(empty_url))
        assert "another program's tables" in _said(caught.value)


def test_a_database_that_is_behind_says_what_to_run() -> None:
    with pytest.raises(StoreFault) as caught:
        check(MigrationStatus(None, "0001"))
    assert caught.value.fault is Fault.BEHIND
    assert '"spyring migrate"' in _said(caught.value)
