"""A store writes neither to another program's file nor to one that was replaced during its work."""

import asyncio
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy import delete, insert, select
from structlog.testing import capture_logs

from bot.store import schema, sqlite
from bot.store.connection import Store
from bot.store.faults import Fault, StoreFault
from bot.store.file import APPLICATION_ID, DatabaseFile, revisions
from bot.store.leases import beat
from bot.store.migration import upgrade
from bot.store.ready import make_ready
from tests.bot.programs import run
from tests.bot.store.packs import SOON, caught, count, write
from tests.databases import with_store
from tests.profile import either

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


def deleted(file: Path) -> None:
    file.unlink()


def moved(file: Path) -> None:
    file.rename(file.with_name("elsewhere.db"))


def replaced(file: Path) -> None:
    shutil.copyfile(file, file.with_name("copy.db"))
    file.with_name("copy.db").replace(file)


def deleted_with_its_log(file: Path) -> None:
    for one in file.parent.glob("games.db*"):
        one.unlink()


def emptied(file: Path) -> None:
    file.write_bytes(b"")


def without_its_log(file: Path) -> None:
    file.with_name(f"{file.name}-wal").unlink()


def with_another_log(file: Path) -> None:
    log = file.with_name(f"{file.name}-wal")
    shutil.copyfile(log, file.with_name("copy-wal"))
    file.with_name("copy-wal").replace(log)


LOSSES = [
    deleted,
    moved,
    replaced,
    deleted_with_its_log,
    emptied,
    without_its_log,
    with_another_log,
]


def file_at(url: str) -> Path:
    return Path(url.removeprefix("sqlite:///"))


@pytest.mark.parametrize("lose", LOSSES)
def test_a_file_that_is_gone_takes_no_change_and_no_other_is_made(
    sqlite_url: str, lose: Callable[[Path], None]
) -> None:
    file = file_at(sqlite_url)

    async def work(store: Store) -> None:
        await write(store, "one")
        lose(file)
        here = file.exists()
        with capture_logs() as logs:
            for attempt in (write(store, "two"), count(store), write(store, "three")):
                assert (await caught(attempt)).fault is Fault.MOVED
        assert [(log["event"], log["file"]) for log in logs] == [("database-moved", str(file))]
        assert file.exists() is here

    with_store(sqlite_url, work)


def test_a_connection_that_comes_after_the_file_has_gone_makes_no_other(tmp_path: Path) -> None:
    file = tmp_path / "a name with #, ? and %41.db"
    followed, how = DatabaseFile(file), {"factory": sqlite._UndoneConnection}
    sqlite._opened(followed, str(file), **how).close()
    sqlite._opened(followed, str(file), **how).close()
    file.unlink()
    with pytest.raises(StoreFault) as caught_fault:
        asyncio.run(sqlite._connected(followed, str(file), **how))
    assert caught_fault.value.fault is Fault.MOVED
    assert not file.exists()


@pytest.mark.parametrize("lose", LOSSES)
def test_a_change_that_went_into_a_file_that_is_gone_is_not_acknowledged(
    sqlite_url: str, lose: Callable[[Path], None]
) -> None:
    async def work(store: Store) -> None:
        async def write_and_lose() -> None:
            async with store.writing() as connection:
                await connection.exec_driver_sql("DELETE FROM packs")
                lose(file_at(sqlite_url))

        assert (await caught(write_and_lose())).fault is Fault.UNSURE

    with_store(sqlite_url, work)


def test_a_file_that_is_moved_back_is_gone_on_with(sqlite_url: str) -> None:
    file = file_at(sqlite_url)

    async def work(store: Store) -> None:
        for name in ("one", "two"):
            await write(store, name)
            moved(file)
            with capture_logs() as logs:
                assert (await caught(count(store))).fault is Fault.MOVED
            assert len(logs) == 1, "it is told each time that it goes"
            file.with_name("elsewhere.db").rename(file)
        assert await count(store) == 2

    with_store(sqlite_url, work)


