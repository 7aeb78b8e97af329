"""Ports: the little that the terminal needs of the application."""

from typing import Any, Protocol

from bot.games import Update
from core.game import GameInterface
from core.rules import Legal, Outcome, Seat
from core.view import Phrase, View


class ReadOnlyTable(Protocol):
    """A table of whatever game as a seat (None: the public) may see it."""

    @property
    def game(self) -> GameInterface[Any, Any, Any]:
        """The game's commands, notation and sentences."""

    @property
    def turn(self) -> int:
        """The number of the present turn."""

    @property
    def to_act(self) -> frozenset[Seat]:
        """The seats that the table waits for."""

    @property
    def rules(self) -> View:
        """The rules of the game, as it tells them itself, with an example."""

    def name(self, seat: Seat) -> Phrase | None:
        """Return the name of who sits in a seat, None where it goes by the seat."""

    def private_view(self, seat: Seat) -> str:
        """Return the name of what a seat is shown and others are not, "" where there is nothing.

        Seats for which it is the same may look at one screen.
        """

    def observe(self, seat: Seat | None) -> Any:  # noqa: ANN401 - the game's own
        """Return what the seat may know now."""

    def legal(self, seat: Seat) -> Legal[Any]:
        """Return what the seat may do now."""

    def view(self, seat: Seat | None) -> View:
        """Return the table as the seat sees it."""


class Table(ReadOnlyTable, Protocol):
    """A table at which people and bots play.

    Whatever is asked of it may raise a Refusal, also where the database does not do it: then it can
    be asked again.
    """

    @property
    def version(self) -> int:
        """A number that grows with all that happens."""

    @property
    def outcome(self) -> Outcome | None:
        """The result of the game, or None while it runs."""

    @property
    def is_stopped(self) -> bool:
        """Whether people stopped the game before its end."""

    @property
    def is_checkable(self) -> bool:
        """Whether the game is over and tells what it was dealt from, for anyone to check."""

    def updates(self, since: int = 0, seat: Seat | None = None) -> tuple[Update, ...]:
        """Return what has happened after a version, as a seat (None: the public) may know it."""

    def check(self, seat: Seat, line: str) -> None:
        """Raise what the game refuses a line with; do nothing else."""

    def submit(self, seat: Seat, line: str) -> tuple[Update, ...]:
        """Do what a line asks for on behalf of the person in the seat.

        Return what happened, as the public may know it; so do `act` and `go`.
        """

    def act(self, *, after_patience: bool = False) -> tuple[Update, ...]:
        """Do at most one thing that a bot has to do; return what happened, () where none is due.

        `waited` says that the people were given the time to go first.
        """

    def continue_bots(self, seat: Seat) -> tuple[Update, ...]:
        """Let waiting bots go on, as the person in the seat wants; return what happened."""

    def consequence(self, seat: Seat, line: str | None = None) -> str | None:
        """Return the line of what bots make of a person's line at once, where they do.

        Without a line, of what comes of letting them go on. Only what cannot be taken back
        counts; None where there is nothing of that kind.
        """

    def advice(self, seat: Seat) -> tuple[Phrase, ...]:
        """Return what waiting bots would do, as far as a seat may know it."""

    def answer(self, line: str) -> View:
        """Return the answer to a question about the game, once it is over."""

    def recap(self) -> tuple[Phrase, ...]:
        """Return, after the game, what the bots meant, and what they have learnt."""
