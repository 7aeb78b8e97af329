"""Databases for tests: SQLite in a file of its own, PostgreSQL in a database of its own.

PostgreSQL is TEST_DATABASE_URL, or the server on this machine that accepts `postgres`; if neither
answers, its tests are skipped.

"""

import asyncio
import os
import shutil
from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any, TypeVar
from uuid import uuid4

import pytest
from sqlalchemy import URL, create_engine, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine
from sqlalchemy.pool import NullPool

from bot.store.address import address
from bot.store.connection import CONNECTION_SECONDS, CONNECTIONS, Store
from bot.store.file import APPLICATION_ID
from bot.store.schema import METADATA

KINDS = ("sqlite", "postgresql")

# TRUNCATE, which replaces each file, takes twenty times as long. The lock waits for unfinished
# writes, as TRUNCATE does.
_EMPTYING = f"""DO $$ BEGIN
    LOCK TABLE {", ".join(table.name for table in METADATA.sorted_tables)};
    {"; ".join(str(table.delete()) for table in reversed(METADATA.sorted_tables))};
END $$"""

T = TypeVar("T")


def with_store(
    url: str,
    work: Callable[[Store], Coroutine[Any, Any, T]],
    *,
    patience: float = CONNECTION_SECONDS,
    connections: int = CONNECTIONS,
) -> T:
    """Return the result of some work on a store at this URL."""

    async def run() -> T:
        async with Store.open(url, patience=patience, connections=connections) as store:
            return await work(store)

    return asyncio.run(run())


@pytest.fixture(params=KINDS)
def database_url(request: pytest.FixtureRequest) -> str:
    """The URL of a database with all tables and no rows, of each kind in turn."""
    url: str = request.getfixturevalue(f"{request.param}_url")
    return url


@pytest.fixture(params=KINDS)
def empty_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of a database without tables, of each kind in turn."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/empty.db"
    url: str = request.getfixturevalue("postgresql_urls")[1]
    asyncio.run(_execute(url, "DROP SCHEMA public CASCADE", "CREATE SCHEMA public"))
    return url


@pytest.fixture
def sqlite_url(tmp_path: Path, sqlite_file: Path) -> str:
    """The URL of a SQLite file with all tables."""
    path = tmp_path / "games.db"
    shutil.copyfile(sqlite_file, path)
    return f"sqlite:///{path}"


@pytest.fixture(scope="session")
def sqlite_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A SQLite file with all tables, for copying."""
    path = tmp_path_factory.mktemp("sqlite") / "games.db"
    engine = create_engine(f"sqlite:///{path}")
    with engine.begin() as connection:
        METADATA.create_all(connection)
        connection.exec_driver_sql(f"PRAGMA application_id={APPLICATION_ID}")
    engine.dispose()
    return path


@pytest.fixture
def postgresql_url(postgresql_urls: tuple[str, str]) -> str:
    """The URL of a PostgreSQL database with all tables and no rows."""
    asyncio.run(_execute(postgresql_urls[0], _EMPTYING))
    return postgresql_urls[0]


@pytest.fixture(scope="session")
def postgresql_urls() -> Iterator[tuple[str, str]]:
    """The URLs of two databases for this run: one with all tables, one with none."""
    server = address(
        os.environ.get("TEST_DATABASE_URL", "postgresql://postgres@127.0.0.1:5432/postgres")
    )
    names = [f"spyring_test_{uuid4().hex[:12]}" for _ in range(2)]
    try:
        asyncio.run(_execute(_text(server), *(f"CREATE DATABASE {name}" for name in names)))
    except (OSError, DBAPIError) as error:
        pytest.skip(f"no PostgreSQL to test with: {error}")
    full, empty = (_text(server.set(database=name)) for name in names)
    try:
        # No test depends on commits that a crashed server would lose.
        settings = (f"ALTER DATABASE {name} SET synchronous_commit = off" for name in names)
        asyncio.run(_execute(_text(server), *settings))
        asyncio.run(_create_tables(full))
        yield full, empty
    finally:
        drops = (f"DROP DATABASE IF EXISTS {name} WITH (FORCE)" for name in names)
        asyncio.run(_execute(_text(server), *drops))


def _text(url: URL) -> str:
    return url.render_as_string(hide_password=False)


async def _execute(url: str, *statements: str) -> None:
    async def run(connection: AsyncConnection) -> None:
        for statement in statements:
            await connection.execute(text(statement))

    await _connected(url, run)


async def _create_tables(url: str) -> None:
    await _connected(url, lambda connection: connection.run_sync(METADATA.create_all))


async def _connected(
    url: str, work: Callable[[AsyncConnection], Coroutine[Any, Any, None]]
) -> None:
    engine = create_async_engine(
        url, poolclass=NullPool, isolation_level="AUTOCOMMIT", connect_args={"timeout": 5}
    )
    try:
        async with engine.connect() as connection:
            await work(connection)
    finally:
        await engine.dispose()
