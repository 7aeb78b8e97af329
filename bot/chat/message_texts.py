"""What messages say besides what there is to see of a game: languages, deadlines, recaps."""

from collections.abc import Awaitable, Callable, Mapping
from typing import TypeAlias

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.games.door import Games
from bot.games.drawing import Spot
from bot.games.notice import Notice
from bot.identity import GameId, GuildId, Room
from bot.language import choose
from bot.learner import course_of, homes_of
from bot.learning import report
from bot.learning.facts import settled_turns
from bot.recap import Minds, Notes, Recap
from bot.store import games, rooms
from bot.texts import Texts
from core.view import Phrase

Teller: TypeAlias = Callable[[GameId], Awaitable[tuple[Phrase, ...]]]
"""Tells what the bots of a game meant."""


class Prompter:
    """Answers those who draw; `default` is the language where nobody has chosen one."""

    def __init__(
        self, games: Games, recap: Teller, default: str, languages: Mapping[str, Texts]
    ) -> None:
        self._games = games
        self._recap = recap
        self._default = default
        self._languages = languages

    async def texts(self, spot: Spot) -> Texts:
        """Return the sentences in a person's language, or a room's or its guild's."""
        async with self._games.store.reading() as conn:
            return self._languages[await self._language(conn, spot)]

    async def notices(self, game_id: GameId) -> tuple[Notice, ...]:
        """Return what all at a table are told of its deadlines."""
        return await self._games.notices(game_id)

    async def recap(self, game_id: GameId) -> tuple[Phrase, ...]:
        """Return what bots meant, and what they have learnt, once the game is over."""
        return (*await self._recap(game_id), *await self._learnt(game_id))

    async def notes(self, game_id: GameId) -> Notes:
        """Return what is noted on the cards of the final board, once the game is over."""
        session = await self._games.session(game_id)
        recap = session.kind.bots.recap
        if recap is None or not session.is_over:
            return {}
        async with self._games.store.reading() as conn:
            minds = await _minds(conn, game_id, recap)
        return recap.noted(session.observe(None), minds)

    async def _learnt(self, game_id: GameId) -> tuple[Phrase, ...]:
        """Return what the bots of a game have learnt about the people in it."""
        session, log = await self._games.history(game_id)
        lessons, recap = session.kind.lessons, session.kind.bots.recap
        if lessons is None or recap is None or not session.is_over:
            return ()
        async with self._games.store.reading() as conn:
            thoughts = await _minds(conn, game_id, recap)
            guilds = {
                user: await _guild(conn, room) for user, room in homes_of(session, log).items()
            }
            facts = lessons.facts(course_of(session, log, guilds, thoughts))
            found = await report.lessons_of(conn, settled_turns(facts))
            named = await rooms.find_users(conn, [one.user for one in found])
        return report.told(found, lambda user: named[user].name if user in named else user.id)

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


async def _minds(conn: AsyncConnection, game_id: GameId, recap: Recap) -> Minds:
    rows = await games.thoughts_of(conn, game_id)
    return {(row.turn, row.seat): recap.read(row.body) for row in rows}


async def _guild(conn: AsyncConnection, room: Room) -> GuildId:
    found = await rooms.find_room(conn, room)
    return found.guild if found else GuildId(str(room))
