import asyncio
from collections.abc import Iterator

import pytest
from aiohttp import ClientSession

from bot.chat.request import FatalError
from bot.server.supervisor import LONGEST_RESTART_SECONDS, Service, Supervisor
from tests.bot.journal import entries, journal
from tests.bot.server.test_health import free_port


class Ended(BaseException):
    """The end of a test's services."""


class Work:
    """A service that crashes several times, then works until the test ends."""

    def __init__(self, crashes: int) -> None:
        self.crashes = crashes
        self.works = asyncio.Event()

    async def __call__(self) -> None:
        if self.crashes:
            self.crashes -= 1
            raise ValueError("swordfish")
        self.works.set()
        await asyncio.Event().wait()


def pauses_of(keeper_clock: Iterator[float], crashes: int) -> list[float]:
    """Return the supervisor's pauses before restarts of a service that keeps crashing."""
    pauses = list[float]()

    async def run() -> None:
        work = Work(crashes)

        async def pause(seconds: float) -> None:
            pauses.append(seconds)

        keeper = Supervisor({"work": work}, pause=pause, clock=lambda: next(keeper_clock))
        task = asyncio.create_task(keeper.run())
        await asyncio.wait_for(work.works.wait(), 60)
        task.cancel()
        await asyncio.wait([task])

    asyncio.run(run())
    return pauses


def test_a_service_that_crashes_is_started_again_after_longer_and_longer_pauses() -> None:
    assert pauses_of(iter(range(100)), 8) == [1, 2, 4, 8, 16, 32, 60, 60]


def test_after_a_long_good_time_the_pause_is_short_again() -> None:
    # Each run is timed at its start and its end; the third one takes long.
    moments = iter([0, 1, 2, 3, 4, 5 + LONGEST_RESTART_SECONDS, 70, 71, 72])
    assert pauses_of(moments, 4) == [1, 2, 1, 2]


def test_the_others_go_on_and_it_is_known_who_lives() -> None:
    async def run() -> None:
        broken, sound = Work(1), Work(0)
        waiting, may_start = asyncio.Event(), asyncio.Event()

        async def pause(_seconds: float) -> None:
            waiting.set()
            await may_start.wait()

        services: dict[str, Service] = {"broken": broken, "sound": sound}
        keeper = Supervisor(services, pause=pause)
        assert keeper.status() == {"broken": False, "sound": False}
        task = asyncio.create_task(keeper.run())
        await asyncio.wait_for(waiting.wait(), 60)
        await asyncio.wait_for(sound.works.wait(), 60)
        assert keeper.status() == {"broken": False, "sound": True}
        may_start.set()
        await asyncio.wait_for(broken.works.wait(), 60)
        assert keeper.status() == {"broken": True, "sound": True}
        task.cancel()
        await asyncio.wait([task])
        assert keeper.status() == {"broken": False, "sound": False}

    asyncio.run(run())


def test_a_service_that_cannot_go_on_is_not_started_again() -> None:
    async def run() -> list[FatalError]:
        given_up, sound = list[FatalError](), Work(0)

        async def barred() -> None:
            raise FatalError("discord-bad-token")

        async def pause(_seconds: float) -> None:
            raise Ended

        services: dict[str, Service] = {"barred": barred, "sound": sound}
        keeper = Supervisor(services, on_fatal=given_up.append, pause=pause)
        task = asyncio.create_task(keeper.run())
        await asyncio.wait_for(sound.works.wait(), 60)
        assert keeper.status() == {"barred": False, "sound": True}
        task.cancel()
        await asyncio.wait([task])
        return given_up

    assert [one.phrase.key for one in asyncio.run(run())] == ["discord-bad-token"]


def test_a_platform_that_is_not_reached_is_no_crash() -> None:
    async def run() -> None:
        async def work() -> None:
            url = f"http://127.0.0.1:{free_port()}/"
            async with ClientSession() as session, session.get(url):
                raise AssertionError(url)

        async def pause(_seconds: float) -> None:
            raise Ended

        await Supervisor({"discord": work}, pause=pause).run()

    with journal() as written, pytest.raises(BaseExceptionGroup):
        asyncio.run(run())
    told = [(entry["event"], entry["level"]) for entry in entries(written)]
    assert told == [("service-unreachable", "warning"), ("service-restarts", "info")]


@pytest.mark.parametrize(
    ("crashes", "event"), [(True, "service-crashed"), (False, "service-ended")]
)
def test_operators_are_told_of_it_without_the_words_of_the_error(crashes: bool, event: str) -> None:
    async def run() -> None:
        async def work() -> None:
            if crashes:
                raise ValueError("swordfish")

        async def pause(_seconds: float) -> None:
            raise Ended

        await Supervisor({"work": work}, pause=pause).run()

    with journal() as written, pytest.raises((Ended, BaseExceptionGroup)):
        asyncio.run(run())
    assert "swordfish" not in written.getvalue()
    told = entries(written)
    assert [entry["event"] for entry in told] == [event, "service-restarts"]
    assert told[0]["service"] == "work"
