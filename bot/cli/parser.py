"""The argument parser, built from the games' commands and our own options.

A command adds its options only when the line names it, so that help needs no game.
"""

import sys
from argparse import SUPPRESS, ArgumentParser, Namespace
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from bot import __version__
from bot.cli.help import CommandParser, parser_class
from bot.cli.operators import OPERATORS, add_operator_options
from bot.gametypes.registry import GameEntry, command_classes, load_command
from bot.settings import Settings
from bot.texts import Texts
from core.view import phrase

if TYPE_CHECKING:
    from bot.gametypes.cli import OptionAdder

PLAY: Final = "play"
"""The command whose options depend on the game named after it."""

FLAGS: Final = frozenset({"--plain", "--new"})
"""The options of all games that take no value, so that a game's name may come next."""

LAB: Final[Mapping[str, str]] = {
    "simulate": "bot.arena.simulate:SimulateCommand",
    "arena": "bot.arena.command:ArenaCommand",
}
"""The classes of the research lab's commands, imported when one is used."""


def read_arguments(
    argv: Sequence[str] | None, games: Sequence[GameEntry], settings: Settings, texts: Texts
) -> Namespace:
    """Return the parsed command line; `play` has the options of the named game.

    For the table's options, `said` has the names of those given, `usual` has all defaults, and
    `flags` has each option's longest flag by its name.
    """
    words = sys.argv[1:] if argv is None else argv
    named = _named_behind_play(words)
    game = next((game for game in games if game.name in named), games[0])
    arguments = build_parser(games, settings, texts, game).parse_args(words)
    if arguments.command != PLAY:
        return arguments
    if arguments.game != game.name:
        game = next(game for game in games if game.name == arguments.game)
        arguments = build_parser(games, settings, texts, game).parse_args(words)
    return _with_defaults(arguments)


def _named_behind_play(words: Sequence[str]) -> frozenset[str]:
    """Return the words after ``play`` that may name a game: all but values of long options."""
    behind = words[words.index(PLAY) :] if PLAY in words else ()
    return frozenset(
        word
        for before, word in pairwise(behind)
        if before in FLAGS or "=" in before or not before.startswith("--")
    )


def build_parser(
    games: Sequence[GameEntry], settings: Settings, texts: Texts, played: GameEntry
) -> ArgumentParser:
    """Return the parser of ``spyring``, whose ``play`` has the options of the game `played`."""
    kind = parser_class(texts, settings.language)
    spyring = kind(
        prog="spyring",
        description=texts.say(phrase("cli-description", name=settings.name)),
        epilog=texts.say(phrase("cli-not-affiliated", name=settings.name)),
    )
    spyring.add_argument(
        "--version",
        action="version",
        version=f"Spyring {__version__}",
        help=texts.say(phrase("option-version")),
    )
    commands = spyring.add_subparsers(
        dest="command", metavar="COMMAND", required=True, parser_class=kind
    )

    def add_command(name: str, add: Callable[[CommandParser], None]) -> None:
        said = texts.say(phrase(f"cli-{name}"))
        parser = commands.add_parser(name, help=said, description=said)
        parser.add_options = partial(add, parser)

    def adder(parser: CommandParser) -> "OptionAdder":
        from bot.gametypes.cli import OptionAdder  # noqa: PLC0415 - help of all needs no game

        return OptionAdder(parser, settings, texts)

    def add_own(path: str, parser: CommandParser) -> None:
        command = load_command(path)
        command.add_options(adder(parser))
        parser.parts_signs = command.parts_signs

    add_command(PLAY, lambda parser: _add_play(adder(parser), games, played))
    for name, path in own_commands(games).items():
        add_command(name, partial(add_own, path))
    for name in OPERATORS:
        add_command(name, partial(add_operator_options, name, texts))
    return spyring


def own_commands(games: Sequence[GameEntry]) -> dict[str, str]:
    """Return the classes of the games' and the lab's commands by name."""
    return {**command_classes(games), **LAB}


def non_default_options(arguments: Namespace) -> frozenset[str]:
    """Return the names of the table's options that have no default values."""
    return frozenset(name for name, usual in arguments.usual if getattr(arguments, name) != usual)


def _with_defaults(arguments: Namespace) -> Namespace:
    """Return the arguments of ``play``, with defaults for missing options of the table."""
    said = {name for name, _ in arguments.usual if getattr(arguments, name) is not None}
    usual = {name: value for name, value in arguments.usual if name not in said}
    return Namespace(**{**vars(arguments), **usual}, said=frozenset(said))


def _add_play(adder: "OptionAdder", games: Sequence[GameEntry], played: GameEntry) -> None:
    from bot.gametypes.cli import natural  # noqa: PLC0415 - help of all needs no game

    parser = adder.parser
    names, help_of_game = [game.name for game in games], adder.say("play-game")
    if played is not games[0]:
        parser.prog, help_of_game = f"{parser.prog} {played.name}", SUPPRESS
    parser.add_argument("game", nargs="?", choices=names, default=names[0], help=help_of_game)
    of_table = (*played.load().add_table_options(adder), "chair", "seed")
    adder.describe("--seed", "seed", metavar="N", type=natural)
    adder.describe("--plain", "plain", action="store_true")
    adder.describe("--name", "name", metavar="NAME")
    adder.describe("--state", "state", metavar="FILE")
    adder.describe("--new", "new", action="store_true")
    usual = tuple((name, parser.get_default(name)) for name in of_table)
    options = parser._option_string_actions.items()  # noqa: SLF001 - there is no public list
    flags = {action.dest: flag for flag, action in options}
    # None distinguishes a missing option from one given with its default.
    parser.set_defaults(**dict.fromkeys(of_table), usual=usual, flags=flags)
