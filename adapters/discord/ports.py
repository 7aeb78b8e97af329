"""What this adapter asks of the application besides its games; who wires it hands these in."""

from collections.abc import Mapping
from typing import Protocol

from bot.counter.ask import Answer, Request
from bot.games import GuildId, Threads
from bot.texts import Texts


class Counter(Protocol):
    """Where people ask for something besides games."""

    async def ask(self, request: Request) -> Answer:
        """Return the answer to a request; raises Refusal."""
        ...

    async def offers(self, request: Request, option: str) -> tuple[str, ...]:
        """Return what an option of a request may be; raises Refusal."""
        ...


class Backstage(Protocol):
    """Languages, the counter, games' threads, what was told to Discord, and the end of a guild."""

    @property
    def threads(self) -> Threads:
        """The places that games have of their own."""
        ...

    @property
    def counter(self) -> Counter:
        """Where people ask for something besides games."""
        ...

    @property
    def languages(self) -> Mapping[str, Texts]:
        """All languages, by their names."""
        ...

    def speaker(self, language: str | None) -> Texts:
        """Return the texts of a language as Discord calls it, or of the nearest one."""
        ...

    async def told(self, subject: str) -> str | None:
        """Return what Discord was told last of a subject; raises StoreFault."""
        ...

    async def keep_told(self, subject: str, told: str) -> None:
        """Remember what Discord was told of a subject; raises StoreFault."""
        ...

    async def guilds(self, platform: str) -> frozenset[GuildId]:
        """Return the guilds of a platform of which something is kept; raises StoreFault."""
        ...

    async def purge(self, guild: GuildId) -> None:
        """Delete all that a guild has left behind; raises StoreFault."""
        ...
