"""Backups of SQLite files: made during games, and restored only while no process uses the file."""

import asyncio
import os
import shutil
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from bot.store.backup import BackupError, back_up, restore
from bot.store.connection import Store
from bot.store.faults import Fault, StoreFault
from bot.store.location import LocationError, backup_named, new_backup, newest_backup
from bot.store.migration import MigrationError, upgrade, upgrade_store
from bot.store.ready import check_sound
from bot.texts import Texts
from core.rules import Refusal
from tests.bot.store.damage import DAMAGES, add_a_game_without_its_index, sound
from tests.bot.store.packs import count, write
from tests.databases import with_store

NOBODY = 65534

OPENING = """
import sqlite3, sys
connection = sqlite3.connect(sys.argv[1])
connection.execute("SELECT count(*) FROM packs").fetchall()
print("open", flush=True)
sys.stdin.read()
"""


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file of this version with one pack, for copying."""
    file = tmp_path_factory.mktemp("made") / "games.db"
    _write(file, "one")
    return file


@pytest.fixture
def database(tmp_path: Path, made: Path) -> Path:
    """A file of this version, with one pack."""
    file = tmp_path / "data" / "games.db"
    file.parent.mkdir()
    shutil.copy(made, file)
    return file


@pytest.fixture
def backup(tmp_path: Path, database: Path) -> Path:
    """A backup of the database, in another folder."""
    file = tmp_path / "kept.backup"
    back_up(database, file)
    return file


def _write(file: Path, name: str) -> None:
    async def work(store: Store) -> None:
        await upgrade_store(store)
        await write(store, name)

    with_store(f"sqlite:///{file}", work)


def _count(file: Path) -> int:
    async def work(store: Store) -> int:
        await check_sound(store)
        return await count(store)

    return with_store(f"sqlite:///{file}", work)


def _restore(backup: Path, database: Path) -> None:
    asyncio.run(restore(backup, database))


def _names(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.iterdir() if file.is_file())


@contextmanager
def opened_by_another(file: Path) -> Iterator[None]:
    """Keep a database open in another process."""
    with subprocess.Popen(  # noqa: S603 - our own program
        [sys.executable, "-c", OPENING, str(file)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "open\n"
        yield
        process.communicate()


def test_a_backup_holds_what_was_committed_when_it_was_made(database: Path, tmp_path: Path) -> None:
    to = tmp_path / "kept.backup"

    async def work(store: Store) -> None:
        await write(store, "two")
        async with store.writing() as connection:
            await connection.exec_driver_sql("DELETE FROM packs")
            back_up(database, to)
        await write(store, "three")

    with_store(f"sqlite:///{database}", work)
    assert _count(to) == 2
    assert stat.S_IMODE(to.stat().st_mode) == 0o600
    assert _names(tmp_path) == ["kept.backup"]


def test_a_backup_takes_the_place_of_the_database_and_of_its_log(
    database: Path, backup: Path
) -> None:
    """The `-wal` of a killed process must not get into the backup's pages."""
    DAMAGES["an earlier file with a later log"](database)
    assert database.with_name("games.db-wal").exists()
    database.chmod(0o640)
    _restore(backup, database)
    assert _names(database.parent) == ["games.db"]
    assert stat.S_IMODE(database.stat().st_mode) == 0o640
    assert _count(database) == 1


@pytest.mark.sampled
@pytest.mark.parametrize("damage", DAMAGES)
def test_every_kind_of_damage_is_mended_by_a_backup(
    database: Path, backup: Path, damage: str
) -> None:
    """A file without our header may be anything: a restore does not delete it."""
    sound(database)
    DAMAGES[damage](database)
    if damage.startswith("no "):
        with pytest.raises(BackupError, match="backup-no-file"):
            _restore(backup, database)
        database.rename(database.with_name("elsewhere"))
    _restore(backup, database)
    assert _count(database) == 1


