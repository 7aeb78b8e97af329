"""A game as the application knows it.

`core.game.GameInterface` bundles a game's notation and looks; a `GameType` adds options, chairs,
word lists, the JSON of its events and its bots (`bot.gametypes.bots`).
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from functools import lru_cache
from types import MappingProxyType
from typing import Any, ClassVar, Final, Generic, TypeAlias, TypeVar

from bot.codec import Body, Codec, read_value, write_value
from bot.gametypes.bots import BotRoster
from bot.gametypes.recap import ThoughtsByTurn
from bot.lobby.model import LobbyChair
from bot.ratings.scores import AttributedEvent, GameScore
from core.command import InputType, Option
from core.game import GameInterface
from core.rules import CLOCK, InvalidNotation, Legal, OptionsError, Rules, Seat, Unconfirmed
from core.view import Block, Face, Phrase, View
from core.words.packs import Pack, default_pack

S = TypeVar("S")
A = TypeVar("A")
E = TypeVar("E")
O = TypeVar("O")  # noqa: E741 - the observations' letter in core.rules too
P = TypeVar("P")
R = TypeVar("R", bound=Rules[Any, Any, Any, Any])


@dataclass(frozen=True, slots=True)
class RevealedDeal:
    """The source of a finished game's deal, as sentences and as JSON."""

    phrases: tuple[Phrase, ...]
    record: Mapping[str, Any] = field(repr=False)


AdjustedTable: TypeAlias = tuple[P, tuple[LobbyChair, ...]]
"""A table's options and chairs."""

TABLES: Final = 64
"""The size of the cache of rules."""

DAILY: Final = "daily"
"""The option of the `new` command for the word of the day."""

_ON: Final = ("on", "true", "yes")
_OFF: Final = ("off", "false", "no")


