"""Sums of turns, as memories and as tallies of outcomes, and their rows in the database.

Turns add up in the order of their sequence. Learning starts from the stored sums, rebuilding from
empty ones. Both use the same functions, so they agree to the last bit.
"""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, Final, NamedTuple

from sqlalchemy import delete, insert, select, tuple_
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.identity import BOTS, GONE, GuildId, User
from bot.ratings.facts import Credit, SettledTurn, TurnEvidence
from bot.store import schema
from core.agents.ace import AceVariant, learn
from core.agents.explanations import Evidence
from core.agents.listener_policy import TEAMMATE
from core.agents.memory import EMPTY, Memory, PlayedTurn, booked, from_json, to_json
from core.agents.personas import PERSONAS_VERSION
from core.rating.colt import OUTCOME_COUNT

POOLS: Final = "pool"
"""The platform of users that represent many people."""

EVERYBODY: Final = User(POOLS, "all")

ALL_TIME: Final = "all"

NO_GUILD: Final = GuildId("")
ANY_ROLE: Final = "any"


class MemoryKey(NamedTuple):
    """The key of an agent's memory of a user, or of a pool of users, in a role."""

    agent: str
    user: str
    role: str


class TallyKey(NamedTuple):
    """The key of a player's tally in a guild and a role, for all time or a day in UTC."""

    guild: str
    user: str
    role: str
    period: str
    alone: bool


POPULATION: Final = TallyKey(NO_GUILD, str(EVERYBODY), ANY_ROLE, ALL_TIME, alone=False)
"""The key of the tally of all rated turns with people, each counted once."""

NO_TURNS: Final = (0,) * OUTCOME_COUNT

ROWS_WRITTEN: Final = 1000
"""Rows of one statement, which has a timeout."""

_MEMORY_KEY = tuple_(*schema.agent_memory.primary_key)
_TALLY_KEY = tuple_(*schema.ratings.primary_key)


@dataclass(frozen=True, slots=True)
class Tally:
    """Rated turns by outcome (36,)."""

    counts: tuple[int, ...] = NO_TURNS

    def with_turns(self, outcomes: Iterable[int], step: int = 1) -> "Tally":
        """Return the tally with more turns, or fewer for a step of -1."""
        counts = list(self.counts)
        for outcome in outcomes:
            counts[outcome] += step
        return Tally(tuple(counts))

    def __add__(self, other: "Tally") -> "Tally":
        counts = tuple(
            mine + theirs for mine, theirs in zip(self.counts, other.counts, strict=True)
        )
        return Tally(counts)

    @property
    def turns(self) -> int:
        """The number of rated turns."""
        return sum(self.counts)


@dataclass(slots=True)
class Totals:
    """The sums so far; missing ones are empty."""

    memories: dict[MemoryKey, Memory] = field(default_factory=dict)
    tallies: dict[TallyKey, Tally] = field(default_factory=dict)

    def memory(self, key: MemoryKey) -> Memory:
        """Return a memory, or an empty one."""
        return self.memories.get(key, EMPTY)

    def tally(self, key: TallyKey) -> Tally:
        """Return a tally, or an empty one."""
        return self.tallies.get(key, Tally())

    def add_turn(self, turn: SettledTurn) -> None:
        """Book a settled turn; a no-op for one without an outcome."""
        if turn.outcome is None:
            return
        for board in turn_tally_keys(turn):
            self.tallies[board] = self.tally(board).with_turns([turn.outcome])
        for key, played in _played(turn, turn.outcome).items():
            self._remember(key, played)
        self.add_evidence(turn)

    def add_evidence(self, turn: SettledTurn) -> None:
        """Book only the evidence of a turn."""
        for key, evidence in _told(turn):
            self.memories[key] = evidence_memory(self.memory(key).evidence + evidence)

    def _remember(self, key: MemoryKey, played: PlayedTurn) -> None:
        memory = self.memory(key)
        is_pool = User.parse(key.user).platform == POOLS
        learnt = pooled(memory, played) if is_pool else learn(memory, played, AceVariant(key.agent))
        self.memories[key] = learnt


def pooled(memory: Memory, played: PlayedTurn) -> Memory:
    """Return a pool's memory with a turn, booked at once because a pool plays no turns."""
    return booked(Memory(memory.turns + 1, memory.arms), played)


def pool_of(guild: GuildId) -> User:
    """Return the user that represents a guild's people."""
    return User(POOLS, f"guild:{guild}")


def evidence_memory(evidence: Evidence) -> Memory:
    """Return a memory with nothing but evidence."""
    return Memory(evidence.turns, evidence=evidence)


