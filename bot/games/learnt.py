"""Sentences on what bots have learnt about the people of a game that is over."""

import asyncio
from functools import partial
from typing import Any

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.games.discretion import open_people
from bot.games.names import Names, known_names
from bot.games.service import Games
from bot.games.transcripts import guilds_of, home_rooms, transcript_of
from bot.gametypes.recap import Recap, ThoughtsByTurn
from bot.identity import GameId
from bot.ratings import leanings, memory
from bot.ratings.facts import settled_turns
from bot.store import games as stored
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
        names = Names(await known_names(conn, users), games.resolve_names)
    name_of = partial(names.within, session.lobby)
    return (*memory.sentences(found, name_of), *leanings.sentences(known, name_of))


async def thoughts_by_turn(
    conn: AsyncConnection, game_id: GameId, recap: Recap[Any, Any]
) -> ThoughtsByTurn[Any]:
    """Return what the bots of a game thought, by turn and seat."""
    rows = await stored.thoughts_of(conn, game_id)
    return {(row.turn, row.seat): recap.read(row.body) for row in rows}
