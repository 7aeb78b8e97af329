"""The shape of every game: actions in, events out, and observations by seat.

A `Rules` object is pure. Actions are wishes (imperative), events are facts (past participles);
the state is a fold of the events. Chance and time act from seats of their own, so no game needs a
random generator or a clock to judge a move.

Refusals form this tree::

    Refusal                 carries the Phrase to show; expected, caused by a person
    ├── InvalidNotation     the line cannot be read
    │   └── Misspelled      a similar line can be read
    ├── OptionsError        the options allow no table
    └── IllegalAction       the rules do not allow the action now
        └── Unconfirmed     the action is allowed once its player confirms it
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
"""The seat that deals; its actions come from entropy, never from a client."""

CLOCK = Seat("clock")
"""The seat that ends a turn at its deadline; no client may act as it."""

ANYWAY: Final = "anyway"
"""The last word of a line that needs no confirmation."""

REPEATED: Final = 60
"""The most characters of a value that a refusal repeats."""

PATH: Final = "path"
LONGEST_PATH: Final = 200
"""The most characters of a value named `path`, which has to stay usable."""


class Refusal(Exception):
    """An expected refusal; `phrase` says what is wrong and what to do instead.

    It repeats at most `REPEATED` characters of a value, because people may send whole books.
    """

    def __init__(self, key: str, **params: object) -> None:
        self.phrase: Phrase = phrase(
            key, **{name: _repeated(name, value) for name, value in params.items()}
        )
        super().__init__(key)

    @classmethod
    def of(cls, said: Phrase) -> Self:
        """Return a refusal with the phrase `said`."""
        return cls(said.key, **dict(said.params))


def _repeated(name: str, value: object) -> object:
    """Return a value, shortened for a refusal."""
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
    """A line that is not an action of the game."""


class Misspelled(InvalidNotation):
    """A line that is not an action of the game; `line` is a similar, readable line."""

    def __init__(self, key: str, *, line: str, **params: object) -> None:
        super().__init__(key, **params)
        self.line = line


class OptionsError(Refusal):
    """Options that allow no table."""


def check_range(name: str, found: int, allowed: range) -> None:
    """Raise OptionsError for a number outside an option's range."""
    if found not in allowed:
        least, most = allowed[0], allowed[-1]
        raise OptionsError("option-integer", name=name, found=found, least=least, most=most)


class IllegalAction(Refusal):
    """An action that the rules do not allow this seat now."""


class Unconfirmed(IllegalAction):
    """An action that its player may not have meant.

    Each of the `choices` confirms one meaning of it, in that `turn`.
    """

    def __init__(self, key: str, *, choices: Sequence[Choice], turn: int, **params: object) -> None:
        super().__init__(key, **params)
        self.choices = tuple(choices)
        self.turn = turn


@dataclass(frozen=True, slots=True, repr=False)
class Secret(Generic[T]):
    """A value that logs and tracebacks hide; read it through `value`."""

    value: T

    def __repr__(self) -> str:
        return "Secret(hidden)"


class Entropy(Protocol):
    """A source of random bytes: the operating system's, or a seeded generator's."""

    def bytes(self, length: int, /) -> bytes:
        """Return `length` random bytes."""


@dataclass(frozen=True, slots=True)
class TurnAction:
    """An action of a game; it names its intended turn, so that the rules refuse a late one."""

    turn: int


class Expire(TurnAction):
    """CLOCK ends the turn at its deadline."""


@dataclass(frozen=True, slots=True)
class SeatEvent:
    """An event of a game about the player in a seat."""

    seat: Seat


def check_moment(seat: Seat, action: TurnAction, turn: int, *, over: bool) -> None:
    """Raise IllegalAction after the game, in another turn, or if only CLOCK may take the action.

    `turn` is the current one.
    """
    if over:
        raise IllegalAction("game-over")
    if action.turn != turn:
        raise IllegalAction("other-turn", turn=action.turn, now=turn)
    if isinstance(action, Expire) and seat != CLOCK:
        raise IllegalAction("only-clock-expires")


@dataclass(frozen=True, slots=True)
class Field:
    """One blank of a form: its name, and its values if they are a closed list."""

    name: str
    choices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Form:
    """An open action: the verb that starts its line, and the blanks to fill in."""

    verb: str
    fields: tuple[Field, ...]


@dataclass(frozen=True, slots=True)
class Legal(Generic[A]):
    """The legal moves of a seat: closed actions as values, open ones as forms."""

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

    def chance(self, _state: S, _entropy: Entropy, /) -> A | None:
        """Return the next action of CHANCE; None in a game without random moves."""
        return None

    def decide(self, state: S, seat: Seat, action: A) -> Sequence[E]:
        """Return the events of an action; raises IllegalAction."""

    def apply(self, state: S, event: E) -> S:
        """Return the state after an event; defined for all events of `decide`."""

    def legal(self, state: S, seat: Seat) -> Legal[A]:
        """Return the seat's legal moves."""

    def to_act(self, state: S) -> frozenset[Seat]:
        """Return the seats whose move it is."""

    def observe(self, state: S, seat: Seat | None) -> O_co:
        """Return the seat's observation; None stands for the public."""

    def outcome(self, state: S) -> Outcome | None:
        """Return the result of the game, or None while it runs."""


def advance(rules: Rules[S, Any, E, Any], state: S, events: Iterable[E]) -> S:
    """Return the state after the events."""
    step: Callable[[S, E], S] = rules.apply
    return reduce(step, events, state)
