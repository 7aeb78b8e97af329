"""Sentences on the clues that a guild remembers: what all at a table are told after a game."""

from collections.abc import Callable, Collection, Iterator
from dataclasses import replace

from bot.games.guild_settings import GuildSettings, settings_of
from bot.identity import GameId, GuildId, User
from bot.ratings.facts import RememberedClue
from bot.store import rooms
from bot.store.address import in_memory
from bot.store.connection import Store
from core.view import Phrase, phrase


def pair_sentence(
    pair: RememberedClue | None, tells: Collection[User], name_of: Callable[[User], Phrase | str]
) -> Iterator[Phrase]:
    """Yield the sentence on a pair that two users have met again, where people may be told."""
    if pair and all(user.is_bot or user in tells for user in (pair.giver, pair.picker)):
        giver, picker = (
            user.id if user.is_bot else name_of(user) for user in (pair.giver, pair.picker)
        )
        clue = {"clue": pair.clue, "card": pair.card}
        yield phrase("report-pair", giver=giver, picker=picker, **clue)


async def clue_news(store: Store, guild: GuildId, game_id: GameId) -> tuple[Phrase, ...]:
    """Return the news that clues are remembered, which a guild is told after one game.

    Games that end with the program are remembered by nobody.
    """
    if in_memory(store.url):
        return ()
    async with store.reading() as conn:
        told_after = (await settings_of(conn, guild)).clues_told
    if not told_after:
        async with store.writing() as conn:
            row = await rooms.ensure_guild(conn, guild)
            settings = GuildSettings.from_json(row.settings)
            told_after = settings.clues_told or game_id
            told = replace(settings, clues_told=told_after).to_json()
            await rooms.put_guild(conn, replace(row, settings=told))
    platform, _, _ = guild.partition(":")
    return (phrase("report-clue-news", platform=platform),) if told_after == game_id else ()
