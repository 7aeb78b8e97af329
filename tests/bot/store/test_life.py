"""A process that died is known by the signs of life that it gives no more, whatever they say."""

from datetime import UTC, datetime, timedelta

from bot.store.connection import Store
from bot.store.leases import Holder, claim, show_life
from bot.store.life import LOOKS, LifeWatch
from tests.databases import with_store

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
HALF_A_MINUTE = timedelta(seconds=30)
ONE, TWO = Holder("one"), Holder("two")


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
