"""A terminal's room, in the loop: which game is played there, and what has happened in it.

Everything goes through `bot.games`, as on any other platform. The newest session and its updates
are fetched here after each action, and learnt from, so that `bot.cli.play.client` can answer at
once.
"""

from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any, Final

import numpy as np
import structlog

from bot.cli.play.lock import RoomLock
from bot.games.learnt import learnt_phrases
from bot.games.names import DisplayNames, NameResolver, UserNames, display_names
from bot.games.requests import Caller, Receipt, Update
from bot.games.service import Games
from bot.games.session import Session
from bot.games.wiring import SystemEntropy
from bot.gametypes.cli import GameCli
from bot.gametypes.seating import is_guest
from bot.gametypes.table_request import TableSetup
from bot.identity import GameId, GuildId, Room, User
from bot.lobby.game_events import Started
from bot.lobby.model import Lobby, Status
from bot.server.workers.bots import BotWorker
from bot.server.workers.learner import Learner
from bot.store import games as stored
from bot.store import rooms
from bot.store.faults import Fault, StoreFault
from core.rules import Entropy, IllegalAction, Seat
from core.view import Phrase, View

TERMINAL: Final = "terminal"
HOME_ROOM: Final = Room(TERMINAL, "home")
"""The room of the game that is played where none is named."""
GUILD: Final = GuildId("terminal:home")

SEEDED: Final = "seeded"
"""The room's setting that names the game which was dealt from a seed."""

SEED: Final = "seed"
"""The room's setting that holds that seed, and which game of its run this is, from 1."""

_LOG = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class UnfinishedGame:
    """A game that was left before its end; one that has not `begun` cannot be gone on with.

    It tells how its table was set: `values` are its options, `pack` is the digest of its words, and
    `run` the seed that dealt it, with its number among the games that this has dealt. `deals` are
    its events that hold a deal.
    """

    game_id: GameId
    turn: int
    people: Mapping[Seat, str]
    begun: bool
    values: Mapping[str, object]
    bots: Mapping[Seat, str]
    pack: str
    run: tuple[int, int] | None = None
    deals: tuple[Any, ...] = field(default=(), repr=False)

    @property
    def seed(self) -> int | None:
        """The seed that dealt it, None where the system did."""
        return self.run[0] if self.run else None


@dataclass(frozen=True, slots=True)
class GameSnapshot:
    """A snapshot of the game that is played; `seeded` tells that a seed dealt it.

    `updates` are from the start of the game on, up to `reported_version`; `private_updates` are the
    same for people who see a board that others do not.
    """

    session: Session
    seeded: bool
    updates: tuple[Update, ...] = ()
    reported_version: int = 0
    private_updates: Mapping[Seat, tuple[Update, ...]] = field(default_factory=dict)

    def since(self, version: int, seat: Seat | None = None) -> tuple[Update, ...]:
        """Return the updates after a version, as a seat (None: the public) may know them."""
        updates = self.private_updates.get(seat, self.updates) if seat else self.updates
        return tuple(one for one in updates if one.version > version)


class SeededEntropy:
    """The source of entropy: the system, or a seed by which the games of a run are dealt alike."""

    def __init__(self, seed: int | None) -> None:
        self.seed = seed
        self._games = 0
        self._source: Entropy = SystemEntropy()

    @property
    def run(self) -> tuple[int, int] | None:
        """The seed, and how many games have begun with it."""
        return None if self.seed is None else (self.seed, self._games)

    def begin(self) -> None:
        """Let the next game begin."""
        if self.seed is not None:
            self._source = np.random.default_rng([self.seed, self._games])
        self._games += 1

    def resume(self, run: tuple[int, int] | None) -> None:
        """Let a game go on that began in this run or another one, and the next ones follow it."""
        if run and run[0] == self.seed:
            self._games = run[1] - 1
        self.begin()

    def bytes(self, length: int, /) -> bytes:
        """Return `length` random bytes."""
        return self._source.bytes(length)

    def bot_seed(self, _game_id: GameId) -> int:
        """Return the seed of what bots draw in the game that began last."""
        return (self.seed or 0) + max(0, self._games - 1)


