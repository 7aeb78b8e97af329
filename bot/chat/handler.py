"""The request handler answers every request besides games."""

from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping
from types import MappingProxyType
from typing import Final, TypeAlias

from bot.chat import guild_admin, personal_data, ratings
from bot.chat.commands import PACK_OPTION, REQUESTS
from bot.chat.request import CONFIRM, Reply, Request, RequestSpec
from bot.games.guild_settings import settings_of
from bot.games.service import Games
from bot.lobby.settings import admin_settings
from bot.store import rooms
from bot.texts.choice import choose_language
from core.rules import Refusal
from core.view import Fields, Phrase, Text, Tone, View, phrase

RequestAction: TypeAlias = Callable[[Games, Request], Awaitable[View]]

_OWN: Final[Mapping[tuple[str, ...], Callable[[Games, Request], Awaitable[Reply]]]] = (
    MappingProxyType(
        {
            ("privacy", "show"): personal_data.shown,
            ("privacy", "export"): personal_data.exported,
            ("privacy", "learnt"): personal_data.told,
            ("privacy", "delete"): personal_data.deleting,
            ("privacy", "delete", CONFIRM): personal_data.deleted,
        }
    )
)

_MANAGED: Final = frozenset(ask.path for ask in REQUESTS if ask.manages)

_ADMIN: Final[Mapping[tuple[str, ...], RequestAction]] = MappingProxyType(
    {
        ("admin", "show"): guild_admin.show,
        ("admin", "language"): guild_admin.set_language,
        **{("admin", command): guild_admin.set_table for command in admin_settings()},
        ("admin", "learnt"): guild_admin.set_learnt,
        ("admin", "channels", "allow"): guild_admin.allow,
        ("admin", "channels", "forbid"): guild_admin.forbid,
        ("admin", "channels", "anywhere"): guild_admin.allow_all,
        ("admin", "channels", "list"): guild_admin.places,
        ("admin", "packs", "add"): guild_admin.add_pack,
        ("admin", "packs", "remove"): guild_admin.remove_pack,
        ("admin", "packs", "default"): guild_admin.choose_pack,
        ("admin", "packs", "list"): guild_admin.packs,
        ("admin", "packs", "block"): guild_admin.block_words,
        ("admin", "packs", "unblock"): guild_admin.unblock_words,
        ("admin", "packs", "family"): guild_admin.set_family,
    }
)


class RequestHandler:
    """Answers requests; `default` is the language where nobody has chosen one of `languages`."""

    def __init__(self, games: Games, default: str, languages: Collection[str]) -> None:
        self._games = games
        self._default = default
        self._languages = languages

    async def answer(self, request: Request) -> Reply:
        """Return the answer to a request; raises Refusal and StoreFault."""
        if request.path in _MANAGED and not request.manages:
            raise Refusal("admin-only")
        match request.path:
            case ("leaderboard",):
                view = await ratings.board(self._games, request)
                shared = await self._language(request) if request.flag("show") else None
                return Reply(view, shared=shared)
            case ("profile",):
                return Reply(await ratings.member_profile(self._games, request))
            case ("help",):
                return Reply(help_view(self._games.game_types, REQUESTS, request))
            case _ if answer := _OWN.get(request.path):
                return await answer(self._games, request)
            case _ if work := _ADMIN.get(request.path):
                return Reply(await work(self._games, request))
            case _:
                raise Refusal("ask-unknown")

    async def complete(self, request: Request, option: str) -> tuple[str, ...]:
        """Return what an option may be, as far as that is known; raises StoreFault."""
        if option != PACK_OPTION.name:
            return ()
        async with self._games.store.reading() as conn:
            return (await settings_of(conn, request.caller.guild)).pack_names

    async def _language(self, request: Request) -> str:
        """Return the language of all in the room."""
        async with self._games.store.reading() as conn:
            room = await rooms.find_room(conn, request.caller.room)
            guild = await rooms.find_guild(conn, request.caller.guild)
        languages = (room.language if room else None, guild.language if guild else None)
        return choose_language(None, *languages, self._default, self._languages)


def help_view(games: Iterable[str], requests: Iterable[RequestSpec], request: Request) -> View:
    """Return help on games, and on what the asker may ask for."""
    paths = dict.fromkeys(ask.path[0] for ask in requests if request.manages or not ask.manages)
    return View(
        phrase("help-title"),
        (
            Text(phrase("help-what")),
            Fields(tuple(map(_game, games))),
            Text(phrase("help-more"), Tone.STRONG),
            Fields(tuple(map(_other, paths))),
        ),
        phrase("help-footer"),
    )


def _game(name: str) -> tuple[None, Phrase, Phrase]:
    return None, phrase("game-name", game=name), phrase("help-game", game=name)


def _other(name: str) -> tuple[None, Phrase, Phrase]:
    return None, phrase("help-command", name=name), phrase(f"ask-{name}")
