import asyncio
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.identity import GameId, Room
from bot.store import schema
from bot.store.connection import Store
from bot.store.games import GameRow, insert_game
from bot.store.leases import (
    LOOKS,
    PROCESS_TTL,
    DeadlineRow,
    Holder,
    LifeWatch,
    beat,
    bookmarked,
    bound_deadlines,
    claim,
    deadlines_of,
    drop_deadline,
    drop_deadlines,
    due,
    forget_leases,
    new_holder,
    postpone_deadlines,
    put_bookmark,
    put_deadline,
    release,
    release_all,
    show_life,
)
from tests.databases import with_store

NOON = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
MINUTE = timedelta(minutes=1)
HALF_A_MINUTE = timedelta(seconds=30)
ONE, TWO = Holder("one"), Holder("two")
ABC, XYZ = GameId("abc"), GameId("xyz")
HALL, DEN = Room("discord", "9"), Room("slack", "T1/C2")


async def add_game(connection: AsyncConnection, name: GameId, version: int = 0) -> None:
    row = GameRow(name, "codenames", {}, {}, {}, None, "running", version, NOON, NOON)
    assert await insert_game(connection, row)


def test_work_is_one_holders_until_the_lease_ends(database_url: str) -> None:
    async def work(store: Store) -> None:
        async with store.writing() as connection:
            assert await claim(connection, "move", "abc/1", ONE, MINUTE, NOON)
            assert not await claim(connection, "move", "abc/1", TWO, MINUTE, NOON)
            assert await claim(connection, "move", "abc/2", TWO, MINUTE, NOON)
            assert await claim(connection, "drawing", "abc/1", TWO, MINUTE, NOON)
            assert not await claim(connection, "move", "abc/1", TWO, MINUTE, NOON + MINUTE)
            after = NOON + MINUTE + timedelta(microseconds=1)
            assert await claim(connection, "move", "abc/1", TWO, MINUTE, after)
            assert not await claim(connection, "move", "abc/1", ONE, MINUTE, after)

    with_store(database_url, work)


def test_a_holder_can_hold_on(database_url: str) -> None:
    async def work(store: Store) -> None:
        async with store.writing() as connection:
            assert await claim(connection, "move", "abc/1", ONE, MINUTE, NOON)
            assert await claim(connection, "move", "abc/1", ONE, MINUTE, NOON + MINUTE)
            late = NOON + 2 * MINUTE
            assert not await claim(connection, "move", "abc/1", TWO, MINUTE, late)

    with_store(database_url, work)


def test_only_its_holder_ends_a_lease(database_url: str) -> None:
    async def work(store: Store) -> None:
        async with store.writing() as connection:
            await claim(connection, "move", "abc/1", ONE, MINUTE, NOON)
            assert not await release(connection, "move", "abc/1", TWO)
            assert not await claim(connection, "move", "abc/1", TWO, MINUTE, NOON)
            assert await release(connection, "move", "abc/1", ONE)
            assert await claim(connection, "move", "abc/1", TWO, MINUTE, NOON)

    with_store(database_url, work)


def test_a_process_that_goes_leaves_its_work_to_the_others(database_url: str) -> None:
    async def work(store: Store) -> None:
        async with store.writing() as connection:
            for key in ("a", "b"):
                await claim(connection, "move", key, ONE, MINUTE, NOON)
            await claim(connection, "move", "c", TWO, MINUTE, NOON)
            assert await release_all(connection, ONE, NOON) == 2
            assert await claim(connection, "move", "a", TWO, MINUTE, NOON)
            assert not await claim(connection, "move", "c", ONE, MINUTE, NOON)

    with_store(database_url, work)


def test_the_leases_of_a_process_that_gives_no_sign_of_life_any_more_end(
    database_url: str,
) -> None:
    async def work(store: Store) -> None:
        async with store.writing() as connection:
            await show_life(connection, ONE, NOON)
            assert await claim(connection, "move", "abc/1", ONE, MINUTE, NOON)
            await show_life(connection, ONE, NOON + PROCESS_TTL)
            assert not await claim(connection, "move", "abc/1", TWO, MINUTE, NOON + 2 * PROCESS_TTL)
            late = NOON + 2 * PROCESS_TTL + timedelta(microseconds=1)
            assert await claim(connection, "move", "abc/1", TWO, MINUTE, late)
            assert not await claim(connection, "move", "abc/1", ONE, MINUTE, late)

    with_store(database_url, work)


def test_a_process_that_ends_in_order_leaves_no_sign_of_life(database_url: str) -> None:
    async def work(store: Store) -> None:
        async with store.writing() as connection:
            await show_life(connection, ONE, NOON)
            await claim(connection, "move", "abc/1", ONE, MINUTE, NOON)
            assert await release_all(connection, ONE, NOON) == 1
            found = await connection.execute(select(schema.leases))
            assert found.all() == []

    with_store(database_url, work)


