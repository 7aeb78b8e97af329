"""The sums that follow from turns, in and out of the database: memories and tallies."""

from collections.abc import Collection, Sequence
from typing import Any, Final

from sqlalchemy import Table, delete, insert, select, tuple_
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.ratings.totals import MemoryKey, Tally, TallyKey, Totals
from bot.store import schema
from core.agents.memory import Memory, from_json, to_json

ROWS_WRITTEN: Final = 1000
"""Rows that are written by one statement, which has a time-out."""

_MEMORY_KEY = tuple_(*schema.agent_memory.primary_key)
_TALLY_KEY = tuple_(*schema.ratings.primary_key)


async def read_memories(
    conn: AsyncConnection, keys: Collection[MemoryKey]
) -> dict[MemoryKey, Memory]:
    """Return the stored memories among these."""
    found = select(schema.agent_memory).where(_MEMORY_KEY.in_(list(keys)))
    rows = await conn.execute(found) if keys else ()
    return {MemoryKey(*key): from_json(memory) for *key, memory in rows}


async def read_tallies(conn: AsyncConnection, keys: Collection[TallyKey]) -> dict[TallyKey, Tally]:
    """Return the stored tallies among these."""
    found = select(schema.ratings).where(_TALLY_KEY.in_(list(keys)))
    rows = await conn.execute(found) if keys else ()
    return {TallyKey(*key): Tally(tuple(counts)) for *key, counts in rows}


async def write_totals(conn: AsyncConnection, totals: Totals) -> None:
    """Store all sums of the books in place of those stored under the same keys."""
    await drop(conn, totals.memories, totals.tallies)
    await _insert(conn, totals)


async def drop(
    conn: AsyncConnection, memories: Collection[MemoryKey], tallies: Collection[TallyKey]
) -> None:
    """Delete the stored memories and tallies among these."""
    if memories:
        await conn.execute(delete(schema.agent_memory).where(_MEMORY_KEY.in_(list(memories))))
    if tallies:
        await conn.execute(delete(schema.ratings).where(_TALLY_KEY.in_(list(tallies))))


async def replace_totals(conn: AsyncConnection, totals: Totals) -> None:
    """Store the books in place of everything that is stored."""
    await conn.execute(delete(schema.agent_memory))
    await conn.execute(delete(schema.ratings))
    await _insert(conn, totals)


async def _insert(conn: AsyncConnection, totals: Totals) -> None:
    memories = [
        {**key._asdict(), "memory": _memory_json(memory)} for key, memory in totals.memories.items()
    ]
    tallies = [
        {**key._asdict(), "counts": list(tally.counts)} for key, tally in totals.tallies.items()
    ]
    await _insert_rows(conn, schema.agent_memory, memories)
    await _insert_rows(conn, schema.ratings, tallies)


async def _insert_rows(conn: AsyncConnection, table: Table, rows: Sequence[dict[str, Any]]) -> None:
    for first in range(0, len(rows), ROWS_WRITTEN):
        await conn.execute(insert(table), rows[first : first + ROWS_WRITTEN])


def _memory_json(memory: Memory) -> dict[str, Any]:
    """Return a memory as JSON, its experts by name: the databases keep members in unlike orders."""
    plain = to_json(memory)
    return {**plain, "arms": dict(sorted(plain["arms"].items()))}
