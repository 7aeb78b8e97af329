"""The games that can be played at a table, and what the application must know of each.

`core.game.Game` bundles a game's notation and looks; a `Kind` adds how its tables are set up and
kept: options, chairs, word lists, and the JSON of its events.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import Any, Final, get_args

from bot.codec import Body, Codec, read_value, write_value
from bot.lobby.model import Chairing
from core.codenames.actions import Expire
from core.codenames.clue import Referee
from core.codenames.command import CODENAMES
from core.codenames.deal import Supply, unseen
from core.codenames.game import GAME
from core.codenames.key import check_options
from core.codenames.model import (
    ClueGiven,
    Event,
    Lawfulness,
    Options,
    OptionsError,
    Role,
    State,
    Team,
    TeamEliminated,
    TurnEnd,
    TurnEnded,
    Uncovered,
)
from core.codenames.rules import Codenames
from core.command import Command, Option
from core.command import Kind as Typed
from core.game import Game
from core.rules import CLOCK, Refusal, Rules, Seat
from core.words.lexicon import default_lexicon
from core.words.packs import Pack


@dataclass(frozen=True, slots=True)
class Kind:
    """One game, as the application sets its tables up; options are values of the game's own."""

    game: Game[Any, Any, Any]
    codec: Codec
    """Of the game's events."""
    options_type: type
    options: Callable[[Mapping[str, object]], Any]
    """The options that values of the `new` command ask for; raises OptionsError."""
    chairs: Callable[[Any], tuple[Chairing, ...]]
    skipped: Callable[[Any, Pack, Sequence[str]], tuple[str, ...]]
    """The words of a pack that a game leaves out, given those seen lately, oldest first."""
    rules: Callable[[Any, Pack, tuple[str, ...]], Rules[Any, Any, Any, Any]]
    """The rules of a table by its options, pack and skipped words; raises OptionsError."""
    words: Callable[[Any], tuple[str, ...]]
    """The words that have been dealt in a state."""
    mover: Callable[[Any], Seat | None]
    """Whose move an event is: CLOCK's, where it is one that nobody may take back."""
    values: Callable[[Any], dict[str, object]]
    """The values of the `new` command that options came from."""
    typed: Callable[[Any], bool]
    """Whether, by its options, a person types what a game is dealt from."""
    out: Callable[[Any], frozenset[str]]
    """The teams that are out of the game in a state."""
    commitment: Callable[[Any], str | None]
    """The public hash of a deal's secret, in an observation."""
    expire: Callable[[int], Any]
    """CLOCK's action on a turn whose time is up."""

    @property
    def name(self) -> str:
        """The game's name, as commands and the database write it."""
        return self.game.commands.game

    def write_options(self, options: Any) -> Body:  # noqa: ANN401 - the game's own
        """Return options as JSON."""
        written: Body = write_value(self.options_type, options)
        return written

    def read_options(self, body: Mapping[str, Any]) -> Any:  # noqa: ANN401 - the game's own
        """Return the options that `write_options` wrote; raises CodecError."""
        return read_value(self.options_type, body)


def asked(command: Command, values: Mapping[str, object]) -> dict[str, object]:
    """Return a command's options by name: those asked for, and the defaults of the others.

    Values may be texts. Raises OptionsError for a name or a value that the command has not.
    """
    options = {option.name: option for option in command.options}
    for name in values:
        if name not in options:
            raise OptionsError("option-unknown", name=name, known=", ".join(options))
    return {
        name: _value(option, values[name]) if name in values else option.default
        for name, option in options.items()
    }


def _value(option: Option, value: object) -> object:
    match option.kind:
        case Typed.INTEGER:
            return _integer(option, value)
        case Typed.FLAG:
            return _flag(option, value)
        case Typed.CHOICE if value not in option.choices:
            choices = ", ".join(option.choices)
            raise OptionsError("option-choice", name=option.name, found=value, choices=choices)
        case _:
            return value


