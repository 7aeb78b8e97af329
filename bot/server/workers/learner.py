"""The service that learns from games: it reads the log and hands its facts to `bot.ratings`.

What nobody can take back is learnt once, whichever process comes upon it.
"""

import asyncio
from collections.abc import Hashable, Iterable, Mapping
from datetime import datetime, timedelta
from typing import Any, Final, NamedTuple

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.games.requests import GameGone
from bot.games.service import Games
from bot.games.session import Recorded, Session
from bot.games.transcripts import home_rooms, transcript_of
from bot.identity import GameId, GuildId, Room, User
from bot.lobby.model import Status
from bot.ratings.facts import GameFacts, SettledTurn
from bot.ratings.learn import learn
from bot.ratings.transcript import LearningRules
from bot.server.workers.worker import GameWorker, PauseFor
from bot.store import games as stored
from bot.store import leases, rooms
from bot.store.games import ThoughtsRow

LEARNED_BOOKMARK: Final = "learner"
"""The bookmark's name: all games that had ended before it have been looked at."""

CLOCK_SKEW: Final = timedelta(hours=1)
"""The time before a sweep that the next sweep looks at again, for clocks that differ."""

GAMES_KEPT: Final = 2000
"""Games of which it is kept how far they have been learnt."""


class Learner:
    """Learns from all games of a database."""

    def __init__(self, games: Games, *, pause: PauseFor = asyncio.sleep) -> None:
        self._games = games
        self._pause = pause
        self._one = asyncio.Semaphore()
        self._known: dict[GameId, _Progress] = {}
        self._swept: datetime | None = None
        self._pending: set[GameId] = set()

    async def run(self) -> None:
        """Learn from what happens until cancelled, and first from what has been missed."""
        worker = GameWorker("learner", self._visit, self.unlearned, pause=self._pause)
        await worker.run(self._games.notifier)

    async def learn(self, game_id: GameId, version: int | None = None) -> tuple[SettledTurn, ...]:
        """Learn what is new in a game, at a version if it is known; return the turns that were new.

        A game that has been purged teaches nothing. Raises StoreFault.
        """
        # The database lets one transaction learn at a time in any case.
        async with self._one:
            try:
                session = await self._games.session(game_id, version)
            except GameGone:
                return ()
            progress, lessons = _progress(session), session.game_type.learning_rules
            new: tuple[SettledTurn, ...] = ()
            if lessons and progress is not None and self._known.get(game_id) != progress:
                new = await self._learn(game_id, lessons)
                self._know(game_id, progress)
            self._pending.discard(game_id)
            return new

    async def unlearned(self) -> tuple[GameId, ...]:
        """Return the games that may have something new: all that may, the first time ever.

        Raises StoreFault.
        """
        now = self._games.now()
        if self._swept is not None and not self._pending:
            async with self._games.store.writing() as conn:
                await leases.put_bookmark(conn, LEARNED_BOOKMARK, self._swept)
        async with self._games.store.reading() as conn:
            since = await leases.bookmarked(conn, LEARNED_BOOKMARK)
            ended = await stored.ended_since(conn, since - CLOCK_SKEW if since else None)
            running = await stored.unfinished(conn)
        self._swept, self._pending = now, set(ended)
        return (*ended, *(row.game_id for row in running))

    async def _visit(self, game_id: GameId, version: int | None) -> None:
        await self.learn(game_id, version)

    def _know(self, game_id: GameId, progress: "_Progress") -> None:
        self._known[game_id] = progress
        while len(self._known) > GAMES_KEPT:
            self._known.pop(next(iter(self._known)))

    async def _learn(
        self, game_id: GameId, learning_rules: LearningRules[Any]
    ) -> tuple[SettledTurn, ...]:
        """Learn what is new in a game, which is locked before its log is read.

        Else somebody could be forgotten in between, and be learnt of by the name that they had.
        """
        event_log = self._games.event_log
        async with self._games.store.writing() as conn:
            row = await stored.lock_game(conn, game_id)
            if row is None:
                return ()
            session, log = await event_log.session(conn, row), await event_log.events(conn, row)
            thoughts = await stored.thoughts_of(conn, game_id)
            homes = home_rooms(session, log)
            of_room = {room: await _guild(conn, room) for room in {*homes.values()}}
            guilds = {user: of_room[room] for user, room in homes.items()}
            return await learn(conn, _facts(session, log, guilds, learning_rules, thoughts))


def _facts(
    session: Session,
    log: Iterable[Recorded],
    guilds: Mapping[User, GuildId],
    learning_rules: LearningRules[Any],
    rows: Iterable[ThoughtsRow],
) -> GameFacts:
    """Return all of a game that learning looks at."""
    recap = session.game_type.bots.recap
    thoughts = {(row.turn, row.seat): recap.read(row.body) for row in rows} if recap else {}
    return learning_rules.facts(transcript_of(session, log, guilds, thoughts))


class _Progress(NamedTuple):
    """The progress of a game, as far as learning can tell."""

    settled: Hashable
    is_closed: bool
    taken_back: frozenset[int]


def _progress(session: Session) -> _Progress | None:
    """Return how far a game has come; None for one that does not count, or not yet."""
    lessons = session.game_type.learning_rules
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
