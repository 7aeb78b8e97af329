"""The games as one terminal sees them: one game, asked and viewed without waiting for anything.

The database, the bots and the learner live in a loop of their own (`bot.cli.play.loop`); views
are built from the newest session. Events are told as updates: their secrets stay here.
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
from datetime import timedelta
from typing import Any, Final, TypeAlias, TypeVar

from bot.cli.play.lock import LOCK_TTL, RoomLock
from bot.cli.play.loop import LoopThread
from bot.cli.play.room import (
    HOME_ROOM,
    GameSnapshot,
    LocalRoom,
    SeededEntropy,
    UnfinishedGame,
    display_names_except,
    people_of,
)
from bot.games.names import DisplayNames, NameResolver, fill_names
from bot.games.requests import Update
from bot.games.service import Games
from bot.games.session import Session
from bot.games.views import view_with_names
from bot.games.wiring import utc_now
from bot.gametypes.engine import LocalEngine
from bot.gametypes.game_type import AnyGame
from bot.gametypes.registry import all_game_types, bot_loaders
from bot.gametypes.table_request import TableSetup
from bot.identity import GameId, Room
from bot.lobby.forms import rules_of
from bot.lobby.model import Status
from bot.server.workers.bot_memory import seed_from, seed_of
from bot.server.workers.bots import BotWorker
from bot.server.workers.learner import Learner
from bot.store.connection import Store
from bot.store.faults import StoreFault, log_fault
from bot.store.leases import new_holder
from bot.store.notify import Notifier
from bot.store.ready import make_ready
from core.game import GameInterface
from core.rules import IllegalAction, Legal, Outcome, Refusal, Seat, Unconfirmed
from core.view import Phrase, Text, View, phrase

ANSWER_SECONDS: Final = 60.0
"""How long anything may take: the first bot that thinks loads its models, which takes a second."""

R = TypeVar("R")

Waiting: TypeAlias = Callable[[], AbstractContextManager[None]]
"""Returns what surrounds each wait for the database and the bots, such as a word to a person."""


@contextmanager
def open_client(
    url: str,
    *,
    seed: int | None = None,
    game_types: Mapping[str, AnyGame] | None = None,
    room: Room = HOME_ROOM,
    lock_ttl: timedelta = LOCK_TTL,
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
    entropy = SeededEntropy(seed)
    known = all_game_types() if game_types is None else game_types
    names = display_names_except(unnamed)
    with LoopThread(lambda: _opened(url, entropy, known, room, lock_ttl, names)) as loop:
        yield LocalClient(loop, waiting)


@asynccontextmanager
async def _opened(
    url: str,
    entropy: SeededEntropy,
    game_types: Mapping[str, AnyGame],
    room: Room,
    lock_ttl: timedelta,
    resolve_names: NameResolver,
) -> AsyncIterator[LocalRoom]:
    async with Store.open(url) as store:
        await make_ready(store)
        lock = RoomLock(store, room, utc_now, ttl=lock_ttl)
        await lock.acquire()
        notifier = Notifier(store, troubled=lambda fault: log_fault(fault, "desk"))
        # People at a terminal are asked; nobody plays on without them, so bots have no patience.
        games = Games(store, notifier, game_types, entropy=entropy, resolve_names=resolve_names)
        seeding = seed_of if entropy.seed is None else seed_from(entropy.bot_seed)
        games.engine = engine = LocalEngine(bot_loaders(game_types))
        bots = BotWorker(games, engine, new_holder(), seed_for=seeding)
        async with asyncio.TaskGroup() as group:
            beat, learner = group.create_task(lock.keep_renewing()), Learner(games)
            await _caught_up(learner)
            yield LocalRoom(room, games, bots, learner, lock, entropy)
            beat.cancel()
        with suppress(StoreFault):  # it ends by itself
            await lock.release()


async def _caught_up(learner: Learner) -> None:
    """Learn what earlier games may still teach; after the first start this costs nothing."""
    try:
        await learner.catch_up()
    except StoreFault as fault:
        log_fault(fault, "learner")


class LocalClient:
    """One terminal's game; `begin`, `resume` or `rematch` choose which."""

    def __init__(self, loop: LoopThread[LocalRoom], waiting: Waiting = nullcontext) -> None:
        self._loop = loop
        self._waiting = waiting
        self._room = loop.opened
        self._reported_version = 0

    # Which game.

    def unfinished_game(self) -> UnfinishedGame | None:
        """Return the game in the room that has not come to its end; raises StoreFault."""
        return self._call(self._room.unfinished_game)

    def resume(self, unfinished: UnfinishedGame) -> None:
        """Go on with a game that was left; raises StoreFault."""
        self._play(lambda: self._room.resume(unfinished))

    def stop(self, unfinished: UnfinishedGame) -> None:
        """Stop a game that was left; raises StoreFault."""
        self._call(lambda: self._room.stop(unfinished))

    def begin(self, setup: TableSetup) -> None:
        """Open a table, seat everybody and start.

        Raises the Refusal of options that cannot be, and StoreFault.
        """
        self._play(lambda: self._room.begin(setup))

    def rematch(self) -> None:
        """Start the next game for the same people; raises IllegalAction and StoreFault."""
        self._play(self._room.rematch)

    # Looking.

    @property
    def game(self) -> GameInterface[Any, Any, Any]:
        """The game that is played, as it is shown."""
        return self._session.game_type.shown(seeded=self._snapshot.seeded)

    @property
    def game_id(self) -> GameId:
        """The name of the game."""
        return self._session.game_id

    @property
    def people(self) -> tuple[Seat, ...]:
        """The seats of the people at this terminal, in the order of their chairs."""
        return tuple(people_of(self._session))

    @property
    def bots(self) -> tuple[Seat, ...]:
        """The seats of bots."""
        return tuple(seat for seat, _ in self._session.lobby.bots)

    @property
    def version(self) -> int:
        """The version of the game up to which its updates are known."""
        return self._snapshot.reported_version

    @property
    def turn(self) -> int:
        """The number of the present turn."""
        return self._session.turn

    @property
    def to_act(self) -> frozenset[Seat]:
        """The seats that the table waits for."""
        return self._session.rules.to_act(self._session.state) if self._runs else frozenset()

    @property
    def outcome(self) -> Outcome | None:
        """The result of the game, or None while it runs."""
        return self._session.rules.outcome(self._session.state)

    @property
    def is_closed(self) -> bool:
        """Whether the game has ended or was stopped."""
        return self._session.lobby.is_closed

    @property
    def is_stopped(self) -> bool:
        """Whether the game was stopped before its end."""
        return self._session.lobby.status is Status.STOPPED

    @property
    def has_words(self) -> bool:
        """Whether words have been dealt, or set."""
        return bool(self._session.game_type.dealt_words(self._session.state))

    @property
    def is_checkable(self) -> bool:
        """Whether the game is over and tells what it was dealt from, for anyone to check."""
        return self._session.game_type.reveal(self.observe(None)) is not None

    @property
    def rules(self) -> View:
        """The rules of the game, as it tells them itself, with an example."""
        game_type, options = self._session.game_type, self._session.options
        title = phrase("panel-rules-title", game=phrase("game-name", game=game_type.name))
        plays = Text(game_type.summary(options))
        return View(title, (plays, *rules_of(game_type.name, game_type.example())))

    def name(self, seat: Seat) -> Phrase | None:
        """Return the display name of the player in a seat, None where it goes by the seat."""
        name = self._display_names.get(seat)
        return name.phrase if name else None

    def private_view(self, seat: Seat) -> str:
        """Return the name of what a seat is shown and others are not, "" where there is nothing."""
        chair = self._session.lobby.chair(seat)
        return chair.private_view if chair else ""

    def observe(self, seat: Seat | None) -> Any:  # noqa: ANN401 - the game's own
        """Return what a seat (None: the public) may know now."""
        return self._session.observe(seat)

    def legal(self, seat: Seat) -> Legal[Any]:
        """Return what the seat may do now."""
        return self._session.rules.legal(self._session.state, seat) if self._runs else Legal()

    def view(self, seat: Seat | None) -> View:
        """Return the table as a seat (None: the public) sees it."""
        legal: Legal[Any] = Legal() if seat is None else self.legal(seat)
        shown: View = self.game.present(self.observe(seat), legal)
        return view_with_names(shown, self._session, self._display_names)

    def updates(self, since: int = 0, seat: Seat | None = None) -> tuple[Update, ...]:
        """Return what has happened after a version, from the start of the game on.

        It is told as a seat (None: the public) may know it.
        """
        return self._snapshot.since(since, seat)

    # Doing.

    def check(self, seat: Seat, line: str) -> None:
        """Raise InvalidNotation or IllegalAction where the rules refuse a line; do nothing else.

        One about which `submit` asks is not refused.
        """
        session = self._session
        try:
            action = self.game.parse(line, self.observe(seat), self.turn)
            session.rules.decide(session.state, seat, action)
        except Unconfirmed:
            return
        except Refusal as refusal:
            fill_names(refusal, self._display_names)
            raise

    def submit(self, seat: Seat, line: str) -> tuple[Update, ...]:
        """Do what the line asks for on behalf of the person in the seat; return what happened.

        Raises InvalidNotation, IllegalAction and StoreFault; then nothing has happened.
        """
        user, turn = self._session.lobby.sitter(seat), self.turn
        if user is None or user.is_bot:
            raise IllegalAction("table-not-seated")
        return self._done(lambda: self._room.submit_as(user.id, line, self.game_id, turn))

    def act(self, *, after_patience: bool = False) -> tuple[Update, ...]:
        """Do at most one thing that a bot has to do now; return what happened.

        `after_patience` tells that the people beside the bots have had their time. Raises
        StoreFault.
        """
        return self._done(lambda: self._room.bots.act(self.game_id, after_patience=after_patience))

    def continue_bots(self, seat: Seat) -> tuple[Update, ...]:
        """Let the bots that wait go on, as the person in the seat wants; return what happened."""
        return self._done(lambda: self._room.bots.continue_bots(self.game_id, seat))

    def consequence(self, seat: Seat, line: str | None = None) -> str | None:
        """Return the line of what bots make of a person's line at once, where they do."""
        bots = self._room.bots
        return self._call(lambda: bots.consequence(self.game_id, seat, line))

    def advice(self, seat: Seat) -> tuple[Phrase, ...]:
        """Return what waiting bots would do, as far as a seat may know it."""
        return self._call(lambda: self._room.bots.advice(self.game_id, seat))

    def answer(self, line: str) -> View:
        """Return the answer to a question about the game; raises a Refusal before its end."""
        return self._call(lambda: self._room.answer(line))

    def recap(self) -> tuple[Phrase, ...]:
        """Return, after the game, what the bots meant, and what they have learnt."""
        return self._call(self._room.recap)

    def _play(self, choice: Callable[[], Coroutine[Any, Any, None]]) -> None:
        self._call(choice)
        # What there is to tell is told at first sight.
        self._reported_version = self.version

    def _done(self, work: Callable[[], Awaitable[object]]) -> tuple[Update, ...]:
        """Do some work on the game; return what has happened since work was done last.

        After work that was interrupted, that is more than what comes of this one.
        """
        self._call(lambda: self._room.do(work))
        fresh = self.updates(self._reported_version)
        self._reported_version = self.version
        return fresh

    def _call(self, work: Callable[[], Coroutine[Any, Any, R]]) -> R:
        with self._waiting():
            return self._loop.call(work, seconds=ANSWER_SECONDS)

    @property
    def _snapshot(self) -> GameSnapshot:
        return self._room.snapshot

    @property
    def _display_names(self) -> DisplayNames:
        return self._room.display_names

    @property
    def _session(self) -> Session:
        return self._snapshot.session

    @property
    def _runs(self) -> bool:
        return self._session.lobby.status is Status.RUNNING