@dataclass(frozen=True, slots=True)
class GameType(ABC, Generic[R, S, A, E, O, P]):
    """A game with rules R over states S, actions A, events E and observations O, with options P.

    A game defines the abstract methods, `game`, `codec` and `options_type`; all else has defaults.
    """

    bots: BotRoster[P, Any, O]

    game: ClassVar[GameInterface[Any, Any, Any]]
    codec: ClassVar[Codec]
    """The codec of the game's events."""
    options_type: ClassVar[type]
    rules_type: ClassVar[type]
    """The class of the rules, unless `rules` is overridden."""
    seeded: ClassVar[GameInterface[Any, Any, Any] | None] = None
    """The game's looks if CHANCE draws from a known seed, if they differ."""
    faces: ClassVar[Mapping[str, Face]] = MappingProxyType({})
    """The teams' faces, by name."""
    deal_events: ClassVar[tuple[type, ...]] = ()
    """The events of a deal, which have no data about people."""
    uncovering: ClassVar[tuple[type, ...]] = ()
    """The events that reveal a secret, so that no bot agrees to take them back."""
    resigning: ClassVar[tuple[type, ...]] = ()
    """The actions that resign for a team, which all its people must confirm."""
    remembers: ClassVar[bool] = True
    """Whether rooms remember dealt words, to leave them out of later games."""
    teaches: ClassVar[bool] = False
    """Whether bots learn from its turns, and its players have ratings (`bot.ratings`)."""

    @property
    def name(self) -> str:
        """The game's name in commands and in the database."""
        return self.game.commands.game

    @property
    def has_days(self) -> bool:
        """Whether there is a word of the day."""
        return any(option.name == DAILY for option in self.game.commands.new.options)

    def day(self, options: P, /) -> date | None:
        """Return the date of the word of the day, if the options ask for one."""
        day: str = getattr(options, DAILY, "")
        return date.fromisoformat(day) if day else None

    def shown(self, *, seeded: bool) -> GameInterface[Any, Any, Any]:
        """Return the game's looks, with or without a known seed."""
        return self.seeded or self.game if seeded else self.game

    def options(self, values: Mapping[str, object], /) -> P:
        """Return the options of the `new` command's values; raises Refusal for wrong ones.

        By default the fields of the options are named like the command's options.
        """
        options: P = self.options_type(**self.read_values(values))
        return options

    def read_values(self, values: Mapping[str, object], /) -> dict[str, object]:
        """Return the values of all options of the `new` command, with defaults filled in.

        Values may be texts. A missing flag is off; the value for the word of the day is its date.
        Raises OptionsError for an unknown name or a value that the command does not allow.
        """
        options = {option.name: option for option in self.game.commands.new.options}
        for name in values:
            if name not in options:
                raise OptionsError("option-unknown", name=name, known=tuple(options))
        usual = {name: option.default for name, option in options.items()}
        flags = (name for name, option in options.items() if option.kind is InputType.FLAG)
        off = {name: "" if name == DAILY else False for name in flags}
        return usual | off | {name: _value(options[name], value) for name, value in values.items()}

    def values(self, options: P, /) -> dict[str, object]:
        """Return options as values of the `new` command."""
        written = self.write_options(options)
        return {
            name.replace("_", "-"): value
            for name, value in written.items()
            if name != DAILY or value
        }

    def write_options(self, options: P) -> Body:
        """Return options as JSON for `read_options`."""
        written: Body = write_value(self.options_type, options)
        return written

    def read_options(self, body: Mapping[str, Any]) -> P:
        """Return the options that `write_options` wrote; raises CodecError."""
        options: P = read_value(self.options_type, body)
        return options

    @abstractmethod
    def chairs(self, options: P, /) -> tuple[LobbyChair, ...]:
        """Return the chairs of a table."""

    @abstractmethod
    def summary(self, options: P, /) -> Phrase:
        """Return the main options in a few words, such as the size of the board."""

    def rules(self, options: P, pack: Pack, _skipped: tuple[str, ...], /) -> R:
        """Return the rules of a table, cached unless a game overrides this.

        Raises Refusal for options that do not fit the pack.
        """
        rules: R = _cached_rules(self.rules_type, options, pack)
        return rules

    def prepare(self) -> None:
        """Load the data of usual tables; called in a thread when a server starts."""

    def prepare_pack(self, _pack: Pack, /) -> None:
        """Fill the caches for a pack; called in a thread before the first table with it."""

    def check_pack(self, _pack: Pack, /) -> None:
        """Raise Refusal for a pack that no table can use."""

    def example(self) -> tuple[Block, ...]:
        """Return an example of the game's boards; none if words are enough."""
        return ()

    def actor_of(self, _event: E, /) -> Seat | None:
        """Return the seat whose move an event is; CLOCK if nobody may take it back.

        None for an event that people take back with the move before it.
        """
        return CLOCK

    def doubt(self, _action: A, /) -> Unconfirmed | None:
        """Return the question to ask before an action that one wrong press could trigger."""
        return None

    def repeats(self, _action: A, _event: E, /) -> bool:
        """Return whether a press of an action may be the second tap on the button of an event.

        The event may have moved another button under the finger, so a fast press does not count.
        """
        return False

    def pack(self, _options: P, /) -> Pack:
        """Return the default pack of a table with these options."""
        return default_pack()

    def skipped(
        self, _options: P, _pack: Pack, _seen: Sequence[str], _barred: Sequence[str], /
    ) -> tuple[str, ...]:
        """Return the words of a pack to leave out.

        The arguments are the words seen lately, oldest first, and the room's barred words.
        """
        return ()

    def dealt_words(self, _state: S, /) -> tuple[str, ...]:
        """Return the dealt words."""
        return ()

    def addressed(self, action: A, _seat: Seat, _rules: R, _bots: Mapping[Seat, str], /) -> A:
        """Return a seat's action with facts about the bots, by seat, that the rules need."""
        return action

    def needs_typed_secret(self, _options: P, /) -> bool:
        """Return whether a person types the secret of the deal."""
        return False

    def commitment(self, _observation: O, /) -> str | None:
        """Return the public hash of the deal's secret, if any."""
        return None

    def reveal(self, _observation: O, /) -> RevealedDeal | None:
        """Return the source of the deal from the public observation; None before the game's end."""
        return None

    def answer(self, line: str, _observation: O, _thoughts_by_turn: ThoughtsByTurn[Any], /) -> View:
        """Return the answer to one of the game's questions from the last public observation.

        The thoughts are the bots' public ones; a choice in the answer asks another question.
        It may take a second. Raises Refusal for a question without an answer.
        """
        raise InvalidNotation("question-unknown", game=self.name, line=line)

    def eliminated_teams(self, _state: S, /) -> frozenset[str]:
        """Return the teams that are out of the game."""
        return frozenset()

    def forfeits(self, _options: P, _state: S, /) -> frozenset[Seat]:
        """Return the seats whose people lose a running game by a stop; others get no result."""
        return frozenset()

    def forfeited(self, _options: P, _state: S, _seat: Seat, /) -> Sequence[E]:
        """Return the events that end a game for the scores, if a stop is a seat's loss."""
        return ()

    def tally(self, _observation: O, _events: Iterable[AttributedEvent[E]], /) -> GameScore | None:
        """Return the scores from the public observation and the log; None if the game has none."""
        return None

    def told_at_stop(self, _state: S, /) -> Phrase | None:
        """Return the public sentence on the secret of a stopped game."""
        return None

    def opening(self, _options: P, _bots: Mapping[Seat, str], /) -> tuple[Phrase, ...]:
        """Return the public sentences in the first turn of a table with these bots."""
        return ()

    def starts_without_lobby(self, _options: P, /) -> bool:
        """Return whether a table needs no people besides its host, and so no lobby."""
        return False

    def adjust_to_players(
        self, options: P, chairs: tuple[LobbyChair, ...], _taken: frozenset[Seat], /
    ) -> AdjustedTable[P]:
        """Return the options and chairs to start with, given the taken seats."""
        return options, chairs

    def words_language(self, _rules: R, /) -> str:
        """Return the language of a table's words; "any" if unknown."""
        return "any"

    def filtered(self, options: P, /, *, family: bool) -> P:  # noqa: ARG002 - others need it
        """Return the options with the family filter on or off."""
        return options

    def next_options(self, options: P, /) -> P:
        """Return the options of the next game: the same, without a word of the day."""
        same: Any = options
        return replace(same, **{DAILY: ""}) if self.has_days else options


