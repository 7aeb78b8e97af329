"""An asyncio loop in its own thread, for blocking callers.

The loop enters a context at its start, and exits it at its end. Calls run one at a time, each with
a timeout.
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
"""Timeout of opening; another process may be migrating the database."""

CLOSING_SECONDS: Final = 15.0
"""Timeout of a pending call and of the thread at the end."""

SPARE_SECONDS: Final = 5.0
"""Time after a call's timeout until the loop itself counts as stuck."""


class LoopSlow(Refusal):
    """A call that timed out."""


class LoopThread(Generic[T]):
    """A loop that runs within the block; it enters the context that `opening` returns."""

    def __init__(self, opening: Callable[[], AbstractAsyncContextManager[T]]) -> None:
        self._opening = opening
        self._opened: Future[T] = Future()
        self._asked: Future[Any] | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._stopping = asyncio.Event()
        # Serializes calls even if Ctrl-C prevents `_asked` from being set.
        self._turn = asyncio.Lock()
        # A daemon, so that the program can end while the thread is stuck.
        self._thread = Thread(target=self._run, name="spyring-loop", daemon=True)

    def __enter__(self) -> Self:
        """Open; raises the context's exceptions, and LoopSlow."""
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
        """Close, after waiting for a pending call."""
        self._settle(CLOSING_SECONDS)
        if self._loop is not None and self._thread.is_alive():
            with suppress(RuntimeError):  # the loop has already ended
                self._loop.call_soon_threadsafe(self._stopping.set)
        self._thread.join(CLOSING_SECONDS)

    @property
    def opened(self) -> T:
        """The opened context's value."""
        return self._opened.result(0)

    def call(self, work: Callable[[], Coroutine[Any, Any, R]], *, seconds: float) -> R:
        """Return the result of work in the loop; raises its exceptions, and LoopSlow.

        After Ctrl-C the work continues in the loop, so that no change stays half done. The next
        call waits for it.
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
            raise  # the next call checks its result
        except TimeoutError:
            self._asked = None if asked.done() else asked
            raise LoopSlow("loop-slow") from None
        except BaseException:
            self._asked = None
            raise
        self._asked = None
        return result

    def _settle(self, seconds: float) -> bool:
        """Wait for an interrupted call, if any; return whether it has ended."""
        asked = self._asked
        if asked is None:
            return True
        try:
            fault = asked.exception(seconds)
        except TimeoutError:
            return False
        self._asked = None
        if fault is not None and not isinstance(fault, Refusal | TimeoutError):
            raise fault  # a bug that no caller has seen
        return True

    async def _within(
        self, noted: asyncio.Event, work: Callable[[], Coroutine[Any, Any, R]], seconds: float
    ) -> R:
        """Do some work once `_asked` is set, so that Ctrl-C cannot lose track of it."""
        async with asyncio.timeout(seconds):
            await noted.wait()
            async with self._turn:
                return await work()

    def _run(self) -> None:
        try:
            asyncio.run(self._main())
        except BaseException as error:  # raised again by `__enter__`
            if not self._opened.done():
                self._opened.set_exception(error)

    async def _main(self) -> None:
        self._loop = asyncio.get_running_loop()
        async with self._opening() as opened:
            self._opened.set_result(opened)
            await self._stopping.wait()
