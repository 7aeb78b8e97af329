"""People of a purged guild, who may also be in another room."""

from collections.abc import Awaitable, Callable

import pytest
from sqlalchemy import delete, insert, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.chat.privacy.purge import data_of
from bot.identity import GameId, GuildId, Room, User
from bot.lobby.events import Joined
from bot.ratings.learn import rebuild
from bot.ratings.scores import ScoredPlay
from bot.ratings.scores_store import add_play
from bot.store import schema
from bot.store.connection import Store
from bot.store.rooms import change_room, ensure_room, find_user
from tests.bot.chat.privacy.community import (
    EVENTS,
    SHARED,
    THERE,
    everything,
    lobby_of,
    purged,
    rows_about,
    settle,
)
from tests.bot.ratings.games import ANN, BOB, CAT, DAN, GUILD, NOON, OTHER, keep_game, learnt
from tests.databases import with_store

pytestmark = pytest.mark.either_database

Meeting = Callable[[AsyncConnection], Awaitable[object]]


async def _settle_apart(conn: AsyncConnection) -> None:
    """Store the two guilds; people of the first are in the second only by the shared game."""
    await settle(conn)
    scores = schema.side_scores.c
    theirs = scores.user.in_([str(ANN), str(BOB)]) & (scores.guild == OTHER)
    await conn.execute(delete(schema.side_scores).where(theirs))
    own = scores.user.in_([str(CAT), str(DAN)]) & (scores.guild == GUILD)
    await conn.execute(delete(schema.side_scores).where(own))


def test_people_who_are_nowhere_else_are_forgotten_with_their_guild(database_url: str) -> None:
    async def work(store: Store) -> None:
        async with store.writing() as conn:
            await _settle_apart(conn)
            assert (await data_of(conn, GUILD)).people == {ANN, BOB}
            others = await rows_about(conn, schema.side_scores, but=ANN, guild=OTHER)
            await purged(conn, GUILD)
            after = await everything(conn)
            for user, name in ((ANN, "Annabel"), (BOB, "Bobby")):
                named = [table for table, rows in after.items() if user.id in rows or name in rows]
                assert named == []
            assert await find_user(conn, CAT)
            assert await rows_about(conn, schema.side_scores, but=ANN, guild=OTHER) == others
            members = (await lobby_of(conn, SHARED)).members
            assert [one.user for one in members if not one.user.is_gone] == [CAT]
            before = await learnt(conn)
            await rebuild(conn)
            assert await learnt(conn) == before

    with_store(database_url, work)


async def _scores_there(conn: AsyncConnection) -> None:
    await add_play(conn, OTHER, ANN, "hangman", ScoredPlay(won=True, points=3))


async def _plays_directly(conn: AsyncConnection) -> None:
    """Store a game in direct messages with no other person."""
    direct = Room("discord", "777")
    await ensure_room(conn, direct, GuildId(str(direct)))
    await _log(conn, await keep_game(conn, "alone", "lobby"), ANN, Joined(ANN, direct))


async def _comes_from_there(conn: AsyncConnection) -> None:
    await _log(conn, SHARED, ANN, Joined(ANN, THERE))


async def _is_set_there(conn: AsyncConnection) -> None:
    await change_room(conn, THERE, language=None, settings={"teams": {str(ANN): "blue"}})


async def _log(conn: AsyncConnection, game_id: GameId, by: User, event: Joined) -> None:
    """Add an event to a game's log."""
    row = {"game_id": game_id, "version": 90, "seat": str(by), "at": NOON}
    told = {"tag": EVENTS.tag(event), "body": EVENTS.body(event)}
    await conn.execute(insert(schema.events), row | told)
    games = schema.games
    await conn.execute(update(games).where(games.c.game_id == game_id).values(version=90))


@pytest.mark.sampled
@pytest.mark.parametrize(
    "meet",
    [_scores_there, _plays_directly, _comes_from_there, _is_set_there],
)
def test_people_who_are_somewhere_else_too_keep_all_that_they_have_there(
    database_url: str, meet: Meeting
) -> None:
    async def work(store: Store) -> None:
        async with store.writing() as conn:
            await _settle_apart(conn)
            await meet(conn)
            assert (await data_of(conn, GUILD)).people == {BOB}
            await purged(conn, GUILD)
            assert await find_user(conn, ANN)
            assert not await find_user(conn, BOB)

    with_store(database_url, work)


def test_a_guild_that_shares_nothing_takes_all_its_people_with_it(database_url: str) -> None:
    async def work(store: Store) -> None:
        async with store.writing() as conn:
            await _settle_apart(conn)
            await purged(conn, GUILD)
            assert (await data_of(conn, OTHER)).people == {CAT, DAN}
            await purged(conn, OTHER)
            after = await everything(conn)
        kept = {table for table, rows in after.items() if rows}
        assert kept <= {"leases"}

    with_store(database_url, work)
