"""Games on the command line: their options of `spyring play`, and commands of their own.

A game defines a `GameCli` and overrides the methods that differ; `bot.gametypes.registry` lists
them. Terminals and pictures are the command line's: a command is handed a `GameConsole`.
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
"""Characters of an option's choices that stand beside its name."""


ASK: Final = object()
"""The value of an option that is given without one, which is asked for at the table."""


class GameConsole(Protocol):
    """The terminal as a command of one game uses it."""

    @property
    def texts(self) -> Texts:
        """The sentences in the reader's language."""

    @property
    def columns(self) -> int | None:
        """The terminal's cells in a line; None where standard output is no terminal."""

    def write(self, text: str) -> None:
        """Write lines to standard output."""

    def warn(self, text: str) -> None:
        """Write lines to standard error."""

    def show(self, view: View) -> None:
        """Write a view to standard output, coloured where the terminal is."""

    def picture(self, grid: Grid, header: Phrase) -> bytes:
        """Return a grid as a PNG with a sentence above it, in a language that can be drawn."""

    def page(self, view: View) -> bytes:
        """Return a view as an HTML page that needs nothing else."""


@dataclass(frozen=True, slots=True)
class OptionAdder:
    """Adds options to the parser of one command, described in the reader's language."""

    parser: ArgumentParser
    settings: Settings
    texts: Texts

    def say(self, name: str, *, default: str | None = None) -> str:
        """Return the description of an option by the name of its sentence, with the default."""
        said = phrase(f"option-{name}")
        if default is not None:
            said = phrase("cli-choice", said=said, default=default)
        return self.texts.say(said).replace("%", "%%")

    def described(self, option: Option) -> str:
        """Return the description of a game's option, with the range of a number and the default.

        Choices that are too many to stand beside the option's name stand here.
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
        """Add a game's option, under another name than its own where that is said.

        `short` are further flags for the same.
        """
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

    def add_chair(self, name: str = "chair") -> None:
        """Add the option that seats people and bots, described by the sentence of this name."""
        self.parser.add_argument(
            "--chair", action="append", default=[], metavar="CHAIR=WHO", help=self.say(name)
        )


class GameCommand(ABC):
    """A command of one game, such as ``spyring board``; its description is ``cli-NAME``."""

    name: str
    parts_signs: ClassVar[bool] = False
    """Whether a minus before a word is a word of its own: ``words king -man``."""

    @abstractmethod
    def add_options(self, adder: OptionAdder) -> None:
        """Add the command's options to its parser."""

    @abstractmethod
    def run(self, arguments: Namespace, settings: Settings, console: GameConsole) -> int:
        """Run the command; return the exit code. Raises Refusal."""


class GameCli(ABC):
    """One game on the command line, played as most games are: one person, and bots elsewhere."""

    commands: Commands

    @property
    def name(self) -> str:
        """The game's name, as commands write it."""
        return self.commands.game

    @property
    def room(self) -> str:
        """The name of the terminal's room in which the game is played and gone on with."""
        return self.name

    @abstractmethod
    def game_type(self, ensemble: Sequence[str] = ()) -> AnyGame:
        """Return the game, with bots that listen to these models, to all embedded ones if none."""

    def check_models(self, settings: Settings) -> Phrase | None:  # noqa: ARG002
        """Load the game's models and say which; None for a game without. Raises Refusal."""
        return None

    @property
    def table_options(self) -> tuple[Option, ...]:
        """The options of the game's `new` command that `spyring play` has, too."""
        return tuple(option for option in self.commands.new.options if option.name != DAILY)

    def add_table_options(self, adder: OptionAdder) -> tuple[str, ...]:
        """Add the options by which a table is set; return their names without ``chair``."""
        for option in self.table_options:
            adder.add(option)
        adder.add_chair()
        return tuple(option.name for option in self.table_options)

    def read_table(self, arguments: Namespace, settings: Settings) -> TableRequest:
        """Return the table that is asked for; raises the Refusal of what cannot be."""
        check_ranges(arguments, self.table_options)
        game_type = self.game_type()
        options = game_type.options(self.option_values(arguments))
        seating = self.seating(game_type, options, arguments.chair)
        pack = game_type.pack(options)
        return TableRequest.of(arguments, settings, game_type, options, seating, pack)

    def option_values(self, arguments: Namespace) -> Mapping[str, object]:
        """Return the values of the `new` command that the arguments stand for."""
        return {option.name: getattr(arguments, option.name) for option in self.table_options}

    def seating(self, game_type: AnyGame, options: AnyOptions, named: Sequence[str]) -> Seating:
        """Return the person in the first chair and bots in the others, but for those named."""
        bots = {
            chair.seat: game_type.bots.offered_for(options, chair.seat)
            for chair in game_type.chairs(options)
        }
        first = next(iter(bots))
        usual = {seat: HUMAN if seat == first else names[0] for seat, names in bots.items()}
        return assign(usual, named, lambda seat: (*bots[seat], HUMAN))


def check_ranges(arguments: Namespace, options: Sequence[Option]) -> None:
    """Raise Refusal for the first number that is not in the range that the help promises."""
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
    """Return the whole number from 0 that a text holds."""
    text = half_width(text)
    if not (text.isascii() and text.isdigit()):
        raise ArgumentTypeError(f"{text!r} is not a whole number: write digits only, such as 7")
    if len(text) > len(str(2**64)):
        raise ArgumentTypeError("this number is too large: choose one below 2^64")
    return int(text)


def _is_long(option: Option) -> bool:
    """Return whether an option's choices would fill a line of the help."""
    return len(",".join(option.choices)) > LONGEST_CHOICES
