import asyncio
from dataclasses import replace

import pytest
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.chat.privacy.forget import forget, games_of
from bot.gametypes.codenames.recap import CODENAMES_RECAP
from bot.identity import GONE, GameId, User
from bot.ratings.learn import learn, rebuild
from bot.store import schema
from bot.store.connection import Store
from bot.store.games import ThoughtsRow, put_thoughts, thoughts_of
from core.agents.thoughts import ClueThoughts
from core.rules import Seat
from tests.bot.chat.privacy.community import (
    NAMES,
    OURS,
    RUNNING,
    SHARED,
    THEIRS,
    everything,
    forgotten,
    lobby_of,
    purged,
    rows_about,
    settle,
)
from tests.bot.ratings.games import (
    ACE,
    ANN,
    BLUE_GUESS,
    BLUE_SPY,
    BOB,
    CAT,
    DAN,
    OTHER,
    RED_GUESS,
    blue,
    clue_thoughts,
    game,
    keep_game,
    learnt,
)
from tests.bot.store.seats import seats_of
from tests.databases import with_store

pytestmark = pytest.mark.either_database


@pytest.mark.sampled
@pytest.mark.parametrize("user", [ANN, BOB, CAT, DAN])
def test_nothing_anywhere_names_who_was_forgotten(database_url: str, user: User) -> None:
    async def work(store: Store) -> None:
        async with store.writing() as conn:
            await settle(conn)
            before = await everything(conn)
            assert user.id in before["events"] + before["seats"]
            assert NAMES[user] in before["users"]
            await forgotten(conn, user)
        async with store.reading() as conn:
            after = await everything(conn)
            named = [name for name, rows in after.items() if user.id in rows or NAMES[user] in rows]
            assert named == []

    with_store(database_url, work)


@pytest.mark.parametrize("user", [ANN, CAT])
def test_the_ratings_and_memories_of_all_others_stay(database_url: str, user: User) -> None:
    async def work(store: Store) -> None:
        async with store.writing() as conn:
            await settle(conn)
            tables = (schema.ratings, schema.agent_memory, schema.users, schema.side_scores)
            before = [await _others(conn, table, user) for table in tables]
            await forgotten(conn, user)
            assert [await _others(conn, table, user) for table in tables] == before
            assert all(before)

    with_store(database_url, work)


async def _others(conn: AsyncConnection, table: object, user: User) -> set[str]:
    if table is schema.users:
        ids = await conn.scalars(select(schema.users.c.id).where(schema.users.c.id != user.id))
        return set(ids)
    return await rows_about(conn, table, but=user)


def test_pools_hold_nothing_of_who_was_forgotten(database_url: str) -> None:
    async def work(store: Store) -> None:
        async with store.writing() as conn:
            await settle(conn)
            await forgotten(conn, CAT)
            memory = schema.agent_memory
            pool = select(memory.c.memory).where(memory.c.user == "pool:all")
            (stored,) = (await conn.scalars(pool.where(memory.c.role == "guesser"))).all()
            assert stored["turns"] == 3  # Ann's: two turns at home, one shared
            other = select(memory.c.user).where(memory.c.user == "pool:guild:slack:T1")
            assert (await conn.scalars(other)).all() == []

    with_store(database_url, work)


def test_what_is_left_is_what_a_rebuild_gives(database_url: str) -> None:
    async def work(store: Store) -> None:
        async with store.writing() as conn:
            await settle(conn)
            await forgotten(conn, ANN)
            after = await learnt(conn)
            await rebuild(conn)
            assert await learnt(conn) == after

    with_store(database_url, work)


def test_games_still_replay_with_somebody_else_in_each(database_url: str) -> None:
    async def work(store: Store) -> None:
        async with store.writing() as conn:
            await settle(conn)
            assert await forgotten(conn, ANN) == (OURS, RUNNING, SHARED)
            ours = await _stranger(conn, OURS, BLUE_GUESS)
            shared = await _stranger(conn, SHARED, RED_GUESS)
            running = await _stranger(conn, RUNNING, BLUE_SPY)
            assert len({ours, shared, running}) == 3

    with_store(database_url, work)


