"""Texts of messages beside a game's view: languages, deadlines, recaps."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import TypeAlias

from bot.games.messages import MessageTarget
from bot.games.service import Games
from bot.games.transcripts import thoughts_by_turn
from bot.gametypes.recap import CardNotes
from bot.identity import GameId, GuildId
from bot.store import rooms
from bot.texts import Texts, choose_language
from core.view import Phrase

FindRecap: TypeAlias = Callable[[GameId], Awaitable[tuple[Phrase, ...]]]
"""Tells what the bots of a game meant."""


class MessageTexts:
    """Answers those who draw; `default` is the language where nobody has chosen one."""

    def __init__(
        self, games: Games, recap: FindRecap, default: str, languages: Mapping[str, Texts]
    ) -> None:
        self._games = games
        self._recap = recap
        self._default = default
        self._languages = languages

    async def texts(self, target: MessageTarget, guild: GuildId | None = None) -> Texts:
        """Return the sentences in a person's language, or a room's or its guild's.

        `guild` is that of a room which may have had no game yet.
        """
        async with self._games.store.reading() as conn:
            user = await rooms.find_user(conn, target.user) if target.user else None
            set_there = await rooms.languages_of(conn, target.room, guild)
        return self.texts_for((user.locale if user else None, *set_there))

    def texts_for(self, languages: Sequence[str | None]) -> Texts:
        """Return the sentences of the first language of a reader, a room and a guild that is set.

        Without any it is the default one.
        """
        reader, room, guild = languages or (None, None, None)
        known = self._languages.keys()
        return self._languages[choose_language(reader, room, guild, self._default, known)]

    async def recap(self, game_id: GameId) -> tuple[Phrase, ...]:
        """Return the sentences on what bots meant and which clues were used before."""
        return (*await self._recap(game_id), *await self._games.clue_sentences(game_id))

    async def card_notes(self, game_id: GameId) -> CardNotes:
        """Return the notes on the cards of the final board, once the game is over."""
        session = await self._games.session(game_id)
        recap = session.game_type.bots.recap
        if recap is None or not session.is_over:
            return {}
        async with self._games.store.reading() as conn:
            minds = await thoughts_by_turn(conn, game_id, recap)
        return recap.card_notes(session.observe(None), minds)
