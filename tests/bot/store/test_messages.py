"""Posted messages: the newest drawing wins, and one process draws at a time."""

from dataclasses import replace
from datetime import timedelta

from sqlalchemy import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.identity import GameId, GuildId
from bot.store import schema
from bot.store.connection import Store
from bot.store.leases import (
    PUBLIC,
    DeadlineRow,
    postpone_deadlines,
    put_deadline,
    release_all,
    show_life,
)
from bot.store.messages import (
    MessageRow,
    claim_message,
    drop_message,
    interrupt_message,
    outdated_messages,
    posted_messages,
    put_message,
    read_task,
)
from bot.store.rooms import change_room, ensure_room
from bot.store.sql import values
from tests.bot.store.test_leases import ABC, DEN, HALL, MINUTE, NOON, ONE, TWO, XYZ, add_game
from tests.databases import with_store


async def post(connection: AsyncConnection, message: MessageRow) -> None:
    """Add a message."""
    row = {**values(message), "room": str(message.room)}
    await connection.execute(insert(schema.messages), row)


def test_a_drawing_that_was_interrupted_is_free_and_known_until_it_is_done(
    database_url: str,
) -> None:
    async def work(store: Store) -> None:
        board = MessageRow(ABC, HALL, PUBLIC, "m1", 1)
        async with store.writing() as connection:
            await add_game(connection, ABC, 1)

            async def known() -> bool:
                found = await read_task(connection, board, NOON)
                assert found is not None
                assert found.message == board
                return found.interrupted

            new = await read_task(connection, board, NOON)
            assert new is not None
            assert (new.message, new.game.version) == (None, 1)
            lost = replace(board, game_id=GameId("lost"))
            assert await read_task(connection, lost, NOON) is None
            await put_message(connection, board)
            await claim_message(connection, board, ONE, MINUTE, NOON)
            assert not await known()
            await interrupt_message(connection, board, TWO, NOON)
            assert not await known()
            await interrupt_message(connection, board, ONE, NOON)
            assert await known()
            assert await release_all(connection, ONE, NOON) == 0
            assert await known()
            assert await claim_message(connection, board, TWO, MINUTE, NOON)
            assert await put_message(connection, board, TWO)
            assert not await known()

    with_store(database_url, work)


def test_a_drawing_of_a_process_that_died_is_known_to_be_interrupted(database_url: str) -> None:
    async def work(store: Store) -> None:
        board = MessageRow(ABC, HALL, PUBLIC, "m1", 1)
        async with store.writing() as connection:
            await add_game(connection, ABC, 1)
            await put_message(connection, board)
            await show_life(connection, ONE, NOON)
            await claim_message(connection, board, ONE, MINUTE, NOON)
            for seconds, interrupted in ((8, False), (9, True)):
                now = NOON + timedelta(seconds=seconds)
                found = await read_task(connection, board, now)
                assert found is not None
                assert (found.message, found.interrupted) == (board, interrupted)

    with_store(database_url, work)


def test_what_all_see_of_deadlines_that_were_put_off_is_drawn_again(database_url: str) -> None:
    public, own = (
        MessageRow(ABC, HALL, PUBLIC, "m1", 4),
        MessageRow(ABC, HALL, "discord:1", "m2", 4),
    )
    other = MessageRow(XYZ, DEN, PUBLIC, "m3", 4)

    async def work(store: Store) -> None:
        async with store.writing() as connection:
            for game in (ABC, XYZ):
                await add_game(connection, game, version=4)
            for drawing in (public, own, other):
                await post(connection, drawing)
            await put_deadline(connection, DeadlineRow(ABC, 1, "turn", NOON))
            await put_deadline(connection, DeadlineRow(XYZ, 1, "turn", None, 3.0))
            assert await outdated_messages(connection) == ()
            await postpone_deadlines(connection, MINUTE)
            assert await outdated_messages(connection) == (replace(public, version=3),)
            await put_message(connection, public)
            assert await outdated_messages(connection) == ()

    with_store(database_url, work)


def test_the_newest_drawing_wins(database_url: str) -> None:
    board = MessageRow(ABC, HALL, PUBLIC, "m1", 3)
    key = MessageRow(ABC, HALL, "discord:1", "m2", 1)

    async def work(store: Store) -> None:
        async with store.writing() as connection:
            await add_game(connection, ABC, 9)
            assert await put_message(connection, board)
            await post(connection, key)
            assert not await put_message(connection, replace(board, handle="m0", version=2))
            assert await posted_messages(connection, ABC) == (key, board)
            assert await put_message(connection, replace(board, handle="m3"))
            assert await put_message(connection, replace(board, handle="m4", version=4))
            assert await posted_messages(connection, ABC) == (
                key,
                replace(board, handle="m4", version=4),
            )
            assert not await drop_message(connection, board)
            assert await drop_message(connection, replace(board, version=4))
            assert await posted_messages(connection, ABC) == (key,)

    with_store(database_url, work)