def test_no_file_but_ours_is_replaced(database: Path, backup: Path, tmp_path: Path) -> None:
    notes = tmp_path / "notes.txt"
    notes.write_text("precious\n")
    with pytest.raises(BackupError, match="backup-no-file") as refused:
        back_up(database, notes)
    assert "move it away first" in Texts.load().say(refused.value.phrase)
    with pytest.raises(BackupError, match="backup-no-file"):
        _restore(backup, notes)
    assert notes.read_text() == "precious\n"
    notes.write_bytes(b"")
    back_up(database, notes)
    assert _count(notes) == 1


@contextmanager
def as_reader_of(folder: Path) -> Iterator[None]:
    """Run a block as a user who can only read a folder."""
    was, is_root = folder.stat().st_mode, os.geteuid() == 0
    folder.chmod(0o555)
    if is_root:
        os.seteuid(NOBODY)
    try:
        yield
    finally:
        if is_root:
            os.seteuid(0)
        folder.chmod(was)


@pytest.mark.skipif(os.name != "posix", reason="Windows has no such rights")
def test_a_folder_that_may_only_be_read_is_backed_up_to_another_one() -> None:
    with TemporaryDirectory(dir="/tmp") as name:
        folder, to = Path(name) / "data", Path(name) / "kept"
        Path(name).chmod(0o755)
        folder.mkdir()
        to.mkdir()
        to.chmod(0o777)
        _write(folder / "games.db", "one")
        (folder / "games.db").chmod(0o444)
        with as_reader_of(folder):
            back_up(folder / "games.db", to / "kept.backup")
        assert _count(to / "kept.backup") == 1
        assert _names(folder) == ["games.db"]


def test_a_database_that_is_gone_is_put_back(database: Path, backup: Path) -> None:
    database.unlink()
    _restore(backup, database)
    assert _count(database) == 1
    assert stat.S_IMODE(database.stat().st_mode) == 0o600


@pytest.mark.sampled
@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_database_is_not_backed_up_and_a_damaged_backup_not_put_back(
    database: Path, tmp_path: Path, damage: str
) -> None:
    other = tmp_path / "other" / "games.db"
    other.parent.mkdir()
    sound(other)
    DAMAGES[damage](other)
    kept = tmp_path / "kept.backup"
    with pytest.raises(StoreFault) as fault:
        back_up(other, kept)
    assert fault.value.fault is Fault.DAMAGED
    with pytest.raises(BackupError, match="backup-damaged"):
        _restore(other, database)
    assert _count(database) == 1
    assert _names(tmp_path) == []


def test_what_a_program_has_open_is_not_replaced(database: Path, backup: Path) -> None:
    with opened_by_another(database):
        with pytest.raises(BackupError, match="backup-in-use") as refused:
            _restore(backup, database)
        assert "stop it" in Texts.load().say(refused.value.phrase)
        with pytest.raises(BackupError, match="backup-in-use"):
            back_up(backup, database)
    _restore(backup, database)
    assert _count(database) == 1


def test_a_restored_file_is_another_one_to_who_had_it_open(database: Path, backup: Path) -> None:
    """As on a file system without working locks."""

    async def work(store: Store) -> None:
        await write(store, "two")
        shutil.copyfile(backup, database.with_name("copy"))
        database.with_name("copy").replace(database)
        with pytest.raises(StoreFault, match="store-moved"):
            await write(store, "three")

    with_store(f"sqlite:///{database}", work)


def test_a_link_stays_a_link(database: Path, backup: Path, tmp_path: Path) -> None:
    link = tmp_path / "link.db"
    link.symlink_to(database)
    _restore(backup, link)
    assert link.is_symlink()
    assert _count(database) == 1


def test_no_file_is_copied_onto_itself_or_its_log(database: Path, tmp_path: Path) -> None:
    link = tmp_path / "link.db"
    link.symlink_to(database)
    for to in (database, link, database.with_name("games.db-wal")):
        with pytest.raises(BackupError, match="backup-itself"):
            back_up(database, to)
    with pytest.raises(BackupError, match="backup-itself"):
        _restore(database, database)


