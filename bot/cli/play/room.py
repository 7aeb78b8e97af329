"""A terminal's room: the game that is played there, as its seats may see it, and who they are."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np

from bot.games.lookups import SystemEntropy
from bot.games.names import DisplayNames, NameResolver, UserNames, display_names, fill_names
from bot.games.requests import Caller, Update
from bot.games.service import Games
from bot.games.session import Session
from bot.games.views import view_with_names
from bot.gametypes.cli import GameCli
from bot.gametypes.seating import is_guest
from bot.identity import GameId, GuildId, Room, User
from bot.lobby.forms import rules_of
from bot.lobby.model import Lobby, Status
from core.game import GameInterface
from core.rules import Entropy, Legal, Outcome, Refusal, Seat, Unconfirmed
from core.view import Phrase, Text, View, phrase

TERMINAL: Final = "terminal"
HOME_ROOM: Final = Room(TERMINAL, "home")
"""The room of the game that is played where none is named."""
GUILD: Final = GuildId("terminal:home")

SEEDED: Final = "seeded"
"""The room's setting that names the game which was dealt from a seed."""

SEED: Final = "seed"
"""The room's setting that holds that seed, and which game of its run this is, from 1."""


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


class LocalTable:
    """One terminal's game, once it has been chosen."""

    def __init__(self, games: Games) -> None:
        self._games = games
        self._shown: GameSnapshot | None = None

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

    @property
    def _snapshot(self) -> GameSnapshot:
        if self._shown is None:
            raise LookupError("no game has been chosen")
        return self._shown

    @property
    def _session(self) -> Session:
        return self._snapshot.session

    @property
    def _display_names(self) -> DisplayNames:
        return self._games.resolve_names(self._session.lobby, {})

    @property
    def _runs(self) -> bool:
        return self._session.lobby.status is Status.RUNNING


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


def run_of(game_id: GameId, settings: Mapping[str, Any]) -> tuple[int, int] | None:
    """Return the seed that dealt a game and its number among those, if one did."""
    run = settings.get(SEED) if settings.get(SEEDED) == game_id else None
    return (run[0], run[1]) if run else None


def deals_of(session: Session) -> tuple[Any, ...]:
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
