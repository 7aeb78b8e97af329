"""The nouns of Codenames: teams, cards, chairs, options, events, state and observation.

Words follow the rule book: a *board* of *cards*, each with an *identity* on the *key*; each team
has one *spymaster* who sees the key and *guessers* who don't; a *turn* is a *clue* and the guesses
on it.
"""

from dataclasses import dataclass, field
from enum import Enum
from functools import cache
from typing import Final, TypeAlias

from core.codenames.clue import Breach, Substrings
from core.rules import Seat, SeatEvent, Secret


class Team(Enum):
    """The teams, in a fixed order."""

    BLUE = "blue"
    RED = "red"
    GREEN = "green"
    YELLOW = "yellow"
    PURPLE = "purple"


class Identity(Enum):
    """The identity of a card on a key card; the value is its letter on the key."""

    BLUE = "B"
    RED = "R"
    GREEN = "G"
    YELLOW = "Y"
    PURPLE = "P"
    BYSTANDER = "T"
    ASSASSIN = "K"

    @classmethod
    def of(cls, team: Team) -> "Identity":
        """Return the identity of the team's own cards."""
        return cls[team.name]

    @property
    def team(self) -> Team | None:
        """The team whose card this is, or None for a bystander or the assassin."""
        return Team.__members__.get(self.name)


class Role(Enum):
    """The role of a chair in its team."""

    SPYMASTER = "spymaster"
    GUESSER = "guesser"


class Lawfulness(Enum):
    """The rules' answer to a clue that gives a card away."""

    STRICT = "strict"
    """They refuse it."""
    WARN = "warn"
    """They accept it with a public warning that names the broken rule."""
    OFF = "off"
    """They accept it."""


class NameClues(Enum):
    """Whether bots that play to the listener give names as clues: titanic, mozart."""

    AUTO = "auto"
    """They do, unless the family filter is on."""
    YES = "yes"
    NO = "no"


class Level(Enum):
    """The strength of opponents: bots in teams without people that play to the listener."""

    EASY = "easy"
    FAIR = "fair"
    STRONG = "strong"


class Phase(Enum):
    """The step that the table waits for."""

    DEAL = "deal"
    CLUE = "clue"
    GUESS = "guess"
    OVER = "over"


class Reason(Enum):
    """The reason for a team's elimination, or for the end of the game."""

    CARDS = "cards"
    """A team's last card was uncovered."""
    ASSASSIN = "assassin"
    RESIGNED = "resigned"


class TurnEnd(Enum):
    """The reason why a turn ended."""

    WRONG_CARD = "wrong-card"
    LIMIT = "limit"
    PASSED = "passed"
    EXPIRED = "expired"
    RESIGNED = "resigned"
    GAME_OVER = "game-over"


@dataclass(frozen=True, slots=True)
class Chair:
    """A place at the table, with its team and its role."""

    team: Team
    role: Role
    number: int = 1

    @property
    def seat(self) -> Seat:
        """The seat's name: ``red-spymaster``, ``red-guesser``, ``red-guesser-2``."""
        tail = "" if self.number == 1 else f"-{self.number}"
        return Seat(f"{self.team.value}-{self.role.value}{tail}")