def turn_tally_keys(turn: SettledTurn) -> tuple[TallyKey, ...]:
    """Return the tallies of a turn, each once, in a fixed order; none for an unrated turn."""
    if turn.outcome is None or not turn.rated:
        return ()
    players = [player for player in turn.players if not player.user.is_gone]
    boards = {
        TallyKey(one.guild, str(one.user), one.role.value, period, turn.alone): None
        for one in players
        for period in (ALL_TIME, day_of(turn.at))
    }
    if any(is_person(player.user) for player in players):
        boards[POPULATION] = None
    return tuple(boards)


def day_of(at: datetime) -> str:
    """Return the day of a moment in UTC."""
    return at.astimezone(UTC).date().isoformat()


def is_person(user: User) -> bool:
    """Return whether a user is a person with a known name: no bot, no pool, not forgotten."""
    return user.platform not in (BOTS, GONE, POOLS)


def _played(turn: SettledTurn, outcome: int) -> dict[MemoryKey, PlayedTurn]:
    """Return the turn to learn for each memory.

    The credits of several guessers count together as one turn in a pool's memory. All these credits
    are equal, so their order does not matter.
    """
    earned = dict[MemoryKey, dict[str, float]]()
    for credit in turn.credits:
        for key in _keys(turn, credit.agent, credit):
            shares = earned.setdefault(key, {})
            shares[credit.expert] = shares.get(credit.expert, 0.0) + credit.credit
    return {
        key: PlayedTurn(outcome, tuple(sorted(shares.items()))) for key, shares in earned.items()
    }


def _told(turn: SettledTurn) -> Iterator[tuple[MemoryKey, Evidence]]:
    """Yield a turn's evidence for each person and their pools, without outdated evidence."""
    for told in turn.evidence if turn.outcome is not None else ():
        if told.version == PERSONAS_VERSION:
            for key in _keys(turn, TEAMMATE, told):
                yield key, told.evidence


def _keys(turn: SettledTurn, agent: str, about: Credit | TurnEvidence) -> Iterator[MemoryKey]:
    role = about.role.value
    yield MemoryKey(agent, str(about.user), role)
    if is_person(about.user):
        yield MemoryKey(agent, str(EVERYBODY), role)
        own = (about.user, about.role)
        for guild in sorted({one.guild for one in turn.players if (one.user, one.role) == own}):
            yield MemoryKey(agent, str(pool_of(guild)), role)


# Rows of the database.


async def read_memories(
    conn: AsyncConnection, keys: Collection[MemoryKey]
) -> dict[MemoryKey, Memory]:
    """Return the stored memories under these keys."""
    found = select(schema.agent_memory).where(_MEMORY_KEY.in_(list(keys)))
    rows = await conn.execute(found) if keys else ()
    return {MemoryKey(*key): from_json(memory) for *key, memory in rows}


async def read_tallies(conn: AsyncConnection, keys: Collection[TallyKey]) -> dict[TallyKey, Tally]:
    """Return the stored tallies under these keys."""
    found = select(schema.ratings).where(_TALLY_KEY.in_(list(keys)))
    rows = await conn.execute(found) if keys else ()
    return {TallyKey(*key): Tally(tuple(counts)) for *key, counts in rows}


async def write_totals(conn: AsyncConnection, totals: Totals) -> None:
    """Store these sums, replacing those with the same keys."""
    await drop(conn, totals.memories, totals.tallies)
    await _insert(conn, totals)


async def drop(
    conn: AsyncConnection, memories: Collection[MemoryKey], tallies: Collection[TallyKey]
) -> None:
    """Delete the memories and tallies under these keys."""
    if memories:
        await conn.execute(delete(schema.agent_memory).where(_MEMORY_KEY.in_(list(memories))))
    if tallies:
        await conn.execute(delete(schema.ratings).where(_TALLY_KEY.in_(list(tallies))))


async def replace_totals(conn: AsyncConnection, totals: Totals) -> None:
    """Replace all stored sums with these."""
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
    for table, rows in ((schema.agent_memory, memories), (schema.ratings, tallies)):
        for first in range(0, len(rows), ROWS_WRITTEN):
            await conn.execute(insert(table), rows[first : first + ROWS_WRITTEN])


def _memory_json(memory: Memory) -> dict[str, Any]:
    """Return a memory as JSON with its experts sorted: databases order members differently."""
    plain = to_json(memory)
    return {**plain, "arms": dict(sorted(plain["arms"].items()))}
