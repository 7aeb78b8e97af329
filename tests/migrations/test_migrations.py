"""The migrations reach the schema in the code, from any earlier state of a database."""

import asyncio
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import Any, Final, TypeVar

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import CheckConstraint, Connection, inspect, select
from sqlalchemy.exc import IntegrityError
from structlog.testing import capture_logs

from bot.store.connection import Store
from bot.store.migration import upgrade
from bot.store.schema import METADATA
from core.agents.explanations import Evidence, from_json
from core.agents.personas import PERSONAS_VERSION

T = TypeVar("T")

REVISIONS = [script.revision for script in ScriptDirectory("migrations").walk_revisions()]


def _within(url: str, work: Callable[[Connection], T]) -> T:
    """Return the result of some work in a transaction on the database."""

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
    """Return the database's own description of our tables."""
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


@pytest.mark.sampled
@pytest.mark.parametrize(
    "revision",
    [None, *REVISIONS[:2], *(pytest.param(one, marks=pytest.mark.slow) for one in REVISIONS[2:])],
)
def test_migrations_reach_the_schema_in_the_code(empty_url: str, revision: str | None) -> None:
    if revision:
        _within(empty_url, _upgrade_to(revision))
    assert asyncio.run(upgrade(empty_url)).current == revision
    assert _within(empty_url, _differences) == []
    migrated = _within(empty_url, _tables)
    version = migrated.pop("alembic_version")
    assert [column["name"] for column in version["columns"]] == ["version_num"]
    assert migrated == _within(empty_url, _made_from_the_code)


@pytest.mark.sampled
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


@pytest.mark.sampled
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


OLDER_EVIDENCE: Final[Sequence[tuple[str, str]]] = (
    ("turns", "'g', 1, 1, 'blue', 3, false, '2026-11-21', true"),
    ("turn_evidence", "'g', 1, 'discord:1', 'guesser', 1, '[-622, -253]'"),
    ("agent_memory", "'teammate', 'discord:1', 'guesser', '{}'"),
    ("agent_memory", "'ace', 'discord:1', 'guesser', '{}'"),
    ("leases", "'bookmark', 'evidence-1', 'then', '9999-01-01'"),
    ("leases", "'bookmark', 'learner', 'then', '9999-01-01'"),
)
"""Rows of tables that the personas of version 1 left, and rows that stay."""


def _insert(connection: Connection, table: str, row: str) -> None:
    connection.exec_driver_sql(f"INSERT INTO {table} VALUES ({row})")  # noqa: S608


@pytest.mark.sampled
def test_evidence_of_older_personas_goes_and_none_is_written_any_more(empty_url: str) -> None:
    game = "'g', 'codenames', '{}', '{}', '{}', NULL, 'over', 3, '2026-11-21', '2026-11-21'"

    def keep(connection: Connection) -> None:
        for table, row in (("games", game), *OLDER_EVIDENCE):
            _insert(connection, table, row)

    def kept(connection: Connection) -> list[str]:
        columns = ("turns.turn", "turn_evidence.turn", "agent_memory.agent", "leases.key")
        split = (name.split(".") for name in columns)
        return [
            f"{table} {found}"
            for table, column in split
            for found in connection.scalars(select(METADATA.tables[table].c[column]))
        ]

    def write_older(connection: Connection) -> None:
        _insert(connection, *OLDER_EVIDENCE[1])

    _within(empty_url, _upgrade_to("0010"))
    _within(empty_url, keep)
    asyncio.run(upgrade(empty_url))
    assert _within(empty_url, kept) == ["turns 1", "agent_memory ace", "leases learner"]
    with pytest.raises(IntegrityError):
        _within(empty_url, write_older)


OLDER_MEMORY: Final = (
    '{"turns": 1, "evidence": {"version": 2, "turns": 1, "thousandths": [-100, 300]}}'
)

EVIDENCE_OF_PICKS: Final[Sequence[tuple[str, str]]] = (
    ("turns", "'g', 1, 1, 'blue', 3, false, '2026-11-21', true"),
    ("turn_evidence", "'g', 1, 'discord:1', 'guesser', 2, '[-622, -253]'"),
    ("turn_evidence", "'g', 1, 'discord:2', 'spymaster', 2, '[-100, 300]'"),
    ("agent_memory", "'teammate', 'discord:1', 'guesser', '{}'"),
    ("agent_memory", f"'teammate', 'discord:2', 'spymaster', '{OLDER_MEMORY}'"),
    ("agent_memory", "'ace', 'discord:1', 'guesser', '{}'"),
    ("leases", "'bookmark', 'evidence-2', 'then', '9999-01-01'"),
)
"""Rows of tables that version 2 left."""


