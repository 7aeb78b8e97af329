"""At any fault of a SQLite file, people get a sentence, operators an event, and play continues."""

import resource
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from sqlalchemy import create_engine

from bot.games import StoreFault
from bot.store.backup import BackupError, back_up
from bot.store.file import APPLICATION_ID
from bot.store.schema import METADATA
from bot.texts import Texts
from tests.bot.games.parlour import Parlour
from tests.bot.store.damage import sound
from tests.scenarios.faults import check_goes_on, check_told, in_parlour


def test_a_file_that_may_not_grow(sqlite_url: str) -> None:
    async def work(parlour: Parlour) -> None:
        before = await parlour.playing()
        await _pragma(parlour, "max_page_count=1")
        with pytest.raises(StoreFault, match="store-full"):
            await _fill(parlour)
        before = await parlour.session()
        await check_told(parlour, before, "full")
        await _pragma(parlour, "max_page_count=1000000")
        await check_goes_on(parlour, before)

    in_parlour(sqlite_url, work, connections=1)


def test_a_full_disk(small_disk: Path) -> None:
    async def work(parlour: Parlour) -> None:
        before = await parlour.playing()
        filling = small_disk / "filling"
        with pytest.raises(OSError, match="No space left"):
            filling.write_bytes(b"x" * 100_000_000)
        await check_told(parlour, before, "full")
        filling.unlink()
        await check_goes_on(parlour, before)

    in_parlour(_created(small_disk / "games.db"), work)


def test_a_disk_that_is_full_before_a_backup_is_whole(sqlite_url: str, small_disk: Path) -> None:
    sound(file := Path(sqlite_url.removeprefix("sqlite:///")))
    with pytest.raises(OSError, match="No space left"):
        (small_disk / "filling").write_bytes(b"x" * 100_000_000)
    (small_disk / "filling").write_bytes(b"x" * 1_900_000)
    with pytest.raises(BackupError, match="backup-full") as refused:
        back_up(file, small_disk / "kept.backup")
    assert "make room there" in Texts.load().say(refused.value.phrase)
    assert [one.name for one in small_disk.iterdir()] == ["filling"]
    (small_disk / "filling").unlink()
    back_up(file, small_disk / "kept.backup")


def test_a_limit_on_the_size_of_files(sqlite_url: str) -> None:
    async def work(parlour: Parlour) -> None:
        before = await parlour.playing()
        with _files_of_at_most(1):
            await check_told(parlour, before, "unsure")
        await check_goes_on(parlour, before)

    in_parlour(sqlite_url, work)


def test_a_file_that_may_be_read_only(sqlite_url: str) -> None:
    async def work(parlour: Parlour) -> None:
        before = await parlour.playing()
        await _pragma(parlour, "query_only=ON")
        await check_told(parlour, before, "read-only")
        assert (await parlour.games.view(before.game_id)).version == before.version
        await _pragma(parlour, "query_only=OFF")
        await check_goes_on(parlour, before)

    in_parlour(sqlite_url, work, connections=1)


def test_a_file_that_another_program_holds(sqlite_url: str) -> None:
    async def work(parlour: Parlour) -> None:
        before = await parlour.playing()
        with closing(sqlite3.connect(sqlite_url.removeprefix("sqlite:///"))) as other:
            other.execute("BEGIN EXCLUSIVE")
            await check_told(parlour, before, "busy")
            assert (await parlour.games.view(before.game_id)).version == before.version
        await check_goes_on(parlour, before)

    in_parlour(sqlite_url, work)


def test_a_file_that_is_moved_away_and_back(sqlite_url: str) -> None:
    file = Path(sqlite_url.removeprefix("sqlite:///"))

    async def work(parlour: Parlour) -> None:
        before = await parlour.playing()
        away = file.rename(file.with_name("away.db"))
        await check_told(parlour, before, "moved")
        with pytest.raises(StoreFault, match="store-moved"):
            await parlour.games.view(before.game_id)
        away.rename(file)
        await check_goes_on(parlour, before)

    in_parlour(sqlite_url, work)


async def _pragma(parlour: Parlour, pragma: str) -> None:
    """Set a pragma on the only connection."""
    async with parlour.games.store.reading() as conn:
        await conn.exec_driver_sql(f"PRAGMA {pragma}")


async def _fill(parlour: Parlour) -> None:
    for pace in range(1000):
        await parlour.say("ann", f"set pace {pace % 2}")


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of two megabytes."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", str(disk)]
    if subprocess.run(mount, capture_output=True, check=False).returncode:  # noqa: S603
        pytest.skip("no right to mount a small disk")
    yield disk
    subprocess.run(["umount", str(disk)], check=True)  # noqa: S603, S607


def _created(file: Path) -> str:
    url = f"sqlite:///{file}"
    engine = create_engine(url)
    with engine.begin() as connection:
        METADATA.create_all(connection)
        connection.exec_driver_sql(f"PRAGMA application_id={APPLICATION_ID}")
    engine.dispose()
    return url


@contextmanager
def _files_of_at_most(size: int) -> Iterator[None]:
    """Limit the size of this process's files, in bytes."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
