"""The hello to a guild that this bot has just joined: once, where it may write."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from bot.chat.request import Hello
from bot.games.guild_settings import GuildSettings
from bot.games.service import Games
from bot.identity import GuildId, Room
from bot.store import rooms
from core.view import Choice, Choices, Text, Tone, View, phrase


async def claim_hello(
    games: Games, guild: GuildId, writable: Sequence[Room], language: str | None = None
) -> Hello | None:
    """Return the hello to a guild, and remember that it was said; None where it was before.

    `writable` are the rooms in which this bot may write, the best first. Where games may only be
    opened in some rooms, it is said in one of these, or not at all. `language` is the platform's
    for the guild, which is kept where the guild has chosen none here. Raises StoreFault.
    """
    if not writable:
        return None
    async with games.store.writing() as conn:
        row = await rooms.ensure_guild(conn, guild)
        settings = GuildSettings.from_json(row.settings)
        room = next((one for one in writable if settings.allows(one)), None)
        if settings.greeted or room is None:
            return None
        said = replace(settings, greeted=True).to_json()
        language = row.language or language
        await rooms.put_guild(conn, replace(row, language=language, settings=said))
    return Hello(room, hello_view(games.game_types), language)


def hello_view(games: Iterable[str]) -> View:
    """Return a short hello: the games, that bots play along, and a button for the first game."""
    names = tuple(games)
    return View(
        phrase("help-title"),
        (
            Text(
                phrase("hello-games", games=tuple(phrase("game-name", game=one) for one in names))
            ),
            Text(phrase("help-what")),
            Choices((Choice(phrase("hello-start"), names[0], Tone.GOOD),)),
            Text(phrase("hello-privacy"), Tone.QUIET),
        ),
    )
