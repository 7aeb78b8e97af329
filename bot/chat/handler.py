"""The request handler answers every request besides games."""

from collections.abc import Collection, Mapping
from types import MappingProxyType
from typing import Final

from bot.chat import personal_data
from bot.chat.commands import PACK_OPTION, REQUESTS
from bot.chat.request import CONFIRM, Reply, Request, RequestAnswer
from bot.games.guild_settings import settings_of
from bot.games.service import Games
from bot.store import rooms
from bot.texts import choose_language
from core.rules import Refusal

_MANAGED: Final = frozenset(ask.path for ask in REQUESTS if ask.manages)

_ANSWERS: Final[Mapping[tuple[str, ...], RequestAnswer]] = MappingProxyType(
    {
        **{ask.path: ask.answer for ask in REQUESTS},
        ("privacy", "delete", CONFIRM): personal_data.deleted,
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
        if request.path not in _ANSWERS:
            raise Refusal("ask-unknown")
        answer = await _ANSWERS[request.path](self._games, request)
        if isinstance(answer, Reply):
            return answer
        return Reply(answer, shared=await self._language(request) if request.flag("show") else None)

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
