"""An agent's memory of a teammate, filled up from the memories of others."""

from collections.abc import Mapping
from dataclasses import replace

import numpy as np
from sqlalchemy import and_, func, select, tuple_
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.identity import GuildId, User
from bot.ratings import totals
from bot.ratings.facts import BANDITS
from bot.ratings.remembered_clues import ClueQuestion, clue_memory
from bot.ratings.totals import read_memories, read_tallies
from bot.ratings.turns import played_by
from bot.store import schema
from core.agents.clue_memory import NO_CLUES
from core.agents.explanations import NO_EVIDENCE, Evidence
from core.agents.listener_policy import TEAMMATE
from core.agents.memory import EMPTY, Memory, combine
from core.agents.personas import PERSONAS_VERSION
from core.agents.prior import MOST_BORROWED_USES, fitted_memory, with_prior
from core.codenames.model import Role
from core.rating.estimate import expected_outcomes
from core.rating.race import TYPICAL_TURNS, Turns


async def memory_for(
    conn: AsyncConnection, agent: str, user: User, role: Role, guild: GuildId | None
) -> Memory:
    """Return the memory that an agent uses to play with a user in this role.

    People borrow from their guild's pool, then from everybody's and, if experts earn credits, from
    the fitted memory. A bot has only its own. Both pools include the person's own evidence, and
    everybody's includes the guild's, so people borrow only the rest of each.
    """
    own = totals.MemoryKey(agent, str(user), role.value)
    everybody = totals.MemoryKey(agent, str(totals.EVERYBODY), role.value)
    pool = totals.MemoryKey(agent, str(totals.pool_of(guild)), role.value) if guild else everybody
    found = await read_memories(conn, {own} if user.is_bot else {own, everybody, pool})
    mine, others = found.get(own, EMPTY), found.get(everybody, EMPTY)
    if user.is_bot:
        return mine
    guilds = found.get(pool, EMPTY)
    if agent in BANDITS:
        return with_prior(mine, guilds, others, fitted_memory(role.value))
    there = await _told_in(conn, user, role, guild, mine.evidence) if guild else NO_EVIDENCE
    near = _rest(guilds.evidence, there) if guild else NO_EVIDENCE
    far = _rest(others.evidence, mine.evidence + near)
    return with_prior(mine, totals.evidence_memory(near), totals.evidence_memory(far))


async def others_in(
    conn: AsyncConnection, user: User, role: Role, guild: GuildId, own: Evidence
) -> Evidence:
    """Return the evidence of a guild's other people in a role; `own` is the person's."""
    key = totals.MemoryKey(TEAMMATE, str(totals.pool_of(guild)), role.value)
    pool = (await read_memories(conn, {key})).get(key, EMPTY).evidence
    return _rest(pool, await _told_in(conn, user, role, guild, own)) if pool.turns else NO_EVIDENCE


def _rest(pool: Evidence, taken: Evidence) -> Evidence:
    """Return a pool's evidence minus `taken`; no evidence if concurrent reads do not match."""
    rest = pool - taken
    return rest if rest.turns > 0 else NO_EVIDENCE


async def _told_in(
    conn: AsyncConnection, user: User, role: Role, guild: GuildId, own: Evidence
) -> Evidence:
    """Return the part of a person's `own` evidence in a role that is in a guild's pool."""
    told, players = schema.turn_evidence.c, schema.turn_players.c
    own_turns = and_(told.user == str(user), told.role == role.value)
    turns = (
        select(told.game_id, told.turn)
        .distinct()
        .join_from(schema.turn_evidence, schema.turn_players, played_by(schema.turn_evidence))
        .where(own_turns, told.version == PERSONAS_VERSION, players.guild == guild)
    )
    count = await conn.scalar(select(func.count()).select_from(turns.subquery()))
    if count in (0, own.turns):  # the usual cases, without reading each turn
        return own if count else NO_EVIDENCE
    these = select(told.evidence).where(own_turns, tuple_(told.game_id, told.turn).in_(turns))
    rows = (await conn.scalars(these)).all()
    return sum((Evidence(1, tuple(row)) for row in rows), NO_EVIDENCE)


async def memory_of_team(
    conn: AsyncConnection,
    agent: str,
    teammates: Mapping[User, GuildId | None],
    role: Role,
    question: ClueQuestion | None = None,
) -> Memory:
    """Return the memory of all teammates whom a clue reaches: the sum of their memories.

    It borrows no more evidence than the memory of one teammate. The team's expected turns are those
    that CoLT counts. A `question` adds the clues that their guild remembers.
    """
    team = combine(
        [await memory_for(conn, agent, mate, role, guild) for mate, guild in teammates.items()]
    )
    lent = team.lent.at_most(MOST_BORROWED_USES)
    expected = await _expected_turns(conn, teammates, role)
    clues = await clue_memory(conn, question) if question else NO_CLUES
    evidence = team.own_evidence + lent
    return replace(team, evidence=evidence, lent=lent, expected=expected, clues=clues)


async def _expected_turns(
    conn: AsyncConnection, players: Mapping[User, GuildId | None], role: Role
) -> Turns:
    """Return a team's expected turns: the mean over its people.

    A person's turns are the rated ones in this role and guild, with people or alone with bots, plus
    `PRIOR_STRENGTH` typical ones.
    """
    keys = {
        totals.TallyKey(guild, str(user), role.value, totals.ALL_TIME, alone): user
        for user, guild in players.items()
        if guild is not None
        for alone in (False, True)
    }
    counts = dict.fromkeys(keys.values(), totals.Tally())
    for key, tally in (await read_tallies(conn, keys)).items():
        counts[keys[key]] += tally
    if not any(tally.turns for tally in counts.values()):
        return TYPICAL_TURNS
    typical = np.array(TYPICAL_TURNS)
    each = [expected_outcomes(np.array(tally.counts), typical) for tally in counts.values()]
    return tuple(np.mean(each, axis=0).tolist())