def test_a_lease_that_was_taken_before_the_clock_was_set_back_is_free(database_url: str) -> None:
    async def work(store: Store) -> None:
        async with store.writing() as connection:
            await show_life(connection, ONE, NOON)
            await claim(connection, "move", "abc/1", ONE, MINUTE, NOON)
            before = NOON - timedelta(hours=1)
            assert await claim(connection, "move", "abc/1", TWO, MINUTE, before)
            assert not await claim(connection, "move", "abc/1", ONE, MINUTE, before)

    with_store(database_url, work)


def test_who_may_not_claim_again_waits_like_all_others(database_url: str) -> None:
    async def work(store: Store) -> None:
        async with store.writing() as connection:
            assert await claim(connection, "move", "abc/1", ONE, MINUTE, NOON, again=False)
            assert not await claim(connection, "move", "abc/1", ONE, MINUTE, NOON, again=False)

    with_store(database_url, work)


def test_leases_that_ended_long_ago_are_forgotten(database_url: str) -> None:
    async def work(store: Store) -> None:
        async with store.writing() as connection:
            await claim(connection, "move", "old", ONE, MINUTE, NOON)
            await claim(connection, "move", "new", ONE, 2 * MINUTE, NOON)
            assert await forget_leases(connection, NOON + 1.5 * MINUTE) == 1
            assert not await claim(connection, "move", "new", TWO, MINUTE, NOON)

    with_store(database_url, work)


def test_of_many_who_claim_at_once_one_gets_it(database_url: str) -> None:
    async def try_it(store: Store, holder: Holder) -> bool:
        async with store.writing() as connection:
            return await claim(connection, "move", "abc/1", holder, MINUTE, NOON)

    async def work(store: Store) -> None:
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(try_it(store, new_holder())) for _ in range(8)]
        assert sum(task.result() for task in tasks) == 1

    with_store(database_url, work)


def test_deadlines_come_in_their_order(database_url: str) -> None:
    rows = [
        DeadlineRow(ABC, 1, "clue", NOON + 3 * MINUTE),
        DeadlineRow(ABC, 2, "guess", NOON + MINUTE),
        DeadlineRow(XYZ, 1, "clue", NOON + 2 * MINUTE),
    ]

    async def work(store: Store) -> None:
        async with store.writing() as connection:
            await add_game(connection, ABC)
            await add_game(connection, XYZ)
            assert await due(connection, NOON + 9 * MINUTE) == ()
            for row in rows:
                await put_deadline(connection, row)
        async with store.reading() as connection:
            assert await due(connection, NOON) == ()
            assert await due(connection, NOON + 2 * MINUTE) == (rows[1], rows[2])
            assert await due(connection, NOON + 9 * MINUTE, limit=1) == (rows[1],)
            assert await deadlines_of(connection, ABC) == (rows[1], rows[0])

    with_store(database_url, work)


def test_a_paused_deadline_never_comes(database_url: str) -> None:
    running = DeadlineRow(ABC, 1, "clue", NOON)
    paused = replace(running, due_at=None, rest_seconds=12.5)

    async def work(store: Store) -> None:
        async with store.writing() as connection:
            await add_game(connection, ABC)
            await put_deadline(connection, running)
            await put_deadline(connection, paused)
            assert await due(connection, NOON + 9 * MINUTE) == ()
            assert await deadlines_of(connection, ABC) == (paused,)
            await put_deadline(connection, running)
            assert await due(connection, NOON) == (running,)

    with_store(database_url, work)


def test_deadlines_of_one_game_go_and_the_others_stay(database_url: str) -> None:
    async def work(store: Store) -> None:
        async with store.writing() as connection:
            for game in (ABC, XYZ):
                await add_game(connection, game)
                await put_deadline(connection, DeadlineRow(game, 1, "clue", NOON))
            await drop_deadlines(connection, ABC)
            assert [row.game_id for row in await due(connection, NOON)] == [XYZ]

    with_store(database_url, work)


def test_deadlines_of_one_kind_go_and_the_others_stay(database_url: str) -> None:
    turn, patience = DeadlineRow(ABC, 1, "turn", NOON), DeadlineRow(ABC, 1, "patience", NOON)

    async def work(store: Store) -> None:
        async with store.writing() as connection:
            await add_game(connection, ABC)
            for row in (turn, patience, replace(patience, turn=2)):
                await put_deadline(connection, row)
            await drop_deadlines(connection, ABC, "patience")
            assert await deadlines_of(connection, ABC) == (turn,)

    with_store(database_url, work)


def test_a_deadline_that_was_set_anew_is_not_dropped_with_the_old_one(database_url: str) -> None:
    noon = DeadlineRow(ABC, 1, "turn", NOON)
    others = (replace(noon, kind="patience"), replace(noon, turn=2))

    async def work(store: Store) -> None:
        async with store.writing() as connection:
            await add_game(connection, ABC)
            for row in (replace(noon, due_at=NOON + MINUTE), *others):
                await put_deadline(connection, row)
            assert not await drop_deadline(connection, noon)
            assert len(await deadlines_of(connection, ABC)) == 3
            assert await drop_deadline(connection, replace(noon, due_at=NOON + MINUTE))
            assert await deadlines_of(connection, ABC) == others

    with_store(database_url, work)


