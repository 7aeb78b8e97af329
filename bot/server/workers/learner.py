"""The service that learns from games: it reads the log and passes its facts to `bot.ratings`.

The first process that finds a settled turn learns from it, once.
"""

import asyncio
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Final, TypeAlias

from bot.games.requests import GameGone
from bot.games.service import Games
from bot.games.session import Session
from bot.games.transcripts import facts_of
from bot.identity import GameId
from bot.lobby.model import Status
from bot.ratings.facts import SettledTurn
from bot.ratings.learn import carry_over, learn
from bot.ratings.lessons import evidence_of, settled_count
from bot.ratings.turns import turns_known
from bot.server.workers.worker import GameWorker
from bot.store import games as stored
from bot.store import leases
from core.agents.explanations import Evidence
from core.agents.personas import PERSONAS_VERSION
from core.recent import RecentDict
from core.rules import Seat

LEARNED_BOOKMARK: Final = "learner"
"""The name of a bookmark: the learner has processed all games that ended before it."""

EVIDENCE_BOOKMARK: Final = f"evidence-{PERSONAS_VERSION}"
"""The name of a bookmark: all turns learnt before it have evidence by these personas."""

CLOCK_SKEW: Final = timedelta(hours=1)
"""Overlap of consecutive sweeps, since clocks differ."""

TurnsEvidence: TypeAlias = Mapping[tuple[int, Seat], Evidence]
"""The evidence of turns about people, by turn and seat."""

_Progress: TypeAlias = tuple[int, bool, frozenset[int]]
"""A game's progress: clues so far, whether it is closed, turns with a move taken back."""

GAMES_KEPT: Final = 2000
"""Size of the cache of games' progress."""


class Learner:
    """Learns from all games of a database."""

    def __init__(self, games: Games) -> None:
        self._games = games
        self._one = asyncio.Semaphore()
        self._known = RecentDict[GameId, _Progress](GAMES_KEPT)
        self._swept: datetime | None = None
        self._pending: set[GameId] = set()
        self._carries_over = True

    async def run(self) -> None:
        """Learn from missed and current games until cancelled."""
        worker = GameWorker("learner", self._visit, self.unlearned)
        await worker.run(self._games.notifier)

    async def catch_up(self) -> None:
        """Add missing evidence to stored turns, once after an upgrade; raises StoreFault."""
        games = await self.unlearned()
        if self._carries_over:
            for game_id in games:
                await self.learn(game_id)
            await self.unlearned()

    async def learn(self, game_id: GameId, version: int | None = None) -> tuple[SettledTurn, ...]:
        """Learn from a game at a version, if known; return the new turns.

        A purged game has none. Raises StoreFault.
        """
        # The database serializes learning anyway.
        async with self._one:
            try:
                new = await self._learn_from(await self._games.session(game_id, version))
                while new is None:
                    new = await self._learn_from(await self._games.session(game_id))
            except GameGone:
                return ()
            self._pending.discard(game_id)
            self._carries_over &= bool(self._pending) or self._swept is None
            return new

    async def unlearned(self) -> tuple[GameId, ...]:
        """Return the games that may have new turns, all games the first time; raises StoreFault."""
        now = self._games.now()
        if self._swept is not None and not self._pending:
            async with self._games.store.writing() as conn:
                await leases.put_bookmark(conn, LEARNED_BOOKMARK, self._swept)
                await leases.put_bookmark(conn, EVIDENCE_BOOKMARK, self._swept)
        async with self._games.store.reading() as conn:
            carries_over = await leases.bookmarked(conn, EVIDENCE_BOOKMARK) is None
            since = await leases.bookmarked(conn, LEARNED_BOOKMARK)
            if since is None or carries_over:
                ended = await stored.ended_since(conn, None)
            else:
                ended = await stored.ended_since(conn, since - CLOCK_SKEW)
            running = tuple(row.game_id for row in await stored.unfinished(conn))
        self._pending = {*ended, *(running if carries_over else ())}
        self._swept, self._carries_over = now, carries_over
        return (*ended, *running)

    async def _visit(self, game_id: GameId, version: int | None) -> None:
        await self.learn(game_id, version)

    async def _learn_from(self, session: Session) -> tuple[SettledTurn, ...] | None:
        """Learn from a game; return the new turns, None if the game changed meanwhile."""
        progress = _progress(session)
        if progress is None or self._known.get(session.game_id) == progress:
            return ()
        evidence = await self._evidence(session)
        new = await self._learn(session.game_id, progress, evidence)
        if new is not None:
            self._known[session.game_id] = progress
        return new

    async def _evidence(self, session: Session) -> TurnsEvidence:
        """Return the evidence of new turns, or of all turns to carry over."""
        known = frozenset[int]()
        if not self._carries_over:
            known = await self._games.store.read(turns_known, session.game_id)
        return await asyncio.to_thread(evidence_of, session.observe(None), known)

    async def _learn(
        self, game_id: GameId, progress: _Progress, evidence: TurnsEvidence
    ) -> tuple[SettledTurn, ...] | None:
        """Learn from a game; return the new turns, None if the evidence is out of date.

        It locks the game before it reads the log. Otherwise it could learn the old name of a person
        whom an erasure in between has deleted.
        """
        event_log = self._games.event_log
        async with self._games.store.writing() as conn:
            row = await stored.lock_game(conn, game_id)
            if row is None:
                return ()
            session, log = await event_log.session(conn, row), await event_log.events(conn, row)
            if _progress(session) != progress:
                return None
            facts = await facts_of(conn, session, log, evidence)
            new = await learn(conn, facts)
            if self._carries_over:
                await carry_over(conn, facts)
            return new


def _progress(session: Session) -> _Progress | None:
    """Return the progress of a game, None if it does not count for learning, or not yet."""
    if not session.game_type.teaches or session.lobby.status is Status.LOBBY:
        return None
    settled = settled_count(session.observe(None))
    return settled, session.lobby.is_closed, session.taken_back
