"""What this adapter asks of the application besides its games; who wires it hands these in."""

from collections.abc import Mapping
from typing import Protocol

from bot.games import GuildId
from bot.texts import Texts


class Backstage(Protocol):
    """Languages, what was told to Discord, and the end of a guild."""

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

    async def purge(self, guild: GuildId) -> None:
        """Delete all that a guild has left behind; raises StoreFault."""
        ...
