"""Services for chat adapters besides games: requests, texts, and data of guilds."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Final

import structlog

from bot.chat import personal_data
from bot.chat.commands import PACK_OPTION, REQUESTS
from bot.chat.privacy.leave import leave_guild, leave_open_games
from bot.chat.request import CONFIRM, Hello, Reply, ReplyFile, Request, RequestSpec
from bot.games.guild_settings import GuildSettings, settings_of
from bot.games.requests import Caller
from bot.games.service import Games
from bot.games.transcripts import thoughts_by_turn
from bot.gametypes.recap import CardNotes
from bot.identity import GameId, GuildId, Room, User
from bot.lobby.settings import OFFERED, SETTING_NAMES, SWITCH_VALUES
from bot.store import rooms
from bot.store.games import UNFINISHED, games_of
from bot.store.rooms import GuildRow, find_installation, installed_guilds, put_installation
from bot.texts import Texts, choose_language, languages, supported
from core.command import Command, InputType
from core.rules import Refusal
from core.view import Choice, Choices, Phrase, Text, Tone, View, phrase

RECORD: Final = "deal.json"
"""The file name of a deal's record."""

SYNCED: Final = GuildId("spyring:told")
"""The key of the row among the guilds with the values that adapters have synced."""

_LOG = structlog.get_logger()

_DELETED: Final = RequestSpec(
    ("privacy", "delete", CONFIRM), Command(CONFIRM), personal_data.deleted
)
_SPECS: Final = MappingProxyType({one.path: one for one in (*REQUESTS, _DELETED)})