def _integer(option: Option, value: object) -> int:
    least, most = option.least, option.most
    text = str(value).strip()
    if not (text.isascii() and text.lstrip("-").isdigit() and len(text) < 10):
        raise OptionsError("option-integer", name=option.name, found=text, least=least, most=most)
    number = int(text)
    if (least is not None and number < least) or (most is not None and number > most):
        raise OptionsError("option-integer", name=option.name, found=text, least=least, most=most)
    return number


FLAGS: Final = MappingProxyType({"on": True, "true": True, "yes": True, "off": False, "no": False})


def _flag(option: Option, value: object) -> bool:
    known = {**FLAGS, "false": False}
    text = str(value).casefold()
    if text not in known:
        raise OptionsError("option-choice", name=option.name, found=text, choices="on, off")
    return known[text]


# Codenames.


def _codenames_options(values: Mapping[str, object]) -> Options:
    chosen = asked(CODENAMES.new, values)
    options = Options(
        rows=_int(chosen["rows"]),
        cols=_int(chosen["cols"]),
        teams=_int(chosen["teams"]),
        solo=Team(chosen["team"]) if chosen["solo"] else None,
        guessers=_int(chosen["guessers"]),
        lawfulness=Lawfulness(chosen["clues"]),
        marks=_int(chosen["marks"]),
        keyword=bool(chosen["typed"]),
    )
    check_options(options)
    return options


def _codenames_values(options: Options) -> dict[str, object]:
    team = options.solo or Team(next(o.default for o in CODENAMES.new.options if o.name == "team"))
    return {
        "rows": options.rows,
        "cols": options.cols,
        "teams": options.teams,
        "guessers": options.guessers,
        "marks": options.marks,
        "clues": options.lawfulness.value,
        "solo": options.solo is not None,
        "team": team.value,
        "typed": options.keyword,
    }


def _int(value: object) -> int:
    if not isinstance(value, int):
        raise TypeError("an integer option without a default")
    return value


def _codenames_chairs(options: Options) -> tuple[Chairing, ...]:
    return tuple(
        Chairing(chair.seat, chair.team.value, chair.role.value, chair.role is Role.SPYMASTER)
        for chair in options.chairs
    )


def _codenames_skipped(options: Options, pack: Pack, seen: Sequence[str]) -> tuple[str, ...]:
    return unseen(pack, seen, options.size).skipped


def _codenames_words(state: State) -> tuple[str, ...]:
    return state.layout.words if state.layout else ()


def _codenames_mover(event: Event) -> Seat | None:
    match event:
        case ClueGiven(clue=clue):
            return clue.seat
        case Uncovered(seat=seat):
            return seat
        case TurnEnded(end=TurnEnd.EXPIRED) | TeamEliminated():
            return CLOCK
        case TurnEnded(by=by):
            return by
        case _:
            return None


@cache
def embedded_referee() -> Referee:
    """Return the judge of clues who knows the embedded English lexicon."""
    return Referee(default_lexicon().irregular)


def codenames_kind(referee: Callable[[], Referee] = embedded_referee) -> Kind:
    """Return Codenames; the referee is asked for when the first table needs one."""

    def rules(options: Options, pack: Pack, skipped: tuple[str, ...]) -> Codenames:
        return Codenames(options, Supply(pack, skipped), referee())

    return Kind(
        game=GAME,
        codec=Codec(get_args(Event)),
        options_type=Options,
        options=_codenames_options,
        chairs=_codenames_chairs,
        skipped=_codenames_skipped,
        rules=rules,
        words=_codenames_words,
        mover=_codenames_mover,
        values=_codenames_values,
        typed=lambda options: options.keyword,
        out=lambda state: frozenset(team.value for team in state.out),
        commitment=lambda observation: observation.commitment,
        expire=Expire,
    )


def all_kinds() -> Mapping[str, Kind]:
    """Return every game that there is, by its name."""
    kinds = (codenames_kind(),)
    return MappingProxyType({kind.name: kind for kind in kinds})


class UnknownGame(Refusal):
    """A game that there is not."""


def find_kind(kinds: Mapping[str, Kind], name: str) -> Kind:
    """Return the game of this name; raises UnknownGame."""
    if name not in kinds:
        raise UnknownGame("game-unknown", name=name, known=", ".join(kinds))
    return kinds[name]
