"""The options of operators' commands, which `run`, `doctor` and `admin` execute."""

from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Callable, Iterable, Mapping
from os import environ
from typing import Any, Final, TypeAlias

from adapters.chat.platform import ChatEnvironment
from adapters.registry import platforms, sound_platforms
from bot.settings import HOST
from bot.texts import Texts
from core.view import phrase

DOCTOR: Final = "doctor"

WEB: Final = "web"

USUAL_PORT: Final = 3000
"""The default port of HTTP requests, after the option and PORT in the environment."""

MOST_TYPED_DAYS: Final = 3660

USUAL_GAMES: Final = 20
"""The default number of listed games."""

MOST_LISTED_GAMES: Final = 1000

OperatorOption: TypeAlias = tuple[str, str, Mapping[str, Any]]
"""An option's flag, the name of its description, and its other arguments for argparse."""

OperatorOptions: TypeAlias = Iterable[OperatorOption]

_JSON: Final[OperatorOption] = ("--json", "json", {"action": "store_true"})
_YES: Final[OperatorOption] = ("--yes", "yes", {"action": "store_true"})
_GUILD: Final[OperatorOption] = ("--guild", "guild", {"metavar": "G"})
_USER: Final[OperatorOption] = ("user", "user", {"metavar": "USER"})
_USER_OR_OWN: Final[OperatorOption] = ("user", "own-user", {"metavar": "USER", "nargs": "?"})


def platform_settings() -> tuple[type[ChatEnvironment], ...]:
    """Return the classes of the settings of all platforms that can be loaded."""
    return tuple(platform.settings for platform in sound_platforms())


def add_operator_options(name: str, texts: Texts, parser: ArgumentParser) -> None:
    """Add an operators' command's options to its parser."""
    own = OPERATORS[name]
    state: OperatorOption = ("--state", "state", {"metavar": "FILE"})
    for flag, option, words in (state, *(own() if callable(own) else own)):
        said = texts.say(phrase(f"option-{option}")).replace("%", "%%")
        parser.add_argument(flag, help=said, **words)


def _whole_number(most: int, said: str) -> Callable[[str], int]:
    """Return a reader of whole numbers from 1 to `most`; `said` names them in errors."""

    def read(text: str) -> int:
        is_short = text.isascii() and text.isdigit() and len(text) < 10
        if not (is_short and 1 <= int(text) <= most):
            raise ArgumentTypeError(f"{text!r} is no {said}")
        return int(text)

    return read


days: Final = _whole_number(MOST_TYPED_DAYS, f"number of days: choose 1 to {MOST_TYPED_DAYS}")
"""Reads a number of days."""

game_count: Final = _whole_number(
    MOST_LISTED_GAMES, f"number of games: choose 1 to {MOST_LISTED_GAMES}"
)
"""Reads a number of games to list."""

web_port: Final = _whole_number(65535, "port: set --port, or PORT, to a number from 1 to 65535")
"""Reads a port."""


def _web_options() -> OperatorOptions:
    port = environ.get("PORT") or str(USUAL_PORT)
    yield "--host", "host", {"metavar": "HOST", "default": HOST}
    yield "--port", "port", {"metavar": "PORT", "type": web_port, "default": port}
    for platform in platforms():
        if platform.prepare_web is None:
            yield f"--{platform.name}", platform.name, {"action": "store_true"}


def _leaderboard_options() -> OperatorOptions:
    # Imported only here: no other command's options name games and roles.
    from bot.ratings import Role  # noqa: PLC0415
    from bot.ratings.scores import BOARDS  # noqa: PLC0415

    yield _GUILD
    yield "--game", "board", {"choices": BOARDS}
    yield "--role", "role", {"choices": [role.value for role in Role]}
    yield "--days", "days", {"metavar": "N", "type": days}
    yield "--alone", "alone", {"action": "store_true"}
    yield _JSON


OPERATORS: Final[Mapping[str, OperatorOptions | Callable[[], OperatorOptions]]] = {
    "run": lambda: ((f"--{one.name}", one.name, {"action": "store_true"}) for one in platforms()),
    WEB: _web_options,
    "migrate": [("--to", "to", {"metavar": "REVISION"})],
    "backup": [("file", "backup", {"metavar": "FILE", "nargs": "?"}), _YES],
    "restore": [("file", "restore", {"metavar": "FILE"}), _YES],
    DOCTOR: [_JSON],
    "leaderboard": _leaderboard_options,
    "profile": [_USER_OR_OWN, _GUILD, ("--against", "against", {"metavar": "USER"}), _JSON],
    "games": [
        _USER_OR_OWN,
        ("--last", "last", {"metavar": "N", "type": game_count, "default": USUAL_GAMES}),
        _JSON,
    ],
    "replay": [("game", "game", {"metavar": "GAME"}), _JSON],
    "export": [_USER, ("--out", "out", {"metavar": "FILE"})],
    "forget": [_USER, _YES],
    "purge": [("guild", "purge-guild", {"metavar": "GUILD"}), _YES],
    "rebuild": [],
}
"""The options of operators' commands, in the order of the help."""
