"""An asyncio loop in a thread of its own, for callers that are not asynchronous.

What is opened in the loop stays open until the loop is closed, and whatever the callers ask of it
is done there, one call after the other, none for ever.
"""

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import Future
from contextlib import AbstractAsyncContextManager, suppress
from threading import Thread
from typing import Any, Final, Generic, Self, TypeVar

from core.rules import Refusal

T = TypeVar("T")
R = TypeVar("R")

OPENING_SECONDS: Final = 120.0
"""How long opening may take: another process may be migrating the same database."""

CLOSING_SECONDS: Final = 15.0
"""How long is waited at the end for what is still being done."""

SPARE_SECONDS: Final = 5.0
"""What a call is given beyond its time before the loop itself counts as stuck."""


class LoopSlow(Refusal):
    """A call that took too long, and whose work was broken off."""


class LoopThread(Generic[T]):
    """A loop that runs from entering to leaving; `opening` makes what it works with."""

    def __init__(self, opening: Callable[[], AbstractAsyncContextManager[T]]) -> None:
        self._opening = opening
        self._opened: Future[T] = Future()
        self._asked: Future[Any] | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._stopping = asyncio.Event()
        # Ctrl-C may come before it is noted what was asked; even then nothing runs beside it.
        self._turn = asyncio.Lock()
        # As a daemon it cannot keep the program from ending, whatever it is stuck in.
        self._thread = Thread(target=self._run, name="spyring-loop", daemon=True)

    def __enter__(self) -> Self:
        """Open; raises what opening raises, and LoopSlow."""
        self._thread.start()
        try:
            self._opened.result(OPENING_SECONDS)
        except TimeoutError:
            raise LoopSlow("loop-slow") from None
        except KeyboardInterrupt:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        """Close, after what is still being done."""
        self._settle(CLOSING_SECONDS)
        if self._loop is not None and self._thread.is_alive():
            with suppress(RuntimeError):  # it may have ended by itself
                self._loop.call_soon_threadsafe(self._stopping.set)
        self._thread.join(CLOSING_SECONDS)

    @property
    def opened(self) -> T:
        """The parts that the loop works with."""
        return self._opened.result(0)

    def call(self, work: Callable[[], Coroutine[Any, Any, R]], *, seconds: float) -> R:
        """Return what some work in the loop returns; raises what it raises, and LoopSlow.

        A call that Ctrl-C interrupts goes on in the loop: work on a database should not be torn.
        The next call waits for it.
        """
        if self._loop is None or not self._settle(seconds):
            raise LoopSlow("loop-slow")
        noted = asyncio.Event()
        asked = asyncio.run_coroutine_threadsafe(self._within(noted, work, seconds), self._loop)
        try:
            self._asked = asked
        finally:
            self._loop.call_soon_threadsafe(noted.set)
        try:
            result = asked.result(seconds + SPARE_SECONDS)
        except KeyboardInterrupt:
            raise  # what it comes to is heard of by the next call
        except TimeoutError:
            self._asked = None if asked.done() else asked
            raise LoopSlow("loop-slow") from None
        except BaseException:
            self._asked = None
            raise
        self._asked = None
        return result

    def _settle(self, seconds: float) -> bool:
        """Wait for a call that was interrupted; return whether none is under way any more."""
        asked = self._asked
        if asked is None:
            return True
        try:
            fault = asked.exception(seconds)
        except TimeoutError:
            return False
        self._asked = None
        if fault is not None and not isinstance(fault, Refusal | TimeoutError):
            raise fault  # ours, which nobody has heard of yet
        return True

    async def _within(
        self, noted: asyncio.Event, work: Callable[[], Coroutine[Any, Any, R]], seconds: float
    ) -> R:
        """Do some work once it is noted which it is: then a Ctrl-C can no longer lose it."""
        async with asyncio.timeout(seconds):
            await noted.wait()
            async with self._turn:
                return await work()

    def _run(self) -> None:
        try:
            asyncio.run(self._main())
        except BaseException as error:  # it is the caller's
            if not self._opened.done():
                self._opened.set_exception(error)

    async def _main(self) -> None:
        self._loop = asyncio.get_running_loop()
        async with self._opening() as opened:
            self._opened.set_result(opened)
            await self._stopping.wait()
