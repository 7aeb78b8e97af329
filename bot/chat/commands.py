"""Requests besides games, as data, from which slash commands are made."""

from dataclasses import replace
from typing import Final

from bot.chat.request import RequestSpec
from bot.lobby.settings import SWITCH_VALUES, Setting, admin_settings
from bot.ratings import Role
from bot.ratings.scores import BOARDS
from bot.texts import languages
from core.command import Command, Commands, InputType, Option

MOST_BOARD_DAYS: Final = 366

UNSET: Final = "unset"
"""The value of a language that takes the choice back."""

PACK_OPTION: Final = Option("pack", InputType.PACK, "", described="ask-option-pack")
"""An option of opening a table besides those of its game: one of the guild's packs."""


def opening(commands: Commands) -> Command:
    """Return the command that opens a table of a game in a guild."""
    new = commands.new
    return replace(new, options=(*new.options, PACK_OPTION)) if commands.has_packs else new


def _option(
    name: str,
    kind: InputType = InputType.TEXT,
    *,
    choices: tuple[str, ...] = (),
    needed: bool = False,
    least: int | None = None,
    most: int | None = None,
) -> Option:
    default = None if needed or kind is InputType.FLAG else ""
    return Option(name, kind, default, choices, least, most, described=f"ask-option-{name}")


def _setting(setting: Setting, *, needed: bool) -> Option:
    """Return the option with which a guild sets a setting of its new tables."""
    choices = setting.offered if setting.worded else ()
    if setting.bounds is not None:
        least, most = setting.bounds[0], setting.bounds[-1]
        return _option(setting.asked, InputType.INTEGER, needed=needed, least=least, most=most)
    kind = InputType.CHOICE if choices else InputType.TEXT
    return _option(setting.asked, kind, choices=choices, needed=needed)


_WORDS: Final = _option("words", InputType.LINE)
_CHANNEL: Final = _option("channel", InputType.ROOM)
_TOLD: Final = _option("told", InputType.CHOICE, choices=SWITCH_VALUES, needed=True)


def _request(
    *path: str,
    options: tuple[Option, ...] = (),
    direct: bool = False,
    is_long: bool = False,
) -> RequestSpec:
    described = "-".join(("ask", *path))
    command = Command(path[-1], options, described=described)
    return RequestSpec(path, command, direct, manages=path[0] == "admin", is_long=is_long)


REQUESTS: Final = (
    _request(
        "leaderboard",
        options=(
            _option("game", InputType.CHOICE, choices=BOARDS),
            _option("role", InputType.CHOICE, choices=tuple(role.value for role in Role)),
            _option("days", InputType.INTEGER, least=1, most=MOST_BOARD_DAYS),
            _option("alone", InputType.FLAG),
            _option("show", InputType.FLAG),
        ),
    ),
    _request(
        "profile",
        options=(_option("member", InputType.PERSON), _option("against", InputType.PERSON)),
        direct=True,
    ),
    _request("privacy", "show", direct=True, is_long=True),
    _request("privacy", "export", direct=True, is_long=True),
    _request("privacy", "learnt", options=(_TOLD,), direct=True),
    _request("privacy", "delete", direct=True, is_long=True),
    _request("help", direct=True),
    _request("admin", "show"),
    _request(
        "admin",
        "language",
        options=(
            _option("language", InputType.CHOICE, choices=(*languages(), UNSET), needed=True),
            _CHANNEL,
        ),
    ),
    *(
        _request(
            "admin",
            command,
            options=tuple(_setting(one, needed=len(settings) == 1) for one in settings),
        )
        for command, settings in admin_settings().items()
    ),
    _request("admin", "learnt", options=(_TOLD,)),
    _request("admin", "channels", "allow", options=(_CHANNEL,)),
    _request("admin", "channels", "forbid", options=(_CHANNEL,)),
    _request("admin", "channels", "anywhere"),
    _request("admin", "channels", "list"),
    _request(
        "admin",
        "packs",
        "add",
        options=(_option("name"), _option("file", InputType.FILE), _WORDS),
        is_long=True,
    ),
    _request("admin", "packs", "remove", options=(_option("pack", InputType.PACK, needed=True),)),
    _request("admin", "packs", "default", options=(_option("pack", InputType.PACK, needed=True),)),
    _request("admin", "packs", "list"),
    _request("admin", "packs", "block", options=(replace(_WORDS, default=None),)),
    _request("admin", "packs", "unblock", options=(replace(_WORDS, default=None),)),
    _request(
        "admin",
        "packs",
        "family",
        options=(_option("family", InputType.CHOICE, choices=SWITCH_VALUES, needed=True),),
    ),
)
"""All that can be asked for."""
