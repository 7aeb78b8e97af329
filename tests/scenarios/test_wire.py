"""At any fault of a server, people get a sentence, operators an event, and play continues."""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import Any

import pytest
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine
from sqlalchemy.pool import NullPool
from structlog.testing import capture_logs

from adapters.chat.screen import RedrawLoop
from bot.games import Games, MessageTarget, MessageTasks
from bot.store.address import address
from bot.store.connection import Store
from bot.store.leases import new_holder
from bot.store.notify import Notifier
from tests.bot.games.parlour import ROOM, Parlour
from tests.recorder import Recorder, until
from tests.scenarios.faults import PATIENCE, check_goes_on, check_told, clue, in_parlour
from tests.scenarios.proxy import Wire, commit, telling

LONGEST = 60.0
"""Maximum seconds of any wait."""

END_ALL = """
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()
"""
LOCK = "SELECT 1 FROM games FOR UPDATE"
WAITING = """
    SELECT count(*) FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock'
"""


@pytest.mark.slow
def test_a_server_that_is_away(postgresql_url: str) -> None:
    async def work(parlour: Parlour, wire: Wire) -> None:
        before = await parlour.playing()
        wire.down = True
        wire.cut()
        await check_told(parlour, before, "lost")
        wire.down = False
        await check_goes_on(parlour, before)

    on_wire(postgresql_url, work)


@pytest.mark.slow
def test_a_connection_cut_in_the_middle_of_a_press(postgresql_url: str) -> None:
    async def work(parlour: Parlour, wire: Wire) -> None:
        before = await parlour.playing()
        wire.cut_before(telling("clue-given"))
        receipt = await clue(parlour, before)
        assert wire.cuts == 1
        assert (receipt.version, receipt.repeated) == (before.version + 1, False)
        await check_goes_on(parlour, before, done=True)

    on_wire(postgresql_url, work)


def test_a_connection_cut_at_the_commit_before_the_server_hears_of_it(postgresql_url: str) -> None:
    async def work(parlour: Parlour, wire: Wire) -> None:
        before = await parlour.playing()
        wire.cut_before(commit)
        receipt = await clue(parlour, before)
        assert wire.cuts == 1
        assert (receipt.version, receipt.repeated) == (before.version + 1, False)
        await check_goes_on(parlour, before, done=True)

    on_wire(postgresql_url, work)


def test_a_connection_cut_at_the_commit_after_the_server_has_done_it(postgresql_url: str) -> None:
    async def work(parlour: Parlour, wire: Wire) -> None:
        before = await parlour.playing()
        wire.cut_after(commit)
        receipt = await clue(parlour, before)
        assert wire.cuts == 1
        assert (receipt.version, receipt.repeated) == (before.version + 1, True)
        await check_goes_on(parlour, before, done=True)

    on_wire(postgresql_url, work)


@pytest.mark.sampled
@pytest.mark.parametrize("done", [False, True])
def test_a_server_that_goes_away_at_the_commit(postgresql_url: str, *, done: bool) -> None:
    async def work(parlour: Parlour, wire: Wire) -> None:
        before = await parlour.playing()
        cut = wire.cut_after if done else wire.cut_before
        cut(commit, down=True)
        await check_told(parlour, before, "unsure")
        wire.down = False
        await check_goes_on(parlour, before, done=done)

    on_wire(postgresql_url, work)


def test_a_server_that_ends_all_connections_between_two_presses(postgresql_url: str) -> None:
    async def work(parlour: Parlour) -> None:
        before = await parlour.playing()
        async with _beside(postgresql_url) as other:
            await other.exec_driver_sql(END_ALL)
        await check_goes_on(parlour, before)

    in_parlour(postgresql_url, work)