def test_a_file_that_was_emptied_is_not_gone_on_with_whatever_fills_it(sqlite_url: str) -> None:
    file = file_at(sqlite_url)

    async def work(store: Store) -> None:
        await write(store, "one")
        content = file.read_bytes()
        with capture_logs() as logs:
            emptied(file)
            assert (await caught(count(store))).fault is Fault.MOVED
            file.write_bytes(content)
            assert (await caught(count(store))).fault is Fault.MOVED
        assert [log["event"] for log in logs] == ["database-moved"]

    with_store(sqlite_url, work)


def test_a_log_that_goes_with_its_last_connection_is_no_loss(sqlite_url: str) -> None:
    log = file_at(f"{sqlite_url}-wal")

    async def work(store: Store) -> None:
        for number in range(3):
            await write(store, f"pack {number}")
            async with store.apart() as other:  # which is not the last connection to end
                await count(other)
            assert log.exists()
            await store.close()
            assert not log.exists()
        assert await count(store) == 3

    with_store(sqlite_url, work)


def test_a_log_is_kept_while_another_process_uses_it(sqlite_url: str) -> None:
    """One process closes all its connections, then opens more, while another continues."""

    async def work(store: Store) -> None:
        async with Store.open(sqlite_url) as other:
            for number in range(3):
                await write(store, f"pack {number}")
                await write(other, f"other {number}")
                await store.close()
            assert await count(other) == await count(store) == 6

    with_store(sqlite_url, work)


def test_a_file_that_erasure_makes_smaller_is_gone_on_with(sqlite_url: str) -> None:
    file = file_at(sqlite_url)

    async def work(store: Store) -> None:
        async with Store.open(sqlite_url) as other:
            for number in range(200):
                await write(store, f"{number}" * 500)
            assert await other.compact()
            before = file.stat().st_size
            async with other.writing() as connection:
                await connection.exec_driver_sql("DELETE FROM packs")
            assert await other.compact()
            assert file.stat().st_size < before
            await write(store, "one")
            assert await count(store) == 1

    with_store(sqlite_url, work)


def test_a_file_that_is_replaced_while_a_first_connection_waits_for_it_is_not_taken(
    sqlite_url: str,
) -> None:
    path = file_at(sqlite_url)
    file = DatabaseFile(path)
    seen = file.identity()
    with closing(sqlite3.connect(path)) as connection:
        replaced(path)
        with pytest.raises(StoreFault, match="store-moved"):
            file.claim(connection, seen)


def test_a_link_may_lead_to_the_file_but_to_no_other_one_later(
    sqlite_url: str, tmp_path: Path
) -> None:
    link, file = tmp_path / "link.db", file_at(sqlite_url)
    link.symlink_to(file)

    async def work(store: Store) -> None:
        await write(store, "one")
        shutil.copyfile(file, tmp_path / "copy.db")
        link.unlink()
        link.symlink_to(tmp_path / "copy.db")
        assert (await caught(write(store, "two"))).fault is Fault.MOVED

    with_store(f"sqlite:///{link}", work)