@dataclass(frozen=True, slots=True)
class Options:
    """The options of a table. `rows` and `cols` count cards; `marks` counts people."""

    rows: int = 5
    cols: int = 5
    teams: int = 2
    solo: Team | None = None
    """The team that plays alone against the board, or None if all teams play."""
    guessers: int = 1
    """Guessers' chairs in each team."""
    lawfulness: Lawfulness = Lawfulness.STRICT
    substrings: Substrings = field(
        default=Substrings.ALLOW, metadata={"missing": Substrings.REFUSE}
    )
    """Tables from before this setting refuse them."""
    marks: int = 1
    """Teammates who must mark a card before it may be guessed; 1 asks for no marks."""
    keyword: bool = False
    """Whether a spymaster types a keyword, instead of CHANCE dealing."""
    ensemble: tuple[str, ...] = ()
    """The language models for ACE; none stands for the installation's models."""
    level: Level = field(default=Level.FAIR, metadata={"missing": Level.STRONG})
    """Tables from before this setting have strong bots."""
    spares_allies: bool = field(default=True, metadata={"missing": False})
    """Whether bots with human teammates play their best; at older tables they play at `level`."""
    follows_score: bool = field(default=True, metadata={"missing": False})
    """Whether opponents err more when they are ahead; at older tables they do not."""
    names: NameClues = field(default=NameClues.AUTO, metadata={"missing": NameClues.NO})
    """At older tables bots give none."""
    family: bool = False
    """Whether the room's family filter was on when the table opened, or at the deal."""

    @property
    def size(self) -> int:
        """The number of cards."""
        return self.rows * self.cols

    @property
    def all_teams(self) -> tuple[Team, ...]:
        """The teams on the key, in the fixed order."""
        return tuple(Team)[: self.teams]

    @property
    def playing(self) -> tuple[Team, ...]:
        """The teams that take turns, in the fixed order."""
        return self.all_teams if self.solo is None else (self.solo,)

    @property
    def gives_names(self) -> bool:
        """Whether bots give names as clues."""
        return self.names is NameClues.YES or (self.names is NameClues.AUTO and not self.family)

    @property
    def chairs(self) -> tuple[Chair, ...]:
        """Every chair: for each playing team its spymaster, then its guessers."""
        return _chairs(self.playing, self.guessers)

    def chair(self, seat: Seat | None) -> Chair | None:
        """Return the chair of a seat."""
        return next((chair for chair in self.chairs if chair.seat == seat), None)


@cache
def _chairs(teams: tuple[Team, ...], guessers: int) -> tuple[Chair, ...]:
    return tuple(
        chair
        for team in teams
        for chair in (
            Chair(team, Role.SPYMASTER),
            *(Chair(team, Role.GUESSER, number) for number in range(1, guessers + 1)),
        )
    )


NUMBERS: Final = range(10)
"""The numbers that a clue may have, besides None for unlimited."""

Number: TypeAlias = int | None
"""A clue's number: 1 to 9, 0 (none of our cards), or None for unlimited.

Only 1 to 9 limit the guesses.
"""


# Sources of a deal.


@dataclass(frozen=True, slots=True)
class Drawn:
    """A random deal: 128 secret bits, and their SHA-256, which is public at once."""

    secret: Secret[bytes]
    commitment: str


@dataclass(frozen=True, slots=True)
class Typed:
    """A deal from a keyword, and the seat that typed it."""

    keyword: Secret[str]
    seat: Seat


Source: TypeAlias = Drawn | Typed


@dataclass(frozen=True, slots=True)
class Layout:
    """A dealt board: words by rows, the playing order, the key, and the source of both."""

    words: tuple[str, ...]
    order: tuple[Team, ...]
    key: Secret[tuple[Identity, ...]]
    source: Source
    pack: str
    """SHA-256 digest of the pack, in hexadecimal."""
    skipped: tuple[str, ...] = ()
    """The words of the pack that the deal left out: seen lately in the room, or barred."""


@dataclass(frozen=True, slots=True)
class Clue:
    """A given clue; `breach` is the rule that it breaks at a table that only warns.

    `unknown_to` are the team's bots that do not know the word, `heard_as` is their reading of a
    misspelled one.
    """

    seat: Seat
    word: str
    number: Number
    breach: Breach | None = None
    unknown_to: tuple[Seat, ...] = ()
    heard_as: str = ""

    @property
    def limit(self) -> int | None:
        """The number of guesses that the rule book allows on it: n + 1, or None for no limit."""
        return self.number + 1 if self.number else None


# Events: facts.


@dataclass(frozen=True, slots=True)
class Dealt:
    """CHANCE or a keyword dealt the board."""

    layout: Layout


@dataclass(frozen=True, slots=True)
class ClueGiven:
    """A spymaster gave a clue."""

    clue: Clue


@dataclass(frozen=True, slots=True)
class Pointed(SeatEvent):
    """A guesser marked a card."""

    card: int


@dataclass(frozen=True, slots=True)
class Unpointed(SeatEvent):
    """A guesser took a mark back."""

    card: int


