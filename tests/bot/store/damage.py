"""Damaged SQLite files of this version, and their intact copies."""

import asyncio
import shutil
import sqlite3
from collections.abc import Callable, Mapping
from contextlib import closing
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from types import MappingProxyType
from typing import Final

from bot.store import schema
from bot.store.connection import Store
from bot.store.migration import upgrade_store

PACKS: Final = 300


def sound(file: Path) -> None:
    """Write a file of this version with so many rows that its middle is in use."""
    file.write_bytes(_sound())


@cache
def _sound() -> bytes:
    with TemporaryDirectory() as folder:
        file = Path(folder) / "games.db"
        asyncio.run(_make(file))
        return file.read_bytes()


async def _make(file: Path) -> None:
    async with Store.open(f"sqlite:///{file}") as store:
        await upgrade_store(store)
        await _add(store, range(PACKS))


async def _add(store: Store, numbers: range) -> None:
    """Insert packs; their keys are consecutive, so that the log has the pages of the newest."""
    rows = [{"digest": f"pack {n}", "name": "a pack", "words": ["whale"]} for n in numbers]
    async with store.writing() as connection:
        await connection.execute(schema.packs.insert(), rows)


def _truncate(file: Path) -> None:
    with file.open("r+b") as opened:
        opened.truncate(file.stat().st_size // 2)


def _zero_a_page(file: Path) -> None:
    pages = file.stat().st_size // 4096
    with file.open("r+b") as opened:
        opened.seek(pages // 2 * 4096)
        opened.write(bytes(4096))


def _spoil_the_header(file: Path) -> None:
    with file.open("r+b") as opened:
        opened.write(b"no database at all, but a text " * 4)


def _spoil_everything(file: Path) -> None:
    file.write_bytes(b"once upon a time " * 100)


def _mix_with_a_later_log(file: Path) -> None:
    """Copy an earlier file back while the log of later moves is still there."""
    earlier = file.read_bytes()
    asyncio.run(_play_on_and_die(file))
    file.write_bytes(earlier)


async def _play_on_and_die(file: Path) -> None:
    """Write to the file, then to its log, and leave both as a killed process does."""
    kept = file.with_name("kept-wal")
    async with Store.open(f"sqlite:///{file}") as store:
        await _add(store, range(PACKS, 4 * PACKS))
        async with store.watching() as connection:
            await connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
        await _add(store, range(4 * PACKS, 4 * PACKS + 9))
        shutil.copyfile(file.with_name(f"{file.name}-wal"), kept)
    kept.rename(file.with_name(f"{file.name}-wal"))


def add_a_game_without_its_index(file: Path) -> None:
    """Remove a game's row from an index, which no check of single pages finds."""
    index = "ix_games_status_changed_at"
    row = "'one', 'hangman', '{}', '{}', '{}', NULL, 'over', 1, '2026-03-01', '2026-03-01'"
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA writable_schema=ON")
        entry = "FROM sqlite_master WHERE name = ?"
        schema = connection.execute(f"SELECT * {entry}", (index,)).fetchone()
        connection.execute(f"DELETE {entry}", (index,))
        connection.commit()
    with closing(sqlite3.connect(file)) as connection:
        connection.execute(f"INSERT INTO games VALUES ({row})")  # noqa: S608
        connection.execute("PRAGMA writable_schema=ON")
        connection.execute("INSERT INTO sqlite_master VALUES (?, ?, ?, ?, ?)", schema)
        connection.commit()


DAMAGES: Final[Mapping[str, Callable[[Path], None]]] = MappingProxyType(
    {
        "truncated": _truncate,
        "a page of zeros": _zero_a_page,
        "no header": _spoil_the_header,
        "no database": _spoil_everything,
        "an earlier file with a later log": _mix_with_a_later_log,
    }
)
