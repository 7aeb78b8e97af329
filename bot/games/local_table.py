"""A game at one screen."""

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
"""The appearance of any game."""


@dataclass(frozen=True, slots=True)
class GameSnapshot:
    """A snapshot of a game, with its appearance.

    `updates` are those up to `version`, for each seat with its own board and (None) for all others.
    `names` are the names in the chairs.
    """

    session: Session
    game: AnyInterface
    version: int
    updates: Mapping[Seat | None, tuple[Update, ...]]
    names: DisplayNames
    views: dict[Seat | None, View] = field(default_factory=dict, init=False, repr=False)
    """A cache of the views of seats."""


class LocalTable(ABC):
    """The table of a game at one screen.

    All its methods may raise a Refusal, as after a fault of the database; you can retry them then.
    """

    _shown: GameSnapshot
    """The game; replaced as a whole, so that Ctrl-C cannot split the change."""

    def __init__(self, games: Games) -> None:
        self._games = games

    @property
    def game(self) -> AnyInterface:
        """The appearance of the game."""
        return self._shown.game

    @property
    def game_id(self) -> GameId:
        """The id of the game."""
        return self._shown.session.game_id

    @property
    def version(self) -> int:
        """The version of the newest known update."""
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
        """Whether the game has its words already."""
        return bool(self._shown.session.game_type.dealt_words(self._shown.session.state))

    @property
    def is_checkable(self) -> bool:
        """Whether the game is over and reveals its secret, so that anyone can check the deal."""
        return self._shown.session.game_type.reveal(self.observe(None)) is not None

    @property
    def rules(self) -> View:
        """The rules of the game, with an example."""
        game_type, options = self._shown.session.game_type, self._shown.session.options
        title = phrase("panel-rules-title", game=phrase("game-name", game=game_type.name))
        plays = Text(game_type.summary(options))
        return View(title, (plays, *rules_of(game_type.name, game_type.example())))

    def name(self, seat: Seat) -> Phrase | None:
        """Return the display name of the player in a seat; None for a seat under its own name."""
        name = self._shown.names.get(seat)
        return name.phrase if name else None

    def private_view(self, seat: Seat) -> str:
        """Return the name of a seat's private view, "" for none; equal views may share a screen."""
        chair = self._shown.session.lobby.chair(seat)
        return chair.private_view if chair else ""

    def observe(self, seat: Seat | None) -> Any:  # noqa: ANN401 - the game's own
        """Return the observation of a seat (None: the public)."""
        return self._shown.session.observe(seat)

    def legal(self, seat: Seat) -> Legal[Any]:
        """Return the legal actions of a seat."""
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
        """Return the updates after a version for a seat (None: the public)."""
        told = self._shown.updates
        return tuple(one for one in told.get(seat, told[None]) if one.version > since)

    def check(self, seat: Seat, line: str) -> None:
        """Raise the rules' Refusal of a line, if any, unless it asks for confirmation."""
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
        """Submit the line of the person in a seat; return the public updates.

        Raises InvalidNotation, IllegalAction and StoreFault, and then changes nothing.
        """

    @abstractmethod
    def act(self, *, after_patience: bool = False) -> tuple[Update, ...]:
        """Play at most one bot's move; return the public updates.

        With `after_patience`, bots no longer wait for their human teammates.
        """

    @abstractmethod
    def continue_bots(self, seat: Seat) -> tuple[Update, ...]:
        """Play the moves of waiting bots, as a seat's person asks; return the public updates."""

    @abstractmethod
    def consequence(self, seat: Seat, line: str | None = None) -> str | None:
        """Return the line of the bots' irrevocable move after a person's line, if any.

        Without a line, it is the move that they make if they go on.
        """

    @abstractmethod
    def advice(self, seat: Seat) -> tuple[Phrase, ...]:
        """Return the plans of waiting bots, without the secrets of other seats."""

    @abstractmethod
    def answer(self, line: str) -> View:
        """Return the answer to a question about the game; raises a Refusal before its end."""

    @abstractmethod
    def recap(self) -> tuple[Phrase, ...]:
        """Return the bots' thoughts and lessons, once the game is over."""
