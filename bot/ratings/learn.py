"""Learns from games, and rebuilds from the truth all that follows from it.

Turns are learnt in one order over all games, so whoever learns holds one lock, after the game's
own: locks are always taken in the order of game ids, and this one last.
"""

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Final

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot import schema
from bot.identity import GameId
from bot.learning import history, shelf
from bot.learning.books import Books, memory_keys, result_boards, turn_boards
from bot.learning.facts import GameFacts, Result, SettledTurn, results, settled_turns
from bot.store.statement import put

LESSON: Final = "lesson"
"""The lock's kind, key and holder among the leases; it never expires, for it is a row to lock."""

_NEVER: Final = datetime(9999, 1, 1, tzinfo=UTC)


async def learn(conn: AsyncConnection, facts: GameFacts) -> tuple[SettledTurn, ...]:
    """Learn all of a game that has not been learnt yet; return the turns that were new.

    Locks the game, then the lessons, for the rest of the transaction. A game that is not stored,
    for it has been purged, teaches nothing.
    """
    if await _news(conn, facts) == ((), ()):
        return ()
    if not await lock_games(conn, (facts.game_id,)):
        return ()
    await lock_lessons(conn)
    turns, ended = await _news(conn, facts)
    if turns:
        await history.insert_turns(conn, turns)
    if ended:
        await history.insert_results(conn, facts.game_id, ended)
    await _book(conn, turns, ended)
    return turns


async def rebuild(conn: AsyncConnection) -> int:
    """Recompute all memories and tallies from turns, credits and results; return the turns."""
    await lock_lessons(conn)
    books, turns = Books(), 0
    async for turn in history.all_turns(conn):
        books.add_turn(turn)
        turns += 1
    async for result in history.all_results(conn):
        books.add_result(result)
    await shelf.replace_books(conn, books)
    return turns


async def lock_games(conn: AsyncConnection, games: Iterable[GameId]) -> tuple[GameId, ...]:
    """Lock games for the rest of the transaction; return those that are stored."""
    ids = schema.games.c.game_id
    found = select(ids).where(ids.in_(sorted(games))).order_by(ids).with_for_update()
    return tuple(map(GameId, (await conn.scalars(found)).all()))


async def lock_lessons(conn: AsyncConnection) -> None:
    """Let nobody else learn or rebuild for the rest of the transaction."""
    row = {"kind": LESSON, "key": LESSON, "holder": LESSON, "until": _NEVER}
    await put(conn, schema.leases, row)


async def _news(
    conn: AsyncConnection, facts: GameFacts
) -> tuple[tuple[SettledTurn, ...], tuple[Result, ...]]:
    """Return the settled turns and the results of a game that are not stored."""
    turns, ended = settled_turns(facts), results(facts)
    known = await history.turns_known(conn, facts.game_id) if turns else frozenset()
    if ended and await history.has_results(conn, facts.game_id):
        ended = ()
    return tuple(turn for turn in turns if turn.turn not in known), ended


async def _book(
    conn: AsyncConnection, turns: tuple[SettledTurn, ...], ended: tuple[Result, ...]
) -> None:
    memories = {key for turn in turns for key in memory_keys(turn)}
    boards = {
        *(board for turn in turns if turn.outcome is not None for board in turn_boards(turn)),
        *(board for result in ended for board in result_boards(result)),
    }
    books = Books(await shelf.read_memories(conn, memories), await shelf.read_tallies(conn, boards))
    for turn in turns:
        books.add_turn(turn)
    for result in ended:
        books.add_result(result)
    await shelf.write_books(conn, books)