def test_what_cannot_be_a_backup_is_refused(database: Path, tmp_path: Path) -> None:
    empty, foreign = tmp_path / "empty.db", tmp_path / "foreign.db"
    empty.touch()
    with closing(sqlite3.connect(foreign)) as connection:
        connection.execute("CREATE TABLE moz_places (id INTEGER)")
    for file, key in (
        (empty, "backup-empty"),
        (foreign, "backup-foreign"),
        (tmp_path, "backup-missing"),
        (tmp_path / "none.db", "backup-missing"),
    ):
        with pytest.raises(BackupError, match=key) as refused:
            _restore(file, database)
        assert str(file) in Texts.load().say(refused.value.phrase)
    assert _count(database) == 1


@pytest.mark.parametrize("tables", [("moz_places",), ("events", "games")])
def test_a_file_of_another_program_is_no_backup_and_no_place_for_one(
    database: Path, tmp_path: Path, tables: tuple[str, ...]
) -> None:
    foreign = tmp_path / "foreign.db"
    with closing(sqlite3.connect(foreign)) as connection:
        for table in tables:
            connection.execute(f"CREATE TABLE {table} (id INTEGER)")
    before = foreign.read_bytes()
    with pytest.raises(BackupError, match="backup-no-file"):
        _restore(database, foreign)
    with pytest.raises(BackupError, match="backup-no-file"):
        back_up(database, foreign)
    with pytest.raises(BackupError, match="backup-foreign"):
        _restore(foreign, database)
    assert foreign.read_bytes() == before
    assert _count(database) == 1


def test_a_file_whose_index_lacks_rows_is_damaged(database: Path, tmp_path: Path) -> None:
    add_a_game_without_its_index(database)
    with closing(sqlite3.connect(database)) as connection:
        assert connection.execute("PRAGMA quick_check(1)").fetchone()[0] == "ok"
    with pytest.raises(StoreFault) as fault:
        back_up(database, tmp_path / "kept.backup")
    assert fault.value.fault is Fault.DAMAGED
    with pytest.raises(BackupError, match="backup-damaged"):
        _restore(database, tmp_path / "other.db")
    assert _names(tmp_path) == []


@pytest.mark.parametrize("to", ["/dev/null", "folder", "folder/none/kept.backup"])
def test_a_backup_is_written_to_a_file_only(database: Path, tmp_path: Path, to: str) -> None:
    (tmp_path / "folder").mkdir()
    with pytest.raises(Refusal) as refused:
        back_up(database, tmp_path / to)
    assert "name another file" in Texts.load().say(refused.value.phrase)
    assert Path("/dev/null").is_char_device()


def test_a_backup_of_a_newer_version_is_left_alone(database: Path, backup: Path) -> None:
    with closing(sqlite3.connect(backup)) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
        connection.commit()
    with pytest.raises(MigrationError, match="store-newer"):
        _restore(backup, database)
    assert _names(database.parent) == ["games.db"]


def test_a_backup_of_an_earlier_version_is_put_back_and_migrated_later(
    database: Path, tmp_path: Path
) -> None:
    earlier = tmp_path / "earlier.db"
    asyncio.run(upgrade(f"sqlite:///{earlier}", "0001"))
    _restore(earlier, database)
    assert asyncio.run(upgrade(f"sqlite:///{database}")).current == "0001"


def test_the_newest_backup_beside_a_damaged_file_is_named(database: Path) -> None:
    def refused() -> str:
        with pytest.raises(LocationError) as raised, backup_named(f"sqlite:///{database}"):
            raise StoreFault(Fault.DAMAGED, "quick_check")
        return Texts.load().say(raised.value.phrase)

    assert newest_backup(database) is None
    assert refused().endswith(f"spyring restore BACKUP --state {database}")
    for day in (2, 3, 1):
        back_up(database, new_backup(database, datetime(2026, 3, day, 12, tzinfo=UTC)))
    newest = database.with_name("games.db.20260303-120000.backup")
    assert newest_backup(database) == newest
    assert "Restore its newest backup" in refused()
    assert refused().endswith(f": spyring restore {newest} --state {database}")
