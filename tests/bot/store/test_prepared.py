import asyncio
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import Any, TypeAlias

import pytest
import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.identity import GameId, Room, User
from bot.store import games, leases, messages, schema, sql
from bot.store.connection import Store
from bot.store.faults import StoreFault
from bot.store.games import DeliveryRow, EventRow, GameRow
from bot.store.leases import PUBLIC, DeadlineRow
from bot.store.messages import MessageRow
from bot.store.prepared import Prepared
from tests.databases import with_store

NOON = datetime(2026, 3, 1, 12, 0, 0, 123456, tzinfo=UTC)
ROOM, ANN = Room("discord", "1"), User("discord", "2")
GAME = GameRow(
    GameId("abc123"),
    "codenames",
    {"word": "鯨", "none": None},
    {"pace": 0.1},
    {"skipped": []},
    None,
    "running",
    0,
    NOON,
    NOON,
)
EVENTS = tuple(EventRow(number, "red", "Guessed", {"n": number}, NOON) for number in (1, 2))
MESSAGE = MessageRow(GAME.game_id, ROOM, PUBLIC, "5:6", 0)
TABLES = ("games", "events", "deliveries", "drawings", "deadlines")

Given: TypeAlias = Mapping[str, Any]
Step: TypeAlias = tuple[Prepared, Sequence[Given]]
Way: TypeAlias = Callable[[AsyncConnection, Prepared, Sequence[Given]], Awaitable[list[Any]]]


class _UndoneError(Exception):
    """Rolls a transaction back."""


def _move(dialect: str) -> Iterator[Step]:
    """Yield the statements of a move and its redraw, after those that prepare for them."""
    for table, row in (
        (schema.games, sql.values(GAME)),
        (schema.deliveries, sql.values(DeliveryRow("press", "1", GAME.game_id, 2, NOON))),
        (schema.messages, messages._stored(MESSAGE)),
    ):
        yield sql._adding(dialect, table, tuple(row)), [row]
        yield sql._adding(dialect, table, tuple(row)), [row]  # which exists now
    deadline = sql.values(DeadlineRow(GAME.game_id, 1, "turn", NOON, 30.5))
    putting = sql._putting(dialect, schema.deadlines, tuple(deadline), None, None)
    yield putting, [{sql._parameter(name): value for name, value in deadline.items()}]
    before = {"this_game": GAME.game_id, "before": 0}
    yield games._ADVANCE, [{**sql.values(GAME), "version": 2, **before}]
    yield games._ADVANCE, [{**sql.values(GAME), "version": 3, **before}]
    yield (
        games._INSERT_EVENTS,
        [{"game_id": GAME.game_id, **sql.values(event)} for event in EVENTS],
    )
    moments, named = leases.moments(NOON), messages._named(MESSAGE)
    claim = {"claiming": "a", "claimed_until": NOON + timedelta(seconds=30)}
    yield messages._CLAIM, [named | moments | claim]
    yield messages._CLAIM, [named | moments | claim | {"claiming": "b"}]
    request = {"source": "press", "source_id": "1", "room_platform": "discord", "place": "1"}
    request |= {"user_platform": "", "user_id": "", "game_id": GAME.game_id}
    yield games._REQUEST, [request]
    reader = {"this_platform": "discord", "this_place": "1", "reader_platform": "", "reader_id": ""}
    yield messages._TASK, [named | moments | reader]
    yield messages._SHOW, [named | {"shown": 2, "as_handle": "5:7", "claiming": "a"}]
    yield games._EVENTS_AFTER, [{"game_id": GAME.game_id, "after": 1}]


async def _by_driver(
    connection: AsyncConnection, prepared: Prepared, given: Sequence[Given]
) -> list[Any]:
    if isinstance(prepared.statement, sa.Select):
        return [*await prepared.rows(connection, given[0])]
    return [await prepared.change(connection, *given)]


async def _by_sqlalchemy(
    connection: AsyncConnection, prepared: Prepared, given: Sequence[Given]
) -> list[Any]:
    statement: Any = prepared.statement
    result = await connection.execute(statement, given if len(given) > 1 else given[0])
    return [tuple(row) for row in result] if result.returns_rows else [result.rowcount]


def test_a_move_reads_and_writes_the_same_rows_as_by_sqlalchemy(database_url: str) -> None:
    async def moved(store: Store, way: Way) -> list[Any]:
        found = list[Any]()
        with suppress(_UndoneError):
            async with store.writing() as connection:
                for step in _move(store.dialect):
                    found.append(await way(connection, *step))
                for table in TABLES:
                    stored = await connection.exec_driver_sql(f"SELECT * FROM {table}")  # noqa: S608
                    found.append([tuple(row) for row in stored])
                raise _UndoneError
        return found

    async def work(store: Store) -> None:
        ours, theirs = await moved(store, _by_driver), await moved(store, _by_sqlalchemy)
        assert ours == theirs
        assert all(ours[-len(TABLES) :])

    with_store(database_url, work)


def test_a_value_that_is_missing_is_an_error(database_url: str) -> None:
    async def work(store: Store) -> None:
        async with store.reading() as connection:
            with pytest.raises(KeyError, match="after"):
                await games._EVENTS_AFTER.rows(connection, {"game_id": "abc123"})

    with_store(database_url, work)


def test_a_row_that_is_there_is_an_error_of_sqlalchemy(database_url: str) -> None:
    insert = Prepared(sa.insert(schema.games), sql.column_names(GameRow))

    async def work(store: Store) -> None:
        async with store.writing() as connection:
            await insert.change(connection, sql.values(GAME))
        with pytest.raises(IntegrityError):
            async with store.writing() as connection:
                await insert.change(connection, sql.values(GAME))

    with_store(database_url, work)


def test_a_table_that_is_missing_is_a_fault(database_url: str) -> None:
    missing = Prepared(sa.select(sa.Table("missing", sa.MetaData(), sa.Column("a", sa.Text))))

    async def work(store: Store) -> None:
        with pytest.raises(StoreFault):
            async with store.reading() as connection:
                await missing.rows(connection, {})

    with_store(database_url, work)


def test_a_statement_that_is_cancelled_leaves_the_store_in_order(postgresql_url: str) -> None:
    waiting = Prepared(sa.select(sa.func.pg_sleep(sa.bindparam("seconds", type_=sa.Float))))

    async def work(store: Store) -> None:
        async with store.reading() as connection:
            await waiting.rows(connection, {"seconds": 0.0})
            with pytest.raises(TimeoutError):
                async with asyncio.timeout(0.2):
                    await waiting.rows(connection, {"seconds": 60.0})
        async with store.writing() as connection:
            assert await games.insert_game(connection, GAME)

    with_store(postgresql_url, work)
