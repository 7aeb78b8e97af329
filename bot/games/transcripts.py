"""The facts of a game for learning, from its log, and the bots' thoughts in its turns."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.games.session import Recorded, Session
from bot.gametypes.recap import Recap, ThoughtsByTurn
from bot.identity import GONE, GameId, GuildId, Room, User
from bot.lobby.model import Lobby, Status
from bot.ratings.facts import GameFacts
from bot.ratings.lessons import Step, with_steps
from bot.store import games as stored
from bot.store import rooms
from core.agents.explanations import Evidence
from core.rules import Seat


async def facts_of(
    conn: AsyncConnection,
    session: Session,
    log: Iterable[Recorded],
    evidence: Mapping[tuple[int, Seat], Evidence],
) -> GameFacts:
    """Return the facts of a game from its whole log, with the `evidence` about its players."""
    recap = session.game_type.bots.recap
    facts = GameFacts(
        game_id=session.game_id,
        public=session.observe(None),
        guilds=await guilds_of(conn, home_rooms(session, log)),
        thoughts=await thoughts_by_turn(conn, session.game_id, recap) if recap else {},
        evidence=evidence,
        taken_back=session.taken_back,
        stopped=session.lobby.status is Status.STOPPED,
        forfeit=session.lobby.forfeit,
    )
    return with_steps(facts, tuple(_steps(session, log)))


def _steps(session: Session, log: Iterable[Recorded]) -> Iterator[Step]:
    """Yield the game's events, except taken-back ones."""
    counting, state = {one.version for one in session.log}, session.rules.initial()
    for one, lobby in with_tables(session, log):
        if one.version in counting:
            state = session.rules.apply(state, one.event)
            yield Step(one.at, one.event, state, lobby.sitters)


def with_tables(session: Session, log: Iterable[Recorded]) -> Iterator[tuple[Recorded, Lobby]]:
    """Yield the events of a whole log, each with the lobby after it."""
    lobby = Lobby()
    for one in log:
        if not session.game_type.codec.knows(one.event):
            lobby = one.event.apply(lobby)
        yield one, lobby


def home_rooms(session: Session, log: Iterable[Recorded]) -> dict[User, Room]:
    """Return the home room of each person who was ever at the table."""
    tables = (lobby for _, lobby in with_tables(session, log))
    return {member.user: member.room for lobby in tables for member in lobby.members}


async def guilds_of(conn: AsyncConnection, homes: Mapping[User, Room]) -> dict[User, GuildId]:
    """Return each person's guild, by the room they came from; none for a purged room."""
    known = {room for room in homes.values() if room.platform != GONE}
    guilds = {room: await room_guild(conn, room) for room in known}
    return {user: guilds[room] for user, room in homes.items() if room in known}


async def room_guild(conn: AsyncConnection, room: Room) -> GuildId:
    """Return the guild of a room; an unknown room counts as its own guild."""
    found = await rooms.find_room(conn, room)
    return found.guild if found else GuildId(str(room))


async def thoughts_by_turn(
    conn: AsyncConnection, game_id: GameId, recap: Recap[Any, Any]
) -> ThoughtsByTurn[Any]:
    """Return the thoughts of a game's bots, by turn and seat."""
    rows = await stored.thoughts_of(conn, game_id)
    return {(row.turn, row.seat): recap.read(row.body) for row in rows}
