"""A person who deletes their data stays forgotten, whatever processes, learners and people do."""

import asyncio
from dataclasses import replace

import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.chat.privacy.leave import leave_and_forget
from bot.codec import read_value, write_value
from bot.games.messages import MessageTarget, MessageTasks
from bot.identity import GameId, User
from bot.lobby.context import ForgottenViews
from bot.lobby.model import Status
from bot.ratings.boards.leaderboard import BoardQuery, leaderboard
from bot.ratings.learn import lock_games, lock_learning, rebuild
from bot.server.workers.learner import Learner
from bot.store.connection import Store
from bot.store.games import put_seats, read_game
from bot.store.leases import PUBLIC, new_holder
from bot.store.messages import MessageRow, put_message
from tests.bot.chat.privacy.community import everything, settle
from tests.bot.chat.privacy.doors import Doors, at_doors, shown
from tests.bot.games.parlour import GUILD, ROOM, SEATS, person
from tests.bot.ratings.games import keep_game, learnt
from tests.bot.store.test_messages import post

pytestmark = pytest.mark.either_database

ANN, BOB = person("ann").user, person("bob").user
NAMED = (str(ANN), '"ann"', '"Ann"')
"""A person's names as the database would contain them."""


def test_who_is_forgotten_while_a_game_is_learnt_does_not_come_back(database_url: str) -> None:
    async def work(doors: Doors) -> None:
        game_id = await doors.played()
        games = doors.one.games

        async def meddle() -> None:
            await leave_and_forget(doors.other.games, ANN)

        doors.store.meddler = meddle
        assert len(await Learner(games).learn(game_id)) == 2
        assert await doors.naming(*NAMED) == []
        async with games.store.writing() as conn:
            board = await leaderboard(conn, BoardQuery(GUILD))
            assert {standing.user for standing in board} == {
                person(name).user for name in ("bob", "cat", "dan")
            }
            before = await learnt(conn)
            await rebuild(conn)
            assert await learnt(conn) == before

    at_doors(database_url, work)


def test_another_process_does_not_know_who_was_forgotten(database_url: str) -> None:
    async def work(doors: Doors) -> None:
        game_id = await doors.played()
        before = await doors.other.session()
        assert before.lobby.member(ANN) is not None
        assert await leave_and_forget(doors.one.games, ANN) == (game_id,)
        after = await doors.other.session()
        assert not {one.user for one in after.lobby.members} & {ANN}
        assert after.state == before.state
        look = await doors.other.games.view(game_id)
        assert not any(name in shown(look) for name in NAMED)
        said = await doors.other.games.updates(game_id, since=before.version)
        assert said == ()

    at_doors(database_url, work)


@pytest.mark.parametrize("forgotten", ["ann", "bob"])
def test_a_rematch_elsewhere_brings_nobody_back(database_url: str, forgotten: str) -> None:
    async def work(doors: Doors) -> None:
        await doors.played()
        await doors.other.session()
        gone = person(forgotten).user
        await leave_and_forget(doors.one.games, gone)
        await doors.other.say("cat", "rematch")
        lobby = (await doors.other.session()).lobby
        rest = [person(name).user for name in SEATS if name != forgotten]
        assert [one.user for one in lobby.members] == rest
        assert lobby.host == rest[0]
        assert [chair.seat for chair in lobby.empty] == [SEATS[forgotten]]
        await doors.other.say(rest[0].id, f"bot {SEATS[forgotten]}")
        await doors.other.say(rest[0].id, "start")
        assert (await doors.other.session()).lobby.status is Status.RUNNING
        assert await doors.naming(str(gone), f'"{forgotten}"', forgotten.title()) == []

    at_doors(database_url, work)


def test_a_running_table_whose_host_is_forgotten_has_another_one(database_url: str) -> None:
    async def work(doors: Doors) -> None:
        session = await doors.one.playing()
        assert session.lobby.host == ANN
        await leave_and_forget(doors.other.games, ANN)
        lobby = (await doors.one.session()).lobby
        assert lobby.host == BOB
        assert [chair.seat for chair in lobby.empty] == [SEATS["ann"]]
        await doors.one.say("bob", f"bot {SEATS['ann']}")
        await doors.one.say("bob", "stop")

    at_doors(database_url, work)