@lru_cache(maxsize=TABLES)
def _cached_rules(rules_type: type, options: object, pack: Pack) -> Any:  # noqa: ANN401 - the game's own
    return rules_type(options, pack)


def _value(option: Option, value: object) -> object:
    match option.kind:
        case InputType.FLAG if option.name == DAILY:
            return str(value or "")
        case InputType.INTEGER:
            return _integer(option, value)
        case InputType.FLAG:
            return _flag(option, value)
        case InputType.CHOICE if value not in option.choices:
            choices = option.choices
            raise OptionsError("option-choice", name=option.name, found=value, choices=choices)
        case _:
            return value


def _integer(option: Option, value: object) -> int:
    least, most = option.least, option.most
    text = str(value).strip()
    if text.isascii() and text.removeprefix("-").isdigit() and len(text) < 10:
        number = int(text)
        if (least is None or number >= least) and (most is None or number <= most):
            return number
    raise OptionsError("option-integer", name=option.name, found=text, least=least, most=most)


def _flag(option: Option, value: object) -> bool:
    text = str(value).casefold()
    if text not in (*_ON, *_OFF):
        raise OptionsError("option-choice", name=option.name, found=text, choices="on, off")
    return text in _ON


AnyGame: TypeAlias = GameType[Any, Any, Any, Any, Any, Any]
"""A game of any kind."""

AnyOptions: TypeAlias = Any
AnyAction: TypeAlias = Any
AnyLegal: TypeAlias = Legal[Any]
"""The options, actions and legal actions of a game of any kind."""
