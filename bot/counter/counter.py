"""The counter: whoever asks for something besides games is answered here."""

from collections.abc import Awaitable, Callable, Collection, Mapping
from types import MappingProxyType
from typing import Final, TypeAlias

from bot.counter import admin, papers, ratings
from bot.counter.ask import SURE, Answer, Request
from bot.counter.command import ASKS, PACK
from bot.counter.guide import guide
from bot.games.clerk import settings_of
from bot.games.door import Games
from bot.language import choose
from bot.store import rooms
from core.rules import Refusal
from core.view import View

Work: TypeAlias = Callable[[Games, Request], Awaitable[View]]

_MANAGED: Final = frozenset(ask.path for ask in ASKS if ask.manages)

_ADMIN: Final[Mapping[tuple[str, ...], Work]] = MappingProxyType(
    {
        ("admin", "show"): admin.show,
        ("admin", "language"): admin.speak,
        ("admin", "timers"): admin.time,
        ("admin", "stop"): admin.stop,
        ("admin", "theme"): admin.shade,
        ("admin", "threads"): admin.thread,
        ("admin", "channels", "allow"): admin.allow,
        ("admin", "channels", "forbid"): admin.forbid,
        ("admin", "channels", "anywhere"): admin.allow_all,
        ("admin", "channels", "list"): admin.places,
        ("admin", "packs", "add"): admin.add_pack,
        ("admin", "packs", "remove"): admin.remove_pack,
        ("admin", "packs", "default"): admin.choose_pack,
        ("admin", "packs", "list"): admin.packs,
    }
)


class Counter:
    """Answers requests; `default` is the language where nobody has chosen one of `languages`."""

    def __init__(self, games: Games, default: str, languages: Collection[str]) -> None:
        self._games = games
        self._default = default
        self._languages = languages

    async def ask(self, request: Request) -> Answer:
        """Return the answer to a request; raises Refusal and StoreFault."""
        if request.path in _MANAGED and not request.manages:
            raise Refusal("admin-only")
        match request.path:
            case ("leaderboard",):
                view = await ratings.board(self._games, request)
                shared = await self._language(request) if request.flag("show") else None
                return Answer(view, shared=shared)
            case ("profile",):
                return Answer(await ratings.portrait(self._games, request))
            case ("privacy", "show"):
                return await papers.shown(self._games, request)
            case ("privacy", "export"):
                return await papers.exported(self._games, request)
            case ("privacy", "delete"):
                return await papers.deleting(self._games, request)
            case ("privacy", "delete", last) if last == SURE:
                return await papers.deleted(self._games, request)
            case ("help",):
                return Answer(guide(self._games.kinds, ASKS, request))
            case _ if work := _ADMIN.get(request.path):
                return Answer(await work(self._games, request))
            case _:
                raise Refusal("ask-unknown")

    async def offers(self, request: Request, option: str) -> tuple[str, ...]:
        """Return what an option may be, as far as that is known; raises StoreFault."""
        if option != PACK.name:
            return ()
        async with self._games.store.reading() as conn:
            return (await settings_of(conn, request.caller.guild)).pack_names

    async def _language(self, request: Request) -> str:
        """Return the language of all in the room."""
        async with self._games.store.reading() as conn:
            room = await rooms.find_room(conn, request.caller.room)
            guild = await rooms.find_guild(conn, request.caller.guild)
        languages = (room.language if room else None, guild.language if guild else None)
        return choose(None, *languages, self._default, self._languages)
