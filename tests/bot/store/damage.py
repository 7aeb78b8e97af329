"""Damaged SQLite files of this version, and their sound copies."""

import asyncio
import shutil
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Final

from bot.store.connection import Store
from bot.store.migration import upgrade_store
from tests.bot.store.packs import write

PACKS: Final = 300


def sound(file: Path) -> None:
    """Make a file of this version with so many rows that its middle is in use."""
    asyncio.run(_write(file, range(PACKS)))


def earlier(file: Path) -> Path:
    return file.with_name("earlier.backup")


async def _write(file: Path, numbers: range) -> None:
    async with Store.open(f"sqlite:///{file}") as store:
        await upgrade_store(store)
        for number in numbers:
            await write(store, f"pack {number}")


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
    """Put an earlier copy back, as by hand, beside the log of the file that was played on in."""
    shutil.copyfile(file, earlier(file))
    asyncio.run(_play_on_and_die(file))
    shutil.copyfile(earlier(file), file)


async def _play_on_and_die(file: Path) -> None:
    """Write past the file into its log, and leave that as a process that was killed does."""
    kept = file.with_name("kept-wal")
    async with Store.open(f"sqlite:///{file}") as store:
        for number in range(PACKS, 4 * PACKS):
            await write(store, f"pack {number}")
        async with store.watching() as connection:
            await connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
        for number in range(4 * PACKS, 4 * PACKS + 9):
            await write(store, f"pack {number}")
        shutil.copyfile(file.with_name(f"{file.name}-wal"), kept)
    kept.rename(file.with_name(f"{file.name}-wal"))


DAMAGES: Final[Mapping[str, Callable[[Path], None]]] = MappingProxyType(
    {
        "truncated": _truncate,
        "a page of zeros": _zero_a_page,
        "no header": _spoil_the_header,
        "no database": _spoil_everything,
        "an earlier file with a later log": _mix_with_a_later_log,
    }
)
