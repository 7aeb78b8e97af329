"""Removes a person from all sums, with the same result as a rebuild.

It deletes the person's memories and tallies. It books their pools of credits again from the stored
turns, in order, because the order changes the last bits of these sums. The tally of all turns and
the pools of evidence are whole numbers, so it subtracts the person's share.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from operator import itemgetter
from typing import Any

from sqlalchemy import delete, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.identity import GuildId, User
from bot.ratings import totals
from bot.ratings import turns as turn_store
from bot.store import schema
from core.agents.explanations import NO_EVIDENCE, Evidence
from core.agents.listener_policy import TEAMMATE
from core.agents.memory import Memory, PlayedTurn
from core.agents.personas import PERSONAS_VERSION


@dataclass(frozen=True, slots=True)
class Share:
    """A person's share in the sums of many: pools of credits, turns, and evidence.

    `turns` are the outcomes that the population counts only for this person; `evidence` is by pool.
    """

    pools: frozenset[totals.MemoryKey]
    turns: tuple[int, ...]
    evidence: Mapping[totals.MemoryKey, Evidence]


async def share_of(conn: AsyncConnection, user: User) -> Share:
    """Return a person's share in the sums of many; the caller holds the lock of learning."""
    return Share(
        await _pools(conn, user), await _lone_turns(conn, user), await _evidence(conn, user)
    )


async def remove(conn: AsyncConnection, user: User, share: Share) -> None:
    """Remove a person's share from the sums, once the turns have forgotten the person."""
    for table in (schema.agent_memory, schema.ratings):
        await conn.execute(delete(table).where(table.c.user == str(user)))
    memories = await _booked(conn, share.pools) | await _without(conn, share.evidence)
    tallies = await _population_without(conn, share.turns) if share.turns else {}
    gone = [totals.POPULATION] if share.turns else ()
    await totals.drop(conn, share.pools | share.evidence.keys(), gone)
    await totals.write_totals(conn, totals.Totals(memories, tallies))


async def _booked(
    conn: AsyncConnection, keys: Collection[totals.MemoryKey]
) -> dict[totals.MemoryKey, Memory]:
    """Return pools of credits from the stored turns; pools without a turn are missing."""
    pools = defaultdict[totals.MemoryKey, Memory](Memory)
    lessons = {(key.agent, key.role) for key in keys}
    async for rows in turn_store.earned_by_people(conn, lessons):
        for (_, outcome), credits_ in groupby(rows, key=itemgetter(0, 1)):
            for key, shares in _shares(credits_, keys).items():
                played = PlayedTurn(outcome, tuple(sorted(shares.items())))
                pools[key] = totals.pooled(pools[key], played)
    return pools


def _shares(
    rows: Iterable[Any], keys: Collection[totals.MemoryKey]
) -> defaultdict[totals.MemoryKey, defaultdict[str, float]]:
    """Return the credits of a turn by pool and expert."""
    shares = defaultdict[totals.MemoryKey, defaultdict[str, float]](lambda: defaultdict(float))
    for _, _, agent, _, role, expert, credit, guild in rows:
        for user in _pools_of(guild):
            key = totals.MemoryKey(agent, user, role)
            if key in keys:
                shares[key][expert] += credit
    return shares


async def _population_without(
    conn: AsyncConnection, outcomes: Collection[int]
) -> dict[totals.TallyKey, totals.Tally]:
    """Return the tally of all turns without these; an empty one if no turn is left."""
    stored = await totals.read_tallies(conn, [totals.POPULATION])
    left = {key: tally.with_turns(outcomes, -1) for key, tally in stored.items()}
    return {key: tally for key, tally in left.items() if tally.turns > 0}


async def _without(
    conn: AsyncConnection, shares: Mapping[totals.MemoryKey, Evidence]
) -> dict[totals.MemoryKey, Memory]:
    """Return pools without these shares of evidence; pools left without a turn are missing."""
    pools = await totals.read_memories(conn, shares.keys())
    left = {key: pool.evidence - shares[key] for key, pool in pools.items()}
    return {key: totals.evidence_memory(rest) for key, rest in left.items() if rest.turns > 0}


async def _evidence(conn: AsyncConnection, user: User) -> dict[totals.MemoryKey, Evidence]:
    """Return the evidence of a person's turns by pool."""
    told, players = schema.turn_evidence.c, schema.turn_players.c
    played = turn_store.played_by(schema.turn_evidence)
    found = (
        select(told.game_id, told.turn, told.role, told.evidence, players.guild)
        .distinct()
        .join_from(schema.turn_evidence, schema.turn_players, played)
        .where(told.user == str(user), told.version == PERSONAS_VERSION)
    )
    shares = dict[totals.MemoryKey, Evidence]()
    for row in await conn.execute(found):
        for pool in _pools_of(row.guild):
            key = totals.MemoryKey(TEAMMATE, pool, row.role)
            shares[key] = shares.get(key, NO_EVIDENCE) + Evidence(1, tuple(row.evidence))
    return shares


async def _pools(conn: AsyncConnection, user: User) -> frozenset[totals.MemoryKey]:
    turns, earned, players = schema.turns.c, schema.turn_credits.c, schema.turn_players.c
    found = (
        select(earned.agent, earned.role, players.guild)
        .join_from(schema.turn_credits, schema.turns)
        .outerjoin(schema.turn_players, turn_store.played_by(schema.turn_credits))
        .where(earned.user == str(user), turns.outcome.is_not(None))
        .distinct()
    )
    return frozenset(
        totals.MemoryKey(row.agent, pool, row.role)
        for row in await conn.execute(found)
        for pool in _pools_of(row.guild)
    )


@lru_cache(maxsize=1000)
def _pools_of(guild: str | None) -> tuple[str, ...]:
    everybody = str(totals.EVERYBODY)
    return (everybody,) if guild is None else (everybody, str(totals.pool_of(GuildId(guild))))


async def _lone_turns(conn: AsyncConnection, user: User) -> tuple[int, ...]:
    """Return the outcomes of a person's rated turns without another active person."""
    turns, mine = schema.turns.c, schema.turn_players.alias("mine")
    found = (
        select(turns.sequence, turns.outcome, schema.turn_players.c.user)
        .join_from(mine, schema.turns)
        .join(schema.turn_players)
        .where(mine.c.user == str(user), turns.outcome.is_not(None), turns.rated.is_(True))
    )
    rows = (await conn.execute(found)).all()
    shared = {
        row.sequence
        for row in rows
        if row.user != str(user) and totals.is_person(User.parse(row.user))
    }
    lone = {row.sequence: row.outcome for row in rows if row.sequence not in shared}
    return tuple(lone.values())
