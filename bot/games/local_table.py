"""One game as the one screen that it is played at sees it."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from bot.games.names import DisplayNames, fill_names
from bot.games.requests import Update
from bot.games.service import Games
from bot.games.session import Session
from bot.games.views import view_with_names
from bot.identity import GameId
from bot.lobby.forms import rules_of
from bot.lobby.model import Status
from core.game import GameInterface
from core.rules import Legal, Outcome, Refusal, Seat, Unconfirmed
from core.view import Phrase, Text, View, phrase

AnyInterface: TypeAlias = GameInterface[Any, Any, Any]
"""The looks of a game of which it is not known here which one it is."""


@dataclass(frozen=True, slots=True)
class GameSnapshot:
    """The game that is played as it stood at one moment, with how it is shown.

    `updates` are those for each seat that sees a board which others do not, and (None) for all
    others: from the start of the game on, up to `version`. `names` are what chairs are called.
    """

    session: Session
    game: AnyInterface
    version: int
    updates: Mapping[Seat | None, tuple[Update, ...]]
    names: DisplayNames
    views: dict[Seat | None, View] = field(default_factory=dict, init=False, repr=False)
    """The views that seats were shown: each is asked for several times."""


class LocalTable(ABC):
    """The table of whatever game is played at one screen, once it has been chosen.

    Whatever is asked of it may raise a Refusal, also where the database does not do it: then it can
    be asked again.
    """

    _shown: GameSnapshot
    """The game; replaced as a whole, which Ctrl-C cannot divide."""

    def __init__(self, games: Games) -> None:
        self._games = games

    @property
    def game(self) -> AnyInterface:
        """The game that is played, as it is shown."""
        return self._shown.game

    @property
    def game_id(self) -> GameId:
        """The name of the game."""
        return self._shown.session.game_id

    @property
    def version(self) -> int:
        """The version of the game up to which its updates are known."""
        return self._shown.version

    @property
    def turn(self) -> int:
        """The number of the present turn."""
        return self._shown.session.turn

    @property
    def to_act(self) -> frozenset[Seat]:
        """The seats that the table waits for."""
        return self._shown.session.to_act

    @property
    def outcome(self) -> Outcome | None:
        """The result of the game, or None while it runs."""
        return self._shown.session.rules.outcome(self._shown.session.state)

    @property
    def is_closed(self) -> bool:
        """Whether the game has ended or was stopped."""
        return self._shown.session.lobby.is_closed

    @property
    def is_stopped(self) -> bool:
        """Whether the game was stopped before its end."""
        return self._shown.session.lobby.status is Status.STOPPED

    @property
    def has_words(self) -> bool:
        """Whether words have been dealt, or set."""
        return bool(self._shown.session.game_type.dealt_words(self._shown.session.state))

    @property
    def is_checkable(self) -> bool:
        """Whether the game is over and tells what it was dealt from, for anyone to check."""
        return self._shown.session.game_type.reveal(self.observe(None)) is not None

    @property
    def rules(self) -> View:
        """The rules of the game, as it tells them itself, with an example."""
        game_type, options = self._shown.session.game_type, self._shown.session.options
        title = phrase("panel-rules-title", game=phrase("game-name", game=game_type.name))
        plays = Text(game_type.summary(options))
        return View(title, (plays, *rules_of(game_type.name, game_type.example())))

    def name(self, seat: Seat) -> Phrase | None:
        """Return the display name of the player in a seat, None where it goes by the seat."""
        name = self._shown.names.get(seat)
        return name.phrase if name else None

    def private_view(self, seat: Seat) -> str:
        """Return the name of what a seat is shown and others are not, "" where there is nothing.

        Seats for which it is the same may look at one screen.
        """
        chair = self._shown.session.lobby.chair(seat)
        return chair.private_view if chair else ""

    def observe(self, seat: Seat | None) -> Any:  # noqa: ANN401 - the game's own
        """Return what a seat (None: the public) may know now."""
        return self._shown.session.observe(seat)

    def legal(self, seat: Seat) -> Legal[Any]:
        """Return what the seat may do now."""
        runs = self._shown.session.lobby.status is Status.RUNNING
        return self._shown.session.rules.legal(self._shown.session.state, seat) if runs else Legal()

    def view(self, seat: Seat | None) -> View:
        """Return the table as a seat (None: the public) sees it."""
        snapshot = self._shown
        if seat not in snapshot.views:
            legal: Legal[Any] = Legal() if seat is None else self.legal(seat)
            shown: View = self.game.present(self.observe(seat), legal)
            snapshot.views[seat] = view_with_names(shown, snapshot.session, snapshot.names)
        return snapshot.views[seat]

    def updates(self, since: int = 0, seat: Seat | None = None) -> tuple[Update, ...]:
        """Return what has happened after a version, from the start of the game on.

        It is told as a seat (None: the public) may know it.
        """
        told = self._shown.updates
        return tuple(one for one in told.get(seat, told[None]) if one.version > since)

    def check(self, seat: Seat, line: str) -> None:
        """Raise InvalidNotation or IllegalAction where the rules refuse a line; do nothing else.

        One about which `submit` asks is not refused.
        """
        session = self._shown.session
        try:
            action = self.game.parse(line, self.observe(seat), self.turn)
            session.rules.decide(session.state, seat, action)
        except Unconfirmed:
            return
        except Refusal as refusal:
            fill_names(refusal, self._shown.names)
            raise

    @abstractmethod
    def submit(self, seat: Seat, line: str) -> tuple[Update, ...]:
        """Do what a line asks for on behalf of the person in a seat.

        Return what happened, as the public may know it; so do `act` and `continue_bots`. Raises
        InvalidNotation, IllegalAction and StoreFault; then nothing has happened.
        """

    @abstractmethod
    def act(self, *, after_patience: bool = False) -> tuple[Update, ...]:
        """Do at most one thing that a bot has to do; return what happened, () where none is due.

        `after_patience` tells that the people beside the bots have had their time.
        """

    @abstractmethod
    def continue_bots(self, seat: Seat) -> tuple[Update, ...]:
        """Let the bots that wait go on, as the person in a seat wants; return what happened."""

    @abstractmethod
    def consequence(self, seat: Seat, line: str | None = None) -> str | None:
        """Return the line of what bots make of a person's line at once, where they do.

        Without a line, of what comes of letting them go on. Only what cannot be taken back
        counts; None where there is nothing of that kind.
        """

    @abstractmethod
    def advice(self, seat: Seat) -> tuple[Phrase, ...]:
        """Return what waiting bots would do, as far as a seat may know it."""

    @abstractmethod
    def answer(self, line: str) -> View:
        """Return the answer to a question about the game; raises a Refusal before its end."""

    @abstractmethod
    def recap(self) -> tuple[Phrase, ...]:
        """Return what bots meant, and what they have learnt, once the game is over."""
