"""The games as one terminal sees them: one game, asked and viewed without waiting for anything.

The database, the bots and the learner live in a loop of their own (`bot.cli.play.loop`); views
are built from the newest session (`bot.cli.play.room`). Events are told as updates: their secrets
stay here.
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
from bot.store.faults import Fault, StoreFault, log_fault
from bot.store.leases import new_holder
from bot.store.notify import Notifier
from bot.store.ready import make_ready
from core.rules import IllegalAction, Seat
from core.view import Phrase, Text, View, phrase

ANSWER_SECONDS: Final = 60.0
"""How long anything may take: the first bot that thinks loads its models, which takes a second."""

P = ParamSpec("P")
R = TypeVar("R")

_LOG = structlog.get_logger()

Waiting: TypeAlias = Callable[[], AbstractContextManager[None]]
"""Returns what surrounds each wait for the database and the bots, such as a word to a person."""


@dataclass(frozen=True, slots=True)
class OpenRoom:
    """A terminal's room, and what plays in it."""

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
    """Open the client on the database at an address, made ready where that is needed.

    `seed` makes all that is dealt and drawn repeatable; `game_types` are the games with their bots,
    all that there are unless said; `lock_ttl` is how long the room stays locked by a process that
    was killed; `unnamed` are the names of people who have said none; `waiting` surrounds each wait.
    Raises AddressError, MigrationError, StoreFault, and RoomLocked where another terminal plays in
    the room.
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
            # People here are asked; nobody plays on without them, so bots have no patience.
            games = Games(store, notifier, known, entropy=entropy, resolve_names=names)
            seeding = seed_of if seed is None else seed_from(entropy.bot_seed)
            games.engine = engine = LocalEngine(bot_loaders(known))
            bots = BotWorker(games, engine, new_holder(), seed_for=seeding)
            async with asyncio.TaskGroup() as group:
                beat, learner = group.create_task(lock.keep_renewing()), Learner(games)
                await _caught_up(store, learner)
                yield OpenRoom(room, games, bots, learner, lock, entropy)
                beat.cancel()
            with suppress(StoreFault):  # it ends by itself
                await lock.release()

    with LoopThread(opened) as loop:
        yield LocalClient(loop, waiting)


async def _caught_up(store: Store, learner: Learner) -> None:
    """Learn what earlier games may still teach, and delete what has been kept long enough.

    After the first start this costs next to nothing.
    """
    try:
        await learner.catch_up()
        async with store.writing() as conn:
            await drop_old_clues(conn, utc_now())
        await erase(store)
    except StoreFault as fault:
        log_fault(fault, "learner")


def in_loop(
    method: Callable[Concatenate["LocalClient", P], Coroutine[Any, Any, R]],
) -> Callable[Concatenate["LocalClient", P], R]:
    """Return a method that is done in the loop of the database and the bots, and waited for."""

    @wraps(method)
    def call(self: "LocalClient", /, *args: P.args, **kwargs: P.kwargs) -> R:
        with self._waiting():
            return self._loop.call(lambda: method(self, *args, **kwargs), seconds=ANSWER_SECONDS)

    return call


class LocalClient(LocalTable):
    """One terminal's game; `begin`, `resume` or `rematch` choose which.

    Everything goes through `bot.games`, as on any other platform. The newest session and its
    updates are fetched after each action, and learnt from.
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
        """The seats of the people at this terminal, in the order of their chairs."""
        return tuple(home.people_of(self._shown.session))

    # Which game.

    @in_loop
    async def unfinished_game(self) -> home.UnfinishedGame | None:
        """Return the game in the room that has not come to its end; raises StoreFault."""
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
        """Go on with a game that was left; raises StoreFault."""
        self._at.entropy.resume(unfinished.run)
        await self._choose(unfinished.game_id)

    @in_loop
    async def stop(self, unfinished: home.UnfinishedGame) -> None:
        """Stop a game that was left; raises StoreFault."""
        await self._submit_as(
            next(iter(unfinished.people.values()), home.TERMINAL), "stop anyway", unfinished.game_id
        )
        await self._learn(unfinished.game_id)

    @in_loop
    async def begin(self, setup: TableSetup) -> None:
        """Open a table, seat everybody and start; raises the Refusal of what cannot be."""
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
        """Start the next game, all in their chairs; raises IllegalAction and StoreFault."""
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
        """Play a game that has begun; raises StoreFault."""
        session, log = await self._games.history(game_id)
        started = next(one.version for one in log if isinstance(one.event, Started))
        async with self._games.store.reading() as conn:
            room = await rooms.find_room(conn, self._at.room)
        self._seeded = room is not None and room.settings.get(home.SEEDED) == game_id
        chair = session.lobby.chair
        apart = [seat for seat in home.people_of(session) if (one := chair(seat)) and one.board]
        # How the table was set is known to those who sit at it.
        updates = self._games.updates
        told = {seat: await updates(game_id, started, seat) for seat in (None, *apart)}
        self._show(session, told, started)
        # What there is to tell is told at first sight.
        self._reported_version = self.version

    async def _start(self, host: str, game_id: GameId) -> None:
        if self._at.entropy.seed is not None:
            await self._mark_seeded(game_id)
        await self._submit_as(host, "start", game_id)
        await self._choose(game_id)

    async def _mark_seeded(self, game_id: GameId) -> None:
        """Remember that this board is not drawn fairly, for when the game is gone on with."""
        async with self._games.store.writing() as conn:
            room = await rooms.ensure_room(conn, self._at.room, home.GUILD)
            settings = {**room.settings, home.SEEDED: game_id, home.SEED: self._at.entropy.run}
            await rooms.change_room(conn, self._at.room, settings=settings)

    # Doing.

    def submit(self, seat: Seat, line: str) -> tuple[Update, ...]:
        """Do what the line asks for on behalf of the person in the seat; return what happened.

        Raises InvalidNotation, IllegalAction and StoreFault; then nothing has happened.
        """
        user, turn = self._shown.session.lobby.sitter(seat), self.turn
        if user is None or user.is_bot:
            raise IllegalAction("table-not-seated")
        return self._done(lambda: self._submit_as(user.id, line, self.game_id, turn))

    def act(self, *, after_patience: bool = False) -> tuple[Update, ...]:
        """Do at most one thing that a bot has to do now; return what happened.

        `after_patience` tells that the people beside the bots have had their time. Raises
        StoreFault.
        """
        game_id, version, bots = self.game_id, self._shown.session.version, self._at.bots
        return self._done(lambda: bots.act(game_id, after_patience=after_patience, version=version))

    def continue_bots(self, seat: Seat) -> tuple[Update, ...]:
        """Let the bots that wait go on, as the person in the seat wants; return what happened."""
        game_id, version, bots = self.game_id, self._shown.session.version, self._at.bots
        return self._done(lambda: bots.continue_bots(game_id, seat, version=version))

    @in_loop
    async def consequence(self, seat: Seat, line: str | None = None) -> str | None:
        """Return the line of what bots make of a person's line at once, where they do."""
        version = self._shown.session.version
        return await self._at.bots.consequence(self.game_id, seat, line, version=version)

    @in_loop
    async def advice(self, seat: Seat) -> tuple[Phrase, ...]:
        """Return what waiting bots would do, as far as a seat may know it."""
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
        """Return what bots meant, and what they have learnt, once the game is over."""
        games, game_id, session = self._games, self.game_id, self._shown.session
        learns = session.is_over and session.game_type.learning_rules
        about = await self._learnt_about() if learns else ()
        said = (*await games.recap(game_id), *await games.clue_sentences(game_id))
        return (*said, *(one for person in about for one in person.sentences))

    async def _learnt_about(self) -> tuple[LearningSummary, ...]:
        """Return each person here as bots know them: they share a screen."""
        names = list(dict.fromkeys(home.people_of(self._shown.session).values())) or [home.TERMINAL]
        learnt, by_name = self._games.learnt_about, len(names) > 1
        users = [User(home.TERMINAL, name) for name in names]
        return tuple([await learnt(user, self.game_id, by_name=by_name) for user in users])

    def _done(self, work: Callable[[], Awaitable[object]]) -> tuple[Update, ...]:
        """Do some work on the game; return what has happened since work was done last.

        After work that was interrupted, that is more than what comes of this one.
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
        """Do some work on the game, and learn from it.

        Raises what the work raises, and RoomLocked where another terminal plays in the room by now.
        """
        if await self._at.lock.check():
            await self._refresh()
        try:
            await work()
        except IllegalAction:
            # Somebody else may have gone on in the game.
            with suppress(StoreFault):
                await self._refresh()
            raise
        try:
            # Nobody else plays in a locked room: what this process knows is the newest.
            session = await self._games.session(self.game_id, self._shown.session.version)
            if session.version > self._shown.session.version:
                await self._learn(self.game_id, session.version)
                await self._refresh()
        except StoreFault as fault:
            # The work was done, but nobody can see it.
            raise StoreFault(Fault.UNSURE, fault.code) from None

    async def _refresh(self) -> None:
        before = self._shown
        session, news = await self._games.news(before.session, before.updates)
        told = {seat: (*earlier, *news[seat]) for seat, earlier in before.updates.items()}
        self._show(session, told, before.version)

    def _show(
        self, session: Session, told: Mapping[Seat | None, tuple[Update, ...]], since: int
    ) -> None:
        """Show a game as it stands, with what was told of it after a version."""
        last = max((one.version for one in told[None]), default=since)
        names = self._games.resolve_names(session.lobby, {})
        game = session.game_type.shown(seeded=self._seeded)
        self._shown = GameSnapshot(session, game, last, told, names)

    async def _learn(self, game_id: GameId, version: int | None = None) -> None:
        """Learn what is new in a game; what fails is learnt with what comes next."""
        try:
            await self._at.learner.learn(game_id, version)
        except StoreFault as fault:
            _LOG.warning("not-learnt", game=game_id, fault=fault.fault.value, code=fault.code)
