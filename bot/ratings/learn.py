"""Learns from games, and rebuilds memories and tallies from the stored turns.

All games' turns have one order of learning, so learning has one lock. Transactions lock games
first, in the order of their ids, and learning last.
"""

from collections.abc import Callable, Collection, Iterable
from dataclasses import replace
from typing import Final

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.identity import GameId
from bot.ratings import totals
from bot.ratings import turns as turn_store
from bot.ratings.facts import GameFacts, Result, SettledTurn, TurnEvidence, results, settled_turns
from bot.ratings.remembered_clues import allowed_clues
from bot.ratings.totals import Totals
from bot.store import schema
from bot.store.leases import UNENDING
from bot.store.sql import put
from core.agents.personas import PERSONAS_VERSION

LEARNING_LOCK: Final = "lesson"
"""The kind, key and holder of the lock's row among the leases, which never expires."""


async def learn(conn: AsyncConnection, facts: GameFacts) -> tuple[SettledTurn, ...]:
    """Learn from the new turns and results of a game; return the new turns.

    Locks the game, then learning, for the rest of the transaction. It skips purged games.
    """
    if await _unlearned(conn, facts) == ((), ()):
        return ()
    if not await lock_games(conn, (facts.game_id,)):
        return ()
    await lock_learning(conn)
    turns, ended = await _unlearned(conn, facts)
    if turns:
        await turn_store.insert_turns(conn, await allowed_clues(conn, turns))
    if ended:
        await turn_store.insert_results(conn, facts.game_id, ended)
    await _add_to_totals(conn, turns, Totals.add_turn)
    return turns


async def carry_over(conn: AsyncConnection, facts: GameFacts) -> int:
    """Add the missing evidence of a game's stored turns; return the number of these turns.

    Such turns predate evidence, or have evidence from other personas. Locks the game and, if
    evidence is missing, learning, for the rest of the transaction.
    """
    told = {turn.turn: turn.evidence for turn in settled_turns(facts)}
    await lock_games(conn, (facts.game_id,))
    stored = await turn_store.turns_of(conn, facts.game_id)
    new = (replace(turn, evidence=_lacking(turn, told.get(turn.turn, ()))) for turn in stored)
    turns = [turn for turn in new if turn.evidence]
    if not turns:
        return 0
    await lock_learning(conn)
    await turn_store.drop_outdated_evidence(conn, facts.game_id)
    await turn_store.insert_evidence(conn, turns)
    await _add_to_totals(conn, turns, Totals.add_evidence)
    return len(turns)


def _lacking(turn: SettledTurn, told: Iterable[TurnEvidence]) -> tuple[TurnEvidence, ...]:
    """Return the missing evidence about people who count in a stored turn."""
    known = {(one.user, one.role) for one in turn.evidence if one.version == PERSONAS_VERSION}
    lacking = {(player.user, player.role) for player in turn.players} - known
    if turn.outcome is None:
        return ()
    return tuple(one for one in told if (one.user, one.role) in lacking)


async def rebuild(conn: AsyncConnection) -> int:
    """Recompute all memories and tallies; return the number of turns."""
    await lock_learning(conn)
    books, turns = Totals(), 0
    async for turn in turn_store.all_turns(conn):
        books.add_turn(turn)
        turns += 1
    await totals.replace_totals(conn, books)
    return turns


async def lock_games(conn: AsyncConnection, games: Iterable[GameId]) -> tuple[GameId, ...]:
    """Lock games for the rest of the transaction; return those that are stored."""
    ids = schema.games.c.game_id
    found = select(ids).where(ids.in_(sorted(games))).order_by(ids).with_for_update()
    return tuple(map(GameId, (await conn.scalars(found)).all()))


async def lock_learning(conn: AsyncConnection) -> None:
    """Lock learning for the rest of the transaction."""
    row = {"kind": LEARNING_LOCK, "key": LEARNING_LOCK, "holder": LEARNING_LOCK, "until": UNENDING}
    await put(conn, schema.leases, row)


async def _unlearned(
    conn: AsyncConnection, facts: GameFacts
) -> tuple[tuple[SettledTurn, ...], tuple[Result, ...]]:
    """Return the settled turns and the results of a game that are not stored yet."""
    turns, ended = settled_turns(facts), results(facts)
    known = await turn_store.turns_known(conn, facts.game_id) if turns else frozenset()
    if ended and await turn_store.has_results(conn, facts.game_id):
        ended = ()
    return tuple(turn for turn in turns if turn.turn not in known), ended


async def _add_to_totals(
    conn: AsyncConnection,
    turns: Collection[SettledTurn],
    add: Callable[[Totals, SettledTurn], None],
) -> None:
    new = Totals()
    for turn in turns:
        add(new, turn)
    memories = await totals.read_memories(conn, new.memories)
    books = Totals(memories, await totals.read_tallies(conn, new.tallies))
    for turn in turns:
        add(books, turn)
    await totals.write_totals(conn, books)