@pytest.mark.sampled
def test_evidence_of_all_picks_alike_goes_and_that_of_spymasters_stays(empty_url: str) -> None:
    game = "'g', 'codenames', '{}', '{}', '{}', NULL, 'over', 3, '2026-11-21', '2026-11-21'"

    def keep(connection: Connection) -> None:
        for table, row in (("games", game), *EVIDENCE_OF_PICKS):
            _insert(connection, table, row)

    def kept(connection: Connection) -> tuple[list[Any], dict[str, Any], int]:
        told, memory = METADATA.tables["turn_evidence"].c, METADATA.tables["agent_memory"].c
        found = connection.execute(select(told.user, told.version, told.evidence)).all()
        memories = connection.execute(select(memory.user, memory.agent, memory.memory)).all()
        leases = connection.execute(select(METADATA.tables["leases"])).all()
        by_user = {f"{row.agent} {row.user}": row.memory for row in memories}
        return [tuple(row) for row in found], by_user, len(leases)

    def write_older(connection: Connection) -> None:
        _insert(connection, *EVIDENCE_OF_PICKS[1])

    _within(empty_url, _upgrade_to("0011"))
    _within(empty_url, keep)
    with capture_logs() as log:
        asyncio.run(upgrade(empty_url))
    rows, memories, leases = _within(empty_url, kept)
    assert rows == [("discord:2", PERSONAS_VERSION, [-100, 300])]
    assert memories.keys() == {"teammate discord:2", "ace discord:1"}
    told = memories["teammate discord:2"]["evidence"]
    assert from_json(told, PERSONAS_VERSION) == Evidence(1, (-100, 300))
    assert leases == 0
    assert [(one["event"], one["dropped"], one["kept"]) for one in log] == [
        ("older-evidence-dropped", 1, 1)
    ]
    with pytest.raises(IntegrityError):
        _within(empty_url, write_older)


@pytest.mark.sampled
def test_claims_of_messages_move_from_leases_into_their_rows(empty_url: str) -> None:
    game = "'g', 'codenames', '{}', '{}', '{}', NULL, 'over', 3, '2026-11-21', '2026-11-21'"
    boards = [f"'g', 'discord:{room}', 'public', 'm{room}', 3" for room in (1, 2)]
    leases = [
        "'draw', 'g discord:1 public', 'one', '2026-11-22'",
        "'draw', 'g discord:9 discord:8', 'one', '2026-11-22'",
        "'move', 'g:3:red', 'two', '2026-11-22'",
    ]

    def keep(connection: Connection) -> None:
        _insert(connection, "games", game)
        for row in boards:
            _insert(connection, "drawings", row)
        for row in leases:
            _insert(connection, "leases", row)

    def kept(connection: Connection) -> tuple[list[Any], list[Any]]:
        drawn, lease = METADATA.tables["drawings"].c, METADATA.tables["leases"].c
        claims = select(drawn.handle, drawn.holder, drawn.until).order_by(drawn.handle)
        left = connection.execute(select(lease.kind)).scalars()
        return [tuple(row) for row in connection.execute(claims)], [*left]

    _within(empty_url, _upgrade_to("0014"))
    _within(empty_url, keep)
    asyncio.run(upgrade(empty_url))
    claims, left = _within(empty_url, kept)
    assert claims == [("m1", "one", datetime(2026, 11, 22, tzinfo=UTC)), ("m2", None, None)]
    assert left == ["move"]


def test_the_database_accepts_the_evidence_of_todays_personas_alone() -> None:
    (check,) = (
        one
        for one in METADATA.tables["turn_evidence"].constraints
        if isinstance(one, CheckConstraint)
    )
    assert str(check.sqltext) == f"version >= {PERSONAS_VERSION}"


def test_the_migrations_have_one_beginning_and_one_end() -> None:
    script = ScriptDirectory("migrations")
    assert script.get_bases() == ["0001"]
    assert len(script.get_heads()) == 1
