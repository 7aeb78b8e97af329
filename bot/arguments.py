"""The command line as an argument parser, made from the games' commands and our own options."""

import sys
from argparse import ArgumentParser, ArgumentTypeError, BooleanOptionalAction, Namespace
from collections.abc import Callable, Sequence
from dataclasses import replace
from enum import Enum, auto
from functools import partial
from types import MappingProxyType
from typing import Final

from bot.commands import add_commands
from bot.manual import Wrap, parser_class
from bot.seating import You
from bot.settings import Settings
from bot.texts import Texts
from core.command import Command, Commands, Kind, Option
from core.hangman.command import HANGMAN, UNLIMITED
from core.rules import Refusal
from core.view import Phrase, phrase

PLAY = "play"
"""The command whose options are those of the game that is named behind it."""

MOST_GAMES = 1_000_000
"""Games of one simulation; a million take hours already."""


class Ask(Enum):
    """What an option without its value stands for."""

    AT_THE_TABLE = auto()


ASK = Ask.AT_THE_TABLE

LONGEST_CHOICES = 40
"""Characters of an option's choices that stand beside its name."""

DAILY = "daily"
"""The game's own option that is for guilds, which a terminal is not."""

NAMES: Final = MappingProxyType({"length": "word-length"})
"""What options of hangman are called here where that is not their own name."""

ALONE = 1
"""Guessers in a team of hangman, unless more are asked for."""

TYPED = "typed"
"""The game's own option for what `--keyword` says here, perhaps with the keyword."""


def read_arguments(
    argv: Sequence[str] | None,
    games: tuple[Commands, ...],
    settings: Settings,
    texts: Texts,
    wrap: Wrap,
) -> Namespace:
    """Return what a command line says; to play has the options of the game that it names."""
    words = sys.argv[1:] if argv is None else argv
    behind = words[words.index(PLAY) + 1 :][:1] if PLAY in words else ()
    game = next((game for game in games if game.game in behind), games[0])
    arguments = build_parser(games, settings, texts, wrap, game).parse_args(words)
    if arguments.command != PLAY or arguments.game == game.game:
        return arguments
    game = next(game for game in games if game.game == arguments.game)
    return build_parser(games, settings, texts, wrap, game).parse_args(words)


def build_parser(
    games: tuple[Commands, ...],
    settings: Settings,
    texts: Texts,
    wrap: Wrap,
    played: Commands | None = None,
) -> ArgumentParser:
    """Return the parser of ``spyring``; the games' own options come from their commands.

    `wrap` breaks the lines of the help; `played` is the game whose options are those of ``play``,
    the first one unless said.
    """
    kind = parser_class(texts, settings.language, wrap)
    parser = kind(
        prog="spyring",
        description=texts.say(phrase("cli-description", name=settings.name)),
        epilog=texts.say(phrase("cli-not-affiliated", name=settings.name)),
    )
    commands = parser.add_subparsers(
        dest="command", metavar="COMMAND", required=True, parser_class=kind
    )
    add_play = partial(_add_play, played or games[0])
    for name, add in ((PLAY, add_play), ("board", _add_board), ("simulate", _add_simulate)):
        said = texts.say(phrase(f"cli-{name}"))
        add(commands.add_parser(name, help=said, description=said), games, settings, texts)
    add_commands(commands, texts)
    return parser


def check_ranges(arguments: Namespace, command: Command) -> None:
    """Raise Refusal for the first number that is not in the range that the help promises."""
    for option in command.options:
        if option.kind is Kind.INTEGER and option.least is not None and option.most is not None:
            number = getattr(arguments, option.name)
            if not option.least <= number <= option.most:
                raise Refusal(
                    "option-range",
                    name=option.name,
                    number=number,
                    least=option.least,
                    most=option.most,
                )


def as_typed(said: Phrase) -> Phrase:
    """Return a sentence about an option of hangman, by the name that it has on a command line."""
    params = dict(said.params)
    name = NAMES.get(str(params.get("name")))
    return phrase(said.key, **(params | {"name": name})) if name else said


