"""The service that learns from games: it reads the log and hands its facts to `bot.learning`.

What nobody can take back is learnt once, whichever process comes upon it.
"""

import asyncio
from collections.abc import Hashable, Iterable, Iterator, Mapping
from datetime import datetime, timedelta
from typing import Any, Final, NamedTuple

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.errand import Errands, Pause
from bot.games.door import Games
from bot.games.session import Recorded, Session
from bot.identity import GameId, GuildId, Room, User
from bot.learning.course import Course, Lessons, Step
from bot.learning.facts import GameFacts, SettledTurn
from bot.learning.lesson import learn
from bot.lobby.model import Lobby, Status
from bot.lobby.rules import apply
from bot.store import games as stored
from bot.store import leases, rooms
from bot.store.games import ThoughtsRow
from core.rules import Seat

SWEPT: Final = "learner"
"""The bookmark's name: all games that had ended before it have been looked at."""

MARGIN: Final = timedelta(hours=1)
"""How much of what a sweep has seen the next one looks at again, for clocks that differ."""

KEPT: Final = 2000
"""Games of which it is kept how far they have been learnt."""


class Learner:
    """Learns from all games of a door."""

    def __init__(self, games: Games, *, pause: Pause = asyncio.sleep) -> None:
        self._games = games
        self._pause = pause
        self._one = asyncio.Semaphore()
        self._known: dict[GameId, _Progress] = {}
        self._swept: datetime | None = None
        self._pending: set[GameId] = set()

    async def run(self) -> None:
        """Learn from what happens until cancelled, and first from what has been missed."""
        errands = Errands("learner", self._visit, self._unlearnt, pause=self._pause)
        await errands.run(self._games.notifier)

    async def learn(self, game_id: GameId) -> tuple[SettledTurn, ...]:
        """Learn what is new in a game; return the turns that were new. Raises StoreFault."""
        # Lessons are learnt one after the other in any case.
        async with self._one:
            session = await self._games.session(game_id)
            progress, lessons = _progress(session), session.kind.lessons
            new: tuple[SettledTurn, ...] = ()
            if lessons and progress is not None and self._known.get(game_id) != progress:
                new = await self._learn(game_id, lessons)
                self._know(game_id, progress)
            self._pending.discard(game_id)
            return new

    async def sweep(self) -> tuple[GameId, ...]:
        """Learn from all games that may have something new; return them. Raises StoreFault."""
        games = await self._unlearnt()
        for game_id in games:
            await self.learn(game_id)
        return games

    async def _visit(self, game_id: GameId) -> None:
        await self.learn(game_id)

    def _know(self, game_id: GameId, progress: "_Progress") -> None:
        self._known[game_id] = progress
        while len(self._known) > KEPT:
            self._known.pop(next(iter(self._known)))

    async def _learn(self, game_id: GameId, lessons: Lessons) -> tuple[SettledTurn, ...]:
        """Learn what is new in a game, which is locked before its log is read.

        Else somebody could be forgotten in between, and be learnt of by the name that they had.
        """
        ledger = self._games.ledger
        async with self._games.store.writing() as conn:
            row = await stored.lock_game(conn, game_id)
            if row is None:
                return ()
            session, log = await ledger.session(conn, row), await ledger.log(conn, row)
            thoughts = await stored.thoughts_of(conn, game_id)
            homes = homes_of(session, log)
            guilds = {user: await _guild(conn, room) for user, room in homes.items()}
            return await learn(conn, _facts(session, log, guilds, lessons, thoughts))

    async def _unlearnt(self) -> tuple[GameId, ...]:
        """Return the games that may have something new: all that may, the first time ever."""
        now = self._games.now()
        if self._swept is not None and not self._pending:
            async with self._games.store.writing() as conn:
                await leases.put_bookmark(conn, SWEPT, self._swept)
        async with self._games.store.reading() as conn:
            since = await leases.bookmarked(conn, SWEPT)
            ended = await stored.ended_since(conn, since - MARGIN if since else None)
            running = await stored.unfinished(conn)
        self._swept, self._pending = now, set(ended)
        return (*ended, *(row.game_id for row in running))


def _facts(
    session: Session,
    log: Iterable[Recorded],
    guilds: Mapping[User, GuildId],
    lessons: Lessons,
    rows: Iterable[ThoughtsRow],
) -> GameFacts:
    """Return all of a game that learning looks at."""
    recap = session.kind.bots.recap
    thoughts = {(row.turn, row.seat): recap.read(row.body) for row in rows} if recap else {}
    return lessons.facts(course_of(session, log, guilds, thoughts))


def course_of(
    session: Session,
    log: Iterable[Recorded],
    guilds: Mapping[User, GuildId],
    thoughts: Mapping[tuple[int, Seat], Any],
) -> Course:
    """Return how a game went by its whole log."""
    return Course(
        game_id=session.game_id,
        public=session.observe(None),
        outcome=session.rules.outcome(session.state),
        status=session.lobby.status,
        steps=tuple(_steps(session, log)),
        guilds=guilds,
        thoughts=thoughts,
        taken_back=session.taken_back,
    )


def _steps(session: Session, log: Iterable[Recorded]) -> Iterator[Step]:
    """Yield the game's events; what was taken back never happened."""
    counting = {one.version for one in session.log}
    lobby, state = Lobby(), session.rules.initial()
    for one in log:
        if not session.kind.codec.knows(one.event):
            lobby = apply(lobby, one.event)
        elif one.version in counting:
            state = session.rules.apply(state, one.event)
            yield Step(one.at, one.event, state, lobby.sitters)


def homes_of(session: Session, log: Iterable[Recorded]) -> dict[User, Room]:
    """Return from which room each person came who was at the table at any time."""
    lobby, homes = Lobby(), dict[User, Room]()
    for one in log:
        if not session.kind.codec.knows(one.event):
            lobby = apply(lobby, one.event)
            homes |= {member.user: member.room for member in lobby.members}
    return homes


class _Progress(NamedTuple):
    """How far a game has come, as far as learning can tell."""

    settled: Hashable
    is_closed: bool
    taken_back: frozenset[int]


def _progress(session: Session) -> _Progress | None:
    """Return how far a game has come; None for one that does not count, or not yet."""
    lessons = session.kind.lessons
    if lessons is None or session.lobby.status is Status.LOBBY:
        return None
    settled = lessons.progress(session.observe(None))
    if settled is None:
        return None
    return _Progress(settled, session.lobby.is_closed, session.taken_back)


async def _guild(conn: AsyncConnection, room: Room) -> GuildId:
    """Return a room's guild; a room that is no longer known counts as one of its own."""
    found = await rooms.find_room(conn, room)
    return found.guild if found else GuildId(str(room))