@dataclass(frozen=True, slots=True)
class Uncovered(SeatEvent):
    """A guesser uncovered a card, which shows its identity."""

    card: int
    identity: Identity


@dataclass(frozen=True, slots=True)
class TeamEliminated:
    """A team is out; from now on its covered cards count as bystanders."""

    team: Team
    reason: Reason


@dataclass(frozen=True, slots=True)
class TurnEnded:
    """A turn is over; `by` is the seat that passed, if any."""

    end: TurnEnd
    by: Seat | None = None


@dataclass(frozen=True, slots=True)
class TurnStarted:
    """The next turn begins."""

    turn: int
    team: Team


@dataclass(frozen=True, slots=True)
class GameEnded:
    """The game is over: the winning team, or None if the board won a solo game."""

    winner: Team | None
    reason: Reason


Event: TypeAlias = (
    Dealt
    | ClueGiven
    | Pointed
    | Unpointed
    | Uncovered
    | TeamEliminated
    | TurnEnded
    | TurnStarted
    | GameEnded
)


@dataclass(frozen=True, slots=True)
class Turn:
    """The public record of a turn. `end` is None while it runs."""

    number: int
    team: Team
    clue: Clue | None = None
    guesses: tuple[Uncovered, ...] = ()
    end: TurnEnd | None = None


@dataclass(frozen=True, slots=True)
class State:
    """The whole state of a table, secrets included; only `Rules` reads it."""

    phase: Phase = Phase.DEAL
    layout: Layout | None = None
    turns: tuple[Turn, ...] = ()
    uncovered: frozenset[int] = frozenset()
    marks: frozenset[tuple[Seat, int]] = frozenset()
    out: frozenset[Team] = frozenset()
    ending: GameEnded | None = None

    @property
    def number(self) -> int:
        """The number of the current turn, from 1; 0 before the deal."""
        return self.turns[-1].number if self.turns else 0


@dataclass(frozen=True, slots=True)
class Card:
    """A card for one observer.

    `shown` is its identity if it is uncovered, `key` if the observer may know it. Logs and
    tracebacks do not show `key`.
    """

    word: str
    shown: Identity | None = None
    key: Identity | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class Observation:
    """The view of one seat, or of the public if `chair` is None."""

    options: Options
    chair: Chair | None
    phase: Phase
    cards: tuple[Card, ...] = ()
    order: tuple[Team, ...] = ()
    turns: tuple[Turn, ...] = ()
    marks: frozenset[tuple[Seat, int]] = frozenset()
    out: frozenset[Team] = frozenset()
    left: tuple[tuple[Team, int], ...] = ()
    """Covered cards of each team, in playing order."""
    commitment: str | None = None
    """SHA-256 of a random deal's secret bits; None for a typed keyword."""
    typed_by: Seat | None = None
    """The seat that typed the keyword, if any."""
    layout: Layout | None = None
    """The whole deal, once the game is over."""
    ending: GameEnded | None = None
    people: frozenset[Seat] = frozenset()
    """The seats of people, which the table adds for bots; the rules leave it empty."""

    @property
    def words(self) -> tuple[str, ...]:
        """The words on the board, in board order."""
        return tuple(card.word for card in self.cards)

    @property
    def turn(self) -> Turn | None:
        """The current (or last) turn; None before the deal."""
        return self.turns[-1] if self.turns else None

    @property
    def number(self) -> int:
        """The number of the current turn, from 1; 0 before the deal."""
        return self.turns[-1].number if self.turns else 0

    @property
    def clue(self) -> Clue | None:
        """The clue that the team is guessing on, if any."""
        return self.turns[-1].clue if self.turns and self.phase is Phase.GUESS else None

    @property
    def covered(self) -> tuple[int, ...]:
        """The places of the cards that are still covered, in board order."""
        return tuple(place for place, card in enumerate(self.cards) if card.shown is None)

    @property
    def guesses_left(self) -> int | None:
        """The number of guesses left in the turn; None for no limit."""
        if self.clue is None or self.clue.limit is None:
            return None
        return self.clue.limit - len(self.turns[-1].guesses)