def asked_of_table(arguments: Namespace) -> frozenset[str]:
    """Return the names of what is asked for otherwise than usual of the table that `play` sets."""
    return frozenset(name for name, usual in arguments.usual if getattr(arguments, name) != usual)


def check_verify(arguments: Namespace) -> None:
    """Raise Refusal for options beside ``--verify`` that a record says already or that draw."""
    beside = ("rows", "cols", "teams", "png", "public")
    values = ((name, getattr(arguments, name)) for name in beside)
    given = [f"--{name}" for name, value in values if value is not None and value is not False]
    if given:
        raise Refusal("verify-alone", options=tuple(given))


def _add_play(
    played: Commands,
    parser: ArgumentParser,
    games: tuple[Commands, ...],
    settings: Settings,
    texts: Texts,
) -> None:
    say = _sayer(texts)
    names = [game.game for game in games]
    parser.add_argument("game", nargs="?", choices=names, default=names[0], help=say("play-game"))
    add_table = _add_hangman if played.game == HANGMAN.game else _add_codenames
    of_table = (*add_table(parser, played.new, settings, texts), "chair", "seed")
    parser.add_argument("--seed", metavar="N", type=natural, help=say("seed"))
    parser.add_argument("--plain", action="store_true", help=say("plain"))
    parser.add_argument("--name", metavar="NAME", help=say("name"))
    parser.add_argument("--state", metavar="FILE", help=say("state"))
    parser.add_argument("--new", action="store_true", help=say("new"))
    parser.set_defaults(usual=tuple((name, parser.get_default(name)) for name in of_table))


def _add_codenames(
    parser: ArgumentParser, new: Command, settings: Settings, texts: Texts
) -> tuple[str, ...]:
    """Add what a table of Codenames is set by; return its names."""
    say = _sayer(texts)
    parser.add_argument("--as", dest="you", choices=[you.value for you in You], help=say("as"))
    options = tuple(option for option in new.options if option.name != TYPED)
    for option in options:
        _add_option(parser, option, texts)
    parser.add_argument("--keyword", metavar="K", nargs="?", const=ASK, help=say("keyword-play"))
    parser.add_argument("--pack", metavar="P", default=settings.pack, help=say("pack"))
    parser.add_argument("--bots", metavar="B", default=settings.bots, help=say("bots"))
    _add_chair(parser, say("chair"))
    parser.add_argument("--record", metavar="FILE", help=say("record"))
    return (*(option.name for option in options), "you", "keyword", "pack", "bots")


def _add_hangman(
    parser: ArgumentParser,
    new: Command,
    settings: Settings,  # noqa: ARG001 - each game's adder takes the same
    texts: Texts,
) -> tuple[str, ...]:
    """Add what a table of hangman is set by; return its names. A game here is as it is alone."""
    say = _sayer(texts)
    options = tuple(option for option in new.options if option.name != DAILY)
    for option in options:
        match option.name:
            case "lives":
                _add_option(parser, replace(option, default=UNLIMITED), texts)
            case "guessers":
                _add_option(parser, replace(option, default=ALONE), texts)
            case "hints":
                said = _described(replace(option, default=None), texts)
                parser.add_argument("--hints", action=BooleanOptionalAction, help=said)
            case name:
                _add_option(parser, option, texts, name=NAMES.get(name))
    parser.add_argument("--dictionary", metavar="FILE", help=say("dictionary"))
    _add_chair(parser, say("hangman-chair"))
    parser.set_defaults(keyword=None, record=None)
    return (*(option.name for option in options), "dictionary")


def _add_chair(parser: ArgumentParser, said: str) -> None:
    parser.add_argument("--chair", action="append", default=[], metavar="CHAIR=WHO", help=said)


