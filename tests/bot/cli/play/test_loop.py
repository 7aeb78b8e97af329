import asyncio
import signal
import threading
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import asynccontextmanager
from functools import partial

import pytest

from bot.cli.play.loop import LoopSlow, LoopThread
from core.rules import Refusal


@asynccontextmanager
async def opening(told: list[str] | None = None) -> AsyncIterator[str]:
    told = [] if told is None else told
    told.append("opened")
    yield "thing"
    told.append("closed")


async def answer() -> str:
    return threading.current_thread().name


async def never() -> None:
    await asyncio.Event().wait()


async def refuse() -> None:
    raise Refusal("loop-slow")


def test_work_is_done_in_a_thread_of_its_own_between_opening_and_closing() -> None:
    told: list[str] = []
    with LoopThread(lambda: opening(told)) as loop:
        assert loop.opened == "thing"
        assert loop.call(answer, seconds=5) != threading.current_thread().name
        assert told == ["opened"]
    assert told == ["opened", "closed"]


def test_what_work_raises_is_raised_and_the_loop_goes_on() -> None:
    with LoopThread(opening) as loop:
        with pytest.raises(Refusal):
            loop.call(refuse, seconds=5)
        loop.call(answer, seconds=5)


def test_work_that_takes_too_long_is_broken_off() -> None:
    with LoopThread(opening) as loop:
        with pytest.raises(LoopSlow):
            loop.call(never, seconds=0.01)
        loop.call(answer, seconds=5)


def test_nothing_runs_beside_a_call_that_nobody_knows_of() -> None:
    under_way: list[int] = []

    async def work(number: int) -> None:
        under_way.append(number)
        for _ in range(5):
            await asyncio.sleep(0)
        assert under_way.pop() == number

    with LoopThread(opening) as loop, ThreadPoolExecutor() as threads:
        calls = [partial(work, number) for number in range(8)]
        asked = [threads.submit(loop.call, one, seconds=30) for one in calls]
        for one in asked:
            one.result(30)


@asynccontextmanager
async def failing() -> AsyncIterator[str]:
    raise Refusal("loop-slow")
    yield ""


def test_what_opening_raises_is_raised() -> None:
    with pytest.raises(Refusal), LoopThread(failing):
        pass


def press_ctrl_c() -> None:
    main = threading.main_thread().ident
    assert main is not None
    signal.pthread_kill(main, signal.SIGINT)


class Interrupting:
    """Work during which Ctrl-C is pressed in the calling thread."""

    def __init__(self) -> None:
        self.may_end = asyncio.Event()
        self.ended = False

    async def __call__(self) -> None:
        press_ctrl_c()
        await self.may_end.wait()
        self.ended = True


def test_interrupted_work_goes_on_and_the_next_call_waits_for_it() -> None:
    with LoopThread(opening) as loop:
        work = Interrupting()
        with pytest.raises(KeyboardInterrupt):
            loop.call(work, seconds=30)
        assert not work.ended
        assert loop._loop
        loop._loop.call_soon_threadsafe(work.may_end.set)
        loop.call(answer, seconds=30)
        assert work.ended


async def fail() -> None:
    raise ZeroDivisionError


@pytest.mark.parametrize("ended", [False, True], ids=["under-way", "ended"])
def test_a_fault_of_ours_in_interrupted_work_comes_out_with_the_next_call(*, ended: bool) -> None:
    with LoopThread(opening) as loop:
        may_end = asyncio.Event()

        async def work() -> None:
            press_ctrl_c()
            await may_end.wait()
            await fail()

        with pytest.raises(KeyboardInterrupt):
            loop.call(work, seconds=30)
        assert loop._loop
        loop._loop.call_soon_threadsafe(may_end.set)
        if ended:
            assert loop._asked
            wait([loop._asked])
        with pytest.raises(ZeroDivisionError):
            loop.call(answer, seconds=30)
        loop.call(answer, seconds=30)
