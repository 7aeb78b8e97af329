"""What can be asked for besides games, as data, from which slash commands are made."""

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from bot.counter.ask import Ask, Pick
from bot.lobby.settings import HOURS, SWITCH, Clocking, Shade, Stopping
from bot.scores import BOARDS
from bot.texts import languages
from core.codenames.command import CODENAMES
from core.codenames.model import Role
from core.command import Command, Commands, Kind, Option

MOST_DAYS: Final = 366

UNSET: Final = "unset"
"""The value of a language that takes the choice back."""

PACK: Final = Option("pack", Kind.TEXT, "", described="ask-option-pack")
"""What a table may be opened with besides the options of its game: one of the guild's packs."""

PACKED: Final = frozenset({CODENAMES.game})
"""The games that are dealt from packs."""


def opening(commands: Commands) -> Command:
    """Return the command that opens a table of a game in a guild."""
    new = commands.new
    return replace(new, options=(*new.options, PACK)) if commands.game in PACKED else new


_NONE: Final[Mapping[str, Pick]] = MappingProxyType({})
_CHANNEL: Final = MappingProxyType({"channel": Pick.ROOM})


def _option(
    name: str,
    kind: Kind = Kind.TEXT,
    *,
    choices: tuple[str, ...] = (),
    needed: bool = False,
    least: int | None = None,
    most: int | None = None,
) -> Option:
    default = None if needed or kind is Kind.FLAG else ""
    return Option(name, kind, default, choices, least, most, described=f"ask-option-{name}")


def _ask(
    *path: str,
    options: tuple[Option, ...] = (),
    picks: Mapping[str, Pick] = _NONE,
    direct: bool = False,
) -> Ask:
    described = "-".join(("ask", *path))
    command = Command(path[-1], options, described=described)
    return Ask(path, command, picks, direct, manages=path[0] == "admin")


ASKS: Final = (
    _ask(
        "leaderboard",
        options=(
            _option("game", Kind.CHOICE, choices=BOARDS),
            _option("role", Kind.CHOICE, choices=tuple(role.value for role in Role)),
            _option("days", Kind.INTEGER, least=1, most=MOST_DAYS),
            _option("alone", Kind.FLAG),
            _option("show", Kind.FLAG),
        ),
    ),
    _ask(
        "profile",
        options=(_option("member"), _option("against")),
        picks=MappingProxyType({"member": Pick.PERSON, "against": Pick.PERSON}),
        direct=True,
    ),
    _ask("privacy", "show", direct=True),
    _ask("privacy", "export", direct=True),
    _ask("privacy", "delete", direct=True),
    _ask("help", direct=True),
    _ask("admin", "show"),
    _ask(
        "admin",
        "language",
        options=(
            _option("language", Kind.CHOICE, choices=(*languages(), UNSET), needed=True),
            _option("channel"),
        ),
        picks=_CHANNEL,
    ),
    _ask(
        "admin",
        "timers",
        options=(
            _option("clock", Kind.CHOICE, choices=tuple(mode.value for mode in Clocking)),
            _option("clue-time"),
            _option("guess-time"),
            _option("hours", Kind.INTEGER, least=HOURS[0], most=HOURS[-1]),
            _option("pace"),
        ),
    ),
    _ask(
        "admin",
        "stop",
        options=(
            _option("who", Kind.CHOICE, choices=tuple(one.value for one in Stopping), needed=True),
        ),
    ),
    _ask(
        "admin",
        "theme",
        options=(
            _option("theme", Kind.CHOICE, choices=tuple(one.value for one in Shade), needed=True),
        ),
    ),
    _ask(
        "admin",
        "threads",
        options=(_option("thread", Kind.CHOICE, choices=SWITCH, needed=True),),
    ),
    _ask("admin", "channels", "allow", options=(_option("channel"),), picks=_CHANNEL),
    _ask("admin", "channels", "forbid", options=(_option("channel"),), picks=_CHANNEL),
    _ask("admin", "channels", "anywhere"),
    _ask("admin", "channels", "list"),
    _ask(
        "admin",
        "packs",
        "add",
        options=(_option("name"), _option("file"), _option("words")),
        picks=MappingProxyType({"file": Pick.FILE}),
    ),
    _ask("admin", "packs", "remove", options=(_option("pack", needed=True),)),
    _ask("admin", "packs", "default", options=(_option("pack", needed=True),)),
    _ask("admin", "packs", "list"),
)
"""All that can be asked for."""