def _add_board(
    parser: ArgumentParser,
    games: tuple[Commands, ...],
    settings: Settings,  # noqa: ARG001 - each command's adder takes the same
    texts: Texts,
) -> None:
    say = _sayer(texts)
    source = parser.add_mutually_exclusive_group(required=True)
    source.add_argument("--keyword", metavar="K", help=say("keyword-key"))
    source.add_argument("--digits", metavar="INTEGER", help=say("digits"))
    source.add_argument("--verify", metavar="FILE", help=say("verify"))
    for option in games[0].new.options:
        if option.name in ("rows", "cols", "teams"):
            # Without a default, so that it is known whether anybody gave it.
            parser.add_argument(f"--{option.name}", type=natural, help=_described(option, texts))
    parser.add_argument("--pack", metavar="P", help=say("pack-verify"))
    parser.add_argument("--json", action="store_true", help=say("json"))
    parser.add_argument("--png", metavar="FILE", help=say("png"))
    parser.add_argument("--public", action="store_true", help=say("public"))


def _add_simulate(
    parser: ArgumentParser,
    games: tuple[Commands, ...],  # noqa: ARG001 - each command's adder takes the same
    settings: Settings,  # noqa: ARG001
    texts: Texts,
) -> None:
    say = _sayer(texts)
    parser.add_argument("--spymaster", metavar="A", required=True, help=say("spymaster"))
    parser.add_argument("--guesser", metavar="B", required=True, help=say("guesser"))
    parser.add_argument("--games", metavar="N", type=game_count, default=100, help=say("games"))
    parser.add_argument("--seed", metavar="S", type=natural, default=0, help=say("seed"))
    parser.add_argument("--rules", choices=["paper", "table"], default="paper", help=say("rules"))
    parser.add_argument("--bench", metavar="DIR", help=say("bench"))
    parser.add_argument(
        "--without", action="append", default=[], metavar="NAME", help=say("without")
    )
    parser.add_argument("--json", action="store_true", help=say("json"))


def _is_long(option: Option) -> bool:
    """Return whether an option's choices would fill a line of the help."""
    return len(",".join(option.choices)) > LONGEST_CHOICES


def _described(option: Option, texts: Texts) -> str:
    """Return what an option is, with the range of a number and what it is unless said.

    Choices that are too many to stand beside the option's name stand here.
    """
    said = phrase(option.key)
    if _is_long(option) and not all(choice in texts.say(said) for choice in option.choices):
        said = phrase("cli-one-of", said=said, choices=option.choices)
    if option.kind is Kind.INTEGER:
        said = phrase(
            "cli-number", said=said, least=option.least, most=option.most, default=option.default
        )
    elif option.default is not None:
        said = phrase("cli-choice", said=said, default=option.default)
    return texts.say(said).replace("%", "%%")


def _add_option(
    parser: ArgumentParser, option: Option, texts: Texts, *, name: str | None = None
) -> None:
    """Add a game's option, under another name than its own where that is said."""
    flag, said, dest = f"--{name or option.name}", _described(option, texts), option.name
    match option.kind:
        case Kind.FLAG:
            parser.add_argument(flag, dest=dest, action="store_true", help=said)
        case Kind.INTEGER:
            default = option.default
            parser.add_argument(flag, dest=dest, type=natural, default=default, help=said)
        case Kind.CHOICE:
            metavar = option.name.upper() if _is_long(option) else None
            parser.add_argument(
                flag,
                dest=dest,
                choices=option.choices,
                metavar=metavar,
                default=option.default,
                help=said,
            )
        case _:
            parser.add_argument(flag, dest=dest, default=option.default, help=said)


def _sayer(texts: Texts) -> Callable[[str], str]:
    return lambda name: texts.say(phrase(f"option-{name}")).replace("%", "%%")


def natural(text: str) -> int:
    """Return the whole number from 0 that a text holds."""
    if not (text.isascii() and text.isdigit()):
        raise ArgumentTypeError(f"{text!r} is not a whole number: write digits only, such as 7")
    if len(text) > len(str(2**64)):
        raise ArgumentTypeError("this number is too large: choose one below 2^64")
    return int(text)


def game_count(text: str) -> int:
    """Return a number of games to play: at least one, and fewer than take for ever."""
    number = natural(text)
    if not 1 <= number <= MOST_GAMES:
        raise ArgumentTypeError(f"{number} games cannot be played: choose 1 to {MOST_GAMES}")
    return number
