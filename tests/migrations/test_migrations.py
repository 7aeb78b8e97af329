"""The migrations reach the schema in the code, from wherever a database may be."""

import asyncio
from collections.abc import Callable
from typing import Any, TypeVar

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, inspect

from bot.schema import METADATA
from bot.store.connection import Store
from bot.store.migration import upgrade

T = TypeVar("T")

REVISIONS = [script.revision for script in ScriptDirectory("migrations").walk_revisions()]


def _within(url: str, work: Callable[[Connection], T]) -> T:
    """Return what some work in a transaction on the database returns."""

    async def run() -> T:
        async with Store.open(url) as store, store.altering() as connection:
            return await connection.run_sync(work)

    return asyncio.run(run())


def _upgrade_to(revision: str) -> Callable[[Connection], None]:
    def work(connection: Connection) -> None:
        config = Config(attributes={"connection": connection})
        config.set_main_option("script_location", "migrations")
        command.upgrade(config, revision)

    return work


def _differences(connection: Connection) -> list[Any]:
    options = {"compare_type": True, "compare_server_default": True}
    return [*compare_metadata(MigrationContext.configure(connection, opts=options), METADATA)]


def _tables(connection: Connection) -> dict[str, Any]:
    """Return all that the database itself says about our tables."""
    found = inspect(connection)
    return {table: _table(found, table) for table in found.get_table_names()}


def _table(found: Any, table: str) -> dict[str, Any]:
    parts = {
        "foreign keys": found.get_foreign_keys(table),
        "indexes": found.get_indexes(table),
        "unique": found.get_unique_constraints(table),
        "checks": found.get_check_constraints(table),
    }
    columns = [{**column, "type": str(column["type"])} for column in found.get_columns(table)]
    return {
        "columns": columns,
        "key": found.get_pk_constraint(table),
        **{name: sorted(map(str, part)) for name, part in parts.items()},
    }


def _made_from_the_code(connection: Connection) -> dict[str, Any]:
    for table in inspect(connection).get_table_names():
        connection.exec_driver_sql(f"DROP TABLE {table} {_cascade(connection)}")
    METADATA.create_all(connection)
    return _tables(connection)


def _cascade(connection: Connection) -> str:
    return "CASCADE" if connection.dialect.name == "postgresql" else ""


@pytest.mark.parametrize("revision", [None, *REVISIONS])
def test_migrations_reach_the_schema_in_the_code(empty_url: str, revision: str | None) -> None:
    if revision:
        _within(empty_url, _upgrade_to(revision))
    assert asyncio.run(upgrade(empty_url)).current == revision
    assert _within(empty_url, _differences) == []
    migrated = _within(empty_url, _tables)
    version = migrated.pop("alembic_version")
    assert [column["name"] for column in version["columns"]] == ["version_num"]
    assert migrated == _within(empty_url, _made_from_the_code)


def test_the_migrations_have_one_beginning_and_one_end() -> None:
    script = ScriptDirectory("migrations")
    assert script.get_bases() == ["0001"]
    assert len(script.get_heads()) == 1
