"""The blocking client of a terminal, which plays one game at a time.

The database, the bots and the learner run in their own event loop (`bot.cli.play.loop`). The
terminal sees snapshots and updates, never events, which contain secrets.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterator, Mapping
from contextlib import (
    AbstractContextManager,
    asynccontextmanager,
    contextmanager,
    nullcontext,
    suppress,
)
from dataclasses import dataclass
from datetime import timedelta
from functools import wraps
from typing import Any, Concatenate, Final, ParamSpec, TypeAlias, TypeVar

import structlog

from bot.cli.play import room as home
from bot.cli.play.loop import LoopThread
from bot.games.learning_summary import LEARNT, LearningSummary
from bot.games.local_table import GameSnapshot, LocalTable
from bot.games.requests import Receipt, Submission, Update, utc_now
from bot.games.service import Games
from bot.games.session import Session
from bot.gametypes.engine import LocalEngine
from bot.gametypes.game_type import AnyGame
from bot.gametypes.registry import GameTypes, bot_loaders
from bot.gametypes.table_request import TableSetup
from bot.identity import GameId, Room, User
from bot.lobby.game_events import Started
from bot.lobby.model import Status
from bot.ratings.remembered_clues import drop_old_clues
from bot.server.workers.bot_memory import seed_from, seed_of
from bot.server.workers.bots import BotWorker
from bot.server.workers.learner import Learner
from bot.store import games as stored
from bot.store import rooms
from bot.store.connection import Store
from bot.store.erasure import erase
from bot.store.faults import Fault, StoreFault, log_fault, logged_faults
from bot.store.leases import new_holder
from bot.store.notify import Notifier
from bot.store.ready import make_ready
from core.rules import IllegalAction, Seat
from core.view import Phrase, Text, View, phrase

ANSWER_SECONDS: Final = 60.0
"""Timeout of a call; the first bot to think also loads its models, which takes a second."""

P = ParamSpec("P")
R = TypeVar("R")

_LOG = structlog.get_logger()

Waiting: TypeAlias = Callable[[], AbstractContextManager[None]]
"""Returns a context around each wait for the database and the bots, such as a busy message."""


@dataclass(frozen=True, slots=True)
class OpenRoom:
    """A terminal's room and its services."""

    room: Room
    games: Games
    bots: BotWorker
    learner: Learner
    lock: home.RoomLock
    entropy: home.SeededEntropy


@contextmanager
def open_client(
    url: str,
    *,
    seed: int | None = None,
    game_types: Mapping[str, AnyGame] | None = None,
    room: Room = home.HOME_ROOM,
    lock_ttl: timedelta = home.LOCK_TTL,
    unnamed: frozenset[str] = frozenset(),
    waiting: Waiting = nullcontext,
) -> Iterator["LocalClient"]:
    """Open a client on the database at `url`, migrating it if needed.

    `seed` makes deals and bots' draws repeatable. `game_types` are all games by default. The lock
    of a killed process expires after `lock_ttl`. People called one of `unnamed` have no display
    names. `waiting` returns the context of each wait. Raises AddressError, MigrationError,
    StoreFault, and RoomLocked if another terminal plays in the room.
    """
    entropy = home.SeededEntropy(seed)
    known = GameTypes() if game_types is None else game_types
    names = home.display_names_except(unnamed)

    @asynccontextmanager
    async def opened() -> AsyncIterator[OpenRoom]:
        async with Store.open(url) as store:
            await make_ready(store)
            lock = home.RoomLock(store, room, utc_now, ttl=lock_ttl)
            await lock.acquire()
            notifier = Notifier(store, troubled=lambda fault: log_fault(fault, "desk"))
            # Without `patience`: the terminal asks its people before bots continue.
            games = Games(store, notifier, known, entropy=entropy, resolve_names=names)
            seeding = seed_of if seed is None else seed_from(entropy.bot_seed)
            games.engine = engine = LocalEngine(bot_loaders(known))
            bots = BotWorker(games, engine, new_holder(), seed_for=seeding)
            async with asyncio.TaskGroup() as group:
                beat, learner = group.create_task(lock.keep_renewing()), Learner(games)
                await _caught_up(store, learner)
                yield OpenRoom(room, games, bots, learner, lock, entropy)
                beat.cancel()
            with suppress(StoreFault):  # the lease expires anyway
                await lock.release()

    with LoopThread(opened) as loop:
        yield LocalClient(loop, waiting)