def test_who_is_brought_into_a_game_while_they_say_farewell_leaves_it_too(
    database_url: str,
) -> None:
    async def work(doors: Doors) -> None:
        await doors.played()

        async def meddle() -> None:
            await doors.other.say("cat", "rematch")

        doors.store.meddler = meddle
        assert len(await leave_and_forget(doors.one.games, ANN)) == 2
        lobby = (await doors.one.session()).lobby
        assert lobby.status is Status.LOBBY
        assert [one.user.id for one in lobby.members] == ["bob", "cat", "dan"]
        assert await doors.naming(*NAMED) == []

    at_doors(database_url, work)


def test_a_game_that_comes_while_the_others_are_being_locked_is_not_missed(
    postgresql_url: str,
) -> None:
    async def work(doors: Doors) -> None:
        game_id = await doors.played()
        async with doors.other.games.store.writing() as conn:
            await lock_games(conn, [game_id])
            parting = asyncio.create_task(leave_and_forget(doors.one.games, ANN))
            await _waited_for(conn)
            late = await keep_game(conn, "late")
            await put_seats(conn, late, {SEATS["ann"]: ANN})
        assert set(await parting) == {game_id, late}
        assert await doors.naming(*NAMED) == []

    at_doors(postgresql_url, work)


async def _waited_for(conn: AsyncConnection) -> None:
    """Return once a transaction waits for a lock."""
    async with asyncio.timeout(30):
        while not await conn.scalar(text("SELECT count(*) FROM pg_locks WHERE NOT granted")):
            await asyncio.sleep(0)


def test_the_farewell_of_whom_nothing_is_stored_waits_for_nobody(database_url: str) -> None:
    async def work(doors: Doors) -> None:
        async with doors.store.writing() as conn:
            await settle(conn)
        before = await _everything(doors.store)
        async with doors.store.writing() as conn:
            await lock_learning(conn)
            for name in ("8138", "stranger"):
                assert await leave_and_forget(doors.other.games, User("discord", name)) == ()
        assert await _everything(doors.store) == before

    at_doors(database_url, work)


async def _everything(store: Store) -> dict[str, str]:
    """Return every row except the leases, whose row the learner locks."""
    async with store.reading() as conn:
        found = await everything(conn)
    return {table: rows for table, rows in found.items() if table != "leases"}


# Boards.


@pytest.mark.parametrize(("minutes", "late"), [(44, True), (46, False)])
def test_boards_of_a_game_that_has_ended_lately_lose_the_name(
    database_url: str, minutes: int, late: bool
) -> None:
    async def work(doors: Doors) -> None:
        game_id = await doors.played()
        await _draw(doors, game_id)
        doors.hands.forward(minutes=minutes)
        with doors.one.games.notifier.subscribe() as news:
            await leave_and_forget(doors.one.games, ANN)
            told = news._ready.is_set()
        drawings = MessageTasks(doors.other.games, new_holder())
        spots = await drawings.outdated(game_id, ROOM.platform)
        assert (MessageTarget(game_id, ROOM) in spots, told) == (late, late)
        drawing = await drawings.claim(MessageTarget(game_id, ROOM))
        assert drawing is not None
        assert (drawing.handle, drawing.is_outdated) == ("board", late)
        assert not any(name in shown(drawing.game_view) for name in NAMED)

    at_doors(database_url, work)


def test_the_board_of_a_game_that_was_left_before_is_not_drawn_again(sqlite_url: str) -> None:
    async def work(doors: Doors) -> None:
        session = await doors.one.playing()
        await doors.one.say("ann", "leave")
        await _draw(doors, session.game_id)
        await leave_and_forget(doors.one.games, ANN)
        drawings = MessageTasks(doors.other.games, new_holder())
        spots = await drawings.outdated(session.game_id, ROOM.platform)
        assert MessageTarget(session.game_id, ROOM) not in spots

    at_doors(sqlite_url, work)


