"""Requests besides games, as data for slash commands, and help on them."""

from dataclasses import replace
from typing import Final

from bot.chat import guild_admin, personal_data, ratings
from bot.chat.request import UNSET, Request, RequestAnswer, RequestSpec
from bot.games.service import Games
from bot.lobby.settings import SWITCH_VALUES, Setting, admin_settings
from bot.ratings import Role
from bot.ratings.scores import BOARDS
from bot.texts import languages
from core.command import Command, Commands, InputType, Option
from core.view import Fields, Text, Tone, View, phrase

MOST_BOARD_DAYS: Final = 366

PACK_OPTION: Final = Option("pack", InputType.PACK, "", described="ask-option-pack")
"""The option for one of the guild's packs when you open a table."""


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
    """Return the option for a setting of a guild's new tables."""
    choices = setting.offered if setting.worded else ()
    if setting.bounds is not None:
        least, most = setting.bounds[0], setting.bounds[-1]
        return _option(setting.asked, InputType.INTEGER, needed=needed, least=least, most=most)
    kind = InputType.CHOICE if choices else InputType.TEXT
    return _option(setting.asked, kind, choices=choices, needed=needed)


_WORDS: Final = _option("words", InputType.LINE)
_NEEDED_WORDS: Final = replace(_WORDS, default=None)
_NAME: Final = _option("name")
_FILE: Final = _option("file", InputType.FILE)
_PACK: Final = _option("pack", InputType.PACK, needed=True)
_CHANNEL: Final = _option("channel", InputType.ROOM)
_PEOPLE: Final = (_option("member", InputType.PERSON), _option("against", InputType.PERSON))
_REMEMBERED: Final = _option("remembered", InputType.CHOICE, choices=SWITCH_VALUES, needed=True)
_FAMILY: Final = _option("family", InputType.CHOICE, choices=SWITCH_VALUES, needed=True)
_LANGUAGE: Final = _option("language", InputType.CHOICE, choices=(*languages(), UNSET), needed=True)


def _request(
    answer: RequestAnswer, line: str, *options: Option, direct: bool = False, is_long: bool = False
) -> RequestSpec:
    path = tuple(line.split())
    described = "-".join(("ask", *path))
    command = Command(path[-1], options, described=described)
    return RequestSpec(path, command, answer, direct, manages=path[0] == "admin", is_long=is_long)


async def _help(games: Games, request: Request) -> View:
    """Return help on games and on the requests that the caller may make."""
    paths = dict.fromkeys(ask.path[0] for ask in REQUESTS if request.manages or not ask.manages)
    kinds = tuple(
        (None, phrase("game-name", game=name), phrase("help-game", game=name))
        for name in games.game_types
    )
    others = tuple(
        (None, phrase("help-command", name=name), phrase(f"ask-{name}")) for name in paths
    )
    more = Text(phrase("help-more"), Tone.STRONG)
    blocks = (Text(phrase("help-what")), Fields(kinds), more, Fields(others))
    return View(phrase("help-title"), blocks, phrase("help-footer"))


REQUESTS: Final[tuple[RequestSpec, ...]] = (
    _request(
        ratings.board,
        "leaderboard",
        _option("game", InputType.CHOICE, choices=BOARDS),
        _option("role", InputType.CHOICE, choices=tuple(role.value for role in Role)),
        _option("days", InputType.INTEGER, least=1, most=MOST_BOARD_DAYS),
        _option("alone", InputType.FLAG),
        _option("show", InputType.FLAG),
    ),
    _request(ratings.member_profile, "profile", *_PEOPLE, direct=True),
    _request(personal_data.shown, "privacy show", direct=True, is_long=True),
    _request(personal_data.exported, "privacy export", direct=True, is_long=True),
    _request(personal_data.remembered, "privacy clues", _REMEMBERED, direct=True, is_long=True),
    _request(personal_data.deleting, "privacy delete", direct=True, is_long=True),
    _request(_help, "help", direct=True),
    _request(guild_admin.show, "admin show"),
    _request(guild_admin.set_language, "admin language", _LANGUAGE, _CHANNEL),
    *(
        _request(
            guild_admin.set_table,
            f"admin {command}",
            *(_setting(one, needed=len(settings) == 1) for one in settings),
        )
        for command, settings in admin_settings().items()
    ),
    _request(guild_admin.allow, "admin channels allow", _CHANNEL),
    _request(guild_admin.forbid, "admin channels forbid", _CHANNEL),
    _request(guild_admin.allow_all, "admin channels anywhere"),
    _request(guild_admin.places, "admin channels list"),
    _request(guild_admin.add_pack, "admin packs add", _NAME, _FILE, _WORDS, is_long=True),
    _request(guild_admin.remove_pack, "admin packs remove", _PACK),
    _request(guild_admin.choose_pack, "admin packs default", _PACK),
    _request(guild_admin.packs, "admin packs list"),
    _request(guild_admin.block_words, "admin packs block", _NEEDED_WORDS),
    _request(guild_admin.unblock_words, "admin packs unblock", _NEEDED_WORDS),
    _request(guild_admin.set_family, "admin packs family", _FAMILY),
)
"""All requests."""