async def _caught_up(store: Store, learner: Learner) -> None:
    """Learn from earlier games and delete expired data; fast after the first start."""
    with logged_faults("learner"):
        await learner.catch_up()
        async with store.writing() as conn:
            await drop_old_clues(conn, utc_now())
        await erase(store)


def in_loop(
    method: Callable[Concatenate["LocalClient", P], Coroutine[Any, Any, R]],
) -> Callable[Concatenate["LocalClient", P], R]:
    """Return a blocking method that runs a coroutine method in the client's loop."""

    @wraps(method)
    def call(self: "LocalClient", /, *args: P.args, **kwargs: P.kwargs) -> R:
        with self._waiting():
            return self._loop.call(lambda: method(self, *args, **kwargs), seconds=ANSWER_SECONDS)

    return call


class LocalClient(LocalTable):
    """One terminal's game, which `begin`, `resume` or `rematch` chooses.

    As on every platform, all actions go through `bot.games`. After each one the client fetches the
    newest session, and the bots learn from it.
    """

    def __init__(self, loop: LoopThread[OpenRoom], waiting: Waiting = nullcontext) -> None:
        self._loop = loop
        self._waiting = waiting
        self._at = loop.opened
        self._reported_version = 0
        self._seeded = False
        super().__init__(self._at.games)

    @property
    def people(self) -> tuple[Seat, ...]:
        """The seats of the people at this terminal, in chair order."""
        return tuple(home.people_of(self._shown.session))

    # Choosing a game.

    @in_loop
    async def unfinished_game(self) -> home.UnfinishedGame | None:
        """Return the room's unfinished game, if any; raises StoreFault."""
        game_id = await self._games.current(self._at.room)
        if game_id is None:
            return None
        session = await self._games.session(game_id)
        if session.lobby.is_closed:
            return None
        begun = session.lobby.status is Status.RUNNING
        async with self._games.store.reading() as conn:
            row = await stored.read_game(conn, game_id)
            room = await rooms.find_room(conn, self._at.room)
        settings, kind = room.settings if room else {}, session.game_type
        run = settings.get(home.SEED) if settings.get(home.SEEDED) == game_id else None
        events = (one.event for one in session.log)
        return home.UnfinishedGame(
            game_id,
            session.turn if begun else 0,
            home.people_of(session),
            begun,
            values=kind.values(session.options),
            bots=dict(session.lobby.bots),
            pack=row.lists["pack"] if row else "",
            run=(run[0], run[1]) if run else None,
            deals=tuple(event for event in events if isinstance(event, kind.deal_events)),
        )

    @in_loop
    async def resume(self, unfinished: home.UnfinishedGame) -> None:
        """Resume an unfinished game; raises StoreFault."""
        self._at.entropy.resume(unfinished.run)
        await self._choose(unfinished.game_id)

    @in_loop
    async def stop(self, unfinished: home.UnfinishedGame) -> None:
        """Stop an unfinished game; raises StoreFault."""
        await self._submit_as(
            next(iter(unfinished.people.values()), home.TERMINAL), "stop anyway", unfinished.game_id
        )
        await self._learn(unfinished.game_id)

    @in_loop
    async def begin(self, setup: TableSetup) -> None:
        """Open a table, seat all players and start the game; raises Refusal."""
        self._at.entropy.begin()
        opened = await self._games.open(
            home.caller(setup.host, self._at.room), setup.kind, setup.values, pack=setup.pack
        )
        game_id = opened.game_id
        if setup.host not in setup.people.values():
            await self._submit_as(setup.host, "watch", game_id)
        for seat, name in setup.people.items():
            await self._submit_as(name, f"chair {seat}", game_id)
        for seat, bot in setup.bots.items():
            await self._submit_as(setup.host, f"bot {seat} {bot}", game_id)
        await self._start(setup.host, game_id)

    @in_loop
    async def rematch(self) -> None:
        """Start another game with the same chairs; raises IllegalAction and StoreFault."""
        self._at.entropy.begin()
        session, people = self._shown.session, home.people_of(self._shown.session)
        name = session.lobby.host.id if session.lobby.host else home.TERMINAL
        opened = await self._submit_as(name, "rematch", session.game_id)
        for who in people.values():
            await self._submit_as(who, "stand", opened.game_id)
        for seat, who in people.items():
            await self._submit_as(who, f"chair {seat}", opened.game_id)
        await self._start(name, opened.game_id)

    async def _choose(self, game_id: GameId) -> None:
        """Show a game that has started; raises StoreFault."""
        session, log = await self._games.history(game_id)
        started = next(one.version for one in log if isinstance(one.event, Started))
        room = await self._games.store.read(rooms.find_room, self._at.room)
        self._seeded = room is not None and room.settings.get(home.SEEDED) == game_id
        chair = session.lobby.chair
        apart = [seat for seat in home.people_of(session) if (one := chair(seat)) and one.board]
        # The people have seen the lobby's events; the updates begin at the start.
        updates = self._games.updates
        told = {seat: await updates(game_id, started, seat) for seat in (None, *apart)}
        self._show(session, told, started)
        # The first view shows all of them.
        self._reported_version = self.version

    async def _start(self, host: str, game_id: GameId) -> None:
        if self._at.entropy.seed is not None:
            await self._mark_seeded(game_id)
        await self._submit_as(host, "start", game_id)
        await self._choose(game_id)

    async def _mark_seeded(self, game_id: GameId) -> None:
        """Store that a seed dealt this board, for `resume`."""
        async with self._games.store.writing() as conn:
            room = await rooms.ensure_room(conn, self._at.room, home.GUILD)
            settings = {**room.settings, home.SEEDED: game_id, home.SEED: self._at.entropy.run}
            await rooms.change_room(conn, self._at.room, settings=settings)

    # Playing.

    def submit(self, seat: Seat, line: str) -> tuple[Update, ...]:
        """Submit a line of the person in a seat; return the new updates.

        Raises InvalidNotation, IllegalAction and StoreFault, and then changes nothing.
        """
        user, turn = self._shown.session.lobby.sitter(seat), self.turn
        if user is None or user.is_bot:
            raise IllegalAction("table-not-seated")
        return self._done(lambda: self._submit_as(user.id, line, self.game_id, turn))

    def act(self, *, after_patience: bool = False) -> tuple[Update, ...]:
        """Play at most one bot's move; return the new updates.

        With `after_patience`, bots no longer wait for their human teammates. Raises StoreFault.
        """
        game_id, version, bots = self.game_id, self._shown.session.version, self._at.bots
        return self._done(lambda: bots.act(game_id, after_patience=after_patience, version=version))

    def continue_bots(self, seat: Seat) -> tuple[Update, ...]:
        """Resume the waiting bots for the person in a seat; return the new updates."""
        game_id, version, bots = self.game_id, self._shown.session.version, self._at.bots
        return self._done(lambda: bots.continue_bots(game_id, seat, version=version))

    @in_loop
    async def consequence(self, seat: Seat, line: str | None = None) -> str | None:
        """Return the line of the move that bots would make right after a person's line, if any."""
        version = self._shown.session.version
        return await self._at.bots.consequence(self.game_id, seat, line, version=version)

    @in_loop
    async def advice(self, seat: Seat) -> tuple[Phrase, ...]:
        """Return the intended moves of waiting bots that a seat may know."""
        return await self._at.bots.advice(self.game_id, seat, version=self._shown.session.version)

    @in_loop
    async def answer(self, line: str) -> View:
        """Return the answer to a question about the game; raises a Refusal before its end."""
        if line.casefold().split()[:1] == [LEARNT]:
            told = [said for about in await self._learnt_about() for said in about.said]
            return View(phrase("learnt-title"), tuple(map(Text, told)))
        return await self._games.answer(
            home.caller(home.TERMINAL, self._at.room), self.game_id, line
        )

    @in_loop
    async def recap(self) -> tuple[Phrase, ...]:
        """Return the bots' intentions and lessons once the game is over."""
        games, game_id, session = self._games, self.game_id, self._shown.session
        learns = session.is_over and session.game_type.teaches
        about = await self._learnt_about() if learns else ()
        said = (*await games.recap(game_id), *await games.clue_sentences(game_id))
        return (*said, *(one for person in about for one in person.sentences))

    async def _learnt_about(self) -> tuple[LearningSummary, ...]:
        """Return the bots' knowledge of every person here, since they share a screen."""
        names = list(dict.fromkeys(home.people_of(self._shown.session).values())) or [home.TERMINAL]
        learnt, by_name = self._games.learnt_about, len(names) > 1
        users = [User(home.TERMINAL, name) for name in names]
        return tuple([await learnt(user, self.game_id, by_name=by_name) for user in users])

    def _done(self, work: Callable[[], Awaitable[object]]) -> tuple[Update, ...]:
        """Do some work on the game; return all unreported updates.

        They include those of earlier, interrupted work.
        """
        self._do(work)
        fresh = self.updates(self._reported_version)
        self._reported_version = self.version
        return fresh

    async def _submit_as(
        self, name: str, line: str, game_id: GameId, turn: int | None = None
    ) -> Receipt:
        """Submit a person's line."""
        asking = home.caller(name, self._at.room)
        return await self._games.submit(asking, Submission(line, turn=turn, game_id=game_id))

    @in_loop
    async def _do(self, work: Callable[[], Awaitable[object]]) -> None:
        """Do some work on the game, and learn from the game.

        Raises the work's exceptions, and RoomLocked if another terminal has taken the room.
        """
        if await self._at.lock.check():
            await self._refresh()
        try:
            await work()
        except IllegalAction:
            # Another process may have changed the game.
            with suppress(StoreFault):
                await self._refresh()
            raise
        try:
            # This process locks the room, so it has the newest session.
            session = await self._games.session(self.game_id, self._shown.session.version)
            if session.version > self._shown.session.version:
                await self._learn(self.game_id, session.version)
                await self._refresh()
        except StoreFault as fault:
            # The work was done, but its result cannot be read.
            raise StoreFault(Fault.UNSURE, fault.code) from None

    async def _refresh(self) -> None:
        before = self._shown
        session, news = await self._games.news(before.session, before.updates)
        told = {seat: (*earlier, *news[seat]) for seat, earlier in before.updates.items()}
        self._show(session, told, before.version)

    def _show(
        self, session: Session, told: Mapping[Seat | None, tuple[Update, ...]], since: int
    ) -> None:
        """Set the snapshot to a session and its updates after the version `since`."""
        last = max((one.version for one in told[None]), default=since)
        names = self._games.resolve_names(session.lobby, {})
        game = session.game_type.shown(seeded=self._seeded)
        self._shown = GameSnapshot(session, game, last, told, names)

    async def _learn(self, game_id: GameId, version: int | None = None) -> None:
        """Learn from a game; after a fault, the next call catches up."""
        try:
            await self._at.learner.learn(game_id, version)
        except StoreFault as fault:
            _LOG.warning("not-learnt", game=game_id, fault=fault.fault.value, code=fault.code)
