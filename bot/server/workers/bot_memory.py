"""Bots' choices, with their memory of the people at a table."""

import asyncio
import hashlib
import secrets
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Final, TypeAlias

import structlog
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.games.service import Games
from bot.games.session import Session
from bot.gametypes.bots import AnyTable
from bot.gametypes.engine import Engine, MoveRequest
from bot.identity import GameId, GuildId, Room, User
from bot.ratings import Role
from bot.ratings.facts import LEARNERS
from bot.ratings.lessons import Teammates, mates_of
from bot.ratings.memory import memory_of_team
from bot.ratings.remembered_clues import KEPT_CLUES, ClueQuestion
from bot.store import rooms
from bot.store.rooms import RoomRow
from core.agents.associations import vocabulary_form
from core.agents.listener_policy import TEAMMATE
from core.agents.memory import EMPTY, Memory
from core.bot import AnyChoice
from core.recent import RecentDict
from core.rules import Seat

SeedFor: TypeAlias = Callable[[Session, Seat], tuple[int, ...]]
"""Returns the seed of a seat's draws in this turn: always the same, unless draws are secret."""

_MemoryKey: TypeAlias = tuple[GameId, int, Seat, str, tuple[User, ...]]
"""A memory's game, turn, bot's seat, bot's name, and teammates."""

SEED_BITS: Final = 128

PARALLEL_LOOKUPS: Final = 8
"""The most memories that a process looks up at the same time."""

MEMORIES_KEPT: Final = 2000
"""Size of the cache of memories, each for one turn."""


def seed_of(session: Session, seat: Seat) -> tuple[int, ...]:
    """Return 128 bits of the SHA-256 digest of a game's name, its turn and a seat.

    Game names are public, so for secret draws the bits come from the operating system instead.
    """
    if session.game_type.bots.draws_secretly(session.observe(seat)):
        return (secrets.randbits(SEED_BITS),)
    text = f"{session.game_id}:{session.turn}:{seat}"
    return (int.from_bytes(hashlib.sha256(text.encode()).digest()[:16]),)


def seed_from(seed: Callable[[GameId], int]) -> SeedFor:
    """Return a `SeedFor` that seeds each game with a number, so that a terminal can repeat it."""

    def seeded(session: Session, seat: Seat) -> tuple[int, ...]:
        seats = [chair.seat for chair in session.lobby.chairs]
        # numpy ignores trailing zeros of a seed. Counting seats from 1 keeps this stream different
        # from the dealer's.
        return (seed(session.game_id), session.turn, seats.index(seat) + 1)

    return seeded


class BotMoves:
    """Chooses moves for the bots of all games."""

    def __init__(self, games: Games, engine: Engine, seed_for: SeedFor) -> None:
        self._games = games
        self._engine = engine
        self._seed_for = seed_for
        self._places = asyncio.Semaphore(PARALLEL_LOOKUPS)
        self._memories = RecentDict[_MemoryKey, Memory](MEMORIES_KEPT)

    async def choice(self, session: Session, table: AnyTable, seat: Seat) -> AnyChoice:
        """Return a bot's choice in a seat; raises StoreFault, and AssetError for an unknown bot."""
        task = await self._request(session, table, seat)
        about = {"game": session.game_id, "version": session.version}
        with structlog.contextvars.bound_contextvars(**about):
            return await self._engine.choose(task)

    async def fallback(self, session: Session, table: AnyTable, seat: Seat) -> AnyChoice:
        """Return a legal move that replaces the choice of a seat's bot; raises StoreFault."""
        task = await self._request(session, table, seat)
        return await asyncio.to_thread(session.game_type.bots.fallback, task)

    async def _request(self, session: Session, table: AnyTable, seat: Seat) -> MoveRequest:
        bots = session.game_type.bots
        bot = bots.resolve(session.options, seat, session.lobby.bot(seat) or "")
        memory = await self._memory(session, table, seat, bot)
        question = bots.build_request(session.rules, bots.team_play.observation_for(table, seat))
        seed, host = self._seed_for(session, seat), str(session.lobby.host or session.game_id)
        return MoveRequest(session.game_type.name, bot, question, memory, seed, host)

    async def _memory(self, session: Session, table: AnyTable, seat: Seat, bot: str) -> Memory:
        """Return a bot's memory of the teammates that it gives clues to or gets clues from.

        The cache keeps it for the turn: a bot that learns from another game meanwhile must not
        change its expert within the turn.
        """
        if not session.game_type.teaches or bot not in LEARNERS:
            return EMPTY
        mates = mates_of(table.public, seat)
        own = mates_of(table.public, mates.seats[0])
        users = tuple(filter(None, map(session.lobby.sitter, mates.seats)))
        asked = (session.game_id, session.turn, seat, bot, users)
        if asked not in self._memories:
            async with self._places, self._games.store.reading() as conn:
                homes = await _homes(conn, session)
                guilds = {user: _guild(session, homes, user) for user in users}
                cards = table.public.words if bot == TEAMMATE else ()
                question = self._question(session, (mates, own), cards, homes.values())
                memory = await memory_of_team(conn, bot, guilds, mates.role, question)
                self._memories[asked] = memory
        return self._memories[asked]

    def _question(
        self,
        session: Session,
        roles: Iterable[Teammates],
        cards: Collection[str],
        homes: Collection[RoomRow],
    ) -> ClueQuestion | None:
        """Return the query for clues that a team remembers for some cards.

        Return None without cards, for a team without people, and at a table of several guilds.
        """
        guilds = {home.guild for home in homes}
        team = {
            one.role: frozenset(filter(None, map(session.lobby.sitter, one.seats))) for one in roles
        }
        people = [user for users in team.values() for user in users if not user.is_bot]
        if not (cards and people) or len(guilds) != 1:
            return None
        return ClueQuestion(
            session.game_id,
            guilds.pop(),
            frozenset(map(vocabulary_form, cards)),
            team[Role.SPYMASTER],
            team[Role.GUESSER],
            frozenset(game for home in homes for game in home.recent_games),
            self._games.now() - KEPT_CLUES,
        )


async def _homes(conn: AsyncConnection, session: Session) -> dict[Room, RoomRow]:
    """Return the rows of the rooms that show a table, and of its members' own rooms."""
    lobby = session.lobby
    places = {*lobby.rooms, *(member.room for member in lobby.members)}
    found = {room: await rooms.find_room(conn, room) for room in sorted(places)}
    return {room: row for room, row in found.items() if row}


def _guild(session: Session, homes: Mapping[Room, RoomRow], user: User) -> GuildId | None:
    """Return the guild of the room that a person joined from, None for bots."""
    member = session.lobby.member(user)
    home = homes.get(member.room) if member else None
    return home.guild if home else None
