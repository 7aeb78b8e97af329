"""Tests of removal: ratings without a person equal those of a rebuild without them."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import select

from bot.identity import User
from bot.ratings.facts import GameFacts
from bot.ratings.learn import learn, rebuild
from bot.store import schema
from bot.store.connection import Store
from tests.bot.chat.privacy.community import forgotten, settle
from tests.bot.ratings.games import ANN, BOB, CAT, DAN, clear, keep_game, learnt
from tests.bot.ratings.test_learn import histories
from tests.databases import with_store
from tests.profile import examples

PEOPLE = (ANN, BOB, CAT, DAN)


@pytest.mark.sampled
@given(history=histories(), users=st.permutations(PEOPLE))
@settings(max_examples=examples(25, quick=4), suppress_health_check=list(HealthCheck))
def test_to_forget_one_after_the_other_gives_what_a_rebuild_gives_to_the_last_bit(
    database_url: str, history: tuple[GameFacts, ...], users: list[User]
) -> None:
    async def work(store: Store) -> None:
        async with store.writing() as conn:
            await clear(conn)
            for name in {facts.game_id for facts in history}:
                await keep_game(conn, name)
            for facts in history:
                await learn(conn, facts)
            for user in users:
                await forgotten(conn, user)
                after = await learnt(conn)
                await rebuild(conn)
                assert await learnt(conn) == after
                assert not any(str(user) in row for rows in after.values() for row in rows)

    with_store(database_url, work)


@pytest.mark.sampled
def test_what_others_have_alone_is_not_written_anew(database_url: str) -> None:
    async def work(store: Store) -> None:
        async with store.writing() as conn:
            await settle(conn)
            ratings = schema.ratings.c
            wrong = schema.ratings.update().where(ratings.user.in_([str(BOB), str(CAT)]))
            await conn.execute(wrong.values(counts=[99]))
            await forgotten(conn, ANN)
            rows = await conn.scalars(select(ratings.counts).where(ratings.user == str(CAT)))
            assert {*map(tuple, rows)} == {(99,)}

    with_store(database_url, work)
