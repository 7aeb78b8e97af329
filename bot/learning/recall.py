"""What ACE goes by with a teammate: what it remembers of them, filled up from the others."""

from collections.abc import Mapping

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.identity import GuildId, User
from bot.learning.books import EVERYBODY, MemoryKey, pool_of
from bot.learning.shelf import read_memories
from core.agents.memory import EMPTY, Memory, combine
from core.agents.newcomer import start
from core.codenames.model import Role


async def memory_for(
    conn: AsyncConnection, agent: str, user: User, role: Role, guild: GuildId | None
) -> Memory:
    """Return the memory that an agent plays by with a user in this role.

    People borrow from their guild's pool and everybody's; a bot has only its own.
    """
    own = MemoryKey(agent, str(user), role.value)
    everybody = MemoryKey(agent, str(EVERYBODY), role.value)
    pool = MemoryKey(agent, str(pool_of(guild)), role.value) if guild else everybody
    found = await read_memories(conn, {own} if user.is_bot else {own, everybody, pool})
    mine, others = found.get(own, EMPTY), found.get(everybody, EMPTY)
    return mine if user.is_bot else start(mine, found.get(pool, EMPTY), others)


async def memory_of_team(
    conn: AsyncConnection, agent: str, mates: Mapping[User, GuildId | None], role: Role
) -> Memory:
    """Return the memory of all whom a clue reaches: the sum of those of each."""
    return combine(
        [await memory_for(conn, agent, mate, role, guild) for mate, guild in mates.items()]
    )