def cut(file: Path) -> None:
    with file.open("r+b") as opened:
        opened.truncate(file.stat().st_size // 8192 * 4096)


def cut_log(file: Path) -> None:
    log = file.with_name(f"{file.name}-wal")
    with log.open("r+b") as opened:
        opened.truncate(log.stat().st_size // 2)


def emptied_log(file: Path) -> None:
    file.with_name(f"{file.name}-wal").write_bytes(b"")


@pytest.mark.parametrize("lose", [cut, cut_log, emptied_log])
def test_a_file_that_is_found_damaged_takes_no_change_any_more(
    sqlite_url: str, lose: Callable[[Path], None]
) -> None:
    file = file_at(sqlite_url)

    async def work(store: Store) -> None:
        for number in range(9):
            await write(store, f"{number}" * 5000)
        lose(file)
        with capture_logs() as logs:
            for attempt in (write(store, "two"), count(store), write(store, "three")):
                assert (await caught(attempt)).fault is Fault.DAMAGED
        assert store.fault is Fault.DAMAGED
        assert [log["event"] for log in logs] == ["database-damaged"]

    with_store(sqlite_url, work)


async def lives(store: Store, minute: int = 0) -> None:
    """Send a heartbeat, as the clock does."""
    async with store.writing() as connection:
        number, _ = await beat(connection, NOON + timedelta(minutes=minute))
        store.file.check_beats(number)
    store.file.check_beats(number + 1)


def empty_log(file: Path) -> None:
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


@pytest.mark.parametrize("set_by", [1, 0, -120])
@pytest.mark.parametrize("is_log_empty", [True, False])
def test_an_earlier_copy_over_the_file_is_seen_before_anything_is_written_to_it(
    sqlite_url: str, is_log_empty: bool, set_by: int
) -> None:
    """The file keeps its inode, and may keep its size; the clock is set back or not at all."""
    file = file_at(sqlite_url)

    async def work(store: Store) -> None:
        await lives(store, 1)
        empty_log(file)
        earlier = file.read_bytes()
        await write(store, "one")
        await lives(store, 1 + set_by)
        empty_log(file)
        assert await count(store) == 1
        if not is_log_empty:
            await write(store, "two")
            await lives(store, 1 + 2 * set_by)
        file.write_bytes(earlier.ljust(file.stat().st_size, b"\0"))
        with capture_logs() as logs:
            for attempt in (write(store, "three"), count(store), lives(store, 4)):
                assert (await caught(attempt)).fault is Fault.MOVED
        assert [log["event"] for log in logs] == ["database-moved"]

    with_store(sqlite_url, work)


@pytest.mark.sampled
@pytest.mark.parametrize("set_by", [1, 0, -120])
def test_a_database_that_is_restored_under_a_process_takes_no_change(
    database_url: str, set_by: int
) -> None:
    async def work(store: Store) -> None:
        await lives(store, 1)
        async with store.reading() as connection:
            earlier = (await connection.execute(select(schema.leases))).all()
        await lives(store, 1 + set_by)
        async with Store.open(database_url) as restoring, restoring.writing() as connection:
            await connection.execute(delete(schema.leases))
            await connection.execute(insert(schema.leases), [{**row._mapping} for row in earlier])
        for attempt in (lives(store, 3), write(store, "one"), count(store)):
            assert (await caught(attempt)).fault is Fault.MOVED
        async with Store.open(database_url) as other, other.reading() as connection:
            assert (await connection.execute(select(schema.leases))).all() == earlier

    with_store(database_url, work)


@pytest.mark.parametrize("is_held", [True, False])
def test_what_is_in_the_log_of_a_file_that_is_held_stays_there(
    sqlite_url: str, is_held: bool
) -> None:
    path = file_at(sqlite_url)
    file, how = DatabaseFile(path), {"factory": sqlite._UndoneConnection, "isolation_level": None}
    connection = sqlite._opened(file, str(path), **how)
    connection.execute("INSERT INTO packs VALUES ('one', 'a pack', '[]')")
    before = path.read_bytes()
    if is_held:
        file.hold(Fault.DAMAGED)
    connection.close()
    assert (path.read_bytes() == before) is is_held
    assert file_at(f"{sqlite_url}-wal").exists() is is_held


def test_the_fault_of_the_newest_change_is_known_until_one_lasts(sqlite_url: str) -> None:
    async def work(store: Store) -> None:
        async with Store.open(sqlite_url, patience=SOON) as other:
            async with store.writing():
                await caught(write(other, "one"))
                await count(other)
                assert other.fault is Fault.BUSY
            await write(other, "one")
            assert other.fault is None

    with_store(sqlite_url, work)


def made(file: Path, *statements: str) -> bytes:
    """Return the bytes of another program's database."""
    with closing(sqlite3.connect(file)) as connection:
        for statement in statements:
            connection.execute(statement)
        connection.commit()
    return file.read_bytes()


def mark_of(file: Path) -> int:
    with closing(sqlite3.connect(file)) as connection:
        return int(connection.execute("PRAGMA application_id").fetchone()[0])


SAME_NAMES = (
    "CREATE TABLE alembic_version (version_num TEXT)",
    "CREATE TABLE events (id INTEGER)",
    "CREATE TABLE games (id INTEGER)",
)
SAME_COLUMNS = (
    "CREATE TABLE alembic_version (version_num TEXT)",
    f"CREATE TABLE events ({', '.join(schema.events.c.keys())})",
    f"CREATE TABLE games ({', '.join(schema.games.c.keys())})",
)

FOREIGN = {
    "unmarked": ("CREATE TABLE moz_places (id INTEGER)",),
    "marked": ("PRAGMA application_id=1196444487", "CREATE TABLE events (id INTEGER)"),
    "marked and empty": ("PRAGMA application_id=1196444487",),
    "with tables of our names": (
        "CREATE TABLE events (id INTEGER)",
        "CREATE TABLE games (id INTEGER)",
    ),
    "with all tables of our names": tuple(
        f"CREATE TABLE {name} (id INTEGER)" for name in ("alembic_version", "events", "games")
    ),
    "with Alembic's table": (
        "CREATE TABLE alembic_version (version_num TEXT)",
        "INSERT INTO alembic_version VALUES ('0001')",
    ),
    "with our first revision and other columns": (
        *SAME_NAMES,
        "INSERT INTO alembic_version VALUES ('0001')",
    ),
    "with our columns and another revision": (
        *SAME_COLUMNS,
        "INSERT INTO alembic_version VALUES ('a3f09c21be55')",
    ),
}

COMMANDS = (("migrate",), ("run",), ("play", "--plain"), ("leaderboard",), ("rebuild",))


@pytest.mark.sampled
@pytest.mark.longer
@pytest.mark.parametrize("foreign", FOREIGN)
def test_a_file_of_another_program_is_refused_and_stays_as_it_is(
    tmp_path: Path, foreign: str
) -> None:
    file = tmp_path / "places.sqlite"
    before = made(file, *FOREIGN[foreign])
    for typed in either(COMMANDS, quick=COMMANDS[:3]):
        refused = run(*typed, "--state", str(file))
        assert (refused.returncode, refused.stdout) == (2, b"")
        assert b"another program's tables" in refused.stderr
        assert b"--state" in refused.stderr
    assert file.read_bytes() == before
    assert [*tmp_path.glob("places.sqlite-*")] == []


def test_a_new_file_is_marked(tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    with_store(f"sqlite:///{file}", make_ready)
    assert mark_of(file) == APPLICATION_ID


@pytest.mark.parametrize("revision", ["0001", revisions()[-1]])
def test_a_file_from_before_there_was_a_mark_is_marked_by_the_next_start(
    tmp_path: Path, revision: str
) -> None:
    file = tmp_path / "games.db"
    asyncio.run(upgrade(f"sqlite:///{file}", revision))
    made(file, "PRAGMA application_id=0")
    with_store(f"sqlite:///{file}", make_ready)
    assert mark_of(file) == APPLICATION_ID


@pytest.mark.sampled
@pytest.mark.parametrize(
    "typed",
    [
        *COMMANDS[:3],
        *(pytest.param(typed, marks=pytest.mark.slow) for typed in COMMANDS[3:]),
        *(pytest.param((typed,), marks=pytest.mark.slow) for typed in ("doctor", "backup")),
    ],
)
def test_an_empty_file_has_lost_its_games_until_it_is_deleted(
    tmp_path: Path, typed: tuple[str, ...]
) -> None:
    file, backup = tmp_path / "games.db", tmp_path / "games.db.20260303-120000.backup"
    asyncio.run(upgrade(f"sqlite:///{backup}"))
    file.touch()
    refused = run(*typed, "--state", str(file))
    assert refused.returncode != 0
    said = refused.stdout + refused.stderr
    assert f"spyring restore {backup} --state {file}".encode() in said
    assert file.stat().st_size == 0
    file.unlink()
    with_store(f"sqlite:///{file}", make_ready)
    assert mark_of(file) == APPLICATION_ID


def test_an_empty_file_without_a_backup_is_none_either(tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    file.touch()
    refused = run("migrate", "--state", str(file))
    assert refused.returncode == 2
    assert f"spyring restore BACKUP --state {file}".encode() in refused.stderr
    assert b"delete the file" in refused.stderr
    assert file.stat().st_size == 0


def test_a_file_that_another_process_is_making_is_waited_for(tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    url = f"sqlite:///{file}"

    async def both() -> None:
        async with Store.open(url) as one, Store.open(url) as other:
            await asyncio.gather(make_ready(one), make_ready(other))

    asyncio.run(both())
    assert mark_of(file) == APPLICATION_ID
