"""A player's profile in a guild: ratings by role, best partners, and the bots' knowledge."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

from sqlalchemy import and_, func, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.identity import GuildId, User
from bot.ratings.boards import leaderboard
from bot.ratings.boards.record import GameCount, PlayerRecord, count_games, record
from bot.ratings.persona_summary import KnownPerson, known_person
from bot.ratings.remembered_clues import RememberedPairs, remembered_pairs
from bot.ratings.totals import NO_TURNS, MemoryKey, Tally, read_memories
from bot.store import schema
from core.agents.ace import rating
from core.agents.listener_policy import TEAMMATE
from core.agents.memory import Memory, combine, from_json
from core.codenames.model import Role, Team

PARTNER_TURNS: Final = 10
"""The fewest rated turns together of partners on a profile."""

EXPERT_USES: Final = 5.0
"""The fewest uses of an expert on a profile."""

MOST_PROFILE_LINES: Final = 3
"""The most partners, and experts by role, on a profile."""


@dataclass(frozen=True, slots=True)
class ExpertRecord:
    """The CoLT of turns in which ACE followed an expert, with the player in this role."""

    role: Role
    expert: str
    colt: float
    uses: float


@dataclass(frozen=True, slots=True)
class Profile:
    """A guild's profile of a player; `alone` is for games with bots only."""

    user: User
    name: str
    roles: Mapping[Role, PlayerRecord] = field(default_factory=dict)
    alone: Mapping[Role, PlayerRecord] = field(default_factory=dict)
    partners: tuple[leaderboard.Standing[PlayerRecord], ...] = ()
    """Users with whom the player gave clues or guessed, and their records together."""
    experts: tuple[ExpertRecord, ...] = ()
    leanings: tuple[KnownPerson, ...] = ()
    """The leanings by role, including roles without any yet."""
    clues: RememberedPairs | None = None
    chance: tuple[str, float] | None = None
    """Another player's name, and the odds against them."""


async def profile(
    conn: AsyncConnection,
    guild: GuildId,
    user: User,
    other: User | None = None,
    *,
    with_learnt: bool = False,
    with_clues: bool = False,
) -> Profile:
    """Return a player's profile in a guild, without roles that they never played.

    `other` is the player to compare with. Show learnt facts to the player alone, and remembered
    clues only in that guild.
    """
    names = await leaderboard.names_of(conn, filter(None, (user, other)))
    return Profile(
        user,
        names[user],
        await _roles(conn, guild, user, alone=False),
        await _roles(conn, guild, user, alone=True),
        await _partners(conn, guild, user),
        await _experts(conn, user) if with_learnt else (),
        await _leanings(conn, guild, user) if with_learnt else (),
        await remembered_pairs(conn, guild, user) if with_clues else None,
        (names[other], await leaderboard.against(conn, guild, user, other)) if other else None,
    )


async def _roles(
    conn: AsyncConnection, guild: GuildId, user: User, *, alone: bool
) -> dict[Role, PlayerRecord]:
    boards = {role: leaderboard.BoardQuery(guild, role=role, alone=alone) for role in Role}
    found = {role: await leaderboard.records(conn, board) for role, board in boards.items()}
    return {role: found[role][user] for role in Role if user in found[role]}


async def _partners(
    conn: AsyncConnection, guild: GuildId, user: User
) -> tuple[leaderboard.Standing[PlayerRecord], ...]:
    mean = await leaderboard.population_mean(conn)
    tallies = await _pairs(conn, guild, user)
    counts = await _pair_games(conn, guild, user)
    found = {
        mate: record(leaderboard.counts_of(tally), mean, counts.get(mate, GameCount()))
        for mate, tally in tallies.items()
        if tally.turns >= PARTNER_TURNS
    }
    return await leaderboard.standings(
        conn, found, lambda one: (-one.shown.rating,), MOST_PROFILE_LINES
    )


async def _pair_games(conn: AsyncConnection, guild: GuildId, user: User) -> dict[User, GameCount]:
    """Return the player's finished games with each user in the other role of the team."""
    own, mate = schema.results.alias("own"), schema.results.alias("mate")
    # A seat's name begins with its team.
    starts = [f"{team.value}-" for team in Team]
    same_team = or_(*(own.c.seat.startswith(s) & mate.c.seat.startswith(s) for s in starts))
    return await count_games(
        conn,
        select(mate.c.user, mate.c.game_id, mate.c.won, mate.c.at)
        .join_from(own, mate, and_(own.c.game_id == mate.c.game_id, own.c.role != mate.c.role))
        .where(own.c.user == str(user), own.c.guild == guild, mate.c.user != str(user))
        .where(same_team, own.c.alone.is_(False)),
    )


async def _pairs(conn: AsyncConnection, guild: GuildId, user: User) -> dict[User, Tally]:
    """Return the player's turns with each user in the other role, by outcome."""
    turns, own = schema.turns, schema.turn_players.alias("own")
    mate = schema.turn_players.alias("mate")
    same_turn = and_(
        own.c.game_id == mate.c.game_id, own.c.turn == mate.c.turn, own.c.role != mate.c.role
    )
    shared = (
        select(mate.c.user, turns.c.outcome, func.count(turns.c.sequence.distinct()))
        .join_from(own, mate, same_turn)
        .join(turns, and_(turns.c.game_id == own.c.game_id, turns.c.turn == own.c.turn))
        .where(own.c.user == str(user), own.c.guild == guild, mate.c.user != str(user))
        .where(turns.c.outcome.is_not(None), turns.c.rated.is_(True), turns.c.alone.is_(False))
        .group_by(mate.c.user, turns.c.outcome)
    )
    found = defaultdict[User, list[int]](lambda: [*NO_TURNS])
    for name, outcome, count in await conn.execute(shared):
        found[User.parse(name)][outcome] = count
    return {mate: Tally(tuple(counts)) for mate, counts in found.items() if not mate.is_gone}


async def _leanings(conn: AsyncConnection, guild: GuildId, user: User) -> tuple[KnownPerson, ...]:
    keys = {role: MemoryKey(TEAMMATE, str(user), role.value) for role in Role}
    memories = await read_memories(conn, keys.values())
    sums = {role: memories[key].evidence for role, key in keys.items() if key in memories}
    return tuple(
        [
            await known_person(conn, user, role, evidence, guild)
            for role, evidence in sums.items()
            if evidence.turns > 0
        ]
    )


async def _experts(conn: AsyncConnection, user: User) -> tuple[ExpertRecord, ...]:
    memories = schema.agent_memory
    found = select(memories).where(memories.c.user == str(user))
    by_role = defaultdict[Role, list[Memory]](list)
    for row in await conn.execute(found):
        by_role[Role(row.role)].append(from_json(row.memory))
    return tuple(best for role in Role for best in _understanding(role, by_role.get(role, ())))


def _understanding(role: Role, memories: Iterable[Memory]) -> tuple[ExpertRecord, ...]:
    """Return the best experts with the player in a role, over all variants of ACE."""
    arms = combine(memories).arms
    used = [
        ExpertRecord(role, name, rating(arm), arm.uses)
        for name, arm in arms.items()
        if arm.uses >= EXPERT_USES
    ]
    return tuple(sorted(used, key=lambda found: (-found.colt, found.expert))[:MOST_PROFILE_LINES])