def test_a_drawing_that_was_forgotten_stays_forgotten_where_it_is_only_changed(
    database_url: str,
) -> None:
    key = MessageRow(ABC, HALL, "discord:1", "m2", 3)

    async def work(store: Store) -> None:
        async with store.writing() as connection:
            await add_game(connection, ABC, 9)
            assert await put_message(connection, key)
            assert await posted_messages(connection, ABC) == ()
            await post(connection, key)
            assert await put_message(connection, replace(key, handle="m3", version=4))
            assert not await put_message(connection, key)
            assert await posted_messages(connection, ABC) == (replace(key, handle="m3", version=4),)

    with_store(database_url, work)


def test_what_shows_less_than_the_game_is_behind(database_url: str) -> None:
    late = MessageRow(ABC, HALL, PUBLIC, "m1", 3)
    key = MessageRow(ABC, HALL, "discord:1", "m2", 2)

    async def work(store: Store) -> None:
        async with store.writing() as connection:
            await add_game(connection, ABC, 4)
            await put_message(connection, late)
            await post(connection, key)
            await put_message(connection, MessageRow(ABC, DEN, PUBLIC, "m3", 4))
            assert await outdated_messages(connection) == (key, late)
            await put_message(connection, replace(late, version=4))
            assert await outdated_messages(connection) == (key,)

    with_store(database_url, work)


def test_a_room_that_was_never_drawn_in_is_behind(database_url: str) -> None:
    """A process may die between opening a game and its first drawing."""

    async def work(store: Store) -> None:
        async with store.writing() as connection:
            await add_game(connection, ABC, 1)
            await add_game(connection, XYZ, 0)
            for room, game in ((HALL, ABC), (DEN, XYZ)):
                await ensure_room(connection, room, GuildId("discord:5"))
                await change_room(connection, room, game_id=game)
            assert await outdated_messages(connection) == (MessageRow(ABC, HALL, PUBLIC, None, 0),)
            await post(connection, MessageRow(ABC, HALL, "discord:1", "m2", 1))
            assert await outdated_messages(connection) == (MessageRow(ABC, HALL, PUBLIC, None, 0),)
            await put_message(connection, MessageRow(ABC, HALL, PUBLIC, "m1", 1))
            assert await outdated_messages(connection) == ()

    with_store(database_url, work)


def test_a_message_is_one_holders_to_draw_until_it_is_shown(database_url: str) -> None:
    key = MessageRow(ABC, HALL, "discord:1", None, 0)

    async def work(store: Store) -> None:
        async with store.writing() as connection:
            await add_game(connection, ABC, 9)
            assert not await claim_message(connection, key, ONE, MINUTE, NOON)
            assert await claim_message(connection, key, ONE, MINUTE, NOON, is_new=True)
            assert not await claim_message(connection, key, TWO, MINUTE, NOON, is_new=True)
            assert not await claim_message(connection, key, TWO, MINUTE, NOON)
            assert await claim_message(connection, key, ONE, MINUTE, NOON)
            shown = replace(key, handle="m1", version=3)
            assert await put_message(connection, shown, TWO)  # whose claim has ended
            assert not await claim_message(connection, key, TWO, MINUTE, NOON)
            assert await put_message(connection, shown, ONE)
            assert await claim_message(connection, key, TWO, MINUTE, NOON)
            assert await posted_messages(connection, ABC) == (shown,)

    with_store(database_url, work)


def test_the_claims_of_a_process_that_goes_are_free(database_url: str) -> None:
    board = MessageRow(ABC, HALL, PUBLIC, None, 0)

    async def work(store: Store) -> None:
        async with store.writing() as connection:
            await add_game(connection, ABC, 9)
            await claim_message(connection, board, ONE, MINUTE, NOON, is_new=True)
            assert await release_all(connection, TWO, NOON) == 0
            assert await release_all(connection, ONE, NOON) == 1
            found = await read_task(connection, board, NOON)
            assert found is not None
            assert not found.interrupted
            assert await claim_message(connection, board, TWO, MINUTE, NOON)

    with_store(database_url, work)
