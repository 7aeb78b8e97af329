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
from sqlalchemy import Connection, inspect, select

from bot.store.connection import Store
from bot.store.migration import upgrade
from bot.store.schema import METADATA

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


def test_streaks_of_days_go_on_after_their_days_are_kept(empty_url: str) -> None:
    def keep(connection: Connection) -> None:
        columns = '"guild", "user", "game", played, won, points, streak, best, day'
        rows = (
            "('g', 'u', 'hangman-daily', 5, 4, 0, 3, 3, '2026-11-21')",
            "('g', '', 'hangman-daily', 5, 4, 0, 0, 3, '2026-11-21')",
            "('g', 'u', 'hangman', 5, 4, 9, 2, 3, NULL)",
        )
        values = ", ".join(rows)
        connection.exec_driver_sql(f"INSERT INTO side_scores ({columns}) VALUES {values}")  # noqa: S608

    def kept(connection: Connection) -> dict[str, Any]:
        found = connection.execute(select(METADATA.tables["side_scores"])).all()
        return {f"{row.user}/{row.game}": row.runs for row in found}

    _within(empty_url, _upgrade_to("0003"))
    _within(empty_url, keep)
    asyncio.run(upgrade(empty_url))
    assert _within(empty_url, kept) == {
        "u/hangman-daily": [["2026-11-19", "2026-11-21"]],
        "/hangman-daily": [],
        "u/hangman": [],
    }


def test_rated_turns_stay_when_sums_of_games_are_left_out(empty_url: str) -> None:
    def keep(connection: Connection) -> None:
        columns = '"guild", "user", role, period, alone, counts, games, wins'
        row = "('g', 'discord:1', 'guesser', 'all', false, '[1, 2]', 5, 3)"
        connection.exec_driver_sql(f"INSERT INTO ratings ({columns}) VALUES {row}")  # noqa: S608

    def kept(connection: Connection) -> list[tuple[Any, ...]]:
        ratings = METADATA.tables["ratings"].c
        found = select(ratings.user, ratings.role, ratings.alone, ratings.counts)
        return [tuple(row) for row in connection.execute(found)]

    _within(empty_url, _upgrade_to("0006"))
    _within(empty_url, keep)
    asyncio.run(upgrade(empty_url))
    assert _within(empty_url, kept) == [("discord:1", "guesser", False, [1, 2])]


def test_the_migrations_have_one_beginning_and_one_end() -> None:
    script = ScriptDirectory("migrations")
    assert script.get_bases() == ["0001"]
    assert len(script.get_heads()) == 1
