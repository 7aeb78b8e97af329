"""Lessons that bots have learnt about the people of a game, and of whom they may be told."""

import asyncio
from functools import partial

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.games.guild_settings import settings_of
from bot.games.names import TableNames, known_names
from bot.games.recap import open_people, thoughts_by_turn
from bot.games.service import Games
from bot.games.transcripts import guilds_of, home_rooms, transcript_of
from bot.identity import GameId, GuildId, User
from bot.ratings import leanings, memory
from bot.ratings.facts import settled_turns
from bot.store import rooms
from core.view import Phrase


async def learnt_phrases(games: Games, game_id: GameId) -> tuple[Phrase, ...]:
    """Return what the bots of a game have learnt about the people in it, once it is over."""
    session, log = await games.history(game_id)
    lessons, recap = session.game_type.learning_rules, session.game_type.bots.recap
    if lessons is None or recap is None or not session.is_over:
        return ()
    evidence = await asyncio.to_thread(lessons.evidence, session.observe(None), ())
    homes = home_rooms(session, log)
    async with games.store.reading() as conn:
        thoughts = await thoughts_by_turn(conn, game_id, recap)
        guilds = await guilds_of(conn, homes)
        facts = lessons.facts(transcript_of(session, log, guilds, thoughts, evidence))
        turns = settled_turns(facts)
        tells = await open_people(conn, homes)
        changes = await memory.memory_changes(conn, turns)
        found = [one for one in changes if one.user in tells]
        known = [one for one in await leanings.known_after(conn, turns) if one.user in tells]
        users = {one.user for one in found} | {one.user for one in known}
        names = TableNames(await known_names(conn, users), games.resolve_names)
    name_of = partial(names.within, session.lobby)
    return (*memory.sentences(found, name_of), *leanings.sentences(known, name_of))


async def is_open(conn: AsyncConnection, user: User, guild: GuildId) -> bool:
    """Return whether others in a guild may be told what bots have learnt about a person."""
    if not (await settings_of(conn, guild)).tells_learnt:
        return False
    return not await rooms.quiet_users(conn, [user])
