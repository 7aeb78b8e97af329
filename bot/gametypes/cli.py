"""Games on the command line: their options for `spyring play`, and their own commands.

A game defines a `GameCli` and overrides the methods that differ; `bot.gametypes.registry` lists
them. A command writes to a `GameConsole`, which the command line provides.
"""

from abc import ABC, abstractmethod
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final, Protocol

from bot.gametypes.game_type import DAILY, AnyGame, AnyOptions
from bot.gametypes.seating import HUMAN, Seating, assign
from bot.gametypes.table_request import TableRequest
from bot.settings import Settings
from bot.texts import Texts
from core.command import Commands, InputType, Option, half_width
from core.rules import Refusal
from core.view import Grid, Phrase, View, phrase

LONGEST_CHOICES: Final = 40
"""The most characters of an option's choices that the help shows next to its name."""

ASK: Final = object()
"""The value of an option without a value: the table asks for it."""


class GameConsole(Protocol):
    """The terminal, for commands of one game."""

    @property
    def texts(self) -> Texts:
        """The messages in the reader's language."""

    @property
    def columns(self) -> int | None:
        """The width of the terminal in cells; None if standard output is not a terminal."""

    def write(self, text: str) -> None:
        """Write lines to standard output."""

    def warn(self, text: str) -> None:
        """Write lines to standard error."""

    def show(self, view: View) -> None:
        """Write a view to standard output, in colour if the terminal has colours."""

    def picture(self, grid: Grid, header: Phrase) -> bytes:
        """Return a PNG of a grid below a header, in a language that the font can draw."""

    def page(self, view: View) -> bytes:
        """Return a view as a self-contained HTML page."""


@dataclass(frozen=True, slots=True)
class OptionAdder:
    """Adds options, with help in the reader's language, to the parser of one command."""

    parser: ArgumentParser
    settings: Settings
    texts: Texts

    def say(self, name: str, *, default: str | None = None) -> str:
        """Return an option's help by the name of its message, with the default."""
        said = phrase(f"option-{name}")
        if default is not None:
            said = phrase("cli-choice", said=said, default=default)
        return self.texts.say(said).replace("%", "%%")

    def described(self, option: Option) -> str:
        """Return the help of a game's option, with the range of a number and the default.

        It lists choices that are too long to follow the option's name.
        """
        said = phrase(option.key)
        if _is_long(option) and not all(one in self.texts.say(said) for one in option.choices):
            said = phrase("cli-one-of", said=said, choices=option.choices)
        if option.kind is InputType.INTEGER:
            said = phrase(
                "cli-number",
                said=said,
                least=option.least,
                most=option.most,
                default=option.default,
            )
        elif option.default is not None:
            said = phrase("cli-choice", said=said, default=option.default)
        return self.texts.say(said).replace("%", "%%")

    def add(self, option: Option, *, name: str | None = None, short: Sequence[str] = ()) -> None:
        """Add a game's option, under its own name or `name`, with further `short` flags."""
        flags, how = (*short, f"--{name or option.name}"), dict[str, Any](default=option.default)
        match option.kind:
            case InputType.FLAG:
                how = {"action": "store_true"}
            case InputType.INTEGER:
                how["type"] = natural
            case InputType.CHOICE:
                metavar = option.name.upper() if _is_long(option) else None
                how |= {"choices": option.choices, "metavar": metavar}
        self.parser.add_argument(*flags, dest=option.name, help=self.described(option), **how)

    def describe(self, flag: str, said: str, to: Any = None, **words: Any) -> None:  # noqa: ANN401
        """Add an option to the parser, or `to` a group of it, with the message `said` as its help.

        `words` are argparse's keywords.
        """
        (to or self.parser).add_argument(flag, help=self.say(said), **words)

    def add_chair(self, said: str = "chair") -> None:
        """Add the option that seats people and bots, with the message `said` as its help."""
        self.describe("--chair", said, action="append", default=[], metavar="CHAIR=WHO")


