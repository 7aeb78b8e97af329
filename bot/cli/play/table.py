"""The game at a terminal as its seats may see it, answered at once from the newest snapshot."""

from typing import Any

from bot.cli.play.room import GameSnapshot, people_of
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
