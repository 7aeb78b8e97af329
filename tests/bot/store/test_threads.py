from datetime import UTC, datetime

import pytest
from sqlalchemy.exc import IntegrityError

from bot.identity import GameId, Room
from bot.store.connection import Store
from bot.store.games import GameRow, insert_game
from bot.store.threads import ThreadRow, put_thread, thread_at, thread_of
from tests.databases import with_store

NOON = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
ABC, DEF = GameId("abc"), GameId("def")
SALON, KITCHEN = Room("discord", "1"), Room("discord", "2")
THREAD, OTHER = Room("discord", "11"), Room("discord", "12")


async def _games(store: Store) -> None:
    async with store.writing() as conn:
        for name in (ABC, DEF):
            row = GameRow(name, "codenames", {}, {}, {}, None, "running", 0, NOON, NOON)
            await insert_game(conn, row)


def test_a_thread_is_found_by_its_game_and_by_its_place(database_url: str) -> None:
    async def work(store: Store) -> None:
        await _games(store)
        row = ThreadRow(ABC, SALON, THREAD, closed=False)
        async with store.writing() as conn:
            await put_thread(conn, row)
            await put_thread(conn, ThreadRow(ABC, KITCHEN, OTHER, closed=False))
        async with store.reading() as conn:
            assert await thread_of(conn, ABC, SALON) == row
            assert await thread_at(conn, THREAD) == row
            assert await thread_of(conn, DEF, SALON) is None
            assert await thread_at(conn, SALON) is None

    with_store(database_url, work)


def test_games_without_a_thread_are_remembered_and_threads_are_closed(database_url: str) -> None:
    async def work(store: Store) -> None:
        await _games(store)
        closed = ThreadRow(ABC, SALON, THREAD, closed=True)
        none = ThreadRow(DEF, SALON, None, closed=True)
        async with store.writing() as conn:
            await put_thread(conn, ThreadRow(ABC, SALON, THREAD, closed=False))
            await put_thread(conn, closed)
            await put_thread(conn, none)
            await put_thread(conn, ThreadRow(DEF, KITCHEN, None, closed=True))
        async with store.reading() as conn:
            assert await thread_at(conn, THREAD) == closed
            assert await thread_of(conn, DEF, SALON) == none

    with_store(database_url, work)


def test_a_thread_is_one_games_alone(database_url: str) -> None:
    async def work(store: Store) -> None:
        await _games(store)
        async with store.writing() as conn:
            await put_thread(conn, ThreadRow(ABC, SALON, THREAD, closed=False))
        with pytest.raises(IntegrityError):
            async with store.writing() as conn:
                await put_thread(conn, ThreadRow(DEF, SALON, THREAD, closed=False))

    with_store(database_url, work)
