"""What messages say besides what there is to see of a game: languages, deadlines, recaps."""

from collections.abc import Awaitable, Callable, Mapping
from datetime import datetime
from typing import TypeAlias

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.games.door import Games
from bot.games.drawing import Spot
from bot.identity import GameId
from bot.language import choose
from bot.store import rooms
from bot.texts import Texts
from core.view import Phrase

Recap: TypeAlias = Callable[[GameId], Awaitable[tuple[Phrase, ...]]]
"""Tells what the bots of a game meant."""


class Prompter:
    """Answers those who draw; `default` is the language where nobody has chosen one."""

    def __init__(
        self, games: Games, recap: Recap, default: str, languages: Mapping[str, Texts]
    ) -> None:
        self._games = games
        self._recap = recap
        self._default = default
        self._languages = languages

    async def texts(self, spot: Spot) -> Texts:
        """Return the sentences in a person's language, or a room's or its guild's."""
        async with self._games.store.reading() as conn:
            return self._languages[await self._language(conn, spot)]

    async def due_at(self, game_id: GameId) -> datetime | None:
        """Return when the clock acts, if it does."""
        return await self._games.due_at(game_id)

    async def recap(self, game_id: GameId) -> tuple[Phrase, ...]:
        """Return what bots meant, once the game is over."""
        return await self._recap(game_id)

    async def _language(self, conn: AsyncConnection, spot: Spot) -> str:
        user = await rooms.find_user(conn, spot.user) if spot.user else None
        room = await rooms.find_room(conn, spot.room)
        guild = await rooms.find_guild(conn, room.guild) if room else None
        return choose(
            user.locale if user else None,
            room.language if room else None,
            guild.language if guild else None,
            self._default,
            self._languages.keys(),
        )
