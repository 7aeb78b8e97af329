import asyncio
from dataclasses import replace
from datetime import timedelta
from itertools import product
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.identity import GameId, User, bot_user
from bot.ratings.facts import GameFacts
from bot.ratings.learn import learn, rebuild
from bot.store import schema
from bot.store.connection import Store
from core.codenames.model import Chair, Options, Role, Team, Turn, TurnEnd
from tests.bot.ratings.games import (
    ACE,
    ANN,
    BLUE_GUESS,
    BLUE_SPY,
    BLUE_WON,
    BOARD_WON,
    BOB,
    CAT,
    DAN,
    GLOSS,
    NOON,
    TABLE,
    blue,
    clear,
    clue_thoughts,
    game,
    guess_thoughts,
    keep_game,
    learnt,
    red,
    rows_of,
    running,
    told,
    turn_of,
)
from tests.databases import with_store
from tests.profile import examples

TRUTH = (
    schema.turns,
    schema.turn_players,
    schema.turn_credits,
    schema.turn_evidence,
    schema.results,
)

WHOLE = game(
    blue(1, "BB"),
    red(2, "RT"),
    blue(3, "BK", TurnEnd.GAME_OVER),
    table=TABLE | {BLUE_SPY: ACE, BLUE_GUESS: BOB, Chair(Team.RED, Role.GUESSER).seat: ANN},
    thoughts={
        (1, BLUE_SPY): clue_thoughts(gloss=1.0, sense=1 / 3),
        (3, BLUE_SPY): clue_thoughts(gloss=0.1, minilm=1.0),
    },
    evidence={(1, BLUE_GUESS): told(500, -3), (1, BLUE_SPY): told(9), (3, BLUE_GUESS): told(0, 40)},
)


async def stored(conn: AsyncConnection) -> dict[str, list[str]]:
    """Return all rows of learning."""
    truth = {table.name: await rows_of(conn, table) for table in TRUTH}
    return truth | await learnt(conn)


def test_a_game_is_learnt_once(database_url: str) -> None:
    async def work(store: Store) -> None:
        async with store.writing() as conn:
            await keep_game(conn, "abc234")
            assert len(await learn(conn, WHOLE)) == 3
        async with store.writing() as conn:
            before = await stored(conn)
            assert all(before.values())
            assert await learn(conn, WHOLE) == ()
            assert await stored(conn) == before

    with_store(database_url, work)


def test_learning_turn_by_turn_comes_to_the_same_as_at_the_end(database_url: str) -> None:
    async def work(store: Store) -> None:
        async with store.writing() as conn:
            await keep_game(conn, "abc234")
            await learn(conn, WHOLE)
            at_once = await stored(conn)
            await clear(conn)
            await keep_game(conn, "abc234")
        for count in (1, 2, 3):
            async with store.writing() as conn:
                await learn(conn, running(WHOLE, count))
        async with store.writing() as conn:
            assert len(await learn(conn, WHOLE)) == 1
            assert await stored(conn) == at_once

    with_store(database_url, work)


def test_a_game_that_is_gone_teaches_nothing(database_url: str) -> None:
    async def work(store: Store) -> None:
        async with store.writing() as conn:
            assert await learn(conn, WHOLE) == ()
            assert not any((await stored(conn)).values())

    with_store(database_url, work)


def test_a_transaction_that_fails_teaches_nothing(database_url: str) -> None:
    async def fail(store: Store) -> None:
        async with store.writing() as conn:
            await learn(conn, WHOLE)
            raise RuntimeError

    async def work(store: Store) -> None:
        async with store.writing() as conn:
            await keep_game(conn, "abc234")
        with pytest.raises(RuntimeError):
            await fail(store)
        async with store.writing() as conn:
            assert not any((await stored(conn)).values())
            assert len(await learn(conn, WHOLE)) == 3

    with_store(database_url, work)


@pytest.mark.sampled
def test_games_that_end_at_once_are_learnt_one_after_the_other(database_url: str) -> None:
    names = [f"game{number}" for number in range(12)]

    async def one(store: Store, name: str) -> None:
        async with store.writing() as conn:
            await learn(conn, replace(WHOLE, game_id=GameId(name)))

    async def work(store: Store) -> None:
        async with store.writing() as conn:
            for name in names:
                await keep_game(conn, name)
        async with asyncio.TaskGroup() as group:
            for name in names * 2:
                group.create_task(one(store, name))
        async with store.writing() as conn:
            order = select(schema.turns.c.sequence).order_by(schema.turns.c.sequence)
            assert (await conn.scalars(order)).all() == list(range(1, 3 * len(names) + 1))
            before = await stored(conn)
            assert await rebuild(conn) == 3 * len(names)
            assert await stored(conn) == before

    with_store(database_url, work)


