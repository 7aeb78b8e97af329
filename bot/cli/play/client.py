"""The door as one terminal sees it: one game, asked and looked at without waiting for anything.

The database, the bots and the learner live in a loop of their own (`bot.loop`); looks are answered
from the newest session. What has happened is told as news: an event's secrets stay here.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager, suppress
from datetime import timedelta
from typing import Any, Final, TypeVar

import structlog

from bot.berth import HELD, Berth
from bot.games.door import Games, utc_now
from bot.games.naming import Plates, Plating, name_in
from bot.games.receipt import News
from bot.games.session import Session
from bot.games.telling import with_names
from bot.identity import GameId, Room
from bot.kinds import Kind, all_kinds, castings_of
from bot.learner import Learner
from bot.lobby.model import Status
from bot.loop import Loop
from bot.mind import seed_of, seeding_by
from bot.notify import Notifier
from bot.parlour import ROOM, Chance, Known, Left, Parlour, Setting, people_of, plating_but
from bot.players import Players
from bot.store.connection import Store
from bot.store.faults import StoreFault
from bot.store.leases import new_holder
from bot.store.ready import make_ready
from bot.thinker import InlineThinker
from core.game import Game
from core.rules import IllegalAction, Legal, Outcome, Refusal, Seat
from core.view import Phrase, View

ANSWER_SECONDS: Final = 60.0
"""How long anything may take: the first bot that thinks loads its models, which takes a second."""

_LOG = structlog.get_logger()

R = TypeVar("R")


@contextmanager
def open_desk(
    url: str,
    *,
    seed: int | None = None,
    kinds: Mapping[str, Kind] | None = None,
    room: Room = ROOM,
    held: timedelta = HELD,
    unnamed: frozenset[str] = frozenset(),
) -> Iterator["Desk"]:
    """Open the desk on the database at an address, made ready where that is needed.

    `seed` makes all that is dealt and drawn repeatable; `kinds` are the games with their bots, all
    that there are unless said; `room` is where it is played; `held` is how long that stays taken
    by a process that is killed; `unnamed` are what people are called who have said no name. Raises
    AddressError, MigrationError, StoreFault, and Taken where another terminal plays.
    """
    chance = Chance(seed)
    known = all_kinds() if kinds is None else kinds
    plating = plating_but(unnamed)
    with Loop(lambda: _opened(url, chance, known, room, held, plating)) as loop:
        yield Desk(loop)


@asynccontextmanager
async def _opened(
    url: str,
    chance: Chance,
    kinds: Mapping[str, Kind],
    room: Room,
    held: timedelta,
    plating: Plating,
) -> AsyncIterator[Parlour]:
    async with Store.open(url) as store:
        await make_ready(store)
        berth = Berth(store, room, utc_now, held=held)
        await berth.take()
        notifier = Notifier(store, troubled=_troubled)
        # People at a terminal are asked; nobody plays on without them, so bots have no patience.
        games = Games(store, notifier, kinds, entropy=chance, plating=plating)
        seeding = seed_of if chance.seed is None else seeding_by(chance.draws)
        thinker = InlineThinker(castings_of(kinds))
        players = Players(games, thinker, new_holder(), seeding=seeding)
        async with asyncio.TaskGroup() as group:
            beat = group.create_task(berth.keep())
            yield Parlour(room, games, players, Learner(games), berth, chance)
            beat.cancel()
        with suppress(StoreFault):  # it ends by itself
            await berth.leave()


def _troubled(fault: StoreFault) -> None:
    _LOG.warning("database-fault", service="desk", fault=fault.fault.value, code=fault.code)


class Desk:
    """One terminal's game; `begin`, `go_on` or `rematch` choose which."""

    def __init__(self, loop: Loop[Parlour]) -> None:
        self._loop = loop
        self._parlour = loop.opened
        self._handed = 0

    # Which game.

    def left(self) -> Left | None:
        """Return the game in the room that has not come to its end; raises StoreFault."""
        return self._asked(self._parlour.left)

    def go_on(self, left: Left) -> None:
        """Go on with a game that was left; raises StoreFault."""
        self._play(lambda: self._parlour.go_on(left))

    def stop(self, left: Left) -> None:
        """Stop a game that was left; raises StoreFault."""
        self._asked(lambda: self._parlour.stop(left))

    def begin(self, setting: Setting) -> None:
        """Open a table, seat everybody and start.

        Raises the Refusal of options that cannot be, and StoreFault.
        """
        self._play(lambda: self._parlour.begin(setting))

    def rematch(self) -> None:
        """Start the next game for the same people; raises IllegalAction and StoreFault."""
        self._play(self._parlour.rematch)

    # Looking.

    @property
    def game(self) -> Game[Any, Any, Any]:
        """The game that is played, as it is shown."""
        return self._session.kind.shown(seeded=self._known.seeded)

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
        """The version of the game up to which its news are known."""
        return self._known.told

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
        """How the game ended, or None while it runs."""
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
        return bool(self._session.kind.words(self._session.state))

    @property
    def is_checkable(self) -> bool:
        """Whether the game is over and tells what it was dealt from, for anyone to check."""
        return self._session.kind.deal(self.observe(None)) is not None

    def name(self, seat: Seat) -> Phrase | None:
        """Return the name of who sits in a seat, None where it goes by the seat."""
        plate = self._plates.get(seat)
        return plate.said if plate else None

    def sees(self, seat: Seat) -> str:
        """Return the name of what a seat is shown and others are not, "" where there is nothing."""
        chair = self._session.lobby.chair(seat)
        return chair.sees if chair else ""

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
        return with_names(shown, self._session, self._plates)

    def news(self, since: int = 0, seat: Seat | None = None) -> tuple[News, ...]:
        """Return what has happened after a version, from the start of the game on.

        It is told as a seat (None: the public) may know it.
        """
        return self._known.since(since, seat)

    # Doing.

    def check(self, seat: Seat, line: str) -> None:
        """Raise InvalidNotation or IllegalAction where the rules refuse a line; do nothing else."""
        session = self._session
        try:
            action = self.game.parse(line, self.observe(seat), self.turn)
            session.rules.decide(session.state, seat, action)
        except Refusal as refusal:
            name_in(refusal, self._plates)
            raise

    def submit(self, seat: Seat, line: str) -> tuple[News, ...]:
        """Do what the line asks for on behalf of the person in the seat; return what happened.

        Raises InvalidNotation, IllegalAction and StoreFault; then nothing has happened.
        """
        user, turn = self._session.lobby.sitter(seat), self.turn
        if user is None or user.is_bot:
            raise IllegalAction("table-not-seated")
        return self._done(lambda: self._parlour.say(user.id, line, self._game_id, turn))

    def act(self, *, waited: bool = False) -> tuple[News, ...]:
        """Do at most one thing that a bot has to do now; return what happened.

        `waited` says that the people beside the bots have had their time. Raises StoreFault.
        """
        return self._done(lambda: self._parlour.players.act(self._game_id, waited=waited))

    def go(self, seat: Seat) -> tuple[News, ...]:
        """Let the bots that wait go on, as the person in the seat wants; return what happened."""
        return self._done(lambda: self._parlour.players.go(self._game_id, seat))

    def consequence(self, seat: Seat, line: str | None = None) -> str | None:
        """Return the line of what bots make of a person's line at once, where they do."""
        players = self._parlour.players
        return self._asked(lambda: players.consequence(self._game_id, seat, line))

    def advice(self, seat: Seat) -> tuple[Phrase, ...]:
        """Return what waiting bots would do, as far as a seat may know it."""
        return self._asked(lambda: self._parlour.players.advice(self._game_id, seat))

    def recap(self) -> tuple[Phrase, ...]:
        """Return, after the game, what the bots meant."""
        return self._asked(lambda: self._parlour.players.recap(self._game_id))

    def _play(self, choice: Callable[[], Coroutine[Any, Any, None]]) -> None:
        self._asked(choice)
        # What there is to tell is told at first sight.
        self._handed = self.version

    def _done(self, work: Callable[[], Awaitable[object]]) -> tuple[News, ...]:
        """Do some work on the game; return what has happened since work was done last.

        After work that was interrupted, that is more than what comes of this one.
        """
        self._asked(lambda: self._parlour.do(work))
        fresh = self.news(self._handed)
        self._handed = self.version
        return fresh

    def _asked(self, work: Callable[[], Coroutine[Any, Any, R]]) -> R:
        return self._loop.call(work, seconds=ANSWER_SECONDS)

    @property
    def _known(self) -> Known:
        return self._parlour.known

    @property
    def _plates(self) -> Plates:
        return self._parlour.plates

    @property
    def _session(self) -> Session:
        return self._known.session

    @property
    def _game_id(self) -> GameId:
        return self._session.game_id

    @property
    def _runs(self) -> bool:
        return self._session.lobby.status is Status.RUNNING