class LocalRoom:
    """The room's games, one after the other."""

    def __init__(
        self,
        room: Room,
        games: Games,
        bots: BotWorker,
        learner: Learner,
        lock: RoomLock,
        entropy: SeededEntropy,
    ) -> None:
        self.bots = bots
        self._room = room
        self._games = games
        self._learner = learner
        self._lock = lock
        self._entropy = entropy
        self._snapshot: GameSnapshot | None = None

    @property
    def snapshot(self) -> GameSnapshot:
        """The newest snapshot of the game that is played."""
        if self._snapshot is None:
            raise LookupError("no game has been chosen")
        return self._snapshot

    @property
    def display_names(self) -> DisplayNames:
        """The display names of the people at the table."""
        return self._games.resolve_names(self.snapshot.session.lobby, {})

    # Which game.

    async def unfinished_game(self) -> UnfinishedGame | None:
        """Return the game in the room that has not come to its end; raises StoreFault."""
        game_id = await self._games.current(self._room)
        if game_id is None:
            return None
        session = await self._games.session(game_id)
        if session.lobby.is_closed:
            return None
        begun = session.lobby.status is Status.RUNNING
        async with self._games.store.reading() as conn:
            row = await stored.read_game(conn, game_id)
            room = await rooms.find_room(conn, self._room)
        return UnfinishedGame(
            game_id,
            session.turn if begun else 0,
            people_of(session),
            begun,
            values=session.game_type.values(session.options),
            bots=dict(session.lobby.bots),
            pack=row.lists["pack"] if row else "",
            run=_run_of(game_id, room.settings if room else {}),
            deals=_deals_of(session),
        )

    async def resume(self, unfinished: UnfinishedGame) -> None:
        """Go on with a game that was left; raises StoreFault."""
        self._entropy.resume(unfinished.run)
        await self.choose(unfinished.game_id)

    async def stop(self, unfinished: UnfinishedGame) -> None:
        """Stop a game that was left; raises StoreFault."""
        await self.submit_as(
            next(iter(unfinished.people.values()), TERMINAL), "stop anyway", unfinished.game_id
        )
        await self._learn(unfinished.game_id)

    async def begin(self, setup: TableSetup) -> None:
        """Open a table, seat everybody and start; raises the Refusal of what cannot be."""
        self._entropy.begin()
        opened = await self._games.open(
            caller(setup.host, self._room), setup.kind, setup.values, pack=setup.pack
        )
        game_id = opened.game_id
        if setup.host not in setup.people.values():
            await self.submit_as(setup.host, "watch", game_id)
        for seat, name in setup.people.items():
            await self.submit_as(name, f"chair {seat}", game_id)
        for seat, bot in setup.bots.items():
            await self.submit_as(setup.host, f"bot {seat} {bot}", game_id)
        await self._start(setup.host, game_id)

    async def rematch(self) -> None:
        """Start the next game for the same people; raises IllegalAction and StoreFault."""
        self._entropy.begin()
        session = self.snapshot.session
        name = session.lobby.host.id if session.lobby.host else TERMINAL
        opened = await self.submit_as(name, "rematch", session.game_id)
        await self._start(name, opened.game_id)

    async def choose(self, game_id: GameId) -> None:
        """Play a game that has begun; raises StoreFault."""
        session, log = await self._games.history(game_id)
        started = next(one.version for one in log if isinstance(one.event, Started))
        async with self._games.store.reading() as conn:
            room = await rooms.find_room(conn, self._room)
        seeded = room is not None and room.settings.get(SEEDED) == game_id
        # How the table was set is known to those who sit at it.
        await self._refresh(GameSnapshot(session, seeded, reported_version=started))

    async def _start(self, host: str, game_id: GameId) -> None:
        if self._entropy.seed is not None:
            await self._mark_seeded(game_id)
        await self.submit_as(host, "start", game_id)
        await self.choose(game_id)

    async def _mark_seeded(self, game_id: GameId) -> None:
        """Remember that this board is not drawn fairly, for when the game is gone on with."""
        async with self._games.store.writing() as conn:
            room = await rooms.ensure_room(conn, self._room, GUILD)
            settings = {**room.settings, SEEDED: game_id, SEED: self._entropy.run}
            await rooms.put_room_settings(conn, self._room, room.language, settings)

    # Doing.

    async def submit_as(
        self, name: str, line: str, game_id: GameId, turn: int | None = None
    ) -> Receipt:
        """Submit a person's line."""
        asking = caller(name, self._room)
        return await self._games.submit(asking, line, turn=turn, game_id=game_id)

    async def answer(self, line: str) -> View:
        """Return the answer to a question about the game; raises a Refusal before its end."""
        asking = caller(TERMINAL, self._room)
        return await self._games.answer(asking, self.snapshot.session.game_id, line)

    async def recap(self) -> tuple[Phrase, ...]:
        """Return what bots meant, and what they have learnt, once the game is over."""
        game_id = self.snapshot.session.game_id
        return (*await self.bots.recap(game_id), *await learnt_phrases(self._games, game_id))

    async def do(self, work: Callable[[], Awaitable[object]]) -> None:
        """Do some work on the game, and learn from it.

        Raises what the work raises, and RoomLocked where another terminal plays in the room by now.
        """
        await self._lock.check()
        try:
            await work()
        except IllegalAction:
            # Somebody else may have gone on in the game.
            with suppress(StoreFault):
                await self._refresh(self.snapshot)
            raise
        await self._learn(self.snapshot.session.game_id)
        try:
            await self._refresh(self.snapshot)
        except StoreFault as fault:
            # The work was done, but nobody can see it.
            raise StoreFault(Fault.UNSURE, fault.code) from None

    async def _refresh(self, snapshot: GameSnapshot) -> None:
        game_id = snapshot.session.game_id
        fresh = await self._games.updates(game_id, snapshot.reported_version)
        session = await self._games.session(game_id)
        reported = fresh[-1].version if fresh else snapshot.reported_version
        private = {
            seat: (
                *snapshot.private_updates.get(seat, ()),
                *await self._games.updates(game_id, snapshot.reported_version, seat),
            )
            for seat in people_of(session)
            if (chair := session.lobby.chair(seat)) and chair.board
        }
        updates = (*snapshot.updates, *fresh)
        self._snapshot = replace(
            snapshot,
            session=session,
            updates=updates,
            reported_version=reported,
            private_updates=private,
        )

    async def _learn(self, game_id: GameId) -> None:
        """Learn what is new in the game; what fails is learnt with what comes next."""
        try:
            await self._learner.learn(game_id)
        except StoreFault as fault:
            _LOG.warning("not-learnt", game=game_id, fault=fault.fault.value, code=fault.code)


