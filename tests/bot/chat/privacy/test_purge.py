from typing import Any

import pytest
from sqlalchemy import Select, select

from bot.games.event_log import REPLACED
from bot.identity import GONE, GameId, GuildId
from bot.ratings.learn import rebuild
from bot.store import schema
from bot.store.connection import Store
from tests.bot.chat.privacy.community import (
    HERE,
    OURS,
    RUNNING,
    SHARED,
    THEIRS,
    THERE,
    everything,
    lobby_of,
    purged,
    rows_about,
    settle,
)
from tests.bot.ratings.games import ANN, CAT, GUILD, OTHER, learnt
from tests.databases import with_store


@pytest.mark.sampled
def test_a_guilds_games_go_and_those_that_others_share_stay(database_url: str) -> None:
    async def work(store: Store) -> None:
        async with store.writing() as conn:
            await settle(conn)
            assert await purged(conn, GUILD) == (OURS, RUNNING)
            games = (await conn.scalars(select(schema.games.c.game_id))).all()
            assert sorted(games) == [SHARED, THEIRS]
            deliveries = set(await conn.scalars(select(schema.deliveries.c.game_id)))
            assert deliveries == {SHARED, THEIRS}

    with_store(database_url, work)


@pytest.mark.sampled
def test_nothing_anywhere_names_the_guild_or_its_rooms(database_url: str) -> None:
    async def work(store: Store) -> None:
        async with store.writing() as conn:
            await settle(conn)
            await purged(conn, GUILD)
        async with store.reading() as conn:
            after = await everything(conn)
            wanted = (f'"{GUILD}"', HERE.place, f"guild:{GUILD}")
            assert [
                name for name, rows in after.items() if any(one in rows for one in wanted)
            ] == []
            assert f'"{OTHER}"' in after["rooms"]

    with_store(database_url, work)


def test_the_other_guild_keeps_its_ratings_rooms_and_messages(database_url: str) -> None:
    async def work(store: Store) -> None:
        async with store.writing() as conn:
            await settle(conn)
            tables = (schema.ratings, schema.side_scores)
            before = [await rows_about(conn, table, but=ANN, guild=OTHER) for table in tables]
            await purged(conn, GUILD)
            after = [await rows_about(conn, table, but=ANN, guild=OTHER) for table in tables]
            assert after == before
            assert all(before)
            audiences = set(await conn.scalars(select(schema.messages.c.audience)))
            assert str(ANN) not in audiences
            assert str(CAT) in audiences
            lobby = await lobby_of(conn, SHARED)
            assert {room for room in lobby.rooms if room.platform != GONE} <= {THERE}
            member = lobby.member(ANN)
            assert member is not None
            assert member.room.platform == GONE
            last = await conn.scalar(_last(SHARED))
            assert last == REPLACED  # so that every process rebuilds its fold of the log

    with_store(database_url, work)


def _last(game_id: GameId) -> Select[Any]:
    """Return a query for the tag of a game's last event, by the version in its row."""
    events, games = schema.events.c, schema.games.c
    last = select(games.version).where(games.game_id == game_id).scalar_subquery()
    return select(events.tag).where(events.game_id == game_id, events.version == last)


@pytest.mark.sampled
def test_what_was_learnt_in_the_guild_is_forgotten(database_url: str) -> None:
    async def work(store: Store) -> None:
        async with store.writing() as conn:
            await settle(conn)
            await purged(conn, GUILD)
            memory = schema.agent_memory
            users = set(await conn.scalars(select(memory.c.user)))
            assert users == {str(CAT), "pool:all", f"pool:guild:{OTHER}"}
            after = await learnt(conn)
            await rebuild(conn)
            assert await learnt(conn) == after

    with_store(database_url, work)


def test_an_unknown_guild_has_nothing_to_purge(database_url: str) -> None:
    async def work(store: Store) -> None:
        async with store.writing() as conn:
            await settle(conn)
            before = await learnt(conn)
            assert await purged(conn, GuildId("discord:999")) == ()
            assert await learnt(conn) == before

    with_store(database_url, work)