class ChatServices:
    """Answers adapters; `default` is the usual language, and `specs` are the requests by path."""

    def __init__(self, games: Games, default: str) -> None:
        self._games = games
        self._default = default
        self.languages: Mapping[str, Texts] = {name: Texts.load(name) for name in languages()}
        self.specs: Mapping[tuple[str, ...], RequestSpec] = _SPECS

    # Requests.

    async def answer(self, request: Request) -> Reply:
        """Return the answer to a request; raises Refusal and StoreFault."""
        spec = self.specs.get(request.path)
        if spec is None:
            raise Refusal("ask-unknown")
        if spec.manages and not request.manages:
            raise Refusal("admin-only")
        for option in spec.command.options:
            # Platforms may omit a required choice.
            is_needed = option.choices and option.default is None
            if is_needed and not request.text(option.name):
                raise Refusal("ask-choice", line=" ".join(request.path), choices=option.choices)
        answer = await spec.answer(self._games, request)
        if isinstance(answer, Reply):
            return answer
        shared = await self.language(request.caller) if request.flag("show") else None
        return Reply(answer, shared=shared)

    async def complete(self, request: Request, option: str) -> tuple[str, ...]:
        """Return the known values of an option; raises StoreFault."""
        if option != PACK_OPTION.name:
            return ()
        return (await self._games.store.read(settings_of, request.caller.guild)).pack_names

    # Texts.

    def texts_for(self, *tags: str | None) -> Texts:
        """Return the texts in the first known language, or else in the default."""
        return self.languages[choose_language(tags, self._default, self.languages.keys())]

    async def texts_in(
        self, room: Room, guild: GuildId | None = None, reader: User | None = None
    ) -> Texts:
        """Return the texts in the language of a reader, or of a room or its guild.

        `guild` counts if the room is not stored yet. Raises StoreFault.
        """
        async with self._games.store.reading() as conn:
            user = await rooms.find_user(conn, reader) if reader else None
            set_there = await rooms.languages_of(conn, room, guild)
        return self.texts_for(user.locale if user else None, *set_there)

    async def language(self, caller: Caller) -> str:
        """Return the language of a caller's room."""
        return (await self.texts_in(caller.room, caller.guild)).language

    # Games.

    async def recap(self, game_id: GameId) -> tuple[Phrase, ...]:
        """Return the sentences on the bots' thoughts and on clues of earlier games."""
        recap = await self._games.recap(game_id)
        return (*recap, *await self._games.clue_sentences(game_id))

    async def card_notes(self, game_id: GameId) -> CardNotes:
        """Return the notes on the cards of the final board, once the game is over."""
        session = await self._games.session(game_id)
        recap = session.game_type.bots.recap
        if recap is None or not session.is_over:
            return {}
        minds = await self._games.store.read(thoughts_by_turn, game_id, recap)
        return recap.card_notes(session.observe(None), minds)

    async def games_of(self, user: User) -> tuple[GameId, ...]:
        """Return the open games in which a person has a chair; raises StoreFault."""
        rows = await self._games.store.read(games_of, user)
        known = self._games.game_types
        return tuple(row.game_id for row in rows if row.status in UNFINISHED and row.kind in known)

    async def leave_games(self, user: User) -> None:
        """Free the chairs of a person whose account is gone; raises StoreFault."""
        await leave_open_games(self._games, user)

    async def record(self, caller: Caller, game_id: GameId) -> Reply:
        """Return a file with the record of a game's deal, for checks.

        Raises Refusal before the game's end and for a deal that was not drawn, and StoreFault.
        """
        session = await self._games.visible_session(caller, game_id)
        kind, seen = session.game_type, session.observe(None)
        deal, commitment = kind.reveal(seen) if session.is_over else None, kind.commitment(seen)
        if not (deal and commitment):
            raise Refusal("deal-untold")
        content = json.dumps(deal.record, ensure_ascii=False, indent=1) + "\n"
        told = (phrase("deal-check", file=RECORD, commitment=commitment), *deal.phrases)
        view = View(phrase("deal-title"), tuple(map(Text, told)))
        return Reply(view, ReplyFile(RECORD, content.encode()))

    async def hello(
        self, guild: GuildId, writable: Sequence[Room], locale: str | None
    ) -> Hello | None:
        """Return the hello to a guild, once; None later.

        `writable` are the rooms in which this bot may write, the best first. If only some rooms
        allow games, the hello goes to one of these, or nowhere. `locale` is the guild's locale on
        the platform, stored if the guild has chosen no language. Raises StoreFault.
        """
        if not writable:
            return None
        async with self._games.store.writing() as conn:
            row = await rooms.ensure_guild(conn, guild)
            settings = GuildSettings.from_json(row.settings)
            room = next((one for one in writable if settings.allows(one)), None)
            if settings.greeted or room is None:
                return None
            said = replace(settings, greeted=True).to_json()
            language = row.language or (supported(locale, self.languages) if locale else None)
            await rooms.put_guild(conn, replace(row, language=language, settings=said))
        return Hello(room, hello_view(self._games.game_types), language)

    async def last_synced(self, subject: str) -> str | None:
        """Return the last synced value of a subject; raises StoreFault."""
        row = await self._games.store.read(rooms.find_guild, SYNCED)
        found = row.settings.get(subject) if row else None
        return str(found) if found else None

    async def mark_synced(self, subject: str, value: str) -> None:
        """Store the synced value of a subject; raises StoreFault."""
        async with self._games.store.writing() as conn:
            row = await rooms.ensure_guild(conn, SYNCED)
            settings = {**row.settings, subject: value}
            await rooms.put_guild(conn, GuildRow(SYNCED, row.language, settings))

    async def guilds(self, platform: str) -> frozenset[GuildId]:
        """Return the stored guilds of a platform; raises StoreFault."""
        return await self._games.store.read(rooms.guilds_on, platform)

    async def installation(self, guild: GuildId) -> str | None:
        """Return a guild's installation, sealed by the adapter; raises StoreFault."""
        return await self._games.store.read(find_installation, guild)

    async def keep_installation(self, guild: GuildId, sealed: str) -> None:
        """Store a guild's installation, sealed by the adapter; raises StoreFault."""
        async with self._games.store.writing() as conn:
            await put_installation(conn, guild, sealed, self._games.now())

    async def installed(self, platform: str) -> frozenset[GuildId]:
        """Return the guilds of a platform with an installation; raises StoreFault."""
        return await self._games.store.read(installed_guilds, platform)

    async def purge(self, guild: GuildId) -> None:
        """Delete all of a guild's data, and its people's; raises StoreFault."""
        deleted = await leave_guild(self._games, guild)
        _LOG.info("guild-purged", guild=guild, games=len(deleted))


def hello_view(games: Iterable[str]) -> View:
    """Return a short hello: the games, the bots, and a button for the first game."""
    names = tuple(games)
    named = tuple(phrase("game-name", game=one) for one in names)
    return View(
        phrase("help-title"),
        (
            Text(phrase("hello-games", games=named)),
            Text(phrase("help-what")),
            Choices((Choice(phrase("hello-start"), names[0], Tone.GOOD),)),
            Text(phrase("hello-privacy"), Tone.QUIET),
        ),
    )


def known_values(new: Command) -> Mapping[str, tuple[str, ...]]:
    """Return the values for completion by the names of options and settings.

    `new` opens a game's tables; ``setting`` has the names of all settings of a table.
    """
    flags = (option.name for option in new.options if option.kind is InputType.FLAG)
    choices = {option.name: option.choices for option in new.options if option.choices}
    names = (*SETTING_NAMES, *(option.name for option in new.options))
    return {**dict.fromkeys(flags, SWITCH_VALUES), **choices, **OFFERED, "setting": names}
