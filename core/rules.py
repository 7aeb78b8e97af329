"""The one shape that every game has: wishes in, facts out, and who may know what.

A `Rules` object is pure. Actions are wishes (imperative), events are facts (past participles);
the state is whatever the facts add up to. Chance and time act from seats of their own, so that
no game needs a random generator or a clock to judge a move.

Refusals form this tree::

    Refusal                 carries the Phrase to show; expected, caused by a person
    ├── InvalidNotation     the line cannot be read
    │   └── Misspelled      the line is near one that can be
    ├── OptionsError        no table can be set with these options
    └── IllegalAction       the action can be read, and is not allowed here and now
        └── Unconfirmed     the action is allowed once its person says that it is meant
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from typing import Any, Final, Generic, NewType, Protocol, Self, TypeVar

from core.view import Choice, Phrase, phrase, shorten

S = TypeVar("S")
A = TypeVar("A")
E = TypeVar("E")
O_co = TypeVar("O_co", covariant=True)
T = TypeVar("T")

Seat = NewType("Seat", str)
"""A player's place at the table, in the notation of the game, such as ``red-spymaster``."""

CHANCE = Seat("chance")
"""The seat that deals; its actions come from entropy, never from outside."""

CLOCK = Seat("clock")
"""The seat that ends a turn whose time is up; nobody may submit as it from outside."""


ANYWAY: Final = "anyway"
"""The last word of a line that is meant, whatever may be asked about it."""

REPEATED: Final = 60
"""Characters of a value that a refusal repeats at most."""

PATH: Final = "path"
LONGEST_PATH: Final = 200
"""Characters of the value of this name: a file has to be found by it."""


class Refusal(Exception):
    """An expected refusal; `phrase` says what is wrong and what to do instead.

    A value is repeated by at most `REPEATED` characters, whoever typed it: it may be a whole book.
    """

    def __init__(self, key: str, **params: object) -> None:
        self.phrase: Phrase = phrase(
            key, **{name: _repeated(name, value) for name, value in params.items()}
        )
        super().__init__(key)

    @classmethod
    def of(cls, said: Phrase) -> Self:
        """Return the refusal that says `said`."""
        return cls(said.key, **dict(said.params))


def _repeated(name: str, value: object) -> object:
    """Return as much of a value as a refusal says of it."""
    match value:
        case str():
            return shorten(value, LONGEST_PATH if name == PATH else REPEATED)
        case tuple():
            return tuple(_repeated(name, one) for one in value)
        case Phrase():
            shown = tuple((part, _repeated(part, one)) for part, one in value.params)
            return replace(value, params=shown)
        case _:
            return value


class InvalidNotation(Refusal):
    """A line that is no action of the game."""


class Misspelled(InvalidNotation):
    """A line that is no action of the game, but near one; `line` is the nearest that is."""

    def __init__(self, key: str, *, line: str, **params: object) -> None:
        super().__init__(key, **params)
        self.line = line


class OptionsError(Refusal):
    """Options that no table can be set with."""


def check_range(name: str, found: int, allowed: range) -> None:
    """Raise OptionsError for an option whose number is not in its range."""
    if found not in allowed:
        least, most = allowed[0], allowed[-1]
        raise OptionsError("option-integer", name=name, found=found, least=least, most=most)


class IllegalAction(Refusal):
    """An action that the rules do not allow this seat now."""


class Unconfirmed(IllegalAction):
    """An action that its person may not have meant; each of `choices` does it in that `turn`.

    They are several where it can be meant in several ways.
    """

    def __init__(self, key: str, *, choices: Sequence[Choice], turn: int, **params: object) -> None:
        super().__init__(key, **params)
        self.choices = tuple(choices)
        self.turn = turn


@dataclass(frozen=True, slots=True, repr=False)
class Secret(Generic[T]):
    """A value that neither a log nor a traceback may show; read it through `value`."""

    value: T

    def __repr__(self) -> str:
        return "Secret(hidden)"


class Entropy(Protocol):
    """A source of random bytes: the operating system's, or a seeded generator's."""

    def bytes(self, length: int, /) -> bytes:
        """Return `length` random bytes."""


@dataclass(frozen=True, slots=True)
class Expire:
    """CLOCK ends the turn whose time is up."""

    turn: int


class TurnAction(Protocol):
    """An action of a game, and the turn that it is meant for."""

    @property
    def turn(self) -> int:
        """The number of the turn."""


def check_moment(seat: Seat, action: TurnAction, turn: int, *, over: bool) -> None:
    """Raise IllegalAction for an action after the game, for another turn, or that CLOCK alone does.

    `turn` is the present one.
    """
    if over:
        raise IllegalAction("game-over")
    if action.turn != turn:
        raise IllegalAction("other-turn", turn=action.turn, now=turn)
    if isinstance(action, Expire) and seat != CLOCK:
        raise IllegalAction("only-clock-expires")


@dataclass(frozen=True, slots=True)
class Field:
    """One blank of a form: its name, how it completes, and the closed list of values if any."""

    name: str
    choices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Form:
    """An open action: the verb that starts its line and the blanks that a person fills in."""

    verb: str
    fields: tuple[Field, ...]


@dataclass(frozen=True, slots=True)
class Legal(Generic[A]):
    """The open moves of a seat: closed actions as values, open ones as forms."""

    actions: tuple[A, ...] = ()
    forms: tuple[Form, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.actions or self.forms)


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a game: the seats that won (none, if the board did) and the reason."""

    winners: frozenset[Seat]
    reason: Phrase


class Rules(Protocol[S, A, E, O_co]):
    """A game's rules over states S, actions A, events E and observations O_co."""

    def initial(self) -> S:
        """Return the empty table."""

    def chance(self, state: S, entropy: Entropy) -> A | None:
        """Return what CHANCE does now, or None where it has nothing to do."""

    def decide(self, state: S, seat: Seat, action: A) -> Sequence[E]:
        """Return the facts that the action makes true; raises IllegalAction."""

    def apply(self, state: S, event: E) -> S:
        """Return the state after the event; total for every event that `decide` returned."""

    def legal(self, state: S, seat: Seat) -> Legal[A]:
        """Return all that the seat may do now."""

    def to_act(self, state: S) -> frozenset[Seat]:
        """Return the seats that the table waits for."""

    def observe(self, state: S, seat: Seat | None) -> O_co:
        """Return what the seat may know; None stands for the public."""

    def outcome(self, state: S) -> Outcome | None:
        """Return how the game ended, or None while it runs."""


def advance(rules: Rules[S, Any, E, Any], state: S, events: Iterable[E]) -> S:
    """Return the state after the events."""
    step: Callable[[S, E], S] = rules.apply
    return reduce(step, events, state)


def replay(rules: Rules[S, Any, E, Any], events: Iterable[E]) -> S:
    """Return the state that a game's whole log of events adds up to."""
    return advance(rules, rules.initial(), events)
