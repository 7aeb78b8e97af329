"""A small change for tests of the store: packs, written and counted."""

from collections.abc import Coroutine
from typing import Any

import pytest
from sqlalchemy import func, select

from bot.store import schema
from bot.store.connection import Store
from bot.store.faults import StoreFault
from bot.store.rooms import put_pack
from core.words.packs import Pack

SOON = 0.05
"""Seconds of patience in tests that wait in vain."""

GUARD_SECONDS = 30
"""Seconds after which a test counts as hanging."""


def pack_of(word: str) -> Pack:
    """Return a pack of one word."""
    return Pack("a pack", (word,))


async def write(store: Store, word: str) -> None:
    async with store.writing() as connection:
        await put_pack(connection, pack_of(word))


async def count(store: Store) -> int:
    async with store.reading() as connection:
        found = await connection.execute(select(func.count()).select_from(schema.packs))
        return int(found.scalar_one())


async def caught(work: Coroutine[Any, Any, Any]) -> StoreFault:
    with pytest.raises(StoreFault) as raised:
        await work
    return raised.value