def test_rebuilding_mends_sums_that_went_wrong(database_url: str) -> None:
    async def work(store: Store) -> None:
        async with store.writing() as conn:
            await keep_game(conn, "abc234")
            await learn(conn, WHOLE)
            before = await stored(conn)
            await conn.execute(update(schema.ratings).values(counts=[99] * 36))
            await conn.execute(update(schema.agent_memory).values(memory={}))
            await rebuild(conn)
            assert await stored(conn) == before

    with_store(database_url, work)


def test_rebuilding_from_nothing_is_nothing(database_url: str) -> None:
    async def work(store: Store) -> None:
        async with store.writing() as conn:
            assert await rebuild(conn) == 0
            assert not any((await stored(conn)).values())

    with_store(database_url, work)


SITTERS = (ANN, BOB, CAT, DAN, ACE, bot_user("ace-paper"), GLOSS)
BOARDS = (Options(guessers=2), Options(rows=6, guessers=2), Options(teams=3, guessers=2))
"""A board that is rated, and two that only serve learning."""

CHAIRS = BOARDS[0].chairs
LETTERS = st.sampled_from(["", "B", "BB", "BBBB", "T", "BT", "BR", "R", "K", "BBK"])
CREDITS = st.dictionaries(
    st.sampled_from(["minilm", "gloss", "sense"]), st.floats(0.01, 1.0), max_size=3
)


@st.composite
def turns(draw: st.DrawFn, number: int) -> Turn:
    team = (Team.BLUE, Team.RED)[number % 2]
    letters = draw(LETTERS)
    own = letters if team is Team.BLUE else letters.translate(str.maketrans("BR", "RB"))
    seats = [chair.seat for chair in CHAIRS if chair.team is team and chair.role is Role.GUESSER]
    end = draw(st.sampled_from([TurnEnd.PASSED, TurnEnd.EXPIRED, TurnEnd.RESIGNED]))
    return turn_of(team, number, own, end, draw(st.permutations(seats)))


@st.composite
def games(draw: st.DrawFn, name: str) -> GameFacts:
    """Draw a game with random people in the seats and random credits for ACE."""
    played = [draw(turns(number)) for number in range(1, draw(st.integers(1, 5)) + 1)]
    numbers = [turn.number for turn in played]
    sitter, board = st.sampled_from(SITTERS), st.sampled_from(BOARDS)
    sitters = {number: {chair.seat: draw(sitter) for chair in CHAIRS} for number in numbers}
    thoughts: dict[Any, Any] = {
        (number, chair.seat): draw(CREDITS) for number, chair in product(numbers, CHAIRS)
    }
    return game(
        *played,
        name=name,
        options=draw(board),
        sitters=sitters,
        at={number: NOON + draw(st.integers(0, 40)) * timedelta(hours=1) for number in numbers},
        thoughts={
            (number, seat): (clue_thoughts if seat.endswith("spymaster") else guess_thoughts)(
                **earned
            )
            for (number, seat), earned in thoughts.items()
        },
        evidence=draw(
            st.dictionaries(
                st.sampled_from([(number, chair.seat) for number in numbers for chair in CHAIRS]),
                st.integers(-3000, 3000).map(told),
            )
        ),
        taken_back=frozenset(draw(st.lists(st.sampled_from(numbers), max_size=1))),
        ending=draw(st.sampled_from([BOARD_WON, BLUE_WON])),
    )


@st.composite
def histories(draw: st.DrawFn) -> tuple[GameFacts, ...]:
    """Draw several games and earlier stages of them, in random order."""
    whole = [draw(games(name)) for name in ("one", "two", "three")[: draw(st.integers(1, 3))]]
    steps = [
        running(facts, count) for facts in whole for count in range(1, len(facts.public.turns) + 1)
    ]
    return (*draw(st.permutations(steps))[: len(steps) // 2], *draw(st.permutations(whole)))


@pytest.mark.sampled
@given(history=histories())
@settings(max_examples=examples(25, quick=4), suppress_health_check=list(HealthCheck))
def test_rebuilding_gives_what_was_learnt_to_the_last_bit(
    database_url: str, history: tuple[GameFacts, ...]
) -> None:
    async def work(store: Store) -> None:
        async with store.writing() as conn:
            await clear(conn)
            for name in {facts.game_id for facts in history}:
                await keep_game(conn, name)
            for facts in history:
                await learn(conn, facts)
            before = await learnt(conn)
            await rebuild(conn)
            assert await learnt(conn) == before

    with_store(database_url, work)


def test_everybody_is_a_user_that_can_be_read_back(database_url: str) -> None:
    async def work(store: Store) -> None:
        async with store.writing() as conn:
            await keep_game(conn, "abc234")
            await learn(conn, WHOLE)
            for table in (schema.agent_memory, schema.ratings):
                users = await conn.scalars(select(table.c.user))
                assert all(str(User.parse(user)) == user for user in users)

    with_store(database_url, work)
