"""The bytes of a SQLite file, and of the files next to it, keep no deleted rows."""

import asyncio
import gc
import random
import sqlite3
import threading
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy import delete, insert
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store import schema
from bot.store.connection import Store
from bot.store.erasure import erase, request_erasure
from bot.store.file import revisions
from bot.store.ready import make_ready
from tests.databases import with_store

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)


def remains(url: str, words: Iterable[str]) -> list[str]:
    """Return the words that a database's files contain, each with its file."""
    file = Path(url.removeprefix("sqlite:///"))
    files = sorted(file.parent.glob(f"{file.name}*"))
    assert file in files
    return [
        f"{word} in {one.name}"
        for one in files
        for word in words
        if word.encode() in one.read_bytes()
    ]


def names_of(number: int) -> list[str]:
    """Return this many names, in random order."""
    return [f"name{one:05d}of" for one in random.Random(7).sample(range(100_000), number)]


def scores(number: int, people: Sequence[str]) -> Iterator[dict[str, object]]:
    """Yield rows of people's scores of random lengths, in random order, some of them twice."""
    chance = random.Random(7)
    for _ in range(number):
        key = {"guild": f"guild{chance.randrange(40)}", "user": chance.choice(people)}
        sums = dict.fromkeys(("played", "won", "points", "streak", "best"), 1)
        more = {"day": "x" * chance.randrange(120), "runs": []}
        yield {**key, "game": "hangman", **sums, **more}


async def add(store: Store, people: Iterable[str]) -> None:
    """Store people."""
    rows = [{"platform": "discord", "id": one, "name": one, "direct_closed": 0} for one in people]
    async with store.writing() as conn:
        await conn.execute(insert(schema.users), rows)


async def drop(store: Store, people: Sequence[str], at: datetime = NOON) -> None:
    """Delete people, and request an erasure."""
    async with store.writing() as conn:
        await conn.execute(delete(schema.users).where(schema.users.c.id.in_(people)))
        scored = schema.side_scores
        await conn.execute(delete(scored).where(scored.c.user.in_(people)))
        await request_erasure(conn, at)


def test_copies_that_were_left_where_rows_had_moved_are_erased(sqlite_url: str) -> None:
    """SQLite's secure_delete alone leaves them; a file of this size contains some."""
    people = names_of(1000)
    gone = people[::5]

    async def work(store: Store) -> None:
        async with store.writing() as conn:
            putting = insert(schema.side_scores).prefix_with("OR REPLACE")
            await conn.execute(putting, [*scores(4000, people)])
        await drop(store, gone)
        assert await erase(store)
        assert remains(sqlite_url, gone) == []
        assert len(remains(sqlite_url, people)) > 700

    with_store(sqlite_url, work)
    assert remains(sqlite_url, gone) == []


def test_a_reader_puts_erasing_off_and_another_process_does_it_later(sqlite_url: str) -> None:
    async def work(store: Store) -> None:
        await add(store, ["annabel"])
        reader = sqlite3.connect(sqlite_url.removeprefix("sqlite:///"), isolation_level=None)
        with closing(reader):
            reader.execute("BEGIN")
            assert reader.execute("SELECT count(*) FROM users").fetchone() == (1,)
            await drop(store, ["annabel"])
            assert not await erase(store)
            assert not await erase(store)
            assert remains(sqlite_url, ["annabel"]) != []
            await add(store, ["bobby"])  # no one waits for the reader
            reader.execute("COMMIT")
        async with Store.open(sqlite_url) as later:
            assert await erase(later)
        assert remains(sqlite_url, ["annabel"]) == []

    with_store(sqlite_url, work)


def test_a_program_that_starts_does_what_another_one_had_to_leave(sqlite_url: str) -> None:
    with closing(sqlite3.connect(sqlite_url.removeprefix("sqlite:///"))) as file:
        file.execute("CREATE TABLE alembic_version (version_num TEXT)")
        file.execute("INSERT INTO alembic_version VALUES (?)", [revisions()[-1]])
        file.commit()

    async def work(store: Store) -> None:
        await add(store, ["annabel"])
        await drop(store, ["annabel"])
        async with Store.open(sqlite_url) as later:
            await make_ready(later)
        assert remains(sqlite_url, ["annabel"]) == []

    with_store(sqlite_url, work)


def test_what_is_asked_for_while_another_erases_stays_due(sqlite_url: str) -> None:
    class Interrupted(Store):
        async def compact(self) -> bool:
            done = await super().compact()
            await drop(self, ["bobby"], NOON + timedelta(seconds=1))
            return done

    async def work(store: Store) -> None:
        await add(store, ["annabel", "bobby"])
        await drop(store, ["annabel"])
        async with Interrupted.open(sqlite_url) as one:
            assert await erase(one)
        assert remains(sqlite_url, ["annabel"]) == []
        assert remains(sqlite_url, ["bobby"]) != []
        assert await erase(store)
        assert remains(sqlite_url, ["bobby"]) == []

    with_store(sqlite_url, work)


def test_an_erasure_that_is_cancelled_ends_as_a_cancellation(sqlite_url: str) -> None:
    async def work(store: Store) -> None:
        await add(store, names_of(50))
        for milliseconds in range(20):
            erasing = asyncio.create_task(store.compact())
            await asyncio.sleep(milliseconds / 2000)
            erasing.cancel()
            with suppress(asyncio.CancelledError):
                await erasing
        assert await store.compact()

    with_store(sqlite_url, work)


@pytest.mark.filterwarnings("error::RuntimeWarning")
def test_work_that_is_cancelled_before_its_thread_begins_leaves_nothing_behind(
    sqlite_url: str,
) -> None:
    async def work(store: Store) -> None:
        free = threading.Event()
        with ThreadPoolExecutor(1) as busy:
            asyncio.get_running_loop().set_default_executor(busy)
            busy.submit(free.wait)
            reading = asyncio.create_task(store.read_long(names))
            await asyncio.sleep(0)
            reading.cancel()
            with suppress(asyncio.CancelledError):
                await reading
            free.set()
        gc.collect()

    async def names(_: AsyncConnection) -> None:
        raise AssertionError("the work was cancelled")

    with_store(sqlite_url, work)