def display_names_except(unnamed: frozenset[str]) -> NameResolver:
    """Return a resolver that names people who have said a name, and the bots beside them.

    `unnamed` are the names of people who have said none, besides guests. Where all are such, there
    are no display names.
    """

    def resolve_names(lobby: Lobby, names: UserNames) -> DisplayNames:
        strangers = {
            member.seat
            for member in lobby.people
            if member.user.id in unnamed or is_guest(member.user.id)
        }
        if len(strangers) == len(lobby.people):
            return {}
        known = display_names(lobby, names)
        return {seat: name for seat, name in known.items() if seat not in strangers}

    return resolve_names


def room_of(game: GameCli) -> Room:
    """Return the room of a game: each has one of its own, and so one game that may be resumed."""
    return Room(TERMINAL, game.room)


def _run_of(game_id: GameId, settings: Mapping[str, Any]) -> tuple[int, int] | None:
    """Return the seed that dealt a game and its number among those, if one did."""
    run = settings.get(SEED) if settings.get(SEEDED) == game_id else None
    return (run[0], run[1]) if run else None


def _deals_of(session: Session) -> tuple[Any, ...]:
    """Return the events from which a game was dealt."""
    events = (one.event for one in session.log)
    return tuple(event for event in events if isinstance(event, session.game_type.deal_events))


def caller(name: str, room: Room) -> Caller:
    """Return a person at the terminal as a caller, who may manage it."""
    return Caller(User(TERMINAL, name), room, GUILD, name, manages=True)


def people_of(session: Session) -> dict[Seat, str]:
    """Return the names of the people at the terminal, in the order of their chairs."""
    sitters = session.lobby.sitters
    seated = ((chair.seat, sitters.get(chair.seat)) for chair in session.lobby.chairs)
    return {seat: user.id for seat, user in seated if user and user.platform == TERMINAL}
