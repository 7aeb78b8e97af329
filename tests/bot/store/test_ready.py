import os
import stat
from collections.abc import Callable, Coroutine
from datetime import UTC, datetime
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any

import pytest
from alembic.script import ScriptDirectory

from bot.store import migration
from bot.store.address import address
from bot.store.connection import Store
from bot.store.faults import Fault, StoreFault
from bot.store.file import revisions
from bot.store.leases import put_bookmark
from bot.store.location import make_folder
from bot.store.ready import check_sound, make_ready
from tests.bot.store.damage import DAMAGES, sound
from tests.databases import with_store


def test_the_newest_change_is_known_without_alembic() -> None:
    with as_file(files("migrations")) as folder:
        assert revisions()[-1] == ScriptDirectory(str(folder)).get_current_head()


def test_a_sqlite_file_is_brought_to_this_version_once(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/new.db"

    async def twice(store: Store) -> migration.MigrationStatus:
        await make_ready(store)
        await make_ready(store)
        return await migration.migration_status(url)

    assert with_store(url, twice).ready


def test_a_database_in_memory_has_all_tables() -> None:
    async def tables(store: Store) -> int:
        await make_ready(store)
        async with store.reading() as conn:
            found = await conn.exec_driver_sql("SELECT count(*) FROM games")
            return int(found.scalar_one())

    assert with_store(":memory:", tables) == 0


@pytest.mark.parametrize("empty_url", ["postgresql"], indirect=True)
def test_postgresql_is_left_to_its_operator(empty_url: str) -> None:
    assert address(empty_url).get_backend_name() == "postgresql"
    with pytest.raises(StoreFault) as refused:
        with_store(empty_url, make_ready)
    assert refused.value.fault is Fault.BEHIND


def test_a_newer_file_is_refused(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/newer.db"

    async def age(store: Store) -> None:
        await make_ready(store)
        async with store.writing() as conn:
            await conn.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
        await make_ready(store)

    with pytest.raises(migration.MigrationError) as refused:
        with_store(url, age)
    assert refused.value.phrase.key == "store-newer"


@pytest.mark.parametrize("start", [make_ready, migration.upgrade_store, check_sound])
@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_file_is_known_before_anything_is_done_with_it(
    tmp_path: Path,
    damage: str,
    start: Callable[[Store], Coroutine[Any, Any, object]],
) -> None:
    file = tmp_path / "games.db"
    sound(file)
    DAMAGES[damage](file)
    with pytest.raises(StoreFault) as refused:
        with_store(f"sqlite:///{file}", start)
    assert refused.value.fault is Fault.DAMAGED


@pytest.mark.parametrize("umask", [0o000, 0o022, 0o777])
def test_a_new_database_and_the_files_beside_it_are_for_their_owner_alone(
    tmp_path: Path, umask: int
) -> None:
    url = f"sqlite:///{tmp_path}/new/games.db"

    async def modes(store: Store) -> dict[str, int]:
        await make_ready(store)
        async with store.writing() as conn:
            await put_bookmark(conn, "here", datetime.now(UTC))
        files = (tmp_path / "new").iterdir()
        return {file.name: stat.S_IMODE(file.stat().st_mode) for file in files}

    before = os.umask(umask)
    try:
        make_folder(url)
        found = with_store(url, modes)
    finally:
        os.umask(before)
    assert found == dict.fromkeys(["games.db", "games.db-wal", "games.db-shm"], 0o600)
    assert stat.S_IMODE((tmp_path / "new").stat().st_mode) == 0o700