class GameCommand(ABC):
    """A command of one game, such as ``spyring board``; its description is ``cli-NAME``."""

    name: str
    parts_signs: ClassVar[bool] = False
    """Whether a minus before a word becomes a separate word: ``words king -man``."""

    @abstractmethod
    def add_options(self, adder: OptionAdder) -> None:
        """Add the command's options to its parser."""

    @abstractmethod
    def run(self, arguments: Namespace, settings: Settings, console: GameConsole) -> int:
        """Run the command; return the exit code. Raises Refusal."""


class GameCli(ABC):
    """One game on the command line; by default one person plays with bots."""

    commands: Commands

    @property
    def name(self) -> str:
        """The game's name in commands."""
        return self.commands.game

    @property
    def room(self) -> str:
        """The name of the terminal's room, which stores the game."""
        return self.name

    @abstractmethod
    def game_type(self, ensemble: Sequence[str] = ()) -> AnyGame:
        """Return the game; its bots follow these models, or all embedded ones if none is named."""

    def check_models(self, settings: Settings) -> Phrase | None:  # noqa: ARG002
        """Load the game's models and name them; None for a game without models. Raises Refusal."""
        return None

    @property
    def table_options(self) -> tuple[Option, ...]:
        """The options that `spyring play` shares with the game's `new` command."""
        return tuple(option for option in self.commands.new.options if option.name != DAILY)

    def add_table_options(self, adder: OptionAdder) -> tuple[str, ...]:
        """Add the options of a table; return their names without ``chair``."""
        for option in self.table_options:
            adder.add(option)
        adder.add_chair()
        return tuple(option.name for option in self.table_options)

    def read_table(self, arguments: Namespace, settings: Settings) -> TableRequest:
        """Return the requested table; raises Refusal for an impossible one."""
        check_ranges(arguments, self.table_options)
        game_type = self.game_type()
        options = game_type.options(self.option_values(arguments))
        seating = self.seating(game_type, options, arguments.chair)
        pack = game_type.pack(options)
        return TableRequest.of(arguments, settings, game_type, options, seating, pack)

    def option_values(self, arguments: Namespace) -> Mapping[str, object]:
        """Return the arguments as values of the `new` command."""
        return {option.name: getattr(arguments, option.name) for option in self.table_options}

    def seating(self, game_type: AnyGame, options: AnyOptions, named: Sequence[str]) -> Seating:
        """Return a person in the first chair and bots in the others, except for `named` chairs."""
        bots = {
            chair.seat: game_type.bots.offered_for(options, chair.seat)
            for chair in game_type.chairs(options)
        }
        first = next(iter(bots))
        usual = {seat: HUMAN if seat == first else names[0] for seat, names in bots.items()}
        return assign(usual, named, lambda seat: (*bots[seat], HUMAN))


def check_ranges(arguments: Namespace, options: Sequence[Option]) -> None:
    """Raise Refusal for the first number outside the range in the help."""
    for option in options:
        bounded = option.least is not None and option.most is not None
        if option.kind is InputType.INTEGER and bounded:
            number = getattr(arguments, option.name)
            if not option.least <= number <= option.most:
                raise Refusal(
                    "option-range",
                    name=option.name,
                    number=number,
                    least=option.least,
                    most=option.most,
                )


def natural(text: str) -> int:
    """Return a text of digits as a number."""
    text = half_width(text)
    if not (text.isascii() and text.isdigit()):
        raise ArgumentTypeError(f"{text!r} is not a whole number: write digits only, such as 7")
    if len(text) > len(str(2**64)):
        raise ArgumentTypeError("this number is too large: choose one below 2^64")
    return int(text)


def _is_long(option: Option) -> bool:
    """Return whether an option's choices would fill a line of the help."""
    return len(",".join(option.choices)) > LONGEST_CHOICES