async def _stranger(conn: AsyncConnection, name: GameId, seat: Seat) -> User:
    """Return the user who replaces the forgotten person in a seat, the same in all tables."""
    lobby, seats = await lobby_of(conn, name), await seats_of(conn, name)
    stranger = seats[seat]
    assert stranger.platform == GONE
    assert lobby.sitter(seat) == stranger
    for table in (schema.turn_players, schema.results):
        users = select(table.c.user).where(table.c.game_id == name, table.c.seat == seat)
        assert set(await conn.scalars(users)) <= {str(stranger)}
    return stranger


def test_turns_with_the_forgotten_still_count_for_their_partners(database_url: str) -> None:
    async def work(store: Store) -> None:
        async with store.writing() as conn:
            await settle(conn)
            await forgotten(conn, DAN)
            ratings = schema.ratings
            cats = select(ratings.c.counts).where(
                ratings.c.user == str(CAT), ratings.c.period == "all"
            )
            assert sum(sum(counts) for counts in await conn.scalars(cats)) == 4

    with_store(database_url, work)


def test_games_of_others_are_not_touched(database_url: str) -> None:
    async def work(store: Store) -> None:
        async with store.writing() as conn:
            await settle(conn)
            before = await lobby_of(conn, THEIRS)
            await forgotten(conn, ANN)
            assert await lobby_of(conn, THEIRS) == before

    with_store(database_url, work)


def test_to_forget_somebody_unknown_changes_nothing(database_url: str) -> None:
    async def work(store: Store) -> None:
        async with store.writing() as conn:
            await settle(conn)
            before = await everything(conn)
            assert await forgotten(conn, User("discord", "8138")) == ()
            after = await everything(conn)
            assert {name: sorted(rows) for name, rows in after.items() if name != "leases"} == {
                name: sorted(rows) for name, rows in before.items() if name != "leases"
            }

    with_store(database_url, work)


def test_beliefs_about_a_person_are_forgotten_with_them(database_url: str) -> None:
    clue = ClueThoughts("teammate", "sea", 2, (("whale", 0.5),), leanings=(("gloss", 3.0),))

    async def work(store: Store) -> None:
        async with store.writing() as conn:
            await settle(conn)
            (name, *_) = await games_of(conn, ANN)
            row = ThoughtsRow(9, BLUE_SPY, CODENAMES_RECAP.write(clue))
            assert await put_thoughts(conn, name, row)
            before = await thoughts_of(conn, name)
            await forgotten(conn, ANN)
            after = await thoughts_of(conn, name)
            assert len(after) == len(before)
            (kept,) = (one for one in after if one.turn == 9)
            assert CODENAMES_RECAP.read(kept.body) == replace(clue, leanings=())

    with_store(database_url, work)


def test_people_play_on_while_others_are_forgotten_and_guilds_purged(database_url: str) -> None:
    games = [GameId(f"game{number}") for number in range(8)]

    async def play(store: Store, name: GameId) -> None:
        async with store.writing() as conn:
            table = {BLUE_SPY: ACE, BLUE_GUESS: BOB}
            thoughts = {(1, BLUE_SPY): clue_thoughts(gloss=0.7)}
            await learn(conn, game(blue(1, "BB"), name=name, table=table, thoughts=thoughts))

    async def forget_ann(store: Store) -> None:
        async with store.writing() as conn:
            await forgotten(conn, ANN)

    async def purge_other(store: Store) -> None:
        async with store.writing() as conn:
            await purged(conn, OTHER)

    async def work(store: Store) -> None:
        async with store.writing() as conn:
            await settle(conn)
            for name in games:
                await keep_game(conn, name)
        async with asyncio.TaskGroup() as group:
            for name in games[:4]:
                group.create_task(play(store, name))
            group.create_task(forget_ann(store))
            group.create_task(purge_other(store))
            for name in games[4:]:
                group.create_task(play(store, name))
        async with store.writing() as conn:
            assert not any(ANN.id in rows for rows in (await everything(conn)).values())
            after = await learnt(conn)
            await rebuild(conn)
            assert await learnt(conn) == after
            played = select(schema.turns.c.game_id).where(schema.turns.c.game_id.in_(games))
            assert sorted(await conn.scalars(played)) == games

    with_store(database_url, work)


def test_a_bot_is_not_forgotten(database_url: str) -> None:
    async def work(store: Store) -> None:
        async with store.writing() as conn:
            with pytest.raises(ValueError, match="bot:ace"):
                await forget(conn, ACE, ())

    with_store(database_url, work)
