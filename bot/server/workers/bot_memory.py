"""Bots' moves with their memory of the people at a table."""

import asyncio
import hashlib
import secrets
from collections import OrderedDict
from collections.abc import Callable, Collection, Iterable, Mapping
from datetime import datetime
from typing import Any, Final, TypeAlias

import structlog
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.games.session import Session
from bot.gametypes.bots import TableView
from bot.gametypes.engine import Engine, MoveRequest
from bot.identity import GameId, GuildId, Room, User
from bot.ratings import Role
from bot.ratings.memory import memory_of_team
from bot.ratings.remembered_clues import KEPT_CLUES, ClueQuestion
from bot.ratings.transcript import Teammates
from bot.store import rooms
from bot.store.connection import Store
from bot.store.rooms import RoomRow
from core.agents.associations import vocabulary_form
from core.agents.memory import EMPTY, Memory
from core.bot import BotChoice
from core.rules import Seat

SeedFor: TypeAlias = Callable[[Session, Seat], tuple[int, ...]]
"""The seed of what a seat draws in the present turn: the same each time, unless it is hidden."""

_MemoryKey: TypeAlias = tuple[GameId, int, Seat, str, tuple[User, ...]]
"""For whom a memory was looked up: the game, its turn, the bot's seat and name, its teammates."""

SEED_BITS: Final = 128

PARALLEL_LOOKUPS: Final = 8
"""Memories of one process that are looked up at once."""

MEMORIES_KEPT: Final = 2000
"""Memories that are kept for the turns that they were looked up for."""


def seed_of(session: Session, seat: Seat) -> tuple[int, ...]:
    """Return the seed that a game's name, its turn and the seat give: 128 bits by SHA-256.

    Everybody may know a game's name: where a bot's draws are to stay hidden, the bits are the
    operating system's.
    """
    if session.game_type.bots.draws_secretly(session.observe(seat)):
        return (secrets.randbits(SEED_BITS),)
    text = f"{session.game_id}:{session.turn}:{seat}"
    return (int.from_bytes(hashlib.sha256(text.encode()).digest()[:16]),)


def seed_from(seed: Callable[[GameId], int]) -> SeedFor:
    """Return what seeds draws by a number for each game, so that a terminal's can be repeated."""

    def seeded(session: Session, seat: Seat) -> tuple[int, ...]:
        seats = [chair.seat for chair in session.lobby.chairs]
        # A seed's trailing zeros do not count: that seats are counted from 1 keeps this stream
        # apart from the one that deals.
        return (seed(session.game_id), session.turn, seats.index(seat) + 1)

    return seeded


class BotMoves:
    """Asks the bots of all games."""

    def __init__(
        self, store: Store, engine: Engine, seed_for: SeedFor, now: Callable[[], datetime]
    ) -> None:
        self._store = store
        self._now = now
        self._engine = engine
        self._seed_for = seed_for
        self._places = asyncio.Semaphore(PARALLEL_LOOKUPS)
        self._memories: OrderedDict[_MemoryKey, Memory] = OrderedDict()

    async def choice(
        self, session: Session, table: TableView[Any], seat: Seat
    ) -> BotChoice[Any, Any]:
        """Return what the bot in a seat would do, as its game's `TeamPlay` asks it.

        Raises StoreFault, and AssetError for a bot that nobody has.
        """
        bots = session.game_type.bots
        bot = bots.resolve(session.options, seat, session.lobby.bot(seat) or "")
        memory = await self._memory(session, table, seat, bot)
        question = bots.build_request(session.rules, bots.team_play.observation_for(table, seat))
        seed, host = self._seed_for(session, seat), str(session.lobby.host or session.game_id)
        task = MoveRequest(session.game_type.name, bot, question, memory, seed, host)
        about = {"game": session.game_id, "version": session.version}
        with structlog.contextvars.bound_contextvars(**about):
            return await self._engine.choose(task)

    async def _memory(
        self, session: Session, table: TableView[Any], seat: Seat, bot: str
    ) -> Memory:
        """Return what a bot remembers of all whom its clues reach, or whose clues reach it.

        It is looked up once a turn: a bot that is learning from another game meanwhile keeps to
        the expert that it began the turn with.
        """
        lessons = session.game_type.learning_rules
        if lessons is None or bot not in lessons.learners:
            return EMPTY
        mates = lessons.teammates(table.public, seat)
        own = lessons.teammates(table.public, mates.seats[0])
        users = tuple(filter(None, map(session.lobby.sitter, mates.seats)))
        asked = (session.game_id, session.turn, seat, bot, users)
        if asked not in self._memories:
            async with self._places, self._store.reading() as conn:
                homes = await _homes(conn, session)
                guilds = {user: _guild(session, homes, user) for user in users}
                cards = lessons.remembered_cards(table.public, bot)
                question = self._question(session, (mates, own), cards, homes.values())
                memory = await memory_of_team(conn, bot, guilds, mates.role, question)
                self._memories[asked] = memory
            while len(self._memories) > MEMORIES_KEPT:
                self._memories.popitem(last=False)
        return self._memories[asked]

    def _question(
        self,
        session: Session,
        roles: Iterable[Teammates],
        cards: Collection[str],
        homes: Collection[RoomRow],
    ) -> ClueQuestion | None:
        """Return what a team asks about clues for some cards, none for a bot that remembers none.

        At a table of several guilds there is nothing to ask, nor in a team without people.
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
            self._now() - KEPT_CLUES,
        )


async def _homes(conn: AsyncConnection, session: Session) -> dict[Room, RoomRow]:
    """Return the rooms where a table is shown, and those that people at it came from."""
    lobby = session.lobby
    places = {*lobby.rooms, *(member.room for member in lobby.members)}
    found = {room: await rooms.find_room(conn, room) for room in sorted(places)}
    return {room: row for room, row in found.items() if row}


def _guild(session: Session, homes: Mapping[Room, RoomRow], user: User) -> GuildId | None:
    """Return the guild of the room that a person came from; bots have none."""
    member = session.lobby.member(user)
    home = homes.get(member.room) if member else None
    return home.guild if home else None
