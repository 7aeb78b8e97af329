"""The parsers of the commands for operators; `run`, `doctor` and `admin` execute them."""

from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Callable
from os import environ
from typing import Final, TypeAlias

from adapters.registry import PLATFORMS
from bot.settings import HOST
from bot.texts import Texts
from core.view import phrase

DOCTOR: Final = "doctor"

WEB: Final = "web"

USUAL_PORT: Final = 3000
"""The port of requests by HTTP, where neither an option nor PORT in the environment names one."""

MOST_PORT: Final = 65535

MOST_TYPED_DAYS: Final = 3660

USUAL_GAMES: Final = 20
"""Games that are listed unless more are asked for."""

MOST_LISTED_GAMES: Final = 1000

Say: TypeAlias = Callable[[str], str]
"""Returns an option's description by its name."""


def add_operator_options(name: str, texts: Texts, parser: ArgumentParser) -> None:
    """Add the options of a command for operators to its parser."""

    def say(option: str) -> str:
        return texts.say(phrase(f"option-{option}")).replace("%", "%%")

    parser.add_argument("--state", metavar="FILE", help=say("state"))
    OPERATORS[name](parser, say)


def days(text: str) -> int:
    """Return a number of days."""
    if not (
        text.isascii() and text.isdigit() and len(text) < 10 and 1 <= int(text) <= MOST_TYPED_DAYS
    ):
        raise ArgumentTypeError(f"{text!r} is no number of days: choose 1 to {MOST_TYPED_DAYS}")
    return int(text)


def game_count(text: str) -> int:
    """Return a number of games to list."""
    if not (text.isascii() and text.isdigit() and 1 <= int(text[:10]) <= MOST_LISTED_GAMES):
        raise ArgumentTypeError(f"{text!r} is no number of games: choose 1 to {MOST_LISTED_GAMES}")
    return int(text)


def _add_nothing(_parser: ArgumentParser, _say: Say) -> None:
    """Leave it at the options that all of these commands have."""


def _add_run(parser: ArgumentParser, say: Say) -> None:
    for platform in PLATFORMS:
        parser.add_argument(f"--{platform.name}", action="store_true", help=say(platform.name))


def _add_web(parser: ArgumentParser, say: Say) -> None:
    parser.add_argument("--host", metavar="HOST", default=HOST, help=say("host"))
    port = environ.get("PORT") or str(USUAL_PORT)
    parser.add_argument("--port", metavar="PORT", type=web_port, default=port, help=say("port"))
    for platform in PLATFORMS:
        if platform.prepare_web is None:
            name = platform.name
            parser.add_argument(f"--{name}", action="store_true", help=say(name))


def web_port(text: str) -> int:
    """Return a port; raises ArgumentTypeError for what is none."""
    if not (text.isascii() and text.isdigit() and 1 <= int(text[:10]) <= MOST_PORT):
        raise ArgumentTypeError(f"{text!r} is no port: choose 1 to {MOST_PORT}")
    return int(text)


def _add_json(parser: ArgumentParser, say: Say) -> None:
    parser.add_argument("--json", action="store_true", help=say("json"))


def _add_migrate(parser: ArgumentParser, say: Say) -> None:
    parser.add_argument("--to", metavar="REVISION", help=say("to"))


def _add_backup(parser: ArgumentParser, say: Say) -> None:
    parser.add_argument("file", metavar="FILE", nargs="?", help=say("backup"))
    parser.add_argument("--yes", action="store_true", help=say("yes"))


def _add_restore(parser: ArgumentParser, say: Say) -> None:
    parser.add_argument("file", metavar="FILE", help=say("restore"))
    parser.add_argument("--yes", action="store_true", help=say("yes"))


def _add_leaderboard(parser: ArgumentParser, say: Say) -> None:
    # Imported only here: no other command's options name games and roles.
    from bot.ratings import Role  # noqa: PLC0415
    from bot.ratings.scores import BOARDS  # noqa: PLC0415

    parser.add_argument("--guild", metavar="G", help=say("guild"))
    parser.add_argument("--game", choices=BOARDS, help=say("board"))
    parser.add_argument("--role", choices=[role.value for role in Role], help=say("role"))
    parser.add_argument("--days", metavar="N", type=days, help=say("days"))
    parser.add_argument("--alone", action="store_true", help=say("alone"))
    _add_json(parser, say)


def _add_profile(parser: ArgumentParser, say: Say) -> None:
    parser.add_argument("user", metavar="USER", help=say("user"))
    parser.add_argument("--guild", metavar="G", help=say("guild"))
    parser.add_argument("--against", metavar="USER", help=say("against"))
    _add_json(parser, say)


def _add_replay(parser: ArgumentParser, say: Say) -> None:
    parser.add_argument("game", metavar="GAME", help=say("game"))
    _add_json(parser, say)


def _add_games(parser: ArgumentParser, say: Say) -> None:
    parser.add_argument("user", metavar="USER", nargs="?", help=say("games-user"))
    parser.add_argument(
        "--last", metavar="N", type=game_count, default=USUAL_GAMES, help=say("last")
    )
    _add_json(parser, say)


def _add_export(parser: ArgumentParser, say: Say) -> None:
    parser.add_argument("user", metavar="USER", help=say("user"))
    parser.add_argument("--out", metavar="FILE", help=say("out"))


def _add_forget(parser: ArgumentParser, say: Say) -> None:
    parser.add_argument("user", metavar="USER", help=say("user"))
    parser.add_argument("--yes", action="store_true", help=say("yes"))


def _add_purge(parser: ArgumentParser, say: Say) -> None:
    parser.add_argument("guild", metavar="GUILD", help=say("guild"))
    parser.add_argument("--yes", action="store_true", help=say("yes"))


OPERATORS: Final[dict[str, Callable[[ArgumentParser, Say], None]]] = {
    "run": _add_run,
    WEB: _add_web,
    "migrate": _add_migrate,
    "backup": _add_backup,
    "restore": _add_restore,
    DOCTOR: _add_json,
    "leaderboard": _add_leaderboard,
    "profile": _add_profile,
    "games": _add_games,
    "replay": _add_replay,
    "export": _add_export,
    "forget": _add_forget,
    "purge": _add_purge,
    "rebuild": _add_nothing,
}
"""The commands for operators, in the order in which the help lists them."""