def test_the_claim_on_a_message_to_them_of_a_process_that_died_goes_too(database_url: str) -> None:
    async def work(doors: Doors) -> None:
        session = await doors.one.playing()
        drawings = MessageTasks(doors.other.games, new_holder())
        assert await drawings.claim(MessageTarget(session.game_id, ROOM, ANN)) is not None
        assert "drawings" in await doors.naming(str(ANN))
        await leave_and_forget(doors.one.games, ANN)
        assert await doors.naming(*NAMED) == []

    at_doors(database_url, work)


def test_nothing_is_sent_to_somebody_under_the_name_of_nobody(database_url: str) -> None:
    async def work(doors: Doors) -> None:
        game_id = await doors.played()
        await leave_and_forget(doors.one.games, ANN)
        games = doors.other.games
        stranger = (await doors.other.session()).lobby.sitter(SEATS["ann"])
        assert stranger is not None
        drawings = MessageTasks(games, new_holder())
        async with games.store.writing() as conn:  # as older versions wrote them
            await post(conn, MessageRow(game_id, ROOM, str(stranger), None, 0))
        spots = await drawings.outdated(game_id, ROOM.platform)
        assert {spot.user for spot in spots} == {None, person("cat").user}
        await leave_and_forget(games, BOB)
        async with games.store.reading() as conn:
            assert stranger.id not in (await everything(conn))["drawings"]

    at_doors(database_url, work)


async def _draw(doors: Doors, game_id: GameId) -> None:
    """Store that the room shows the newest version of a game."""
    version = (await doors.one.games.session(game_id)).version
    async with doors.store.writing() as conn:
        await put_message(conn, MessageRow(game_id, ROOM, PUBLIC, "board", version))


# People who have seen a key.


def test_who_has_seen_a_key_does_not_come_back_to_guess(database_url: str) -> None:
    async def work(doors: Doors) -> None:
        session = await doors.one.playing()
        await doors.other.session()
        await leave_and_forget(doors.one.games, ANN)
        assert await doors.naming(*NAMED) == []
        await doors.one.say("bob", "leave")
        assert await doors.other.refused("ann", "chair blue-guesser") == "table-barred"
        await doors.one.say("ann", "join")
        host = (await doors.one.session()).lobby.host
        assert host == person("cat").user
        replaced = f"replace {SEATS['bob']} {ANN}"
        assert await doors.other.refused("cat", replaced) == "table-barred"
        await leave_and_forget(doors.other.games, ANN)
        assert await doors.one.refused("ann", "chair blue-guesser") == "table-barred"
        await doors.one.say("ann", "chair blue-spymaster")
        await doors.one.say("cat", "stop")
        async with doors.store.reading() as conn:
            row = await read_game(conn, session.game_id)
        assert row is not None
        assert row.lists.keys() == {"pack", "skipped"}

    at_doors(database_url, work)


def test_who_saw_no_key_and_was_forgotten_may_guess_again(sqlite_url: str) -> None:
    async def work(doors: Doors) -> None:
        await doors.one.playing()
        await leave_and_forget(doors.one.games, BOB)
        await doors.other.say("bob", "chair blue-guesser")

    at_doors(sqlite_url, work)


def test_a_digest_tells_nobody_apart_without_the_salt_of_its_game() -> None:
    views = frozenset({"key"})
    one, other = (ForgottenViews().including(ANN, views) for _ in range(2))
    assert one.of(ANN) == other.of(ANN) == views
    assert not one.of(BOB)
    assert one.seen != other.seen
    assert not replace(one, salt=other.salt).of(ANN)
    both = one.including(BOB, views)
    assert (both.of(ANN), both.of(BOB)) == (views, views)
    assert read_value(ForgottenViews, write_value(ForgottenViews, both)) == both
