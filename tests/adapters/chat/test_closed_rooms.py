"""Rooms that are deleted or closed to the program: it stops sending there, but not elsewhere."""

import asyncio
from collections.abc import Callable

from structlog.testing import capture_logs

from adapters.chat.screen import Unreachable
from tests.adapters.chat.test_screen import Theatre, in_theatre
from tests.recorder import down, until


async def shut(effect: Callable[[], object]) -> None:  # noqa: ARG001 - a Trouble
    """Refuse messages here."""
    raise Unreachable


def test_a_room_that_is_closed_is_tried_again_when_its_game_goes_on(sqlite_url: str) -> None:
    async def work(theatre: Theatre) -> None:
        theatre.recorder.troubles.append(shut)
        await theatre.parlour.open()
        with capture_logs() as logs:
            async with theatre.shown():
                await until(lambda: logs)
                for _ in range(200):
                    await asyncio.sleep(0)
                assert theatre.recorder.calls == ["post"]
                await theatre.parlour.say("bob", "join")
                await theatre.drawn()
        assert [log["event"] for log in logs] == ["room-closed"]
        assert logs[0]["room"] == "recorder:salon"
        assert theatre.recorder.messages[0].versions == [3]

    in_theatre(sqlite_url, work)


def test_each_fault_is_told_of_while_another_one_lasts(sqlite_url: str) -> None:
    async def other(effect: Callable[[], object]) -> None:  # noqa: ARG001 - a Trouble
        raise ConnectionResetError

    async def work(theatre: Theatre) -> None:
        theatre.recorder.troubles.extend([down, other, down, other])
        with capture_logs() as logs:
            async with theatre.shown():
                await theatre.parlour.open()
                await theatre.drawn()
                await until(lambda: logs[-1]["event"] == "screen-recovered")
        faults = [log["fault"] for log in logs if log["event"] == "screen-failing"]
        assert set(faults) == {"PlatformDown", "ConnectionResetError"}

    in_theatre(sqlite_url, work)
