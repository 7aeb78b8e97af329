"""A game in memory, for tests that need no door: lines and chance, judged by the rules."""

from collections.abc import Sequence
from typing import Generic, TypeVar

from core.game import GameInterface
from core.rules import (
    CHANCE,
    CLOCK,
    Entropy,
    IllegalAction,
    Legal,
    Outcome,
    Rules,
    Seat,
    advance,
)
from core.view import View

S = TypeVar("S")
A = TypeVar("A")
E = TypeVar("E")
O = TypeVar("O")  # noqa: E741 - the observations' letter in core.rules too


class Table(Generic[S, A, E, O]):
    """A running game: its rules, its events so far, and each seat's actions and view."""

    def __init__(self, game: GameInterface[A, E, O], rules: Rules[S, A, E, O]) -> None:
        self.game = game
        self.rules = rules
        self.events: tuple[E, ...] = ()
        self._state = rules.initial()

    def deal(self, entropy: Entropy) -> Sequence[E]:
        """Make all moves of CHANCE; return the events."""
        start = len(self.events)
        while action := self.rules.chance(self._state, entropy):
            self._do(CHANCE, action)
        return self.events[start:]

    def submit(self, seat: Seat, line: str, turn: int | None = None) -> Sequence[E]:
        """Apply a player's line; return the events.

        `turn` is the turn that the line is for, by default the present one. Raises
        InvalidNotation and IllegalAction; then the game is unchanged.
        """
        _check_reserved(seat)
        seen = self.observe(seat)
        return self._do(seat, self.game.parse(line, seen, self.turn if turn is None else turn))

    def act(self, seat: Seat, action: A) -> Sequence[E]:
        """Apply a bot's action; return the events. Raises IllegalAction."""
        _check_reserved(seat)
        return self._do(seat, action)

    def observe(self, seat: Seat | None) -> O:
        """Return the present observation of a seat (None: of the public)."""
        return self.rules.observe(self._state, seat)

    def legal(self, seat: Seat) -> Legal[A]:
        """Return the legal actions of the seat."""
        return self.rules.legal(self._state, seat)

    def view(self, seat: Seat | None) -> View:
        """Return the table as a seat (None: the public) sees it."""
        legal: Legal[A] = Legal() if seat is None else self.legal(seat)
        return self.game.present(self.observe(seat), legal)

    def lines(self, events: Sequence[E]) -> tuple[str, ...]:
        """Return the public lines of events at this table."""
        public = self.observe(None)
        return tuple(self.game.event_line(event, public) for event in events)

    @property
    def turn(self) -> int:
        """The number of the present turn."""
        return self.game.turn(self.observe(None))

    @property
    def to_act(self) -> frozenset[Seat]:
        """The seats that the table waits for."""
        return self.rules.to_act(self._state)

    @property
    def outcome(self) -> Outcome | None:
        """The outcome of the game, or None while it runs."""
        return self.rules.outcome(self._state)

    def _do(self, seat: Seat, action: A) -> Sequence[E]:
        events = tuple(self.rules.decide(self._state, seat, action))
        self._state = advance(self.rules, self._state, events)
        self.events += events
        return events


def _check_reserved(seat: Seat) -> None:
    if seat in (CHANCE, CLOCK):
        raise IllegalAction("seat-reserved", seat=seat)
