"""The bot leaves a guild: the data that it deletes, and events between two steps of that."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.chat.privacy.leave import leave_and_forget, leave_guild
from bot.games.requests import Submission
from bot.identity import GameId, GuildId, Room
from bot.lobby.model import Status
from bot.ratings.learn import lock_games
from bot.server.workers.learner import Learner
from bot.store.games import read_game
from tests.bot.chat.privacy.doors import Doors, at_doors
from tests.bot.games.parlour import GUILD, SEATS, person
from tests.bot.store.test_erasure import remains

ANN, BOB = person("ann").user, person("bob").user
NAMED = (str(ANN), '"ann"', '"Ann"')
EVERYBODY = tuple(
    text for name in SEATS for text in (f"recorder:{name}", f'"{name}"', f'"{name.title()}"')
)

ELSEWHERE, THERE = Room("recorder", "elsewhere"), GuildId("recorder:there")

Work = Callable[[Doors, GameId], Awaitable[object]]


async def _learn(doors: Doors, game_id: GameId) -> object:
    return await Learner(doors.one.games).learn(game_id)


async def _open_again(doors: Doors) -> GameId:
    """Return a game that has ended, with the table of its rematch open."""
    game_id = await doors.played()
    await doors.one.say("cat", "rematch")
    return game_id


async def _forget(doors: Doors, _: GameId) -> object:
    return await leave_and_forget(doors.one.games, ANN)


async def _leave(doors: Doors, _: GameId) -> object:
    return await leave_guild(doors.one.games, GUILD)


@pytest.mark.sampled
@pytest.mark.parametrize(
    "work", [_leave, *(pytest.param(one, marks=pytest.mark.slow) for one in (_forget, _learn))]
)
def test_a_purge_between_any_two_steps_is_no_fault(database_url: str, work: Work) -> None:
    async def between(doors: Doors) -> None:
        async def meddle() -> None:
            await leave_guild(doors.other.games, GUILD)

        steps, ended = 0, False
        while not ended:
            game_id = await _open_again(doors)
            doors.store.steps = (steps, meddle)
            await work(doors, game_id)
            ended, doors.store.steps = doors.store.steps is not None, None
            await leave_guild(doors.one.games, GUILD)
            assert await doors.naming(*EVERYBODY) == []
            steps += 1
        assert steps > 2

    at_doors(database_url, between)


@pytest.mark.slow
def test_who_is_forgotten_between_two_steps_of_a_purge_is_no_fault(database_url: str) -> None:
    async def between(doors: Doors) -> None:
        async def meddle() -> None:
            await leave_and_forget(doors.other.games, ANN)

        steps, ended = 0, False
        while not ended:
            await _open_again(doors)
            doors.store.steps = (steps, meddle)
            await leave_guild(doors.one.games, GUILD)
            ended, doors.store.steps = doors.store.steps is not None, None
            assert await doors.naming(*EVERYBODY) == []
            steps += 1
        assert steps > 2

    at_doors(database_url, between)


@pytest.mark.slow
def test_those_who_wait_for_the_same_game_all_come_to_their_end(postgresql_url: str) -> None:
    async def work(doors: Doors) -> None:
        game_id = await _open_again(doors)
        async with doors.other.games.store.writing() as conn:
            await lock_games(conn, [game_id])
            tasks = [
                asyncio.create_task(leave_guild(doors.one.games, GUILD)),
                asyncio.create_task(leave_and_forget(doors.other.games, ANN)),
                asyncio.create_task(Learner(doors.one.games).learn(game_id)),
                asyncio.create_task(leave_and_forget(doors.one.games, BOB)),
            ]
            await _waiting(conn, 2)
        await asyncio.gather(*tasks)
        assert await doors.naming(*EVERYBODY) == []

    at_doors(postgresql_url, work)


async def _waiting(conn: AsyncConnection, number: int) -> None:
    """Return once this many transactions wait for a lock."""
    query = text("SELECT count(*) FROM pg_locks WHERE NOT granted")
    async with asyncio.timeout(30):
        while (await conn.scalar(query) or 0) < number:
            await asyncio.sleep(0)


@pytest.mark.sampled
def test_people_of_a_guild_that_is_left_leave_the_tables_that_go_on_elsewhere(
    database_url: str,
) -> None:
    async def work(doors: Doors) -> None:
        game_id = await doors.one.open("ann")
        cat = person("cat", ELSEWHERE, THERE)
        games = doors.one.games
        await games.submit(cat, Submission(f"join {game_id}"))
        await doors.one.say("bob", "join")
        assert await leave_guild(doors.other.games, GUILD) == ()
        session = await games.session(game_id)
        assert session.lobby.status is Status.LOBBY
        assert [one.user for one in session.lobby.members] == [cat.user]
        assert session.lobby.host == cat.user
        assert await doors.naming(*NAMED, str(BOB), '"Bob"') == []
        assert await doors.naming('"Cat"') != []
        await games.submit(cat, Submission("stop"))

    at_doors(database_url, work)


@pytest.mark.either_database
def test_a_guild_that_comes_back_begins_anew(database_url: str) -> None:
    async def work(doors: Doors) -> None:
        before = await doors.played()
        await leave_guild(doors.one.games, GUILD)
        after = await doors.played()
        async with doors.store.reading() as conn:
            assert await read_game(conn, before) is None
            assert await read_game(conn, after) is not None
        assert len(await Learner(doors.one.games).learn(after)) == 2

    at_doors(database_url, work)


@pytest.mark.parametrize("forgetting", [_forget, _leave])
def test_no_byte_of_the_files_tells_of_who_was_forgotten(sqlite_url: str, forgetting: Work) -> None:
    async def work(doors: Doors) -> None:
        game_id = await doors.played()
        assert len(remains(sqlite_url, NAMED)) > 0
        await forgetting(doors, game_id)
        assert remains(sqlite_url, NAMED) == []

    at_doors(sqlite_url, work)
    assert remains(sqlite_url, NAMED) == []
