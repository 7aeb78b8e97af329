"""Ports to the application besides its games; the wiring of a process hands them in."""

from collections.abc import Mapping, Sequence
from typing import Protocol

from bot.chat.request import Hello, Reply, Request
from bot.games import Caller, GameId, GuildId, MessageTarget, Room, Threads, User
from bot.texts import Texts
from core.view import Note, Phrase


class RequestHandlerPort(Protocol):
    """Answers requests besides games."""

    async def answer(self, request: Request) -> Reply:
        """Return the answer to a request; raises Refusal."""

    async def complete(self, request: Request, option: str) -> tuple[str, ...]:
        """Return the values of an option of a request; raises Refusal."""


class ChatServicesPort(Protocol):
    """Languages, requests, threads of games, what a platform was told, and the end of a guild."""

    @property
    def threads(self) -> Threads:
        """The threads of games."""

    @property
    def request_handler(self) -> RequestHandlerPort:
        """Answers requests besides games."""

    @property
    def languages(self) -> Mapping[str, Texts]:
        """All languages, by their names."""

    def texts_for(self, language: str | None) -> Texts:
        """Return the texts of a language as a platform calls it, or of the nearest one."""

    async def handle(self, game_id: GameId, room: Room) -> str | None:
        """Return the handle of what all see of a game in a room, or else elsewhere on its platform.

        Raises StoreFault.
        """

    async def games_of(self, user: User) -> tuple[GameId, ...]:
        """Return the games under way in which a person has a chair; raises StoreFault."""

    async def leave_games(self, user: User) -> None:
        """Free the chairs of a person whose account has ended; raises StoreFault."""

    async def record(self, caller: Caller, game_id: GameId) -> Reply:
        """Return the record of a game's deal; raises Refusal before its end, and StoreFault."""

    async def hello(
        self, guild: GuildId, writable: Sequence[Room], locale: str | None
    ) -> Hello | None:
        """Return the hello to a guild, None where it was said or has no room; raises StoreFault.

        `writable` are the rooms in which this bot may write, the best first, `locale` is the
        guild's language as the platform calls it, if somebody has chosen one there.
        """

    async def last_synced(self, subject: str) -> str | None:
        """Return the value that a platform was told last of a subject; raises StoreFault."""

    async def mark_synced(self, subject: str, value: str) -> None:
        """Remember the value that a platform was told of a subject; raises StoreFault."""

    async def guilds(self, platform: str) -> frozenset[GuildId]:
        """Return the guilds of a platform of which something is kept; raises StoreFault."""

    async def installation(self, guild: GuildId) -> str | None:
        """Return what was sealed of a guild; raises StoreFault."""

    async def keep_installation(self, guild: GuildId, sealed: str) -> None:
        """Keep what is sealed of a guild: this text is stored as it is; raises StoreFault."""

    async def installed(self, platform: str) -> frozenset[GuildId]:
        """Return the guilds of a platform that have an installation; raises StoreFault."""

    async def purge(self, guild: GuildId) -> None:
        """Delete all that a guild has left behind; raises StoreFault."""


class MessageTextsPort(Protocol):
    """Texts of a message besides its game view."""

    async def texts(self, target: MessageTarget, guild: GuildId | None = None) -> Texts:
        """Return the sentences in the language of a room, or of a person.

        `guild` is that of a room which may have had no game yet.
        """

    def texts_for(self, languages: Sequence[str | None]) -> Texts:
        """Return the sentences in the languages of a view that is to be drawn."""

    async def recap(self, game_id: GameId) -> tuple[Phrase, ...]:
        """Return the sentences about what bots meant, once the game is over."""

    async def card_notes(self, game_id: GameId) -> Mapping[str, tuple[Note, ...]]:
        """Return the notes on the final board's cards by their places, once it is over."""