def test_all_deadlines_that_run_are_put_off_together(database_url: str) -> None:
    rows = (DeadlineRow(ABC, 1, "turn", NOON), DeadlineRow(XYZ, 4, "turn", NOON + MINUTE))
    paused = DeadlineRow(XYZ, 4, "patience", None, 3.0)

    async def work(store: Store) -> None:
        async with store.writing() as connection:
            for game in (ABC, XYZ):
                await add_game(connection, game)
            for row in (*rows, paused):
                await put_deadline(connection, row)
            assert await postpone_deadlines(connection, 3 * MINUTE) == 2
            (first,) = await deadlines_of(connection, ABC)
            assert first.due_at == NOON + 3 * MINUTE
            assert {row.due_at for row in await deadlines_of(connection, XYZ)} == {
                NOON + 4 * MINUTE,
                None,
            }

    with_store(database_url, work)


def test_a_deadline_lies_no_further_ahead_than_it_was_set(database_url: str) -> None:
    ahead = DeadlineRow(ABC, 1, "turn", NOON + 9 * MINUTE, 60.0)
    kept = (
        DeadlineRow(XYZ, 4, "turn", NOON + MINUTE + timedelta(seconds=2), 60.0),
        DeadlineRow(XYZ, 4, "idle", NOON + 9 * MINUTE),  # from an earlier version
        DeadlineRow(XYZ, 4, "patience", None, 600.0),
    )

    async def work(store: Store) -> None:
        async with store.writing() as connection:
            for game in (ABC, XYZ):
                await add_game(connection, game)
            for row in (ahead, *kept):
                await put_deadline(connection, row)
            assert await bound_deadlines(connection, NOON, timedelta(seconds=2)) == 1
            assert await deadlines_of(connection, ABC) == (replace(ahead, due_at=NOON + MINUTE),)
            assert {*await deadlines_of(connection, XYZ)} == {*kept}

    with_store(database_url, work)


def test_a_sign_of_life_tells_when_the_last_one_was_given(database_url: str) -> None:
    async def sign(store: Store, at: datetime) -> tuple[int, datetime]:
        async with store.writing() as connection:
            return await beat(connection, at)

    async def work(store: Store) -> None:
        assert await sign(store, NOON) == (0, NOON)
        assert await sign(store, NOON + MINUTE) == (1, NOON)
        late = NOON + 9 * MINUTE
        at_once = await asyncio.gather(*(sign(store, late) for _ in range(4)))
        assert sorted(at_once) == [(2, NOON + MINUTE), (3, late), (4, late), (5, late)]
        # A process whose clock is behind continues the count.
        assert await sign(store, NOON) == (6, late)
        assert await sign(store, NOON) == (7, NOON)

    with_store(database_url, work)


def test_bookmarks_stay_where_leases_are_forgotten(database_url: str) -> None:
    async def work(store: Store) -> None:
        async with store.writing() as connection:
            assert await bookmarked(connection, "learner") is None
            await put_bookmark(connection, "learner", NOON)
            await put_bookmark(connection, "learner", NOON + MINUTE)
            await forget_leases(connection, NOON + 10_000 * MINUTE)
            assert await bookmarked(connection, "learner") == NOON + MINUTE
            assert await bookmarked(connection, "other") is None

    with_store(database_url, work)


def test_leases_end_of_a_process_that_died_with_its_clock_ahead(database_url: str) -> None:
    async def work(store: Store) -> None:
        for ahead in (timedelta(seconds=80), timedelta(hours=2)):
            watch, key = LifeWatch(), str(ahead)
            async with store.writing() as conn:
                await show_life(conn, ONE, NOON + ahead)
                assert await claim(conn, "move", key, ONE, HALF_A_MINUTE, NOON + ahead)
                for _ in range(LOOKS):
                    await watch.end_silent(conn, NOON)
                later = NOON + ahead - HALF_A_MINUTE
                assert not await claim(conn, "move", key, TWO, HALF_A_MINUTE, later)
                await watch.end_silent(conn, NOON)
                assert await claim(conn, "move", key, TWO, HALF_A_MINUTE, later)

    with_store(database_url, work)


def test_leases_stay_those_of_a_process_that_gives_signs(database_url: str) -> None:
    async def work(store: Store) -> None:
        watch = LifeWatch()
        async with store.writing() as conn:
            assert await claim(conn, "move", "abc/1", ONE, HALF_A_MINUTE, NOON)
            for look in range(3 * LOOKS):
                if look % 2:  # every other sign is late
                    await show_life(conn, ONE, NOON + timedelta(seconds=look))
                await watch.end_silent(conn, NOON + timedelta(seconds=look))
            assert not await claim(conn, "move", "abc/1", TWO, HALF_A_MINUTE, NOON)

    with_store(database_url, work)