def test_a_server_that_ends_a_connection_in_the_middle_of_a_press(postgresql_url: str) -> None:
    async def work(parlour: Parlour) -> None:
        before = await parlour.playing()
        async with _beside(postgresql_url) as other, asyncio.TaskGroup() as group:
            await other.exec_driver_sql(LOCK)
            press = group.create_task(clue(parlour, before))
            await _until_somebody_waits(other)
            await other.exec_driver_sql(END_ALL)
            await other.rollback()
        assert not press.result().repeated
        await check_goes_on(parlour, before, done=True)

    in_parlour(postgresql_url, work)


def test_a_game_that_another_program_holds(postgresql_url: str) -> None:
    async def work(parlour: Parlour) -> None:
        before = await parlour.playing()
        async with _beside(postgresql_url) as other:
            await other.exec_driver_sql(LOCK)
            await check_told(parlour, before, "busy")
            await other.rollback()
        await check_goes_on(parlour, before)

    in_parlour(postgresql_url, work)


def test_a_server_that_lets_nobody_write(postgresql_url: str) -> None:
    async def work(parlour: Parlour) -> None:
        before = await parlour.playing()
        await _make_read_only(postgresql_url, "on")
        await check_told(parlour, before, "read-only")
        assert (await parlour.games.view(before.game_id)).version == before.version
        await _make_read_only(postgresql_url, "off")
        await check_goes_on(parlour, before)

    in_parlour(postgresql_url, work)


def test_boards_are_drawn_when_the_server_is_back(postgresql_url: str) -> None:
    async def work(parlour: Parlour, wire: Wire) -> None:
        before = await parlour.playing()
        recorder, games, holder = Recorder(), parlour.games, new_holder()
        drawings = MessageTasks(games, holder)
        screen = RedrawLoop(drawings, recorder, pause=_shortly, pace=0)
        with capture_logs() as logs:
            drawing = asyncio.create_task(screen.run())
            async with asyncio.timeout(LONGEST):
                while await drawings.outdated(before.game_id, recorder.name):
                    await _shortly(0)
            wire.cut_before(telling(holder), down=True)  # at its first claim
            await clue(parlour, before)
            await until(lambda: any(log["event"] == "screen-failing" for log in logs))
            wire.down = False
            look = await games.view(before.game_id)
            await until(lambda: recorder.board(MessageTarget(before.game_id, ROOM)) == look)
            await until(lambda: logs[-1]["event"] == "screen-recovered")
            drawing.cancel()
        assert [log["event"] for log in logs] == ["screen-failing", "screen-recovered"]

    on_wire(postgresql_url, work)


def on_wire(url: str, work: Callable[[Parlour, Wire], Coroutine[Any, Any, None]]) -> None:
    """Run some work at a door that reaches its database through a wire."""

    async def run() -> None:
        async with Wire(url)() as wire:
            far = wire.url.render_as_string(hide_password=False)
            async with Store.open(far, patience=PATIENCE) as store:
                games = Games(store, Notifier(store, troubled=print))
                await work(Parlour(games), wire)

    asyncio.run(run())


@asynccontextmanager
async def _beside(url: str) -> AsyncIterator[AsyncConnection]:
    """Open another program's connection to the database."""
    engine = create_async_engine(address(url), poolclass=NullPool)
    async with engine.connect() as conn:
        yield conn


async def _make_read_only(url: str, value: str) -> None:
    async with _beside(url) as other:
        await other.exec_driver_sql("SET default_transaction_read_only = off")
        await other.commit()
        name = (await other.exec_driver_sql("SELECT current_database()")).scalar_one()
        await other.exec_driver_sql(
            f"ALTER DATABASE {name} SET default_transaction_read_only = {value}"
        )
        await other.commit()
        await other.exec_driver_sql(END_ALL)


async def _until_somebody_waits(conn: AsyncConnection) -> None:
    async with asyncio.timeout(LONGEST):
        while not (await conn.exec_driver_sql(WAITING)).scalar_one():
            await conn.exec_driver_sql("SELECT pg_stat_clear_snapshot()")
            await asyncio.sleep(0.01)


async def _shortly(_seconds: float) -> None:
    await asyncio.sleep(0.01)
