"""Idle tables are closed, once, and absent hosts are replaced."""

from datetime import timedelta

import pytest
from structlog.testing import capture_logs

from bot.chat.privacy.leave import leave_and_forget
from bot.games.deadlines import LOBBY_IDLE, PATIENCE, DeadlineKind
from bot.lobby.game_events import LobbyClosed
from bot.lobby.model import Status
from core.rules import Refusal
from tests.bot.games.parlour import ROOM, person
from tests.bot.hallway import Hallway, in_hallway


@pytest.mark.sampled
def test_a_table_at_which_nobody_does_anything_is_closed_and_its_room_is_free(
    database_url: str,
) -> None:
    async def work(it: Hallway) -> None:
        clock = await it.clock()
        await it.wait(clock, minutes=14, seconds=59)
        assert await it.status() is Status.LOBBY
        await it.wait(clock, seconds=1)
        assert await it.status() is Status.STOPPED
        assert await it.deadlines() == ()
        await it.games.open(person("bob"), "codenames", {})

    in_hallway(database_url, work)


def test_each_action_at_a_table_puts_its_end_off(sqlite_url: str) -> None:
    async def work(it: Hallway) -> None:
        clock = await it.clock()
        await it.wait(clock, minutes=10)
        await it.say("bob", "join")
        await it.wait(clock, minutes=14)
        await it.say("ann", "set pace 0")
        await it.wait(clock, minutes=14)
        assert await it.status() is Status.LOBBY
        await it.wait(clock, minutes=1)
        assert await it.status() is Status.STOPPED

    in_hallway(sqlite_url, work)


@pytest.mark.sampled
def test_two_processes_close_a_table_once(database_url: str) -> None:
    async def work(it: Hallway) -> None:
        clocks = [await it.clock(), await it.clock()]
        with capture_logs() as logs:
            await it.wait(*clocks, minutes=15)
        _, log = await it.games.history(it.game_id)
        assert [one.event for one in log if isinstance(one.event, LobbyClosed)] == [LobbyClosed()]
        assert logs == []

    in_hallway(database_url, work)


def test_time_in_which_no_process_was_there_counts_for_no_table(sqlite_url: str) -> None:
    async def work(it: Hallway) -> None:
        await it.wait(await it.clock(), minutes=5)
        it.hands.forward(hours=8)
        clock = await it.clock()
        await it.wait(clock, minutes=9)
        assert await it.status() is Status.LOBBY
        await it.wait(clock, minutes=1)
        assert await it.status() is Status.STOPPED

    in_hallway(sqlite_url, work)


def test_an_action_while_the_time_runs_out_keeps_the_table_open(sqlite_url: str) -> None:
    async def work(it: Hallway) -> None:
        clock = await it.clock()
        (row,) = await it.deadlines()
        it.hands.forward(seconds=LOBBY_IDLE.total_seconds())
        await it.say("bob", "join")
        await clock._handle(row)  # the clock read it before Bob came
        assert await it.status() is Status.LOBBY
        assert [one.due_at for one in await it.deadlines()] == [it.hands.moment + LOBBY_IDLE]

    in_hallway(sqlite_url, work)


def test_a_game_that_begins_or_is_stopped_has_no_such_end(sqlite_url: str) -> None:
    async def work(it: Hallway) -> None:
        await it.say("ann", "start")
        assert not [row for row in await it.deadlines() if row.kind == DeadlineKind.IDLE.value]
        await it.say("ann", "stop")
        await it.open()
        await it.say("ann", "stop")
        assert await it.deadlines() == ()
        assert (await it.session()).lobby.stopped_by == person("ann").user

    in_hallway(sqlite_url, work)


def test_a_table_at_one_terminal_waits_for_ever(sqlite_url: str) -> None:
    async def work(it: Hallway) -> None:
        assert await it.deadlines() == ()
        await it.say("bob", "join")
        assert await it.deadlines() == ()
        assert await it.games.current(ROOM) == it.game_id

    in_hallway(sqlite_url, work, patience=None)


def test_a_member_takes_over_from_a_host_who_has_done_nothing_for_as_long_as_bots_wait(
    sqlite_url: str,
) -> None:
    async def work(it: Hallway) -> None:
        await it.say("bob", "join")
        it.hands.forward(seconds=PATIENCE.total_seconds() - 1)
        assert await it.refused("bob", "host") == "table-host-here"
        it.hands.forward(seconds=1)
        assert await it.refused("bob", "start") == "table-host-only"
        await it.say("bob", "host")
        await it.say("bob", "start")
        assert (await it.session()).lobby.host == person("bob").user
        assert await it.refused("ann", "stop") == "table-stop-host"

    in_hallway(sqlite_url, work)


def test_a_clock_that_is_put_back_lets_nobody_wait_longer_for_the_host(sqlite_url: str) -> None:
    async def work(it: Hallway) -> None:
        await it.say("bob", "join")
        await it.say("ann", "set pace 0")
        it.hands.set(hours=-1)
        with pytest.raises(Refusal) as refused:
            await it.say("bob", "host")
        minutes = PATIENCE // timedelta(minutes=1)
        assert refused.value.phrase.params == (("hours", 0), ("minutes", minutes))

    in_hallway(sqlite_url, work)


def test_whatever_the_host_does_keeps_the_table_theirs(sqlite_url: str) -> None:
    async def work(it: Hallway) -> None:
        await it.say("ann", "chair blue-spymaster")
        await it.say("bob", "chair red-spymaster")
        await it.say("ann", "set clock slow")
        it.hands.forward(minutes=4)
        await it.say("ann", "set hours 8")
        it.hands.forward(minutes=4)
        assert await it.refused("bob", "host") == "table-host-here"
        await it.say("ann", "start")
        session = await it.session()
        if session.rules.to_act(session.state) == {"blue-spymaster"}:
            it.hands.forward(hours=7)
            await it.say("ann", "clue zephyr 1")
        it.hands.forward(hours=7, minutes=59)
        assert await it.refused("bob", "host") == "table-host-here"
        it.hands.forward(minutes=1)
        await it.say("bob", "host")

    in_hallway(sqlite_url, work)


def test_a_host_who_leaves_or_is_forgotten_hands_over_to_the_next_member(sqlite_url: str) -> None:
    async def work(it: Hallway) -> None:
        await it.say("bob", "join")
        await it.say("cat", "join")
        await it.say("ann", "leave")
        assert (await it.session()).lobby.host == person("bob").user
        await leave_and_forget(it.games, person("bob").user)
        assert (await it.session()).lobby.host == person("cat").user
        await it.say("cat", "start")

    in_hallway(sqlite_url, work)
