"""The command line as an argument parser, made from the games' commands and our own options."""

from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Callable
from enum import Enum, auto

from bot.commands import add_commands
from bot.manual import Wrap, parser_class
from bot.seating import You
from bot.settings import Settings
from bot.texts import Texts
from core.command import Command, Commands, Kind, Option
from core.rules import Refusal
from core.view import phrase

MOST_GAMES = 1_000_000
"""Games of one simulation; a million take hours already."""


class Ask(Enum):
    """What an option without its value stands for."""

    AT_THE_TABLE = auto()


ASK = Ask.AT_THE_TABLE

TYPED = "typed"
"""The game's own option for what `--keyword` says here, perhaps with the keyword."""


def build_parser(
    games: tuple[Commands, ...], settings: Settings, texts: Texts, wrap: Wrap
) -> ArgumentParser:
    """Return the parser of ``spyring``; the games' own options come from their commands.

    `wrap` breaks the lines of the help.
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
    for name, add in (("play", _add_play), ("board", _add_board), ("simulate", _add_simulate)):
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


def asks_for_table(arguments: Namespace) -> bool:
    """Return whether anything but the usual is asked for of the table that `play` sets."""
    return any(getattr(arguments, name) != usual for name, usual in arguments.usual)


def check_verify(arguments: Namespace) -> None:
    """Raise Refusal for options beside ``--verify`` that a record says already or that draw."""
    beside = ("rows", "cols", "teams", "png", "public")
    values = ((name, getattr(arguments, name)) for name in beside)
    given = [f"--{name}" for name, value in values if value is not None and value is not False]
    if given:
        raise Refusal("verify-alone", options=", ".join(given))


def _add_play(
    parser: ArgumentParser, games: tuple[Commands, ...], settings: Settings, texts: Texts
) -> None:
    names = [game.game for game in games]
    parser.add_argument("game", nargs="?", choices=names, default=names[0])
    say = _sayer(texts)
    parser.add_argument("--as", dest="you", choices=[you.value for you in You], help=say("as"))
    _add_options(parser, games[0].new, texts)
    parser.add_argument("--keyword", metavar="K", nargs="?", const=ASK, help=say("keyword-play"))
    parser.add_argument("--pack", metavar="P", default=settings.pack, help=say("pack"))
    parser.add_argument("--bots", metavar="B", default=settings.bots, help=say("bots"))
    parser.add_argument(
        "--chair", action="append", default=[], metavar="CHAIR=WHO", help=say("chair")
    )
    parser.add_argument("--seed", metavar="N", type=natural, help=say("seed"))
    parser.add_argument("--record", metavar="FILE", help=say("record"))
    parser.add_argument("--plain", action="store_true", help=say("plain"))
    parser.add_argument("--name", metavar="NAME", help=say("name"))
    parser.add_argument("--state", metavar="FILE", help=say("state"))
    parser.add_argument("--new", action="store_true", help=say("new"))
    options = (option.name for option in games[0].new.options if option.name != TYPED)
    named = (*options, "you", "keyword", "pack", "bots", "chair", "seed")
    parser.set_defaults(usual=tuple((name, parser.get_default(name)) for name in named))


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


def _add_options(parser: ArgumentParser, command: Command, texts: Texts) -> None:
    for option in command.options:
        if option.name != TYPED:
            _add_option(parser, option, _described(option, texts))


def _described(option: Option, texts: Texts) -> str:
    """Return what an option is, with the range of a number and what it is unless said."""
    said = phrase(option.key)
    if option.kind is Kind.INTEGER:
        said = phrase(
            "cli-number", said=said, least=option.least, most=option.most, default=option.default
        )
    elif option.default is not None:
        said = phrase("cli-choice", said=said, default=option.default)
    return texts.say(said).replace("%", "%%")


def _add_option(parser: ArgumentParser, option: Option, said: str) -> None:
    name = f"--{option.name}"
    match option.kind:
        case Kind.FLAG:
            parser.add_argument(name, action="store_true", help=said)
        case Kind.INTEGER:
            parser.add_argument(name, type=natural, default=option.default, help=said)
        case Kind.CHOICE:
            parser.add_argument(name, choices=option.choices, default=option.default, help=said)
        case _:
            parser.add_argument(name, default=option.default, help=said)


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
